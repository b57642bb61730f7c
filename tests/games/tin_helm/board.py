"""A small table for rule tests of Tin Helm: given a hero, when something is done with these dice, then look."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from tests.games.told import Told
from undercroft.core.chance import Scripted
from undercroft.core.decks import Deck
from undercroft.core.players import Paused, ScriptedPlayer
from undercroft.core.table import Table
from undercroft.games.tin_helm import TIN_HELM, content
from undercroft.games.tin_helm.setup import set_up
from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tin_helm.vocabulary import V

Answers = Sequence[tuple[str, str]]


def given(
    hero: str = "kroling-parson",
    *,
    edition: str = "book",
    changes: Mapping[str, Any] | None = None,
    extra: str = "none",
    loot: Sequence[str] = (),
    without: Sequence[str] = (),
    **figures: Any,
) -> TinHelm:
    """A game after set-up with this adventurer (race-class), loot in hand, trappings left out, and figures as given.

    Figures are attributes of the state: health, energy, food, favor, shards, level, flips, first_card, ...
    """
    game = TinHelm(content.load(edition, changes or {}))
    race, cls = hero.split("-")
    answers = [("setup.race", race), ("setup.class", cls)]
    if race == "human":
        answers.append(("setup.extra-trapping", extra))
    when(game, set_up, answers=answers)
    for key in loot:
        game.take_card(loot_card(game, key))
    for key in without:
        game.discard(trapping(game, key))
    for name, value in figures.items():
        assert hasattr(game, name), name
        setattr(game, name, value)
    return game


def when(
    game: TinHelm,
    rule: Callable[..., Any],
    *arguments: Any,
    dice: Sequence[int] = (),
    cards: Sequence[str] = (),
    answers: Answers = (),
) -> Told:
    """Do what a rule says, with these dice, dungeon cards and answers; all of them must be used up."""
    chance = Scripted(list(dice), [room(game, key) for key in cards])
    player = ScriptedPlayer(list(answers))
    table = Table([player], chance)
    table.log = []
    table.seat(game)
    game.table = table
    with suppress(Paused):
        rule(game, *arguments)
    chance.finish()
    player.finish()
    return Told(table.log, player.asked, list(player.offered), game.end is not None)


def labels(game: TinHelm, told: Told) -> dict[str, str]:
    """What each of the buttons says at the question that was left open."""
    words, facts = TIN_HELM.words(), TIN_HELM.facts(game)
    prompt = next(prompt for prompt in V.prompts if prompt.name == told.asked)
    options = [option for option in V.options if option.name in told.offered]
    return {option.name: words.option(prompt, option, facts) for option in options}


def room(game: TinHelm, key: str) -> int:
    """The index of a dungeon card."""
    return [card.key for card in game.content.rooms].index(key)


def enemy(game: TinHelm, key: str) -> int:
    """The index of an enemy."""
    return [card.key for card in game.content.enemies].index(key)


def loot_card(game: TinHelm, key: str) -> Any:
    """A loot card by key."""
    return next(card for card in game.content.cards if card.key == key and not card.pair)


def trapping(game: TinHelm, key: str) -> Any:
    """A trapping by key."""
    return next(card for card in game.content.cards if card.key == key and card.pair)


def held(game: TinHelm) -> list[str]:
    """The cards in hand by key, trappings first."""
    return [card.key for card in game.kit.held]


def stack(game: TinHelm, *keys: str) -> None:
    """Lay the dungeon deck: these cards on top, in this order, and all others unseen below."""
    top = [room(game, key) for key in keys]
    rest = [index for index in range(len(game.content.rooms)) if index not in top]
    game.deck = Deck(rest, top[::-1])
