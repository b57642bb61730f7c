"""Tiny Epic Dungeons: two to four heroes against a torch that burns down, a dungeon of cards that turn, and a Boss.

setup.py: heroes, decks, the Entrance. turns.py: a hero's turn. movement.py: steps and what they meet. exploring.py:
cards that are turned, rotated and laid. geometry.py: passages, distances, sight. checks.py: Hero Dice. combat.py:
attacks and Counter-Attacks. heroics.py: Rest, Search, Disarm, Cast, powers. powers.py: which powers are ready.
effects.py and boons.py: what cards do. bodies.py: Health and Focus. belongings.py: Loot and Spells. enemies.py: what
Goblins, Minions and the Boss do. torch.py: the light. lair.py: the Lair and taunting. state.py: everything that can
change. pieces.py: what is played with. content.py: what the data files may say. vocabulary.py: questions, answers,
events. scene.py: the table; scene_map.py: the dungeon as a plan; scene_words.py, scene_checks.py, scene_effects.py:
questions, checks and cards in words; scene_idle.py: options that nothing speaks for. walking.py: several steps at once.
beforehand.py: what is decided before a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from undercroft.core.game import ABSENT, Edition, Game, Setting
from undercroft.core.rules import Ledger, read_ledger
from undercroft.core.state import State
from undercroft.core.words import Words, read_words
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.beforehand import settings_of
from undercroft.games.tiny_epic_dungeons.scene import rank_name, tiny_epic_dungeons_scene
from undercroft.games.tiny_epic_dungeons.scene_words import FACTS, about, facts, nouns, target
from undercroft.games.tiny_epic_dungeons.state import FIGURE_NAMES, Dungeon, new_game
from undercroft.games.tiny_epic_dungeons.turns import play
from undercroft.games.tiny_epic_dungeons.vocabulary import ENDS, SEATS, TAKE_HERO, V
from undercroft.games.tiny_epic_dungeons.walking import walks

END_NAMES = tuple(end.name.removeprefix("end.") for end in ENDS)


def new(edition: str, changes: Mapping[str, Any]) -> State:
    """A state before set-up."""
    return new_game(content.load(edition, changes))


def openings(state: State) -> tuple[tuple[str, ...], ...]:
    """The heroes that the first player may begin with, unless the party is given."""
    assert isinstance(state, Dungeon)
    if state.content.party:
        return ((),)
    return tuple((option.name,) for option in TAKE_HERO)


def company(state: State) -> tuple[str, ...]:
    """A seat for each player, and nobody on the others."""
    assert isinstance(state, Dungeon)
    return tuple("" if seat < state.content.players else ABSENT for seat in range(len(SEATS)))


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


@lru_cache
def settings() -> tuple[Setting, ...]:
    """What is decided before a game begins."""
    return settings_of(content.load("book", {}), words())


TINY_EPIC_DUNGEONS = Game(
    home=f"{__name__}:TINY_EPIC_DUNGEONS",
    name="tiny-epic-dungeons",
    title="Tiny Epic Dungeons",
    summary="Two to four heroes against a torch that burns down: find the Minions, open the Lair, beat the Boss. "
    "Together, or alone with two heroes.",
    accent="#e0a93b",
    seats=SEATS,
    rules_version=1,
    data=content.DATA,
    vocabulary=V,
    figure_names=FIGURE_NAMES,
    ends=END_NAMES,
    editions=editions,
    new=new,
    play=play,
    openings=openings,
    scene=tiny_epic_dungeons_scene,
    nouns=nouns,
    facts=facts,
    rank_name=rank_name,
    words=words,
    ledger=ledger,
    about=about,
    target=target,
    walks=walks,
    company=company,
    settings=settings,
    minutes=(30, 60),
    hardness="Hard: a simple bot wins 20 games in 100.",
)
