"""A game as a value: everything the rest of the house needs to know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from undercroft.core.errors import UndercroftError, short
from undercroft.core.values import Value

if TYPE_CHECKING:
    from undercroft.core.rules import Ledger
    from undercroft.core.scene import Scene
    from undercroft.core.state import State
    from undercroft.core.table import Table
    from undercroft.core.vocabulary import Option, Vocabulary
    from undercroft.core.words import Facts, Nouns, Words


ABSENT = "absent"  # nobody sits there, and nothing is asked


@dataclass(frozen=True)
class Edition(Value):
    """Content and switches a game is played with."""

    key: str
    title: str
    summary: str


@dataclass(frozen=True)
class Alternative(Value):
    """One of the values that a setting may have, with its name and what it means in a line."""

    value: str | int
    title: str
    summary: str = ""


@dataclass(frozen=True)
class Setting(Value):
    """Something to decide before a game begins: a change of its content (`path`) among a few sensible ones."""

    path: str
    title: str
    usual: str | int
    """For a good first game."""
    alternatives: tuple[Alternative, ...]

    def read(self, text: str) -> str | int:
        """The value that somebody asks for; any other than the alternatives is refused."""
        for alternative in self.alternatives:
            if str(alternative.value) == text:
                return alternative.value
        known = ", ".join(str(alternative.value) or "nothing" for alternative in self.alternatives)
        raise UndercroftError(f"{self.title}: {text[:40]!r} is none of the choices; there is {known}")


def nothing_about(state: State, option: Option) -> Facts:
    """For a game whose options need no words of their own."""
    return {}


def no_target(state: State, option: Option) -> str:
    """For a game whose options act on nothing that lies on the table."""
    return ""


def everybody(state: State) -> tuple[str, ...]:
    """For a game in which people decide everything, unless they ask a bot to."""
    return ()


def no_settings() -> tuple[Setting, ...]:
    """For a game that is the same for everybody but for its edition."""
    return ()


def no_walks(state: State, seat: int) -> Mapping[str, tuple[str, ...]]:
    """For a game in which nobody walks step by step."""
    return {}


def game_at(home: str) -> Game:
    """The game that was sent or kept by its home."""
    module, _, name = home.partition(":")
    game = getattr(import_module(module), name, None)
    if not isinstance(game, Game):
        raise UndercroftError(f"there is no game at {home}")
    return game


@dataclass(frozen=True, repr=False)
class Game:
    """One of the games of the house."""

    name: str
    title: str
    summary: str
    accent: str
    """The colour of its questions on every screen."""
    seats: tuple[str, ...]
    rules_version: int
    data: Path
    vocabulary: Vocabulary
    figure_names: tuple[str, ...]
    ends: tuple[str, ...]
    editions: Callable[[], Mapping[str, Edition]]
    new: Callable[[str, Mapping[str, Any]], State]
    """A state before set-up, for an edition and changes; refuses bad ones with a ContentError."""
    play: Callable[[State, Table], None]
    """Play on from a state at a turn's head until the game is over."""
    openings: Callable[[State], tuple[tuple[str, ...], ...]]
    """The first choices that make the different starts of the game (its adventurers), for even samples."""
    scene: Callable[[State, int], Scene]
    """What a seat may see, without the question and the log, which are the same for every game."""
    nouns: Callable[[State], Nouns]
    """The things that figures of events stand for, by the figures' names: the same throughout a game."""
    facts: Callable[[State], Facts]
    """What questions and labels may mention."""
    rank_name: Callable[[State, str], str]
    words: Callable[[], Words]
    ledger: Callable[[], Ledger]
    about: Callable[[State, Option], Facts] = nothing_about
    """What an option's label may mention besides, where it is about one thing among many."""
    target: Callable[[State, Option], str] = no_target
    """The key of the scene's item, slot or cell that an option acts on, if any."""
    walks: Callable[[State, int], Mapping[str, tuple[str, ...]]] = no_walks
    """By cell, for the seat that is asked: the options that lead there if they are chosen one after another."""
    company: Callable[[State], tuple[str, ...]] = everybody
    """Who sits where by the game's own settings: a bot's name, ABSENT, or nothing for a person; all people if empty."""
    keeper: int | None = None
    """The seat that knows what the others may not, if one does: a screen that is shared is covered before it."""
    settings: Callable[[], tuple[Setting, ...]] = no_settings
    """What is decided before a game begins, for screens that ask; all of it can be done by changes as well."""
    minutes: tuple[int, int] = (0, 0)
    """How long a game takes, from a quick one to a long one; zeros where nobody knows."""
    hardness: str = ""
    """How hard it is, in a sentence with its figure."""
    home: str = ""
    """Where another process finds it, MODULE:NAME; without a home neither it nor its sessions can be sent there."""

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        if not self.home or game_at(self.home) is not self:
            raise UndercroftError(
                f"{self.title} and its sessions cannot be sent to another process or copied, because nobody could find "
                f"the game again; give it a home: Game(..., home='MODULE:NAME')"
            )
        return game_at, (self.home,)

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}>"

    def check_edition(self, edition: object) -> str:
        """The edition, if the game has it."""
        editions = self.editions()
        if isinstance(edition, str) and edition in editions:
            return edition
        raise UndercroftError(f"{self.title} has no edition {short(edition)}; it has {', '.join(editions)}")

    def usual_changes(self) -> dict[str, str | int]:
        """The changes that make a good first game."""
        return {setting.path: setting.usual for setting in self.settings()}
