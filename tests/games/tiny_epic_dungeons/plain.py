"""A plain dungeon for rule tests: heroes, cards and tracks with figures that no tuning of the content moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.tiny_epic_dungeons.board import PAIR, Cell, cell, given
from undercroft.games.tiny_epic_dungeons.state import Dungeon

FOUR = (*PAIR, "corrin-hask", "wend-oakley")
SHAPES = {
    "spring-chapel": ("none", "NESW"),
    "listening-hall": ("none", "NES"),
    "old-guardroom": ("none", "NES"),
    "barrel-chute": ("none", "NE"),
    "gutter-run": ("none", "NS"),
    "chandlers-store": ("none", "N"),
    "collapsed-vault": ("none", "N"),
    "needle-gallery": ("trap", "NS"),
    "toll-arch": ("goblin", "NESW"),
    "fungus-kitchen": ("goblin", "NES"),
    "ossuary-crossing": ("minion", "NES"),
    "gibbet-court": ("minion", "NES"),
    "iron-mouth": ("none", "NS"),
}
HERO = {
    "max-health": 9, "max-focus": 8, "speed": 3, "defense": 4, "strength": 2, "agility": 2, "intellect": 2,
}  # fmt: skip
TRAP = {
    "evade": {"skill": "agility", "target": 5},
    "damage": 2,
    "disarm": {"skill": "agility", "target": 6},
}  # fmt: skip
TORCH: dict[str, Any] = {
    "torch.act-1.goblin": [],
    "torch.act-1.enemies": [],
    "torch.act-2.goblin": [],
    "torch.act-2.enemies": [],
}
PINCHER = {"defense": 4, "speed": 2, "damage": 1}  # goblin-pincher: attacks one hero in its own room
WARDEN = {"defense": 5, "health": 6, "speed": 2, "damage": 1}  # bell-warden: attacks everybody in its own room
PLAIN: dict[str, Any] = {
    **{f"hero.{hero}.{field}": figure for hero in FOUR for field, figure in HERO.items()},
    **{f"card.{card}.danger": danger for card, (danger, _) in SHAPES.items()},
    **{f"card.{card}.exits": list(exits) for card, (_, exits) in SHAPES.items()},
    "card.needle-gallery.trap": TRAP,
    **{f"goblin.goblin-pincher.{field}": figure for field, figure in PINCHER.items()},
    **{f"minion.bell-warden.{field}": figure for field, figure in WARDEN.items()},
    **TORCH,
}


def plain(heroes: Sequence[str] = PAIR, *, changes: Mapping[str, Any] | None = None, **figures: Any) -> Dungeon:
    """A game in the middle of a turn with plain figures, in which the Torch's spaces do nothing."""
    return given(heroes, changes={**PLAIN, **(changes or {})}, **figures)


def go(at: Cell) -> str:
    """The step into a room."""
    return f"go-{cell(at) + 1}"


def explore(at: Cell) -> str:
    """The step into a facedown card."""
    return f"explore-{cell(at) + 1}"


def lay(at: Cell) -> str:
    """The choice of a cell."""
    return f"place-{cell(at) + 1}"


def steps(options: Sequence[str]) -> list[str]:
    """The steps among what is offered, into rooms, facedown cards and onto the Boss Mat."""
    return [name for name in options if name.split("-")[0] in ("go", "explore", "space") or name == "leave-lair"]


def where(game: Dungeon, number: int = 0) -> Cell:
    """The cell that a hero is in."""
    return divmod(int(game.heroes[number].at), 7)
