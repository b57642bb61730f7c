"""How the steady bot of FreeQuest fights: what a blow, a spell or a bandage is worth, and where it is good to stand.

Worths are in points of Health that the party keeps. A turn has two different actions: two from where one stands, one
and then a Move, or a Move and then one. Each is weighed with the danger of the square where it ends, and the best is
done. Danger is what the monsters that can get beside a square would do to whoever stands there, so doorways and places
behind companions are good, and open floor among enemies is bad. Whoever is low on Health fears danger more.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.bots.referee.freequest import is_roused
from undercroft.bots.steady.freequest_paths import NO_WAY, OVER_TRAPS, Reach, overrun, reach_of_hero, stride
from undercroft.core.ground import NOWHERE, SIDES
from undercroft.core.vocabulary import Option, Options
from undercroft.games.freequest.combat import monster_defense, weapon_in
from undercroft.games.freequest.contests import chances, mean_damage
from undercroft.games.freequest.pieces import (
    ATTACK_AROUND,
    ATTACK_ONE,
    ATTACK_SEVERAL,
    BURN,
    EDGE,
    FIRST_AID,
    HEAL,
    HEAL_AROUND,
    QUICK_DRAW,
    RAGE,
    RANGED,
    SHARE,
    SHIELD,
    SLOW,
    STAYS,
    UNPICK,
    WARD,
    Spell,
)
from undercroft.games.freequest.sheets import attack_dice, defense_dice, movement
from undercroft.games.freequest.state import (
    DID_AID,
    DID_ATTACK,
    DID_CAST,
    DID_MOVE,
    NOBODY,
    Board,
    Hero,
    Monster,
)
from undercroft.games.freequest.turns import MOST_AIDED
from undercroft.games.freequest.vocabulary import END_MOVE, END_TURN, ON_HERO, ON_MONSTER

USUAL_DEFENSE: Final = 2  # dice, of a hero whom a monster may meet
ROUNDS: Final = 3.5  # a monster that dies now would have attacked so many times more
SPELL: Final = 0.5  # a monster that can cast is so much worse
PART: Final = 0.5  # how much of a kill's worth lies in the Health taken on the way to it
FRONT: Final = 0.35  # how much of the danger counts for those who fight in front: others would be attacked instead
BACK: Final = 0.6  # and for those who cast or shoot
FEAR: Final = 0.3  # danger counts so much more if it equals the Health that is left
THRIFT: Final = 0.6  # a spell is gone for the quest, so it must bring so much
APPROACH: Final = 0.08  # a step nearer, for those who could not attack
RANGE: Final = 5  # those who cast or shoot come no nearer than so many steps without need
HOMEWARD: Final = 0.30  # a step nearer home, once the objective is done
STEP: Final = 0.005  # so that nobody walks for nothing
LEAP: Final = 0.6  # what a leap over a trap may cost
HEALTH: Final = 0.35  # what a point of Health is worth to a hero who is whole
LAST_HEALTH: Final = 1.3  # and how much more to one who has a single one left
CUT_LOOSE: Final = 1.0


class Choice:
    """Something to do now, with what or whom it is about, and what it is worth."""

    def __init__(self, option: Option, target: Option | None, worth: float) -> None:
        self.option: Final = option
        self.target: Final = target
        self.worth: Final = worth


class Plan:
    """What to do first, and the way to go if that is a Move: the last step first."""

    def __init__(self, option: Option, target: Option | None, way: list[int]) -> None:
        self.option: Final = option
        self.target: Final = target
        self.way: Final = way


# ---- enemies --------------------------------------------------------------------------------------------------------


def enemies(board: Board) -> list[Monster]:
    """The monsters that fight: all on the board but guards that nobody has roused."""
    found: list[Monster] = []
    for monster in board.monsters:
        if monster.at != NOWHERE and (monster.kind.temper != STAYS or is_roused(board, monster)):
            found.append(monster)
    return found


def is_alarm(board: Board, foes: list[Monster]) -> bool:
    """Whether any hero sees one of these monsters."""
    if foes:
        for hero in board.heroes:
            if hero.lives() and sees_any(board, hero, foes):
                return True
    return False


def sees_any(board: Board, hero: Hero, foes: list[Monster]) -> bool:
    """Whether a hero sees one of these monsters."""
    sight = board.ground.sight(hero.at, board.doors_open)
    return any(sight[foe.at] for foe in foes)


def menace(foe: Monster) -> float:
    """What the party keeps if a monster dies now."""
    worth = ROUNDS * mean_damage(foe.kind.attack, USUAL_DEFENSE)
    return worth + SPELL if foe.kind.spells else worth


def blow(dice: i64, foe: Monster) -> float:
    """What an attack with so many dice is worth."""
    odds = chances(dice, monster_defense(foe))
    health = foe.health
    hurt = 0.0
    kills = 0.0
    for damage in range(1, len(odds)):
        if damage < health:
            hurt += odds[damage] * float(damage)
        else:
            kills += odds[damage]
    return menace(foe) * (kills + PART * hurt / float(health))


# ---- what can be done from where one stands -------------------------------------------------------------------------


def best_attack(board: Board, hero: Hero, options: Options) -> Choice | None:
    """The attack that is worth most of those offered."""
    best: Choice | None = None
    for option in options:
        family = option.family
        if family == "attack":
            weapon = hero.main_hand
        elif family == "attack-other-hand":
            weapon = hero.other_hand
        elif family == "attack-unarmed":
            weapon = NOBODY
        else:
            continue
        worth = blow(attack_dice(board.content, hero, weapon), board.monsters[option.number])
        if best is None or worth > best.worth:
            best = Choice(option, None, worth)
    return best


def best_cast(board: Board, hero: Hero, options: Options, foes: list[Monster]) -> Choice | None:
    """The spell that is worth most of those offered, if any is worth being spent now."""
    best: Choice | None = None
    for option in options:
        if option.family == "cast":
            choice = cast_choice(board, hero, option, foes)
            if choice is not None and choice.worth > 0.0 and (best is None or choice.worth > best.worth):
                best = choice
    return best


def best_aid(board: Board, hero: Hero, options: Options) -> Choice | None:
    """First aid for whoever needs it most, or cutting somebody loose."""
    best: Choice | None = None
    for option in options:
        if option.family == "aid":
            worth = aid_worth(hero, board.heroes[option.number])
        elif option.family == "free":
            worth = CUT_LOOSE
        else:
            continue
        if best is None or worth > best.worth:
            best = Choice(option, None, worth)
    return best


def health_worth(other: Hero, health: i64) -> float:
    """What it is worth to give a hero back so much Health."""
    missing = min(health, other.full - other.health)
    return float(missing) * (HEALTH + LAST_HEALTH / float(max(other.health, 1)))


def aid_worth(hero: Hero, other: Hero) -> float:
    """What first aid is worth on average: each die that reaches the other's Health restores one."""
    hits = min(7 - max(other.health, 1), 6)
    mean = float(hero.skill_dice * hits) / 6.0
    mean = min(mean, float(other.full - other.health))
    return mean * (HEALTH + LAST_HEALTH / float(max(other.health, 1)))


# ---- spells ---------------------------------------------------------------------------------------------------------


def cast_choice(board: Board, hero: Hero, option: Option, foes: list[Monster]) -> Choice | None:
    """What casting a spell now is worth over and above keeping it, with its best target."""
    spell = board.content.spells[option.number]
    effect = spell.effect
    sight = board.ground.sight(hero.at, board.doors_open)
    if effect == ATTACK_AROUND:
        return Choice(option, None, around_worth(board, hero, spell, foes) - THRIFT)
    if effect == HEAL_AROUND:
        return Choice(option, None, warmth_worth(board, hero, spell) - THRIFT)
    target: Option | None = None
    most = 0.0
    if effect in (ATTACK_ONE, ATTACK_SEVERAL, BURN, UNPICK, SLOW):
        total = 0.0
        for foe in foes:
            if sight[foe.at]:
                worth = spell_blow(board, hero, spell, foe)
                total += worth
                if worth > most:
                    target = ON_MONSTER[foe.number]
                    most = worth
        if effect == ATTACK_SEVERAL:
            most = min(total, most * float(spell.targets))
    else:
        for other in board.heroes:
            if other.lives() and sight[other.at]:
                worth = blessing_worth(board, hero, spell, other, foes)
                if worth > most:
                    target = ON_HERO[other.index]
                    most = worth
    return None if target is None else Choice(option, target, most - THRIFT)


def around_worth(board: Board, hero: Hero, spell: Spell, foes: list[Monster]) -> float:
    """What an attack on all around is worth."""
    total = 0.0
    for foe in foes:
        if board.adjacent(hero.at, foe.at) or (
            board.ground.is_diagonal(hero.at, foe.at) and board.sees(hero.at, foe.at)
        ):
            total += blow(spell.number, foe)
    return total


def warmth_worth(board: Board, hero: Hero, spell: Spell) -> float:
    """What healing for all who stand together is worth."""
    total = 0.0
    for other in board.heroes:
        if other is hero or (other.lives() and board.adjacent(hero.at, other.at)):
            total += health_worth(other, spell.number)
    return total


def spell_blow(board: Board, hero: Hero, spell: Spell, foe: Monster) -> float:
    """What a spell on a monster is worth."""
    effect = spell.effect
    if effect in (ATTACK_ONE, ATTACK_SEVERAL):
        return blow(spell.number, foe)
    odds = chances(foe.kind.skill, hero.magic_dice)  # how well it resists
    if effect == BURN:
        kills = 0.0
        hurt = 0.0
        for resisted in range(min(len(odds), spell.number)):
            damage = spell.number - resisted
            if damage >= foe.health:
                kills += odds[resisted]
            else:
                hurt += odds[resisted] * float(damage)
        return menace(foe) * (kills + PART * hurt / float(foe.health))
    if effect == UNPICK:
        return menace(foe) * odds[0] * (1.0 if foe.health <= spell.number else PART / float(foe.health) + 0.2)
    if is_beside_a_hero(board, foe):
        return 0.0  # SLOW: it would attack all the same
    return 0.4 * menace(foe) * odds[0]


def is_beside_a_hero(board: Board, foe: Monster) -> bool:
    """Whether a monster could attack without moving."""
    if foe.kind.traits & RANGED:
        return True
    return any(hero.lives() and board.adjacent(hero.at, foe.at) for hero in board.heroes)


def blessing_worth(board: Board, hero: Hero, spell: Spell, other: Hero, foes: list[Monster]) -> float:
    """What a spell on a hero in sight is worth."""
    effect = spell.effect
    if effect == HEAL:
        if (spell.adjacent and not board.adjacent(hero.at, other.at)) or other.health >= other.full:
            return 0.0
        if spell.second and other.health > spell.second:
            return 0.0
        return health_worth(other, spell.number)
    if effect == SHARE:
        if other is hero or hero.health < 4 or other.health > 2:
            return 0.0
        return health_worth(other, (hero.health - other.health) // 2) - 0.3
    if effect == SHIELD:
        guard = defense_dice(other)
        saved = 0.0
        for foe in foes:
            if board.adjacent(foe.at, other.at):
                saved += mean_damage(foe.kind.attack, guard) - mean_damage(foe.kind.attack, guard + spell.number)
        return saved * (HEALTH + LAST_HEALTH / float(max(other.health, 1)))
    if effect == WARD:
        if other.ward or not is_beset(board, other, foes):
            return 0.0
        return health_worth_of(other, spell.number)
    if effect in (EDGE, RAGE):
        if other.edge or (effect == RAGE and (other.health < other.full - 1 or defense_dice(other) > 1)):
            return 0.0
        return edge_worth(board, other, spell.number, foes)
    return 0.0


def health_worth_of(other: Hero, health: i64) -> float:
    """What it is worth that a hero does not lose so much Health."""
    return 0.8 * float(health) * (HEALTH + LAST_HEALTH / float(max(other.health, 1)))


def is_beset(board: Board, other: Hero, foes: list[Monster]) -> bool:
    """Whether a monster stands beside a hero."""
    return any(board.adjacent(foe.at, other.at) for foe in foes)


def edge_worth(board: Board, other: Hero, more: i64, foes: list[Monster]) -> float:
    """What more dice are worth in somebody's next attack on a monster that is beside them already."""
    dice = attack_dice(board.content, other, other.main_hand)
    most = 0.0
    for foe in foes:
        if board.adjacent(foe.at, other.at):
            most = max(most, blow(dice + more, foe) - blow(dice, foe))
    return most


# ---- where to stand -------------------------------------------------------------------------------------------------


class Field:
    """A fight as one hero sees it: where the hero could go, and how dangerous it is there."""

    def __init__(self, board: Board, hero: Hero, foes: list[Monster], steps: i64) -> None:
        self.board: Final = board
        self.hero: Final = hero
        self.foes: Final = foes
        self.reach: Final[Reach] = reach_of_hero(board, hero, steps, OVER_TRAPS)
        self.taken: Final = overrun(board, foes, hero.at)
        self.pains: Final = worst_pains(hero, foes)
        self.archers: Final = [foe for foe in foes if foe.kind.traits & RANGED]
        self.aims: Final = [board.ground.sight(foe.at, board.doors_open) for foe in self.archers]  # what they see
        weapon = weapon_in(board, hero.main_hand)
        self.shoots: Final = weapon is not None and weapon.ranged
        self.care: Final = BACK if self.shoots or hero.spells & ~hero.spent else FRONT

    def danger(self, at: i64) -> float:
        """What standing on a square costs."""
        board = self.board
        pains = self.pains
        taken = self.taken
        sides: i64 = 0
        for side in range(SIDES):
            other = board.step(at, side)
            if other != NOWHERE and taken[other]:
                sides += 1
        pain = pains[min(sides, len(pains) - 1)]
        for place in range(len(self.archers)):
            foe = self.archers[place]
            if self.aims[place][at] and not board.adjacent(foe.at, at):
                pain += mean_damage(foe.kind.attack, defense_dice(self.hero))
        return self.care * pain * (1.0 + FEAR * pain / float(max(self.hero.health, 1)))


def worst_pains(hero: Hero, foes: list[Monster]) -> list[float]:
    """The damage to expect from the worst monster, the worst two, and so on; those that shoot are counted apart."""
    guard = defense_dice(hero)
    each: list[float] = []
    for foe in foes:
        if not foe.kind.traits & RANGED:
            each.append(mean_damage(foe.kind.attack, guard))
    each.sort(reverse=True)
    sums: list[float] = [0.0]
    for place in range(min(len(each), SIDES)):
        sums.append(sums[place] + each[place])
    return sums


def attacks_from(field: Field) -> list[float]:
    """By square: what the best attack from there is worth."""
    board = field.board
    hero = field.hero
    found = [0.0] * board.ground.size
    weapon = weapon_in(board, hero.main_hand)
    dice = attack_dice(board.content, hero, hero.main_hand if weapon is not None else NOBODY)
    bare = attack_dice(board.content, hero, NOBODY)
    for foe in field.foes:
        if field.shoots:
            worth = blow(dice, foe)
            sight = board.ground.sight(foe.at, board.doors_open)
            for at in field.reach.squares:
                if sight[at] and worth > found[at] and (hero.can(QUICK_DRAW) or not board.adjacent(at, foe.at)):
                    found[at] = worth
        worth = blow(bare if field.shoots else dice, foe)
        for side in range(SIDES):
            at = board.step(foe.at, side)
            if at != NOWHERE and worth > found[at]:
                found[at] = worth
        if weapon is not None and weapon.diagonal:
            for at in field.reach.squares:
                if board.ground.is_diagonal(at, foe.at) and worth > found[at] and board.sees(at, foe.at):
                    found[at] = worth
    return found


def casts_from(field: Field) -> list[float]:
    """By square: what the best attack spell on a single monster is worth from there."""
    board = field.board
    hero = field.hero
    found = [0.0] * board.ground.size
    ready = hero.spells & ~hero.spent
    for foe in field.foes:
        most = 0.0
        for spell in board.content.spells:
            if ready >> spell.index & 1 and spell.effect in (ATTACK_ONE, ATTACK_SEVERAL, BURN, UNPICK):
                most = max(most, spell_blow(board, hero, spell, foe) - THRIFT)
        if most <= 0.0:
            continue
        sight = board.ground.sight(foe.at, board.doors_open)
        for at in field.reach.squares:
            if sight[at] and most > found[at]:
                found[at] = most
    return found


def aids_from(field: Field) -> list[float]:
    """By square: what first aid is worth from there."""
    board = field.board
    hero = field.hero
    found = [0.0] * board.ground.size
    for other in board.heroes:
        if other is hero or not other.lives() or other.aided or not 0 < other.health <= MOST_AIDED:
            continue
        worth = aid_worth(hero, other)
        for side in range(SIDES):
            at = board.step(other.at, side)
            if at != NOWHERE and worth > found[at]:
                found[at] = worth
    return found


# ---- the turn -------------------------------------------------------------------------------------------------------


def plan_fight(board: Board, hero: Hero, options: Options, foes: list[Monster], far: list[int], homeward: bool) -> Plan:
    """What to do next in a fight; `far` says how far it is to the nearest enemy, or home if that is where to go."""
    moves = board.walking or (not board.did & DID_MOVE and board.actions_left > 0 and can_step(options))
    steps = board.steps_left if board.walking else movement(board.content, hero)
    field = Field(board, hero, foes, steps if moves else 0)
    ends = ends_of(field, far, homeward)
    if board.walking:
        return walk_on(field, options, ends)
    attack = best_attack(board, hero, options)
    cast = best_cast(board, hero, options, foes)
    aid = best_aid(board, hero, options)
    first = better(better(attack, cast), aid)
    two = board.actions_left > 1
    stay = ends[0]
    rest = ends[0]
    if first is not None:
        stay += first.worth
        if two:
            stay += second_worth(first, attack, cast, aid)
            rest = max(ends) + first.worth if moves else stay
    if moves:
        stand = best_square(field, ends, two)
        if stand.worth > max(stay, rest) and stand.at != hero.at:
            way = field.reach.way(stand.at)
            return Plan(stride(board, hero.at, way[-1]), None, way)
    return Plan(END_TURN, None, []) if first is None else Plan(first.option, first.target, [])


def can_step(options: Options) -> bool:
    """Whether a step is offered."""
    return any(option.family == "step" for option in options)


def better(one: Choice | None, other: Choice | None) -> Choice | None:
    """The choice that is worth more."""
    if one is None:
        return other
    if other is None or one.worth >= other.worth:
        return one
    return other


def second_worth(first: Choice, attack: Choice | None, cast: Choice | None, aid: Choice | None) -> float:
    """What the best action of another kind is worth."""
    most = 0.0
    for other in (attack, cast, aid):
        if other is not None and other is not first:
            most = max(most, other.worth)
    return most


class Stand:
    """A square to end a Move on, and what that is worth."""

    def __init__(self, at: i64, worth: float) -> None:
        self.at: Final = at
        self.worth: Final = worth


def best_square(field: Field, ends: list[float], acts: bool) -> Stand:
    """Where to go, with an action to follow or without."""
    board = field.board
    hero = field.hero
    attacks = attacks_from(field) if acts and not board.did & DID_ATTACK and hero.carries == NOBODY else []
    casts: list[float] = []
    if acts and not board.did & DID_CAST and hero.magic_dice and hero.spells & ~hero.spent:
        casts = casts_from(field)
    aids = aids_from(field) if acts and not board.did & DID_AID and hero.can(FIRST_AID) else []
    best = hero.at
    most = -1.0e9
    for place in range(len(field.reach.squares)):
        at = field.reach.squares[place]
        does = 0.0
        if attacks:
            does = attacks[at]
        if casts:
            does = max(does, casts[at])
        if aids:
            does = max(does, aids[at])
        if ends[place] + does > most:
            best = at
            most = ends[place] + does
    return Stand(best, most)


def walk_on(field: Field, options: Options, ends: list[float]) -> Plan:
    """In the middle of a Move, when something new has come into sight."""
    hero = field.hero
    stand = best_square(field, ends, field.board.actions_left > 0)
    if stand.at == hero.at:
        return Plan(END_MOVE if END_MOVE in options else options[0], None, [])
    way = field.reach.way(stand.at)
    return Plan(stride(field.board, hero.at, way[-1]), None, way)


def ends_of(field: Field, far: list[int], homeward: bool) -> list[float]:
    """For each square in reach: what it is worth to end there, for its danger and for where it leads."""
    squares = field.reach.squares
    least = 0 if homeward else 1 if field.care == FRONT else RANGE
    pull = HOMEWARD if homeward else APPROACH
    found: list[float] = []
    for place in range(len(squares)):
        at = squares[place]
        worth = -field.danger(at)
        if far[at] != NO_WAY:
            worth -= pull * float(max(far[at], least))
        if place > 0:
            worth -= STEP
            if field.reach.risky and field.reach.is_risky(at):
                worth -= LEAP
        found.append(worth)
    return found
