"""Short games for browsers: what to choose so that a game is soon over, found by playing it without any screen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import undercroft
from undercroft.core.chance import Seeded
from undercroft.core.session import Session
from undercroft.core.vocabulary import Vocabulary

TRIES = 40
ENOUGH = 10  # choices that make it a game
SHORT_GAMES = [name for name, game in undercroft.GAMES.items() if not game.settings()]  # the others take hundreds
WHIM = Vocabulary(things=()).stream("whim")


@dataclass(frozen=True)
class Step:
    """A choice: the option's name, its place among all options (from 1), how many there are, and what it acts on."""

    option: str
    place: int
    options: int
    target: str
    alone: bool
    """Whether no other option acts on the same thing."""


@cache
def short_game(game: str, seed: str) -> tuple[list[Step], Session]:
    """The shortest of some careless games that is long enough: its steps, and the finished game itself."""
    games = [careless_game(game, seed, f"{seed} {number}") for number in range(TRIES)]
    return min((played for played in games if len(played[0]) >= ENOUGH), key=lambda played: len(played[0]))


def careless_game(game: str, seed: str, whims: str) -> tuple[list[Step], Session]:
    """A game played at random, though never given up."""
    chance = Seeded(whims)
    session = undercroft.start(game, seed=seed)
    steps = []
    while session.decision is not None:
        question = session.scene(session.decision.seat).question
        assert question is not None
        choices = question.choices
        places = [place for place, choice in enumerate(choices) if not choice.resigns]
        place = places[chance.pick(WHIM, len(places))]
        chosen = choices[place]
        alone = sum(choice.target == chosen.target for choice in choices) == 1
        steps.append(Step(chosen.name, place + 1, len(choices), chosen.target, alone))
        session.choose(chosen.name)
    return steps, session
