"""Rooms (chapter 11 of the ledger): both sides of the twelve dungeon cards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tin_helm.board import given, when
from undercroft.core import scene
from undercroft.games import GAMES
from undercroft.games.tin_helm import content
from undercroft.games.tin_helm.cards import FIND_KINDS, ICONS, PLACES, Content, Find, Room
from undercroft.games.tin_helm.scene import board
from undercroft.games.tin_helm.turns import explore

BOOK = content.load("book", {})
LEDGER = GAMES["tin-helm"].ledger()

# key, icons, and of the results side: enemy, trap, random, loot
ROWS: list[tuple[str, str, str, str, str, str]] = [
    ("catacombs", "enemy, random", "skelepede", "2 health", "place labyrinth", "card potion"),
    ("chasm", "enemy", "wraith", "2 energy", "enemy skelepede", "empty"),
    ("clearing", "random, campsite", "skelepede", "0", "place shrine", "card symbol"),
    ("corridor", "trap, random", "speyeder", "1 energy", "place grove", "card turnip"),
    ("kitchen", "enemy, campsite", "dark-rats", "2 health", "place labyrinth", "card wedge"),
    ("old-well", "enemy, water", "watcher", "2 health", "enemy dark-rats", "empty"),
    ("quarters", "enemy, loot", "wraith", "2 health", "place pigman", "card shield"),
    ("sanctum", "trap, enemy", "possessor", "2 energy", "enemy doom-skull", "enemy mimic"),
    ("sewers", "trap, campsite, water", "watcher", "1 energy", "place pigman", "card gill-net"),
    ("stash", "loot", "dark-rats", "0", "place altar", "shard"),
    ("statue", "trap, loot", "doom-skull", "1 health", "place grove", "card ring"),
    ("waterfall", "random, water", "doom-skull", "1 health", "place altar", "card sword"),
]
EVERY_ROW = [pytest.param(row, id=row[0], marks=pytest.mark.rule("tin-helm", f"room.{row[0]}")) for row in ROWS]


def find_words(cards: Content, find: Find) -> str:
    """A results entry in the words of the rows above."""
    kind = FIND_KINDS[find.kind]
    things: dict[str, list[str]] = {
        "card": [card.key if not card.pair else f"{card.key} (trapping)" for card in cards.cards],
        "enemy": [enemy.key for enemy in cards.enemies],
        "place": list(PLACES),
    }
    return f"{kind} {things[kind][find.index]}" if kind in things else kind


def card_row(cards: Content, card: Room) -> tuple[str, str, str, str, str, str]:
    """A loaded dungeon card in the words of the rows above."""
    trap = f"{card.trap_health} health" if card.trap_health else "0"
    if card.trap_energy:
        trap = f"{card.trap_energy} energy" if trap == "0" else "both"
    return (
        card.key,
        ", ".join(ICONS[icon] for icon in card.icons),
        cards.enemies[card.enemy].key,
        trap,
        find_words(cards, card.random),
        find_words(cards, card.loot),
    )


def ledger_row(record: dict[str, Any]) -> tuple[str, str, str, str, str, str]:
    """A row of the ledger's room table in the words of the rows above."""
    trap = record["trap"]
    return (
        record["key"],
        ", ".join(record["icons"]),
        record["enemy"],
        f"{trap['amount']} {trap['track']}".removesuffix(" none"),
        " ".join(record["random"].values()),
        " ".join(record["loot"].values()),
    )


@pytest.mark.parametrize("row", EVERY_ROW)
def test_the_card_is_the_one_the_clause_describes(row: tuple[str, str, str, str, str, str]) -> None:
    assert [card_row(BOOK, card) for card in BOOK.rooms if card.key == row[0]] == [row]
    assert [ledger_row(record) for record in LEDGER.tables["room"] if record["key"] == row[0]] == [row]
    name = next(card.name for card in BOOK.rooms if card.key == row[0])
    icons = ", ".join(icon.capitalize() for icon in row[1].split(", "))
    assert LEDGER.rules[f"room.{row[0]}"].text.startswith(f"{name}. Room: {icons}. Results: ")


@pytest.mark.parametrize("row", EVERY_ROW)
def test_the_room_side_lies_before_the_player(row: tuple[str, str, str, str, str, str]) -> None:
    game = given()
    told = when(game, explore, cards=[row[0]])
    assert told.asked == "room.choice"
    (card,) = [item for item in board(game).items if isinstance(item, scene.Card)]
    assert (card.key, card.kind, ", ".join(card.lines)) == (row[0], "room", row[1])


def test_there_is_a_row_for_every_card() -> None:
    assert [card.key for card in BOOK.rooms] == [row[0] for row in ROWS]
