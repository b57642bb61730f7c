"""Content that cannot be played is refused when it is read, in one sentence that names file, record and field."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.games.spoiling import cut_record, spoil, spoil_record
from undercroft.core.content import read_editions
from undercroft.core.errors import ContentError
from undercroft.core.ground import Ground
from undercroft.core.rules import read_ledger
from undercroft.games.freequest import content, pieces
from undercroft.games.freequest.pieces import Book, Content, Quest
from undercroft.games.freequest.vocabulary import MOST_IMPROVEMENTS, MOST_ITEMS, MOST_KINDS, MOST_SPELLS

NO_CONTROL = "there are characters in it that cannot be shown"
FILE_OF = {
    "item": "items.toml", "hero": "heroes.toml", "monster": "monsters.toml", "spell": "spells.toml",
    "treasure": "treasure.toml", "trap": "traps.toml", "improvement": "improvements.toml",
}  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data folder, to be spoilt."""
    return Path(shutil.copytree(content.DATA, tmp_path / "data"))


def read(folder: Path, edition: str = "book", changes: dict[str, Any] | None = None) -> Content:
    """What a data folder says, but for its quests."""
    return content.content_of(*content.read(folder, edition, changes or {}))


def refusal(folder: Path, edition: str = "book", changes: dict[str, Any] | None = None) -> str:
    """What is said about a data folder."""
    with pytest.raises(ContentError) as refused:
        read(folder, edition, changes)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def refused_change(changes: dict[str, Any], edition: str = "book") -> str:
    """What is said about a player's changes."""
    return refusal(content.DATA, edition, changes)


def test_the_copy_is_good_before_it_is_spoilt(data: Path) -> None:
    for edition in content.editions():
        known = read(data, edition)
        assert (len(known.heroes), len(known.monsters), len(known.items), len(known.spells)) == (7, 15, 26, 21)
        assert (len(known.cards), len(known.traps), len(known.improvements)) == (16, 5, 36)


@pytest.mark.parametrize(
    ("record", "old", "new", "said"),
    [
        # unknown fields
        ("item.staff", "diagonal", "diagnal", "unknown field 'diagnal'; do you mean 'diagonal'?"),
        ("item.platemail", "leap-target", "leap_target", "unknown field 'leap_target'; do you mean"),
        ("hero.wizard", "spells-per-magic", "spels", "unknown field 'spels'; do you mean 'spells'?"),
        ("monster.troll", "regenerates", "regenerate", "unknown field 'regenerate'; do you mean"),
        ("monster.orc", "move", "threat = 1\nmove", "unknown field 'threat'"),
        ("spell.immolate", "resist", "resists", "unknown field 'resists'; do you mean 'resist'?"),
        ("treasure.potsherds", "copies", "count", "unknown field 'count'"),
        ("trap.snare", "target", "targets", "unknown field 'targets'; do you mean 'target'?"),
        ("improvement.thick-hide", "gives", "give", "unknown field 'give'; do you mean 'gives'?"),
        ("improvement.thick-hide", "quests", "quest", "needs: unknown field 'quest'"),
        ("improvement.thick-hide", "health", "attack", "gives: unknown field 'attack'"),
        # missing fields
        ("item.dagger", 'name = "Dagger"\n', "", "the field 'name' is missing"),
        ("item.dagger", 'sort = "weapon"\n', "", "the field 'sort' is missing"),
        ("item.dagger", 'place = "hand"\n', "", "the field 'place' is missing"),
        ("item.dagger", "cost = 25\n", "", "the field 'cost' is missing"),
        ("item.felt-soles", "sells = 80\n", "", "the field 'sells' is missing"),
        ("hero.warrior", "health = 8\n", "", "the field 'health' is missing"),
        ("hero.warrior", 'may-use = ["all"]\n', "", "the field 'may-use' is missing"),
        ("monster.goblin", "skill = 2\n", "", "the field 'skill' is missing"),
        ("monster.goblin", 'mark = "g"\n', "", "the field 'mark' is missing"),
        ("spell.immolate", 'effect = "burn"\n', "", "the field 'effect' is missing"),
        ("spell.immolate", "number = 2\n", "", "the field 'number' is missing"),
        ("treasure.blue-flask", 'item = "blue-flask"\n', "", "the field 'item' is missing"),
        ("treasure.a-potters-week", "amount = 25\n", "", "the field 'amount' is missing"),
        ("treasure.jar-of-lye", "amount = 1\n", "", "the field 'amount' is missing"),
        ("trap.snare", "target = 4\n", "", "the field 'target' is missing"),
        ("trap.bell-wire", "squares = 3\n", "", "the field 'squares' is missing"),
        ("trap.dart-slit", "attack = 3\n", "", "the field 'attack' is missing"),
        ("trap.pitfall", 'after = "open"\n', "", "the field 'after' is missing"),
        ("improvement.thick-hide", "needs = { quests = 2 }\n", "", "the field 'needs' is missing"),
        # wrong types
        ("item.dagger", "cost = 25", 'cost = "25"', "cost: takes a whole number"),
        ("item.staff", "diagonal = true", "diagonal = 1", "diagonal: takes true or false"),
        ("hero.warrior", '["all"]', '"all"', "may-use: takes a list"),
        ("hero.ranger", '["short-bow", "dagger"]', '["short-bow", 1]', "gear[1]: takes words"),
        ("monster.troll", "regenerates = 1", "regenerates = true", "regenerates: takes a whole number"),
        ("improvement.thick-hide", "{ quests = 2 }", "2", "needs: takes a record with fields"),
        # out of range
        ("item.dagger", "attack = 1", "attack = 10", "attack: takes at most 9"),
        ("item.dagger", "cost = 25", "cost = -1", "cost: takes at least 0"),
        ("hero.warrior", "health = 8", "health = 0", "health: takes at least 1"),
        ("hero.warrior", "health = 8", "health = 19", "health: takes at most 18"),
        ("hero.warrior", "move = 8", "move = 0", "move: takes at least 1"),
        ("monster.goblin", "attack = 2", "attack = 13", "attack: takes at most 12"),
        ("monster.goblin", "health = 1", "health = 0", "health: takes at least 1"),
        ("monster.goblin", 'mark = "g"', 'mark = "gob"', "mark: takes at most 2"),
        ("spell.immolate", "number = 2", "number = -2", "number: takes at least 0"),
        ("treasure.potsherds", "copies = 2", "copies = 100", "copies: takes at most 99"),
        ("treasure.loose-flagstone", "test = 4", "test = 7", "test: takes at most 6"),
        ("trap.snare", "target = 4", "target = 7", "target: takes at most 6"),
        # what cannot be shown
        ("item.dagger", 'name = "Dagger"', r'name = "Dag\nger"', f"name: {NO_CONTROL}"),
        ("monster.goblin", 'name = "Goblin"', r'name = "\u001b[2J"', f"name: {NO_CONTROL}"),
        ("monster.goblin", 'mark = "g"', 'mark = "é"', "mark: 'é' is not one or two plain letters"),
        ("monster.goblin", 'mark = "g"', 'mark = "#"', "mark: '#' is not one or two plain letters"),
        ("monster.goblin", 'mark = "g"', r'mark = "g\n"', r"mark: 'g\n' is not one or two plain"),
        ("monster.orc", 'mark = "o"', 'mark = "g"', "mark: the Goblin has the mark 'g' already"),
        ("spell.homeward", 'name = "Homeward"', 'name = ""', "name: takes at least 1"),
        ("spell.shared-breath", 'text = "', f'text = "{"a" * 200}', "text: takes at most 200"),
        # words that are not understood
        ("item.dagger", '"weapon"', '"wepon"', "sort: there is no sort of item 'wepon'; do you mean"),
        ("item.dagger", '"hand"', '"hands"', "place: there is no place 'hands'; do you mean 'hand'?"),
        ("item.felt-soles", '"quiet"', '"quit"', "power: there is no power 'quit'; do you mean 'quiet'?"),
        ("item.the-sulking-blade", '"shortsword"', '"shortsord"', "like: there is no item 'shortsord'"),
        ("hero.warrior", '["all"]', '["al"]', "may-use: there is no item or group 'al'; do you mean"),
        ("hero.wizard", '["dagger"]', '["wand"]', "gear: there is no item 'wand'"),
        ("hero.medic", '["first-aid"]', '["last-aid"]', "abilities: there is no ability 'last-aid'; do"),
        ("[hero.delver.select]", '"leather"', '"lether"', "select: there is no item 'lether'; do you"),
        ("monster.goblin", '"bold"', '"bald"', "temper: there is no temper 'bald'; do you mean 'bold'?"),
        ("monster.purse-eel", '"loots"', '"lots"', "traits: there is no trait 'lots'; do you mean"),
        ("monster.marsh-notary", '"fine-print"', '"fin-print"', "spells: there is no spell of monsters"),
        ("monster.marsh-notary", '"fine-print"', '"immolate"', "spells: there is no spell of monsters"),
        ("spell.immolate", '"burn"', '"born"', "effect: there is no effect 'born'; do you mean 'burn'?"),
        ("spell.immolate", '"attack"', '"fire"', "school: there is no school 'fire'"),
        ("spell.immolate", '"reduce"', '"halve"', "resist: there is no resistance 'halve'"),
        ("treasure.potsherds", '"nothing"', '"none"', "sort: there is no sort of card 'none'"),
        ("treasure.blue-flask", '"blue-flask"', '"blue"', "item: there is no item 'blue'"),
        ("trap.pitfall", '"pit"', '"pot"', "effect: there is no effect 'pot'; do you mean 'pit'?"),
        ("trap.pitfall", '"open"', '"shut"', "after: there is no word for what is left 'shut'"),
        ("improvement.thick-hide", '"warrior"', '"worrier"', "hero: there is no hero 'worrier'; do"),
        ("improvement.over-not-through", '"long-leap"', '"leap"', "ability: there is no ability"),
        # what is there twice
        ("hero.wizard", '["dagger", "staff"]', '["dagger", "dagger"]', "may-use: 'dagger' is there twice"),
        ("hero.ranger", '["short-bow", "dagger"]', '["dagger", "dagger"]', "gear: 'dagger' is there twice"),
        ("monster.purse-eel", '["loots"]', '["loots", "loots"]', "traits: 'loots' is there twice"),
        # what does not go together: items
        ("item.dagger", '"hand"', '"head"', "place: for the sort 'weapon' it is hand or two-hands"),
        ("item.helmet", '"head"', '"pack"', "place: for the sort 'armour' it is hand or head or body"),
        ("item.felt-soles", '"pack"', '"body"', "place: for the sort 'trinket' it is pack"),
        ("item.dagger", "cost", "sells = 20\ncost", "sells: what is not enchanted sells for half of its"),
        ("item.dagger", "cost", 'power = "quiet"\ncost', "power: only an enchanted item has one"),
        ("item.dagger", "cost", "number = 2\ncost", "number: only a power counts anything"),
        ("item.dagger", "cost", "heals = 2\ncost", "heals: only a potion has it"),
        ("item.helmet", "cost", "shields = 2\ncost", "shields: only a potion has it"),
        ("item.blue-flask", "heals = 3\n", "", "a potion must do something: heals, next-attack, shields"),
        ("item.felt-soles", "sells", "cost = 9\nsells", "cost: only an item that is not enchanted has one"),
        ("item.felt-soles", "sells", "in-shop = true\nsells", "in-shop: what is enchanted is never sold"),
        ("item.the-sulking-blade", "like", 'sort = "weapon"\nlike', "sort: only an item that is not like"),
        ("item.the-sulking-blade", "like", 'place = "hand"\nlike', "place: only an item that is not like"),
        ("item.the-sulking-blade", '"shortsword"', '"felt-soles"', "like: 'felt-soles' must be an ordinary"),
        ("item.the-sulking-blade", '"shortsword"', '"the-sulking-blade"', "like: 'the-sulking-blade' must"),
        # heroes
        ("hero.wizard", 'gear = ["dagger"]', 'gear = ["shield"]', "gear: 'shield' is nothing that the"),
        ("hero.warrior", '["broadsword"]', '["felt-soles"]', "gear: 'felt-soles' is enchanted, and nobody"),
        ("[hero.delver.select]", '"leather"', '"staff"', "select: 'staff' is nothing that the Delver may"),
        ("[hero.delver.select]", '["dagger", "leather"]', "[]", "select[0].options[1]: takes at least 1 entry"),
        ("hero.wizard", "magic = 5", "magic = 0", "spells: without Magic there are none"),
        ("monster.marsh-notary", "magic = 4\n", "", "spells: without Magic there are none"),
        # spells
        ("spell.fine-print", '"monster"', '"buff"', "effect: monsters' spells, and only theirs, have the"),
        ("spell.immolate", '"attack"', '"monster"', "effect: monsters' spells, and only theirs, have"),
        ("spell.homeward", "text", "number = 2\ntext", "number: only an effect that counts something has"),
        ("spell.flame-burst", "text", "targets = 2\ntext", "targets: the effect 'attack-one' has one"),
        ("spell.unpicking", '"cancel"', '"reduce"', "resist: the effect 'unpick' is not resisted by 'red"),
        ("spell.flame-burst", "text", 'resist = "cancel"\ntext', "resist: the effect 'attack-one' is not"),
        # treasure and traps
        ("treasure.potsherds", "text", "amount = 2\ntext", "amount: only a card of gold or a hazard has"),
        ("treasure.potsherds", "text", 'item = "dagger"\ntext', "item: only a card of an item or a potion"),
        ("treasure.potsherds", "text", "test = 4\ntext", "test: only a hazard has one"),
        ("treasure.blue-flask", '"blue-flask"\n', '"dagger"\n', "item: 'dagger' does not go with the"),
        ("treasure.watchmans-pot", '"helmet"', '"blue-flask"', "item: 'blue-flask' does not go with"),
        ("treasure.watchmans-pot", '"helmet"', '"felt-soles"', "item: 'felt-soles' does not go with"),
        ("trap.pitfall", "damage", "target = 4\ndamage", "target: only a snare has one"),
        ("trap.pitfall", "damage", "squares = 4\ndamage", "squares: only a bell has one"),
        ("trap.pitfall", '"open"', '"once"', "after: a pit, and nothing else, stays open"),
        ("trap.snare", '"once"', '"open"', "after: a pit, and nothing else, stays open"),
        ("trap.loose-vault", '"once"', '"again"', "after: a vault falls in once"),
        # improvements
        ("improvement.thick-hide", "quests = 2", "", "needs: there must be something that it takes"),
        ("improvement.thick-hide", "gives = { health = 1 }\n", "", "gives: there must be something"),
        ("improvement.thick-hide", "health = 1", "health = 3", "gives: health would rise by 3, and 2"),
        ("improvement.deeper-well", "magic = 1", "magic = 1, spells = 1", "gives: spells would rise"),
        ("improvement.wider-book", "gives", 'ability = "first-aid"\ngives', "ability: the Medic has"),
        ("improvement.thicker-hide", '"thick-hide"', '"broad-back"', "after: there is no improvement"),
        ("improvement.margin-notes", '"wider-book"', '"thick-hide"', "after: 'thick-hide' is another"),
        ("improvement.thicker-hide", '"thick-hide"', '"thicker-hide"', "after: there is no"),
    ],
)  # fmt: skip
def test_a_spoilt_record_is_refused_by_file_record_and_field(
    data: Path, record: str, old: str, new: str, said: str
) -> None:
    place = record.strip("[]").removesuffix(".select")
    file = FILE_OF[place.partition(".")[0]]
    spoil_record(data / file, record, old, new)
    assert refusal(data).startswith(f"{file}: {place}: {said}")


@pytest.mark.parametrize(
    ("file", "table", "old", "new", "said"),
    [
        ("figures.toml", "figures", "leap-target", "leap", "unknown field 'leap'"),
        ("figures.toml", "figures", "ransom = 100\n", "", "the field 'ransom' is missing"),
        ("figures.toml", "figures", "leap-target = 4", "leap-target = 7", "leap-target: takes at most 6"),
        ("figures.toml", "figures", "actions = 2", "actions = 0", "actions: takes at least 1"),
        ("figures.toml", "figures", "carry-divisor = 2", "carry-divisor = 0", "carry-divisor: takes at least 1"),
        ("figures.toml", "figures", "offering-step = 100", "offering-step = 0", "offering-step: takes at least 1"),
        ("figures.toml", "figures", "= 400", "= 500", "most-offering: there can be 4 steps of 100"),
        ("figures.toml", "switches", "= false", "= 0", "resist-by-test: takes true or false"),
        ("figures.toml", "switches", "resist-by-test = false", "", "the field 'resist-by-test' is missing"),
        ("improvements.toml", "caps", "magic = 1", "magik = 1", "unknown field 'magik'; do you mean 'magic'?"),
        ("improvements.toml", "caps", "health = 2", "health = -2", "health: takes at least 0"),
        ("play.toml", "play", "heroes = 4", "heroes = 5", "heroes: takes at most 4"),
        ("play.toml", "play", "heroes = 4", "heroes = 0", "heroes: takes at least 1"),
        ("play.toml", "play", "players = 1", "players = 5", "players: takes at most 4"),
        ("play.toml", "play", '"fair"', '"far"', "referee: there is no referee 'far'; do you mean 'fair'?"),
        ("play.toml", "play", "own = {}", "own = []", "own: takes a record with fields"),
    ],
)  # fmt: skip
def test_a_spoilt_table_is_refused_by_file_table_and_field(
    data: Path, file: str, table: str, old: str, new: str, said: str
) -> None:
    spoil_record(data / file, table, old, new)
    assert refusal(data).startswith(f"{file}: {table}: {said}")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("items.toml", "[item.dagger]", "[items.dagger]", "items: there is no such table; do you mean 'item'?"),
        ("figures.toml", "[switches]", "[switch]", "switch: there is no such table; do you mean 'switches'?"),
        ("items.toml", "[item.dagger]", "item.knife = 5\n[item.dagger]", "item.knife: takes a record with fields"),
        ("items.toml", "[item.dagger]", "[item.Dagger]", "item: 'Dagger': a name is small letters, digits and single"),
        ("items.toml", "[item.dagger]", "[item.dag_ger]", "item: 'dag_ger': a name is small letters"),
        ("items.toml", "[item.dagger]", "[item.all]", "item: 'all': the name means something else already"),
        ("heroes.toml", "[hero.warrior]", "[hero.any]", "hero: 'any': the name means something else already"),
        ("traps.toml", "[trap.snare]", '[trap."sn\\nare"]', "trap: 'sn\\nare': a name is small letters"),
    ],
)
def test_a_spoilt_file_is_refused(data: Path, file: str, old: str, new: str, said: str) -> None:
    spoil(data / file, old, new)
    assert refusal(data).startswith(f"{file}: {said}")


@pytest.mark.parametrize(
    ("file", "record", "said"),
    [
        ("items.toml", "item.shortsword", "item.the-sulking-blade: like: there is no item 'shortsword'"),
        ("spells.toml", "spell.fine-print", "monster.marsh-notary: spells: there is no spell of monsters 'fine-print'"),
        ("items.toml", "item.tortoise-tonic", "treasure.tortoise-tonic: item: there is no item 'tortoise-tonic'"),
        ("heroes.toml", "hero.barbarian", "improvement.cold-mornings: hero: there is no hero 'barbarian'"),
        (
            "improvements.toml",
            "improvement.broad-back",
            "improvement.broader-back: after: there is no improvement above",
        ),
    ],
)
def test_what_others_refer_to_is_missed(data: Path, file: str, record: str, said: str) -> None:
    cut_record(data / file, record)
    assert said in refusal(data)


@pytest.mark.parametrize("old", ["[item.dagger]", "cost = 25", 'name = "Dagger"'])
def test_bad_toml_is_refused_by_its_line(data: Path, old: str) -> None:
    spoil(data / "items.toml", old, old[:-2])
    spoil(data / "items.toml", old[:-2], old[:-2] + " =")
    assert re.match(r"items\.toml: .* \(at line \d+, column \d+\)$", refusal(data))


@pytest.mark.parametrize("file", content.FILES)
def test_a_missing_an_empty_and_an_unreadable_file_are_refused(data: Path, file: str) -> None:
    (data / file).write_bytes(b"\xff\xfe\x00")
    assert refusal(data).startswith(f"{file}: ")
    (data / file).write_text("", encoding="utf-8")
    assert refusal(data).endswith("is missing from the data files")
    (data / file).unlink()
    assert refusal(data) == f"{file}: the file is missing from data"


def test_a_record_in_two_files_is_refused_by_both(data: Path) -> None:
    with (data / "traps.toml").open("a", encoding="utf-8") as file:
        file.write('\n[item.dagger]\nname = "Dagger"\n')
    assert refusal(data) == "traps.toml: item.dagger is also in items.toml"


# ---- more than there can be -----------------------------------------------------------------------------------------

ITEM = {"name": "Stick", "text": "A stick.", "sort": "weapon", "place": "hand", "cost": 1}
HERO = {"name": "Clerk", "text": "A clerk.", "move": 6, "skill": 2, "health": 5, "may-use": ["all"]}
SPELL = {"name": "Spark", "text": "A spark.", "school": "attack", "effect": "burn", "number": 1}
LESSON = {"name": "Lesson", "text": "A lesson.", "hero": "any", "needs": {"quests": 1}, "gives": {"move": 1}}


@pytest.mark.parametrize(
    ("table", "record", "have", "most"),
    [
        ("item", ITEM, 26, MOST_ITEMS),
        ("hero", HERO, 7, MOST_KINDS),
        ("spell", SPELL, 21, MOST_SPELLS),
        ("improvement", LESSON, 36, MOST_IMPROVEMENTS),
    ],
)
def test_more_than_can_be_named_are_refused(table: str, record: dict[str, Any], have: int, most: int) -> None:
    changes = {f"{table}.more-{number}": record for number in range(most - have)}
    read(content.DATA, changes=changes)
    changes[f"{table}.one-more"] = record
    assert refused_change(changes) == f"--set: {table}: {most + 1} are too many; there can be {most}"


# ---- how a game is set up -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"play.party": ["warrior", "warrior"]}, "party: 'warrior' is there twice"),
        ({"play.party": ["worrier"]}, "party: there is no hero 'worrier'; do you mean 'warrior'?"),
        ({"play.party": ["warrior"] * 5}, "party: takes at most 4"),
        ({"play.heroes": 2, "play.players": 3}, "players: 3 are too many for a party of 2"),
        ({"play.party": ["warrior"], "play.players": 2}, "players: 2 are too many for a party of 1"),
        ({"play.referee": "kind"}, "referee: there is no referee 'kind'"),
        ({"play.own": "a quest"}, "own: takes a record with fields"),
        ({"play.campaign": 3}, "campaign: takes a record with fields"),
        ({"play.seats": 3}, "unknown field 'seats'"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_refused(changes: dict[str, Any], said: str) -> None:
    assert refused_change(changes).startswith(f"--set: play: {said}")


def test_fewer_heroes_than_are_wanted_are_refused(data: Path) -> None:
    for key in ("wizard", "medic", "sworn-defender", "barbarian"):
        cut_record(data / "heroes.toml", f"hero.{key}")
    (data / "improvements.toml").write_text("[caps]\n[improvement]\n", encoding="utf-8")
    assert len(read(data, changes={"play.heroes": 3}).heroes) == 3
    assert refusal(data) == "play.toml: play: heroes: there are only 3 to choose from"


@pytest.mark.parametrize(
    ("quest", "heroes", "said"),
    [
        ("two-by-two", 4, "heroes: Two by Two is for 2, not for 4"),
        ("the-long-hall", 1, "heroes: The Long Hall is for 2 to 4, not for 1"),
        ("the-long-hal", 4, "quest: there is no quest 'the-long-hal'; do you mean 'the-long-hall'?"),
    ],
)
def test_a_quest_that_is_not_there_or_not_for_so_many_is_refused(quest: str, heroes: int, said: str) -> None:
    changes = {"play.quest": quest, "play.heroes": heroes}
    tables, shape = content.read(content.DATA, "book", changes)
    book = Book()
    for index, (key, title, most) in enumerate(
        [("two-by-two", "Two by Two", 2), ("the-long-hall", "The Long Hall", 4)]
    ):
        book.quests.append(Quest(index, key, title, Ground(1, 1)))
        book.quests[index].least = 2
        book.quests[index].most = most
    with pytest.raises(ContentError) as refused:
        content.choose_quest(tables.place("play"), shape.play, content.content_of(tables, shape), book)
    assert str(refused.value) == f"--set: play: {said}"


# ---- editions, ledger, changes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[changes]", "[change]", "later-draft.toml: unknown field 'change'; do you mean 'changes'?"),
        ('title = "Later draft"\n', "", "later-draft.toml: the field 'title' is missing"),
        ('based-on = "book"', 'based-on = ["book"]', "later-draft.toml: based-on: takes words"),
    ],
)
def test_a_spoilt_edition_is_refused(data: Path, old: str, new: str, said: str) -> None:
    spoil(data / "editions" / "later-draft.toml", old, new)
    with pytest.raises(ContentError) as refused:
        read_editions(data / "editions")
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("item.longbow.in-shop", "item.lonbow.in-shop", "item.lonbow.in-shop: there is no 'lonbow' in item; do you"),
        ("item.longbow.in-shop", "item.longbow.shop", "item.longbow: unknown field 'shop'"),
        ('"figures.base-defense" = 2', '"figures.base-defense" = "2"', "figures: base-defense: takes a whole number"),
    ],
)  # fmt: skip
def test_a_bad_change_of_an_edition_is_refused_where_it_stands(data: Path, old: str, new: str, said: str) -> None:
    spoil(data / "editions" / "later-draft.toml", old, new)
    assert refusal(data, "later-draft").startswith(f"editions/later-draft.toml: {said}")
    read(data, "book")


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("item.dager.cost", 7, "--set: item.dager.cost: there is no 'dager' in item; do you mean 'dagger'?"),
        ("itme.dagger.cost", 7, "--set: itme.dagger.cost: there is no 'itme'; do you mean 'item'?"),
        ("item.dagger.cots", 7, "--set: item.dagger: unknown field 'cots'; do you mean 'cost'?"),
        ("item.dagger.cost", 10**30, "--set: item.dagger: cost: takes at most 9999"),
        ("item.dagger", 6, "--set: item.dagger: takes a record with fields"),
        ("item", 6, "--set: 'item' does not name a value"),
        ("hero.wizard.name", "\x1b[2J", f"--set: hero.wizard: name: {NO_CONTROL}"),
        ("hero.wizard.name", "Wizard\n", f"--set: hero.wizard: name: {NO_CONTROL}"),
        ("improvement.thick-hide.after", ["thicker-hide"], "--set: improvement.thick-hide: after: there is no"),
        ("figures.base-attack", 13, "--set: figures: base-attack: takes at most 12"),
    ],
)
@pytest.mark.parametrize("edition", list(content.editions()))
def test_a_bad_change_is_refused(edition: str, path: str, value: Any, said: str) -> None:
    assert refused_change({path: value}, edition).startswith(said)


def test_a_spoilt_ledger_is_refused(data: Path) -> None:
    (data / "rules.toml").chmod(0o644)
    spoil(data / "rules.toml", 'id = "play.referee-seat"\ntext', 'id = "play.referee-seat"\ntxt')
    with pytest.raises(ContentError, match=r"^rules\.toml: play\.referee-seat: "):
        read_ledger(data / "rules.toml")


@pytest.mark.parametrize(
    ("shape", "known"),
    [
        (content.Choice, "ask options"),
        (content.Trap, "name text effect after damage attack target squares"),
        (content.Treasure, "name text sort copies amount item test"),
        (content.Spell, "name text school effect number second targets adjacent resist is_attack"),
        (content.Improvement, "name text hero needs after gives ability"),
        (content.Play, "quest heroes party players referee own campaign"),
        (content.Switches, "resist_by_test"),
    ],
)
def test_every_field_that_a_file_may_set_is_tried_here(shape: Any, known: str) -> None:
    assert set(shape.__struct_fields__) == set(known.split())


def test_every_word_for_where_an_item_is_stands_in_its_place() -> None:
    places = (pieces.PACK, pieces.HAND, pieces.TWO_HANDS, pieces.HEAD, pieces.BODY)
    assert [content.PLACES[place] for place in places] == ["pack", "hand", "two-hands", "head", "body"]
