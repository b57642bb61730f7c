"""What games are like: how they began and ended, what was offered and taken in them, what happened and how early.

Nothing here knows a game. What a label says depends on the moment, so the facts that it mentions are kept from the
first few games in which its option was taken; those that are always the same belong into its name.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from functools import partial

from undercroft.bots import bot_for_all
from undercroft.core.game import Game
from undercroft.core.state import State
from undercroft.core.vocabulary import EventKind, Option, Prompt, Vocabulary
from undercroft.core.words import FIGURE, Facts
from undercroft.games import find_game
from undercroft.lab.noting import STRETCH, NotedGame, play_noted
from undercroft.lab.rows import Job

SIGHTINGS = 5  # games whose facts are kept for each option

Sighting = tuple[int, dict[str, str | int]]
"""The number of a game in which an option was taken, and the facts that its label mentioned."""


@dataclass
class Traits:
    """What some games were like, counted apart for games lost and won (False, True); traits add up."""

    lengths: Counter[tuple[int, bool]] = field(default_factory=Counter)
    scores: Counter[tuple[int, bool]] = field(default_factory=Counter)
    openings: Counter[tuple[int, bool]] = field(default_factory=Counter)
    opening_scores: Counter[int] = field(default_factory=Counter)
    ends: Counter[tuple[str, int | None]] = field(default_factory=Counter)
    figures: Counter[tuple[int, int, bool]] = field(default_factory=Counter)
    offered: Counter[tuple[int, bool]] = field(default_factory=Counter)
    taken: Counter[tuple[int, bool]] = field(default_factory=Counter)
    seen: Counter[tuple[int, int, int, bool]] = field(default_factory=Counter)  # what, in which stretch, of how many
    sightings: dict[int, list[Sighting]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.lengths.total()

    @property
    def wins(self) -> int:
        """How many of them were won."""
        return sum(count for (_, won), count in self.lengths.items() if won)

    def add(self, other: Traits) -> None:
        """Take in other games."""
        for part in fields(self):
            if part.name != "sightings":
                getattr(self, part.name).update(getattr(other, part.name))
        for key, sightings in other.sightings.items():
            both = [*self.sightings.get(key, []), *sightings]
            self.sightings[key] = sorted(both, key=lambda sighting: sighting[0])[:SIGHTINGS]

    def count(self, opening: int, noted: NotedGame) -> None:
        """Take in one game."""
        outcome = noted.outcome
        won = outcome.won
        self.lengths[noted.decisions, won] += 1
        self.scores[outcome.score, won] += 1
        self.openings[opening, won] += 1
        self.opening_scores[opening] += outcome.score
        self.ends[outcome.end, place_of(noted)] += 1
        self.figures.update((place, value, won) for place, value in enumerate(noted.figures))
        self.offered.update((key, won) for key in noted.offered)
        self.taken.update((key, won) for key in noted.taken)
        lasted = noted.decisions // STRETCH
        self.seen.update((key, stretch, lasted, won) for key, stretch in noted.seen.items())


class Sightings:
    """Keeps the facts of the first few games in which each option was taken."""

    def __init__(self, game: Game, groups: list[int]) -> None:
        self.game = game
        self.groups = groups
        self.number = 0  # of the game that is played
        self.kept: dict[int, list[Sighting]] = {}

    def look(self, state: State, prompt: Prompt, option: Option) -> None:
        """Somebody takes an option."""
        kept = self.kept.setdefault(prompt.index * len(self.groups) + self.groups[option.index], [])
        if len(kept) < SIGHTINGS:
            facts: Facts = {**self.game.facts(state), **self.game.about(state, option)}
            mentioned = FIGURE.findall(label_of(self.game, prompt, option))
            kept.append((self.number, {name: facts[name] for name, _, _ in mentioned}))


def label_of(game: Game, prompt: Prompt, option: Option) -> str:
    """What a button says, its figures not filled in; nothing if the game has no words for it."""
    file = game.words().file
    return file.choices.get(prompt.name, {}).get(option.family) or file.options.get(option.family, "")


def note_games(job: Job, first: int, count: int) -> Traits:
    """Play a part of a job and note what its games are like."""
    return note_games_of(find_game(job.game), job, first, count)


def note_games_of(game: Game, job: Job, first: int, count: int) -> Traits:
    """The same for a game that need not be one of the house."""
    fresh = game.new(job.edition, job.changes)
    openings = [list(opening) for opening in game.openings(fresh)]
    groups, counted = option_groups(game.vocabulary), counted_kinds(game)
    sightings = Sightings(game, groups)
    make_player = partial(bot_for_all, job.bot, game, fresh)
    traits = Traits(sightings=sightings.kept)
    for number in range(first, first + count):
        opening = number % len(openings)
        seed = f"{job.seed}/{number}"
        sightings.number = number
        noted = play_noted(
            fresh, game.play, len(game.seats), make_player, openings[opening], seed, groups, counted, sightings.look
        )
        traits.count(opening, noted)
    return traits


def option_groups(vocabulary: Vocabulary) -> list[int]:
    """For each option the one that it counts as: itself, or the first of those that differ in a number alone."""
    firsts: dict[str, int] = {}
    groups: list[int] = []
    for option in vocabulary.options:
        numbered = option.name == f"{option.family}-{option.number}"
        groups.append(firsts.setdefault(option.family, option.index) if numbered else option.index)
    return groups


def counted_kinds(game: Game) -> list[bool]:
    """Which kinds of events are worth a note: those that are notable or about a thing, and have words.

    How a game ends tells nothing about how it will end.
    """
    ends = {end_event(end) for end in game.ends}
    sentences = game.words().file.events
    return [
        (kind.notable or kind.about) and kind.name not in ends and sentences.get(kind.name) != ""
        for kind in game.vocabulary.events
    ]


def end_event(end: str) -> str:
    """The name of the event that tells of an end."""
    return f"end.{end}"


def end_kind(game: Game, end: str) -> EventKind | None:
    """The kind of event that tells of an end; its first figure, if it has one, is where."""
    return next((kind for kind in game.vocabulary.events if kind.name == end_event(end)), None)


def place_of(noted: NotedGame) -> int | None:
    """Where a game ended, as its last event tells it."""
    last = noted.last
    if last is None or last.kind.name != end_event(noted.outcome.end) or not last.kind.figures:
        return None
    return last.a
