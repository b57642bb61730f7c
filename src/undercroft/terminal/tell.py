"""Games that one reads: a record replayed, a bot watched."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from rich.text import Text

from undercroft.core.errors import Failure, ReplayError
from undercroft.core.record import Record
from undercroft.core.scene import Question, log_lines
from undercroft.core.session import Session
from undercroft.core.vocabulary import Event, Option
from undercroft.lab.beside import Unanswered
from undercroft.terminal.adviser import Adviser, Bot
from undercroft.terminal.company import UNDECIDED, Company, onlooker_at, onlookers_at
from undercroft.terminal.endings import played_now, show_ending, which_game
from undercroft.terminal.lines import INDENT, flow, wrap
from undercroft.terminal.look import DANGER, MUTED, STRONG, Look
from undercroft.terminal.plain import Detail, paragraph, tableau
from undercroft.terminal.questions import GAP, asked_in_full, rows_of
from undercroft.terminal.thinking import note_of, shown_thinking


def opening_lines(record: Record, title: str, look: Look) -> list[Text]:
    """What is told here."""
    line = Text(title, STRONG).append(f"  seed {which_game(record)}", "not bold dim")
    if record.practice:
        line = Text("PRACTICE ", DANGER) + line
    return wrap(line, look)


def tell_choice(session: Session, option: Option, look: Look) -> None:
    """Make a choice, and tell the question, the answer and what came of it."""
    question = question_told(session)
    if question is not None:
        tell_question(session, question, look)
        tell_answer(question, option, look)
    look.show(*paragraph(log_lines(session, session.choose(option)), look))


def question_told(session: Session) -> Question | None:
    """The question that waits, unless it is asked of somebody who knows more than who reads it here."""
    seat = session.asked_seat
    return session.scene(seat).question if seat in onlookers_at(session) else None


def tell_question(session: Session, question: Question, look: Look) -> None:
    """What is asked."""
    number = len(session.choices) + 1
    look.show("", *wrap(Text(f"{number}. ", STRONG).append(question.text, "not bold dim"), look))


def tell_answer(question: Question, option: Option, look: Look, note: Sequence[str] = ()) -> None:
    """What is chosen, and beside it, or below where there is no room, what was seen in it."""
    label = next(choice.label for choice in question.choices if choice.name == option.name)
    lines = wrap(Text(f"> {label}", STRONG), look, INDENT, INDENT)
    beside = Text(" " * GAP + " ".join(note), MUTED)
    if lines[-1].cell_len + beside.cell_len <= look.width:
        look.show(*lines[:-1], lines[-1] + beside if note else lines[-1])
    else:
        look.show(*lines, *flow([Text(piece, MUTED) for piece in note], look, 2 * INDENT, gap=1))


def show_where_it_stands(session: Session, look: Look) -> None:
    """The end, or the table and the question that waits."""
    scene = session.scene(onlooker_at(session))
    if session.decision is None:
        show_ending(session, scene, look)
        return
    look.show("", *tableau(scene, None, played_now(session), look, Detail.PLAIN))
    if scene.question is None:
        who = session.game.seats[session.asked_seat]
        look.show("", *wrap(Text(f"Here the {who} decides."), look))
        return
    rows = rows_of(scene.question, [[] for _ in scene.question.choices], ())
    look.show("", *asked_in_full(scene.question, rows, look))


# ---- replay ----------------------------------------------------------------------------------------------------------


def replay(fresh: Session, choices: tuple[tuple[str, str], ...], look: Look) -> None:
    """Tell a record from its beginning; stops with a ReplayError at the first choice that does not fit."""
    look.show(*opening_lines(fresh.record, fresh.game.title, look))
    look.show(*paragraph(log_lines(fresh, fresh.events), look))
    for prompt, name in choices:
        tell_choice(fresh, fitting_option(fresh, prompt, name), look)
    show_where_it_stands(fresh, look)


def fitting_option(session: Session, prompt: str, name: str) -> Option:
    """The option that a record's choice names, if the question is still the same."""
    decision = session.decision
    number = len(session.choices) + 1
    if decision is None:
        raise ReplayError(f"choice {number}, {name}, does not fit: the game is over before it", number)
    for option in decision.options:
        if decision.prompt.name == prompt and option.name == name:
            return option
    offered = ", ".join(option.name for option in decision.options)
    raise ReplayError(
        f"choice {number}, {prompt} {name}, does not fit: {decision.prompt.name} offers {offered}", number
    )


def replay_json(fresh: Session, record: Record) -> dict[str, Any]:
    """A record, all its events and where it ends, as plain data."""
    told: list[dict[str, Any]] = []
    add_events(told, fresh, fresh.events, 0)
    for number, (prompt, name) in enumerate(record.choices, 1):
        add_events(told, fresh, fresh.choose(fitting_option(fresh, prompt, name)), number)
    outcome = fresh.outcome
    return {
        "record": msgspec.to_builtins(record),
        "events": told,
        "outcome": None
        if outcome is None
        else {"end": outcome.end, "won": outcome.won, "score": outcome.score, "rank": outcome.rank},
        "scene": msgspec.to_builtins(fresh.scene(onlooker_at(fresh))),
    }


def add_events(told: list[dict[str, Any]], session: Session, events: list[Event], choice: int) -> None:
    """Events as plain data, with the number of the choice that they came of."""
    words, nouns = session.game.words(), session.game.nouns(session.state)
    for event in events:
        told.append(
            {
                "name": event.kind.name,
                "figures": event.figures,
                "sentence": words.event(event, nouns),
                "rule": event.kind.rule,
                "choice": choice,
            }
        )


# ---- bots ------------------------------------------------------------------------------------------------------------


class Telling:
    """A bot on all seats of a session but the computer's own, and what it does as it is told.

    `make` is how a choice is made; the bots think with the adviser.
    """

    def __init__(
        self,
        session: Session,
        bot: str,
        look: Look,
        make: Callable[[Option], list[Event]],
        adviser: Adviser | None = None,
    ) -> None:
        adviser = adviser or Adviser()
        game, seed = session.game.name, session.record.seed
        self.session = session
        self.look = look
        self.make = make
        self.told = ""  # where the game stood when the table was last shown
        self.bot = Bot(adviser, bot, game, seed, candid=True)
        self.player = self.bot.player
        self.company = Company(session, adviser)
        keeper = session.game.keeper  # whoever knows more plays for no victory, so there is nothing to search for
        if keeper is not None and not self.company.plays(keeper):
            self.company.bots[keeper] = Bot(adviser, "steady", game, f"{seed} keeper")

    def tell_next(self) -> None:
        """The next choice: the question, the answer with what the bot saw in it, what came of it."""
        session, look = self.session, self.look
        self.tell_where()
        question = question_told(session)
        if question is not None:
            tell_question(session, question, look)
            look.console.file.flush()
        undecided = self.company.undecided
        option = self.company.answer(session)
        if option is None:
            with shown_thinking(self.player):
                option = self.bot.choose(session)
        if self.company.undecided > undecided:
            look.show(*wrap(Text(UNDECIDED), look))
        with undivided():
            self.tell_made(question, option)

    def tell_made(self, question: Question | None, option: Option) -> None:
        """An answer, and what comes of it."""
        session, look = self.session, self.look
        if question is not None:
            own = not self.company.plays(session.asked_seat)
            tell_answer(question, option, look, note_of(self.player, question, look) if own else [])
        look.show(*paragraph(log_lines(session, self.make(option)), look))
        look.console.file.flush()

    def tell_where(self) -> None:
        """The table, whenever the game has come to another place."""
        scene = self.session.scene(onlooker_at(self.session))
        if scene.status == self.told:
            return
        self.told = scene.status
        unasked = msgspec.structs.replace(scene, question=None)
        game = played_now(self.session)
        self.look.show("", *tableau(unasked, None, game, self.look, Detail.SPARE))


@contextmanager
def undivided() -> Iterator[None]:
    """Let Ctrl-C wait until all of this is done."""
    pressed: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if pressed:
        signal.raise_signal(signal.SIGINT)


def watch(session: Session, bot: str, delay: float, look: Look) -> None:
    """Let a bot play and tell what it does."""
    adviser = Adviser()
    try:
        watch_with(adviser, session, bot, delay, look)
    except Unanswered as error:
        raise undecided(session, bot, error) from None
    finally:
        adviser.close()


def undecided(session: Session, bot: str, error: Unanswered) -> Failure:
    """What is said where a bot does not decide, with all that is needed to see it again."""
    number, record = len(session.choices) + 1, session.record
    return Failure(f"{bot} did not decide on choice {number} of {record.game}, seed {record.seed!r}: {error}")


def watch_with(adviser: Adviser, session: Session, bot: str, delay: float, look: Look) -> None:
    """The same, with an adviser to think."""
    telling = Telling(session, bot, look, session.choose, adviser)
    look.show(*opening_lines(session.record, f"{session.game.title}, played by {bot}", look))
    look.show(*paragraph(log_lines(session, session.events), look))
    while session.decision is not None:
        telling.tell_next()
        if delay:
            time.sleep(delay)
    show_where_it_stands(session, look)
