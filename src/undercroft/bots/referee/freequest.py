"""The computer referee of FreeQuest: a published policy, the same in the same position, that can say why.

Each monster attacks the hero whom it can hurt most and otherwise closes in. `gentle` goes for whoever has the most
Health left, and no more than two for the same hero. `fair` weighs a hero by the chance to kill and the damage to
expect. `cunning` thinks more of damage and gangs up on one hero, lets all draw back after an attack, out of sight if
they can, lets guards join a fight within their reach, and walks away from a raging hero whom nothing but the rage keeps
alive. (Waiting out of sight instead of coming through a doorway that heroes hold was tried, and gave the fight away.)
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.ground import NOWHERE, SIDES
from undercroft.core.state import State
from undercroft.core.table import Player
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games.freequest.combat import can_strike, square_of, strike_dice, weapon_in
from undercroft.games.freequest.contests import chance_of, mean_damage
from undercroft.games.freequest.paths import Walks, distances_from, reach_of
from undercroft.games.freequest.pieces import CUNNING, FAIR, GENTLE, STAYS, WARY
from undercroft.games.freequest.sheets import defense_dice
from undercroft.games.freequest.state import (
    DID_ATTACK,
    DID_CAST,
    DID_MOVE,
    NOBODY,
    Board,
    FreeQuest,
    Hero,
    Monster,
)
from undercroft.games.freequest.vocabulary import (
    BELL_SQUARE,
    DONE,
    END_ROUND,
    FAIL_RESULT,
    MONSTER_ACTION,
    MONSTER_CAST_ON,
    MONSTER_CASTS,
    MONSTER_MOVE,
    NEXT_MONSTER,
    SQUARES,
    STRIKES,
    WALK,
    WANDER_SQUARE,
)

FAR: Final = 10_000
NO_WAY: Final = -1
CERTAIN: Final = 100.0  # what a certain kill is worth
DAMAGE: Final = 10.0  # and each point of damage to expect
CUNNING_CERTAIN: Final = 40.0  # the same for cunning, whose monsters have a whole party to wear down
CUNNING_DAMAGE: Final = 20.0
SPARED: Final = 100.0  # gentle: what a point of Health that a hero has left counts for
BURDEN: Final = 5.0  # a hero who carries a body or the objective
STEP: Final = 0.1  # what a step costs
SHARE: Final = 2  # gentle: monsters that may attack the same hero in a turn
GANG: Final = 40.0  # cunning: a hero whom those who have yet to act would kill together


class Aim:
    """A hero to attack, from where, and what that is worth."""

    def __init__(self, hero: Hero, at: i64, steps: i64, score: float, kill: float, damage: float) -> None:
        self.hero: Final = hero
        self.at: Final = at
        self.steps: Final = steps
        self.score: Final = score
        self.kill: Final = kill
        self.damage: Final = damage

    def line(self) -> str:
        """The score and what it is made of."""
        return (
            f"{self.hero.kind.name} scores {self.score:.1f} (kills in {100 * self.kill:.0f} %, "
            f"{self.damage:.2f} damage on average, {self.steps} steps)"
        )


class Plan:
    """What a monster does next, and why."""

    def __init__(self, option: Option, to: i64, aim: Aim | None, why: str) -> None:
        self.option: Final = option
        self.to: Final = to  # a square, if it walks
        self.aim: Final = aim
        self.why: Final = why

    def reason(self) -> str:
        """The reason in a sentence."""
        aim = self.aim
        return self.why if aim is None else f"{self.why}: {aim.line()}"


class FreeQuestReferee(Player):
    """Sits on the referee's seat; `level` is GENTLE, FAIR or CUNNING, or what the game says if it is not given."""

    def __init__(self, level: i64 = NOBODY) -> None:
        self.level: Final = level

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, FreeQuest)
        return decide(state.board, prompt, options, self.level_of(state))

    def reason(self, state: State, prompt: Prompt, options: Options) -> str:
        assert isinstance(state, FreeQuest)
        return why(state.board, prompt, options, self.level_of(state))

    def level_of(self, state: FreeQuest) -> i64:
        """How it plays in a game."""
        return self.level if self.level >= 0 else state.content.referee


def decide(board: Board, prompt: Prompt, options: Options, level: i64) -> Option:
    """The referee's answer to any of its questions."""
    if prompt is NEXT_MONSTER:
        return next_monster(board, options)
    if prompt is MONSTER_ACTION:
        return plan_for(board, board.did, board.actions_left, level).option
    if prompt is MONSTER_MOVE:
        return where_to_walk(board, options, level)
    if prompt is MONSTER_CAST_ON:
        return whom_to_curse(board, options, level)
    if prompt is WANDER_SQUARE:
        return lonely_square(board, options)
    if prompt is BELL_SQUARE:
        return nearest_square(board, options)
    return options[0]  # the quest's own result after a wipe; the first square for a tile


def why(board: Board, prompt: Prompt, options: Options, level: i64) -> str:
    """The reason for the answer, in a sentence."""
    answer = decide(board, prompt, options, level)
    if prompt is NEXT_MONSTER:
        return why_next(board, answer)
    if prompt is MONSTER_ACTION:
        plan = plan_for(board, board.did, board.actions_left, level)
        return f"{board.monsters[board.acting].name}: {plan.reason()}"
    if prompt is MONSTER_MOVE:
        return f"{board.monsters[board.acting].name}: {plan_to_walk(board, level).reason()}"
    if prompt is MONSTER_CAST_ON:
        monster = board.monsters[board.acting]
        aim = aim_at(board, monster, board.heroes[answer.number], monster.at, 0, max(level, FAIR))
        return f"the spell is for whoever is worth most: {aim.line()}"
    if prompt is WANDER_SQUARE:
        beside = heroes_beside(board, square_of(board, answer))
        return f"the square with the fewest heroes beside it: {beside}"
    if prompt is BELL_SQUARE:
        steps = ways_to_heroes(board)[square_of(board, answer)]
        return f"the square nearest to a hero: {steps} steps"
    if prompt is FAIL_RESULT:
        return "the quest itself says what becomes of a party that has fallen"
    return "the first of the nearest free squares"


# ---- whose turn -----------------------------------------------------------------------------------------------------


def next_monster(board: Board, options: Options) -> Option:
    """The monster that can attack with the fewest steps; those that cannot attack come last, in order of placing."""
    best = END_ROUND
    fewest: i64 = FAR + 1
    for option in options:
        if option is END_ROUND:
            continue
        steps = steps_to_attack(board, board.monsters[option.number])
        if steps < fewest:
            best = option
            fewest = steps
    return best


def why_next(board: Board, answer: Option) -> str:
    """Why a monster is next."""
    if answer is END_ROUND:
        return "all monsters have acted"
    monster = board.monsters[answer.number]
    steps = steps_to_attack(board, monster)
    if steps == FAR:
        return f"nobody is in reach of any monster that is left, so {monster.name} is next in order of placing"
    return f"{monster.name} can attack with the fewest steps: {steps}"


def steps_to_attack(board: Board, monster: Monster) -> i64:
    """How many steps a monster needs before it could attack anybody; FAR if it cannot in this turn."""
    if can_strike_anybody(board, monster, monster.at):
        return 0
    walks = reach_of(board, monster.at, monster.kind.move)
    for place in range(len(walks.squares)):
        if can_strike_anybody(board, monster, walks.squares[place]):
            return walks.steps[place]
    return FAR


def can_strike_anybody(board: Board, monster: Monster, at: i64) -> bool:
    """Whether a monster on a square could attack any hero."""
    return any(hero.lives() and can_strike(board, monster, at, hero) for hero in board.heroes)


# ---- what it does ---------------------------------------------------------------------------------------------------


def plan_for(board: Board, did: i64, left: i64, level: i64) -> Plan:
    """What the acting monster does next, who has done this and has so many actions left."""
    monster = board.monsters[board.acting]
    may_attack = not did & DID_ATTACK
    may_move = not did & DID_MOVE
    sleeps = monster.kind.temper == STAYS and not is_roused(board, monster)
    if sleeps and (level != CUNNING or steps_to_attack(board, monster) == FAR):
        return Plan(DONE, NOWHERE, None, "it guards its place, and nobody has come near or hurt it")
    if not did & DID_CAST:
        spell = spell_to_cast(board, monster)
        if spell is not None:
            return Plan(spell, NOWHERE, None, "it has a spell left and somebody in sight")
    walks = reach_of(board, monster.at, monster.kind.move) if may_move else Walks()
    if level == CUNNING and may_move:
        plan = starve_rage(board, monster, walks)
        if plan is not None:
            return plan
    if may_attack:
        aim = best_aim(board, monster, walks if left > 1 else Walks(), level)
        if aim is not None:
            if aim.at == monster.at:
                return Plan(STRIKES[aim.hero.index], NOWHERE, aim, "it attacks")
            return Plan(WALK, aim.at, aim, "it goes where it can attack")
    if not may_move:
        return Plan(DONE, NOWHERE, None, "it has nothing left to do")
    if not may_attack:
        return after_attack(board, monster, walks, level)
    return close_in(board, monster, walks)


def is_roused(board: Board, monster: Monster) -> bool:
    """Whether a guard acts: a hero is in its area or beside it, or it has been attacked."""
    if monster.provoked:
        return True
    area = board.ground.area[monster.at]
    for hero in board.heroes:
        if hero.lives() and (board.ground.area[hero.at] == area or board.adjacent(hero.at, monster.at)):
            return True
    return False


def spell_to_cast(board: Board, monster: Monster) -> Option | None:
    """The first unspent spell, if anybody is in sight."""
    for spell in monster.kind.spells:
        if not monster.spells_used >> spell & 1:
            return MONSTER_CASTS[spell] if is_seen(board, monster.at) else None
    return None


def is_seen(board: Board, at: i64) -> bool:
    """Whether any hero sees a square."""
    sight = board.ground.sight(at, board.doors_open)
    return any(hero.lives() and sight[hero.at] for hero in board.heroes)


# ---- whom it attacks ------------------------------------------------------------------------------------------------


def best_aim(board: Board, monster: Monster, walks: Walks, level: i64) -> Aim | None:
    """The hero with the best score of those that could be attacked this turn; wary ones do not leave a fight."""
    best: Aim | None = None
    for hero in board.heroes:
        if is_target(board, hero, level) and can_strike(board, monster, monster.at, hero):
            aim = aim_at(board, monster, hero, monster.at, 0, level)
            if best is None or aim.score > best.score:
                best = aim
    if best is not None and monster.kind.temper == WARY:
        return best
    for hero in board.heroes:
        if not is_target(board, hero, level):
            continue
        place = attack_place(board, monster, hero, walks, level)
        if place != NOBODY:
            aim = aim_at(board, monster, hero, walks.squares[place], walks.steps[place], level)
            if best is None or aim.score > best.score:
                best = aim
    return best


def is_target(board: Board, hero: Hero, level: i64) -> bool:
    """Whether a hero may be attacked; gentle leaves those alone who have had their share this turn."""
    if not hero.lives() or level != GENTLE:
        return hero.lives()
    share: i64 = 0
    for other in board.monsters:
        if other.at != NOWHERE and other.acted and can_strike(board, other, other.at, hero):
            share += 1
    return share < SHARE


def aim_at(board: Board, monster: Monster, hero: Hero, at: i64, steps: i64, level: i64) -> Aim:
    """What it is worth to attack a hero from a square."""
    dice = strike_dice(board, monster, hero)
    guard = defense_dice(hero)
    kill = chance_of(dice, guard, hero.health)
    damage = mean_damage(dice, guard)
    if level == GENTLE:
        return Aim(hero, at, steps, SPARED * float(hero.health) - float(steps), kill, damage)
    if hero.raging and hero.health == 0:
        return Aim(hero, at, steps, 0.0, 0.0, 0.0)
    score = CERTAIN * kill + DAMAGE * damage - STEP * float(steps)
    if level == CUNNING:
        score = CUNNING_CERTAIN * kill + CUNNING_DAMAGE * damage - STEP * float(steps)
    if hero.carries != NOBODY or hero.quest_items & board.sought:
        score += BURDEN
    if level == CUNNING:
        score += GANG * min((damage + gang_damage(board, monster, hero)) / float(max(hero.health, 1)), 1.0)
    return Aim(hero, at, steps, score, kill, damage)


def gang_damage(board: Board, monster: Monster, hero: Hero) -> float:
    """The damage to expect from those who have yet to act and are near enough to a hero."""
    guard = defense_dice(hero)
    total = 0.0
    width = board.ground.width
    for other in board.monsters:
        if other is monster or other.at == NOWHERE or other.acted:
            continue
        across = other.at % width - hero.at % width
        down = other.at // width - hero.at // width
        steps = (across if across > 0 else -across) + (down if down > 0 else -down)
        if steps <= other.kind.move + 1:
            total += mean_damage(other.kind.attack, guard)
    return total


def attack_place(board: Board, monster: Monster, hero: Hero, walks: Walks, level: i64) -> i64:
    """From which of the squares in reach a hero is attacked best; NOBODY if from none.

    Fewest steps, then fewest heroes beside it, then the lowest row and column. Cunning looks at the heroes beside it
    first.
    """
    best: i64 = NOBODY
    least: i64 = 0
    size = board.ground.size
    for place in range(len(walks.squares)):
        at = walks.squares[place]
        if not can_strike(board, monster, at, hero):
            continue
        beside = heroes_beside(board, at)
        steps = walks.steps[place]
        rank = (steps * (SIDES + 1) + beside) * size + at
        if level == CUNNING:
            rank = (beside * FAR + steps) * size + at
        if best == NOBODY or rank < least:
            best = place
            least = rank
    return best


def heroes_beside(board: Board, at: i64) -> i64:
    """How many heroes stand beside a square."""
    count: i64 = 0
    for side in range(SIDES):
        other = board.step(at, side)
        if other != NOWHERE and board.hero_at(other) != NOBODY:
            count += 1
    return count


# ---- where it goes --------------------------------------------------------------------------------------------------


def ways_to_heroes(board: Board) -> list[int]:
    """By square: how many steps it is to the nearest hero, figures ignored; NO_WAY where no way leads."""
    return distances_from(board, [hero.at for hero in board.heroes if hero.lives()])


def close_in(board: Board, monster: Monster, walks: Walks) -> Plan:
    """Nobody to attack: out of sight of those who shoot if the way is long, else towards the nearest hero."""
    if monster.kind.temper == STAYS and not monster.provoked:
        return Plan(DONE, NOWHERE, None, "it guards its place")
    far = ways_to_heroes(board)
    if far[monster.at] == NO_WAY:
        return Plan(DONE, NOWHERE, None, "no way leads to any hero")
    if far[monster.at] > 2 * monster.kind.move + 1 and is_under_fire(board, monster.at):
        at = hidden_square(board, walks)
        if at != NOWHERE:
            return Plan(WALK, at, None, "too far to attack, it takes cover from those who shoot")
    best: i64 = NOWHERE
    least = far[monster.at]
    for at in walks.squares:
        if far[at] < least:
            best = at
            least = far[at]
    if best == NOWHERE:
        return Plan(DONE, NOWHERE, None, "it cannot come any closer")
    return Plan(WALK, best, None, f"it closes in on the nearest hero: {least} steps are left")


def is_under_fire(board: Board, at: i64) -> bool:
    """Whether a hero with a bow in hand or an attack spell left sees a square."""
    for hero in board.heroes:
        if hero.lives() and board.sees(hero.at, at):
            weapon = weapon_in(board, hero.main_hand)
            if weapon is not None and weapon.ranged:
                return True
            ready = hero.spells & ~hero.spent
            if ready:
                for spell in board.content.spells:
                    if ready >> spell.index & 1 and spell.school == 0:
                        return True
    return False


def hidden_square(board: Board, walks: Walks) -> i64:
    """The nearest square in reach that no hero sees, or NOWHERE."""
    for at in walks.squares:
        if not is_seen(board, at):
            return at
    return NOWHERE


def after_attack(board: Board, monster: Monster, walks: Walks, level: i64) -> Plan:
    """Having struck, a wary one draws back to the longest walk from the nearest hero; the others stay.

    With a cunning referee all draw back: that makes room for those behind, and heroes have to walk before they strike.
    """
    if monster.kind.temper != WARY and level != CUNNING:
        return Plan(DONE, NOWHERE, None, "it stays in the fight")
    far = ways_to_heroes(board)
    best = furthest(board, walks, far, 0, True) if level == CUNNING else NOWHERE
    if best != NOWHERE:
        return Plan(WALK, best, None, f"having struck, it draws back out of sight, {far[best]} steps away")
    best = furthest(board, walks, far, far[monster.at], False)
    if best == NOWHERE:
        return Plan(DONE, NOWHERE, None, "it cannot get further away")
    return Plan(WALK, best, None, f"having struck, it draws back: {far[best]} steps from the nearest hero")


def furthest(board: Board, walks: Walks, far: list[int], beyond: i64, hidden: bool) -> i64:
    """The square in reach with the longest walk to the nearest hero, if it is longer than that; perhaps hidden."""
    best: i64 = NOWHERE
    most = beyond
    for at in sorted(walks.squares):
        if far[at] > most and not (hidden and is_seen(board, at)):
            best = at
            most = far[at]
    return best


def plan_to_walk(board: Board, level: i64) -> Plan:
    """The plan behind a walk that has been announced: what it was before the action was counted."""
    return plan_for(board, board.did & ~DID_MOVE, board.actions_left + 1, level)


def where_to_walk(board: Board, options: Options, level: i64) -> Option:
    """The square of the plan."""
    plan = plan_to_walk(board, level)
    if plan.to != NOWHERE:
        wanted = SQUARES[board.codes[plan.to]]
        if wanted in options:
            return wanted
    return options[0]


# ---- a ruse ----------------------------------------------------------------------------------------------------------


def starve_rage(board: Board, monster: Monster, walks: Walks) -> Plan | None:
    """Walk out of the sight of a raging hero at zero Health, who dies as soon as no monster is in sight."""
    for hero in board.heroes:
        if hero.lives() and hero.raging and hero.health == 0 and board.sees(hero.at, monster.at):
            sight = board.ground.sight(hero.at, board.doors_open)
            for at in walks.squares:
                if not sight[at]:
                    return Plan(WALK, at, None, f"it walks out of sight of {hero.kind.name}, whose rage then ends")
    return None


# ---- other questions ------------------------------------------------------------------------------------------------


def whom_to_curse(board: Board, options: Options, level: i64) -> Option:
    """The hero with the best score."""
    monster = board.monsters[board.acting]
    best = options[0]
    most = -1.0e9
    for option in options:
        aim = aim_at(board, monster, board.heroes[option.number], monster.at, 0, max(level, FAIR))
        if aim.score > most:
            best = option
            most = aim.score
    return best


def lonely_square(board: Board, options: Options) -> Option:
    """The square with the fewest heroes beside it."""
    best = options[0]
    least: i64 = (SIDES + 1) * board.ground.size
    for option in options:
        at = square_of(board, option)
        rank = heroes_beside(board, at) * board.ground.size + at
        if rank < least:
            best = option
            least = rank
    return best


def nearest_square(board: Board, options: Options) -> Option:
    """The square nearest to any hero."""
    far = ways_to_heroes(board)
    best = options[0]
    least: i64 = FAR
    for option in options:
        steps = far[square_of(board, option)]
        if 0 <= steps < least:
            best = option
            least = steps
    return best
