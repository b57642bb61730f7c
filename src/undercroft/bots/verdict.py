"""What a bot that thinks has found, in words: the options beside one another, the advice, and what it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from undercroft.bots.mcts import Estimate, Mcts, Thought
from undercroft.core.odds_words import percent
from undercroft.core.scene import Question
from undercroft.core.table import Player
from undercroft.core.values import Value
from undercroft.core.words import in_ranges

MARGIN = 1.96  # standard errors on either side of an estimate
SMALL = 0.1  # where even the best chance is below this, a decimal tells more than it pretends


@dataclass(frozen=True)
class Candidate(Value):
    """An option that was thought about: its number and label in the question, and what it came to."""

    number: int
    label: str
    estimate: Estimate

    @property
    def chance(self) -> float:
        """The estimated chance of winning."""
        return self.estimate.chance


@dataclass(frozen=True)
class Verdict(Value):
    """The candidates in the order of their numbers, the best, the one it had to beat, and those that may be as good."""

    candidates: list[Candidate]
    best: Candidate
    runner_up: Candidate | None
    rivals: list[Candidate]

    @property
    def small(self) -> bool:
        """Whether all chances are so small that they need a decimal."""
        return all(candidate.chance < SMALL for candidate in self.candidates)

    @property
    def is_clear(self) -> bool:
        """Whether one option can be called the best: it wins sometimes, and no other may be as good."""
        return not self.rivals and self.best.chance > 0


def be_candid(player: Player) -> None:
    """Have a player check what it is going to say."""
    if isinstance(player, Mcts):
        player.candid = True


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


# ---- sentences -------------------------------------------------------------------------------------------------------


def advice(verdict: Verdict) -> tuple[str, str, str]:
    """What to choose, and how sure that is: the sentence up to the option, the option, and the rest."""
    best, runner_up = verdict.best, verdict.runner_up
    before = "Looks best: " if verdict.is_clear else "As good as any: "
    option = f"{best.number} {best.label}"
    if best.chance == 0:
        return before, option, ". None of the games tried was won."
    chance = f", about {chance_text(best.chance, verdict.small)} to win"
    if verdict.rivals:
        rivals = in_ranges([rival.number for rival in verdict.rivals], ", ")
        return before, option, f"{chance}. Too close to tell apart: {rivals}."
    if runner_up is None or runner_up.chance > best.chance:
        return before, option, f"{chance}."
    other = f"{chance_text(runner_up.chance, verdict.small)} with {runner_up.number}"
    return before, option, f"{chance}, against {other}."


def source(thought: Thought, verdict: Verdict, shown: Sequence[Candidate]) -> str:
    """What the estimates come from, and what is rough or left out."""
    tried = f"{thought.simulations:,} games tried in {seconds_text(thought)}"
    sentence = f"An estimate from {tried}, if the rest is played sensibly."
    if not all(was_tried_at_length(candidate, verdict.best) for candidate in shown):
        sentence += " An option with few games fell behind early; its figure is rough."
    hidden = [candidate.number for candidate in verdict.candidates if candidate not in shown]
    return sentence + (f" Not shown, as they fell behind first: {in_ranges(hidden, ', ')}." if hidden else "")


# ---- figures ---------------------------------------------------------------------------------------------------------


def chance_text(chance: float, small: bool) -> str:
    """A chance of winning, in whole percents or with a decimal."""
    return f"{chance * 100:.1f} %" if small else percent(Fraction(chance))


def margin_text(estimate: Estimate, small: bool, sign: str = "±") -> str:
    """How far off an estimate may be, never less than the last digit shown."""
    points = min(MARGIN * estimate.error * 100, 100.0)
    return f"{sign} {max(points, 0.1):.1f}" if small else f"{sign} {max(points, 1.0):.0f}"


def seconds_text(thought: Thought) -> str:
    """How long it took."""
    return f"{max(thought.seconds, 0.1):.1f} s"
