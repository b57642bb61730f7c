"""Content that cannot be played is refused when it is read, in one sentence that names file, record and field."""

from __future__ import annotations

import datetime
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import undercroft
from tests.games.spoiling import cut_record, spoil, spoil_record
from undercroft.core.content import EditionFile, edition_changes, read_editions
from undercroft.core.errors import ContentError, UndercroftError
from undercroft.core.rules import read_ledger
from undercroft.core.words import read_words
from undercroft.games.elbereth import END_NAMES, content
from undercroft.games.elbereth.scene import FACTS
from undercroft.games.elbereth.state import FIGURE_NAMES
from undercroft.games.elbereth.vocabulary import MOST_CARDS, V

NO_CONTROL = "there are characters in it that cannot be shown"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data folder, to be spoilt."""
    return Path(shutil.copytree(content.DATA, tmp_path / "data"))


def refusal(folder: Path, edition: str = "book") -> str:
    """What is said about a data folder."""
    with pytest.raises(ContentError) as refused:
        content.link(*content.read(folder, edition, {}))
    assert "\n" not in str(refused.value)
    return str(refused.value)


def refused_change(changes: dict[str, Any], edition: str = "book") -> str:
    """What is said about a player's changes."""
    with pytest.raises(ContentError) as refused:
        undercroft.start("elbereth", edition=edition, changes=changes)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_the_copy_is_good_before_it_is_spoilt(data: Path) -> None:
    sizes = {}
    for edition in content.editions():
        sizes[edition] = len(content.link(*content.read(data, edition, {})).ordinary)
    assert sizes == {
        "book": 42, "bosses": 42, "forty-nine": 49, "forty-nine-gentle": 49, "forty-nine-grim": 49, "ten-floors": 63,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("file", "record", "old", "new", "said"),
    [
        # unknown fields
        ("cards.toml", "card.rat", "strength", "strenght", "unknown field 'strenght'; do you mean 'strength'?"),
        ("cards.toml", "card.wall", "count", "open = true\ncount", "unknown field 'open'"),
        ("bosses.toml", "boss.ogre", "hits-needed", "hits_needed", "unknown field 'hits_needed'; do you mean"),
        ("bosses.toml", "boss.knight", "bribe", "bribes", "unknown field 'bribes'; do you mean 'bribe'?"),
        ("bosses.toml", "boss.knight", "bribe", "count = 1\nbribe", "unknown field 'count'"),
        ("figures.toml", "equipment.bow", "number", "nummer", "unknown field 'nummer'; do you mean 'number'?"),
        # missing fields
        ("cards.toml", "card.rat", 'name = "Rat"\n', "", "the field 'name' is missing"),
        ("cards.toml", "card.rat", 'sort = "enemy"\n', "", "the field 'sort' is missing"),
        ("cards.toml", "card.rat", 'mark = "r"\n', "", "the field 'mark' is missing"),
        ("cards.toml", "card.rat", "count = 7", "", "the field 'count' is missing"),
        ("cards.toml", "card.rat", "strength = 3\n", "", "the field 'strength' is missing"),
        ("cards.toml", "card.item-bow", 'item = "bow"\n', "", "the field 'item' is missing"),
        ("bosses.toml", "boss.mage", "strength = 6\n", "", "the field 'strength' is missing"),
        ("figures.toml", "equipment.bow", "number = 3", "", "the field 'number' is missing"),
        # wrong types
        ("cards.toml", "card.rat", "count = 7", 'count = "seven"', "count: takes a whole number"),
        ("cards.toml", "card.rat", "count = 7", "count = true", "count: takes a whole number"),
        ("cards.toml", "card.rat", "strength = 3", "strength = 3.5", "strength: takes a whole number"),
        ("cards.toml", "card.rat", 'name = "Rat"', "name = 3", "name: takes words"),
        ("cards.toml", "card.item-bow", 'item = "bow"', 'item = ["bow"]', "item: takes words"),
        ("bosses.toml", "boss.smith", '["armour", "helm", "gauntlets"]', '"armour"', "bribe: takes a list"),
        ("bosses.toml", "boss.smith", '"helm"', "5", "bribe[1]: takes words"),
        ("figures.toml", "equipment.gauntlets", "plural = true", "plural = 1", "plural: takes true or false"),
        # out of range
        ("cards.toml", "card.rat", "count = 7", "count = -1", "count: takes at least 0"),
        ("cards.toml", "card.rat", "count = 7", "count = 100", "count: takes at most 99"),
        ("cards.toml", "card.rat", "strength = 3", "strength = 1", "strength: takes at least 2"),
        ("cards.toml", "card.rat", "strength = 3", "strength = 10", "strength: takes at most 9"),
        ("cards.toml", "card.rat", 'mark = "r"', 'mark = "rat"', "mark: takes at most 2"),
        ("cards.toml", "card.rat", 'mark = "r"', 'mark = ""', "mark: takes at least 1"),
        ("cards.toml", "card.rat", 'mark = "r"', 'mark = "é"', f"mark: {NO_CONTROL}"),
        ("cards.toml", "card.rat", 'mark = "r"', 'mark = " "', f"mark: {NO_CONTROL}"),
        ("cards.toml", "card.rat", 'name = "Rat"', 'name = ""', "name: takes at least 1"),
        ("cards.toml", "card.rat", 'name = "Rat"', f'name = "{"r" * 41}"', "name: takes at most 40"),
        ("bosses.toml", "boss.mage", "strength = 6", "strength = 1", "strength: takes at least 2"),
        ("bosses.toml", "boss.ogre", "hits-needed = 2", "hits-needed = 3", "hits-needed: takes at most 2"),
        ("bosses.toml", "boss.ogre", "hits-needed = 2", "hits-needed = 0", "hits-needed: takes at least 1"),
        ("figures.toml", "equipment.bow", "number = 3", "number = 7", "number: takes at most 6"),
        ("figures.toml", "equipment.bow", "number = 3", "number = 0", "number: takes at least 1"),
        # control characters
        ("cards.toml", "card.rat", 'name = "Rat"', r'name = "\u001b[2J"', f"name: {NO_CONTROL}"),
        ("cards.toml", "card.rat", 'name = "Rat"', r'name = "Ra\nt"', f"name: {NO_CONTROL}"),
        ("cards.toml", "card.rat", 'name = "Rat"', r'name = "Ra\u009bt"', f"name: {NO_CONTROL}"),
        ("cards.toml", "card.rat", 'mark = "r"', r'mark = "\u0007"', f"mark: {NO_CONTROL}"),
        ("bosses.toml", "boss.mage", 'name = "Mage"', r'name = "\tMage"', f"name: {NO_CONTROL}"),
        ("figures.toml", "equipment.bow", 'name = "Bow"', r'name = "B\u0000w"', f"name: {NO_CONTROL}"),
        # dangling references
        ("cards.toml", "card.item-bow", 'item = "bow"', 'item = "bo"', "item: there is no item 'bo'; do you mean"),
        ("cards.toml", "card.item-bow", 'item = "bow"', 'item = "key"', "item: there is no item 'key'"),
        ("bosses.toml", "boss.knight", '"sword"', '"swords"', "bribe: there is no item 'swords'; do you mean 'sword'?"),
        ("bosses.toml", "boss.merchant", '"coin"', '"key"', "bribe: there is no item 'key'"),
        # words that are not understood
        ("cards.toml", "card.rat", 'sort = "enemy"', 'sort = "boss"', "sort: 'boss' is none of the values"),
        ("cards.toml", "card.rat", 'sort = "enemy"', 'sort = "up-stairs"', "sort: 'up-stairs' is none of the"),
        # what does not go together
        ("cards.toml", "card.wall", "count", "strength = 3\ncount", "strength: only a card of the sort 'enemy' has"),
        ("cards.toml", "card.shop", "count", "strength = 3\ncount", "strength: only a card of the sort 'enemy' has"),
        ("cards.toml", "card.rat", "count", 'item = "bow"\ncount', "item: only a card of the sort 'item' has one"),
        ("cards.toml", "card.cavern", "count", 'item = "bow"\ncount', "item: only a card of the sort 'item' has one"),
    ],
)  # fmt: skip
def test_a_spoilt_record_is_refused_by_file_record_and_field(
    data: Path, file: str, record: str, old: str, new: str, said: str
) -> None:
    spoil_record(data / file, record, old, new)
    assert refusal(data).startswith(f"{file}: {record}: {said}")


@pytest.mark.parametrize(
    ("table", "old", "new", "said"),
    [
        ("figures", "floors", "flors", "unknown field 'flors'; do you mean 'floors'?"),
        ("figures", "removed = 7\n", "", "the field 'removed' is missing"),
        ("figures", "floors = 7", "floors = 0", "floors: takes at least 1"),
        ("figures", "floors = 7", "floors = 21", "floors: takes at most 20"),
        ("figures", "removed = 7", "removed = 0", "removed: takes at least 1"),
        ("figures", "removed = 7", "removed = true", "removed: takes a whole number"),
        ("switches", "boss-per-floor = false\n", "", "the field 'boss-per-floor' is missing"),
        ("switches", "fixed-start = false", "fixed-start = 0", "fixed-start: takes true or false"),
        ("switches", "fixed-start", "fixed_start", "unknown field 'fixed_start'; do you mean 'fixed-start'?"),
        ("start", '["sword", "armour"]', "[]", "pieces: takes at least 1"),
        ("start", '["sword", "armour"]', '["sword", "shield"]', "pieces: there is no piece of equipment 'shield'"),
        ("start", '["sword", "armour"]', '["sword", "coin"]', "pieces: there is no piece of equipment 'coin'"),
        ("start", '["sword", "armour"]', '"sword"', "pieces: takes a list"),
    ],
)
def test_a_spoilt_figure_is_refused_by_file_table_and_field(
    data: Path, table: str, old: str, new: str, said: str
) -> None:
    spoil_record(data / "figures.toml", table, old, new)
    assert refusal(data).startswith(f"figures.toml: {table}: {said}")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("cards.toml", "[card.rat]", "[cards.rat]", "cards: there is no such table; do you mean 'card'?"),
        ("figures.toml", "[switches]", "[switch]", "switch: there is no such table; do you mean 'switches'?"),
        ("figures.toml", "number = 1", "number = 2", "equipment.staff: number: the Sword has the number 2 already"),
        ("figures.toml", "number = 6", "number = 5", "equipment.gauntlets: number: the Helm has the number 5 already"),
        ("figures.toml", "[equipment.bow]", "[equipment.bo]", "equipment: bo: there is no piece of equipment 'bo'; do"),
        ("figures.toml", "[equipment.bow]", "[equipment.coin]", "equipment: coin: there is no piece of equipment"),
        ("cards.toml", "[card.rat]", "card.mouse = 5\n[card.rat]", "card.mouse: takes a record with fields"),
    ],
)  # fmt: skip
def test_a_spoilt_file_is_refused(data: Path, file: str, old: str, new: str, said: str) -> None:
    spoil(data / file, old, new)
    assert refusal(data).startswith(f"{file}: {said}")


@pytest.mark.parametrize("piece", ["sword", "staff", "bow", "armour", "helm", "gauntlets"])
def test_a_missing_piece_is_refused(data: Path, piece: str) -> None:
    cut_record(data / "figures.toml", f"equipment.{piece}")
    assert refusal(data) == f"figures.toml: equipment: the piece {piece!r} is missing"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[card.rat]", "[card.spider]"),
        ("[card.rat]", "[card.rat"),
        ("count = 7", "count = "),
        ("count = 7", "count = 7\ncount = 8"),
        ('name = "Rat"', 'name = "Rat'),
        ('name = "Rat"', 'name = "\x1b[2J"'),
    ],
)
def test_bad_toml_is_refused_by_its_line(data: Path, old: str, new: str) -> None:
    spoil(data / "cards.toml", old, new)
    assert re.match(r"cards\.toml: .* \(at line \d+, column \d+\)$", refusal(data))


@pytest.mark.parametrize("file", content.FILES)
def test_a_missing_an_empty_and_an_unreadable_file_are_refused(data: Path, file: str) -> None:
    (data / file).write_bytes(b"\xff\xfe\x00")
    assert refusal(data).startswith(f"{file}: ")
    (data / file).write_text("", encoding="utf-8")
    assert refusal(data).endswith("is missing from the data files")
    (data / file).unlink()
    assert refusal(data) == f"{file}: the file is missing from data"


def test_a_record_in_two_files_is_refused_by_both(data: Path) -> None:
    with (data / "bosses.toml").open("a", encoding="utf-8") as file:
        file.write('\n[card.rat]\nname = "Rat"\n')
    assert refusal(data) == "bosses.toml: card.rat is also in cards.toml"


# ---- the deck and the bosses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 6, 8, 13, 15, 21])
def test_counts_that_do_not_add_up_are_refused(data: Path, count: int) -> None:
    spoil_record(data / "cards.toml", "card.rat", "count = 7", f"count = {count}")
    assert refusal(data) == (
        f"cards.toml: card: there are {35 + count} ordinary cards; with 7 floors and 7 cards that leave on each there "
        "must be 42 or 49"
    )


@pytest.mark.parametrize("edition", ["forty-nine", "forty-nine-gentle", "forty-nine-grim"])
def test_counts_of_an_edition_that_do_not_add_up_are_refused_where_it_says_so(data: Path, edition: str) -> None:
    path = data / "editions" / f"{edition}.toml"
    spoil(path, '"card.lamp-thief.count" = ', '"card.lamp-thief.count" = 1')
    assert refusal(data, edition).startswith(f"editions/{edition}.toml: card: there are ")


@pytest.mark.parametrize(
    ("floors", "removed", "walls", "good"),
    [(7, 7, 12, True), (7, 7, 19, True), (6, 7, 12, True), (8, 7, 12, False), (7, 6, 12, True), (7, 8, 12, False)],
)
def test_floors_and_removals_must_use_up_the_deck(floors: int, removed: int, walls: int, good: bool) -> None:
    changes = {"figures.floors": floors, "figures.removed": removed, "card.wall.count": walls}
    if good:
        assert undercroft.start("elbereth", changes=changes).decision is not None
    else:
        assert f"there must be {removed * (floors - 1)} or {removed * floors}" in refused_change(changes)


def test_more_cards_than_a_floor_can_hold_are_refused() -> None:
    most = MOST_CARDS - 2  # the dragon and the down stairs
    changes = {"figures.floors": 13, "figures.removed": 10, "card.wall.count": 99, "card.rat.count": 7 + most - 42 - 87}
    assert len(content.load("book", changes).ordinary) == most
    changes |= {"figures.floors": 12, "figures.removed": 12, "card.rat.count": changes["card.rat.count"] + 2}
    assert refused_change(changes) == f"--set: card: {most + 2} cards are too many; there can be {most}"


@pytest.mark.parametrize("edition", ["book", "forty-nine", "ten-floors"])
def test_a_dungeon_without_the_dragon_is_refused(data: Path, edition: str) -> None:
    cut_record(data / "bosses.toml", "boss.dragon")
    assert refusal(data, edition).endswith("toml: figures: boss: there is no boss 'dragon'")


def test_another_boss_can_guard_every_floor() -> None:
    guards = content.load("book", {"figures.boss": "ogre"})
    assert [guards.kinds[boss].key for boss in guards.bosses] == ["ogre"]
    assert refused_change({"figures.boss": "ogree"}) == (
        "--set: figures: boss: there is no boss 'ogree'; do you mean 'ogre'?"
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), datetime.date(1979, 1, 1)])
def test_a_value_that_a_save_could_not_keep_is_refused(value: Any) -> None:
    assert refused_change({"card.rat.name": value}).endswith("is not a value that a save could keep")


def test_fewer_bosses_than_floors_are_refused(data: Path) -> None:
    cut_record(data / "bosses.toml", "boss.knight")
    assert refusal(data, "bosses") == "bosses.toml: boss: 7 floors need as many bosses, and there are 6"
    assert content.link(*content.read(data, "book", {})).boss_per_floor is False


def test_ten_floors_have_not_enough_bosses() -> None:
    said = refused_change({"switches.boss-per-floor": True}, "ten-floors")
    assert said == "bosses.toml: boss: 10 floors need as many bosses, and there are 7"
    more = {f"boss.dragon-{number}": {"name": "Dragon", "mark": "D", "strength": 6} for number in (2, 3, 4)}
    changes = {"switches.boss-per-floor": True, **more}
    assert undercroft.start("elbereth", edition="ten-floors", changes=changes).decision is not None


# ---- editions, words, ledger ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[changes]", "[change]", "bosses.toml: unknown field 'change'; do you mean 'changes'?"),
        ('title = "Bosses"\n', "", "bosses.toml: the field 'title' is missing"),
        ('title = "Bosses"', "title = 3", "bosses.toml: title: takes words"),
        ('title = "Bosses"', 'title = "Bosses"\nbased_on = "book"', "bosses.toml: unknown field 'based_on'; do you"),
        ('title = "Bosses"', 'title = "Bosses"\nbased-on = ["book"]', "bosses.toml: based-on: takes words"),
        ("[changes]", "[changes", "bosses.toml: Expected ']'"),
    ],
)  # fmt: skip
def test_a_spoilt_edition_is_refused(data: Path, old: str, new: str, said: str) -> None:
    spoil(data / "editions" / "bosses.toml", old, new)
    with pytest.raises(ContentError) as refused:
        read_editions(data / "editions")
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("card.wall.count", "card.wal.count", "card.wal.count: there is no 'wal' in card; do you mean 'wall'?"),
        ("card.wall.count", "card.wall.cuont", "card.wall: unknown field 'cuont'; do you mean 'count'?"),
        ("card.wall.count", "crd.wall.count", "crd.wall.count: there is no 'crd'; do you mean 'card'?"),
        ('"card.wall.count" = 14', '"card.wall.count" = "14"', "card.wall: count: takes a whole number"),
        ('"card.wall.count" = 14', '"card.wall" = 14', "card.wall: takes a record with fields"),
        ('"card.wall.count" = 14', '"card" = 14', "'card' does not name a value"),
    ],
)
@pytest.mark.parametrize("edition", ["forty-nine", "forty-nine-grim"])
def test_a_bad_change_of_an_edition_is_refused_where_it_stands(
    data: Path, edition: str, old: str, new: str, said: str
) -> None:
    spoil(data / "editions" / "forty-nine.toml", old, new)
    assert refusal(data, edition).startswith(f"editions/forty-nine.toml: {said}")


def edition(based_on: str) -> EditionFile:
    """An edition that changes nothing."""
    return EditionFile(title="Edition", summary="An edition.", based_on=based_on)


@pytest.mark.parametrize(
    ("based_on", "asked", "said"),
    [
        ({"deep": "bok"}, "deep", "editions/deep.toml: based-on: there is no edition 'bok'; do you mean 'book'?"),
        ({"deep": "deep"}, "deep", "editions/deep.toml: based-on: 'deep' would be based on itself"),
        ({"deep": "deeper", "deeper": "deep"}, "deep", "editions/deeper.toml: based-on: 'deep' would be based on"),
        ({"a": "b", "b": "c", "c": "b"}, "a", "editions/c.toml: based-on: 'b' would be based on itself"),
        ({"deep": "deeper", "deeper": "bok"}, "deep", "editions/deeper.toml: based-on: there is no edition 'bok'"),
    ],
)  # fmt: skip
def test_an_edition_based_on_nothing_or_on_itself_is_refused(based_on: dict[str, str], asked: str, said: str) -> None:
    editions = {"book": edition(""), **{name: edition(below) for name, below in based_on.items()}}
    with pytest.raises(ContentError) as refused:
        edition_changes(editions, asked)
    assert str(refused.value).startswith(said)


def test_an_edition_file_based_on_itself_is_refused(data: Path) -> None:
    spoil(data / "editions" / "forty-nine.toml", "[changes]", 'based-on = "forty-nine-grim"\n\n[changes]')
    said = refusal(data, "forty-nine-grim")
    assert said == "editions/forty-nine.toml: based-on: 'forty-nine-grim' would be based on itself"
    assert refusal(data, "forty-nine").startswith("editions/forty-nine-grim.toml: based-on: 'forty-nine' would be")


def test_the_changes_of_an_edition_come_after_those_that_it_is_based_on() -> None:
    editions = {
        "low": EditionFile(title="Low", summary="", changes={"a.b": 1, "a.c": 1}),
        "middle": EditionFile(title="Middle", summary="", based_on="low", changes={"a.b": 2}),
        "high": EditionFile(title="High", summary="", based_on="middle", changes={"a.c": 3}),
    }
    assert edition_changes(editions, "high") == [
        ("a.b", 1, "editions/low.toml"),
        ("a.c", 1, "editions/low.toml"),
        ("a.b", 2, "editions/middle.toml"),
        ("a.c", 3, "editions/high.toml"),
    ]


def test_an_unknown_edition_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UndercroftError, match="Elbereth has no edition 'fifty'; it has book, bosses, forty-nine"):
        undercroft.start("elbereth", edition="fifty")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"explore.laid" = ', '"explore.lade" = ', "en.toml: events: 'explore.lade' is not in the vocabulary; do you"),
        ("{die} against {strength}", "{dice} against {strength}", "en.toml: events: attack.rolled: there is no figure"),
        ("[ends]", "[end]", "en.toml: "),
    ],
)
def test_spoilt_words_are_refused(data: Path, old: str, new: str, said: str) -> None:
    path = data / "words" / "en.toml"
    spoil(path, old, new)
    with pytest.raises(ContentError) as refused:
        read_words(path, V, FACTS, END_NAMES, FIGURE_NAMES)
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


def test_a_spoilt_ledger_is_refused(data: Path) -> None:
    spoil(data / "rules.toml", 'id = "goal.seven-floors"\ntext', 'id = "goal.seven-floors"\ntxt')
    with pytest.raises(ContentError, match=r"^rules\.toml: goal\.seven-floors: "):
        read_ledger(data / "rules.toml")


# ---- changes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("card.rot.count", 7, "--set: card.rot.count: there is no 'rot' in card; do you mean 'rat'?"),
        ("crad.rat.count", 7, "--set: crad.rat.count: there is no 'crad'; do you mean 'card'?"),
        ("card.rat.cuont", 7, "--set: card.rat: unknown field 'cuont'; do you mean 'count'?"),
        ("card.rat.strength", 1, "--set: card.rat: strength: takes at least 2"),
        ("card.rat.strength", 10**30, "--set: card.rat: strength: takes at most 9"),
        ("card.rat.strength", "three", "--set: card.rat: strength: takes a whole number"),
        ("card.rat.strength", None, "--set: card.rat: the field 'strength' is missing"),
        ("card.rat.strength.more", 6, "--set: 'card.rat.strength.more' does not name a value"),
        ("card.rat", 6, "--set: card.rat: takes a record with fields"),
        ("card", 6, "--set: 'card' does not name a value"),
        ("", 6, "--set: '' does not name a value"),
        ("card.wall.strength", 3, "--set: card.wall: strength: only a card of the sort 'enemy' has one"),
        ("card.item-bow.item", None, "--set: card.item-bow: the field 'item' is missing"),
        ("card.item-bow.item", "key", "--set: card.item-bow: item: there is no item 'key'"),
        ("card.rat.name", "\x1b[2J", f"--set: card.rat: name: {NO_CONTROL}"),
        ("card.rat.name", "two\nlines", f"--set: card.rat: name: {NO_CONTROL}"),
        ("card.rat.name", "\ud800", "--set: card.rat"),
        ("boss.knight.bribe", ["shoe"], "--set: boss.knight: bribe: there is no item 'shoe'"),
        ("boss.dragon", {}, "--set: boss.dragon: the field 'name' is missing"),
        ("equipment.bow.number", 2, "--set: equipment.bow: number: the Staff has the number 2 already"),
        ("equipment.shield", {"name": "Shield", "number": 1}, "--set: equipment: shield: there is no piece of"),
        ("switches.fixed-start", "yes", "--set: switches: fixed-start: takes true or false"),
        ("switches.fixed", True, "--set: switches: unknown field 'fixed'; do you mean 'fixed-start'?"),
        ("start.pieces", ["shield"], "--set: start: pieces: there is no piece of equipment 'shield'"),
        ("figures.floors", 0, "--set: figures: floors: takes at least 1"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("edition", list(content.editions()))
def test_a_bad_change_is_refused_before_the_game_begins(edition: str, path: str, value: Any, said: str) -> None:
    assert refused_change({path: value}, edition).startswith(said)


@pytest.mark.parametrize("edition", list(content.editions()))
def test_a_change_of_the_counts_that_does_not_add_up_is_refused(edition: str) -> None:
    have = len(content.load(edition, {}).ordinary)
    walls = next(each.count for each in content.load(edition, {}).kinds if each.key == "wall")
    said = refused_change({"card.wall.count": walls + 1}, edition)
    assert said.startswith(f"--set: card: there are {have + 1} ordinary cards; with ")


def test_a_good_change_after_a_bad_one_is_played() -> None:
    refused_change({"card.rat.strength": -1})
    assert undercroft.start("elbereth", changes={"card.rat.strength": 9}).decision is not None
    assert undercroft.start("elbereth").decision is not None


@pytest.mark.parametrize(
    ("shape", "known"),
    [
        (content.Card, {"name", "sort", "mark", "count", "strength", "item"}),
        (content.Boss, {"name", "mark", "strength", "hits_needed", "bribe"}),
        (content.Equipment, {"name", "number", "plural"}),
        (content.Figures, {"floors", "removed", "boss"}),
        (content.Switches, {"fixed_start", "last_dragon_wins", "shop_restores_discarded", "boss_per_floor"}),
    ],
)
def test_every_field_that_a_file_may_set_is_tried_here(shape: Any, known: set[str]) -> None:
    assert set(shape.__struct_fields__) == known


# ---- what gets through and should not -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes", [{"card.rat.name": "Rat\n"}, {"card.rat.mark": "r\n"}, {"boss.mage.name": "Mage\n"}]
)
def test_a_line_break_at_the_end_of_a_name_or_mark_is_refused(changes: dict[str, Any]) -> None:
    assert NO_CONTROL in refused_change(changes)


def test_a_bribe_named_twice_is_refused() -> None:
    assert "bribe: 'sword' is there twice" in refused_change({"boss.knight.bribe": ["sword", "sword"]})


def test_a_start_with_the_same_piece_twice_is_refused() -> None:
    refused_change({"switches.fixed-start": True, "start.pieces": ["sword", "sword"]})
