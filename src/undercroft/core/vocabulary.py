"""The words rules speak: prompts, options, events and streams, interned once and compared with `is`.

A word that is copied is the same word, and so is one that is pickled and read again, in this process or in another: it
goes as its name and the home of its vocabulary, the module that makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from mypy_extensions import i64, mypyc_attr

from undercroft.core.errors import UndercroftError


class Word:
    """What prompts, options, kinds of events and streams have in common: a name, and the vocabulary it belongs to."""

    def __init__(self, name: str, index: i64, home: str) -> None:
        self.name: Final = name
        self.index: Final = index
        self.home: Final = home

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Callable[[str, str], Word], tuple[str, str]]:
        if not self.home:
            raise UndercroftError(
                f"{self.name!r} cannot be sent to another process or copied, because nobody could find it again; "
                f"give its vocabulary a home: Vocabulary(things, home=__name__)"
            )
        return recall, (self.home, f"{self.sort()} {self.name}")

    def sort(self) -> str:
        """What kind of word it is; names are given once for each."""
        return "word"


class Option(Word):
    """One answer to a question; `number` is a figure the rules may attach to it (spend-2: 2).

    Options of one `family` differ in what they are about and share their words (attack-1, attack-2: attack).
    `resigns` marks the answer that gives a game up, which nobody should take by accident.
    """

    def __init__(
        self, name: str, index: i64, rule: str, number: i64, family: str, resigns: bool, home: str = ""
    ) -> None:
        super().__init__(name, index, home)
        self.rule: Final = rule
        self.number: Final = number
        self.family: Final = family
        self.resigns: Final = resigns

    def sort(self) -> str:
        return "option"


Options = tuple[Option, ...]


class Prompt(Word):
    """A question. `passive`, where it has one, is the answer that changes nothing (keep, nothing).

    `mid_roll` says that it is asked between a roll and its effect, when the dice that lie there matter as well;
    `ends_odds` that odds go no further even where there is one answer alone, so that they count all outcomes alike.
    `means`, where no answer is passive, are those that do something about the dice; its first answer takes what they
    are good for as they lie.
    """

    def __init__(
        self,
        name: str,
        index: i64,
        rule: str,
        passive: Option | None,
        mid_roll: bool,
        ends_odds: bool,
        home: str = "",
        means: Options = (),
    ) -> None:
        super().__init__(name, index, home)
        self.rule: Final = rule
        self.passive: Final = passive
        self.mid_roll: Final = mid_roll
        self.ends_odds: Final = ends_odds
        self.means: Final = means

    def sort(self) -> str:
        return "prompt"


class EventKind(Word):
    """A kind of event: the clause behind it, what its figures mean, whether odds speak of it.

    `about` says that its first figure stands for a thing (an enemy, a card), which odds tell apart.
    """

    def __init__(
        self,
        name: str,
        index: i64,
        rule: str,
        figures: tuple[str, ...],
        notable: bool,
        about: bool,
        home: str = "",
    ) -> None:
        super().__init__(name, index, home)
        self.rule: Final = rule
        self.figures: Final = figures
        self.notable: Final = notable
        self.about: Final = about

    def sort(self) -> str:
        return "event"


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
        return isinstance(other, Event) and self.kind is other.kind and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[type[Event], tuple[EventKind, int, int, int, int]]:
        return Event, (self.kind, self.a, self.b, self.c, self.d)

    def __repr__(self) -> str:
        figures = ", ".join(f"{name} {value}" for name, value in self.figures.items())
        return f"<{self.kind.name} {figures}>" if figures else f"<{self.kind.name}>"


class Stream(Word):
    """A named source of chance; each is seeded apart, so that one never disturbs another.

    What `unveils` shows the unknown, card after card: too much for odds to count, which look no further unless asked.
    What is `secret` besides somebody at the table knows, and odds never look further.
    """

    def __init__(self, name: str, index: i64, unveils: bool = False, secret: bool = False, home: str = "") -> None:
        super().__init__(name, index, home)
        self.unveils: Final = unveils
        self.secret: Final = secret
        self.bytes: Final = name.encode()

    def sort(self) -> str:
        return "stream"


class Vocabulary:
    """All the words of one game, each with a stable name and index; `things` are figures that stand for something.

    `home` is the name of the module that makes it, so that another process finds the same words.
    """

    def __init__(self, things: tuple[str, ...], home: str = "") -> None:
        self.things: Final = things
        self.home: Final = home
        self.prompts: Final[list[Prompt]] = []
        self.options: Final[list[Option]] = []
        self.events: Final[list[EventKind]] = []
        self.streams: Final[list[Stream]] = []
        self._words: Final[dict[str, Word]] = {}
        if home:
            VOCABULARIES[home] = self

    def __reduce__(self) -> tuple[Callable[[str], Vocabulary], tuple[str]]:
        if VOCABULARIES.get(self.home) is not self:
            raise UndercroftError(
                "a vocabulary without a home cannot be sent to another process or copied, because nobody could find "
                "it again; give it one: Vocabulary(things, home=__name__)"
            )
        return vocabulary_at, (self.home,)

    def prompt(
        self,
        name: str,
        rule: str,
        passive: Option | None = None,
        mid_roll: bool = False,
        ends_odds: bool = False,
        means: Options = (),
    ) -> Prompt:
        """Add a question."""
        prompt = Prompt(name, len(self.prompts), rule, passive, mid_roll, ends_odds, self.home, means)
        self._take(prompt)
        self.prompts.append(prompt)
        return prompt

    def option(self, name: str, rule: str = "", number: int = 0, family: str = "", resigns: bool = False) -> Option:
        """Add an answer; without a rule of its own it is explained by its question's."""
        option = Option(name, len(self.options), rule, number, family or name, resigns, self.home)
        self._take(option)
        self.options.append(option)
        return option

    def family(self, name: str, rule: str, count: int) -> Options:
        """Add answers that differ in a number from 1 to `count` alone, such as the card they are about."""
        return tuple([self.option(f"{name}-{number}", rule, number, name) for number in range(1, count + 1)])

    def event(self, name: str, rule: str, *figures: str, notable: bool = False) -> EventKind:
        """Add a kind of event; notable ones are what the odds of an option speak of."""
        if len(figures) > 4:
            raise ValueError(f"event {name}: an event carries at most four figures")
        about = len(figures) > 0 and figures[0] in self.things
        kind = EventKind(name, len(self.events), rule, figures, notable, about, self.home)
        self._take(kind)
        self.events.append(kind)
        return kind

    def stream(self, name: str, unveils: bool = False, secret: bool = False) -> Stream:
        """Add a source of chance."""
        stream = Stream(name, len(self.streams), unveils, secret, self.home)
        self._take(stream)
        self.streams.append(stream)
        return stream

    def find_option(self, name: str) -> Option | None:
        """The option of that name, if the game has one."""
        for option in self.options:
            if option.name == name:
                return option
        return None

    def word(self, sort_and_name: str) -> Word:
        """The word of a sort and a name, as in "option keep"."""
        word = self._words.get(sort_and_name)
        if word is None:
            raise UndercroftError(
                f"{self.home or 'the vocabulary'} knows no {sort_and_name}; is it of another version?"
            )
        return word

    def _take(self, word: Word) -> None:
        named = f"{word.sort()} {word.name}"
        if named in self._words:
            raise ValueError(f"{named} is declared twice")
        self._words[named] = word


VOCABULARIES: Final[dict[str, Vocabulary]] = {}  # by home


def vocabulary_at(home: str) -> Vocabulary:
    """The vocabulary that was sent or kept by its home."""
    if home not in VOCABULARIES:
        import_module(home)
    if home not in VOCABULARIES:
        raise UndercroftError(f"the module {home} makes no vocabulary with itself as its home")
    return VOCABULARIES[home]


def recall(home: str, sort_and_name: str) -> Word:
    """The word that was sent or kept by its name."""
    return vocabulary_at(home).word(sort_and_name)
