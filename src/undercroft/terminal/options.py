"""What the commands' options mean: their kinds, and texts into numbers, seeds and changes."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from undercroft.bots import BOTS
from undercroft.core.content import parse_changes
from undercroft.core.errors import ContentError, UndercroftError
from undercroft.core.game import Game
from undercroft.core.seeds import words_for
from undercroft.games import GAMES
from undercroft.games.freequest.content import load
from undercroft.games.freequest.vocabulary import MOST_HEROES
from undercroft.lab.quests import open_quest
from undercroft.lab.rows import written_value
from undercroft.terminal.look import printable

SEED_BITS = 64
MOST_NUMBER = 10**15
INTERRUPTED = 130
QUESTING = "freequest"  # the game that is set up quest by quest
FLAGS = {  # what sets a game up, by the change that it makes
    "play.quest": "--quest",
    "play.heroes": "--party",
    "play.party": "--party",
    "play.players": "--players",
    "play.referee": "--referee",
    "play.boss": "--boss",
}

PARTY = frozenset({"play.party", "play.heroes"})
LONGEST_SAID = 40

FIRST, LAST = next(iter(GAMES)), next(reversed(GAMES))  # the games that examples speak of

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game: " + ", ".join(GAMES) + ".")]
Seed = Annotated[str | None, typer.Option(metavar="WORDS", help="Any words; the same words give the same game.")]
EditionName = Annotated[str | None, typer.Option(metavar="E", help="Which edition; `undercroft games` lists them.")]
Changes = Annotated[
    list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Change a value of the game; may be repeated.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
QuestName = Annotated[
    str | None, typer.Option(metavar="NAME or FILE", help="FreeQuest: one quest of the book, or a file of your own.")
]
PartyNames = Annotated[
    str | None, typer.Option(metavar="HEROES", help="The heroes, as in warrior,wizard; in FreeQuest also how many.")
]
PlayerCount = Annotated[
    str | None, typer.Option(metavar="N", help="How many people play; in FreeQuest 0 leaves all heroes to a bot.")
]
RefereeName = Annotated[
    str | None, typer.Option(metavar="WHO", help="FreeQuest: gentle, fair, cunning, or person if you referee yourself.")
]
BossName = Annotated[str | None, typer.Option(metavar="NAME", help="Who waits at the end, where there are several.")]
BotName = Annotated[str, typer.Option(metavar="|".join(BOTS), help="Who plays.")]


def random_seed() -> str:
    """Words that nobody has chosen."""
    return words_for(secrets.randbits(SEED_BITS))


def seed_of(text: str) -> str:
    """A seed as it is recorded: bytes that are no text become their escapes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def set_up(
    game: Game,
    changes: list[str] | None = None,
    *,
    quest: str | None = None,
    party: str | None = None,
    players: str | None = None,
    referee: str | None = None,
    boss: str | None = None,
) -> dict[str, Any]:
    """How a game is set up, by --set and by the flags that say the same; where the two disagree both are refused."""
    given = {"--quest": quest, "--party": party, "--players": players, "--referee": referee, "--boss": boss}
    asked = {flag: value for flag, value in given.items() if value is not None}
    needless = [flag for flag in asked if flag not in flags_of(game)]
    if needless:
        raise UndercroftError(f"{game.title} takes no {' and no '.join(needless)}")
    said = flag_changes(game, asked)
    typed = parse_changes("--set", [seed_of(text) for text in changes or []])
    for path, value in typed.items():
        check_agrees(path, value, said, asked)
    check_party(typed)
    whole = {**typed, **said}
    if quest is not None and not PARTY & whole.keys():
        whole |= usual_party(whole)
    if asked:
        check_set_up(game, whole, asked)
    return whole


def flag_changes(game: Game, asked: Mapping[str, str]) -> dict[str, Any]:
    """What the flags say, as changes."""
    changes: dict[str, Any] = {}
    if "--quest" in asked:
        quest = asked["--quest"]
        changes = quest_changes(quest if quest.endswith(".toml") else seed_of(quest))
    party = asked.get("--party")
    if party is not None and game.name == QUESTING and party.isascii() and party.isdigit():
        changes["play.heroes"] = whole_number("--party", party, 1, MOST_HEROES)
    elif party is not None:
        changes["play.party"] = [seed_of(name.strip()) for name in party.split(",") if name.strip()]
    if "--players" in asked:
        least = 0 if game.name == QUESTING else 1
        changes["play.players"] = whole_number("--players", asked["--players"], least, MOST_HEROES)
    for path, flag in (("play.referee", "--referee"), ("play.boss", "--boss")):
        if flag in asked:
            changes[path] = seed_of(asked[flag])
    return changes


def check_agrees(path: str, value: Any, said: Mapping[str, Any], asked: Mapping[str, str]) -> None:
    """Refuse a --set that says something else than a flag does."""
    if path in said:
        agrees = are_the_same(value, said[path])
    else:
        heads = [head_count(one, said[one]) for one in PARTY & said.keys()]
        agrees = path not in PARTY or all(are_the_same(head_count(path, value), count) for count in heads)
    if not agrees:
        flag = FLAGS.get(path, "--quest")
        raise disagree(f"{flag} {printable(asked[flag], LONGEST_SAID)}", said_by_set(path, value))


def check_party(typed: Mapping[str, Any]) -> None:
    """Refuse a party that --set names, and counts otherwise."""
    party = typed.get("play.party")
    if party and isinstance(party, list) and not are_the_same(len(party), typed.get("play.heroes", len(party))):
        raise disagree(*[said_by_set(path, value) for path, value in typed.items() if path in PARTY])


def said_by_set(path: str, value: Any) -> str:
    """What a --set says, in short."""
    return f"--set {printable(f'{path}={written_value(value)}', LONGEST_SAID)}"


def disagree(one: str, other: str) -> UndercroftError:
    """The sentence about two that cannot both be meant."""
    return UndercroftError(f"{one} and {other} disagree; leave one of them out")


def head_count(path: str, value: Any) -> Any:
    """How many heroes there are by a party that is named, or by their number as it was given."""
    if path == "play.heroes":
        return value
    return len(value) if isinstance(value, list) else None


def are_the_same(one: Any, other: Any) -> bool:
    """Whether two values are one; 1 is not true."""
    return (type(one), one) == (type(other), other)


def check_varied(option: str, path: str, values: Mapping[str, Any]) -> None:
    """Refuse to vary how many heroes there are where a party is named; what is no list the reader refuses."""
    party = values.get("play.party")
    if path == "play.heroes" and party and isinstance(party, list):
        named = printable(", ".join(map(str, party)), LONGEST_SAID)
        raise UndercroftError(f"{option} varies {path}, and the party is {named} already; leave one of them out")


def flags_of(game: Game) -> set[str]:
    """What a game is set up by; where players are counted they lead a party."""
    flags = {FLAGS[setting.path] for setting in game.settings() if setting.path in FLAGS}
    return flags | {"--party"} if "--players" in flags else flags


def quest_changes(quest: str) -> dict[str, Any]:
    """A quest of the book or of one's own."""
    if not quest.endswith(".toml"):
        return {"play.quest": quest}
    opened = open_quest(Path(quest))
    own = {} if opened.in_book else {"play.own": dict(opened.document)}
    return {"play.quest": opened.quest.key, **own}


def check_set_up(game: Game, changes: dict[str, Any], asked: Mapping[str, str]) -> None:
    """Refuse what cannot be set up, by the option that asked for it."""
    try:
        game.new("book", changes)
    except ContentError as error:
        field, _, reason = str(error).removeprefix("--set: play: ").partition(": ")
        if FLAGS.get(f"play.{field}") not in asked:
            raise
        if field == "quest" and "do you mean" not in reason:
            reason += f"; there is {', '.join(quest.key for quest in load('book', {}).book.quests)}"
        if field == "referee":
            reason += "; there is gentle, fair, cunning or person"
        raise UndercroftError(f"{FLAGS[f'play.{field}']}: {reason}") from None


def usual_party(changes: dict[str, Any]) -> dict[str, Any]:
    """As many heroes as a quest takes, where four are too many for it."""
    quests = load("book", {"play.own": changes["play.own"]} if "play.own" in changes else {}).book.quests
    found = next((quest for quest in quests if quest.key == changes["play.quest"]), None)
    return {"play.heroes": int(found.most)} if found is not None and found.most < MOST_HEROES else {}


def whole_number(option: str, text: str, least: int, most: int = MOST_NUMBER) -> int:
    """The whole number that an option gives."""
    plain = text.replace("_", "").replace(",", "")
    if not (plain.isascii() and plain.isdigit()) or len(plain) > 15 or not least <= int(plain) <= most:
        limits = f", {least} or more," if most == MOST_NUMBER else f" from {least} to {most},"
        raise UndercroftError(f"{option} takes a whole number{limits} and {printable(text, 40)!r} is none")
    return int(plain)


def seconds(option: str, text: str) -> float:
    """The number of seconds that an option gives."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 3600:
        raise UndercroftError(f"{option} takes a number of seconds up to 3600, and {printable(text, 40)!r} is none")
    return value


def write_json(data: dict[str, Any]) -> None:
    """One object on standard output."""
    print(json.dumps(data, indent=2))
