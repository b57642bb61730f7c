"""Tin Helm: a solo dive for three shards through five levels of twelve cards.

setup.py: the adventurer. turns.py: levels, rooms, the way down. places.py: traps, loot, camps, water, special places.
combat.py: fights. anytime.py: what may be used at any time. state.py: trackers, hand, score. cards.py: the cards.
content.py: what the data files may say. vocabulary.py: questions, answers, events. scene.py: what the player sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from undercroft.core.game import Edition, Game
from undercroft.core.rules import Ledger, read_ledger
from undercroft.core.state import State
from undercroft.core.words import Words, read_words
from undercroft.games.tin_helm import content
from undercroft.games.tin_helm.scene import FACTS, facts, nouns, rank_name, tin_helm_scene
from undercroft.games.tin_helm.state import FIGURE_NAMES, TinHelm
from undercroft.games.tin_helm.turns import play
from undercroft.games.tin_helm.vocabulary import ENDS, V

END_NAMES = tuple(end.name.removeprefix("end.") for end in ENDS)


def new(edition: str, changes: Mapping[str, Any]) -> State:
    """A state before set-up."""
    return TinHelm(content.load(edition, changes))


def openings(state: State) -> tuple[tuple[str, ...], ...]:
    """The adventurers: every race with every class that is not on its card."""
    assert isinstance(state, TinHelm)
    return tuple((race.key, cls.key) for race in state.content.races for cls in race.classes)


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


TIN_HELM = Game(
    home=f"{__name__}:TIN_HELM",
    name="tin-helm",
    title="Tin Helm",
    summary="Three shards, five levels, twelve cards, two dice: a solo dive in a quarter of an hour.",
    accent="#d9662b",
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
    scene=tin_helm_scene,
    nouns=nouns,
    facts=facts,
    rank_name=rank_name,
    words=words,
    ledger=ledger,
    minutes=(10, 20),
    hardness="Hard: a simple bot wins 38 games in 100.",
)
