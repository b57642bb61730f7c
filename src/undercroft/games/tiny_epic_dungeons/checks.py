"""Skill Checks: rolling, changing and choosing Hero Dice."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.core.pools import Pool, faces
from undercroft.core.vocabulary import Option, Options
from undercroft.games.tiny_epic_dungeons.bodies import dice_of, gain_focus, heal, result_of, spend_focus
from undercroft.games.tiny_epic_dungeons.pieces import (
    ANY_SKILL,
    ON_ATTACK,
    ON_CHECK,
    ON_SPELL,
    ON_STRENGTH,
    RESULT,
    Content,
    Power,
)
from undercroft.games.tiny_epic_dungeons.powers import ready_power, use_up
from undercroft.games.tiny_epic_dungeons.state import NOBODY, Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    CHECK_DICE,
    COULD_DEAL,
    COULD_KILL,
    COUNT,
    DIE_CHANGED,
    DIE_REROLLED,
    HERO_DICE,
    LOWER,
    OUT_OF_REACH,
    RAISE,
    REACHES,
    REROLL_DIE,
    REROLL_WHICH,
    RESULT_COUNTED,
    ROLLED,
    SKILL,
    SOURCES,
    STOP,
    USE,
    WHICH_SKILL,
    WITH_FOCUS,
)

SIDES: Final[i64] = 6
MOST_DICE: Final[i64] = 3


def hero_pool(dice: i64) -> Pool:
    """So many Hero Dice; the order in which they fall means nothing."""
    weights: dict[int, int] = {}
    total: i64 = 1
    for _ in range(dice):
        total *= SIDES
    for packed in range(total):
        example: i64 = 0
        for face in sorted(faces(packed, dice, SIDES), reverse=True):
            example = example * SIDES + face - 1
        weights[example] = weights.get(example, 0) + 1
    return Pool(dice, SIDES, list(weights.values()), list(weights))


POOLS: Final = [hero_pool(dice) for dice in range(1, MOST_DICE + 1)]


class Checking:
    """One check as it goes: whose, with which Skill, what for, what it is rolled against, what success costs."""

    def __init__(self, number: i64, skill: i64, purpose: i64, against: i64, price: i64) -> None:
        self.number: Final = number
        self.skill = skill
        self.purpose: Final = purpose
        self.against: Final = against
        self.price: Final = price
        self.more_dice: i64 = 0
        self.bonus: i64 = 0
        self.most_harm: i64 = 0  # what an attack can do at most; 0 for other checks
        self.changed = False
        self.used: i64 = 0  # sources of powers used for this check, as bits


def check(game: Dungeon, checking: Checking) -> i64:
    """A Skill Check up to its result, unused dice paid out (check.sequence)."""
    hero = game.heroes[checking.number]
    game.against = checking.against
    game.purpose = checking.purpose
    game.price = checking.price
    if checking.skill == ANY_SKILL:
        game.asked = checking.number
        checking.skill = game.table.choose(game.seat_of(checking.number), WHICH_SKILL, SKILL).number
    skill = checking.skill
    checking.bonus += result_of(game, hero, checking.purpose) + result_of(game, hero, ON_STRENGTH + skill)
    more = checking.more_dice + dice_of(game, hero, checking.purpose) + dice_of(game, hero, ON_STRENGTH + skill)
    count = max(1, min(MOST_DICE, hero.mat.skills[skill] + more))
    game.dice = sorted(faces(game.table.roll_pool(HERO_DICE, POOLS[count - 1]), count, SIDES), reverse=True)
    game.skill = skill
    tell_roll(game, hero, checking)
    counted = settle(game, hero, checking)
    result = value_of(game.content, game.dice, counted) + checking.bonus
    game.table.tell(RESULT_COUNTED, hero.mat.index, result, checking.against)
    if game.content.switches.unused_dice_on_failure or result >= checking.against:
        pay_out(game, hero, counted)
    game.dice = []
    return result


def settle(game: Dungeon, hero: Hero, checking: Checking) -> i64:
    """Change dice for Focus and use powers as often as one likes, then choose what counts; returns that choice."""
    while True:
        game.bonus = checking.bonus
        game.asked = checking.number
        options = [*count_options(game.content, game.dice), *change_options(game, hero, checking)]
        answer = game.table.choose(game.seat_of(checking.number), CHECK_DICE, tuple(options))
        if answer.family == COUNT[0][0].family:
            return answer.number
        if answer.family == USE[0].family:
            use_on_check(game, checking, answer.number - 1)
        else:
            change_die(game, hero, checking, answer)
        if game.table.weighs:
            tell_worth(game, hero, checking)


def change_options(game: Dungeon, hero: Hero, checking: Checking) -> list[Option]:
    """A die up or down for Focus, and powers that work on a check (check.modify-die, hero.abilities)."""
    options: list[Option] = []
    if hero.focus >= price_of_change(game, hero):
        last: i64 = 0
        for place in range(len(game.dice)):
            face = game.dice[place]
            if face != last:
                if face < SIDES:
                    options.append(RAISE[place])
                if face > 1:
                    options.append(LOWER[place])
            last = face
    for source in range(SOURCES):
        if not checking.used >> source & 1 and check_power(game, hero, checking, source) is not None:
            options.append(USE[source])
    return options


def check_power(game: Dungeon, hero: Hero, checking: Checking, source: i64) -> Power | None:
    """A power that would help this check, or None; rerolls come before any die is changed."""
    power = ready_power(game, hero, source, ON_CHECK)
    if power is None and checking.purpose <= ON_SPELL:
        power = ready_power(game, hero, source, ON_ATTACK)
    if power is None:
        return None
    if power.rerolls > 0 and not checking.changed:
        return power
    for effect in power.effects:
        if effect.do == RESULT and effect.on in (checking.purpose, ON_STRENGTH + checking.skill):
            return power
    return None


def use_on_check(game: Dungeon, checking: Checking, source: i64) -> None:
    """Use a power on the dice that lie there."""
    hero = game.heroes[checking.number]
    power = check_power(game, hero, checking, source)
    assert power is not None
    checking.used |= bit(source)
    use_up(game, checking.number, source, power)
    for effect in power.effects:
        if effect.do == RESULT and effect.on in (checking.purpose, ON_STRENGTH + checking.skill):
            checking.bonus += effect.by
    if power.rerolls > 0:
        reroll(game, checking, power.rerolls)


def reroll(game: Dungeon, checking: Checking, most: i64) -> None:
    """Roll up to so many of the dice again, each once."""
    hero = game.heroes[checking.number]
    kept = game.dice[:]
    rolled: list[int] = []
    while most > 0 and kept:
        most -= 1
        game.dice = [*kept, *rolled]
        options: list[Option] = [
            REROLL_DIE[place] for place in range(len(kept)) if place == 0 or kept[place] != kept[place - 1]
        ]
        options.append(STOP)
        answer = game.table.choose(game.seat_of(checking.number), REROLL_WHICH, tuple(options))
        if answer is STOP:
            break
        old = kept.pop(answer.number - 1)
        new = game.table.roll(HERO_DICE, SIDES)
        rolled.append(new)
        game.table.tell(DIE_REROLLED, hero.mat.index, old, new)
    game.dice = sorted([*kept, *rolled], reverse=True)


def change_die(game: Dungeon, hero: Hero, checking: Checking, answer: Option) -> None:
    """Turn a die to the next face for Focus; it counts as that face in every way (check.modify-die-new-face)."""
    place = answer.number - 1
    face = game.dice[place]
    new = face + 1 if answer is RAISE[place] else face - 1
    price = price_of_change(game, hero)
    spend_focus(game, hero, price)
    checking.changed = True
    game.dice[place] = new
    game.dice.sort(reverse=True)
    game.table.tell(DIE_CHANGED, hero.mat.index, face, new, price)


def price_of_change(game: Dungeon, hero: Hero) -> i64:
    """What it costs to change a die by one."""
    return max(1, game.content.figures.modify_die_cost + hero.modify_less)


# ---- what the dice come to ----------------------------------------------------------------------------------------


def count_options(content: Content, dice: list[int]) -> Options:
    """Every die as the result with any of the plus dice added, best first; what comes to the same is offered once."""
    packed: i64 = 0
    for face in dice:
        packed = packed * 7 + face
    known = content.counts.get(packed)
    if known is None:
        known = count_anew(content, dice)
        content.counts[packed] = known
    return known


def count_anew(content: Content, dice: list[int]) -> Options:
    """The ways to count these dice (check.one-die-counts, check.plus-dice, check.plus-die-as-result)."""
    found: list[tuple[int, int, Option]] = []
    seen: set[tuple[int, tuple[int, ...]]] = set()
    for die in range(len(dice)):
        for plus in range(bit(len(dice))):
            if not can_add(content, dice, die, plus):
                continue
            value = value_of(content, dice, die << 3 | plus)
            unused = [dice[other] for other in range(len(dice)) if other != die and not plus >> other & 1]
            key = (int(value), tuple(unused))
            if key not in seen:
                seen.add(key)
                found.append((-int(value), len(found), COUNT[die][plus]))
    return tuple([option for _, _, option in sorted(found, key=lambda each: each[:2])])


def can_add(content: Content, dice: list[int], die: i64, plus: i64) -> bool:
    """Whether these dice can be added to that one."""
    if plus >> die & 1:
        return False
    return all(not (plus >> other & 1 and content.hero_plus[dice[other]] == 0) for other in range(len(dice)))


def value_of(content: Content, dice: list[int], counted: i64) -> i64:
    """What a choice of dice comes to: the die, and what is added."""
    value: i64 = dice[counted >> 3]
    for other in range(len(dice)):
        if counted >> other & 1:
            value += content.hero_plus[dice[other]]
    return value


def pay_out(game: Dungeon, hero: Hero, counted: i64) -> None:
    """Unused dice give Focus and Health (check.unused-focus, check.unused-health)."""
    gain_focus(game, hero, unused_worth(game.content.hero_focus, game.dice, counted))
    heal(game, hero, unused_worth(game.content.hero_health, game.dice, counted))


def unused_worth(worth: list[int], dice: list[int], counted: i64) -> i64:
    """What the dice that a choice leaves over come to, by what each face is worth."""
    total: i64 = 0
    for other in range(len(dice)):
        if other != counted >> 3 and not counted >> other & 1:
            total += worth[dice[other]]
    return total


def best_of(content: Content, dice: list[int]) -> i64:
    """The highest result that dice can make."""
    return value_of(content, dice, count_options(content, dice)[0].number)


def can_pay(game: Dungeon, hero: Hero, dice: list[int], counted: i64, focus: i64) -> bool:
    """Whether a hero with so much Focus can pay for success, the dice left over paid out (spell.cannot-pay)."""
    return min(hero.max_focus, focus + unused_worth(game.content.hero_focus, dice, counted)) >= game.price


def best_paid(game: Dungeon, hero: Hero, dice: list[int], result: i64, focus: i64) -> i64:
    """The highest that dice come to which is enough and can be paid for; NOBODY if nothing is."""
    for option in count_options(game.content, dice):
        value = value_of(game.content, dice, option.number)
        if value < result:
            return NOBODY
        if can_pay(game, hero, dice, option.number, focus):
            return value
    return NOBODY


def focus_needed(game: Dungeon, hero: Hero, dice: list[int], result: i64, change: i64) -> i64:
    """The least Focus for changes that make dice reach a result which can be paid for; NOBODY if none do."""
    changes: i64 = 0
    reached: list[list[int]] = [dice]
    while changes * change <= hero.focus:
        for each in reached:
            if best_paid(game, hero, each, result, hero.focus - changes * change) != NOBODY:
                return changes * change
        changes += 1
        reached = changed_once(reached)
    return NOBODY


def changed_once(rolls: list[list[int]]) -> list[list[int]]:
    """All that one more change of a die can make of these rolls."""
    found: list[list[int]] = []
    for dice in rolls:
        for place in range(len(dice)):
            for face in (dice[place] + 1, dice[place] - 1):
                if 1 <= face <= SIDES:
                    other = dice[:]
                    other[place] = face
                    other.sort(reverse=True)
                    if other not in found:
                        found.append(other)
    return found


def tell_roll(game: Dungeon, hero: Hero, checking: Checking) -> None:
    """Tell the roll and, for the odds, what it is good for."""
    dice = game.dice
    table = game.table
    if table.log is None:
        return
    count = len(dice)
    second = dice[1] if count > 1 else 0
    third = dice[2] if count > 2 else 0
    table.tell(ROLLED[count - 1], hero.mat.index, dice[0], second, third)
    tell_worth(game, hero, checking)


def tell_worth(game: Dungeon, hero: Hero, checking: Checking) -> None:
    """Tell what the dice are good for as they lie or with how much Focus, if success can be paid for then."""
    dice = game.dice
    table = game.table
    result = checking.against - checking.bonus
    best = best_paid(game, hero, dice, result, hero.focus)
    if best != NOBODY:
        harm = best - result + 1
        if checking.most_harm > 0 and harm >= checking.most_harm:
            table.tell(COULD_KILL)
        elif checking.most_harm > 0:
            table.tell(COULD_DEAL, harm)
        else:
            table.tell(REACHES)
        return
    needed = focus_needed(game, hero, dice, result, price_of_change(game, hero))
    if needed > 0:
        table.tell(WITH_FOCUS[min(needed, len(WITH_FOCUS)) - 1])
    else:
        table.tell(OUT_OF_REACH)
