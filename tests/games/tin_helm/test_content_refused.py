"""Content that cannot be played is refused when it is read, in one sentence that names file, record and field."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import undercroft
from tests.games.spoiling import spoil, spoil_record
from undercroft.core.content import read_editions
from undercroft.core.errors import ContentError
from undercroft.core.rules import read_ledger
from undercroft.core.words import read_words
from undercroft.games.tin_helm import END_NAMES, cards, content
from undercroft.games.tin_helm.scene import FACTS
from undercroft.games.tin_helm.state import FIGURE_NAMES
from undercroft.games.tin_helm.vocabulary import V


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data folder, to be spoilt."""
    return Path(shutil.copytree(content.DATA, tmp_path / "data"))


def refusal(folder: Path) -> str:
    """What is said about a data folder."""
    with pytest.raises(ContentError) as refused:
        content.link(*content.read(folder, "book", {}))
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_the_copy_is_good_before_it_is_spoilt(data: Path) -> None:
    for edition in content.editions():
        read = content.link(*content.read(data, edition, {}))
        assert (len(read.rooms), len(read.enemies), len(read.cards)) == (12, 8, 16)


@pytest.mark.parametrize(
    ("file", "record", "old", "new", "said"),
    [
        # unknown fields
        ("enemies.toml", "enemy.wraith", "health", "helth", "unknown field 'helth'; do you mean 'health'?"),
        ("cards.toml", "loot.ring", "avoid-favor", "avoids-favor", "unknown field 'avoids-favor'; do you mean"),
        ("cards.toml", "loot.ring", "text", 'pair = "a"\ntext', "unknown field 'pair'"),
        ("adventurers.toml", "race.gnome", "camps-both", "camps_both", "unknown field 'camps_both'; do you mean"),
        ("adventurers.toml", "class.parson", "bonus", "bonuses", "unknown field 'bonuses'; do you mean 'bonus'?"),
        ("rooms.toml", "room.chasm", "icons", "icon", "unknown field 'icon'; do you mean 'icons'?"),
        ("rooms.toml", "room.chasm", "amount", "amont", "trap: unknown field 'amont'"),
        ("figures.toml", "altar.step-2", "energy", "energie", "unknown field 'energie'; do you mean 'energy'?"),
        # missing fields
        ("enemies.toml", "enemy.mimic", "defense = 1\n", "", "the field 'defense' is missing"),
        ("cards.toml", "trapping.axe", 'pair = "axe-books"\n', "", "the field 'pair' is missing"),
        ("adventurers.toml", "race.human", "food = 0\n", "", "the field 'food' is missing"),
        ("adventurers.toml", "class.footpad", "bonus = [2, 5, 7]\n", "", "the field 'bonus' is missing"),
        ("rooms.toml", "room.stash", 'loot = "shard"\n', "", "the field 'loot' is missing"),
        ("rooms.toml", "room.stash", ', track = "none"', "", "trap: the field 'track' is missing"),
        # dangling references, one of each kind
        ("rooms.toml", "room.chasm", 'enemy = "wraith"', 'enemy = "wrath"', "enemy: there is no enemy 'wrath'; do you"),
        ("rooms.toml", "room.chasm", "enemy.skelepede", "enemy.snake", "random: there is no enemy 'snake'"),
        ("rooms.toml", "room.stash", "place.altar", "place.alter", "random: there is no place 'alter'; do you mean"),
        ("rooms.toml", "room.sanctum", "enemy.mimic", "enemy.chest", "loot: there is no enemy 'chest'"),
        ("rooms.toml", "room.statue", "loot.ring", "loot.rings", "loot: there is no loot 'rings'; do you mean 'ring'?"),
        ("adventurers.toml", "class.parson", '"mace"', '"maze"', "trappings: there is no trapping 'maze'; do you mean"),
        ("adventurers.toml", "race.human", '"alchemist"', '"knight"', "shares-card-with: there is no class 'knight'"),
        ("cards.toml", "trapping.potion", '"drink-potion"', '"quaff"', "use: there is no option 'quaff'"),
        ("cards.toml", "loot.ring", '"use-ring"', '"fight"', "avoid: there is no option 'fight'"),
        # words that are not understood
        ("rooms.toml", "room.chasm", "enemy.skelepede", "shard", "random: 'shard' is not understood; write trap, loot"),
        ("rooms.toml", "room.chasm", "enemy.skelepede", "loot.ring", "random: 'loot.ring' is not understood; write"),
        ("rooms.toml", "room.stash", '"shard"', '"trap"', "loot: 'trap' is not understood; write empty, shard"),
        ("rooms.toml", "room.stash", '"shard"', '"place.grove"', "loot: 'place.grove' is not understood; write"),
        ("rooms.toml", "room.chasm", '"enemy"', '"monster"', "icons[0]: 'monster' is none of the values"),
        ("rooms.toml", "room.chasm", '"energy"', '"food"', "trap.track: 'food' is none of the values"),
        ("enemies.toml", "enemy.mimic", '"level"', '"depth"', "favor: 'depth' is none of the values"),
        # wrong types
        ("enemies.toml", "enemy.wraith", "health = 5", 'health = "5"', "health: takes a whole number"),
        ("enemies.toml", "enemy.wraith", "undead = true", "undead = 1", "undead: takes true or false"),
        ("enemies.toml", "enemy.wraith", 'name = "Wraith"', "name = 5", "name: takes words"),
        ("cards.toml", "loot.shield", "block = 1", "block = 1.5", "block: takes a whole number"),
        ("cards.toml", "trapping.toolkit", "[2, 1, 1, 0, 0, 0]", "2", "disarm: takes a list"),
        ("adventurers.toml", "class.parson", "[3, 5, 7]", '[3, "5", 7]', "bonus[1]: takes a whole number"),
        ("rooms.toml", "room.chasm", '{ amount = 2, track = "energy" }', "2", "trap: takes a record with fields"),
        # out of range
        ("enemies.toml", "enemy.wraith", "health = 5", "health = 0", "health: takes at least 1"),
        ("enemies.toml", "enemy.wraith", "attack = 1", "attack = -1", "attack: takes at least 0"),
        ("enemies.toml", "enemy.wraith", "favor = 2", "favor = -2", "favor: takes at least 0"),
        ("cards.toml", "loot.gill-net", "fishing-dice = 3", "fishing-dice = 7", "fishing-dice: takes at most 6"),
        ("cards.toml", "loot.symbol", "altar-steps = 1", "altar-steps = 2", "altar-steps: takes at most 1"),
        ("cards.toml", "trapping.toolkit", "[2, 1, 1,", "[2, 1,", "disarm: six figures are needed, one for each face"),
        ("cards.toml", "trapping.toolkit", "[2, 1,", "[2, 1, 1,", "disarm: takes at most 6"),
        ("cards.toml", "trapping.axe", '"axe-books"', '""', "pair: takes at least 1"),
        ("adventurers.toml", "class.parson", "[3, 5, 7]", "[3, 5]", "bonus: takes at least 3"),
        ("adventurers.toml", "class.parson", "[3, 5, 7]", "[3, 5, 7, 9]", "bonus: takes at most 3"),
        ("rooms.toml", "room.chasm", '["enemy"]', "[]", "icons: takes at least 1"),
        ("rooms.toml", "room.chasm", '"energy"', '"none"', "trap: 2 needs a track, health or energy"),
        # what does not go together
        ("adventurers.toml", "class.parson", '"scroll"', '"dagger"', "trappings: two of them are on the same card"),
        ("adventurers.toml", "class.parson", '"scroll"', '"mace"', "trappings: two of them are on the same card"),
        ("cards.toml", "loot.potion", '"drink-found-potion"', '"drink-potion"', "use: 'drink-potion' already belongs"),
        ("cards.toml", "loot.wedge", '"use-wedge"', '"use-ring"', "avoid: 'use-ring' already belongs"),
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
        ("figures", "food-limit", "food-limits", "unknown field 'food-limits'; do you mean 'food-limit'?"),
        ("figures", "hunger = 3\n", "", "the field 'hunger' is missing"),
        ("figures", "levels = 5", "levels = 0", "levels: takes at least 1"),
        ("figures", "levels = 5", "levels = true", "levels: takes a whole number"),
        ("figures", "fish-from = 5", "fish-from = 8", "fish-from: takes at most 7"),
        ("figures", "fish-from = 5", "fish-from = 0", "fish-from: takes at least 1"),
        ("figures", "[0, 0, 1, 1, 2, 2]", "[0, 0, 1, 1, 2]", "grove-food: takes at least 6"),
        ("figures", "[1, 0, 0, 0, 0, 0]", "[1, 0, 0, 0, 0, -1]", "grove-energy-lost[5]: takes at least 0"),
        ("figures", "score-shard = 10", "score-shard = 9223372036854775808", "score-shard: takes at most "),
        ("switches", "food-heals = false\n", "", "the field 'food-heals' is missing"),
        ("switches", "food-heals = false", "food-heals = 0", "food-heals: takes true or false"),
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
        ("adventurers.toml", "[race.gnome]", "[race.elf]", "race.elf: key: there is no option 'elf'"),
        ("adventurers.toml", "[class.parson]", "[class.monk]", "class.monk: key: there is no option 'monk'"),
        ("cards.toml", "[trapping.mace]", "[trapping.club]", "trapping.club: key: there is no option 'club'"),
        ("enemies.toml", "[enemy.wraith]", "[enemies.wraith]", "enemies: there is no such table; do you mean 'enemy'?"),
        ("enemies.toml", "[enemy.dark-rats]", "enemy.rat = 5\n[foe.dark-rats]", "foe: there is no such table"),
        ("figures.toml", "[switches]", "[switch]", "switch: there is no such table; do you mean 'switches'?"),
        ("figures.toml", "favor = 0\n", "favor = 1\n", "altar: the steps must begin at favor 0 and rise"),
        ("figures.toml", "favor = 6\n", "favor = 4\n", "altar: the steps must begin at favor 0 and rise"),
        ("figures.toml", "favor = 6\n", "favor = 9\n", "altar: the steps must begin at favor 0 and rise"),
        ("figures.toml", "health = 3\nenergy = 2", "shard-or-full-health = true", "altar: only the last step may give"),
    ],
)
def test_a_spoilt_file_is_refused(data: Path, file: str, old: str, new: str, said: str) -> None:
    spoil(data / file, old, new)
    assert refusal(data).startswith(f"{file}: {said}")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[enemy.wraith]", "[enemy.mimic]"),
        ("[enemy.wraith]", "[enemy.wraith"),
        ("health = 5", "health = "),
        ("health = 5", "health = 5\nhealth = 6"),
        ("health = 5", "health = five"),
        ('name = "Wraith"', 'name = "Wraith'),
    ],
)
def test_bad_toml_is_refused_by_its_line(data: Path, old: str, new: str) -> None:
    spoil(data / "enemies.toml", old, new)
    assert re.match(r"enemies\.toml: .* \(at line \d+, column \d+\)$", refusal(data))


def test_a_record_that_others_name_is_missed_where_they_do(data: Path) -> None:
    spoil(data / "enemies.toml", "[enemy.wraith]", "[enemy.ghost]")
    assert refusal(data) == "rooms.toml: room.chasm: enemy: there is no enemy 'wraith'; do you mean 'watcher'?"


@pytest.mark.parametrize("file", content.FILES)
def test_a_missing_file_is_refused(data: Path, file: str) -> None:
    (data / file).unlink()
    assert refusal(data) == f"{file}: the file is missing from data"


@pytest.mark.parametrize("file", content.FILES)
def test_an_empty_file_is_refused_by_the_table_it_lacks(data: Path, file: str) -> None:
    (data / file).write_text("", encoding="utf-8")
    assert refusal(data).endswith("is missing from the data files")


@pytest.mark.parametrize("file", content.FILES)
def test_a_file_that_is_no_text_is_refused(data: Path, file: str) -> None:
    (data / file).write_bytes(b"\xff\xfe\x00")
    assert refusal(data).startswith(f"{file}: ")


def test_a_record_in_two_files_is_refused_by_both(data: Path) -> None:
    with (data / "rooms.toml").open("a", encoding="utf-8") as file:
        file.write('\n[enemy.wraith]\nname = "Wraith"\n')
    assert refusal(data) == "rooms.toml: enemy.wraith is also in enemies.toml"


def test_an_odd_number_of_rooms_is_refused(data: Path) -> None:
    path = data / "rooms.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("[room.waterfall]")], encoding="utf-8")
    assert refusal(data).startswith("rooms.toml: a level uses the cards in pairs, and 11 is not an even number")


def test_an_adventurer_who_would_start_dead_is_refused(data: Path) -> None:
    spoil_record(data / "adventurers.toml", "race.gnome", "health = 6", "health = 0")
    spoil_record(data / "adventurers.toml", "class.footpad", "health = 3", "health = 0")
    assert refusal(data) == "adventurers.toml: race.gnome: health: a Gnome Footpad would start dead"


def test_a_race_without_a_class_is_refused(data: Path) -> None:
    path = data / "adventurers.toml"
    text = path.read_text(encoding="utf-8")
    keep = text[: text.index("[class.marauder]")]
    path.write_text(keep, encoding="utf-8")
    for race, shared in (("gnome", "marauder"), ("kroling", "footpad"), ("merfolk", "parson")):
        spoil_record(path, f"race.{race}", f'"{shared}"', '"alchemist"')
    assert refusal(data).startswith("adventurers.toml: race.human: ")


# ---- editions, words, ledger ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[changes]", "[change]", "printed.toml: unknown field 'change'; do you mean 'changes'?"),
        ('title = "As printed"\n', "", "printed.toml: the field 'title' is missing"),
        ('title = "As printed"', "title = 3", "printed.toml: title: takes words"),
        ("[changes]", "[changes", "printed.toml: Expected ']'"),
    ],
)
def test_a_spoilt_edition_is_refused(data: Path, old: str, new: str, said: str) -> None:
    spoil(data / "editions" / "printed.toml", old, new)
    with pytest.raises(ContentError) as refused:
        read_editions(data / "editions")
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"room.seen" = ', '"room.sene" = ', "en.toml: events: 'room.sene' is not in the vocabulary; do you mean"),
        ("{number}", "{numbers}", "en.toml: events: room.seen: there is no figure {numbers}"),
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
    spoil(data / "rules.toml", 'id = "goal.three-shards"\ntext', 'id = "goal.three-shards"\ntxt')
    with pytest.raises(ContentError, match=r"^rules\.toml: goal\.three-shards: "):
        read_ledger(data / "rules.toml")


# ---- changes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("enemy.wrath.health", 6, "--set: enemy.wrath.health: there is no 'wrath' in enemy; do you mean 'wraith'?"),
        ("enmy.wraith.health", 6, "--set: enmy.wraith.health: there is no 'enmy'; do you mean 'enemy'?"),
        ("enemy.wraith.helth", 6, "--set: enemy.wraith: unknown field 'helth'; do you mean 'health'?"),
        ("enemy.wraith.health", 0, "--set: enemy.wraith: health: takes at least 1"),
        ("enemy.wraith.health", 10**30, "--set: enemy.wraith: health: takes at most 99"),
        ("enemy.wraith.health", "six", "--set: enemy.wraith: health: takes a whole number"),
        ("enemy.wraith.health", None, "--set: enemy.wraith: health: takes a whole number"),
        ("enemy.wraith.health", 2.5, "--set: enemy.wraith: health: takes a whole number"),
        ("enemy.wraith.health.more", 6, "--set: 'enemy.wraith.health.more' does not name a value"),
        ("enemy.wraith", 6, "--set: enemy.wraith: takes a record with fields"),
        ("enemy", 6, "--set: 'enemy' does not name a value"),
        ("", 6, "--set: '' does not name a value"),
        ("room.chasm.loot", "loot.helm", "--set: room.chasm: loot: there is no loot 'helm'"),
        ("class.parson.trappings", ["mace", "dagger"], "--set: class.parson: trappings: two of them are on the same"),
        ("figures.levels", 0, "--set: figures: levels: takes at least 1"),
        ("switches.food-heals", "yes", "--set: switches: food-heals: takes true or false"),
        ("altar.step-2.favor", 0, "--set: altar"),
        ("enemy.wraith.name", "\ud800", "--set: enemy.wraith"),
        ("enemy.wraith.name", "\x1b[2J", "--set: enemy.wraith: name: there are characters in it that cannot be shown"),
        ("race.human.name", "two\nlines", "--set: race.human: name: there are characters in it that cannot be shown"),
        ("rank.legend.least", 10**20, "--set: rank.legend: least: takes at most 9999"),
        ("loot.wedge.disarm", [9, 9, 9, 9, 9, 9], "--set: loot.wedge: disarm: the Toolkit has this effect already"),
        ("race.skip", {}, "--set: race.skip: "),
    ],
)
@pytest.mark.parametrize("edition", ["book", "printed"])
def test_a_bad_change_is_refused_before_the_game_begins(edition: str, path: str, value: Any, said: str) -> None:
    with pytest.raises(ContentError) as refused:
        undercroft.start("tin-helm", edition=edition, changes={path: value})
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


def test_more_cards_than_a_hand_can_hold_are_refused() -> None:
    more = {f"loot.card-{number}": {"name": "Card", "text": "Nothing."} for number in range(60)}
    with pytest.raises(ContentError, match="76 cards are too many; there can be 62"):
        undercroft.start("tin-helm", changes=more)


@pytest.mark.parametrize(
    ("shape", "known"),
    [
        (content.Card, {*cards.PLAIN_EFFECTS, "name", "disarm", "use", "avoid"}),
        (content.Enemy, {*cards.ENEMY_FIGURES, "name", "favor"}),
        (content.Race, {*cards.RACE_FIGURES, "name", "shares_card_with"}),
    ],
)
def test_every_field_that_a_file_may_set_reaches_the_table(shape: Any, known: set[str]) -> None:
    assert set(shape.__struct_fields__) == known


def test_a_good_change_after_a_bad_one_is_played() -> None:
    with pytest.raises(ContentError):
        undercroft.start("tin-helm", changes={"enemy.wraith.health": -1})
    assert undercroft.start("tin-helm", changes={"enemy.wraith.health": 9}).decision is not None
    assert undercroft.start("tin-helm").decision is not None
