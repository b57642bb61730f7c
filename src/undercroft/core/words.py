"""The words of a game: a sentence for every event, a question for every prompt, a label for every option.

A template names its figures in braces: `{damage}`. A figure that stands for a thing shows its name. `{damage:point/
points}` picks the first word for one, the second for many; for a thing that is itself plural it picks the second.
`{where}` in a label tells options apart that are otherwise alike, and a screen that shows where can leave it out; one
that is short of room may leave out what follows a colon as well. Brackets list what may come to nothing, as in
`[+{health} health, +{energy} energy|nothing you lack]`: a part whose figures are all 0 is left out, and where none
remains the words behind the bar stand instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec

from undercroft.core.content import convert_record, guess, read_toml
from undercroft.core.errors import ContentError
from undercroft.core.vocabulary import Event, EventKind, Option, Prompt, Vocabulary

WHERE = "where"
IDLE = "idle"  # a fact that no sentence tells: whether nothing speaks for an option
LIES = "lies"  # a fact that no sentence tells: how what an option acts on would lie, as the sides of a cell
FIGURE = re.compile(r"\{([a-z0-9-]+)(?::([^/{}]*)/([^/{}]*))?\}")
LIST = re.compile(r"\[([^][|]*)(?:\|([^][|]*))?\]")


class Noun(msgspec.Struct, frozen=True):
    """The name of a thing."""

    name: str
    plural: bool = False


class Naming(Protocol):
    """What names the things that a figure stands for."""

    def __getitem__(self, value: int, /) -> Noun: ...


Nouns = Mapping[str, Naming]
Facts = Mapping[str, str | int]


class WordsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a words file may say.

    `moments` says in a few words when a prompt is asked, or when a stream unveils something; `choices` overrides the
    label of an option for one prompt; `score` is what the score counts; `one` is what a figure is called where there is
    just one of it. Options of a family share a label. Of the `odds`, `aims` are events that one hopes for, the most
    wanted first, and `succeed` is a word for any of them; a word that begins with "with" is what one may use besides,
    and its chance is that of success with it. `means` are options that help after a roll, such as a reroll.
    `settings` says what is decided before a game begins, and each of the alternatives with what it means behind a
    colon.
    """

    prompts: dict[str, str]
    moments: dict[str, str]
    options: dict[str, str]
    choices: dict[str, dict[str, str]]
    events: dict[str, str]
    odds: dict[str, str]
    ends: dict[str, str]
    figures: dict[str, str]
    score: str
    one: dict[str, str] = {}
    aims: list[str] = []
    succeed: str = ""
    means: dict[str, str] = {}
    settings: dict[str, str] = {}


class Words:
    """A words file, checked against the vocabulary that it speaks for."""

    def __init__(self, file: WordsFile) -> None:
        self.file = file

    def event(self, event: Event, nouns: Nouns) -> str:
        """What happened, as a sentence."""
        return _fill(self.file.events[event.kind.name], event.figures, nouns)

    def short(self, kind: EventKind, thing: int, nouns: Nouns) -> str:
        """What a notable event is called among odds; empty if odds are better off without it."""
        return _fill(self.file.odds[kind.name], dict.fromkeys(kind.figures[:1], thing), nouns)

    def question(self, prompt: Prompt, facts: Facts) -> str:
        """The question in plain speech."""
        return _fill(self.file.prompts[prompt.name], facts, {})

    def moment(self, prompt: str) -> str:
        """When a question is asked, in a few words."""
        return self.file.moments[prompt]

    def option(self, prompt: Prompt, option: Option, facts: Facts) -> str:
        """What a button says."""
        label = self.file.choices.get(prompt.name, {}).get(option.family) or self.file.options[option.family]
        return _fill(label, facts, {})

    def end(self, end: str) -> str:
        """How a game ended, in one sentence."""
        return self.file.ends[end]

    def figure(self, name: str) -> str:
        """What a tracked figure is called."""
        return self.file.figures[name]

    def change(self, name: str, amount: int) -> str:
        """What becomes of a tracked figure, such as +1 shard or -2 health."""
        word = self.file.one.get(name) if abs(amount) == 1 else None
        return f"{amount:+d} {word or self.figure(name)}"


def _fill(template: str, figures: Mapping[str, Any], nouns: Nouns) -> str:
    if "[" in template:
        template = LIST.sub(lambda found: _what_is_left(found[1], figures) or found[2] or "", template)
    begins, places = _parts(template)
    text = begins
    for name, one, many, follows in places:
        value = figures[name]
        noun = nouns[name][value] if name in nouns else None
        if one is None:
            text += str(value) if noun is None else noun.name
        else:
            text += many if (noun.plural if noun else value != 1) else one
        text += follows
    return text


def _what_is_left(listed: str, figures: Mapping[str, Any]) -> str:
    """The parts of a list that do not come to nothing."""
    parts = listed.split(", ")
    return ", ".join(part for part in parts if any(figures[name[1]] for name in FIGURE.finditer(part)))


@cache
def _parts(template: str) -> tuple[str, tuple[tuple[str, str | None, str, str], ...]]:
    """What a template begins with; then each figure, its words for one and for many, and the text that follows."""
    begins, *rest = FIGURE.split(template)
    return begins, tuple(zip(rest[0::4], rest[1::4], rest[2::4], rest[3::4], strict=True))


def in_ranges(numbers: Sequence[int], between: str) -> str:
    """Rising numbers, three or more in a row as 4-6."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    short = ([f"{part[0]}-{part[-1]}"] if len(part) > 2 else [str(number) for number in part] for part in parts)
    return between.join(text for part in short for text in part)


def read_words(
    path: Path, vocabulary: Vocabulary, facts: Iterable[str], ends: Iterable[str], figures: Iterable[str]
) -> Words:
    """Read a words file; a missing, unknown or unfillable sentence is refused."""
    file = convert_record(read_toml(path), WordsFile, path.name)
    prompts = {prompt.name: tuple(facts) for prompt in vocabulary.prompts}
    moments = [*prompts, *(stream.name for stream in vocabulary.streams if stream.unveils)]
    options = {option.family: tuple(facts) for option in vocabulary.options}
    odds = {kind.name: kind.figures[:1] if kind.about else () for kind in vocabulary.events if kind.notable}
    _check(path, "events", file.events, {kind.name: kind.figures for kind in vocabulary.events})
    _check(path, "odds", file.odds, odds)
    _check(path, "prompts", file.prompts, prompts)
    _check(path, "moments", file.moments, dict.fromkeys(moments, ()))
    _check(path, "options", file.options, options)
    _check(path, "ends", file.ends, dict.fromkeys(ends, ()))
    _check(path, "figures", file.figures, dict.fromkeys(figures, ()))
    _check(path, "means", file.means, {name: () for name in file.means if name in options})
    _check(path, "aims", dict.fromkeys(file.aims, ""), {name: () for name in file.aims if name in odds})
    _check(path, "one", file.one, {name: () for name in file.one if name in file.figures})
    for prompt, labels in file.choices.items():
        if prompt not in prompts:
            raise ContentError(f"{path.name}: choices: there is no prompt {prompt!r}{guess(prompt, list(prompts))}")
        _check(path, f"choices.{prompt}", labels, {name: options.get(name, ()) for name in labels if name in options})
    return Words(file)


def _check(path: Path, part: str, sentences: dict[str, str], known: Mapping[str, tuple[str, ...]]) -> None:
    for name, sentence in sentences.items():
        if name not in known:
            raise ContentError(f"{path.name}: {part}: {name!r} is not in the vocabulary{guess(name, list(known))}")
        for match in FIGURE.finditer(sentence):
            if match.group(1) not in known[name]:
                raise ContentError(f"{path.name}: {part}: {name}: there is no figure {match.group(0)}")
        if "{" in FIGURE.sub("", sentence):
            raise ContentError(f"{path.name}: {part}: {name}: a brace does not enclose a figure")
        if "[" in LIST.sub("", sentence) or not all(FIGURE.search(found[1]) for found in LIST.finditer(sentence)):
            raise ContentError(f"{path.name}: {part}: {name}: brackets do not enclose a list of figures")
    for name in known:
        if name not in sentences:
            raise ContentError(f"{path.name}: {part}: a sentence for {name!r} is missing")
