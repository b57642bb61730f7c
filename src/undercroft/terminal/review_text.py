"""A review on the screen: the verdict, the winning chance over the game, luck and costly choices as tables."""

from __future__ import annotations

import msgspec
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from undercroft.core.errors import RecordError, ReplayError, UndercroftError
from undercroft.core.session import Session
from undercroft.lab.chances import Gap
from undercroft.lab.review import (
    COSTLIEST,
    Decision,
    Luck,
    Review,
    first_person,
    from_to,
    margin_text,
    points_text,
    prepare,
    verdict,
)
from undercroft.lab.samples import Samples
from undercroft.terminal import saves
from undercroft.terminal.company import people_at
from undercroft.terminal.endings import which_game
from undercroft.terminal.lines import wrap
from undercroft.terminal.look import DANGER, MUTED, STRONG, UNICODE, Look, printable

ROWS = 6
WIDEST = 72
LABELS = 6  # letters at the left of the plot
BLOCKS = " ▁▂▃▄▅▆▇█"
NO_COST = "No choice cost anything that can be told from noise."
NO_OTHER_COST = "No other choice cost anything that can be told from noise."


def prepare_save(save: str, bot: str, games: int, seed: str, seat: int | None) -> Samples:
    """Plan the review of a save, given by its name or as a path; of the first person if no seat is said."""
    path = saves.find_save(save)
    record, _ = saves.read_save(path)
    fresh = saves.load(path, msgspec.structs.replace(record, choices=()))
    game = fresh.game
    if seat is not None and seat < len(game.seats) and seat not in people_at(fresh):
        check_is_over(saves.load(path, record), seat)
    try:
        return prepare(game, record, bot, games, seed, first_person(game, record) if seat is None else seat)
    except ReplayError as error:
        raise RecordError(f"{printable(str(path))}: {error}") from None


def check_is_over(session: Session, seat: int) -> None:
    """Refuse to tell what a seat of the computer's knows while the game goes on."""
    if session.outcome is None:
        seats = " or ".join(str(one) for one in people_at(session))
        who = session.game.seats[seat]
        raise UndercroftError(f"what the {who} sees is shown once the game is over; --seat takes {seats} until then")


def review_parts(review: Review, look: Look) -> list[RenderableType]:
    """The review from top to bottom."""
    return [
        *heading(review, look),
        Text(),
        *wrap(Text(spelled(verdict(review), look), STRONG), look),
        Text(),
        *plot(review.chances, len(review.course.record.choices), look),
        Text(),
        *luck_part("Luckiest moments", review.luckiest, look),
        Text(),
        *luck_part("Unluckiest moments", review.unluckiest, look),
        Text(),
        *costs_part(review.costliest, look),
        Text(),
        *wrap(Text(spelled(reading(review), look), MUTED), look),
    ]


def heading(review: Review, look: Look) -> list[Text]:
    """What was reviewed."""
    record = review.course.record
    line = Text(review.course.game.title, STRONG).append(f"  seed {which_game(record)}", "not bold dim")
    if record.practice:
        line = Text("PRACTICE ", DANGER) + line
    if review.interrupted:
        line.append("  interrupted: the intervals are wider than they would have been", "not bold dim")
    return wrap(line, look)


def reading(review: Review) -> str:
    """How to read it."""
    bot = review.case.bot if isinstance(review.case.bot, str) else "the bot"
    return (
        f"The chance of a moment is the share of games won when {bot} plays on from there, {review.games} times and "
        f"more where much happened; after a roll it counts on what {bot} can still do about it, such as roll again. "
        "Luck is what a roll or draw did to it. In the verdict a choice counts by its effect "
        f"against how {bot} would have gone on; in the table, by its cost against the best option found. "
        "± is a 95 % interval, in percentage points."
    )


# ---- the plot --------------------------------------------------------------------------------------------------------


def plot(chances: list[float], choices: int, look: Look) -> list[Text]:
    """The winning chance from the start to the end, as columns."""
    width = min(WIDEST, look.width - LABELS - 1)
    columns = [chances[column * (len(chances) - 1) // (width - 1)] for column in range(width)]
    labels = {ROWS - 1: "100 %", ROWS // 2 - 1: "50 %", 0: "0 %"}
    lines = [Text("Chance of winning", MUTED)]
    for row in range(ROWS - 1, -1, -1):
        cells = "".join(cell(chance * ROWS - row, row == 0, look) for chance in columns)
        lines.append(Text(f"{labels.get(row, ''):>{LABELS}} ", MUTED).append(cells.rstrip(), "not dim"))
    end = f"choice {choices}"
    lines.append(Text(" " * (LABELS + 1) + "start" + end.rjust(width - len("start")), MUTED))
    return lines


def cell(filled: float, lowest: bool, look: Look) -> str:
    """A cell of a column, of which so much is filled; the lowest of a column is never quite empty."""
    share = max(0.0, min(1.0, filled))
    if look.glyphs is not UNICODE:
        return look.glyphs.bar if share >= 0.5 else "." if lowest else " "
    return BLOCKS[max(round(share * 8), 1 if lowest else 0)]


# ---- tables ----------------------------------------------------------------------------------------------------------


def luck_part(title: str, lucks: list[Luck], look: Look) -> list[RenderableType]:
    """Moments of luck as a table."""
    if not lucks:
        return [Text(f"{title}: none that can be told from noise.")]
    table = plain_table("choice", title, "chance", "luck")
    for luck in lucks:
        chance = f" {look.glyphs.arrow} ".join(from_to(luck))
        table.add_row(str(luck.choices), spelled(luck.text, look), chance, with_margin(luck.luck, look))
    return [table]


def costs_part(decisions: list[Decision], look: Look) -> list[RenderableType]:
    """The costliest choices as a table."""
    if not decisions:
        return [Text(NO_COST)]
    table = plain_table("choice", "Costliest choices", "cost")
    for decision in decisions:
        text = Text(printable(decision.question), MUTED)
        text.append("\nchosen: ", MUTED).append(printable(decision.chosen), "not dim")
        text.append("\nbetter: ", MUTED).append(printable(decision.better), "not dim bold")
        cost = decision.cost
        assert cost is not None
        table.add_row(str(decision.number), text, with_margin(cost, look).lstrip("+"))
    rest: list[RenderableType] = [] if len(decisions) == COSTLIEST else [Text(NO_OTHER_COST)]
    return [table, *rest]


def with_margin(gap: Gap, look: Look) -> str:
    """A difference in points, and how far off it can be."""
    return spelled(f"{points_text(gap)} {margin_text(gap)}", look)


def spelled(text: str, look: Look) -> str:
    """A text with the signs that can be shown here."""
    if look.glyphs is UNICODE:
        return printable(text)
    return printable(text.replace("±", "+-").replace("−", "-").replace("…", "..."))


def plain_table(number: str, words: str, *figures: str) -> Table:
    """A table without lines: the number of a choice, words as wide as there is room, figures at the right."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=MUTED, pad_edge=False)
    table.add_column(number, justify="right", no_wrap=True)
    table.add_column(words, overflow="fold", ratio=1)
    for title in figures:
        table.add_column(title, justify="right", no_wrap=True)
    return table
