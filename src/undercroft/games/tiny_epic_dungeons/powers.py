"""Powers of mats and Loot: which are ready, whether they are used, and what that uses up."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bit
from undercroft.games.tiny_epic_dungeons.belongings import drop_slot
from undercroft.games.tiny_epic_dungeons.bodies import spend_focus
from undercroft.games.tiny_epic_dungeons.pieces import ONCE_A_GAME, ONCE_A_TURN, Power
from undercroft.games.tiny_epic_dungeons.state import FIRST_LOOT, Dungeon, Hero
from undercroft.games.tiny_epic_dungeons.vocabulary import NO, POWER_USED, REACTION, YES

POWER_NAMES: Final[i64] = 8  # powers are named by hero * 8 + source, Loot from 100 on
LOOT_NAMES: Final[i64] = 100


def may_use(game: Dungeon, number: i64, source: i64, victim: i64) -> bool:
    """Whether the hero with a reaction uses it, asked of its own seat."""
    before = game.source
    game.asked = number
    game.source = source
    game.threatened = victim
    used = game.table.choose(game.seat_of(number), REACTION, (YES, NO)) is YES
    game.source = before
    return used


def wanted(game: Dungeon, number: i64, source: i64, power: Power) -> bool:
    """Whether a power works now: by itself where it costs nothing, else if the hero likes (hero.abilities)."""
    return (power.cost_focus == 0 and not power.discard) or may_use(game, number, source, number)


def ready_power(game: Dungeon, hero: Hero, source: i64, when: i64) -> Power | None:
    """A power of that moment which the hero can pay for and has not used up, or None."""
    power = game.power(hero, source)
    if power is None or power.when != when or power.stands or hero.focus < power.cost_focus:
        return None
    if power.once and used_up(game, hero, source, power):
        return None
    return power


def used_up(game: Dungeon, hero: Hero, source: i64, power: Power) -> bool:
    """Whether a power that works once has worked."""
    if power.once != ONCE_A_GAME:
        return bool(hero.used_this_turn >> source & 1)
    if source < FIRST_LOOT:
        return bool(hero.used_for_good >> source & 1)
    return bool(game.spent_loot >> hero.loot[source - FIRST_LOOT] & 1)


def use_up(game: Dungeon, number: i64, source: i64, power: Power) -> None:
    """Pay for a power, note that it was used, and discard its card if it says so."""
    hero = game.heroes[number]
    game.table.tell(POWER_USED, hero.mat.index, power_name(hero, source))
    spend_focus(game, hero, power.cost_focus)
    if power.once == ONCE_A_TURN:
        hero.used_this_turn |= bit(source)
    elif power.once == ONCE_A_GAME and source < FIRST_LOOT:
        hero.used_for_good |= bit(source)
    elif power.once == ONCE_A_GAME:
        game.spent_loot |= bit(hero.loot[source - FIRST_LOOT])
    if power.discard:
        drop_slot(game, hero, source - FIRST_LOOT)


def power_name(hero: Hero, source: i64) -> i64:
    """The figure that stands for a power in events."""
    if source < FIRST_LOOT:
        return hero.mat.index * POWER_NAMES + source
    return LOOT_NAMES + hero.loot[source - FIRST_LOOT]
