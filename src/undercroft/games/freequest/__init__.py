"""FreeQuest: up to four heroes, a referee who knows the map, quests that make a campaign.

setup.py: heroes, order, spells, the starting tile. turns.py: a hero's turn. movement.py: steps, doors, leaps.
combat.py: attacks, damage, death. contests.py: dice. spells.py, searching.py, terrain.py, traps.py, bodies.py: what
else heroes do. exploring.py: what they see for the first time. referee.py: the monsters' turn. ending.py: how a quest
ends; aftermath.py: what becomes of everybody. between.py: shop, learning, vigils. state.py: the board that all see, and
the referee's notes. sheets.py: what a hero's figures come to. pieces.py: what is played with. content.py and
quest_content.py: what the data files may say; quest_checks.py: which quests are refused. vocabulary.py: questions,
answers, events. scene.py: what a seat sees; scene_cards.py: what is on the cards. imagining.py: what a search makes of
what its seat cannot know. campaign.py: a campaign as a document. beforehand.py: what is decided before a game begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from undercroft.core.game import ABSENT, Edition, Game, Setting
from undercroft.core.rules import Ledger, read_ledger
from undercroft.core.state import State
from undercroft.core.words import Words, read_words
from undercroft.games.freequest import content
from undercroft.games.freequest.beforehand import settings_of
from undercroft.games.freequest.campaign import restore
from undercroft.games.freequest.pieces import PERSON
from undercroft.games.freequest.play import play
from undercroft.games.freequest.scene import FACTS, about, facts, freequest_scene, nouns, rank_name, target
from undercroft.games.freequest.state import FIGURE_NAMES, FreeQuest, new_game
from undercroft.games.freequest.vocabulary import ENDS, HEROES, V
from undercroft.games.freequest.walking import walks

END_NAMES = tuple(end.name.removeprefix("end.") for end in ENDS)


def new(edition: str, changes: Mapping[str, Any]) -> State:
    """A state before set-up, or in town where a campaign goes on."""
    box = content.load(edition, changes)
    game = new_game(box)
    if box.content.campaign:
        restore(game, box.content.campaign)
    return game


def openings(state: State) -> tuple[tuple[str, ...], ...]:
    """The heroes that the first player may begin with, unless the party is given."""
    assert isinstance(state, FreeQuest)
    if state.content.party:
        return ((),)
    return tuple((HEROES[kind.index].name,) for kind in state.content.heroes)


def company(state: State) -> tuple[str, ...]:
    """The computer referees unless a person does; it leads the heroes where there are no players for them."""
    assert isinstance(state, FreeQuest)
    referee = "" if state.content.referee == PERSON else "steady"
    players = int(state.content.players)
    first = "" if players else "steady"
    return (referee, first, *("" if seat < players else ABSENT for seat in range(1, len(FREEQUEST.seats) - 1)))


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


FREEQUEST = Game(
    home=f"{__name__}:FREEQUEST",
    name="freequest",
    title="FreeQuest",
    summary="Up to four heroes explore what only a referee knows, quest after quest: alone, with friends, or against "
    "the computer's monsters.",
    accent="#5b8dd9",
    seats=("referee", "first player", "second player", "third player", "fourth player"),
    rules_version=2,
    data=content.DATA,
    vocabulary=V,
    figure_names=FIGURE_NAMES,
    ends=END_NAMES,
    editions=editions,
    new=new,
    play=play,
    openings=openings,
    scene=freequest_scene,
    nouns=nouns,
    facts=facts,
    rank_name=rank_name,
    words=words,
    ledger=ledger,
    about=about,
    target=target,
    walks=walks,
    company=company,
    keeper=0,
    settings=settings,
    minutes=(30, 60),
    hardness="Fair, by quest and referee: a simple bot wins 77 games in 100 of the first.",
)
