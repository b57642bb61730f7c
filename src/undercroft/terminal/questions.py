"""The question and its numbered options, each with its odds.

Options that differ in nothing but where they act, and whose place a map shows by their numbers, share a row; if a word
says which way that is, the row tells these words in the order of the numbers. In a window those that nothing speaks for
share the last row. Where there are few rows labels and odds are cut to one line, then options that begin alike run on,
and then they stand in columns; none is ever left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile, zip_longest
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from undercroft.core.scene import Choice, Question
from undercroft.core.words import in_ranges
from undercroft.terminal.lines import INDENT, flow, indented, wrap
from undercroft.terminal.look import MUTED, Look

FEW_ROWS = 3
FEW_IDLE = 2
FEW_WORDS = 3
NUMBERS = 4  # the column of numbers has this part of the window at the most; longer lists push their label aside
GAP = 3  # blanks between columns, and before odds
MOST_COLUMNS = 3
NO_REASON = "Nothing speaks for these; look names them"
BRACKETS = re.compile(r" \([^()]*\)")


@dataclass(frozen=True)
class Row:
    """Options that read the same: their numbers, their label, their odds; a quiet one is nobody's first wish.

    Where a single word says which way each of them goes, these are the words, in the order of the numbers; they belong
    into the `stem`, after so many letters. Nothing speaks for what is idle. `sides` say how what is acted on would lie.
    """

    numbers: tuple[int, ...]
    label: str
    odds: tuple[str, ...]
    on_a_map: bool = False
    quiet: bool = False
    ways: tuple[str, ...] = ()
    begins: int = 0  # how many words options share that run on
    stem: str = ""
    after: int = 0
    idle: bool = False
    sides: str = ""

    @cached_property
    def which(self) -> str:
        """The numbers as they are shown."""
        return in_ranges(self.numbers, " ")


def rows_of(question: Question, odds: Sequence[Sequence[str]], on_maps: Collection[str]) -> list[Row]:
    """The options as rows: in order of their first numbers, what gives the game up at the end."""
    rows = []
    for number, (choice, words) in enumerate(zip(question.choices, odds, strict=True), 1):
        on_a_map = choice.target in on_maps
        label = choice.stem if on_a_map else choice.label
        shown = () if choice.resigns else tuple(words)
        way, after = way_in(choice) if on_a_map else ("", 0)
        ways = (way,) if way else ()
        rows.append(
            Row((number,), label, shown, on_a_map, choice.resigns, ways, 0, label, after, choice.idle, choice.sides)
        )
    return sorted(map(with_ways, shared(rows)), key=lambda row: row.quiet)


def way_in(choice: Choice) -> tuple[str, int]:
    """The single word by which a label says which way its option goes, and after how many letters; or no word."""
    after = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(choice.label, choice.stem, strict=False)))
    end = after + len(choice.label) - len(choice.stem)
    way = choice.label[after:end]
    fits = choice.label[:after] + choice.label[end:] == choice.stem
    return (way.strip(), after) if fits and way.startswith(" ") and way.strip().isalpha() else ("", 0)


def with_ways(row: Row) -> Row:
    """A row whose label says all its ways."""
    if not row.ways:
        return row
    return replace(row, label=f"{row.stem[: row.after]} {', '.join(row.ways)}{row.stem[row.after :]}")


def shared(rows: Iterable[Row]) -> list[Row]:
    """Rows on a map that read the same, as one."""
    found: dict[object, Row] = {}
    for row in rows:
        key = (row.label, row.odds) if row.on_a_map else row.numbers
        before = found.get(key, replace(row, numbers=(), ways=()))
        numbers, ways = (*before.numbers, *row.numbers), (*before.ways, *row.ways)
        if len(ways) == len(numbers):
            ways = tuple(way for _, way in sorted(zip(numbers, ways, strict=True)))
        found[key] = replace(row, numbers=tuple(sorted(numbers)), ways=ways)
    return list(found.values())


def briefly(rows: Sequence[Row]) -> list[Row]:
    """Rows on a map that begin alike, without what they say after a colon, which the map can show as well."""
    begin = Counter(beginning(row) for row in rows if row.on_a_map)
    brief = (
        replace(row, label=beginning(row), stem=beginning(row)) if row.on_a_map and begin[beginning(row)] > 1 else row
        for row in rows
    )
    return [with_ways(row) for row in shared(brief)]


def beginning(row: Row) -> str:
    """What a row says before a colon, without its ways."""
    return (row.stem or row.label).partition(": ")[0]


def without_idle(rows: Sequence[Row]) -> list[Row]:
    """Rows, those that nothing speaks for as one."""
    idle = [row for row in rows if row.idle and not row.quiet]
    if len(idle) < FEW_IDLE:
        return list(rows)
    numbers = tuple(sorted(number for row in idle for number in row.numbers))
    kept = [row for row in rows if row not in idle]
    return sorted([*kept, Row(numbers, NO_REASON, (), idle=True)], key=lambda row: row.quiet)


def run_on(rows: Sequence[Row]) -> list[Row]:
    """Rows that follow each other, begin with the same words and have no odds, as one: Search for traps, doors."""
    result: list[Row] = []
    for row in rows:
        both = together(result[-1], row) if result else None
        if both is None:
            result.append(row)
        else:
            result[-1] = both
    return result


def together(one: Row, other: Row) -> Row | None:
    """Two rows as one if they begin alike, and what each says then is short."""
    if one.odds or other.odds or one.quiet or other.quiet or one.idle or other.idle or one.on_a_map or other.on_a_map:
        return None
    words, others = one.label.partition(",")[0].split(), other.label.split()
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, others, strict=False)))
    short = all(0 < len(label) - alike <= FEW_WORDS for label in (words, others))
    if not alike or not short or set(other.label) & set(",:") or one.begins not in (0, alike):
        return None
    label = f"{one.label}, {' '.join(others[alike:])}"
    return replace(one, numbers=(*one.numbers, *other.numbers), label=label, begins=alike)


class Asked(NamedTuple):
    """A question in its forms: those with odds, the fullest first, one without, and one that only names its options."""

    telling: list[list[Text]]
    bare: list[Text]
    names: list[Text]


def asked(question: Question, rows: Sequence[Row], look: Look) -> Asked:
    """The question in all its forms; where there is no window there is but one.

    What takes more than a row with its odds is told briefly from the start.
    """
    full = asked_in_full(question, rows, look)
    if look.rows is None:
        return Asked([full], full, full)
    rows = without_idle(rows)
    full = asked_in_full(question, rows, look)
    brief = briefly(rows)
    if len(full) > len(wrap(Text(question.text), look)) + len(rows):
        full = asked_in_full(question, brief, look)
    lines = asked_in_lines(question, brief, look)
    shorter = asked_in_lines(question, run_on(brief), look)
    cut = asked_in_lines(question, cut_labels(brief, look), look)
    columns = asked_in_columns(question, [replace(row, label=with_odds(row), odds=()) for row in brief], look)
    return Asked([full, lines, shorter, cut, columns], shortest(question, brief, look), named(question, brief, look))


def cut_labels(rows: Sequence[Row], look: Look) -> list[Row]:
    """Rows whose labels fit their lines."""
    wide, gap = numbering(rows, look.width)
    room = look.width - INDENT
    return [cut_label(row, room - max(wide + len(gap), len(row.which) + 2), look) for row in rows]


def cut_label(row: Row, room: int, look: Look) -> Row:
    """A row whose label fits so many columns: what it says after a colon is cut at a word."""
    room -= len(lying(row, look))
    if len(row.label) <= room or ": " not in row.label:
        return row
    cut = row.label[: room - len(look.glyphs.cut)].rpartition(" ")[0]
    return replace(row, label=f"{cut} {look.glyphs.cut}") if ": " in cut else row


def shortest(question: Question, rows: Sequence[Row], look: Look) -> list[Text]:
    """The question as short as can be; labels taller than a window lose what they say after a colon."""
    bare = min((asked_in_columns(question, each, look) for each in (rows, run_on(rows))), key=len)
    if look.rows is None or len(bare) < look.rows - 1:
        return bare
    return named(question, rows, look)


def named(question: Question, rows: Sequence[Row], look: Look) -> list[Text]:
    """The question and its options without what their labels say after a colon or in brackets."""
    names = [replace(row, label=BRACKETS.sub("", row.label.partition(": ")[0])) for row in rows]
    note = wrap(Text("look tells more of each.", MUTED), look, INDENT)
    return [*asked_in_columns(question, names, look), *note]


# ---- drawn -----------------------------------------------------------------------------------------------------------


def asked_in_full(question: Question, rows: Sequence[Row], look: Look) -> list[Text]:
    """The question and its options with all their odds: beside them, or below where there is no room."""
    lines = wrap(Text(question.text, look.accent), look)
    texts, hang = row_texts(rows, look)
    for row, text, at in zip(rows, texts, odds_columns(rows, texts, look), strict=True):
        drawn = wrap(text, look, INDENT, hang)
        beside = ", ".join(row.odds)
        if row.odds and at + len(beside) <= look.width:
            drawn[0].append(" " * (at - drawn[0].cell_len)).append(beside, MUTED)
        elif row.odds:
            drawn.extend(as_many_as_fit(row.odds, look, INDENT + hang + 2, 2 if len(rows) <= FEW_ROWS else 1))
        lines.extend(drawn)
    return lines


def asked_in_lines(question: Question, rows: Sequence[Row], look: Look) -> list[Text]:
    """The question and its options, a line for each, with those of the odds that fit beside them."""
    lines = wrap(Text(question.text, look.accent), look)
    width = look.width
    texts, hang = row_texts(rows, look)
    for row, text, at in zip(rows, texts, odds_columns(rows, texts, look), strict=True):
        drawn = wrap(text, look, INDENT, hang)
        start = INDENT + text.cell_len + GAP
        beside = max((cut_to(row.odds, width - column) for column in (at, start)), key=len)
        if beside:
            drawn[0].append(" " * (min(at, width - len(beside)) - drawn[0].cell_len)).append(beside, MUTED)
        lines.extend(drawn)
    return lines


def asked_in_columns(question: Question, rows: Sequence[Row], look: Look) -> list[Text]:
    """The question and its options in as few rows as columns allow, without odds."""
    lines = wrap(Text(question.text, look.accent), look)
    labels = [cell_len(lying(row, look) + row.label) for row in rows]
    room = look.width
    for height in range(-(-len(rows) // MOST_COLUMNS), len(rows)):
        parts = [slice(first, first + height) for first in range(0, len(rows), height)]
        widths = [column_width(rows[part], labels[part], room) + GAP for part in parts]
        if INDENT + sum(widths) - GAP <= room:
            return [*lines, *side_by_side([row_texts(rows[part], look)[0] for part in parts], widths)]
    texts, hang = row_texts(rows, look)
    return [*lines, *(line for text in texts for line in wrap(text, look, INDENT, hang))]


def side_by_side(columns: Sequence[Sequence[Text]], widths: Sequence[int]) -> list[Text]:
    """Columns of so many letters each, the first the longest."""
    lines = []
    for parts in zip_longest(*columns, fillvalue=Text()):
        line = Text()
        for part, width in zip(parts, widths, strict=True):
            line.append(part).append(" " * (width - part.cell_len))
        lines.append(line)
    return indented(lines, INDENT)


def row_texts(rows: Sequence[Row], look: Look) -> tuple[list[Text], int]:
    """The rows' numbers and labels, and how far their labels are from the margin."""
    wide, gap = numbering(rows, look.width)
    return [row_text(row, f"{row.which:>{wide}}{gap}", look) for row in rows], wide + len(gap)


def numbering(rows: Sequence[Row], room: int) -> tuple[int, str]:
    """How wide most numbers of these rows are, and the blanks between numbers and labels."""
    most = room // NUMBERS
    wide = max((len(row.which) for row in rows if len(row.which) <= most), default=most)
    return wide, "  " if any(len(row.numbers) > 1 for row in rows) else " "


def column_width(rows: Sequence[Row], labels: Sequence[int], room: int) -> int:
    """How wide rows are in a column of their own, by the widths of their labels."""
    wide, gap = numbering(rows, room)
    return max(max(wide, len(row.which)) + len(gap) + label for row, label in zip(rows, labels, strict=True))


def row_text(row: Row, numbers: str, look: Look) -> Text:
    """The numbers and the label."""
    if row.quiet or row.idle:
        return Text(numbers + row.label, MUTED)
    return Text().append(numbers, look.accent).append(lying(row, look)).append(row.label)


def lying(row: Row, look: Look) -> str:
    """A picture of how what is acted on would lie, where there are glyphs for it."""
    if row.quiet or row.idle or not row.sides or not look.glyphs.ways:
        return ""
    return look.glyphs.ways[sum(1 << side for side, wall in enumerate(row.sides) if wall != "#")] + " "


def with_odds(row: Row) -> str:
    """A label that says its odds."""
    return f"{row.label} ({', '.join(row.odds)})" if row.odds else row.label


# ---- odds beside an option -------------------------------------------------------------------------------------------


def odds_columns(rows: Sequence[Row], texts: Sequence[Text], look: Look) -> list[int]:
    """Where the odds of each row begin: at a column that suits most, unless its label or its odds are too long."""
    starts = [INDENT + text.cell_len + GAP for text in texts]
    lengths = [len(", ".join(row.odds)) for row in rows]
    width = look.width
    column = odds_column(starts, lengths, width)

    def begin(start: int, length: int) -> int:
        fits = start + length <= width
        return max(start, min(column, width - length) if fits else column)

    return [begin(start, length) for start, length in zip(starts, lengths, strict=True)]


def odds_column(starts: Sequence[int], lengths: Sequence[int], width: int) -> int:
    """The column at which most rows have room for their odds, as far to the right as possible."""
    pairs = [(start, length) for start, length in zip(starts, lengths, strict=True) if length]

    def aligned(column: int) -> int:
        return sum(start <= column and column + length <= width for start, length in pairs)

    return max(sorted({start for start, _ in pairs}, reverse=True), key=aligned, default=0)


def as_many_as_fit(words: Sequence[str], look: Look, indent: int, rows: int) -> list[Text]:
    """Words with commas on so many rows of a window, and dots in place of those that do not fit; elsewhere all."""
    lines = listed(words, look, indent)
    for count in range(len(words) - 1, 0, -1):
        if len(lines) <= rows or look.rows is None:
            break
        lines = listed([*words[:count], "..."], look, indent)
    return lines


def listed(words: Sequence[str], look: Look, indent: int) -> list[Text]:
    """Words with commas, none of them broken."""
    commas = [f"{word}," for word in words[:-1]]
    return flow([Text(word, MUTED) for word in (*commas, *words[-1:])], look, indent, gap=1)


def cut_to(words: Sequence[str], width: int) -> str:
    """Words with commas, as many as so many columns hold, and dots in place of the rest."""
    for count in range(len(words), 0, -1):
        text = ", ".join(words[:count] if count == len(words) else [*words[:count], "..."])
        if len(text) <= width:
            return text
    return ""
