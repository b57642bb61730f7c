"""What a bot that thinks has found, drawn: a hint with all options, and a note beside a choice."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.table import Table
from rich.text import Text

from undercroft.bots.mcts import Estimate, Mcts, Thought
from undercroft.bots.verdict import (
    Candidate,
    Verdict,
    advice,
    chance_text,
    margin_text,
    seconds_text,
    source,
    thought_of,
    verdict_of,
)
from undercroft.core.scene import Question
from undercroft.core.table import Player
from undercroft.terminal.lines import wrap
from undercroft.terminal.look import MUTED, STRONG, UNICODE, Look
from undercroft.terminal.tables import with_bars

BAR = 8
WIDE = 60  # columns from which on there is room for bars
PROMPT_ROWS = 2  # the command above a hint, and the line below it where one types
FEWEST = 3  # options that are shown in the smallest window


# ---- a hint ----------------------------------------------------------------------------------------------------------


def hint_parts(player: Mcts, question: Question, look: Look) -> list[Text | Table]:
    """The advice, the options with their chances, as many as the window has rows for, and what these come from."""
    verdict = verdict_of(player, question)
    thought = thought_of(player)
    count = len(verdict.candidates)
    parts = with_candidates(count, verdict, thought, look)
    while look.rows is not None and count > FEWEST and height(parts, look) + PROMPT_ROWS > look.rows:
        count -= 1
        parts = with_candidates(count, verdict, thought, look)
    return parts


def with_candidates(count: int, verdict: Verdict, thought: Thought, look: Look) -> list[Text | Table]:
    """A hint that shows so many options: those that were tried most, the best among them."""
    promising = sorted(
        verdict.candidates,
        key=lambda candidate: (candidate is verdict.best, candidate.estimate.games, candidate.chance),
        reverse=True,
    )
    shown = [candidate for candidate in verdict.candidates if candidate in promising[:count]]
    return [
        *wrap(advice_text(verdict), look),
        candidates_table(verdict, shown, look),
        *wrap(Text(source(thought, verdict, shown), MUTED), look),
    ]


def height(parts: Sequence[Text | Table], look: Look) -> int:
    """How many rows of a window they take."""
    return sum(len(look.console.render_lines(part)) for part in parts)


def advice_text(verdict: Verdict) -> Text:
    """What to choose, and how sure that is."""
    before, option, after = advice(verdict)
    return Text(before).append(option, STRONG).append(after)


def candidates_table(verdict: Verdict, shown: Sequence[Candidate], look: Look) -> Table:
    """The candidates with their chances; the best one bears a mark."""
    return with_bars(lambda bars: make_candidates_table(verdict, shown, look, bars and look.width >= WIDE), look)


def make_candidates_table(verdict: Verdict, shown: Sequence[Candidate], look: Look, bars: bool) -> Table:
    """The same, with bars or without."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=MUTED, pad_edge=False)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("")
    table.add_column("to win", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    if bars:
        table.add_column("", no_wrap=True)
    table.add_column("games", justify="right", no_wrap=True)
    most = max(candidate.chance for candidate in verdict.candidates)
    for candidate in shown:
        bar = [look.glyphs.bar * bar_length(candidate.chance, most)] if bars else []
        *cells, games = candidate_cells(candidate, verdict, look)
        table.add_row(*cells, *bar, games, style=STRONG if candidate is verdict.best else None)
    return table


def candidate_cells(candidate: Candidate, verdict: Verdict, look: Look) -> list[Text | str]:
    """The row of a candidate."""
    return [
        f"{'> ' if candidate is verdict.best else '  '}{candidate.number}",
        candidate.label,
        chance_text(candidate.chance, verdict.small),
        Text(margin_of(candidate.estimate, verdict, look), MUTED),
        Text(f"{candidate.estimate.games:,}", MUTED),
    ]


def bar_length(chance: float, most: float) -> int:
    """How long a bar is; the highest chance has the longest, and what can be won has one."""
    return max(1, round(chance / most * BAR)) if chance > 0 else 0


def margin_of(estimate: Estimate, verdict: Verdict, look: Look) -> str:
    """How far off an estimate may be, with a sign that can be shown here."""
    return margin_text(estimate, verdict.small, "±" if look.glyphs is UNICODE else "+-")


# ---- a note beside a choice ------------------------------------------------------------------------------------------


def note_of(player: Player, question: Question, look: Look) -> list[str]:
    """What a player saw when it chose, in pieces for a line beside its choice; nothing if it does not think."""
    if not isinstance(player, Mcts):
        return []
    verdict = verdict_of(player, question)
    best, runner_up = verdict.best, verdict.runner_up
    pieces = [f"{chance_text(best.chance, verdict.small)} {margin_of(best.estimate, verdict, look)}"]
    if runner_up is not None:
        beside = "next best" if runner_up.chance <= best.chance else "as good"
        pieces.append(f"({beside}: {runner_up.label} {chance_text(runner_up.chance, verdict.small)})")
    thought = thought_of(player)
    return [*pieces[:-1], f"{pieces[-1]},", f"{thought.simulations:,} games,", seconds_text(thought)]


# ---- while it thinks -------------------------------------------------------------------------------------------------


@contextmanager
def shown_thinking(player: Player) -> Iterator[None]:
    """Say to a person that a player thinks, on a line that is gone once it has thought."""
    if not isinstance(player, Mcts) or not sys.stderr.isatty():
        yield
        return
    said = "Thinking ... Ctrl-C stops."
    sys.stdout.flush()
    try:
        print(said, end="", file=sys.stderr, flush=True)
        yield
    finally:
        blank = " " * (len(said) + len("^C"))
        print(f"\r{blank}\r", end="", file=sys.stderr, flush=True)
