"""Reading content: files into shapes, refused by file, record and field; changes by path."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from undercroft.core.content import (
    Tables,
    changes_from,
    changes_key,
    convert,
    convert_record,
    edition_changes,
    guess,
    parse_change,
    read_edition,
    read_editions,
    read_tables,
    read_toml,
    resolve,
)
from undercroft.core.errors import ContentError


class Beast(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A record with all that a record can have."""

    name: str
    health: Annotated[int, msgspec.Meta(ge=1, le=9)]
    bites_hard: bool = False
    dice: list[int] = []


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is a single record."""

    levels: int


@dataclass(frozen=True)
class Shape:
    """Two tables; one is called class, which Python does not allow as a name."""

    class_: dict[str, Beast]
    limits: Limits


GOOD = '[class.rat]\nname = "Rat"\nhealth = 2\n[class.owl]\nname = "Owl"\nhealth = 3\nbites-hard = true\n'
LIMITS = "[limits]\nlevels = 5\n"


def tables(folder: Path, beasts: str = GOOD, limits: str = LIMITS) -> Tables:
    """Two files as tables."""
    (folder / "beasts.toml").write_text(beasts, encoding="utf-8")
    (folder / "limits.toml").write_text(limits, encoding="utf-8")
    return read_tables(folder, ("beasts.toml", "limits.toml"))


def refusal(folder: Path, beasts: str = GOOD, limits: str = LIMITS) -> str:
    """What is said about files that are wrong."""
    with pytest.raises(ContentError) as refused:
        convert(tables(folder, beasts, limits), Shape)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_files_become_the_shape(tmp_path: Path) -> None:
    shape = convert(tables(tmp_path), Shape)
    assert shape.class_ == {"rat": Beast("Rat", 2), "owl": Beast("Owl", 3, True)}
    assert shape.limits.levels == 5


def test_who_reads_a_file_again_gets_records_of_its_own(tmp_path: Path) -> None:
    first, second = tables(tmp_path), tables(tmp_path)
    first.change("class.rat.health", 9, "--set")
    assert second.tables["class"]["rat"]["health"] == tables(tmp_path).tables["class"]["rat"]["health"] == 2
    other = tables(tmp_path, GOOD.replace("health = 2", "health = 4"))
    assert other.tables["class"]["rat"]["health"] == 4


def test_one_table_may_be_spread_over_two_files(tmp_path: Path) -> None:
    both = tables(tmp_path, limits=f'{LIMITS}[class.bat]\nname = "Bat"\nhealth = 1\n')
    assert list(convert(both, Shape).class_) == ["rat", "owl", "bat"]
    assert both.place("class", "bat") == "limits.toml: class.bat"
    assert both.place("class", "owl") == "beasts.toml: class.owl"


def test_an_unknown_field_is_refused_with_a_guess(tmp_path: Path) -> None:
    said = refusal(tmp_path, GOOD.replace("bites-hard", "bite-hard"))
    assert said == "beasts.toml: class.owl: unknown field 'bite-hard'; do you mean 'bites-hard'?"


def test_a_missing_field_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, GOOD.replace("health = 2\n", "")) == (
        "beasts.toml: class.rat: the field 'health' is missing"
    )


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('"two"', "health: takes a whole number, and 'two' is none"),
        ("2.5", "health: takes a whole number, and 2.5 is none"),
        ("0", "health: takes at least 1, and 0 is less"),
        ("10", "health: takes at most 9, and 10 is more"),
        ("true", "health: takes a whole number, and true is none"),
        ("[2]", "health: takes a whole number, and a list is none"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(tmp_path: Path, value: str, said: str) -> None:
    assert refusal(tmp_path, GOOD.replace("health = 2", f"health = {value}")) == f"beasts.toml: class.rat: {said}"


def test_a_wrong_value_in_a_list_is_named_with_its_place(tmp_path: Path) -> None:
    assert refusal(tmp_path, GOOD.replace("health = 2", 'health = 2\ndice = [1, "x"]')) == (
        "beasts.toml: class.rat: dice[1]: takes a whole number, and 'x' is none"
    )


class Odd(msgspec.Struct, frozen=True, rename="kebab"):
    """A record with fields of many kinds."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=4)] = "x"
    party: list[str] = []
    pair: Annotated[tuple[int, ...], msgspec.Meta(min_length=2, max_length=2)] = (1, 2)
    place: tuple[int, int] = (0, 0)
    brave: bool = False
    maybe: int | None = None
    track: Literal["health", "energy"] = "health"
    figures: dict[str, Annotated[int, msgspec.Meta(le=9)]] = {}
    inner: list[Limits] = []


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", 3, "takes words, and 3 is a number"),
        ("name", True, "takes words, and true is none"),
        ("name", ["x"], "takes words, and a list is none"),
        ("name", "", "takes at least 1 character, and this has none"),
        ("name", "Bartholomew", "takes at most 4 characters, and this has 11"),
        ("party", "foo", 'takes a list, as in ["foo"]'),
        ("party", 3, "takes a list, as in [3]"),
        ("party", "[foo, bar]", 'takes a list, as in ["a", "b"]'),
        ("party", "x" * 99, 'takes a list, as in ["a", "b"]'),
        ("party", {}, "takes a list, and a record is none"),
        ("pair", [1], "takes at least 2 entries, and this has 1"),
        ("place", [1, 2, 3], "takes 2 entries, and this has 3"),
        ("brave", 1, "takes true or false, and 1 is neither"),
        ("maybe", "two\nlines", r"takes a whole number, and 'two\nlines' is none"),
        ("maybe", "x" * 99, f"takes a whole number, and '{'x' * 56}... is none"),
        ("track", "food", "'food' is none of the values that it takes"),
    ],
)
def test_a_bad_value_is_refused_in_plain_words(field: str, value: Any, said: str) -> None:
    with pytest.raises(ContentError) as refused:
        convert_record({field: value}, Odd, "odd.toml: odd")
    assert str(refused.value) == f"odd.toml: odd: {field}: {said}"


def test_a_bad_value_deep_inside_is_named_where_its_place_is_known() -> None:
    with pytest.raises(ContentError, match=r"odd: inner\[1\]\.levels: takes a whole number, and 'x' is none"):
        convert_record({"inner": [{"levels": 1}, {"levels": "x"}]}, Odd, "odd")
    for value, said in (("x", "takes a whole number"), (10, "takes at most 9")):
        with pytest.raises(ContentError, match=rf"odd: figures\[\.\.\.\]: {said}$"):
            convert_record({"figures": {"a": value}}, Odd, "odd")


def test_a_record_that_is_no_record_is_refused(tmp_path: Path) -> None:
    assert (
        refusal(tmp_path, "[class]\nrat = 5\n") == "beasts.toml: class.rat: takes a record with fields, and 5 is none"
    )


def test_a_table_that_is_no_table_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, "class = 5\n") == "beasts.toml: class is not a table"


def test_an_unknown_table_is_refused_with_a_guess(tmp_path: Path) -> None:
    assert refusal(tmp_path, GOOD, "[limit]\nlevels = 5\n") == (
        "limits.toml: limit: there is no such table; do you mean 'limits'?"
    )


def test_a_missing_table_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, limits="") == "the table limits is missing from the data files"


def test_a_record_in_two_files_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, limits=f"{LIMITS}[class.owl]\n") == "limits.toml: class.owl is also in beasts.toml"


def test_a_missing_file_and_bad_toml_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=f"none.toml: the file is missing from {tmp_path.name}"):
        read_toml(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("[a\n", encoding="utf-8")
    with pytest.raises(ContentError, match=r"bad\.toml: .*line 1"):
        read_toml(tmp_path / "bad.toml")
    (tmp_path / "raw.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(ContentError, match=r"raw\.toml: .*0xff"):
        read_toml(tmp_path / "raw.toml")


# ---- changes --------------------------------------------------------------------------------------------------------


def changed(folder: Path, path: str, value: Any) -> Shape:
    """The shape after one change."""
    result = tables(folder)
    result.change(path, value, "--set")
    return convert(result, Shape)


def refused_change(folder: Path, path: str, value: Any) -> str:
    """What is said about a change that is wrong."""
    with pytest.raises(ContentError) as refused:
        changed(folder, path, value)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_change_sets_one_value(tmp_path: Path) -> None:
    shape = changed(tmp_path, "class.rat.health", 9)
    assert (shape.class_["rat"].health, shape.class_["owl"].health) == (9, 3)
    assert changed(tmp_path, "limits.levels", 1).limits.levels == 1
    assert changed(tmp_path, "class.rat.bites-hard", True).class_["rat"].bites_hard


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("clas.rat.health", 1, "--set: clas.rat.health: there is no 'clas'; do you mean 'class'?"),
        ("class.rta.health", 1, "--set: class.rta.health: there is no 'rta' in class; do you mean 'rat'?"),
        ("class.zebra.health", 1, "--set: class.zebra.health: there is no 'zebra' in class"),
        ("class.rat.helth", 1, "--set: class.rat: unknown field 'helth'; do you mean 'health'?"),
        ("class.rat.health", "x", "--set: class.rat: health: takes a whole number, and 'x' is none"),
        ("class.rat", 3, "--set: class.rat: takes a record with fields, and 3 is none"),
        ("limits.levels.x", 3, "--set: 'limits.levels.x' does not name a value, as for example class.rat.name does"),
        ("class", 3, "--set: 'class' does not name a value"),
        ("", 3, "--set: '' does not name a value"),
    ],
)
def test_a_change_that_leads_nowhere_is_refused(tmp_path: Path, path: str, value: Any, said: str) -> None:
    assert refused_change(tmp_path, path, value).startswith(said)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("enemy.wraith.health=6", ("enemy.wraith.health", 6)),
        (" a.b = 2.5 ", ("a.b", 2.5)),
        ("a.b=true", ("a.b", True)),
        ("a.b=[1, 2]", ("a.b", [1, 2])),
        ('a.b="5"', ("a.b", "5")),
        ("a.b=level", ("a.b", "level")),
        ("a.b=place.grove", ("a.b", "place.grove")),
        ("a.b=x=y", ("a.b", "x=y")),
        ("a.b=", ("a.b", "")),
        ("a.b=1\nc=2", ("a.b", "1\nc=2")),
    ],
)
def test_a_change_is_written_as_path_and_value(text: str, change: tuple[str, Any]) -> None:
    assert parse_change(text) == change


@pytest.mark.parametrize("text", ["", "enemy.wraith.health", "=6", "  = 6"])
def test_a_change_without_path_or_value_is_refused(text: str) -> None:
    with pytest.raises(ContentError, match="write it as PATH=VALUE"):
        parse_change(text)


# ---- editions and references ----------------------------------------------------------------------------------------


def test_the_book_is_the_first_edition(tmp_path: Path) -> None:
    for name in ("zealous", "book", "able"):
        (tmp_path / f"{name}.toml").write_text(f'title = "{name}"\nsummary = ""\n', encoding="utf-8")
    assert list(read_editions(tmp_path)) == ["book", "able", "zealous"]


def test_an_edition_file_says_only_what_it_may(tmp_path: Path) -> None:
    (tmp_path / "book.toml").write_text('title = "x"\nsummary = ""\nchange = 1\n', encoding="utf-8")
    with pytest.raises(ContentError, match=r"book\.toml: unknown field 'change'; do you mean 'changes'\?"):
        read_editions(tmp_path)
    (tmp_path / "book.toml").write_text('title = "x"\n', encoding="utf-8")
    with pytest.raises(ContentError, match=r"book\.toml: the field 'summary' is missing"):
        read_editions(tmp_path)


def editions(folder: Path, **texts: str) -> Path:
    """A data folder with these editions."""
    tables(folder)
    (folder / "editions").mkdir()
    for name, text in texts.items():
        (folder / "editions" / f"{name}.toml").write_text(f'title = "x"\nsummary = ""\n{text}', encoding="utf-8")
    return folder


HARD = '[changes]\n"class.rat.health" = 6\n"class.owl.health" = 6\n'
HARDER = 'based-on = "hard"\n[changes]\n"class.owl.health" = 8\n"limits.levels" = 9\n'


def read_shape(folder: Path, edition: str, **changes: Any) -> Shape:
    """The beasts of an edition."""
    own = {path.replace("_", "."): value for path, value in changes.items()}
    return convert(read_edition(folder, ("beasts.toml", "limits.toml"), edition, own), Shape)


def test_an_edition_changes_what_the_files_say_and_a_player_comes_last(tmp_path: Path) -> None:
    editions(tmp_path, book="", hard=HARD)
    book, hard = read_shape(tmp_path, "book"), read_shape(tmp_path, "hard")
    own = read_shape(tmp_path, "hard", class_owl_health=1)
    health = [(shape.class_["rat"].health, shape.class_["owl"].health) for shape in (book, hard, own)]
    assert health == [(2, 3), (6, 6), (6, 1)]


def test_an_edition_comes_after_the_one_that_it_is_based_on(tmp_path: Path) -> None:
    editions(tmp_path, book="", hard=HARD, harder=HARDER, hardest='based-on = "harder"\n')
    for edition in ("harder", "hardest"):
        shape = read_shape(tmp_path, edition)
        assert [beast.health for beast in shape.class_.values()] == [6, 8]
        assert shape.limits.levels == 9
    origins = [origin for _, _, origin in edition_changes(read_editions(tmp_path / "editions"), "hardest")]
    assert origins == ["editions/hard.toml"] * 2 + ["editions/harder.toml"] * 2


def test_a_change_is_refused_by_the_file_that_makes_it(tmp_path: Path) -> None:
    editions(tmp_path, book="", hard=HARD.replace("= 6", '= "six"'), harder=HARDER)
    with pytest.raises(ContentError, match=r"editions/hard\.toml: class\.rat: health: takes a whole number"):
        read_shape(tmp_path, "harder")
    with pytest.raises(ContentError, match=r"--set: class\.rat: unknown field 'helth'"):
        read_shape(tmp_path, "book", class_rat_helth=1)


@pytest.mark.parametrize(
    ("harder", "said"),
    [
        ('based-on = "hrad"', r"editions/harder\.toml: based-on: there is no edition 'hrad'; do you mean 'hard'\?"),
        ('based-on = "harder"', r"editions/harder\.toml: based-on: 'harder' would be based on itself"),
        ('based-on = "hardest"', r"editions/hardest\.toml: based-on: 'harder' would be based on itself"),
    ],
)
def test_an_edition_based_on_nothing_or_on_itself_is_refused(tmp_path: Path, harder: str, said: str) -> None:
    editions(tmp_path, hard=HARD, harder=f"{harder}\n", hardest='based-on = "harder"\n')
    with pytest.raises(ContentError, match=said):
        read_shape(tmp_path, "harder")


def test_changes_become_a_key_and_come_back() -> None:
    changes = {"b.c": [1, {"x": "ü"}], "a.b": True, "a.c": 2.5}
    assert changes_from(changes_key(changes)) == changes
    assert hash(changes_key(changes)) == hash(changes_key(dict(reversed(changes.items()))))
    assert changes_key(changes) == changes_key(dict(reversed(changes.items())))
    assert len({changes_key({"a": value}) for value in (1, "1", True, 1.5, [1])}) == 5


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"furniture": [{"name": "x"}, {"name": float("nan")}], "text": "long " * 2000}, "furniture[1].name: nan"),
        ({"a": {3: 3}, "text": "long " * 2000}, "a: {3: 3}"),
        ({"a": {3: object, "b": 2}}, "a.3: <class 'object'>"),
        ({"a": ["long " * 2000, "\ud800"]}, "a[1]: '\\ud800'"),
        ({"a\n": b"long " * 2000}, f"'a\\n': b'{'long ' * 11}..."),
        ({"a" * 100: 10**5000}, f"{'a' * 57}...: a number of too many digits"),
        ({"a": ({"b": (1, 2)},)}, "a: ({'b': (1, 2)},)"),
    ],
)
def test_what_no_save_could_keep_is_refused_by_its_place(value: object, said: str) -> None:
    with pytest.raises(ContentError) as refused:
        changes_key({"play.own": value})
    assert str(refused.value) == f"--set: play.own.{said} is not a value that a save could keep"


def test_a_path_that_is_no_text_is_refused() -> None:
    with pytest.raises(ContentError, match="--set: a path is text, not 3"):
        changes_key({3: 3})  # type: ignore[dict-item]


@pytest.mark.parametrize("value", [object(), {1, 2}.__iter__, "\ud800"])
def test_a_change_that_no_save_could_keep_is_refused(value: object) -> None:
    with pytest.raises(ContentError, match=r"--set: a\.b: .* is not a value that a save could keep"):
        changes_key({"a.b": value})


def test_a_path_without_end_is_refused_and_not_told_whole() -> None:
    with pytest.raises(ContentError, match=r"^--set: 'aaa[^']{10,100}\.\.\.' does not name a value$"):
        changes_key({"a" * 100_000: 1})


def test_a_reference_leads_to_what_it_names_or_says_where_it_dangles() -> None:
    assert resolve("f.toml: room.a", "enemy", "rat", {"rat": 1}, "enemy") == 1
    with pytest.raises(ContentError, match=r"f\.toml: room\.a: enemy: there is no enemy 'rta'; do you mean 'rat'\?"):
        resolve("f.toml: room.a", "enemy", "rta", {"rat": 1}, "enemy")


def test_a_guess_is_made_only_if_something_is_near() -> None:
    assert guess("helth", ["energy", "health"]) == "; do you mean 'health'?"
    assert guess("zzz", ["energy", "health"]) == ""


@pytest.mark.parametrize("value", ["9" * 6_000, "[" * 3_000 + "]" * 3_000])
def test_a_value_without_end_is_refused(value: str) -> None:
    with pytest.raises(ContentError, match=r"--vary enemy\.wraith\.health: the value is longer than 1000 characters"):
        parse_change(f"enemy.wraith.health={value}", "--vary")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = " + "{x=" * 3000 + "1" + "}" * 3000, "its tables are nested too deeply"),
        ("x = " + "9" * 100_000, "a number has too many digits"),
    ],
    ids=["deep", "long"],
)
def test_a_file_without_end_is_refused_in_our_own_words(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(ContentError, match=rf"^own\.toml: {said}$"):
        read_toml(path)
