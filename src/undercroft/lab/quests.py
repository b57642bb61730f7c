"""A quest of somebody's own: read from its file, played many times by each party, and what that says of it.

Game number n of a run has the seed SEED/n, for every size of the party, so that the figures of a file are the same
whoever plays what, and differ only where the file does. A party is what it is for `simulate` and `sweep`, whose games
these are: each hero is the first in turn, and the bot chooses the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from undercroft.bots import find_bot
from undercroft.core.build import compiled
from undercroft.core.chance import Seeded
from undercroft.core.content import read_toml
from undercroft.core.errors import ContentError, UndercroftError, short
from undercroft.core.ground import NOWHERE
from undercroft.core.players import Opening
from undercroft.core.table import Table
from undercroft.core.vocabulary import Event
from undercroft.games import find_game
from undercroft.games.freequest import content
from undercroft.games.freequest.pieces import AREA_KINDS, CUNNING, FAIR, GENTLE, REFEREES, Quest
from undercroft.games.freequest.play import take_one_step
from undercroft.games.freequest.quest_checks import budget, threats
from undercroft.games.freequest.quest_content import QUESTS, read_campaign, read_quest_file
from undercroft.games.freequest.state import ALL_OVER, FreeQuest
from undercroft.games.freequest.vocabulary import HERO_DIED
from undercroft.lab.files import NotAFile, TooLarge, read_up_to
from undercroft.lab.intervals import rate, wilson
from undercroft.lab.workers import GAME_SECONDS, Place, play_parts

GAME = "freequest"
BOT = "steady"
LEVELS = tuple(REFEREES[level] for level in (GENTLE, FAIR, CUNNING))
USUAL_GAMES = {True: 200, False: 40}  # for each party: compiled, interpreted
LARGEST = 200_000  # bytes; the longest quest of the book has a twentieth of that
LEAST, MOST = 0.25, 0.85  # won by steady heroes: below it a quest is too hard, above it too easy
ENDS = ("complete", "all-dead", "time-up", "withdrew")


# ---- the file --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class QuestFile:
    """A quest that may be played: what its file says, and what was made of that."""

    path: Path
    document: Mapping[str, Any]
    quest: Quest
    in_book: bool  # whether it is a file of the campaign itself

    @property
    def sizes(self) -> tuple[int, ...]:
        """The parties that it is for."""
        return tuple(range(self.quest.least, self.quest.most + 1))

    def changes(self, heroes: int, referee: str) -> dict[str, Any]:
        """How a game of it is set up."""
        own = {} if self.in_book else {"play.own": self.document}
        return {**own, "play.quest": self.quest.key, "play.heroes": heroes, "play.referee": referee}


def open_quest(path: Path) -> QuestFile:
    """The quest in a file, or one of the book by its name; a ContentError has the place in it and the reason."""
    if not path.exists() and str(path) in read_campaign(QUESTS).quests:
        path = QUESTS / f"{path}.toml"
    check_file(path)
    document = read_toml(path)
    quest = read_quest_file(path, content.load("book", {}).content)
    in_book = path.resolve() == (QUESTS / f"{quest.key}.toml").resolve()
    if not in_book and quest.key in read_campaign(QUESTS).quests:
        raise ContentError(f"{path.name}: id: there is a quest {quest.key!r} in the book already")
    return QuestFile(path, document, quest, in_book)


def check_file(path: Path) -> None:
    """Refuse what cannot be the file of a quest before it is read."""
    if path.is_dir():
        raise ContentError(f"{path.name or path}: it is a folder; name the quest's file in it")
    if not path.exists():
        raise ContentError(f"{path.name}: there is no such file in {path.parent.resolve()}")
    try:
        read_up_to(path, LARGEST).decode()
    except UnicodeDecodeError:
        raise ContentError(f"{path.name}: it is not a text in UTF-8") from None
    except NotAFile as error:
        raise ContentError(f"{path.name}: {error} with a quest in it") from None
    except TooLarge as error:
        raise ContentError(f"{path.name}: {error}, and no quest is that long") from None


# ---- playing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class QuestJob:
    """What is played: picklable, so that a worker can play a part of it."""

    changes: Mapping[str, Any]
    seed: str


@dataclass(frozen=True)
class QuestGame:
    """One finished game: how it ended, in which round, who was there, and who died in which area."""

    end: str
    won: bool
    rounds: int
    party: tuple[int, ...]
    deaths: tuple[tuple[int, int], ...]


def play_quest(job: QuestJob, first: int, count: int) -> list[QuestGame]:
    """Play a part of a job."""
    fresh = find_game(GAME).new("book", job.changes)
    assert isinstance(fresh, FreeQuest)
    openings = find_game(GAME).openings(fresh)
    return [
        play_once(fresh.copy(), f"{job.seed}/{number}", openings[number % len(openings)])
        for number in range(first, first + count)
    ]


def play_once(game: FreeQuest, seed: str, opening: Sequence[str]) -> QuestGame:
    """One game, step by step, so that the board is at hand when somebody dies."""
    player = Opening(list(opening), find_bot(BOT, GAME, seed))
    table = Table([player for _ in find_game(GAME).seats], Seeded(seed))
    log: list[Event] = []
    table.log = log
    table.seat(game)
    game.table = table
    board = game.board
    deaths: list[tuple[int, int]] = []
    while board.phase != ALL_OVER:
        stood = [hero.at for hero in board.heroes]
        take_one_step(game)
        for event in log:
            if event.kind is HERO_DIED:
                hero = next(hero for hero in board.heroes if hero.kind.index == event.a)
                at = hero.body_at if hero.body_at != NOWHERE else stood[hero.index]  # put away when all is over
                deaths.append((hero.kind.index, game.quest().ground.area[at]))
        log.clear()
    outcome = game.outcome()
    assert outcome is not None
    party = tuple(hero.kind.index for hero in board.heroes)
    return QuestGame(outcome.end, outcome.won, board.round, party, tuple(deaths))


# ---- what it says ----------------------------------------------------------------------------------------------------


@dataclass
class Party:
    """What the games of one party came to."""

    heroes: int
    games: int = 0
    wins: int = 0
    rounds: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    present: Counter[int] = field(default_factory=Counter)  # games by hero
    deaths: Counter[tuple[int, int]] = field(default_factory=Counter)  # by hero and area

    def take(self, games: list[QuestGame]) -> None:
        """Take in more games."""
        for game in games:
            self.games += 1
            self.wins += game.won
            self.rounds += game.rounds
            self.ends[game.end] += 1
            self.present.update(game.party)
            self.deaths.update(game.deaths)


@dataclass(frozen=True)
class Measured:
    """A quest and how it plays, or as much of that as was known when it was interrupted."""

    file: QuestFile
    referee: str
    asked: int
    seed: str
    parties: tuple[Party, ...]

    @property
    def interrupted(self) -> bool:
        """Whether fewer games were played than asked for."""
        return any(party.games < self.asked for party in self.parties)

    def as_json(self) -> dict[str, Any]:
        """All of it as plain data; the same for the same file, seed and number of games."""
        quest = self.file.quest
        return {
            "file": str(self.file.path),
            "quest": quest.key,
            "title": quest.title,
            "step": int(quest.step),
            "heroes": [int(quest.least), int(quest.most)],
            "rounds": int(quest.rounds),
            "areas": {area.letter: AREA_KINDS[area.kind] for area in quest.areas},
            "bot": BOT,
            "referee": self.referee,
            "seed": self.seed,
            "games": self.asked,
            "interrupted": self.interrupted,
            "parties": [self._party(party) for party in self.parties],
            "warnings": [sentence for party in self.parties if (sentence := warning(party))],
            "compiled": compiled(),
        }

    def _party(self, party: Party) -> dict[str, Any]:
        quest = self.file.quest
        by_area = threats(quest, content.load("book", {}).content, party.heroes)
        return {
            "heroes": party.heroes,
            "threat": int(sum(by_area)),
            "budget": int(budget(party.heroes, quest.step)),
            "threat_by_area": {area.letter: int(by_area[area.index]) for area in quest.areas if by_area[area.index]},
            "games": party.games,
            "wins": party.wins,
            "win_rate": rate(party.wins, party.games),
            "win_rate_95": wilson(party.wins, party.games),
            "mean_rounds": rate(party.rounds, party.games),
            "ends": {end: party.ends[end] for end in ENDS},
            "played": {self._name(hero): party.present[hero] for hero in sorted(party.present)},
            "deaths": {self._name(hero): self._deaths(party, hero) for hero in sorted(party.present)},
        }

    def _name(self, hero: int) -> str:
        return content.load("book", {}).content.heroes[hero].name

    def _deaths(self, party: Party, hero: int) -> dict[str, Any]:
        """How often a hero died, and in which areas, those where it was oftenest first."""
        where = Counter({area: count for (who, area), count in party.deaths.items() if who == hero})
        letters = {self.file.quest.areas[area].letter: count for area, count in sorted(where.items())}
        return {
            "games": party.present[hero],
            "died": where.total(),
            "where": dict(sorted(letters.items(), key=lambda pair: -pair[1])),
        }


def measure(
    file: QuestFile,
    games: int,
    heroes: int | None,
    referee: str,
    seed: str,
    place: Place,
    progress: Callable[[int], None] | None = None,
) -> Measured:
    """Let each party, or one, play so many games; Ctrl-C ends the run early and keeps what is finished."""
    parties = tuple(Party(size) for size in check_setting(file, heroes, referee))
    measured = Measured(file, referee, games, seed, parties)
    jobs = [QuestJob(file.changes(party.heroes, referee), seed) for party in parties]
    for job in jobs:
        find_game(GAME).new("book", job.changes)  # refused here, if at all, and read once for all workers
    if not games:
        return measured
    try:
        for number, (party, job) in enumerate(zip(parties, jobs, strict=True)):
            for _, part in play_parts(
                play_quest, job, games, place, after(number * games, progress), GAME_SECONDS, seed
            ):
                party.take(part)
    except KeyboardInterrupt:
        pass  # what is finished is reported
    return measured


def after(before: int, progress: Callable[[int], None] | None) -> Callable[[int], None] | None:
    """Progress that counts on from games that are done."""
    return None if progress is None else lambda done: progress(before + done)


def check_setting(file: QuestFile, heroes: int | None, referee: str) -> tuple[int, ...]:
    """The sizes of parties to measure, or a sentence on who cannot play."""
    if referee not in LEVELS:
        raise UndercroftError(f"there is no referee {short(referee)}; there is {', '.join(LEVELS)}")
    if heroes is None:
        return file.sizes
    if heroes not in file.sizes:
        least, most = file.sizes[0], file.sizes[-1]
        wanted = f"{least} to {most} heroes" if least < most else f"{least} heroes" if least > 1 else "one hero"
        raise UndercroftError(f"{file.path.name} is for {wanted}, not for {heroes}")
    return (heroes,)


def warning(party: Party) -> str:
    """What to say where a party wins too seldom or too often, more carefully where that is not sure; else nothing."""
    share = rate(party.wins, party.games)
    if share is None or LEAST <= share <= MOST:
        return ""
    low, high = wilson(party.wins, party.games)
    who = f"{party.heroes} heroes" if party.heroes > 1 else "one hero"
    is_sure = high < LEAST or low > MOST
    fault = f"too hard: under {LEAST * 100:.0f} %" if share < LEAST else f"too easy: over {MOST * 100:.0f} %"
    return f"For {who} it {'is' if is_sure else 'may be'} {fault} of the games were won."
