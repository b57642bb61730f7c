"""Where outcomes come from: seeded, scripted, replayed or enumerated.

The generator is sfc32: three 32-bit words and a counter. It starts from zero (the counter from one) and absorbs the
seed's text byte by byte, each by exclusive or into the first word and one round; then a mark that no byte can be, and
the stream's name in the same way; then twenty rounds more. So every stream is a generator of its own, the same on
every platform, interpreted and compiled.
"""

from __future__ import annotations

from operator import index
from typing import Final

from mypy_extensions import i64, mypyc_attr

from undercroft.core.errors import ScriptError, UndercroftError, text
from undercroft.core.pools import Pool
from undercroft.core.vocabulary import Stream

WORD: Final = 0xFFFFFFFF
WARM_UP: Final = 20
DEEPEST: Final = 500  # picks in one walk
INTERPRETED: Final = __file__.endswith(".py")  # where nobody else sees to it that a number is whole
Position = tuple[int, int, int, int]  # where a generator stands
MARK: Final = 256  # between the seed's text and the stream's name: no byte of either


@mypyc_attr(acyclic=True)
class Sfc32:
    """The sfc32 generator."""

    def __init__(self, a: i64, b: i64, c: i64, counter: i64) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    def position(self) -> Position:
        """Where it stands."""
        return self.a, self.b, self.c, self.counter

    def absorb(self, text: bytes) -> None:
        """Take in a text; other texts lead elsewhere."""
        for byte in text:
            self.a ^= byte
            self.next()

    def branch(self, name: bytes) -> Sfc32:
        """A generator of its own for a name."""
        other = Sfc32(self.a ^ MARK, self.b, self.c, self.counter)
        other.next()
        other.absorb(name)
        for _ in range(WARM_UP):
            other.next()
        return other

    def next(self) -> i64:
        """The next 32 bits."""
        result: i64 = (self.a + self.b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & WORD
        self.c = ((((self.c << 21) | (self.c >> 11)) & WORD) + result) & WORD
        return result

    def below(self, count: i64) -> i64:
        """A number from 0 to count - 1, every one exactly as likely (multiply, shift, reject the uneven rest)."""
        product: i64 = self.next() * count
        low: i64 = product & WORD
        if low < count:
            uneven: i64 = (WORD + 1 - count) % count
            while low < uneven:
                product = self.next() * count
                low = product & WORD
        return product >> 32


def generator_for(seed: str) -> Sfc32:
    """The generator that a seed text of any characters leads to; branch it before use."""
    generator = Sfc32(0, 0, 0, 1)
    generator.absorb(seed.encode("utf-8", "surrogatepass"))
    return generator


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Decides what nobody decides. A source of chance of your own overrides `pick`."""

    def pick(self, stream: Stream, count: i64) -> i64:
        """A number from 0 to count - 1."""
        raise ScriptError(f"this chance cannot decide {stream.name}")

    def pick_pair(self, stream: Stream, sides: i64) -> i64:
        """Two dice at once as one number: first * sides + second, both counted from 0."""
        return self.pick(stream, sides * sides)

    def pick_card(self, stream: Stream, cards: list[int]) -> i64:
        """The position of the card that comes up."""
        return self.pick(stream, len(cards))

    def pick_pool(self, stream: Stream, pool: Pool) -> i64:
        """A whole pool of dice as one number, packed as `Pool` says."""
        packed: i64 = 0
        for _ in range(pool.dice):
            die = self.pick(stream, pool.sides)
            if INTERPRETED:
                die = index(die)
            packed = packed * pool.sides + die
        return packed

    def again(self) -> None:
        """The last pick does not count and is made again from the very same position."""

    def __reduce__(self) -> tuple[object, ...]:
        kept = getattr(self, "__dict__", None)
        if type(self) is not Chance and kept is None:  # compiled, only what is written in Python has one
            raise UndercroftError(f"{type(self).__name__} cannot be copied or sent to another process")
        return new_chance, (type(self),), kept or None


def new_chance(kind: type[Chance]) -> Chance:
    """A source of chance that was copied or sent, before it knows anything."""
    return kind.__new__(kind)


class Seeded(Chance):
    """Chance from a seed text; streams are seeded when they are first asked."""

    def __init__(self, seed: object) -> None:
        self.seed: Final = text("a seed", seed)
        self.root: Final = generator_for(self.seed)
        self.generators: Final[list[Sfc32 | None]] = []

    def __reduce__(self) -> tuple[object, ...]:
        return seeded_from, (self.seed, [None if one is None else one.position() for one in self.generators])

    def pick(self, stream: Stream, count: i64) -> i64:
        index = stream.index
        if index < len(self.generators):
            generator = self.generators[index]
            if generator is not None:
                return generator.below(count)
        return self._open(stream).below(count)

    def _open(self, stream: Stream) -> Sfc32:
        while len(self.generators) <= stream.index:
            self.generators.append(None)
        generator = self.root.branch(stream.bytes)
        self.generators[stream.index] = generator
        return generator


def seeded_from(seed: str, positions: list[Position | None]) -> Seeded:
    """Seeded chance that was copied or sent, from where it had come to; each goes on by itself."""
    seeded = Seeded(seed)
    seeded.generators.extend([None if position is None else Sfc32(*position) for position in positions])
    return seeded


class Scripted(Chance):
    """Dice and cards written down in the order in which they fall; all of them must be used."""

    def __init__(self, dice: list[int], cards: list[int]) -> None:
        self.dice: Final = list(dice)
        self.cards: Final = list(cards)
        self.dice_used: i64 = 0
        self.cards_used: i64 = 0

    def pick(self, stream: Stream, count: i64) -> i64:
        if self.dice_used == len(self.dice):
            raise ScriptError(f"{stream.name}: a die with {count} sides is rolled and no scripted die is left")
        die = self.dice[self.dice_used]
        self.dice_used += 1
        if not 1 <= die <= count:
            raise ScriptError(f"{stream.name}: the script says {die} on a die with {count} sides")
        return die - 1

    def pick_pair(self, stream: Stream, sides: i64) -> i64:
        first = self.pick(stream, sides)
        return first * sides + self.pick(stream, sides)

    def pick_card(self, stream: Stream, cards: list[int]) -> i64:
        if self.cards_used == len(self.cards):
            raise ScriptError(f"{stream.name}: a card is drawn and no scripted card is left")
        card = self.cards[self.cards_used]
        self.cards_used += 1
        if card not in cards:
            raise ScriptError(f"{stream.name}: the script draws card {card}, which is not among {cards}")
        return cards.index(card)

    def finish(self) -> None:
        """Complain about anything that the script holds and nothing used."""
        dice = self.dice[self.dice_used :]
        cards = self.cards[self.cards_used :]
        if dice or cards:
            raise ScriptError(f"left over in the script: dice {dice}, cards {cards}")


class Replayed(Chance):
    """What came up before, in order, and then another source."""

    def __init__(self, tape: list[int], then: Chance) -> None:
        self.tape: Final = tape
        self.then: Final = then
        self.position: i64 = 0

    def pick(self, stream: Stream, count: i64) -> i64:
        if self.position < len(self.tape):
            self.position += 1
            return self.tape[self.position - 1]
        return self.then.pick(stream, count)

    def pick_pair(self, stream: Stream, sides: i64) -> i64:
        if self.position < len(self.tape):
            return self.pick(stream, sides * sides)
        return self.then.pick_pair(stream, sides)

    def pick_card(self, stream: Stream, cards: list[int]) -> i64:
        if self.position < len(self.tape):
            return self.pick(stream, len(cards))
        return self.then.pick_card(stream, cards)

    def pick_pool(self, stream: Stream, pool: Pool) -> i64:
        if self.position < len(self.tape):
            return self.pick(stream, 0)
        return self.then.pick_pool(stream, pool)

    def again(self) -> None:
        if self.position == len(self.tape):
            self.then.again()


class Veiled(Chance):
    """Another source, up to where it would unveil the unknown."""

    def __init__(self, chance: Chance) -> None:
        self.chance: Final = chance

    def pick(self, stream: Stream, count: i64) -> i64:
        self._look(stream)
        return self.chance.pick(stream, count)

    def pick_pair(self, stream: Stream, sides: i64) -> i64:
        self._look(stream)
        return self.chance.pick_pair(stream, sides)

    def pick_card(self, stream: Stream, cards: list[int]) -> i64:
        self._look(stream)
        return self.chance.pick_card(stream, cards)

    def pick_pool(self, stream: Stream, pool: Pool) -> i64:
        self._look(stream)
        return self.chance.pick_pool(stream, pool)

    def _look(self, stream: Stream) -> None:
        if stream.unveils:
            raise Unveiled(stream.name)

    def again(self) -> None:
        self.chance.again()


class RolledAgain(Exception):
    """Ends a walk of `Enumerated` whose last pick is made again: that outcome does not count."""


class Unveiled(Exception):
    """Ends a walk where the unknown is about to be shown; `name` is the stream that would show it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name: Final = name


class TooDeep(Exception):
    """Ends a walk of `Enumerated` that picks and picks and comes to no end."""


class Enumerated(Chance):
    """Walks every outcome, one run of the rules after the other.

    `path` holds the picks of the present walk and `counts` how many each could have been. A run follows the path and
    takes the first outcome wherever the path ends. Streams that unveil end the walk unless `unveil` is set. Rolls of a
    pool that come to the same are one outcome, which weighs as many as there are.
    """

    def __init__(self, unveil: bool = False) -> None:
        self.unveil: Final = unveil
        self.path: Final[list[int]] = []
        self.counts: Final[list[int]] = []
        self.pools: Final[list[Pool | None]] = []  # what was rolled there, if it was a pool
        self.depth: i64 = 0

    def begin(self) -> None:
        """Start another run from the beginning of the path."""
        self.depth = 0

    def pick(self, stream: Stream, count: i64) -> i64:
        if stream.unveils and not self.unveil:
            raise Unveiled(stream.name)
        depth = self.depth
        self.depth = depth + 1
        if depth < len(self.path):
            return self.path[depth]
        if depth >= DEEPEST:
            raise TooDeep
        self.path.append(0)
        self.counts.append(count)
        self.pools.append(None)
        return 0

    def pick_pool(self, stream: Stream, pool: Pool) -> i64:
        depth = self.depth
        outcome = self.pick(stream, len(pool.weights))
        self.pools[depth] = pool
        return pool.examples[outcome]

    def weight(self) -> int:
        """What the present outcome of the last pick weighs."""
        pool = self.pools[-1] if self.pools else None
        return 1 if pool is None else pool.weights[self.path[-1]]

    def tape(self) -> list[int]:
        """What the present walk was given, as a tape that repeats it."""
        given = self.path[:]
        for place in range(len(given)):
            pool = self.pools[place]
            if pool is not None:
                given[place] = pool.examples[given[place]]
        return given

    def advance(self) -> bool:
        """The next outcome of the last pick; without one the pick is over and the one before it is the last."""
        self.path[-1] += 1
        if self.path[-1] < self.counts[-1]:
            return True
        self.path.pop()
        self.counts.pop()
        self.pools.pop()
        return False

    def again(self) -> None:
        raise RolledAgain
