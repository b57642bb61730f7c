"""Records: any game to text and back, cut and changed files noticed at their line, foreign files refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import undercroft
from tests.effort import law
from undercroft.core.errors import RecordError
from undercroft.core.record import FORMAT, Journal, Record, Reseed, parse, parse_whole_part

NAMES = st.from_regex(r"[a-z][a-z0-9.-]{0,11}", fullmatch=True)
VALUES = st.one_of(
    st.integers(-(2**53), 2**53), st.booleans(), st.text(max_size=6), st.lists(st.integers(0, 9), max_size=3)
)
RECORDS = st.builds(
    Record,
    undercroft=st.just(FORMAT),
    game=NAMES,
    edition=NAMES,
    seed=st.text(max_size=20),
    rules=st.integers(1, 99),
    changes=st.dictionaries(NAMES, VALUES, max_size=3),
    practice=st.lists(st.builds(Reseed, at=st.integers(0, 99), seed=st.text(max_size=9)), max_size=2).map(tuple),
    choices=st.lists(st.tuples(NAMES, NAMES), max_size=8).map(tuple),
)
LAW = law(100)


def record(*choices: tuple[str, str], **fields: Any) -> Record:
    """A small record with these choices."""
    start = {"undercroft": FORMAT, "game": "tin-helm", "edition": "book", "seed": "späte Glut 🔥", "rules": 1}
    return Record(**{**start, "choices": choices, **fields})


GAME = record(("setup.race", "gnome"), ("setup.class", "alchemist"), ("room.choice", "skip"), ("camp.choice", "both"))


def lenient(data: bytes) -> str:
    """A file's bytes as text, whatever they are."""
    return data.decode("utf-8", "surrogateescape")


@LAW
@given(RECORDS)
def test_a_record_survives_as_text(original: Record) -> None:
    text = original.to_text()
    assert text.count("\n") == len(original.choices) + 1
    parsed, journal = parse(text, "a.txt")
    assert parsed == original
    assert journal.count == len(original.choices)


@LAW
@given(RECORDS, NAMES, NAMES)
def test_a_parsed_journal_goes_on_as_the_one_that_wrote_it(original: Record, prompt: str, option: str) -> None:
    _, journal = parse(original.to_text(), "a.txt")
    longer = msgspec.structs.replace(original, choices=(*original.choices, (prompt, option)))
    assert original.to_text() + journal.choice(prompt, option) == longer.to_text()


@pytest.mark.parametrize(
    "seed", ["", "\n", "\r\n", " ", "a b", '"', "\\", "\u2028", "\x00", "🔥", "e\u0301", "{", "1 2 3"]
)
def test_a_seed_of_odd_characters_plays_and_survives(seed: str) -> None:
    session = undercroft.start("tin-helm", seed=seed)
    session.choose(0)
    again = undercroft.load(session.record.to_text())
    assert again.record == session.record
    assert again.record.seed == seed
    assert again.choose(0) == session.choose(0)


def test_half_a_character_is_no_seed_because_no_file_could_hold_it() -> None:
    with pytest.raises(undercroft.UndercroftError, match="seed"):
        undercroft.start("tin-helm", seed="\ud83d")


# ---- cuts and changes -----------------------------------------------------------------------------------------------


def named(error: pytest.ExceptionInfo[RecordError], name: str, line: int) -> bool:
    """Whether an error names the file and the line; of a first line it may also say that it is none of ours."""
    said = str(error.value)
    return said.startswith(f"{name}, line {line}: ") or (line == 1 and said == f"{name} is not an Undercroft record")


def test_a_file_cut_anywhere_gives_the_choices_before_or_the_line() -> None:
    data = GAME.to_text().encode()
    for end in range(len(data)):
        line = data[:end].count(b"\n") + 1
        if data[:end].endswith(b"\n"):
            parsed, _ = parse(lenient(data[:end]), "cut.txt")
            assert parsed == msgspec.structs.replace(GAME, choices=GAME.choices[: line - 2])
            continue
        with pytest.raises(RecordError) as refused:
            parse(lenient(data[:end]), "cut.txt")
        assert named(refused, "cut.txt", line), (end, refused.value)


def test_a_cut_file_still_gives_its_whole_part() -> None:
    text = GAME.to_text()
    parsed, journal, trouble = parse_whole_part(text[:-3], "cut.txt")
    assert parsed.choices == GAME.choices[:3]
    assert trouble == "cut.txt, line 5: the file is cut short here; the 3 choices before are whole"
    assert text.splitlines(keepends=True)[4] == journal.choice(*GAME.choices[3])


@pytest.mark.parametrize("change", [lambda byte: byte ^ 1, lambda byte: byte ^ 32, lambda byte: 10, lambda byte: 32])
def test_every_changed_byte_is_noticed_at_its_line(change: Any) -> None:
    data = bytearray(GAME.to_text().encode())
    for place, byte in enumerate(data):
        other = change(byte)
        if other == byte:
            continue
        data[place] = other
        line = data[:place].count(b"\n") + 1
        with pytest.raises(RecordError) as refused:
            parse(lenient(bytes(data)), "changed.txt")
        data[place] = byte
        said = str(refused.value)
        assert f"changed.txt, line {line}:" in said or (line == 1 and said.startswith("changed.txt is not")), (
            place,
            said,
        )


@law(200)
@given(st.data())
def test_any_other_byte_anywhere_is_refused(data: st.DataObject) -> None:
    text = bytearray(GAME.to_text().encode())
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] = data.draw(st.integers(0, 255).filter(lambda byte: byte != text[place]))
    with pytest.raises(RecordError):
        parse(lenient(bytes(text)), "changed.txt")


def test_lines_that_change_places_or_go_missing_are_refused() -> None:
    lines = GAME.to_text().splitlines(keepends=True)
    for order in ([0, 2, 1, 3, 4], [0, 2, 3, 4], [0, 1, 1, 2, 3, 4], [0, 1, 2, 4]):
        with pytest.raises(RecordError, match=r"line [23456]: the file was changed here"):
            parse("".join(lines[number] for number in order), "changed.txt")


def test_a_line_after_the_end_is_refused() -> None:
    with pytest.raises(RecordError, match="line 6: the file was changed here; the 4 choices before are whole"):
        parse(f"{GAME.to_text()}hello\n", "more.txt")


# ---- undo lines -----------------------------------------------------------------------------------------------------


def test_an_undo_line_takes_the_last_choice_back() -> None:
    journal = Journal.begin(record())
    text = (
        journal.header + journal.choice("a", "b") + journal.choice("c", "d") + journal.undo() + journal.choice("e", "f")
    )
    parsed, again = parse(text, "a.txt")
    assert parsed.choices == (("a", "b"), ("e", "f"))
    assert again.count == journal.count == 2


def test_an_undo_of_nothing_is_refused() -> None:
    journal = Journal.begin(record())
    with pytest.raises(RecordError, match="line 2: 'undo' does not follow from the lines before"):
        parse(journal.header + journal.undo(), "a.txt")


def test_a_choice_with_the_wrong_number_is_refused() -> None:
    journal = Journal.begin(record())
    journal.count = 1
    with pytest.raises(RecordError, match="line 2: '2 a b' does not follow from the lines before"):
        parse(journal.header + journal.choice("a", "b"), "a.txt")


# ---- foreign files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "\n", "hello", "{}", '{"game": 1}', "PK\x03\x04", "undercroft", "\udcff\udcfe", '{"undercroft" ', "[1]"],
)
def test_a_foreign_file_is_refused_by_name(text: str) -> None:
    with pytest.raises(RecordError, match=r"^foreign\.txt"):
        parse(text, "foreign.txt")


def checked(header: str) -> str:
    """A header with its right check, whatever it says."""
    return Journal(0, 0)._line(header)


@pytest.mark.parametrize(
    "header",
    [
        '{"undercroft": 1}',
        '{"undercroft": "one", "game": "a", "edition": "b", "seed": "c", "rules": 1}',
        '{"undercroft": 1, "game": 7, "edition": "b", "seed": "c", "rules": 1}',
        '{"undercroft": 1, "game": "a", "edition": "b", "seed": "c", "rules": 1, "more": 1}',
        '{"undercroft": 1, "game": ',
    ],
)
def test_a_header_that_says_something_else_is_refused(header: str) -> None:
    with pytest.raises(RecordError, match=r"^a\.txt, line 1: "):
        parse(checked(header), "a.txt")


def test_another_format_is_refused() -> None:
    with pytest.raises(RecordError, match="line 1: format 2 is not known here; this is format 1"):
        parse(record(undercroft=2).to_text(), "a.txt")


def test_a_record_of_a_game_or_edition_that_is_not_here_is_refused() -> None:
    with pytest.raises(undercroft.UndercroftError, match="there is no game 'chess' here"):
        undercroft.load(record(game="chess").to_text())
    with pytest.raises(RecordError, match="edition 'gold'"):
        undercroft.load(record(edition="gold"))
