"""What is thought about the moments of games: odds, hints, choices of bots and reviews, as plain values.

A moment is a record. These functions run in worker processes (minds.py), one at a time in each; what they give can be
pickled and written as JSON.
"""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from undercroft.bots import find_bot, read_budget, simple_bot, thinking_bot
from undercroft.bots.verdict import (
    Candidate,
    Verdict,
    advice,
    be_candid,
    chance_text,
    margin_text,
    source,
    thought_of,
    verdict_of,
)
from undercroft.core.errors import RuleError
from undercroft.core.odds_words import AllOdds, ShortOdds, all_odds, odds_beside, percent
from undercroft.core.players import find
from undercroft.core.record import Record
from undercroft.core.scene import Question, Scene
from undercroft.core.session import Session
from undercroft.door import load
from undercroft.games import GAMES, find_game
from undercroft.lab.review import prepare, review
from undercroft.lab.workers import Here
from undercroft.web.review_view import ReviewView, review_view

MOST_SESSIONS = 64
NEAR = 16  # choices that a session is behind at the most for it to be played on

Choices = tuple[tuple[str, str], ...]


class ChoiceOdds(msgspec.Struct, frozen=True):
    """What stands beside an option: telling words with their figures, and how likely each of them is, for bars."""

    option: str
    words: tuple[str, ...]
    bars: tuple[tuple[str, float], ...]
    exact: bool
    helped: tuple[tuple[str, float], ...] = ()
    """How likely a word becomes with what one may use besides: hit with a weapon."""


class OddsRow(msgspec.Struct, frozen=True):
    """Outcomes that read the same; `share` is how long a bar is, 0 to 1: the chance itself."""

    chance: float
    chance_text: str
    share: float
    changes: str
    happens: str
    then: str


class WholeOdds(msgspec.Struct, frozen=True):
    """All that an option may lead to; `then` of its rows is empty where the notes say the same of all of them."""

    option: str
    label: str
    summary: str
    rows: tuple[OddsRow, ...]
    notes: tuple[str, ...]


class HintOption(msgspec.Struct, frozen=True):
    """An option that was thought about.

    `share` is how long a bar is, 0 to 1: the chance itself. `best` is true only where the advice names one best option.
    """

    number: int
    option: str
    label: str
    chance: float
    chance_text: str
    margin_text: str
    share: float
    games: int
    best: bool


class Hint(msgspec.Struct, frozen=True):
    """What a bot that thinks would choose, beside the other options."""

    best: str
    advice: str
    candidates: tuple[HintOption, ...]
    source: str


# ---- sessions --------------------------------------------------------------------------------------------------------


class Sessions:
    """The sessions that were needed last, so that the next moment of a game is a choice and not a replay."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.kept: OrderedDict[tuple[bytes, Choices], Session] = OrderedDict()

    def at(self, record: Record) -> Session:
        """The session at a moment; ReplayError if the record's choices do not fit."""
        start = msgspec.json.encode(msgspec.structs.replace(record, choices=()))
        session = self._played_on(start, record.choices) or load(record)
        self.kept[start, record.choices] = session
        while len(self.kept) > self.most:
            self.kept.popitem(last=False)
        return session

    def _played_on(self, start: bytes, choices: Choices) -> Session | None:
        for made in range(len(choices), max(-1, len(choices) - NEAR - 1), -1):
            session = self.kept.pop((start, choices[:made]), None)
            if session is not None:
                return session if goes_on(session, choices[made:]) else None
        return None


def goes_on(session: Session, choices: Choices) -> bool:
    """Play on with choices, as long as they fit."""
    for prompt, name in choices:
        decision = session.decision
        option = find(name, decision.options) if decision is not None else None
        if decision is None or option is None or decision.prompt.name != prompt:
            return False
        session.choose(option)
    return True


SESSIONS = Sessions(MOST_SESSIONS)


def asked_scene(session: Session) -> tuple[Scene, Question]:
    """The scene of the seat that is asked, and the question; RuleError once the game is over."""
    decision = session.decision
    scene = session.scene(decision.seat if decision is not None else 0)
    if scene.question is None:
        raise RuleError("the game is over; there is nothing to choose")
    return scene, scene.question


# ---- odds ------------------------------------------------------------------------------------------------------------


def odds_of(record: Record) -> list[ChoiceOdds]:
    """What stands beside each option of the question that waits."""
    session = SESSIONS.at(record)
    scene, question = asked_scene(session)
    pairs = zip(question.choices, odds_beside(session, scene), strict=True)
    return [choice_odds(choice.name, odds) for choice, odds in pairs]


def choice_odds(option: str, odds: ShortOdds) -> ChoiceOdds:
    """The odds beside an option as plain values."""
    bars = tuple((word, float(chance)) for word, chance in odds.chances.items())
    helped = tuple(
        (f"{word} {means}", float(chance))
        for word, chances in odds.told.helped.items()
        for means, chance in chances.items()
    )
    return ChoiceOdds(option, tuple(odds.words), bars, odds.exact, helped)


def whole_odds_of(record: Record, option: str) -> WholeOdds:
    """All that an option of the question may lead to."""
    session = SESSIONS.at(record)
    found = session.option(option)
    _, question = asked_scene(session)
    label = next(choice.label for choice in question.choices if choice.name == found.name)
    odds = all_odds(session, found)
    return WholeOdds(found.name, label, ", ".join(odds.summary), odds_rows(odds), odds_notes(odds))


def odds_rows(odds: AllOdds) -> tuple[OddsRow, ...]:
    """The rows as plain values."""
    return tuple(
        OddsRow(
            float(row.chance),
            percent(row.chance),
            float(row.chance),
            row.changes,
            row.happens,
            row.then if odds.parts_ways else "",
        )
        for row in odds.rows
    )


def odds_notes(odds: AllOdds) -> tuple[str, ...]:
    """How the odds were counted, and what may turn up beyond them."""
    beyond = f"What may turn up: {', '.join(odds.beyond)}." if odds.beyond else ""
    return tuple(note for note in (odds.note, beyond, odds.beyond_note) if note)


# ---- bots ------------------------------------------------------------------------------------------------------------


def choice_of(record: Record, bot: str) -> str:
    """The name of the option that a bot chooses for the seat that is asked; its chance is its own."""
    player = find_bot(bot, record.game, f"{record.seed} {bot} {len(record.choices)}")
    return SESSIONS.at(record).consult(player).name


def hint_of(record: Record, budget: str) -> Hint:
    """What a bot that thinks so long would choose, and why."""
    session = SESSIONS.at(record)
    _, question = asked_scene(session)
    seed = f"{record.seed} hint {len(record.choices)}"
    if session.asked_seat == session.game.keeper:
        return keepers_hint(session, question, seed)
    player = thinking_bot(record.game, seed, read_budget(f"mcts:{budget}", budget))
    be_candid(player)
    session.consult(player)
    verdict = verdict_of(player, question)
    return Hint(
        verdict.best.estimate.option.name,
        "".join(advice(verdict)),
        tuple(hint_option(candidate, verdict) for candidate in verdict.candidates),
        source(thought_of(player), verdict, verdict.candidates),
    )


def keepers_hint(session: Session, question: Question, seed: str) -> Hint:
    """What the computer would do on the seat of whoever knows more, who plays for no victory, and why."""
    player = find_bot(simple_bot(session.game.name), session.game.name, seed)
    chosen = session.consult(player).name
    label = next(choice.label for choice in question.choices if choice.name == chosen)
    return Hint(chosen, f"The computer would: {label}", (), session.reason_of(player))


def hint_option(candidate: Candidate, verdict: Verdict) -> HintOption:
    """An option that was thought about, as plain values."""
    return HintOption(
        number=candidate.number,
        option=candidate.estimate.option.name,
        label=candidate.label,
        chance=candidate.chance,
        chance_text=chance_text(candidate.chance, verdict.small),
        margin_text=margin_text(candidate.estimate, verdict.small),
        share=candidate.chance,
        games=candidate.estimate.games,
        best=candidate is verdict.best and verdict.is_clear,
    )


# ---- reviews ---------------------------------------------------------------------------------------------------------


def review_of(record: Record, games: int, seat: int) -> ReviewView:
    """What luck and decisions made of a game, from so many games played on from each moment."""
    bot = simple_bot(record.game)
    reviewed = review(prepare(find_game(record.game), record, bot, games, seat=seat), Here(1))
    assert reviewed is not None
    return review_view(reviewed)


def wake() -> None:
    """Read what the games need, so that the first question need not wait for it."""
    for game in GAMES.values():
        game.words()
        for edition in game.editions():
            game.new(edition, {})
