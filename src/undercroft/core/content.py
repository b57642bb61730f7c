"""Reading content: TOML files into the shapes a game declares, refused by file, record and field.

A game's data folder holds files of tables; a table is either a set of records (`[enemy.wraith]`) or a single one
(`[figures]`). An edition and a player's `--set` change single values by path: `enemy.wraith.health`.
"""

from __future__ import annotations

import pickle
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from undercroft.core.errors import LONGEST_SHOWN, TOO_DEEP, ContentError, cut, short

T = TypeVar("T")
S = TypeVar("S")  # the shape of a data folder
C = TypeVar("C")  # a game's content

LONGEST_VALUE = 1_000
MOST_DEEP = 20  # lists and records in each other, which is far more than any content has

KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "words",
    "bool": "true or false",
    "array": "a list",
    "object": "a record with fields",
}
WRONG_KIND = re.compile(r"Expected `(.+)`, got `.+`")
WRONG_SIZE = re.compile(r"Expected `(?:int|float)` ([<>])=? (\S+)")
WRONG_LENGTH = re.compile(r"Expected `(\w+)` of length (?:([<>])= )?(\d+).*")
STEP = re.compile(r"\[(.+?)\]|([^.\[]+)")
A_LIST = '["a", "b"]'
UNKNOWN = object()  # a value that msgspec does not say the place of


class EditionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What an edition file may say; its changes come after those of the edition that it is based on."""

    title: str
    summary: str
    based_on: str = ""
    changes: dict[str, Any] = {}


class Tables:
    """All records of a game's data folder, and where each one stands."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, Any]] = {}
        self.files: dict[str, str] = {}

    def place(self, table: str, key: str = "") -> str:
        """Where a record stands, for an error."""
        record = f"{table}.{key}" if key else table
        return f"{self.files.get(record) or self.files.get(table, 'data')}: {record}"

    def change(self, path: str, value: Any, origin: str) -> None:
        """Set one value; the path must lead to a record that is there."""
        words = path.split(".")
        at: Any = self.tables
        for number, word in enumerate(words[:-1], 1):
            if not isinstance(at, dict) or word not in at:
                done = ".".join(words[: number - 1])
                known = list(at) if isinstance(at, dict) else []
                raise ContentError(
                    f"{origin}: {path}: there is no {word!r}{f' in {done}' if done else ''}{guess(word, known)}"
                )
            at = at[word]
        if not isinstance(at, dict) or len(words) < 2:
            raise ContentError(f"{origin}: {path!r} does not name a value, as for example {self.some_path()} does")
        at[words[-1]] = value
        self.files[".".join(words[:2])] = origin
        self.files[words[0]] = origin  # a table that is a single record, or is wrong as a whole

    def some_path(self) -> str:
        """A path that names a value here, for an error."""
        words: list[str] = []
        at: Any = self.tables
        while isinstance(at, dict) and at:
            words.append(next(iter(at)))
            at = at[words[-1]]
        return ".".join(words)


def guess(word: str, known: list[str]) -> str:
    """A suggestion at the end of a sentence, if one is near."""
    near = get_close_matches(word, known, 1)
    return f"; do you mean {near[0]!r}?" if near else ""


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file, or a ContentError that says where it is wrong."""
    try:
        document: dict[str, Any] = pickle.loads(_parsed(path.read_text(encoding="utf-8")))
        return document
    except FileNotFoundError:
        raise ContentError(f"{path.name}: the file is missing from {path.parent.name}") from None
    except RecursionError:
        raise ContentError(f"{path.name}: its tables are nested too deeply") from None
    except ValueError as error:  # what tomllib raises, bad text and numbers without end among it
        endless = "set_int_max_str_digits" in str(error)
        raise ContentError(f"{path.name}: {'a number has too many digits' if endless else error}") from None


@lru_cache(maxsize=128)
def _parsed(text: str) -> bytes:
    """What a text says, packed: unpacking is far faster than parsing, and whoever reads gets records to change."""
    return pickle.dumps(tomllib.loads(text))


def read_tables(folder: Path, names: tuple[str, ...]) -> Tables:
    """Read the content files of a folder; the same record in two files is refused."""
    result = Tables()
    for name in names:
        for table, records in read_toml(folder / name).items():
            if not isinstance(records, dict):
                raise ContentError(f"{name}: {table} is not a table")
            into = result.tables.setdefault(table, {})
            result.files.setdefault(table, name)
            for key, record in records.items():
                if key in into:
                    raise ContentError(f"{name}: {table}.{key} is also in {result.files[f'{table}.{key}']}")
                into[key] = record
                result.files[f"{table}.{key}"] = name
    return result


def read_editions(folder: Path) -> dict[str, EditionFile]:
    """All editions of a game, the default (book) first."""
    names = sorted((path.stem for path in folder.glob("*.toml")), key=lambda name: (name != "book", name))
    return {name: convert_record(read_toml(folder / f"{name}.toml"), EditionFile, f"{name}.toml") for name in names}


def read_edition(folder: Path, names: tuple[str, ...], edition: str, changes: Mapping[str, Any]) -> Tables:
    """The content files of a folder with an edition's changes and a player's own."""
    tables = read_tables(folder, names)
    for path, value, origin in edition_changes(read_editions(folder / "editions"), edition):
        tables.change(path, value, origin)
    for path, value in changes.items():
        tables.change(path, value, "--set")
    return tables


def edition_changes(editions: Mapping[str, EditionFile], edition: str) -> list[tuple[str, Any, str]]:
    """What an edition changes, and which file says so, those of the edition below it first."""
    chain: list[str] = []
    while edition:
        origin = f"editions/{chain[-1]}.toml: based-on" if chain else "editions"
        if edition in chain:
            raise ContentError(f"{origin}: {edition!r} would be based on itself")
        if edition not in editions:
            raise ContentError(f"{origin}: there is no edition {edition!r}{guess(edition, list(editions))}")
        chain.append(edition)
        edition = editions[edition].based_on
    return [
        (path, value, f"editions/{name}.toml")
        for name in reversed(chain)
        for path, value in editions[name].changes.items()
    ]


LONGEST_PATH: Final = 1000  # letters
ChangesKey = tuple[tuple[str, bytes], ...]


def changes_key(changes: Mapping[str, Any]) -> ChangesKey:
    """A player's changes as something that a cache can know again."""
    return tuple(sorted((path, _as_key(path, value)) for path, value in changes.items()))


def _as_key(path: object, value: Any) -> bytes:
    if not isinstance(path, str):
        raise ContentError(f"--set: a path is text, not {short(path)}")
    if not path.isprintable() or len(path) > LONGEST_PATH:
        raise ContentError(f"--set: {cut(path)!r} does not name a value")
    if _is_deep(value, MOST_DEEP):
        raise ContentError(f"--set: {path}: {TOO_DEEP}")
    kept = _kept(value)
    if kept is None:
        place, part = _lost(path, value)
        raise ContentError(f"--set: {place}: {short(part)} is not a value that a save could keep")
    return kept


def _kept(value: Any) -> bytes | None:
    """A value as a save would keep it, or None where another would come back: of a date, or a number that is none."""
    try:
        kept = msgspec.json.encode(value)
        return kept if msgspec.json.decode(kept) == value else None
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None


def _lost(path: str, value: Any) -> tuple[str, Any]:
    """The part of a value that a save could not keep, and where it is."""
    parts: Iterable[tuple[str, Any]] = ()
    if isinstance(value, dict):
        parts = ((f"{path}.{_key_shown(key)}", each) for key, each in value.items())
    elif isinstance(value, list):
        parts = ((f"{path}[{place}]", each) for place, each in enumerate(value))
    return next((_lost(place, part) for place, part in parts if _kept(part) is None), (path, value))


def _key_shown(key: object) -> str:
    """The key of a record, in a path."""
    return cut(key) if isinstance(key, str) and key.isprintable() else short(key)


def _is_deep(value: Any, most: int) -> bool:
    """Whether there are lists or records in each other, more than so many."""
    if not isinstance(value, dict | list):
        return False
    inside = value.values() if isinstance(value, dict) else value
    return most == 0 or any(_is_deep(each, most - 1) for each in inside)


def changes_from(key: ChangesKey) -> dict[str, Any]:
    """The changes that a key was made from."""
    return {path: msgspec.json.decode(value) for path, value in key}


class Shelf(Generic[S, C]):
    """A game's data folder: its editions, and its content, kept once it is read."""

    def __init__(self, folder: Path, names: tuple[str, ...], shape: type[S], link: Callable[[Tables, S], C]) -> None:
        self.folder = folder
        self.names = names
        self.shape = shape
        self.link = link
        self.editions = lru_cache(partial(read_editions, folder / "editions"))
        self._load = lru_cache(maxsize=64)(self._load_anew)

    def load(self, edition: str, changes: Mapping[str, Any]) -> C:
        """The content of an edition with changes; asked for again, it is the same object."""
        return self._load(edition, changes_key(changes))

    def _load_anew(self, edition: str, changes: ChangesKey) -> C:
        return self.link(*self.read(self.folder, edition, changes_from(changes)))

    def read(self, folder: Path, edition: str, changes: Mapping[str, Any]) -> tuple[Tables, S]:
        """What a folder says, with an edition's changes and a player's own."""
        tables = read_edition(folder, self.names, edition, changes)
        return tables, convert(tables, self.shape)


def parse_change(text: str, option: str = "--set") -> tuple[str, Any]:
    """A change written PATH=VALUE after an option, the value as in TOML; a bare word counts as text."""
    path, equals, value = text.partition("=")
    if not equals or not path.strip():
        raise ContentError(f"{option} {cut(text)}: write it as PATH=VALUE, for example enemy.wraith.health=6")
    if len(value) > LONGEST_VALUE:
        raise ContentError(f"{option} {path.strip()[:40]}: the value is longer than {LONGEST_VALUE} characters")
    try:
        parsed = tomllib.loads(f"value = {value.strip()}")["value"] if "\n" not in value else value
    except ValueError:
        parsed = value.strip()
    except RecursionError:
        raise ContentError(f"{option} {cut(path.strip())}: {TOO_DEEP}") from None
    return path.strip(), parsed


def parse_changes(option: str, texts: Iterable[str]) -> dict[str, Any]:
    """Changes written PATH=VALUE, each of them once."""
    changes: dict[str, Any] = {}
    for text in texts:
        path, value = parse_change(text, option)
        if path in changes and repr(changes[path]) != repr(value):  # 1 is not true
            both = f"{_shown(changes[path])} and {_shown(value)}"
            raise ContentError(f"{option}: {path} is {both}; leave one of them out")
        changes[path] = value
    return changes


def convert(tables: Tables, shape: type[T]) -> T:
    """The tables as the shape that a game declares, every record checked on its own."""
    hints = {name.rstrip("_"): kind for name, kind in get_type_hints(shape).items()}  # class_ is the table class
    for table in tables.tables:
        if table not in hints:
            raise ContentError(f"{tables.place(table)}: there is no such table{guess(table, list(hints))}")
    values: dict[str, Any] = {}
    for table, kind in hints.items():
        if table not in tables.tables:
            raise ContentError(f"the table {table} is missing from the data files")
        records = tables.tables[table]
        if get_origin(kind) is dict:
            record_type = get_args(kind)[1]
            values[table] = {
                key: convert_record(record, record_type, tables.place(table, key)) for key, record in records.items()
            }
        else:
            values[table] = convert_record(records, kind, tables.place(table))
    return shape(*values.values())


def convert_record(record: Any, kind: type[T], place: str) -> T:
    """One record as the kind it should be; what is wrong is said with its place and field."""
    try:
        return msgspec.convert(record, kind)
    except msgspec.ValidationError as error:
        raise ContentError(f"{place}: {_sentence(str(error), record, kind)}") from None


def _sentence(message: str, record: Any, kind: Any) -> str:
    """What is wrong with a record by msgspec's message, the field first."""
    text, _, path = message.partition(" - at `$")
    path = path.rstrip("`")
    field = path.lstrip(".")
    if "unknown field" in text:
        word = text.split("`")[1]
        known = [each.encode_name for each in msgspec.structs.fields(kind)]
        return f"{field}: unknown field {word!r}" if field else f"unknown field {word!r}{guess(word, known)}"
    if "missing required field" in text:
        return f"{field + ': ' if field else ''}the field {text.split('`')[1]!r} is missing"
    said = _in_plain_words(text, _value_at(record, path))
    return f"{field}: {said}" if field else said


def _value_at(record: Any, path: str) -> Any:
    """The value that a path of msgspec's leads to, as in .faces[2].name; it does not tell the key of a dict."""
    at = record
    for place, name in STEP.findall(path):
        try:
            at = at[int(place)] if place else at[name]
        except (ValueError, KeyError, IndexError, TypeError):
            return UNKNOWN
    return at


def _in_plain_words(text: str, value: Any) -> str:
    """What a value should be and what it is, by msgspec's message."""
    if wrong := WRONG_KIND.fullmatch(text):
        return _wrong_kind([kind for kind in wrong[1].split(" | ") if kind != "null"], value)
    if wrong := WRONG_SIZE.fullmatch(text):
        most = wrong[1] == "<"
        is_other = f", and {_shown(value)} is {'more' if most else 'less'}" if value is not UNKNOWN else ""
        return f"takes {'at most' if most else 'at least'} {wrong[2]}{is_other}"
    if wrong := WRONG_LENGTH.fullmatch(text):
        return _wrong_length(wrong[1], {"<": "at most ", ">": "at least "}.get(wrong[2], ""), int(wrong[3]), value)
    if "matching regex" in text:
        return "there are characters in it that cannot be shown"
    if text.startswith("Invalid") and value is not UNKNOWN:
        return f"{_shown(value)} is none of the values that it takes"
    return (text[:1].lower() + text[1:]).replace("`", "")


def _wrong_kind(kinds: list[str], value: Any) -> str:
    """A sentence about a value that is of none of these kinds."""
    takes = f"takes {' or '.join(KINDS.get(kind, kind) for kind in kinds)}"
    if value is UNKNOWN:
        return takes
    if kinds == ["array"] and not isinstance(value, dict):
        one = f'"{value}"' if isinstance(value, str) else _shown(value)
        is_plain = len(one) <= LONGEST_SHOWN and one.isprintable() and "[" not in one
        return f"{takes}, as in {f'[{one}]' if is_plain else A_LIST}"
    if kinds == ["str"] and isinstance(value, int | float) and not isinstance(value, bool):
        return f"{takes}, and {_shown(value)} is a number"
    return f"{takes}, and {_shown(value)} is {'neither' if kinds == ['bool'] else 'none'}"


def _wrong_length(kind: str, limit: str, count: int, value: Any) -> str:
    """A sentence about what is too long or too short."""
    what = "character" if kind == "str" else "entry"
    many = what if count == 1 else {"character": "characters", "entry": "entries"}[what]
    has = "" if value is UNKNOWN else f", and this has {len(value) or 'none'}"
    return f"takes {limit}{count} {many}{has}"


def _shown(value: Any) -> str:
    """A value as one would write it, or what it is."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a record"
    if value is None or isinstance(value, bool):
        return {True: "true", False: "false", None: "null"}[value]
    text = repr(value) if isinstance(value, str | int | float) else str(value)
    return cut(text)


def resolve(place: str, field: str, word: str, known: Mapping[str, Any], what: str) -> Any:
    """What a word refers to, or a ContentError that names the place of the dangling reference."""
    if word not in known:
        raise ContentError(f"{place}: {field}: there is no {what} {short(word)}{guess(word, list(known))}")
    return known[word]
