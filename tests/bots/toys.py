"""Toy games for tests of the search, whose best choices can be told without any."""

from __future__ import annotations

from undercroft.bots.promise.chapters import Promise
from undercroft.core.chance import Chance
from undercroft.core.state import Outcome, State
from undercroft.core.table import Table
from undercroft.core.vocabulary import Options, Vocabulary

V = Vocabulary(things=())
DIE = V.stream("die")
HIDE = V.stream("hide")

FAIR = V.option("fair")
GOOD = V.option("good")
BAD = V.option("bad")
OPEN = V.option("open")
SHUT = V.option("shut")
KNOCKS: Options = V.family("knock", "toy", 4)
LEFT = V.option("left")
RIGHT = V.option("right")
PASS = V.option("pass")
DEEP = V.option("deep")
GIVE_UP = V.option("give-up", resigns=True)

COIN = V.prompt("toy.coin", "toy")
DOOR = V.prompt("toy.door", "toy")
KNOCK = V.prompt("toy.knock", "toy")
HAND = V.prompt("toy.hand", "toy")

LOST, WON_BY_ONE, WON_BY_OTHER, WON_BY_BOTH = (), (0,), (1,), (0, 1)


class Toy(State):
    """Who won, and perhaps in which hand something is hidden."""

    def __init__(self, secret: int = -1) -> None:
        self.secret = secret
        self.winners: tuple[int, ...] | None = None

    def copy(self) -> Toy:
        other = Toy(self.secret)
        other.winners = self.winners
        return other

    def view(self, seat: int) -> Toy:
        return Toy(-1)

    def imagine(self, seat: int, chance: Chance) -> None:
        self.secret = int(chance.pick(HIDE, 2))

    def outcome(self) -> Outcome | None:
        return None if self.winners is None else Outcome("over", self.winners, 0, "")


def seated(state: State, table: Table) -> Toy:
    assert isinstance(state, Toy)
    table.seat(state)
    table.begin_turn()
    return state


def coins(state: State, table: Table) -> None:
    """Three coins that win with 1/4, 1/2 and 3/4, and a way to lose at once."""
    toy = seated(state, table)
    answer = table.choose(0, COIN, (BAD, FAIR, GOOD, GIVE_UP))
    enough = {BAD: 4, FAIR: 3, GOOD: 2, GIVE_UP: 5}[answer]
    toy.winners = WON_BY_ONE if table.roll(DIE, 4) >= enough else LOST


def opponents(state: State, table: Table) -> None:
    """An open door is closed again by one of four knocks of an opponent, who then wins; a shut one is a coin."""
    behind_the_door(state, table, WON_BY_OTHER, WON_BY_ONE)


def friends(state: State, table: Table) -> None:
    """An open door lets both win by one of four knocks; a shut one is a coin."""
    behind_the_door(state, table, WON_BY_BOTH, LOST)


def behind_the_door(state: State, table: Table, third: tuple[int, ...], others: tuple[int, ...]) -> None:
    toy = seated(state, table)
    if table.choose(0, DOOR, (SHUT, OPEN)) is SHUT:
        toy.winners = WON_BY_ONE if table.roll(DIE, 2) == 1 else LOST
    else:
        toy.winners = third if table.choose(1, KNOCK, KNOCKS) is KNOCKS[2] else others


def hands(state: State, table: Table) -> None:
    """Guess the hand, which nobody can know, or pass, which wins three times in five."""
    toy = seated(state, table)
    answer = table.choose(0, HAND, (LEFT, RIGHT, PASS))
    if answer is PASS:
        toy.winners = WON_BY_ONE if table.roll(DIE, 5) <= 3 else LOST
    else:
        toy.winners = WON_BY_ONE if (answer is RIGHT) == (toy.secret == 1) else LOST


def whoever(state: State, table: Table) -> None:
    """An open door is a question to either seat, as a die says, and whoever is asked can win; seat 0 seldom is."""
    toy = seated(state, table)
    if table.choose(0, DOOR, (SHUT, OPEN)) is SHUT:
        toy.winners = WON_BY_ONE if table.roll(DIE, 2) == 1 else LOST
        return
    asked = 0 if table.roll(DIE, 10) <= 3 else 1
    answer = table.choose(asked, KNOCK, KNOCKS)
    toy.winners = (asked,) if answer is KNOCKS[2] else (1 - asked,)


def two_steps(state: State, table: Table) -> None:
    """Nine in twenty, or two choices: the first means nothing, and the second, if right, wins four times in five."""
    toy = seated(state, table)
    if table.choose(0, DOOR, (FAIR, DEEP)) is FAIR:
        toy.winners = WON_BY_ONE if table.roll(DIE, 20) <= 9 else LOST
        return
    table.choose(0, KNOCK, KNOCKS[:2])
    right = table.choose(0, HAND, (LEFT, RIGHT)) is RIGHT
    toy.winners = WON_BY_ONE if right and table.roll(DIE, 5) <= 4 else LOST


class Journey(Toy):
    """A toy that nobody wins; some come further than others."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = 0

    def copy(self) -> Journey:
        other = Journey()
        other.steps = self.steps
        return other

    def view(self, seat: int) -> Journey:
        return self

    def imagine(self, seat: int, chance: Chance) -> None:
        pass

    def progress(self, seat: int) -> float:
        return self.steps / 4


def journey(state: State, table: Table) -> None:
    """Nobody wins, and the third knock leads furthest."""
    toy = seated(state, table)
    assert isinstance(toy, Journey)
    answer = table.choose(0, KNOCK, KNOCKS)
    toy.steps = 4 if answer is KNOCKS[2] else 1
    toy.winners = LOST


def long_journey(state: State, table: Table) -> None:
    """Five steps that nobody can fail, each after a question; then a coin."""
    toy = seated(state, table)
    assert isinstance(toy, Journey)
    for step in range(1, 6):
        table.choose(0, HAND, (LEFT, RIGHT))
        toy.steps = step
    toy.winners = WON_BY_ONE if table.roll(DIE, 2) == 1 else LOST


class Halfway(Promise):
    """Two steps are a chapter; it notes where it is asked, and promises much."""

    def __init__(self) -> None:
        self.asked_at: list[int] = []

    def chapter(self, state: State) -> int:
        assert isinstance(state, Journey)
        return state.steps // 2

    def chance(self, state: State, seat: int) -> float:
        assert isinstance(state, Journey)
        self.asked_at.append(state.steps)
        return 0.9


def finely(state: State, table: Table) -> None:
    """Two options that nearly always come to the same: one wins with 50 faces of a hundred, the other with 56."""
    toy = seated(state, table)
    enough = 50 if table.choose(0, DOOR, (FAIR, GOOD)) is FAIR else 44
    toy.winners = WON_BY_ONE if table.roll(DIE, 100) > enough else LOST


def alike(state: State, table: Table) -> None:
    """Four options, none better than another, each with a coin of its own."""
    toy = seated(state, table)
    answer = table.choose(0, KNOCK, KNOCKS)
    for _ in range(answer.number):
        side = table.roll(DIE, 2)
    toy.winners = WON_BY_ONE if side == 1 else LOST
