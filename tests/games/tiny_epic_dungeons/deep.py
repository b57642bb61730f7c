"""A bare dungeon for tests of enemies, the Torch and the Boss: open rooms, one die for every check, no reactions.

Heroes have no Focus, so that nothing but the die decides; the Torch Mat shows no symbols unless a test draws some.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.tiny_epic_dungeons.board import Cell, cell, given, when
from tests.games.told import Told
from undercroft.games.tiny_epic_dungeons.enemies import enemies_act
from undercroft.games.tiny_epic_dungeons.state import LAIR, Dungeon

PARTY = ("wend-oakley", "sefa-marrow", "ysolt-fenn", "hob-lackland")
ROOMS = (
    "spring-chapel", "listening-hall", "old-guardroom", "barrel-chute", "lamp-windlass", "gutter-run",
    "chandlers-store", "collapsed-vault", "sealed-scriptorium", "toll-arch", "fungus-kitchen", "powder-cellar",
    "scavengers-landing", "trophy-closet", "rag-and-bone-den", "needle-gallery", "sinking-floor",
    "counterweight-hall", "breathing-wall", "wire-cloister", "portcullis-walk", "quicklime-bend",
)  # fmt: skip
PINCHER, HAULER, SLINGER = "goblin-pincher", "goblin-hauler", "goblin-slinger"
LEECH, RIDER = "marsh-leech", "gallows-rider"
BOSS = "tithe-eater"
EVEN = {"melee": 2, "missile": 2, "spell": 2}


def printed(record: str, **fields: Any) -> dict[str, Any]:
    """Changes that print these figures on a card: printed("goblin.goblin-pincher", speed=3)."""
    return {f"{record}.{name.replace('_', '-')}": value for name, value in fields.items()}


def spaces(effects: Mapping[int, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Six Hero Spaces with these effects; three must have one, and otherwise it is one of no use on the mat."""
    idle = [{"do": "result", "by": 1, "on": "disarm"}]
    return [{"n": n, "effects": effects.get(n, idle if n > 3 else [])} for n in range(1, 7)]


def goblin(key: str, **fields: Any) -> dict[str, Any]:
    """A Goblin that goes two rooms and strikes one hero in its own room for 1."""
    plain = {"defense": 4, "speed": 2, "range": "same-room", "targets": "one", "damage": 1, "counter": EVEN}
    return printed(f"goblin.{key}", **{**plain, **fields})


def minion(key: str, **fields: Any) -> dict[str, Any]:
    """A Minion like such a Goblin, with Health 5."""
    plain = {"defense": 4, "speed": 2, "range": "same-room", "targets": "one", "damage": 1, "counter": EVEN}
    return printed(f"minion.{key}", **{**plain, "health": 5, "special": None, **fields})


def boss(**fields: Any) -> dict[str, Any]:
    """The Boss of these tests: Defense 5, Speed 3, Altar spaces 6, 4 and 2, 2 damage within 1 room by its Torch."""
    effects = [{"do": "health", "by": -2, "to": "heroes", "within": 1}]
    plain = {
        "defense": 5, "speed": 3, "counter": EVEN, "rider": None, "altars": [6, 4, 2], "spaces": spaces({}),
        "torch_effect": {"effects": effects, "text": "It burns."},
    }  # fmt: skip
    return printed(f"boss.{BOSS}", **{**plain, **fields})


def track(act: int, goblins: list[int], enemies: list[int]) -> dict[str, Any]:
    """The symbols on a side of the Torch Mat."""
    return printed(f"torch.act-{act}", goblin=goblins, enemies=enemies)


HERO = {"max_health": 9, "max_focus": 8, "speed": 4, "defense": 3, "strength": 1, "agility": 1, "intellect": 1}
DEEP: dict[str, Any] = {
    **{name: value for hero in PARTY for name, value in printed(f"hero.{hero}", **HERO).items()},
    **goblin(PINCHER),
    **goblin(HAULER),
    **goblin(SLINGER, range="sight"),
    **minion(LEECH),
    **minion(RIDER),
    **boss(),
    **track(1, [], []),
    **track(2, [], []),
}


def deep(count: int = 2, *, changes: Mapping[str, Any] | None = None, edition: str = "book", **figures: Any) -> Dungeon:
    """A game of so many heroes in the middle of a turn of the first."""
    figures.setdefault("focus", [0] * count)
    return given(PARTY[:count], edition=edition, changes={**DEEP, **(changes or {})}, **figures)


def halls(*cells: Cell) -> dict[Cell, str | tuple[str, str]]:
    """Rooms in these cells, open to all sides; the first nine hold no danger."""
    return {at: (ROOMS[number], "nesw") for number, at in enumerate(cells)}


def row(first: int, last: int) -> dict[Cell, str | tuple[str, str]]:
    """Rooms along the middle row, the Entrance aside."""
    return halls(*[(3, column) for column in range(first, last + 1) if column != 3])


def spot(at: int) -> Cell | str:
    """Where somebody is."""
    return "lair" if at == LAIR else "nowhere" if at < 0 else divmod(int(at), 7)


def goblins(game: Dungeon) -> list[Cell | str]:
    """Where Goblins 1 to 4 are."""
    return [spot(at) for at in game.goblin_at]


def minions(game: Dungeon) -> list[Cell | str]:
    """Where the Minions are."""
    return [spot(at) for at in game.minion_at]


def heroes(game: Dungeon) -> list[Cell | str]:
    """Where the heroes are."""
    return [spot(hero.at) for hero in game.heroes]


def health(game: Dungeon) -> list[int]:
    """The heroes' Health."""
    return [hero.health for hero in game.heroes]


def altars(game: Dungeon) -> list[Cell]:
    """The rooms with an Altar Marker."""
    return [divmod(at, 7) for at in range(49) if game.altars >> at & 1]


def act(game: Dungeon, *answers: str) -> Told:
    """Enemy Actions."""
    return when(game, *answers, rule=enemies_act)


def to(at: Cell, word: str = "go") -> str:
    """The option about a cell: a step, or "place", "explore"."""
    return f"{word}-{cell(at) + 1}"
