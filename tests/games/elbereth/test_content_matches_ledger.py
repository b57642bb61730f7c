"""The ledger's tables against the game: what its editions have been loaded with, what it asks, how its dice fall."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.games.elbereth.board import act, given, laid, when, whole_game
from tests.games.told import Told
from undercroft.games.elbereth import ELBERETH, content
from undercroft.games.elbereth.cards import (
    BOSS,
    ENEMY,
    ITEM,
    OPEN_AREA,
    OPEN_FACE,
    SHOP,
    SORTS,
    WALL,
    Content,
    Kind,
)
from undercroft.games.elbereth.setup import set_up
from undercroft.games.elbereth.state import Elbereth
from undercroft.games.elbereth.vocabulary import ITEMS, PIECES

TABLES: dict[str, list[dict[str, Any]]] = {
    name: rows for name, rows in ELBERETH.ledger().tables.items() if isinstance(rows, list)
}
LOADED = {edition: content.load(edition, {}) for edition in content.editions()}
BOOK = LOADED["book"]
PRESETS = {"gentle": "forty-nine-gentle", "standard": "forty-nine", "grim": "forty-nine-grim"}
DECKS = [  # the tables of decks, the field that counts, and the edition that it is the deck of
    ("default_deck", "count", "book"),
    ("default_deck", "count", "bosses"),
    ("default_deck", "count_ten_floors", "ten-floors"),
    ("deck", "count", "forty-nine"),
]


def by_key(row: dict[str, Any]) -> str:
    """A row's name for a test."""
    return str(row.get("key") or row.get("floor") or row["id"])


def without_article(name: str) -> str:
    """A name without its article."""
    return name.removeprefix("The ")


def in_the_deck(known: Content) -> dict[tuple[str, str, int, str], int]:
    """The ordinary cards of an edition by name, kind, strength and item, each with how many are really there."""
    result: dict[tuple[str, str, int, str], int] = {}
    for index in known.ordinary:
        each = known.kinds[index]
        item = ITEMS[each.item] if each.sort == ITEM else ""
        key = (each.name, SORTS[each.sort], each.strength, item)
        result[key] = result.get(key, 0) + 1
    return result


def test_every_table_of_the_ledger_is_compared_here() -> None:
    assert set(TABLES) == {
        "equipment", "inventory_other", "card_kind", "boss", "floor", "default_deck", "deck", "preset", "gap",
        "decision", "chance",
    }  # fmt: skip
    assert set(content.editions()) == {edition for *_, edition in DECKS} | set(PRESETS.values())


# ---- cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", LOADED)
def test_the_equipment_is_the_ledgers(edition: str) -> None:
    rows = [
        (piece.key, piece.name, "offensive" if piece.offensive else "protective", piece.number)
        for piece in LOADED[edition].pieces
    ]
    assert rows == [(row["key"], row["name"], row["kind"], row["number"]) for row in TABLES["equipment"]]
    assert [row["key"] for row in TABLES["equipment"]] == list(PIECES)
    assert [row["key"] for row in TABLES["inventory_other"]] == ["coin", "key"]


def test_the_kinds_of_cards_are_the_ledgers() -> None:
    ledger = {row["key"]: (row["open_face"], row["ordinary"]) for row in TABLES["card_kind"]}
    game = {key: (OPEN_FACE[sort], sort in (ENEMY, WALL, ITEM, SHOP, OPEN_AREA)) for sort, key in enumerate(SORTS)}
    assert game == ledger
    for known in LOADED.values():
        assert all(each.open_face == ledger[SORTS[each.sort]][0] for each in known.kinds)
        assert all(ledger[SORTS[known.kinds[card].sort]][1] for card in known.ordinary)


@pytest.mark.parametrize("row", TABLES["boss"], ids=by_key)
@pytest.mark.parametrize("edition", LOADED)
def test_a_boss_is_the_ledgers(row: dict[str, Any], edition: str) -> None:
    boss = find_boss(LOADED[edition], row["key"])
    assert (boss.name, boss.strength, boss.hits_needed) == (
        without_article(row["name"]),
        row["strength"],
        row["hits_needed"],
    )
    assert [ITEMS[item] for item in boss.bribes] == row["bribe"]


def find_boss(known: Content, key: str) -> Kind:
    """A boss by key."""
    return next(each for each in known.kinds if each.sort == BOSS and each.key == key)


def test_the_bosses_are_the_ledgers_and_without_the_expansion_the_dragon_is_alone() -> None:
    for edition, known in LOADED.items():
        bosses = [known.kinds[card].key for card in known.bosses]
        assert bosses == ([row["key"] for row in TABLES["boss"]] if edition == "bosses" else ["dragon"])


# ---- decks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "field", "edition"), DECKS)
def test_a_deck_is_the_ledgers(table: str, field: str, edition: str) -> None:
    ledger = {
        (row["name"], row["kind"], row.get("strength", 0), row.get("item", "")): row[field]
        for row in TABLES[table]
        if row[field]
    }
    assert in_the_deck(LOADED[edition]) == ledger


@pytest.mark.parametrize(("table", "field", "edition"), DECKS)
def test_a_deck_goes_by_the_ledgers_keys(table: str, field: str, edition: str) -> None:
    other = {"coin": "item-coin"}  # the one key that differs
    ledger = {other.get(row["key"], row["key"]): row[field] for row in TABLES[table]}
    counts = {each.key: each.count for each in LOADED[edition].kinds if each.sort < BOSS}
    assert {key: count for key, count in counts.items() if count} == {key: n for key, n in ledger.items() if n}
    assert set(ledger) <= set(counts)


@pytest.mark.parametrize("row", TABLES["preset"], ids=by_key)
def test_a_preset_is_the_ledgers(row: dict[str, Any]) -> None:
    known = LOADED[PRESETS[row["key"]]]
    cards = in_the_deck(known)
    enemies = {f"s{strength}": count for (_, sort, strength, _), count in cards.items() if sort == "enemy"}
    assert enemies == row["enemies"]
    sorts = {sort: sum(n for (_, each, _, _), n in cards.items() if each == sort) for sort in SORTS}
    assert (sorts["wall"], sorts["shop"], sorts["open-area"]) == (row["walls"], row["shops"], row["caverns"])
    items = {item: count for (_, sort, _, item), count in cards.items() if sort == "item"}
    assert items == {**dict.fromkeys(PIECES, row["equipment_each"]), "coin": row["coins"]}
    assert len(known.ordinary) == 49


def test_the_presets_rename_no_enemy() -> None:
    names = {row["strength"]: row["name"] for row in TABLES["deck"] if row["kind"] == "enemy"}
    for edition in PRESETS.values():
        cards = in_the_deck(LOADED[edition])
        assert {strength: name for (name, sort, strength, _) in cards if sort == "enemy"} == names


# ---- floors ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "field"), [("book", "ordinary"), ("forty-nine", "ordinary_forty_nine")])
def test_the_floors_are_the_ledgers(edition: str, field: str) -> None:
    _, told = whole_game(edition)
    begun = [(figures["floor"], figures["deck"] - 2) for figures in told.figures("floor.begins")]
    assert begun == [(row["floor"], row[field]) for row in TABLES["floor"]]


def test_the_floors_decks_are_the_ledgers() -> None:
    _, told = whole_game()
    assert [figures["deck"] for figures in told.figures("floor.begins")] == [row["deck"] for row in TABLES["floor"]]


# ---- decisions ------------------------------------------------------------------------------------------------------


def choosing_equipment() -> Told:
    return when(Elbereth(BOOK), set_up)


def before_the_boss_is_beaten() -> Told:
    table = {(0, -1): "E3", (1, 0): "i:bow", (0, 1): "W", (-1, 0): "S", (2, 0): "B:knight", (3, 0): "D"}
    return when(given(edition="bosses", equipped=["sword"], gone=["helm"], coin=True, table=table))


def with_key_and_stairs() -> Told:
    table = {(0, -1): "E3", (1, 0): "D", (0, 1): "R"}
    return when(given(equipped=["sword"], coin=True, key_held=True, table=table, turned=[(0, 1)]))


def paying_for_a_failed_attack() -> Told:
    game = given(equipped=["sword", "bow", "helm"], gone=["staff"], table={(0, -1): "R"})
    return when(game, dice=[2], answers=[("action.choose", "attack-1")])


ASKED: list[tuple[str, Callable[[], Told], list[str]]] = [
    ("setup.equipment", choosing_equipment, ["start-with"] * 15),
    (
        "action.choose",
        before_the_boss_is_beaten,
        ["attack", "attack", "bribe-with", "break", "pick-up", *["buy"] * 4, "give-up"],
    ),
    ("action.choose", with_key_and_stairs, ["attack", "descend", "give-up"]),
    ("attack.failed", paying_for_a_failed_attack, [*["use"] * 3, "protect-with", *["discard"] * 5]),
]


def test_the_questions_are_the_ledgers_decisions() -> None:
    before_the_game = ["setup.options"]
    asked = list(dict.fromkeys(decision for decision, _, _ in ASKED))
    assert [prompt.name for prompt in ELBERETH.vocabulary.prompts] == asked
    assert [row["id"] for row in TABLES["decision"]] == [*before_the_game, *asked]


@pytest.mark.parametrize(("decision", "moment", "families"), ASKED)
def test_a_decision_offers_what_the_ledger_lists(
    decision: str, moment: Callable[[], Told], families: list[str]
) -> None:
    told = moment()
    assert told.asked == decision
    known = {option.name: option.family for option in ELBERETH.vocabulary.options}
    assert [known[name] for name in told.offered] == families


def test_every_family_of_options_answers_a_decision() -> None:
    assert {family for *_, families in ASKED for family in families} == {
        option.family for option in ELBERETH.vocabulary.options
    }


# ---- chance ---------------------------------------------------------------------------------------------------------


def test_every_stream_is_one_of_the_ledgers_chances() -> None:
    streams = {
        "shuffle.first-floor": "dungeon",
        "descend.removed": "dungeon",
        "descend.shuffle": "dungeon",
        "boss.draw": "bosses",
        "roll.attack": "attack-die",
        "roll.wall": "wall-die",
    }
    assert [row["id"] for row in TABLES["chance"]] == list(streams)
    assert {stream.name for stream in ELBERETH.vocabulary.streams} == set(streams.values())


def of_six(happened: Callable[[int], bool]) -> Fraction:
    """How many of the six faces lead there."""
    return Fraction(sum(happened(die) for die in range(1, 7)), 6)


@pytest.mark.parametrize("weapons", [0, 1, 2, 3])
@pytest.mark.parametrize("strength", [2, 3, 4, 5, 6])
def test_an_attack_succeeds_as_often_as_the_ledger_says(strength: int, weapons: int) -> None:
    """(7 - s)/6 by the roll alone, (7 - s + w)/6 with w weapons, and never more than always."""
    distribution = next(row for row in TABLES["chance"] if row["id"] == "roll.attack")["distribution"]
    assert re.findall(r"\([^)]*\)/6", distribution) == ["(7 - s)/6", "(7 - s + w)/6"]

    def attack(die: int, all_weapons: bool) -> bool:
        held = PIECES[:weapons]
        changes = {"card.rat.strength": strength}
        game = given(changes=changes, equipped=[*held, "helm"], table={(0, -1): "rat"})
        used = "use-" + "-".join(held) if all_weapons and held else "protect-with-helm"
        act(game, "attack-1", *([used] if die < strength else []), dice=[die])
        return bool(game.turned[1])

    assert of_six(lambda die: attack(die, all_weapons=False)) == Fraction(7 - strength, 6)
    assert of_six(lambda die: attack(die, all_weapons=True)) == min(Fraction(7 - strength + weapons, 6), 1)


@pytest.mark.parametrize(("equipped", "gone"), [(have, lost) for have in range(7) for lost in range(7 - have)])
def test_a_wall_costs_what_the_ledger_says(equipped: int, gone: int) -> None:
    """e/6 a piece is turned down, d/6 a face-down piece is discarded, the rest nothing."""
    face_down = 6 - equipped - gone

    def broken(die: int) -> str:
        game = given(equipped=PIECES[:equipped], gone=PIECES[6 - gone :], table={(0, -1): "W"})
        names = act(game, "break-1", dice=[die]).names
        assert list(laid(game)) == [(0, 0), (0, -1)]
        return names[1]

    assert of_six(lambda die: broken(die) == "wall.damaged") == Fraction(equipped, 6)
    assert of_six(lambda die: broken(die) == "wall.lost") == Fraction(face_down, 6)
    assert of_six(lambda die: broken(die) == "wall.nothing") == Fraction(gone, 6)
