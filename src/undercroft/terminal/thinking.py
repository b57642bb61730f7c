"""What a bot that thinks has found, in words: a hint with all options, and a note beside a choice."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

from rich.table import Table
from rich.text import Text

from undercroft.bots.mcts import Estimate, Mcts, Thought
from undercroft.core.scene import Question
from undercroft.core.table import Player
from undercroft.terminal.lines import wrap
from undercroft.terminal.look import MUTED, STRONG, UNICODE, Look
from undercroft.terminal.maps import in_ranges
from undercroft.terminal.odds_text import percent

BAR = 8
WIDE = 60  # columns from which on there is room for bars and for the number of games
MARGIN = 1.96  # standard errors on either side of an estimate
SMALL = 0.1  # where even the best chance is below this, a decimal tells more than it pretends
PROMPT_ROWS = 2  # the command above a hint, and the line below it where one types
FEWEST = 3  # options that are shown in the smallest window


@dataclass(frozen=True)
class Candidate:
    """An option that was thought about: its number and label in the question, and what it came to."""

    number: int
    label: str
    estimate: Estimate

    @property
    def chance(self) -> float:
        """The estimated chance of winning."""
        return self.estimate.chance


@dataclass(frozen=True)
class Verdict:
    """The candidates in the order of their numbers, the best, the one it had to beat, and those that may be as good."""

    candidates: list[Candidate]
    best: Candidate
    runner_up: Candidate | None
    rivals: list[Candidate]

    @property
    def small(self) -> bool:
        """Whether all chances are so small that they need a decimal."""
        return all(candidate.chance < SMALL for candidate in self.candidates)


def verdict_of(player: Mcts, question: Question) -> Verdict:
    """What a player thinks about a question; giving up is no candidate."""
    thought = thought_of(player)
    rows = zip(question.choices, short_labels(question), thought.estimates, strict=True)
    candidates = [
        Candidate(number, label, estimate)
        for number, (choice, label, estimate) in enumerate(rows, 1)
        if not choice.resigns or estimate.option is thought.best
    ]
    best = next(candidate for candidate in candidates if candidate.estimate.option is thought.best)
    others = [candidate for candidate in candidates if candidate is not best]
    close = thought.rivals()
    lasting = [candidate for candidate in others if was_tried_at_length(candidate, best)]
    runner_up = max(lasting or others, key=lambda candidate: candidate.chance, default=None)
    return Verdict(candidates, best, runner_up, [other for other in others if other.estimate in close])


def thought_of(player: Mcts) -> Thought:
    """What a player thought last."""
    thought = player.thought
    assert thought is not None
    return thought


def short_labels(question: Question) -> list[str]:
    """The labels, without what they say after a colon where they can still be told apart."""
    short = [choice.label.partition(": ")[0] for choice in question.choices]
    pairs = zip(question.choices, short, strict=True)
    return [label if short.count(label) == 1 else choice.label for choice, label in pairs]


def was_tried_at_length(candidate: Candidate, best: Candidate) -> bool:
    """Whether a candidate stayed long enough beside the best for its figures to be compared."""
    return candidate.estimate.games * 2 >= best.estimate.games


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
        *wrap(advice(verdict), look),
        candidates_table(verdict, shown, look),
        *wrap(Text(source(thought, verdict, shown), MUTED), look),
    ]


def height(parts: Sequence[Text | Table], look: Look) -> int:
    """How many rows of a window they take."""
    return sum(len(look.console.render_lines(part)) for part in parts)


def advice(verdict: Verdict) -> Text:
    """What to choose, and how sure that is."""
    best, runner_up = verdict.best, verdict.runner_up
    as_good = bool(verdict.rivals) or best.chance == 0
    line = Text("As good as any: " if as_good else "Looks best: ")
    line.append(f"{best.number} {best.label}", STRONG)
    if best.chance == 0:
        return line.append(". None of the games tried was won.")
    line.append(f", about {chance_text(best.chance, verdict.small)} to win")
    if verdict.rivals:
        rivals = in_ranges([rival.number for rival in verdict.rivals], ", ")
        return line.append(f". Too close to tell apart: {rivals}.")
    if runner_up is None or runner_up.chance > best.chance:
        return line.append(".")
    return line.append(f", against {chance_text(runner_up.chance, verdict.small)} with {runner_up.number}.")


def candidates_table(verdict: Verdict, shown: Sequence[Candidate], look: Look) -> Table:
    """The candidates with their chances; the best one bears a mark."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=MUTED, pad_edge=False)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("")
    table.add_column("to win", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    if look.width >= WIDE:
        table.add_column("", no_wrap=True)
        table.add_column("games", justify="right", no_wrap=True)
    for candidate in shown:
        cells = candidate_cells(candidate, verdict, look)
        style = STRONG if candidate is verdict.best else None
        table.add_row(*cells[: len(table.columns)], style=style)
    return table


def candidate_cells(candidate: Candidate, verdict: Verdict, look: Look) -> list[Text | str]:
    """The row of a candidate, what tells least at its end."""
    most = max(candidate.chance for candidate in verdict.candidates)
    return [
        f"{'> ' if candidate is verdict.best else '  '}{candidate.number}",
        candidate.label,
        chance_text(candidate.chance, verdict.small),
        Text(margin_text(candidate.estimate, verdict.small, look), MUTED),
        look.glyphs.bar * bar_length(candidate.chance, most),
        Text(f"{candidate.estimate.games:,}", MUTED),
    ]


def bar_length(chance: float, most: float) -> int:
    """How long a bar is; the highest chance has the longest, and what can be won has one."""
    return max(1, round(chance / most * BAR)) if chance > 0 else 0


def source(thought: Thought, verdict: Verdict, shown: Sequence[Candidate]) -> str:
    """What the estimates come from, and what is rough or left out."""
    tried = f"{thought.simulations:,} games tried in {seconds_text(thought)}"
    sentence = f"An estimate from {tried}, if the rest is played sensibly."
    if not all(was_tried_at_length(candidate, verdict.best) for candidate in shown):
        sentence += " An option with few games fell behind early; its figure is rough."
    hidden = [candidate.number for candidate in verdict.candidates if candidate not in shown]
    return sentence + (f" Not shown, as they fell behind first: {in_ranges(hidden, ', ')}." if hidden else "")


# ---- a note beside a choice ------------------------------------------------------------------------------------------


def note_of(player: Player, question: Question, look: Look) -> list[str]:
    """What a player saw when it chose, in pieces for a line beside its choice; nothing if it does not think."""
    if not isinstance(player, Mcts):
        return []
    verdict = verdict_of(player, question)
    best, runner_up = verdict.best, verdict.runner_up
    pieces = [f"{chance_text(best.chance, verdict.small)} {margin_text(best.estimate, verdict.small, look)}"]
    if runner_up is not None:
        beside = "next best" if runner_up.chance <= best.chance else "as good"
        pieces.append(f"({beside}: {runner_up.label} {chance_text(runner_up.chance, verdict.small)})")
    thought = thought_of(player)
    return [*pieces[:-1], f"{pieces[-1]},", f"{thought.simulations:,} games,", seconds_text(thought)]


# ---- figures ---------------------------------------------------------------------------------------------------------


def chance_text(chance: float, small: bool) -> str:
    """A chance of winning, in whole percents or with a decimal."""
    return f"{chance * 100:.1f} %" if small else percent(Fraction(chance))


def margin_text(estimate: Estimate, small: bool, look: Look) -> str:
    """How far off an estimate may be, never less than the last digit shown."""
    points = min(MARGIN * estimate.error * 100, 100.0)
    sign = "±" if look.glyphs is UNICODE else "+-"
    return f"{sign} {max(points, 0.1):.1f}" if small else f"{sign} {max(points, 1.0):.0f}"


def seconds_text(thought: Thought) -> str:
    """How long it took."""
    return f"{max(thought.seconds, 0.1):.1f} s"


# ---- while it thinks -------------------------------------------------------------------------------------------------


def be_candid(player: Player) -> None:
    """Have a player check what it is going to say."""
    if isinstance(player, Mcts):
        player.candid = True


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
