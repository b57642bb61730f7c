"""Elbereth: seven floors of a card dungeon, six pieces of equipment that are weapons, armour and life at once.

setup.py: the first two pieces. turns.py: one action after another. exploration.py: how a floor grows, and the way down.
combat.py: attacks and what a failed one costs. places.py: items, walls, shops, bribes. state.py: equipment, table,
bags. cards.py: the cards. content.py: what the data files may say. vocabulary.py: questions, answers, events.
scene.py: what the player sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from undercroft.core.game import Edition, Game
from undercroft.core.rules import Ledger, read_ledger
from undercroft.core.state import State
from undercroft.core.words import Words, read_words
from undercroft.games.elbereth import content
from undercroft.games.elbereth.scene import FACTS, about, elbereth_scene, facts, nouns, rank_name, target
from undercroft.games.elbereth.state import FIGURE_NAMES, Elbereth
from undercroft.games.elbereth.turns import play
from undercroft.games.elbereth.vocabulary import ENDS, STARTS, V

END_NAMES = tuple(end.name.removeprefix("end.") for end in ENDS)


def new(edition: str, changes: Mapping[str, Any]) -> State:
    """A state before set-up."""
    return Elbereth(content.load(edition, changes))


def openings(state: State) -> tuple[tuple[str, ...], ...]:
    """The pairs of equipment that one can start with, unless the start is fixed."""
    assert isinstance(state, Elbereth)
    return ((),) if state.content.start else tuple((start.name,) for start in STARTS)


@lru_cache
def editions() -> dict[str, Edition]:
    """The editions by key."""
    return {key: Edition(key, file.title, file.summary) for key, file in content.editions().items()}


@lru_cache
def words() -> Words:
    """The sentences."""
    return read_words(content.DATA / "words" / "en.toml", V, FACTS, END_NAMES, FIGURE_NAMES)


@lru_cache
def ledger() -> Ledger:
    """The clauses."""
    return read_ledger(content.DATA / "rules.toml")


ELBERETH = Game(
    home=f"{__name__}:ELBERETH",
    name="elbereth",
    title="Elbereth",
    summary="Seven floors laid card by card, and six pieces of equipment to spend on the way down: alone, in a quarter "
    "of an hour.",
    accent="#7fa650",
    seats=("hero",),
    rules_version=1,
    data=content.DATA,
    vocabulary=V,
    figure_names=FIGURE_NAMES,
    ends=END_NAMES,
    editions=editions,
    new=new,
    play=play,
    openings=openings,
    scene=elbereth_scene,
    nouns=nouns,
    facts=facts,
    rank_name=rank_name,
    words=words,
    ledger=ledger,
    about=about,
    target=target,
    minutes=(15, 25),
    hardness="Fair: a simple bot wins 54 games in 100.",
)
