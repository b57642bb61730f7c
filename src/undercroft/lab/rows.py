"""Games as rows: one row per game with how it began, how it ended and what it scored; and files of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from undercroft.bots import bot_for_all, find_bot
from undercroft.core.errors import UndercroftError
from undercroft.core.game import Game
from undercroft.games import find_game
from undercroft.lab.files import check_writable, replacing
from undercroft.lab.playouts import play_games

ENDINGS = (".parquet", ".csv")


@dataclass(frozen=True)
class Job:
    """What is played: picklable, so that a worker can play a part of it."""

    game: str
    bot: str
    seed: str
    edition: str
    changes: Mapping[str, Any]


def make_job(game: Game, bot: str, seed: str, edition: str, changes: Mapping[str, Any]) -> Job:
    """A job, refused in a sentence if it could not be played."""
    find_bot(bot, game.name, seed)
    job = Job(game.name, bot, seed, game.check_edition(edition), dict(changes))
    game.new(job.edition, job.changes)
    return job


def written(changes: Mapping[str, Any]) -> str:
    """Changes as a person would write them."""
    return ", ".join(f"{path}={written_value(value)}" for path, value in changes.items())


def written_value(value: Any) -> str:
    """A changed value as a person would write it."""
    if isinstance(value, dict) and "id" in value:  # a quest of one's own, which is a long document
        return str(value["id"])
    if isinstance(value, list):
        return f"[{', '.join(repr(each) if isinstance(each, str) else written_value(each) for each in value)}]"
    if isinstance(value, str) and value.isdigit():  # a text, which is no number
        return repr(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


# ---- rows ------------------------------------------------------------------------------------------------------------


@dataclass
class Rows:
    """Finished games of a job, a column for each fact; game number n has the seed SEED/n."""

    number: list[int] = field(default_factory=list)
    opening: list[str] = field(default_factory=list)
    won: list[bool] = field(default_factory=list)
    end: list[str] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    rank: list[str] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    figures: dict[str, list[int]] = field(default_factory=dict)  # the tracked figures as they stood at the end

    def __len__(self) -> int:
        return len(self.number)

    def columns(self) -> dict[str, list[Any]]:
        """The columns by their names."""
        plain = {name: column for name, column in vars(self).items() if name != "figures"}
        return {**plain, **self.figures}

    def part(self, start: int, stop: int) -> Rows:
        """Those from one place up to another."""
        cut = {name: column[start:stop] for name, column in self.columns().items()}
        figures = {name: cut.pop(name) for name in self.figures}
        return Rows(**cut, figures=figures)


def play_rows(job: Job, first: int, count: int) -> Rows:
    """Play a part of a job."""
    game = find_game(job.game)
    fresh = game.new(job.edition, job.changes)
    openings = [list(opening) for opening in game.openings(fresh)]
    names = ["-".join(opening) for opening in openings]
    make_player = partial(bot_for_all, job.bot, game, fresh)
    rows = Rows(figures={name: [] for name in game.figure_names})
    for played in play_games(fresh, game.play, len(game.seats), make_player, openings, job.seed, first, count):
        outcome = played.outcome
        rows.number.append(played.number)
        rows.opening.append(names[played.opening])
        rows.won.append(outcome.won)
        rows.end.append(outcome.end)
        rows.score.append(outcome.score)
        rows.rank.append(outcome.rank)
        rows.decisions.append(played.decisions)
        for column, figure in zip(rows.figures.values(), played.figures, strict=True):
            column.append(figure)
    return rows


def play_side_by_side(jobs: tuple[Job, ...], first: int, count: int) -> list[Rows]:
    """Play the same part of several jobs."""
    return [play_rows(job, first, count) for job in jobs]


# ---- files -----------------------------------------------------------------------------------------------------------


class RowFile:
    """A file of rows to be: checked before anything is played, written as a whole at the end."""

    def __init__(self, path: Path, **labels: Any) -> None:
        if path.suffix.lower() not in ENDINGS:
            raise UndercroftError(f"rows are written as {' or '.join(ENDINGS)}, and {str(path)!r} ends otherwise")
        self.path = path
        self.polars = load_polars()
        check_writable(path)
        self.labels = labels  # columns that all rows have in common
        self.kept: dict[str, Kept] = {}

    def take(self, job: Job, rows: Rows, **labels: Any) -> None:
        """Keep some rows of a job; labels are columns of their own, and each set of labels stands together."""
        if repr(labels) not in self.kept:
            self.kept[repr(labels)] = Kept({**labels, **columns_of(job), **self.labels}, job.seed, [])
        frame = self.polars.DataFrame(rows.columns(), schema=self._schema(rows))
        self.kept[repr(labels)].frames.append(frame)

    def _schema(self, rows: Rows) -> dict[str, Any]:
        """Kept small: ten million games have few different openings, ends and ranks."""
        pl = self.polars
        few, whole = pl.Categorical(), pl.Int64()
        return {
            "number": whole, "opening": few, "won": pl.Boolean(), "end": few, "score": whole, "rank": few,
            "decisions": whole, **dict.fromkeys(rows.figures, whole),
        }  # fmt: skip

    def write(self) -> int:
        """Write all that was kept; says how many rows."""
        frames = [self._labelled(kept) for kept in self.kept.values()]
        if not frames:
            return 0
        whole = self.polars.concat(frames, how="vertical_relaxed").collect()  # a label may be null in some
        with replacing(self.path) as beside:
            if self.path.suffix.lower() == ".csv":
                whole.write_csv(beside)
            else:
                whole.write_parquet(beside)
        return len(whole)

    def _labelled(self, kept: Kept) -> Any:
        pl = self.polars
        lazy = pl.concat(kept.frames).lazy().with_columns(pl.col(pl.Categorical).cast(pl.String))
        seed = pl.format("{}/{}", pl.lit(kept.seed), pl.col("number")).alias("seed")
        labels = [pl.lit(value).alias(name) for name, value in kept.labels.items()]
        return lazy.select("number", seed, *labels, pl.exclude("number"))


@dataclass
class Kept:
    """Rows of one job that are kept, and what all of them have in common."""

    labels: dict[str, Any]
    seed: str
    frames: list[Any]


def columns_of(job: Job) -> dict[str, Any]:
    """What all rows of a job have in common, so that files can be laid together."""
    return {
        "game": job.game,
        "edition": job.edition,
        "changes": written(job.changes),
        "bot": job.bot,
        "rules": find_game(job.game).rules_version,
    }


def load_polars() -> ModuleType:
    """The package, if it is installed."""
    try:
        import polars
    except ModuleNotFoundError:
        raise UndercroftError("rows need polars; get it with: pip install 'undercroft[lab]'") from None
    return polars
