"""Games that one reads: a record replayed, a bot watched."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from rich.text import Text

from undercroft.bots import find_bot
from undercroft.core.errors import ReplayError
from undercroft.core.record import Record
from undercroft.core.scene import log_lines
from undercroft.core.session import Session
from undercroft.core.vocabulary import Event, Option
from undercroft.terminal.endings import show_ending, which_game
from undercroft.terminal.lines import wrap
from undercroft.terminal.look import DANGER, MUTED, STRONG, Look
from undercroft.terminal.plain import Detail, paragraph, tableau
from undercroft.terminal.questions import asked_in_full, rows_of


def opening_lines(record: Record, title: str, look: Look) -> list[Text]:
    """What is told here."""
    line = Text(title, STRONG).append(f"  seed {which_game(record)}", "not bold dim")
    if record.practice:
        line = Text("PRACTICE ", DANGER) + line
    return wrap(line, look)


def tell_choice(session: Session, option: Option, look: Look, note: str = "") -> list[Event]:
    """Make a choice, and tell the question, the answer and what came of it."""
    question = session.scene().question
    decision = session.decision
    assert question is not None
    assert decision is not None
    label = next(choice.label for choice in question.choices if choice.name == option.name)
    line = Text(f"{decision.number}. ", STRONG).append(question.text, "not bold dim")
    look.show("", *wrap(line, look), *wrap(Text(f"> {label}", STRONG).append(note, MUTED), look, 2, 2))
    events = session.choose(option)
    look.show(*paragraph(log_lines(session, events), look))
    return events


def show_where_it_stands(session: Session, look: Look) -> None:
    """The end, or the table and the question that waits."""
    scene = session.scene()
    if scene.question is None:
        show_ending(session, look)
        return
    look.show("", *tableau(scene, None, which_game(session.record), look, Detail.PLAIN))
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
        "scene": msgspec.to_builtins(fresh.scene()),
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


# ---- watch -----------------------------------------------------------------------------------------------------------


def watch(session: Session, bot: str, delay: float, look: Look) -> None:
    """Let a bot play and tell what it does."""
    record = session.record
    player = find_bot(bot, session.game.name, record.seed)
    look.show(*opening_lines(record, f"{session.game.title}, played by {bot}", look))
    look.show(*paragraph(log_lines(session, session.events), look))
    shown = ""
    while session.decision is not None:
        decision = session.decision
        scene = session.scene()
        if scene.status != shown:
            shown = scene.status
            unasked = msgspec.structs.replace(scene, question=None)
            look.show("", *tableau(unasked, None, which_game(record), look, Detail.SPARE))
        option = player.choose(session.state.view(decision.seat), decision.prompt, decision.options)
        tell_choice(session, option, look)
        look.console.file.flush()
        if delay:
            time.sleep(delay)
    show_where_it_stands(session, look)
