"""Options that nothing speaks for: whatever they lead to, another option leads to as well, or to better."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from undercroft.core.vocabulary import Option
from undercroft.games.tiny_epic_dungeons.checks import SIDES, best_of, count_options, price_of_change, value_of
from undercroft.games.tiny_epic_dungeons.combat import most_harm
from undercroft.games.tiny_epic_dungeons.pieces import EXTRA_HEROIC, ON_REST, ON_SPELL, RESULT, STEP, Content
from undercroft.games.tiny_epic_dungeons.state import LAIR, Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import SOURCES

Faces = tuple[int, ...]
Gain = tuple[int, int, int]  # what is done, and the Focus and the Health that the hero has then


class Roll(NamedTuple):
    """Dice that lie there, and all that decides what they are worth."""

    dice: Faces
    needed: int  # of the dice alone
    most: int  # what a higher result does no more
    pays_on_failure: bool
    price: int
    focus: int
    most_focus: int
    health: int
    most_health: int


def is_idle(game: Dungeon, option: Option) -> bool:
    """Whether nothing speaks for an option."""
    if option.family == "rest":
        return rests_in_vain(game)
    if option.family in ("count", "raise", "lower") and game.dice:
        return (option.family, int(option.number)) in idle_with(roll_of(game), game.content)
    if option.family != "use":
        return False
    source = int(option.number) - 1
    return helps_in_vain(game, source) if game.dice else steps_in_vain(game, source)


def steps_in_vain(game: Dungeon, source: int) -> bool:
    """Whether a power only leads to another room and gives its Heroic Action back, and nobody can leave so."""
    hero = game.heroes[game.asked]
    power = game.power(hero, source)
    if power is None or hero.at != LAIR:
        return False
    does = {int(effect.do) for effect in power.effects}
    return int(STEP) in does and does <= {int(STEP), int(EXTRA_HEROIC)}


def helps_in_vain(game: Dungeon, source: int) -> bool:
    """Whether a power would only raise the result of dice that do all that they can."""
    power = game.power(game.heroes[game.asked], source)
    if power is None or any(effect.do != RESULT for effect in power.effects):
        return False
    return best_of(game.content, game.dice) + game.bonus - game.against + 1 >= most_use(game)


def rests_in_vain(game: Dungeon) -> bool:
    """Whether the hero has nothing to regain, and no power that works on a Rest."""
    hero = game.hero()
    powers = (game.power(hero, source) for source in range(SOURCES))
    helped = any(power is not None and power.when == ON_REST for power in powers)
    return hero.health == hero.max_health and hero.focus == hero.max_focus and not helped


def roll_of(game: Dungeon) -> Roll:
    """The dice on the table."""
    hero = game.heroes[game.asked]
    return Roll(
        tuple(int(face) for face in game.dice), int(game.against - game.bonus), most_use(game),
        bool(game.content.switches.unused_dice_on_failure), int(price_of_change(game, hero)), int(hero.focus),
        int(hero.max_focus), int(hero.health), int(hero.max_health),
    )  # fmt: skip


def most_use(game: Dungeon) -> int:
    """How far a result helps beyond the least that does: the damage that kills, or nothing more than success."""
    return 1 if game.purpose > ON_SPELL else int(most_harm(game, game.purpose, game.targets))


# A change of a die costs Focus and is worth what any changes after it may lead to; so all rolls that can be reached are
# looked at, with the fewest changes that lead there.


@lru_cache(maxsize=256)
def idle_with(roll: Roll, content: Content) -> frozenset[tuple[str, int]]:
    """The options that nothing speaks for, by family and number.

    Of two that come to the same the first stays: the higher result. A change also stays for what it does at once, even
    if several others lead there.
    """
    counts = [(("count", int(option.number)), option) for option in count_options(content, list(roll.dice))]
    kept: dict[tuple[str, int], set[Gain]] = {
        name: {gain_of(roll, content, roll.dice, int(option.number), 0)} for name, option in counts
    }
    idle = outdone(kept)
    kept = {name: gains for name, gains in kept.items() if name not in idle}
    settled = set().union(*kept.values())
    changes = {name: gains_after(roll, content, dice, roll.focus // roll.price) for name, dice in first_changes(roll)}
    at_once = {name: gains_after(roll, content, dice, 1) for name, dice in first_changes(roll)}
    return frozenset(idle | (outdone(changes, settled) & outdone(at_once, settled)))


def outdone(each: dict[tuple[str, int], set[Gain]], settled: set[Gain] | None = None) -> set[tuple[str, int]]:
    """Those whose gains others reach without them, the last first."""
    left = dict(each)
    for name in reversed(list(each)):
        others = set(settled or ()).union(*(gains for other, gains in left.items() if other != name))
        if all(any(is_as_good(other, gain) for other in others) for gain in each[name]):
            del left[name]
    return set(each) - set(left)


def is_as_good(one: Gain, other: Gain) -> bool:
    """Whether one gain is in nothing worse than another."""
    return all(mine >= theirs for mine, theirs in zip(one, other, strict=True))


def gain_of(roll: Roll, content: Content, dice: Faces, counted: int, changes: int) -> Gain:
    """What counting dice in one way comes to, after so many changes."""
    over = int(value_of(content, list(dice), counted)) - roll.needed
    done = max(0, min(over + 1, roll.most))
    unused = [dice[place] for place in range(len(dice)) if place != counted >> 3 and not counted >> place & 1]
    if not done and not roll.pays_on_failure:
        unused = []
    focus = roll.focus - changes * roll.price + sum(int(content.hero_focus[face]) for face in unused)
    health = roll.health + sum(int(content.hero_health[face]) for face in unused)
    return done, min(roll.most_focus, focus), min(roll.most_health, health)


def first_changes(roll: Roll) -> list[tuple[tuple[str, int], Faces]]:
    """Each die up and down, named as its option is."""
    found = []
    for place, face in enumerate(roll.dice):
        for family, new in (("raise", face + 1), ("lower", face - 1)):
            if 1 <= new <= SIDES:
                found.append(((family, place + 1), changed(roll.dice, place, new)))
    return found


def changed(dice: Faces, place: int, face: int) -> Faces:
    """The dice with one of them turned."""
    return tuple(sorted((*dice[:place], face, *dice[place + 1 :]), reverse=True))


def gains_after(roll: Roll, content: Content, dice: Faces, most: int) -> set[Gain]:
    """All that can come of dice after a first change, with so many changes at most."""
    gains: set[Gain] = set()
    seen: set[Faces] = {roll.dice}
    rolls: Sequence[Faces] = [dice]
    for changes in range(1, most + 1):
        following: list[Faces] = []
        for each in rolls:
            if each in seen:
                continue
            seen.add(each)
            for option in count_options(content, list(each)):
                gains.add(gain_of(roll, content, each, int(option.number), changes))
            turned = (
                changed(each, place, face)
                for place in range(len(each))
                for face in (each[place] - 1, each[place] + 1)
                if 1 <= face <= SIDES
            )
            following.extend(turned)
        rolls = following
    return gains
