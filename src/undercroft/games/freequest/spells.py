"""Spells: who may cast what on whom, and what it does. The figures are in data/spells.toml."""

from __future__ import annotations

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.ground import NOWHERE
from undercroft.core.vocabulary import Option
from undercroft.games.freequest.combat import heal, hurt_monster, monster_defense, square_of
from undercroft.games.freequest.contests import contest, test
from undercroft.games.freequest.exploring import find_secrets, look_from
from undercroft.games.freequest.paths import reach_of
from undercroft.games.freequest.pieces import (
    ATTACK_AROUND,
    ATTACK_ONE,
    ATTACK_SEVERAL,
    BURN,
    CANCELS,
    CANDLE,
    EDGE,
    FEARLESS,
    HARE,
    HEAL,
    HEAL_AROUND,
    HEALTH_RESTORED,
    HOME,
    NO_RESISTANCE,
    PULL,
    RAGE,
    SHARE,
    SHIELD,
    SLOW,
    SMOKE,
    SPELLS_CAST,
    SWAP,
    UNPICK,
    WARD,
    Spell,
)
from undercroft.games.freequest.state import (
    DID_CAST,
    FIRST_MONSTER,
    NOBODY,
    Board,
    FreeQuest,
    Hero,
    Matter,
    Monster,
)
from undercroft.games.freequest.traps import arrive
from undercroft.games.freequest.vocabulary import (
    BLESSED,
    CANCELLED,
    CANDLE_LIT,
    CAST,
    CAST_ON,
    CAST_ON_MORE,
    CAST_SHARE,
    CAST_WHERE,
    CASTS,
    ENOUGH,
    HEALED,
    HEALTH,
    HERO_RESISTED,
    HERO_TESTED,
    HINDERED,
    MONSTER_CAST,
    ON_AREA,
    ON_HERO,
    ON_MONSTER,
    PULLED,
    RAGES,
    RESISTED,
    RESISTED_BY_TEST,
    SHARED,
    SLOWED,
    SPELL_ATTACKED,
    SQUARES,
    SWAPPED,
    SWAPPED_MONSTER,
    UNPICKED,
    WENT_HOME,
)

ON_MONSTERS = (ATTACK_ONE, ATTACK_SEVERAL, BURN, UNPICK, SLOW, PULL)
ON_ONE_HERO = (SHIELD, EDGE, WARD, HARE, SMOKE)

# ---- who may cast what ----------------------------------------------------------------------------------------------


def offer_spells(board: Board, hero: Hero, options: list[Option]) -> None:
    """Unspent spells that have a legal target (spell.who-casts, spell.once-per-quest)."""
    ready = hero.spells & ~hero.spent
    if hero.magic_dice <= 0 or not ready:
        return
    for spell in board.content.spells:
        if ready >> spell.index & 1:
            if spell.is_attack and hero.carries != NOBODY:
                continue
            if spell.effect in (ATTACK_AROUND, HEAL_AROUND):
                if touches_any(board, hero, spell):
                    options.append(CASTS[spell.index])
            elif targets(board, hero, spell):
                options.append(CASTS[spell.index])


def touches_any(board: Board, hero: Hero, spell: Spell) -> bool:
    """Whether a spell that works all around would do anything."""
    if spell.effect == ATTACK_AROUND:
        return any(is_around(board, hero, monster) for monster in board.monsters)
    return any(is_warmed(board, hero, other) for other in board.heroes)


def is_around(board: Board, hero: Hero, monster: Monster) -> bool:
    """Whether a monster stands on one of the eight squares around a hero, in sight."""
    at = monster.at
    if at == NOWHERE:
        return False
    near = board.adjacent(hero.at, at) or board.ground.is_diagonal(hero.at, at)
    return near and board.sees(hero.at, at)


def is_warmed(board: Board, hero: Hero, other: Hero) -> bool:
    """Whether Warm Hands would restore anything to somebody."""
    near = other is hero or (other.lives() and board.adjacent(hero.at, other.at))
    return near and other.lives() and other.health < other.full


def targets(board: Board, hero: Hero, spell: Spell) -> list[Option]:
    """The first targets that a spell may have, all in line of sight (spell.line-of-sight)."""
    found: list[Option] = []
    effect = spell.effect
    sight = board.ground.sight(hero.at, board.doors_open)
    if effect in ON_MONSTERS:
        for monster in board.monsters:
            fearless = effect == SLOW and monster.kind.traits & FEARLESS
            if monster.at != NOWHERE and sight[monster.at] and not fearless:
                found.append(ON_MONSTER[monster.number])
    elif effect == CANDLE:
        for place in range(len(board.shown)):
            if sees_area(board, sight, board.shown[place]):
                found.append(ON_AREA[place])
    else:
        for other in board.heroes:
            if other.lives() and sight[other.at] and may_bless(board, hero, spell, other):
                found.append(ON_HERO[other.index])
    return found


def sees_area(board: Board, sight: bytes, area: i64) -> bool:
    """Whether any square of an area is in sight."""
    ground = board.ground
    return any(sight[at] and ground.area[at] == area for at in range(ground.size))


def may_bless(board: Board, hero: Hero, spell: Spell, other: Hero) -> bool:
    """Whether a hero in sight is a target for a spell on heroes."""
    effect = spell.effect
    if effect in ON_ONE_HERO:
        return True
    if effect == HEAL:
        if spell.adjacent and not board.adjacent(hero.at, other.at):
            return False
        return other.health < other.full and (spell.second == 0 or other.health <= spell.second)
    if effect == SHARE:
        return other is not hero and hero.health + other.health >= 2
    if effect == RAGE:
        return not other.raging and board.sees_a_monster(other)  # spell.burning-rage-cast
    if effect == SWAP:
        return bool(partners(board, hero, other))
    if effect == HOME:
        return (
            other.carries == NOBODY
            and not other.quest_items & board.sought
            and not board.sees_a_monster(other)
            and bool(free_start_squares(board))
        )
    return False


def partners(board: Board, hero: Hero, first: Hero) -> list[Option]:
    """With whom a hero may change places."""
    sight = board.ground.sight(hero.at, board.doors_open)
    found: list[Option] = []
    for other in board.heroes:
        if other.lives() and other is not first and sight[other.at]:
            found.append(ON_HERO[other.index])
    for monster in board.monsters:
        if monster.at != NOWHERE and sight[monster.at]:
            found.append(ON_MONSTER[monster.number])
    return found


def free_start_squares(board: Board) -> list[Option]:
    """The free squares of the starting tile."""
    area = board.ground.area
    return [
        SQUARES[board.codes[at]] for at in range(board.ground.size) if area[at] == board.start and board.is_free(at)
    ]


# ---- casting --------------------------------------------------------------------------------------------------------


def cast(game: FreeQuest, hero: Hero, index: i64) -> None:
    """The action Cast a Spell (spell.read-the-spell); the spell is spent whatever comes of it (spell.spent)."""
    board = game.board
    spell = game.content.spells[index]
    board.did |= DID_CAST
    board.actions_left -= 1
    if spell.effect in (ATTACK_AROUND, HEAL_AROUND):
        spend(game, hero, spell)
        if spell.effect == ATTACK_AROUND:
            for monster in board.monsters:
                if is_around(board, hero, monster):
                    attack_by_spell(game, hero, spell, monster)
        else:
            warm_hands(game, hero, spell)
        return
    answer = game.ask(hero.seat, CAST_ON, tuple(targets(board, hero, spell)), Matter(spell=index))
    spend(game, hero, spell)
    if spell.effect == CANDLE:
        traps, doors = find_secrets(game, board.shown[answer.number], True, True)
        game.table.tell(CANDLE_LIT, traps + doors)
    elif answer.family == "on-monster":
        cast_on_monster(game, hero, spell, board.monsters[answer.number])
    else:
        cast_on_hero(game, hero, spell, board.heroes[answer.number])


def spend(game: FreeQuest, hero: Hero, spell: Spell) -> None:
    """Mark a spell off."""
    hero.spent |= bit(spell.index)
    hero.deeds[SPELLS_CAST] += 1
    game.table.tell(CAST, hero.kind.index, spell.index)


def cast_on_monster(game: FreeQuest, hero: Hero, spell: Spell, monster: Monster) -> None:
    """A spell on a monster; some let it resist (spell.resist)."""
    table = game.table
    effect = spell.effect
    if effect == ATTACK_ONE:
        attack_by_spell(game, hero, spell, monster)
        return
    if effect == ATTACK_SEVERAL:
        attack_several(game, hero, spell, monster)
        return
    monster.provoked = True
    resisted: i64 = 0
    if spell.resist != NO_RESISTANCE:
        resisted = resist(game, hero, monster)
        if spell.resist == CANCELS and resisted:
            table.tell(CANCELLED, monster.noun)
            return
    if effect == BURN:
        hurt_monster(game, monster, spell.number - resisted, hero)
    elif effect == UNPICK:
        monster.unpicked += spell.second
        table.tell(UNPICKED, monster.noun)
        hurt_monster(game, monster, spell.number, hero)
    elif effect == SLOW:
        monster.slowed = True
        table.tell(SLOWED, monster.noun)
    elif effect == PULL:
        pull(game, hero, monster, spell.number - resisted)


def resist(game: FreeQuest, hero: Hero, monster: Monster) -> i64:
    """The monster's Skill against the caster's Magic; its successes (contest.who-is-attacker)."""
    board = game.board
    if game.content.resist_by_test:
        made = test(game, monster.kind.skill, hero.magic_dice)
        game.table.tell(RESISTED_BY_TEST, monster.noun, board.roll, made)
        return made
    made = contest(game, monster.kind.skill, hero.magic_dice)
    game.table.tell(RESISTED, monster.noun, board.roll, board.against, made)
    return made


def attack_by_spell(game: FreeQuest, hero: Hero, spell: Spell, monster: Monster) -> None:
    """An attack with the spell's own dice and no others (spell.flame-burst)."""
    monster.provoked = True
    made = contest(game, spell.number, monster_defense(monster))
    game.table.tell(SPELL_ATTACKED, monster.noun, game.board.roll, game.board.against)
    hurt_monster(game, monster, made, hero)


def attack_several(game: FreeQuest, hero: Hero, spell: Spell, first: Monster) -> None:
    """The same for up to so many different monsters; all are named before the first die is rolled."""
    board = game.board
    sight = board.ground.sight(hero.at, board.doors_open)
    chosen: list[int] = [first.number]
    while len(chosen) < spell.targets:
        more: list[Option] = []
        for monster in board.monsters:
            if monster.at != NOWHERE and sight[monster.at] and monster.number not in chosen:
                more.append(ON_MONSTER[monster.number])
        if not more:
            break
        answer = game.ask(hero.seat, CAST_ON_MORE, (*more, ENOUGH), Matter(spell=spell.index))
        if answer is ENOUGH:
            break
        chosen.append(answer.number)
    for number in chosen:
        attack_by_spell(game, hero, spell, board.monsters[number])


def pull(game: FreeQuest, hero: Hero, monster: Monster, squares: i64) -> None:
    """Move a monster by its own rules of movement, not onto the starting tile."""
    board = game.board
    if squares <= 0:
        game.table.tell(PULLED, monster.noun, 0)
        return
    walks = reach_of(board, monster.at, squares)
    stay = SQUARES[board.codes[monster.at]]
    options: list[Option] = [stay]
    for at in walks.squares:
        if not board.in_start(at):
            options.append(SQUARES[board.codes[at]])
    to = square_of(board, game.ask(hero.seat, CAST_WHERE, tuple(options), Matter(monster=monster.number)))
    steps = 0 if to == monster.at else walks.steps[walks.squares.index(to)]
    put_monster(board, monster, to)
    game.table.tell(PULLED, monster.noun, steps)


def put_monster(board: Board, monster: Monster, to: i64) -> None:
    """Set a monster on another square."""
    board.figures[monster.at] = 0
    monster.at = to
    board.figures[to] = FIRST_MONSTER + monster.number


def cast_on_hero(game: FreeQuest, hero: Hero, spell: Spell, other: Hero) -> None:
    """A spell on a hero."""
    table = game.table
    effect = spell.effect
    if effect == HEAL:
        restore(game, hero, other, spell.number)
    elif effect == SHARE:
        share(game, hero, other)
    elif effect == RAGE:
        other.raging = True
        other.rage_attack = spell.number
        other.rage_defense = -spell.second
        table.tell(RAGES, other.kind.index)
    elif effect == SWAP:
        swap(game, hero, spell, other)
    elif effect == HOME:
        answer = game.ask(other.seat, CAST_WHERE, tuple(free_start_squares(game.board)), Matter(hero=other.index))
        other.in_pit = False
        table.tell(WENT_HOME, other.kind.index)
        arrive(game, other, square_of(game.board, answer))
    else:
        if effect == SHIELD:
            other.shield += spell.number
        elif effect == EDGE:
            other.edge += spell.number
        elif effect == WARD:
            other.ward += spell.number
        elif effect == HARE:
            other.hare += spell.number
        elif effect == SMOKE:
            other.smoke = True
        table.tell(BLESSED, other.kind.index, spell.index)


def restore(game: FreeQuest, hero: Hero, other: Hero, health: i64) -> None:
    """Give Health back."""
    restored = heal(game, other, health)
    hero.deeds[HEALTH_RESTORED] += restored
    game.table.tell(HEALED, other.kind.index, restored, other.health)


def warm_hands(game: FreeQuest, hero: Hero, spell: Spell) -> None:
    """The caster and all heroes beside regain Health."""
    for other in game.board.heroes:
        if is_warmed(game.board, hero, other):
            restore(game, hero, other, spell.number)


def share(game: FreeQuest, hero: Hero, other: Hero) -> None:
    """Pool the Health of two heroes and divide it, each at least 1 and at most the maximum."""
    total = hero.health + other.health
    splits: list[Option] = []
    for own in range(1, total):
        if own <= hero.full and total - own <= other.full:
            splits.append(HEALTH[own])
    answer = game.ask(hero.seat, CAST_SHARE, tuple(splits), Matter(other=other.index, amount=total))
    hero.deeds[HEALTH_RESTORED] += max(total - answer.number - other.health, 0)
    hero.health = answer.number
    other.health = total - answer.number
    game.table.tell(SHARED, hero.kind.index, hero.health, other.kind.index, other.health)


def swap(game: FreeQuest, hero: Hero, spell: Spell, first: Hero) -> None:
    """Two figures exchange squares; for a hero this is entering, and a monster may resist."""
    board = game.board
    asks = Matter(other=first.index, spell=spell.index)
    answer = game.ask(hero.seat, CAST_ON_MORE, tuple(partners(board, hero, first)), asks)
    there = first.at
    if answer.family == "on-monster":
        monster = board.monsters[answer.number]
        monster.provoked = True
        if resist(game, hero, monster):
            game.table.tell(CANCELLED, monster.noun)
            return
        game.table.tell(SWAPPED_MONSTER, first.kind.index, monster.noun)
        to = monster.at
        board.figures[there] = FIRST_MONSTER + monster.number
        monster.at = there
        board.figures[to] = 0
        enter_by_spell(game, first, to)
        return
    second = board.heroes[answer.number]
    to = second.at
    game.table.tell(SWAPPED, first.kind.index, second.kind.index)
    board.figures[there] = second.index + 1
    board.figures[to] = first.index + 1
    first.at = to
    second.at = there
    for one in (first, second):
        one.in_pit = False
    enter_by_spell(game, first, to)
    if second.lives() and second.at == there:
        enter_by_spell(game, second, there)


def enter_by_spell(game: FreeQuest, hero: Hero, to: i64) -> None:
    """A spell sets a hero down on a square."""
    hero.in_pit = False
    arrive(game, hero, to)
    if hero.lives():
        look_from(game, hero)


# ---- monsters' spells -----------------------------------------------------------------------------------------------


def hinder(game: FreeQuest, monster: Monster, spell: Spell, hero: Hero) -> None:
    """A monster's spell on a hero, who resists by Skill (monster.spell-resisted)."""
    board = game.board
    monster.spells_used |= bit(spell.index)
    game.table.tell(MONSTER_CAST, monster.noun, spell.index, hero.kind.index)
    if game.content.resist_by_test:
        made = test(game, hero.skill_dice, monster.kind.magic)
        game.table.tell(HERO_TESTED, hero.kind.index, board.roll, made)
    else:
        made = contest(game, hero.skill_dice, monster.kind.magic)
        game.table.tell(HERO_RESISTED, hero.kind.index, board.roll, board.against, made)
    if not made:
        hero.hindered = True
        game.table.tell(HINDERED, hero.kind.index)
