"""The starts of a game in words: an adventurer, a hero, what is taken along."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft.core.record import FORMAT, Record
from undercroft.core.scene import question
from undercroft.core.session import Session
from undercroft.games import find_game
from undercroft.lab.rows import Job


def opening_names(job: Job) -> dict[tuple[str, ...], str]:
    """Every start of a job's game, by the labels of its choices as far as they name something."""
    game = find_game(job.game)
    openings = game.openings(game.new(job.edition, job.changes))
    return {opening: opening_name(job, opening) for opening in openings}


def starts_told(job: Job) -> str:
    """Which starts the games of a run have, in a sentence; nothing where there is only one."""
    names = list(opening_names(job).values())
    if len(names) < 2:
        return ""
    return f"The games begin in turn with {', '.join(names[:-1])} and {names[-1]}; the bot chooses the rest."


def opening_name(job: Job, opening: Iterable[str]) -> str:
    """A start by the labels of its choices, each up to its colon."""
    game = find_game(job.game)
    record = Record(FORMAT, job.game, job.edition, job.seed, game.rules_version, dict(job.changes))
    session = Session(game, record)
    names = []
    for choice in opening:
        asked = question(session, session.asked_seat)
        assert asked is not None
        names.append(next(each.label.partition(":")[0] for each in asked.choices if each.name == choice))
        session.choose(choice)
    return " ".join(names)
