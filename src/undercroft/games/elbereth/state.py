"""Everything that can change in a game of Elbereth, and the small steps by which it does."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from undercroft.core.bits import bits_in
from undercroft.core.chance import Chance
from undercroft.core.state import Outcome, State
from undercroft.core.table import Table
from undercroft.core.vocabulary import EventKind, Option
from undercroft.games.elbereth.cards import ALL_PIECES, COIN, Content, Kind
from undercroft.games.elbereth.vocabulary import ENDS, WON

HERO: Final = 0  # the only seat
NOBODY: Final = -1
OLDER: Final = -1  # in a bag: a card of the bag before
BOSS_TO_COME: Final = -2  # in a bag: a boss that nobody knows yet
FIGURE_NAMES: Final = ("floor", "equipped", "pieces", "coin", "key", "deck")
IDLE: Final = Table([], Chance())


class Elbereth(State):
    """One game: the equipment, the floor as it lies on the table, the cards that nobody has seen.

    A card on the table is known by its number: 0 is the up stairs, the others follow in the order of being laid.

    Nothing here is hidden. Cards leave the game unseen on every floor, so which they were is never decided: a bag for
    each floor so far holds all that could still lie in it, and its cards come out when somebody sees them. In the
    last bag, which is the deck, and in each before it, OLDER stands for a card of the bag before; when one is drawn,
    a card is drawn there, where more cards lie than the OLDER above stand for: the rest have left the game. Cards can
    be told apart, so that it is no secret either which bag a card came from: the table says where it was seen last.
    """

    def __init__(self, content: Content) -> None:
        self.content: Final = content
        self.table = IDLE
        self.floor: i64 = 0  # 0 before the equipment is chosen
        self.equipped: i64 = 0  # pieces face-up, as bits
        self.gone: i64 = 0  # pieces discarded for good, as bits
        self.coin = False
        self.coin_gone = False
        self.key_held = False
        self.bags: list[list[int]] = []  # by floor; the last is the deck
        self.bosses: list[int] = []  # those still to come, by kind
        self.cards: list[int] = []  # the cards on the table by kind
        self.places: list[int] = []  # and where each lies
        self.turned: list[int] = []  # and whether its back is up: 1 or 0
        self.seen: list[int] = []  # and the floor above, from the second on, on which it was seen last, or 0
        self.at: dict[int, int] = {}  # which card lies at a place
        self.attacks: list[Option] = []  # the enemies that stand, each as the option to attack it
        self.breaks: list[Option] = []  # the walls that stand, each as the option to break it
        self.items: list[int] = []  # numbers of the item cards that nobody has taken
        self.shop_found = False
        self.stairs_found = False
        self.boss: i64 = NOBODY  # the number of the floor's boss once it is laid
        self.hit_once = False  # the boss was hit by the last action and needs another hit
        self.target: i64 = NOBODY  # the card being attacked
        self.die: i64 = 0  # the last roll
        self.end: EventKind | None = None

    def copy(self) -> Elbereth:
        other = Elbereth(self.content)
        other.floor = self.floor
        other.equipped = self.equipped
        other.gone = self.gone
        other.coin = self.coin
        other.coin_gone = self.coin_gone
        other.key_held = self.key_held
        other.bags = [bag[:] for bag in self.bags]
        other.bosses = self.bosses[:]
        other.cards = self.cards[:]
        other.places = self.places[:]
        other.turned = self.turned[:]
        other.seen = self.seen[:]
        other.at = self.at.copy()
        other.attacks = self.attacks[:]
        other.breaks = self.breaks[:]
        other.items = self.items[:]
        other.shop_found = self.shop_found
        other.stairs_found = self.stairs_found
        other.boss = self.boss
        other.hit_once = self.hit_once
        other.target = self.target
        other.die = self.die
        other.end = self.end
        return other

    def key(self) -> tuple[object, ...]:
        # without the last roll: it matters only until it is read, and walks are not merged before that (mid_roll)
        return (
            *self.figures(), self.gone, self.equipped, self.coin_gone, self.hit_once, self.target,
            tuple([tuple(bag) for bag in self.bags]), tuple(self.bosses), tuple(self.cards), tuple(self.places),
            tuple(self.turned), self.end_number(),
        )  # fmt: skip

    def figures(self) -> tuple[int, ...]:
        return (
            self.floor, bits_in(self.equipped), bits_in(ALL_PIECES & ~self.gone), int(self.coin), int(self.key_held),
            self.deck_size(),
        )  # fmt: skip

    def progress(self, seat: int) -> float:
        return float(self.floor - 1) / float(self.content.floors)

    def outcome(self) -> Outcome | None:
        end = self.end
        if end is None:
            return None
        won = end is WON
        cleared = self.content.floors if won else self.floor - 1
        return Outcome(end.name.removeprefix("end."), (HERO,) if won else (), cleared, "")

    def finish(self, end: EventKind) -> None:
        """The game is over."""
        self.end = end
        self.table.tell(end, self.floor)

    # ---- short cuts --------------------------------------------------------------------------------------------

    def kind(self, number: i64) -> Kind:
        """The kind of a card on the table."""
        return self.content.kinds[self.cards[number]]

    def deck_size(self) -> i64:
        """How many cards are left in the deck."""
        return len(self.bags[-1]) if self.bags else 0

    def out_of_the_game(self) -> i64:
        """How many cards have left the game, the bosses of earlier floors among them (boss.discarded)."""
        content = self.content
        return (self.floor - 1) * (content.removed + 1 if content.boss_per_floor else content.removed)

    def face_down(self) -> i64:
        """The pieces that one does not have and could get again, as bits."""
        return ALL_PIECES & ~self.equipped & ~self.gone

    def has_item(self, item: i64) -> bool:
        """Whether an item is in one's possession."""
        return self.coin if item == COIN else bool(self.equipped >> item & 1)

    def can_take(self, item: i64) -> bool:
        """Whether an item could be picked up (pickup.not-if-held, pickup.not-if-discarded)."""
        if item == COIN:
            return not self.coin and not self.coin_gone
        return bool(self.face_down() >> item & 1)

    def end_number(self) -> int:
        """The end's place among the ends, or -1 while the game goes on."""
        return NOBODY if self.end is None else ENDS.index(self.end)
