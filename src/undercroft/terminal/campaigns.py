"""Campaign files: a party and its quests between two evenings, as one JSON document that people can read.

A file is written whole or not at all, after every quest. What happens during a quest is an ordinary save,
which is found again by its name and by what it was started with.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from undercroft.core.content import convert_record
from undercroft.core.errors import RecordError, UndercroftError
from undercroft.core.record import Record
from undercroft.core.session import Session
from undercroft.core.vocabulary import Event
from undercroft.door import check_seed, start
from undercroft.games import find_game
from undercroft.games.freequest.campaign import Sheet, document, is_won, read_campaign_document
from undercroft.games.freequest.state import FreeQuest
from undercroft.lab.files import NotAFile, TooLarge, check_writable, read_up_to, write_whole

KIND = "freequest campaign"
LARGEST = 4_000_000

Told = {  # what a chapter's line tells, by event
    "hero.dies": "dies",
    "raise.whole": "returns whole",
    "raise.marked": "returns marked",
    "raise.lost": "is buried",
    "body.lost": "is lost",
    "improve.learnt": "learns",
    "shop.bought": "buys",
}


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quest that was played: how it ended, when, and what is worth telling."""

    quest: str
    end: str
    rounds: int
    told: list[str] = []


class CampaignFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a campaign file holds; `campaign` is empty before the first quest."""

    kind: str
    edition: str
    seed: Annotated[str, Meta(max_length=1000)]
    referee: str
    players: int
    party: list[str]
    heroes: int
    chapters: list[Chapter] = []
    campaign: dict[str, Any] = {}
    over: Literal["", "won", "lost"] = ""


def create(path: Path, paper: CampaignFile) -> None:
    """Write a new campaign; an old one is never overwritten."""
    check_writable(path)
    if path.exists():
        raise UndercroftError(f"{str(path)!r} is there already; go on with it, or name another file")
    begin(paper)  # refuses a party or an edition that there is not
    write(path, paper)


def read(path: Path) -> CampaignFile:
    """A campaign from its file, or one sentence on what is wrong with it."""
    try:
        data = msgspec.json.decode(read_bytes(path))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RecordError(f"{str(path)!r} is no campaign: {error}") from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise RecordError(f"{str(path)!r} is no campaign: it does not say that it is one")
    paper = convert_record(data, CampaignFile, path.name)
    try:
        check(paper)
    except UndercroftError as error:
        field = str(error).removeprefix("--set: play: ")  # in the file, settings stand under their bare names
        raise RecordError(f"{path.name}: {field}") from None
    return paper


def read_bytes(path: Path) -> bytes:
    """What is in a file, if it is one and no larger than a campaign can be."""
    try:
        return read_up_to(path, LARGEST)
    except NotAFile as error:
        raise RecordError(f"{str(path)!r} is no campaign: {error}") from None
    except TooLarge:
        raise RecordError(f"{str(path)!r} is far too large to be a campaign") from None
    except OSError as error:
        raise RecordError(f"{str(path)!r}: {error.strerror or error}") from None


def check(paper: CampaignFile) -> None:
    """Refuse a campaign that could not go on: what it names is looked up as if its next chapter began."""
    game = find_game("freequest")
    check_seed(paper.seed)
    game.new(game.check_edition(paper.edition), settings(paper))


def party_of(paper: CampaignFile) -> list[Sheet]:
    """The heroes' sheets; none before the first quest."""
    return read_campaign_document(paper.campaign, "campaign").party if paper.campaign else []


def open_quests(paper: CampaignFile) -> list[str]:
    """The quests that wait; none are named before the first."""
    if not paper.campaign:
        return []
    quests = read_campaign_document(paper.campaign, "campaign").quests
    return [key for key, quest in quests.items() if quest.standing == "open"]


def write(path: Path, paper: CampaignFile) -> None:
    """Write a campaign whole."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(paper), indent=2) + b"\n")


def begin(paper: CampaignFile) -> Session:
    """The session in which the campaign goes on: in town, then the next quest."""
    game = find_game("freequest")
    return start(game, f"{paper.seed} chapter {len(paper.chapters) + 1}", paper.edition, settings(paper))


def settings(paper: CampaignFile) -> dict[str, Any]:
    """What is set for a campaign's next chapter."""
    changes: dict[str, Any] = {"play.players": paper.players, "play.referee": paper.referee}
    if paper.campaign:
        changes["play.campaign"] = paper.campaign
    elif paper.party:
        changes["play.party"] = paper.party
    else:
        changes["play.heroes"] = paper.heroes
    return changes


def is_same_chapter(record: Record, fresh: Record) -> bool:
    """Whether a record began as another did; a practice branch is no chapter, whatever it began as."""
    return (record.game, record.seed, record.edition, record.changes, record.practice) == (
        fresh.game, fresh.seed, fresh.edition, fresh.changes, fresh.practice,
    )  # fmt: skip


def after(paper: CampaignFile, session: Session) -> CampaignFile:
    """The campaign once a chapter is over."""
    state = session.state
    assert isinstance(state, FreeQuest)
    assert session.outcome is not None
    title = state.board.title
    chapter = Chapter(title, session.outcome.end, int(state.board.round), told(session))
    kept = document(state)
    over: Literal["", "won", "lost"] = "won" if is_won(state) else ""
    if not over and not any(quest["standing"] == "open" for quest in kept["quests"].values()):
        over = "lost"
    if session.outcome.end == "no-quest":
        return msgspec.structs.replace(paper, campaign=kept, over=over or "lost")
    return msgspec.structs.replace(paper, campaign=kept, chapters=[*paper.chapters, chapter], over=over)


def told(session: Session) -> list[str]:
    """What of a chapter is worth telling, in a few words each."""
    nouns = session.game.nouns(session.state)
    return [words(event, nouns) for event in session.events if event.kind.name in Told]


def words(event: Event, nouns: Any) -> str:
    """An event in a few words."""
    figures = event.figures
    thing = next((nouns[name][figures[name]].name for name in ("item", "improvement") if name in figures), "")
    return " ".join(filter(None, [nouns["hero"][figures["hero"]].name, Told[event.kind.name], thing]))
