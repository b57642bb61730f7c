"""An arena for rule tests of checks, fights, Spells and Loot: heroes and cards with figures that no tuning moves.

Brannoch Tull rolls 3 dice for Strength, 1 for Agility, 2 for Intellect; Sefa Marrow 1, 3, 2; Odile Vant 1, 2, 3.
Everybody has 9 Health, 8 Focus, Speed 3 and Defense 4, and the Torch's spaces do nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.tiny_epic_dungeons.board import PAIR, Cell, cell, find, given
from undercroft.games.tiny_epic_dungeons.state import Dungeon

Effects = list[dict[str, Any]]
Record = dict[str, Any]


def power(when: str, effects: Effects, **more: Any) -> Record:
    """A power of a mat; underscores in names of fields stand for dashes."""
    return {"name": "Power", "when": when, "text": "It works.", "effects": effects, **dashed(more)}


def dashed(fields: Mapping[str, Any]) -> Record:
    """Fields as the data files spell them."""
    return {name.rstrip("_").replace("_", "-"): value for name, value in fields.items()}


def _hero(name: str, skills: tuple[int, int, int], passive: Record, ability: Record, **more: Any) -> Record:
    strength, agility, intellect = skills
    return {
        "name": name, "calling": "tester", "text": "Here for the rules.", "max-health": 9, "max-focus": 8, "speed": 3,
        "defense": 4, "strength": strength, "agility": agility, "intellect": intellect, "passive": passive,
        "ability": ability, **more,
    }  # fmt: skip


def _enemy(name: str, defense: int, counter: tuple[int, int, int], **more: Any) -> Record:
    return {
        "name": name, "defense": defense, "counter": dict(zip(("melee", "missile", "spell"), counter, strict=True)),
        "speed": 2, "range": "same-room", "targets": "one", "damage": 1, "text": "An enemy.", **more,
    }  # fmt: skip


def _spell(name: str, mode: str, cost: int, **more: Any) -> Record:
    return {"name": name, "mode": mode, "skill": "intellect", "cost-focus": cost, "text": "A Spell.", **dashed(more)}


def loot(slot: str, when: str, effects: Effects, **more: Any) -> Record:
    """A Loot card; what is for the hand fills one unless it says `hands`."""
    hands = {"hands": 1} if slot == "hand" else {}
    return {"name": "Loot", "slot": slot, **hands, "when": when, "effects": effects, "text": "Loot.", **dashed(more)}


GAIN = {"do": "health", "by": 1}
NOTHING = power("on-rest", [])
ARENA: dict[str, Any] = {
    "hero.brannoch-tull": _hero(
        "Brannoch Tull", (3, 1, 2),
        power("on-enemy-action", [{"do": "redirect-to-self"}]),
        power("before-counter", [{"do": "defense", "by": 2}], cost_focus=1),
    ),
    "hero.sefa-marrow": _hero(
        "Sefa Marrow", (1, 3, 2),
        power("on-evade-success", [{"do": "focus", "by": 1}]),
        power("free", [{"do": "reveal", "by": 1}], cost_focus=3, once="turn"),
    ),
    "hero.odile-vant": _hero(
        "Odile Vant", (1, 2, 3),
        power("always", [{"do": "cost", "of": "research", "by": -1}]),
        power("on-check", [{"do": "reroll", "by": 1}], cost_focus=1, once="turn"),
        cantrip={"name": "Ink Dart", "range": "line-of-sight", "cost-focus": 0, "result": 0},
    ),
    "goblin.goblin-pincher": _enemy("Goblin Pincher", 4, (1, 0, 0), reward=[[{"do": "loot", "by": 1}]]),
    "goblin.goblin-slinger": _enemy(
        "Goblin Slinger", 4, (0, 2, 1), reward=[[{"do": "focus", "by": 2}], [{"do": "health", "by": 1}]]
    ),
    "goblin.goblin-drummer": _enemy("Goblin Drummer", 6, (1, 1, 1), reward=[[{"do": "focus", "by": 1}]]),
    "minion.bell-warden": _enemy("Bell Warden", 5, (3, 1, 2), health=6, targets="all"),
    "minion.glass-duelist": _enemy("Glass Duelist", 4, (3, 1, 2), health=5, damage=2),
    "spell.mend": _spell(
        "Mend", "cast", 2, target=4, range="within", n=2, effects=[{"do": "health", "by": 3, "to": "target"}]
    ),
    "spell.hearth-circle": _spell(
        "Hearth Circle", "cast", 3, target=4, effects=[{"do": "health", "by": 2, "to": "heroes", "within": 1}]
    ),
    "spell.second-dawn": _spell(
        "Second Dawn", "cast", 3, skill="any", target=5, discard=True, effects=[{"do": "torch", "by": 4}]
    ),
    "spell.thunderous-no": _spell(
        "Thunderous No", "cast", 2, target=4, range="sight",
        effects=[{"do": "push", "by": 1}, {"do": "damage", "by": 1, "to": "target"}],
    ),
    "spell.candleburst": _spell("Candleburst", "attack", 2, range="line-of-sight", result=0),
    "spell.slate-shard": _spell("Slate Shard", "attack", 1, range="same-room", result=0),
    "spell.wandering-ember": _spell("Wandering Ember", "attack", 2, range="any-path", result=0),
    "spell.ring-of-cinders": _spell(
        "Ring of Cinders", "attack", 2, range="same-room", targets="all-enemies", result=0
    ),
    "loot.notched-falchion": loot("hand", "on-attack", [{"do": "result", "by": 1, "on": "melee"}]),
    "loot.cauldron-lid": loot("hand", "always", [{"do": "defense", "by": 1}]),
    "loot.latch-crossbow": loot("hand", "on-attack", [{"do": "result", "by": 1, "on": "missile"}]),
    "loot.gravediggers-maul": loot("hand", "on-attack", [{"do": "result", "by": 2, "on": "melee"}], hands=2),
    "loot.ring-jack": loot("body", "always", [{"do": "defense", "by": 1}]),
    "loot.marsh-hide": loot("body", "always", [{"do": "max-health", "by": 2}]),
    "loot.ox-knuckle": loot("charm", "on-check", [{"do": "result", "by": 1, "on": "search"}]),
    "loot.spare-wick": loot("charm", "free", [{"do": "torch", "by": 2}], discard=True),
    "torch.act-1.goblin": [],
    "torch.act-1.enemies": [],
    "torch.act-2.goblin": [],
    "torch.act-2.enemies": [],
    "card.spring-chapel.danger": "none",
    "card.listening-hall.danger": "none",
    "card.old-guardroom.danger": "none",
    "card.barrel-chute.danger": "none",
}  # fmt: skip
EAST: Cell = (3, 4)
CROSS = "nesw"


def arena(heroes: Sequence[str] = PAIR, *, changes: Mapping[str, Any] | None = None, **figures: Any) -> Dungeon:
    """A game in the middle of a turn, everybody at the Entrance unless it says otherwise."""
    return given(heroes, changes={**ARENA, **(changes or {})}, **figures)


def corridor(length: int) -> dict[Cell, tuple[str, str]]:
    """Quiet rooms east of the Entrance, up to three of them, in a straight line."""
    rooms = ("spring-chapel", "old-guardroom", "barrel-chute")
    return {(3, 4 + place): (card, "ew") for place, card in enumerate(rooms[:length])}


def searching(
    skill: str = "strength", target: int = 5, success: Effects | None = None, failure: Effects | None = None,
    *, cost: int = 0, once: str = "", heroes: Sequence[str] = PAIR, changes: Mapping[str, Any] | None = None,
    **figures: Any,
) -> Dungeon:  # fmt: skip
    """The first hero alone in a room east of the Entrance that can be searched with such a check."""
    search: Record = {
        "skill": skill, "target": target, "cost-focus": cost, "success": [GAIN] if success is None else success,
        "failure": failure or [],
    }  # fmt: skip
    if once:
        search["once"] = once
    figures.setdefault("at", [EAST])
    rooms = {EAST: ("listening-hall", CROSS), **figures.pop("rooms", {})}
    return arena(heroes, changes={"card.listening-hall.search": search, **(changes or {})}, rooms=rooms, **figures)


def place(at: Cell) -> str:
    """The choice of a room."""
    return f"place-{cell(at) + 1}"


def among(options: Sequence[str], *families: str) -> list[str]:
    """Those of the options that belong to one of the families."""
    return [name for name in options if name in families or name.rsplit("-", 1)[0] in families]


def carried(game: Dungeon, number: int = 0) -> list[str]:
    """The Loot of a hero by its ids."""
    return [game.content.loot[card].key for card in game.heroes[number].loot if card >= 0]


def known(game: Dungeon, number: int = 0) -> list[str]:
    """The Spells of a hero by their ids."""
    return [game.content.spells[card].key for card in game.heroes[number].spells]


def only(game: Dungeon, deck: str, *keys: str) -> None:
    """Let a deck hold no other cards than these: loot, spells or goblins."""
    cards = [find(getattr(game.content, deck), key).index for key in keys]
    getattr(game, {"loot": "loot_deck", "spells": "spell_deck", "goblins": "goblin_deck"}[deck]).unseen[:] = cards
