"""The words rules speak: prompts, options, events and streams, interned once and compared with `is`."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr


class Option:
    """One answer to a question; `number` is a figure the rules may attach to it (spend-2: 2).

    Options of one `family` differ in what they are about and share their words (attack-1, attack-2: attack).
    `resigns` marks the answer that gives a game up, which nobody should take by accident.
    """

    def __init__(self, name: str, index: i64, rule: str, number: i64, family: str, resigns: bool) -> None:
        self.name: Final = name
        self.index: Final = index
        self.rule: Final = rule
        self.number: Final = number
        self.family: Final = family
        self.resigns: Final = resigns

    def __repr__(self) -> str:
        return self.name


Options = tuple[Option, ...]


class Prompt:
    """A question. `passive`, where it has one, is the answer that changes nothing (keep, nothing).

    `mid_roll` says that it is asked between a roll and its effect, when the dice that lie there matter as well;
    `ends_odds` that odds go no further even where there is one answer alone, so that they count all outcomes alike.
    """

    def __init__(
        self, name: str, index: i64, rule: str, passive: Option | None, mid_roll: bool, ends_odds: bool
    ) -> None:
        self.name: Final = name
        self.index: Final = index
        self.rule: Final = rule
        self.passive: Final = passive
        self.mid_roll: Final = mid_roll
        self.ends_odds: Final = ends_odds

    def __repr__(self) -> str:
        return self.name


class EventKind:
    """A kind of event: the clause behind it, what its figures mean, whether odds speak of it.

    `about` says that its first figure stands for a thing (an enemy, a card), which odds tell apart.
    """

    def __init__(self, name: str, index: i64, rule: str, figures: tuple[str, ...], notable: bool, about: bool) -> None:
        self.name: Final = name
        self.index: Final = index
        self.rule: Final = rule
        self.figures: Final = figures
        self.notable: Final = notable
        self.about: Final = about

    def __repr__(self) -> str:
        return self.name


@mypyc_attr(acyclic=True)  # there are many; the garbage collector need not look at them
class Event:
    """Something that happened: a kind and up to four small figures."""

    def __init__(self, kind: EventKind, a: i64, b: i64, c: i64, d: i64) -> None:
        self.kind: Final = kind
        self.a: Final = a
        self.b: Final = b
        self.c: Final = c
        self.d: Final = d

    @property
    def figures(self) -> dict[str, int]:
        """The figures by name, as many as the kind declares."""
        return dict(zip(self.kind.figures, (self.a, self.b, self.c, self.d), strict=False))

    def key(self) -> tuple[int, int, int, int, int]:
        """The event as plain numbers, for comparing games across processes."""
        return (self.kind.index, self.a, self.b, self.c, self.d)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        figures = ", ".join(f"{name} {value}" for name, value in self.figures.items())
        return f"<{self.kind.name} {figures}>" if figures else f"<{self.kind.name}>"


class Stream:
    """A named source of chance; each is seeded apart, so that one never disturbs another.

    What `unveils` shows the unknown, card after card: too much for odds to count, which look no further unless asked.
    What is `secret` besides somebody at the table knows, and odds never look further.
    """

    def __init__(self, name: str, index: i64, unveils: bool = False, secret: bool = False) -> None:
        self.name: Final = name
        self.index: Final = index
        self.unveils: Final = unveils
        self.secret: Final = secret
        self.bytes: Final = name.encode()

    def __repr__(self) -> str:
        return self.name


class Vocabulary:
    """All the words of one game, each with a stable name and index; `things` are figures that stand for something."""

    def __init__(self, things: tuple[str, ...]) -> None:
        self.things: Final = things
        self.prompts: Final[list[Prompt]] = []
        self.options: Final[list[Option]] = []
        self.events: Final[list[EventKind]] = []
        self.streams: Final[list[Stream]] = []
        self._taken: Final[set[str]] = set()

    def prompt(
        self, name: str, rule: str, passive: Option | None = None, mid_roll: bool = False, ends_odds: bool = False
    ) -> Prompt:
        """Add a question."""
        self._take("prompt", name)
        prompt = Prompt(name, len(self.prompts), rule, passive, mid_roll, ends_odds)
        self.prompts.append(prompt)
        return prompt

    def option(self, name: str, rule: str = "", number: int = 0, family: str = "", resigns: bool = False) -> Option:
        """Add an answer; without a rule of its own it is explained by its question's."""
        self._take("option", name)
        option = Option(name, len(self.options), rule, number, family or name, resigns)
        self.options.append(option)
        return option

    def family(self, name: str, rule: str, count: int) -> Options:
        """Add answers that differ in a number from 1 to `count` alone, such as the card they are about."""
        return tuple([self.option(f"{name}-{number}", rule, number, name) for number in range(1, count + 1)])

    def event(self, name: str, rule: str, *figures: str, notable: bool = False) -> EventKind:
        """Add a kind of event; notable ones are what the odds of an option speak of."""
        self._take("event", name)
        if len(figures) > 4:
            raise ValueError(f"event {name}: an event carries at most four figures")
        about = len(figures) > 0 and figures[0] in self.things
        kind = EventKind(name, len(self.events), rule, figures, notable, about)
        self.events.append(kind)
        return kind

    def stream(self, name: str, unveils: bool = False, secret: bool = False) -> Stream:
        """Add a source of chance."""
        self._take("stream", name)
        stream = Stream(name, len(self.streams), unveils, secret)
        self.streams.append(stream)
        return stream

    def find_option(self, name: str) -> Option | None:
        """The option of that name, if the game has one."""
        for option in self.options:
            if option.name == name:
                return option
        return None

    def _take(self, kind: str, name: str) -> None:
        word = f"{kind} {name}"
        if word in self._taken:
            raise ValueError(f"{word} is declared twice")
        self._taken.add(word)
