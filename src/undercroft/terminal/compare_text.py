"""A comparison and a sweep on the screen."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from undercroft.core.game import Game
from undercroft.lab.compare import Comparison, SideTally, half_width
from undercroft.lab.intervals import Difference, Interval, rate, wilson
from undercroft.lab.openings import starts_told
from undercroft.lab.rows import Job, written, written_value
from undercroft.lab.sweep import Sweep, Varied
from undercroft.terminal.lines import wrap
from undercroft.terminal.look import MUTED, STRONG, Look
from undercroft.terminal.simulate_text import counted, interval, number, plain_table, share, speed
from undercroft.terminal.tables import with_bars

BAR = 12
POINTS = " points"  # what differences of percentages are counted in


def signed(value: float | None, form: str) -> str:
    """A difference with its sign; none where it rounds to nothing."""
    if value is None:
        return "-"
    text = f"{value:+{form}}"
    return text if float(text) else text[1:]


def signed_interval(ends: Interval | None, form: str, scale: float = 1) -> str:
    """An interval of differences."""
    return "-" if ends is None else f"{signed(ends[0] * scale, form)} to {signed(ends[1] * scale, form)}"


# ---- compare ---------------------------------------------------------------------------------------------------------


def comparison_parts(comparison: Comparison, game: Game, look: Look) -> list[Text | Table]:
    """The comparison as tables and sentences."""
    pairs = comparison.difference.pairs
    title = f"{game.title}, {bots(comparison)}seed {comparison.a.job.seed}: {what_was_played(comparison)}"
    if comparison.interrupted:
        title += ", interrupted"
    heading = wrap(Text(title, STRONG), look)
    if not pairs:
        return [*heading, Text("No pair of games was finished.")]
    score = game.words().file.score
    return [
        *heading,
        Text(),
        sides_table(comparison, score),
        Text(),
        *difference_lines(comparison, score),
        Text(),
        *(line for sentence in conclusions(comparison) for line in wrap(Text(sentence), look)),
        Text(),
        Text(speed(comparison.seconds, comparison.as_json()), MUTED),
    ]


def what_was_played(comparison: Comparison) -> str:
    """How many games, and on which seeds."""
    pairs = comparison.difference.pairs
    if comparison.paired:
        return f"{counted(pairs, 'pair of games', 'pairs of games')} on the same seeds"
    return f"{counted(pairs, 'game')} on each side, each with its own seed"


def bots(comparison: Comparison) -> str:
    """Who plays, if it is the same bot on both sides."""
    a, b = comparison.a.job.bot, comparison.b.job.bot
    return f"{a} bot, " if a == b else ""


def side_name(job: Job, with_bot: bool) -> str:
    """What a side plays."""
    return ", ".join(words for words in (job.bot if with_bot else "", job.edition, written(job.changes)) if words)


def sides_table(comparison: Comparison, score: str) -> Table:
    """Each side on its own."""
    table = plain_table("", "won", "95 %", score.lower())
    with_bot = comparison.a.job.bot != comparison.b.job.bot
    for name, side in (("a", comparison.a), ("b", comparison.b)):
        words = Text(f"{name}  ", STRONG).append(side_name(side.job, with_bot), "not bold")
        table.add_row(words, share(rate(side.wins, side.games)), won_interval(side), number(mean(side)))
    return table


def won_interval(side: SideTally) -> str:
    """The interval of a side's win rate."""
    return interval(wilson(side.wins, side.games))


def mean(side: SideTally) -> float | None:
    """A side's mean score."""
    return rate(side.score, side.games)


def difference_lines(comparison: Comparison, score: str) -> list[Text]:
    """The difference, b minus a."""
    found = comparison.difference
    wide = max(len("Won"), len(score))
    won = f"{signed((found.win_rate or 0) * 100, '.2f')}{POINTS}"
    scored = signed(found.mean_score, ".2f")
    across = max(len(won), len(scored) + len(POINTS))
    return [
        Text("b minus a", MUTED),
        Text(f"{'Won':<{wide}}  ")
        .append(f"{won:>{across}}", STRONG)
        .append(f"   95 %: {signed_interval(found.win_rate_95(), '.2f', 100)}{POINTS}", "not bold"),
        Text(f"{score:<{wide}}  ")
        .append(f"{scored + ' ' * len(POINTS):>{across}}", STRONG)
        .append(f"   95 %: {signed_interval(found.mean_score_95(), '.2f')}", "not bold"),
    ]


def conclusions(comparison: Comparison) -> list[str]:
    """What it comes to, in sentences."""
    found = comparison.difference
    said = [verdict(found.win_rate_95())]
    if comparison.paired:
        alone = f"by a only {found.only_a:,}, by b only {found.only_b:,}"
        said.insert(0, f"Won by both {found.both:,}, {alone}, by neither {found.neither:,}.")
    if comparison.same:
        said.append("Both sides are the same, and so is every pair; --unpaired gives each side seeds of its own.")
    if comparison.precision is not None:
        reached = f"to {half_width(found.win_rate_95()) * 100:.2f} points"
        asked = f"{comparison.precision * 100:g} {'point' if comparison.precision == 0.01 else 'points'}"
        told = f"Known {reached}, as asked." if comparison.is_precise() else f"Known {reached}; to {asked} was asked."
        said.append(told)
    return said


def verdict(ends: Interval) -> str:
    """Whether a difference is there, in words."""
    if ends[0] > 0:
        return "Side b wins more often."
    if ends[1] < 0:
        return "Side b wins less often."
    return "These games do not tell which side wins more often."


# ---- sweep -----------------------------------------------------------------------------------------------------------


def sweep_parts(swept: Sweep, game: Game, look: Look) -> list[Text | Table]:
    """The sweep as a table."""
    job = swept.base.job
    varied = " and ".join(one.path for one in swept.varied)
    title = f"{game.title}, {job.edition} edition, {job.bot} bot, seed {job.seed}: {varied}"
    title += f", {counted(swept.games, 'game')} with each"
    if swept.interrupted:
        title += ", interrupted"
    heading = wrap(Text(title, STRONG), look)
    if not swept.games:
        return [*heading, Text("No game was finished with every value.")]
    return [
        *heading,
        Text(),
        points_table(swept, game.words().file.score, look),
        Text(),
        *(line for sentence in refusals(swept) for line in wrap(Text(sentence), look)),
        *(wrap(Text(begun_as(job), MUTED), look)),
        Text("won - now: the difference in percentage points, with its 95 % interval.", MUTED),
        Text(speed(swept.seconds, swept.as_json()), MUTED),
    ]


def begun_as(job: Job) -> str:
    """How the games were set up, and who played in them."""
    return " ".join(filter(None, [f"With {written(job.changes)}." if job.changes else "", starts_told(job)]))


def refusals(swept: Sweep) -> list[str]:
    """The values that were not played, and why."""
    paths = [one.path for one in swept.varied]
    return [
        f"{written(dict(zip(paths, refused.values, strict=True)))} was refused: {refused.why}."
        for refused in swept.refused
    ]


def points_table(swept: Sweep, score: str, look: Look) -> Table:
    """A row for the game as it is, and for every value."""
    return with_bars(lambda bars: make_points_table(swept, score, look.glyphs.bar if bars else ""), look)


def make_points_table(swept: Sweep, score: str, bar: str) -> Table:
    """The same, with bars of this sign or none."""
    first, *others = short_names(swept.varied)
    table = plain_table(first, *others, "won", "95 %", *([""] if bar else []), score.lower(), "won - now")
    table.columns[0].no_wrap = True  # the value is what a row is about; the name of the score may take two lines
    table.columns[-2].no_wrap = False
    table.columns[-2].min_width = max(len(word) for word in score.split())
    longest = BAR if len(score) <= BAR else BAR // 2
    most = max(swept.base.wins, *(point.tally.wins for point in swept.points))
    now = ["now", *("" for _ in others)]
    table.add_row(*now, *tally_cells(swept.base, most, longest, bar))
    for point in swept.points:
        values = [written_value(value) for value in point.values]
        table.add_row(*values, *tally_cells(point.tally, most, longest, bar), against_now(point.difference))
    return table


def tally_cells(side: SideTally, most: int, longest: int, bar: str) -> list[str]:
    """What a row says of its own games."""
    low, high = wilson(side.wins, side.games)
    bars = [bar * (max(1, round(side.wins / most * longest)) if side.wins else 0)] if bar else []
    won = f"{side.wins / side.games * 100:.1f} %"
    return [won, f"{low * 100:.1f} to {high * 100:.1f} %", *bars, number(mean(side))]


def against_now(difference: Difference) -> str:
    """The difference to the game as it is."""
    middle = signed((difference.win_rate or 0) * 100, ".1f")
    return f"{middle} ({signed_interval(difference.win_rate_95(), '.1f', 100)})"


def short_names(varied: tuple[Varied, ...]) -> list[str]:
    """What the varied values are called in a table: the last word of their paths, or two where those are the same."""
    last = [one.path.rpartition(".")[2] for one in varied]
    if len(set(last)) == len(last):
        return last
    return [".".join(one.path.split(".")[-2:]) for one in varied]
