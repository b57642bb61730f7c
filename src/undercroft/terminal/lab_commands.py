"""The lab's commands: many games at once, and what they say.

What a command needs of the lab it imports itself, so that a game starts without it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import undercroft
from undercroft.core.errors import UndercroftError
from undercroft.games import find_game
from undercroft.terminal.look import MUTED, Look, look_at, printable
from undercroft.terminal.options import (
    FIRST,
    INTERRUPTED,
    LAST,
    AsJson,
    BossName,
    BotName,
    Changes,
    EditionName,
    GameName,
    PartyNames,
    PlayerCount,
    QuestName,
    RefereeName,
    Seed,
    check_varied,
    random_seed,
    seed_of,
    set_up,
    whole_number,
    write_json,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from undercroft.lab.rows import RowFile
    from undercroft.lab.workers import Place

Workers = Annotated[str | None, typer.Option(metavar="N", help="How many processes; all cores if not said.")]
On = Annotated[
    str | None,
    typer.Option(metavar="PLACE", help="Where to play: ray (here), ray:ADDRESS or ray://ADDRESS (a cluster)."),
]
Out = Annotated[str | None, typer.Option(metavar="FILE", help="Write a row for each game to a .parquet or .csv file.")]

USUAL_PAIRS = 1_000
MOST_PAIRS = 1_000_000  # where a precision says when to stop


def add_lab_commands(app: typer.Typer) -> None:
    """Make them commands, each with an example."""
    examples: dict[Callable[..., None], str] = {
        simulate: f"simulate {LAST} --games 100000 --bot random --seed amber-gate-41 --json",
        compare: f"compare {FIRST} --a book --b book,enemy.wraith.health=9 --precision 0.01",
        sweep: f"sweep {FIRST} --vary enemy.wraith.health=3..8 --games 2000 --plot wraith.png",
        report: f"report {FIRST} --games 20000 --out {FIRST}.html",
        review: "review amber-gate-41 --plot review.html",
    }
    for command, example in examples.items():
        app.command(epilog=f"For example: undercroft {example}")(command)


# ---- what the commands share -----------------------------------------------------------------------------------------


def place_of(on: str | None, workers: str | None) -> Place:
    """Where --on and --workers say that games are played."""
    from undercroft.lab.workers import find_place

    return find_place(on, None if workers is None else whole_number("--workers", workers, 1))


def rows_for(out: str | None) -> RowFile | None:
    """The file that --out names, if it can be written."""
    from undercroft.lab.rows import RowFile

    return None if out is None else RowFile(Path(out), undercroft=undercroft.__version__)


@contextmanager
def to_the_end() -> Iterator[None]:
    """Ctrl-C ends no more than the playing in here; at any other time it waits until all is said and written."""
    from undercroft.lab.workers import Interrupts

    with Interrupts():
        yield


def answer(
    figures: dict[str, Any],
    parts: Callable[[Look], Iterable[RenderableType]],
    as_json: bool,
    rows: RowFile | None = None,
) -> None:
    """Say what came out, as JSON or as tables, and write the rows; interrupted, leave as a shell expects."""
    from undercroft.terminal.simulate_text import counted
    from undercroft.terminal.tables import draw

    look = look_at(sys.stdout)
    if as_json:
        write_json(figures)
    else:
        for part in parts(look):
            draw(part, look)
    if rows is not None:
        count = rows.write()
        if not as_json:
            said = f"{counted(count, 'row')} in {printable(str(rows.path))}"
            look.console.print(said, style=MUTED, soft_wrap=True)
    if figures["interrupted"]:
        raise typer.Exit(INTERRUPTED)


def share_of(option: str, text: str) -> float:
    """The share between 0 and 1 that an option gives."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        said = printable(text, 40)
        raise UndercroftError(f"{option} takes a share between 0 and 1, as 0.01 is, and {said!r} is none")
    return value


# ---- the commands ----------------------------------------------------------------------------------------------------


def simulate(
    game: GameName,
    games: Annotated[str, typer.Option(metavar="N", help="How many games.")] = "1000",
    bot: BotName = "steady",
    edition: EditionName = None,
    changes: Changes = None,
    quest: QuestName = None,
    party: PartyNames = None,
    players: PlayerCount = None,
    referee: RefereeName = None,
    boss: BossName = None,
    seed: Seed = None,
    workers: Workers = None,
    on: On = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Play many games on all cores: how often they are won, how they end, what they score."""
    from undercroft.lab.simulate import simulate as run
    from undercroft.terminal.simulate_text import progress, report_parts

    found = find_game(game)
    count = whole_number("--games", games, 1)
    place = place_of(on, workers)
    seed = random_seed() if seed is None else seed_of(seed)
    values = set_up(found, changes, quest=quest, party=party, players=players, referee=referee, boss=boss)
    rows = rows_for(out)
    with to_the_end():
        with progress(count) as done:
            result = run(found, bot, count, seed, edition or "book", values, progress=done, place=place, rows=rows)
        figures = result.as_json()
        answer(figures, lambda look: report_parts(figures, found, look), as_json, rows)


def compare(
    game: GameName,
    a: Annotated[str, typer.Option(metavar="SIDE", help="An edition, changes or both: book,PATH=VALUE,...")] = "book",
    b: Annotated[str, typer.Option(metavar="SIDE", help="What it is compared with, written likewise.")] = "book",
    bot: BotName = "steady",
    bot_a: Annotated[str | None, typer.Option(metavar="BOT", help="Who plays side a, if not --bot.")] = None,
    bot_b: Annotated[str | None, typer.Option(metavar="BOT", help="Who plays side b, if not --bot.")] = None,
    games: Annotated[str | None, typer.Option(metavar="N", help="At most so many games on each side.")] = None,
    precision: Annotated[
        str | None, typer.Option(metavar="P", help="Stop when the win rate's difference is known to P, as 0.01.")
    ] = None,
    quest: QuestName = None,
    party: PartyNames = None,
    players: PlayerCount = None,
    referee: RefereeName = None,
    boss: BossName = None,
    unpaired: Annotated[bool, typer.Option("--unpaired", help="Give each side seeds of its own.")] = False,
    seed: Seed = None,
    workers: Workers = None,
    on: On = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Play two editions, changes or bots on the same seeds: what differs, and how sure that is."""
    from undercroft.lab.compare import compare as run
    from undercroft.lab.compare import read_side
    from undercroft.terminal.compare_text import comparison_parts
    from undercroft.terminal.simulate_text import progress

    found = find_game(game)
    both = set_up(found, quest=quest, party=party, players=players, referee=referee, boss=boss)
    sides = read_side("--a", seed_of(a), bot_a or bot, both), read_side("--b", seed_of(b), bot_b or bot, both)
    for option, side in zip(("--a", "--b"), sides, strict=True):
        for path in side.changes.keys() - both.keys():
            check_varied(option, path, both)
    width = None if precision is None else share_of("--precision", precision)
    pairs = MOST_PAIRS if precision is not None else USUAL_PAIRS
    if games is not None:
        pairs = whole_number("--games", games, 1)
    place = place_of(on, workers)
    seed = random_seed() if seed is None else seed_of(seed)
    rows = rows_for(out)
    with to_the_end():
        with progress(pairs, "pairs of games") as done:
            comparison = run(
                found, *sides, pairs, seed, precision=width, paired=not unpaired, place=place, progress=done, rows=rows
            )
        answer(comparison.as_json(), lambda look: comparison_parts(comparison, found, look), as_json, rows)


def sweep(
    game: GameName,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH=VALUES", help="What to vary: 3..8, 3..9:2 or 3,5,8; twice for a grid."),
    ] = None,
    bot: BotName = "steady",
    games: Annotated[str, typer.Option(metavar="N", help="How many games with each value.")] = "1000",
    edition: EditionName = None,
    changes: Changes = None,
    quest: QuestName = None,
    party: PartyNames = None,
    players: PlayerCount = None,
    referee: RefereeName = None,
    boss: BossName = None,
    seed: Seed = None,
    workers: Workers = None,
    on: On = None,
    out: Out = None,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Draw the win rates to a .png or .svg file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Vary a value of the game, on the same seeds: what each value does."""
    from undercroft.lab.charts import check_target, dark, save
    from undercroft.lab.sweep import chart, read_varied
    from undercroft.lab.sweep import sweep as run
    from undercroft.terminal.compare_text import sweep_parts
    from undercroft.terminal.simulate_text import progress

    found = find_game(game)
    varied = [read_varied(seed_of(text)) for text in vary or []]
    count = whole_number("--games", games, 1)
    place = place_of(on, workers)
    seed = random_seed() if seed is None else seed_of(seed)
    values = set_up(found, changes, quest=quest, party=party, players=players, referee=referee, boss=boss)
    for one in varied:
        check_varied("--vary", one.path, values)
    rows = rows_for(out)
    if plot is not None:
        check_target(Path(plot))
    with to_the_end():
        with progress(count, "games with each value") as done:
            swept = run(found, varied, bot, count, seed, edition or "book", values, place, done, rows)
        if plot is not None and swept.games:
            save(chart(swept, found.title, dark(found.accent)), Path(plot))
        answer(swept.as_json(), lambda look: sweep_parts(swept, found, look), as_json, rows)


def report(
    game: GameName,
    games: Annotated[str, typer.Option(metavar="N", help="How many games.")] = "5000",
    bot: BotName = "steady",
    edition: EditionName = None,
    changes: Changes = None,
    quest: QuestName = None,
    party: PartyNames = None,
    players: PlayerCount = None,
    referee: RefereeName = None,
    boss: BossName = None,
    seed: Seed = None,
    workers: Workers = None,
    on: On = None,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="The page; GAME-report.html if not said.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games and write a page on them: how they end and what goes with winning.

    With --json the report's data are printed, and the page is written only where --out names one.
    """
    from undercroft.lab.report import report_on
    from undercroft.terminal.report_text import report_lines
    from undercroft.terminal.simulate_text import progress
    from undercroft.web.report_page import check_page, report_page, save_page

    found = find_game(game)
    count = whole_number("--games", games, 1)
    place = place_of(on, workers)
    seed = random_seed() if seed is None else seed_of(seed)
    values = set_up(found, changes, quest=quest, party=party, players=players, referee=referee, boss=boss)
    page = Path(out if out is not None else f"{found.name}-report.html")
    wanted = out is not None or not as_json
    if wanted:
        check_page(page)
    with to_the_end():
        with progress(count) as done:
            made = report_on(found, bot, count, seed, edition or "book", values, place, done)
        figures = {"undercroft": undercroft.__version__, **made.as_json()}
        if wanted and made.games:
            save_page(report_page(figures, found.accent), page)
        answer(figures, lambda look: report_lines(figures, page), as_json)


def review(
    save: Annotated[str, typer.Argument(metavar="SAVE", help="The name of a save, or a file.")],
    bot: Annotated[str, typer.Option(metavar="random|steady", help="Who plays on from each moment.")] = "steady",
    games: Annotated[str, typer.Option(metavar="N", help="How often, at least.")] = "200",
    seat: Annotated[
        str | None, typer.Option(metavar="N", help="Whose chance of winning, counted from 0; the first person's.")
    ] = None,
    seed: Annotated[str, typer.Option(metavar="WORDS", help="Any words; the same give the same numbers.")] = "review",
    workers: Workers = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the chance of winning to .png or .svg, or all to .html.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Go through a game: what was luck, what the choices did, which of them cost most."""
    from undercroft.lab.review import FEWEST_GAMES, as_json_of
    from undercroft.lab.review import review as run
    from undercroft.terminal.review_text import prepare_save, review_parts
    from undercroft.terminal.simulate_text import progress
    from undercroft.web.review_page import check_plot, save_plot

    count = whole_number("--games", games, FEWEST_GAMES)
    place = place_of(None, workers)
    if plot is not None:
        check_plot(Path(plot))
    whose = None if seat is None else whole_number("--seat", seat, 0)
    samples = prepare_save(save, bot, count, seed_of(seed), whose)
    with to_the_end():
        with progress(samples.planned) as done:
            reviewed = run(samples, place, done)
        if reviewed is None:
            print("Stopped before every moment had been looked at, so there is nothing to tell yet.", file=sys.stderr)
            raise typer.Exit(INTERRUPTED)
        if plot is not None:
            save_plot(reviewed, Path(plot))
        answer(as_json_of(reviewed), lambda look: review_parts(reviewed, look), as_json)
