"""Set-up: choose a race and a class, take the trappings, set the trackers."""

from __future__ import annotations

from undercroft.core.vocabulary import Option
from undercroft.games.tin_helm.cards import Card, Class, Race
from undercroft.games.tin_helm.state import HERO, TinHelm
from undercroft.games.tin_helm.vocabulary import (
    ADVENTURER_READY,
    CLASS_CHOICE,
    EXTRA_TAKEN,
    EXTRA_TRAPPING,
    NONE,
    RACE_CHOICE,
    TRAPPING_TAKEN,
)


def set_up(game: TinHelm) -> None:
    """Make the adventurer (setup.pick-race-and-class) and stand before the first level."""
    race = choose_race(game)
    cls = choose_class(game, race)
    game.race = race.index
    game.cls = cls.index
    game.bonus = cls.bonus
    game.health = game.health_cap = race.health + cls.health
    game.energy = game.energy_cap = race.energy + cls.energy
    game.food = min(race.food, game.content.figures.food_limit)
    game.flips = race.flips_per_level
    game.table.tell(ADVENTURER_READY, race.index, cls.index, game.health, game.energy)
    for index in cls.trappings:
        game.take_card(game.content.cards[index])
        game.table.tell(TRAPPING_TAKEN, index)
    if race.extra_trapping:
        choose_extra_trapping(game)
    game.tell_level()


def choose_race(game: TinHelm) -> Race:
    """Any of the races."""
    races = game.content.races
    answer = game.table.choose(HERO, RACE_CHOICE, tuple([race.option for race in races]))
    return next(race for race in races if race.option is answer)


def choose_class(game: TinHelm, race: Race) -> Class:
    """Any of the classes that are not on the race's own card (setup.same-card-forbidden)."""
    answer = game.table.choose(HERO, CLASS_CHOICE, tuple([cls.option for cls in race.classes]))
    return next(cls for cls in race.classes if cls.option is answer)


def choose_extra_trapping(game: TinHelm) -> None:
    """A Human may take one more trapping, from a card that the class does not use (race.human)."""
    spare = spare_trappings(game)
    options: list[Option] = [card.option for card in spare]
    options.append(NONE)
    answer = game.table.choose(HERO, EXTRA_TRAPPING, tuple(options))
    for card in spare:
        if card.option is answer:
            game.take_card(card)
            game.table.tell(EXTRA_TAKEN, card.index)


def spare_trappings(game: TinHelm) -> list[Card]:
    """The trappings on cards of which neither side is in play."""
    taken = [card.pair for card in game.kit.held]
    return [card for card in game.content.cards if card.pair and card.pair not in taken]
