"""Who sits at the table in the terminal: people who share the screen, and the computer on the other seats."""

from __future__ import annotations

from undercroft.core.game import ABSENT
from undercroft.core.session import Session
from undercroft.core.vocabulary import Option
from undercroft.lab.beside import Unanswered
from undercroft.terminal.adviser import Adviser, Bot, spare_option

UNDECIDED = "The computer did not come to a decision, so chance decided for it."


def people_at(session: Session) -> list[int]:
    """The seats that are for people, who share the screen."""
    named = session.game.company(session.state)
    return [seat for seat in range(len(session.game.seats)) if seat >= len(named) or not named[seat]]


def onlookers_at(session: Session) -> list[int]:
    """The seats that whoever sits before the screen may look from at any time.

    Those of people, but for the one that knows more, unless nobody else plays. Who only watches has none and looks from
    those of the computer's that know no more than all do.
    """
    game = session.game
    named = game.company(session.state)
    seats = people_at(session) or [seat for seat in range(len(game.seats)) if named[seat] != ABSENT]
    return [seat for seat in seats if seat != game.keeper] or seats


def onlooker_at(session: Session) -> int:
    """The one of these that is asked, or the first."""
    seats = onlookers_at(session)
    return session.asked_seat if session.asked_seat in seats else seats[0]


class Company:
    """The seats of a session: bots by seat, people on the rest."""

    def __init__(self, session: Session, adviser: Adviser) -> None:
        named = session.game.company(session.state)
        self.people = people_at(session)
        self.bots: dict[int, Bot] = {
            seat: Bot(adviser, bot, session.game.name, f"{session.record.seed} seat {seat}")
            for seat, bot in enumerate(named)
            if bot and bot != ABSENT
        }
        self.shown = -1  # the seat that looked at the screen last
        self.undecided = 0  # how often chance had to decide for the computer
        self.reasons: list[str] = []  # why the computer did what it did last

    def plays(self, seat: int) -> bool:
        """Whether the computer plays a seat."""
        return seat in self.bots

    def viewer(self, session: Session) -> int:
        """The seat to show: that of the person who is asked; where none is, one that any of them may look from."""
        is_persons = session.decision is not None and session.asked_seat in self.people
        return session.asked_seat if is_persons else onlooker_at(session)

    def answer(self, session: Session) -> Option | None:
        """What the computer answers, if it is asked."""
        decision = session.decision
        if decision is None or decision.seat not in self.bots:
            return None
        if session.last_seat not in self.bots:
            self.reasons.clear()
        try:
            chosen, reason = self.bots[int(decision.seat)].choose_and_say(session)
        except Unanswered:
            chosen, reason = spare_option(session), UNDECIDED
            self.undecided += 1
        if reason and reason not in self.reasons[-1:]:
            self.reasons.append(reason)
        return chosen

    def needs_cover(self, session: Session) -> bool:
        """Whether the screen passes between somebody who knows more and the others."""
        seat, keeper = session.asked_seat, session.game.keeper
        before, self.shown = self.shown, seat
        if keeper not in self.people or len(self.people) == 1 or session.decision is None:
            return False
        return (before == keeper) != (seat == keeper)  # who takes a game up may be anybody
