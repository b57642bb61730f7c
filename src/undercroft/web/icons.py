"""Which picture stands for what: each game names its own in data/icons.toml, the house has the rest."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from undercroft.core.content import convert_record, read_toml
from undercroft.core.game import Game
from undercroft.core.scene import Card, Cell, Item, Track

HERE = Path(__file__).parent
HOUSE = HERE / "icons.toml"
SPRITE = HERE / "static" / "icons.svg"
SYMBOL = re.compile(r'<symbol id="([^"]+)"')


class IconFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an icons.toml says: the emblem, and a picture for each word."""

    emblem: str
    icons: dict[str, str] = {}


class Icons:
    """The pictures of one game, and behind them those of the house."""

    def __init__(self, own: IconFile, house: Mapping[str, str]) -> None:
        self.emblem = own.emblem
        self.own = own.icons
        self.house = house

    def of(self, *words: str) -> str:
        """The picture of the first of these words that has one; empty if none has."""
        for icons in (self.own, self.house):
            for word in words:
                if icon := icons.get(slug(word)):
                    return icon
        return ""

    def of_label(self, label: str) -> str:
        """The picture of what the last words of a label name: the flask, where one may drink the blue flask."""
        for part in (label.partition(":")[0], label):  # behind a colon stands what it does
            words = slug(part).split("-")
            named = ("-".join(words[start:]) for start in range(len(words)))
            if icon := next((self.own[each] for each in named if each in self.own), ""):
                return icon
        return ""

    def of_option(self, name: str) -> tuple[str, ...]:
        """The pictures of an option: its own, those of the things in its name, or that of its family."""
        if name in self.own:
            return (self.own[name],)
        words = name.split("-")
        things = tuple(self.own[word] for word in words if word in self.own)
        families = ("-".join(words[:end]) for end in range(len(words) - 1, 0, -1))
        family = next((self.own[each] for each in families if each in self.own), self.house.get(name, ""))
        return things or ((family,) if family else ())


@lru_cache(maxsize=4096)  # each thing on a table is looked for each time it is drawn
def slug(words: str) -> str:
    """A title as a key: what stands before a comma or a bracket, in small letters, with hyphens, without a number."""
    head = re.split(r"[,(:]", words, maxsplit=1)[0].lower()
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"^\d+ ", "", head)).strip("-")


def read_icons(path: Path) -> IconFile:
    """Read an icons.toml; refuses unknown fields by name."""
    return convert_record(read_toml(path), IconFile, path.name)


@lru_cache
def house_icons() -> IconFile:
    """The pictures of the house."""
    return read_icons(HOUSE)


@lru_cache
def icons_at(data: Path) -> Icons:
    """The pictures of the game whose data folder this is; a game without any borrows those of the house."""
    path = data / "icons.toml"
    own = read_icons(path) if path.exists() else IconFile(house_icons().emblem)
    return Icons(own, house_icons().icons)


def icons_of(game: Game) -> Icons:
    """The pictures of a game."""
    return icons_at(game.data)


@lru_cache
def sprite_names() -> frozenset[str]:
    """All pictures that pages can show."""
    return frozenset(SYMBOL.findall(SPRITE.read_text(encoding="utf-8")))


def item_words(item: Item) -> tuple[str, ...]:
    """What the picture of an item may be found by; the last word of a card's title may only tell it from others."""
    if isinstance(item, Card):
        return (item.key, item.title, item.title.rpartition(" ")[0], item.kind, "card")
    if isinstance(item, Track):
        return (item.key, item.label, "track")
    form = type(item).__name__.lower()
    return (item.key, item.title, form)


def cell_words(cell: Cell) -> tuple[str, ...]:
    """What the picture of a cell may be found by; what lies open shows only that, things may be one of their kind."""
    if cell.kind == "open" and cell.title.startswith("open"):
        return ("open",)
    if cell.kind in ("furniture", "device"):
        return (cell.title, cell.title.rsplit(" ", 1)[-1], cell.kind)
    return (cell.title, cell.kind)
