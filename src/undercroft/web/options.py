"""From the options of a question to its buttons: numbers, pictures, odds, and groups where there are many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from undercroft.core.scene import Choice, Map, Scene
from undercroft.web.icons import Icons, cell_words, item_words

MANY_OPTIONS = 6
SEVERAL = 2
MOST_WORDS = 4
"""So many words of odds stand beside an option; all of them are behind "odds"."""


class Odds(Protocol):
    """What the odds beside an option say."""

    @property
    def option(self) -> str:
        """The option's name."""

    @property
    def words(self) -> Sequence[str]:
        """Short phrases: hit 83 %."""

    @property
    def bars(self) -> Sequence[tuple[str, float]]:
        """Chances from 0 to 1, each with its word."""


@dataclass(frozen=True)
class ShownOdds:
    """The odds beside an option as they are drawn: few words, and a bar for the most telling one."""

    words: tuple[str, ...]
    bar: float | None


@dataclass(frozen=True)
class OptionDrawing:
    """An option as a button: its number, what it does, what more there is to say, its odds once they are known."""

    number: int
    name: str
    label: str
    title: str
    detail: str
    rule: str
    icons: tuple[str, ...]
    target: str
    stem: str
    resigns: bool
    odds: ShownOdds | None
    sides: str = ""
    """How what it acts on would lie: walls (#) and openings to the north, east, south and west."""
    idle: bool = False
    """Whether nothing speaks for it."""

    @property
    def key(self) -> str:
        """What one presses for it."""
        return str(self.number)

    @property
    def may_have_odds(self) -> bool:
        """Whether there is more to see of its odds; so it seems until they are known."""
        return self.odds is None or bool(self.odds.words)


@dataclass(frozen=True)
class Group:
    """Options that differ only in where they act; those that share their odds say them once."""

    stem: str
    icons: tuple[str, ...]
    options: tuple[OptionDrawing, ...]
    odds: ShownOdds | None


def draw_options(scene: Scene, icons: Icons, odds: Sequence[Odds] | None) -> tuple[OptionDrawing, ...]:
    """All options of the question, numbered as everywhere."""
    question = scene.question
    if question is None:
        return ()
    named = names_of_targets(scene)
    names = [choice.name for choice in question.choices]
    known = odds if odds is not None and [beside.option for beside in odds] == names else None
    return tuple(
        draw_option(number, choice, option_icons(choice, icons, named), known[number - 1] if known else None)
        for number, choice in enumerate(question.choices, 1)
    )


def draw_option(number: int, choice: Choice, icons: tuple[str, ...], odds: Odds | None) -> OptionDrawing:
    """An option; what its label says after a colon is a detail."""
    title, _, detail = choice.label.partition(": ")
    shown = few_words(odds) if odds is not None else None
    stem = choice.stem.partition(": ")[0] if choice.target else choice.label
    return OptionDrawing(
        number, choice.name, choice.label, title, detail, choice.rule, icons, choice.target, stem, choice.resigns,
        shown, choice.sides, choice.idle,
    )  # fmt: skip


def part_idle(
    options: tuple[OptionDrawing, ...],
) -> tuple[tuple[OptionDrawing, ...], tuple[OptionDrawing, ...]]:
    """Those that something speaks for, and the others if there are several."""
    idle = tuple(option for option in options if option.idle)
    if len(idle) < SEVERAL:
        return options, ()
    return tuple(option for option in options if not option.idle), idle


def few_words(odds: Odds) -> ShownOdds:
    """As much of the odds as one reads at a glance, the most telling first."""
    return ShownOdds(tuple(odds.words[:MOST_WORDS]), odds.bars[0][1] if odds.bars else None)


def names_of_targets(scene: Scene) -> dict[str, tuple[str, ...]]:
    """The words by which the picture of an item, slot or cell is found, by key."""
    words: dict[str, tuple[str, ...]] = {}
    for zone in scene.zones:
        for item in zone.items:
            words[item.key] = item_words(item)
            if isinstance(item, Map):
                words |= {cell.key: cell_words(cell) for cell in item.cells}
    return words


def option_icons(choice: Choice, icons: Icons, named: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The pictures of an option, or of what its label names, or of what it acts on."""
    if own := icons.of_option(choice.name):
        return own
    picture = icons.of(*named.get(choice.target, ())) if choice.target in named else icons.of_label(choice.label)
    return (picture,) if picture else ()


def group_options(options: tuple[OptionDrawing, ...], always: bool = False) -> tuple[Group, ...]:
    """Options by what they share, by their first number; unless always, only if that makes many of them fewer."""
    stems: dict[str, list[OptionDrawing]] = {}
    for option in options:
        stems.setdefault(option.stem, []).append(option)
    if not always and (len(options) <= MANY_OPTIONS or len(stems) == len(options)):
        return ()
    return tuple(Group(stem, members[0].icons, tuple(members), common_odds(members)) for stem, members in stems.items())


def common_odds(options: list[OptionDrawing]) -> ShownOdds | None:
    """The odds that all of these options have, if they are the same."""
    first = options[0].odds
    if first is None or any(option.odds is None or option.odds.words != first.words for option in options):
        return None
    return first
