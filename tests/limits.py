"""Games at the limits that their checkers allow: as many doors, cards, spells and copies as there can be.

What is kept as the bits of one number, or comes near to what 64 bits hold, goes wrong there first, and compiled without
a word. `tests/golden/limits.json` says how these games go; both builds must agree (tests/games/test_limits.py).
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from undercroft import GAMES, State
from undercroft.bots import find_bot
from undercroft.core.chance import Seeded
from undercroft.core.content import read_tables
from undercroft.core.table import Table
from undercroft.games.elbereth import content as elbereth
from undercroft.games.freequest import content as freequest
from undercroft.games.freequest.quest_checks import MOST_AREAS, MOST_BITS, MOST_LAIRS
from undercroft.games.freequest.vocabulary import MOST_DEVICES, MOST_IMPROVEMENTS, MOST_ITEMS, MOST_KINDS, MOST_SPELLS
from undercroft.games.tin_helm import content as tin_helm
from undercroft.games.tin_helm.content import MOST_CARDS
from undercroft.games.tiny_epic_dungeons import content as tiny_epic_dungeons
from undercroft.games.tiny_epic_dungeons.content_records import LONGEST_TRACK

GOLDEN_LIMITS = Path(__file__).parent / "golden" / "limits.json"

Changes = dict[str, Any]

# ---- FreeQuest: nine rooms of nine by seven squares, doors in every wall --------------------------------------------

ROOMS = "ABCDSEFGH"  # row by row; the heroes start in the middle
WIDE, HIGH = 9, 7
DOORS = MOST_BITS - MOST_AREAS - 1
KEYS = 20


def squares(room: int) -> list[list[int]]:
    """The squares of a room, as a file writes them."""
    x, y = room % 3 * WIDE, room // 3 * HIGH
    return [[x + across, y + down] for down in range(HIGH) for across in range(WIDE)]


def edges() -> list[list[list[int]]]:
    """Edges between two rooms: one of each of the twelve walls, then another of each, and so on."""
    found = []
    for place in range(HIGH):
        for line in range(3):
            for wall in (1, 2):
                x, y = line * WIDE + place, line * HIGH + place
                found.append([[wall * WIDE - 1, y], [wall * WIDE, y]])
                found.append([[x, wall * HIGH - 1], [x, wall * HIGH]])
    return found


def door(number: int) -> Changes:
    """A door: the first ones are plain, so that one comes everywhere; keys, levers and secrets are among the last."""
    record: Changes = {"at": edges()[number]}
    if number >= DOORS - MOST_DEVICES:
        return {**record, "state": "locked", "levers": [f"lever-{number - DOORS + MOST_DEVICES}"]}
    if number >= DOORS - MOST_DEVICES - KEYS // 2:
        return {**record, "state": "locked", "key": f"key-{KEYS - 1 - number % (KEYS // 2)}"}
    return record if number % 5 else {**record, "state": "secret"}


def largest_quest() -> Changes:
    """A quest with as many areas, doors, devices, monsters, things and rounds as there can be."""
    areas = {letter: {"kind": "start" if letter == "S" else "room", "text": f"Room {letter}."} for letter in ROOMS}
    rows = ["".join(ROOMS[row // HIGH * 3 + column // WIDE] for column in range(3 * WIDE)) for row in range(3 * HIGH)]
    spots = [spot for spots in zip(*(squares(room) for room in range(9) if room != 4)) for spot in spots]
    levers, lairs = spots[:MOST_DEVICES], spots[80 : 80 + MOST_LAIRS]
    return {
        "id": "largest",
        "title": "The Largest",
        "step": 5,
        "heroes": [4, 4],
        "rounds": 200,
        "briefing": "All there can be.",
        "goal": "Kill the last of them and return.",
        "objective": {"kind": "kill", "ref": [f"foe-{MOST_LAIRS - 1}"]},
        "map": "\n".join(rows),
        "areas": areas,
        "doors": [door(number) for number in range(DOORS)],
        "devices": [
            {"id": f"lever-{number}", "name": "lever", "at": at, "text": "It creaks."}
            for number, at in enumerate(levers)
        ],
        "monsters": [{"id": f"foe-{number}", "kind": "goblin", "at": at} for number, at in enumerate(lairs)],
        "quest-items": [{"id": f"key-{number}", "name": f"key {number}"} for number in range(KEYS)],
        "treasure": [{"area": ROOMS[number % 4], "quest-items": [f"key-{number}"]} for number in range(KEYS)],
    }


def copies(table: str, key: str, record: Changes, have: int, most: int) -> Changes:
    """Changes that add a record again and again until a table holds as many as it can."""
    return {f"{table}.{key}-{number}": {**record, "name": f"Copy {number}"} for number in range(have, most)}


def largest_freequest() -> Changes:
    """FreeQuest with as many items, spells, heroes and improvements as there can be, in the largest quest."""
    tables = read_tables(freequest.DATA, freequest.FILES).tables
    items, spells, heroes, lessons = (tables[name] for name in ("item", "spell", "hero", "improvement"))
    wizard = {**heroes["wizard"], "spells": MOST_SPELLS, "magic": 12, "health": 18, "published": False}
    return {
        **copies("item", "potion", items["blue-flask"], len(items), MOST_ITEMS),
        **copies("spell", "burst", spells["flame-burst"], len(spells), MOST_SPELLS),
        **copies("hero", "wizard", wizard, len(heroes), MOST_KINDS),
        **copies("improvement", "hide", lessons["thick-hide"], len(lessons), MOST_IMPROVEMENTS),
        "play.own": largest_quest(),
        "play.quest": "largest",
        "figures.last-round": 40,
        "play.party": [f"wizard-{MOST_KINDS - 1 - number}" for number in range(4)],
    }


# ---- the other games ------------------------------------------------------------------------------------------------


def largest_tin_helm() -> Changes:
    """Tin Helm with as many cards as there can be, the last of them in every room, and health to find them all."""
    tables = read_tables(tin_helm.DATA, tin_helm.FILES).tables
    have = len(tables["trapping"]) + len(tables["loot"])
    shield = {"name": "Shield", "text": "Blocks 1 and never breaks.", "block": 1, "rest-health": 1, "undead-damage": 1}
    last = [f"loot.shield-{number}" for number in range(MOST_CARDS - len(tables["room"]), MOST_CARDS)]
    return {
        **copies("loot", "shield", shield, have, MOST_CARDS),
        **{f"room.{key}.loot": card for key, card in zip(tables["room"], last, strict=True)},
        **{f"race.{key}.health": 99 for key in tables["race"]},
        "figures.levels": 9,
    }


def largest_elbereth() -> Changes:
    """Elbereth with as many cards on a floor as there can be, and weak enemies."""
    cards = read_tables(elbereth.DATA, elbereth.FILES).tables["card"]
    none: Changes = {f"card.{key}.count": 0 for key in cards}
    enemies: Changes = {f"card.{key}.strength": 2 for key, card in cards.items() if card["sort"] == "enemy"}
    counts = {"card.rat.count": 99, "card.shop.count": 19, "card.item-sword.count": 6, "card.wall.count": 6}
    return {**none, **enemies, **counts, "figures.floors": 13, "figures.removed": 10, "boss.dragon.strength": 2}


def largest_tiny_epic_dungeons() -> Changes:
    """Tiny Epic Dungeons for four, with the longest tracks and the toughest heroes there can be."""
    tables = read_tables(tiny_epic_dungeons.DATA, tiny_epic_dungeons.FILES).tables
    starts = {"2": LONGEST_TRACK, "3": LONGEST_TRACK, "4": LONGEST_TRACK}
    return {
        **{f"hero.{key}.max-health": 20 for key in tables["hero"]},
        **{f"hero.{key}.max-focus": 20 for key in tables["hero"]},
        **{f"minion.{key}.health": 20 for key in tables["minion"]},
        "torch.act-1.top": LONGEST_TRACK,
        "torch.act-1.start": starts,
        "torch.act-2.start": starts,
        "figures.boss-track-top": 12,
        "play.players": 4,
    }


LARGEST = {
    "tin-helm": largest_tin_helm,
    "elbereth": largest_elbereth,
    "freequest": largest_freequest,
    "tiny-epic-dungeons": largest_tiny_epic_dungeons,
}


# ---- how they go ----------------------------------------------------------------------------------------------------


BOTS = ("random", "steady")
FOUR_PLAYERS: Changes = {"play.players": 4}


def played(name: str, bot: str, changes: Changes | None = None) -> tuple[State, str]:
    """A game at the limits to its end, and a short mark of everything that happened in it and of how it ended."""
    game = GAMES[name]
    table = Table([find_bot(bot, name, f"limits {seat}") for seat in game.seats], Seeded("limits"))
    table.log = []
    state = game.new("book", {**LARGEST[name](), **(changes or {})})
    game.play(state, table)
    told = [f"{event.kind.name} {event.a} {event.b} {event.c} {event.d}" for event in table.log]
    return state, hashlib.sha256("\n".join([*told, repr(state.key())]).encode()).hexdigest()[:16]


def limits() -> dict[str, dict[str, str]]:
    """The marks of all games at the limits, by game and bot; FreeQuest is played by one for all heroes and by four."""
    marks = {name: {bot: played(name, bot)[1] for bot in BOTS} for name in LARGEST}
    marks["freequest"] |= {f"{bot} for four": played("freequest", bot, FOUR_PLAYERS)[1] for bot in BOTS}
    return marks
