"""Who sits where at a table, and what they may do there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from undercroft.bots import find_bot, read_budget
from undercroft.core.errors import UndercroftError
from undercroft.core.game import ABSENT, Game
from undercroft.core.session import Session
from undercroft.web.keys import same
from undercroft.web.rows import Seat, TableRow
from undercroft.web.store import Store
from undercroft.web.views import Holder, SeatView

LONGEST_BOT = 40
MOST_SECONDS = 2.0
MOST_SIMULATIONS = 5_000
MOVED_ON = "the table has moved on meanwhile; look at how it stands now"
SILENT = timedelta(minutes=2)  # after which the owner may give somebody's seat to a bot


class Refusal(UndercroftError):
    """Something that cannot be done here; `status` is how HTTP says so."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True)
class Caller:
    """Who asks: a browser, by the digest of its cookie, or a program, by the secret of a seat or of a table."""

    visitor: str = ""
    secret: str = ""


@dataclass(frozen=True)
class Rights:
    """What a caller is at a table."""

    owner: bool
    seats: tuple[int, ...]


@dataclass
class Live:
    """A table in memory as it was at `row.number`: its seats, who holds them, and its session."""

    row: TableRow
    seats: list[Seat]
    holders: list[tuple[int, str]]
    session: Session

    @property
    def company(self) -> tuple[str, ...]:
        """Who sits where by the game's own settings: a bot, ABSENT, or nothing for people."""
        return company_of(self.session)

    @property
    def present(self) -> list[Seat]:
        """The seats that somebody sits at, or may."""
        return [seat for seat, named in zip(self.seats, self.company, strict=True) if named != ABSENT]

    @property
    def people(self) -> list[int]:
        """The seats that are for people, whether a bot plays one of them at the moment or not."""
        return [seat for seat, named in enumerate(self.company) if not named]

    @property
    def teller(self) -> int:
        """The seat that a game is told from to those who hold none: the first that is for people."""
        return next(iter(self.people), 0)

    @property
    def turn(self) -> int | None:
        """The seat that is asked."""
        decision = self.session.decision
        return None if decision is None else decision.seat

    @property
    def bot(self) -> str:
        """The bot that is asked, if one is."""
        return "" if self.turn is None else self.seats[self.turn].bot

    @property
    def is_open(self) -> bool:
        """Whether anybody may see all of it: the game is over, or it was brought along as a record."""
        return self.session.outcome is not None or self.row.kind == "record"


def company_of(session: Session) -> tuple[str, ...]:
    """Who sits where by the game's own settings, for each seat."""
    game = session.game
    return game.company(session.state) or ("",) * len(game.seats)


def rights_of(live: Live, caller: Caller) -> Rights:
    """What a caller is at a table; every secret is compared, so that time tells nothing."""
    shown = [seat.seat for seat in live.seats if same(seat.secret, caller.secret)]
    held = [seat for seat, visitor in live.holders if caller.visitor and same(visitor, caller.visitor)]
    owner = same(live.row.owner_secret, caller.secret)
    owner = owner or (bool(caller.visitor) and same(live.row.owner, caller.visitor))
    return Rights(owner, tuple(sorted({*shown, *held})))


@dataclass(frozen=True)
class Sitting:
    """Where the opener of a table sits, and who plays the other seats that are for people.

    `seats` of None are all of those, or the first if `others` names a bot; an empty one is for who only watches.
    """

    bots: Mapping[int, str] = field(default_factory=dict)
    seats: tuple[int, ...] | None = None
    others: str = ""


def arrange(session: Session, sitting: Sitting) -> tuple[dict[int, str], list[int]]:
    """Which bot plays which seat of a new table, and which seats the opener holds."""
    company = company_of(session)
    people = [seat for seat, named in enumerate(company) if not named]
    for seat in (*sitting.bots, *(sitting.seats or ())):
        check_is_there(session.game, company, seat)
    own = sitting.seats
    if own is None:
        free = [seat for seat in people if seat not in sitting.bots]
        own = tuple(free[:1] if sitting.others else free)
    for seat in own:
        check_is_for_people(session.game, company, seat)
    bots = {seat: named for seat, named in enumerate(company) if named and named != ABSENT}
    bots |= {seat: sitting.others for seat in people if sitting.others and seat not in own}
    bots |= sitting.bots
    return bots, list(own) or people[:1]


def check_is_there(game: Game, company: Sequence[str], seat: int) -> None:
    """Refuse a seat at which nobody sits as the game is set up."""
    if company[seat] == ABSENT:
        raise Refusal(409, f"this table is set up without a {game.seats[seat]}")


def check_is_for_people(game: Game, company: Sequence[str], seat: int) -> None:
    """Refuse a seat that is nobody's, or the computer's, as the game is set up."""
    check_is_there(game, company, seat)
    if company[seat]:
        raise Refusal(409, f"this table is set up so that the computer is the {game.seats[seat]}")


# ---- what is allowed -------------------------------------------------------------------------------------------------


def which_seat(live: Live, rights: Rights, wanted: int | None) -> int:
    """The seat to look from: the one that is wanted, or the one that is asked, or the first.

    Who holds the seat that knows what the others may not, and another besides, looks from it only if he wants to.
    """
    if not rights.seats:
        raise Refusal(403, "this table needs an invitation; ask who opened it for a link")
    if wanted is not None:
        check_seat(live, rights, wanted)
        return wanted
    open_seats = [seat for seat in rights.seats if seat != live.session.game.keeper] or list(rights.seats)
    return live.turn if live.turn is not None and live.turn in open_seats else open_seats[0]


def seat_after(live: Live, rights: Rights, seat: int) -> int:
    """The seat to look from after a deed: the caller's that is asked next, unless the screen should be passed on."""
    turn, keeper = live.turn, live.session.game.keeper
    if turn is None or turn not in rights.seats or live.bot:
        return seat
    return seat if keeper is not None and keeper in (turn, seat) else turn


def seat_after_undo(live: Live, seat: int, whose: int) -> int:
    """The seat to look from once a choice of a seat is taken back, unless the screen should be passed on."""
    keeper = live.session.game.keeper
    return seat if keeper is not None and keeper in (seat, whose) else whose


def seats_to_look_from(live: Live, rights: Rights) -> tuple[int, ...]:
    """The seats that moments of a game are seen from: one's own; of a game that is over, all; of a record, people's.

    A record may be that of a game that goes on, in which nobody holds the computer's seats.
    """
    if live.session.outcome is not None:
        return tuple(seat.seat for seat in live.present)
    return tuple(live.people) if live.row.kind == "record" else rights.seats


def check_is_a_seat(live: Live, seat: int) -> None:
    """Refuse a seat that there is not."""
    if not 0 <= seat < len(live.seats):
        raise Refusal(404, f"there is no seat {seat} at this table")


def check_is_a_persons(live: Live, seat: int) -> None:
    """Refuse a seat that there is not, or that is not for people."""
    check_is_a_seat(live, seat)
    check_is_for_people(live.session.game, live.company, seat)


def check_seat(live: Live, rights: Rights, seat: int) -> None:
    """Refuse a seat that is not the caller's."""
    check_is_a_seat(live, seat)
    if seat not in rights.seats:
        raise Refusal(403, "this is somebody else's seat")


def check_number(live: Live, number: int) -> None:
    """Refuse whoever has not seen the table as it is."""
    if number != live.row.number:
        raise Refusal(409, MOVED_ON)


def check_turn(live: Live, seat: int) -> None:
    """Refuse a seat that is not asked."""
    if live.turn is None:
        raise Refusal(409, "the game is over; there is nothing to choose")
    if live.turn != seat:
        raise Refusal(409, f"it is not your turn; {live.session.game.seats[live.turn]} is asked")


def check_is_asked(live: Live, seat: int) -> None:
    """Refuse to choose for a seat that is not asked, or that a bot plays."""
    check_turn(live, seat)
    check_is_played(live)
    if live.bot:
        raise Refusal(403, f"{live.bot} plays this seat; take the seat back first")


def is_offered(session: Session, seat: int, option: str) -> bool:
    """Whether a seat is asked and may choose an option of this name."""
    decision = session.decision
    return decision is not None and decision.seat == seat and any(each.name == option for each in decision.options)


def may_know_seed(live: Live, rights: Rights, caller: Caller) -> bool:
    """The owner of a table at which nobody else has a hand to hide, and anybody once the game is over.

    Who knows the seed knows every roll to come, and with the choices all that is hidden.
    """
    return live.is_open or (rights.owner and (len(live.people) == 1 or not is_shared(live, caller)))


def may_practise(live: Live, rights: Rights, caller: Caller) -> bool:
    """Whoever plays all seats that no bot plays, none of them somebody's: a branch shows what all seats see."""
    if live.is_open:
        return True
    people = {seat.seat for seat in live.present if not seat.bot}
    alone = len(live.people) == 1 or not is_shared(live, caller)
    return alone and bool(rights.seats) and people <= set(rights.seats)


def is_shared(live: Live, caller: Caller) -> bool:
    """Whether visitors besides the caller hold seats, also such as a bot plays for them at the moment."""
    return any(visitor != caller.visitor for _, visitor in live.holders)


def undoer(live: Live, rights: Rights, seat: int) -> int:
    """The seat of a caller whose last choice can be taken back; if none can, the one he sits at."""
    return next((held for held in rights.seats if live.session.can_undo(held)), seat)


def check_bots(game: Game, bots: Mapping[int, str]) -> None:
    """Refuse a seat that there is not, and a bot that there is not or that does not know the game."""
    check_seats(game, bots)
    for bot in bots.values():
        check_budget(bot)
        find_bot(bot, game.name, "")


def check_seats(game: Game, seats: Iterable[int]) -> None:
    """Refuse a seat that there is not."""
    for seat in seats:
        if not 0 <= seat < len(game.seats):
            raise Refusal(400, f"{game.title} has no seat {seat}; its seats are 0 to {len(game.seats) - 1}")


def check_budget(bot: str) -> None:
    """Refuse a bot that would think for longer than its turn: all tables share those who think."""
    _, colon, budget = bot.partition(":")
    if len(bot) > LONGEST_BOT:
        raise Refusal(400, f"the name of a bot has at most {LONGEST_BOT} letters")
    if not colon:
        return
    found = read_budget(bot, budget)
    if found.seconds > MOST_SECONDS or found.simulations > MOST_SIMULATIONS:
        raise Refusal(400, f"a bot thinks for at most {MOST_SECONDS:g} s or {MOST_SIMULATIONS} simulations here")


def check_is_played(live: Live) -> None:
    """Refuse to change a record."""
    if live.row.kind == "record":
        raise Refusal(409, "this is a record; play on from any moment of it")


# ---- seats in views --------------------------------------------------------------------------------------------------


def seat_views(live: Live, rights: Rights, caller: Caller, store: Store) -> tuple[SeatView, ...]:
    """The seats as a caller sees them; who else sits there is told where there is more than one seat."""
    several = len(live.people) > 1
    names = store.names_of({visitor for _, visitor in live.holders}) if several else {}
    seen = store.last_seen(live.row.id) if several else {}
    return tuple(seat_view(live, seat, rights, caller, names, seen) for seat in live.present)


def seat_view(
    live: Live,
    seat: Seat,
    rights: Rights,
    caller: Caller,
    names: Mapping[str, str],
    seen: Mapping[tuple[int, str], str],
) -> SeatView:
    """A seat as a caller sees it."""
    others = others_at(live, seat.seat, caller)
    mine = seat.seat in rights.seats
    holder: Holder = "bot" if seat.bot else "you" if mine else "somebody" if others else "nobody"
    who = next((names.get(visitor, "") for visitor in others), "")
    computers = bool(live.company[seat.seat])
    may_invite = not computers and (mine or (rights.owner and not others))
    silent = bool(others) and all(is_silent(seen.get((seat.seat, visitor), "")) for visitor in others)
    link = f"/join/{live.row.id}/{seat.seat}/{seat.secret}" if may_invite else ""
    return SeatView(seat.seat, live.session.game.seats[seat.seat], holder, seat.bot, who, link, silent, computers)


def others_at(live: Live, seat: int, caller: Caller) -> list[str]:
    """The visitors at a seat besides the caller."""
    return [visitor for held, visitor in live.holders if held == seat and visitor != caller.visitor]


def is_silent(seen: str) -> bool:
    """Whether somebody who was last seen then has been silent for a while."""
    return not seen or datetime.now(UTC) - datetime.fromisoformat(seen) > SILENT
