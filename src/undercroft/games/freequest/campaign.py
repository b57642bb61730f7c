"""A campaign as a plain document: the party's sheets, gold and things, which quests are open, done or lost.

A document is read before a quest and written after it. It names everything by id and keeps no number that a change of
the data files could move, so that it outlives a change of rules in the middle of a quest: the quest begins anew, the
campaign goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from undercroft.core.content import convert_record, resolve
from undercroft.core.errors import ContentError
from undercroft.games.freequest.pieces import BODY, COUNTERS, HAND, HEAD, NOTHING, TWO_HANDS, Content, Quest
from undercroft.games.freequest.setup import seat_of
from undercroft.games.freequest.sheets import refresh
from undercroft.games.freequest.state import (
    BETWEEN_QUESTS,
    BOTH_HANDS,
    CLOSED_YET,
    IS_COMPLETE,
    IS_LOST,
    IS_OPEN,
    FreeQuest,
    Hero,
)
from undercroft.games.freequest.vocabulary import MOST_HEROES

FORMAT: Literal[1] = 1
STANDINGS = {"closed": CLOSED_YET, "open": IS_OPEN, "complete": IS_COMPLETE, "lost": IS_LOST}

Amount = Annotated[int, Meta(ge=0, le=1_000_000)]
Stat = Annotated[int, Meta(ge=0, le=40)]
Standing = Literal["closed", "open", "complete", "lost"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A part of a document: unknown fields are refused, names are kebab-case."""


class Worn(Record, frozen=True, rename="kebab"):
    """What is in the hands, on the head and on the body, by id."""

    main_hand: str = ""
    other_hand: str = ""
    head: str = ""
    body: str = ""


class Sheet(Record, frozen=True, rename="kebab"):
    """A hero's record sheet."""

    hero: str
    move: Stat
    skill: Stat
    magic: Stat
    health: Annotated[int, Meta(ge=1, le=40)]
    spells: Stat
    gold: Amount
    gear: Annotated[list[str], Meta(max_length=99)] = []
    worn: Worn = Worn()
    counters: dict[str, Amount] = {}
    improvements: Annotated[list[str], Meta(max_length=99)] = []
    selections: Annotated[list[int], Meta(max_length=4)] = []
    returns: Annotated[int, Meta(ge=0, le=99)] = 0
    may_improve: bool = False
    fate: Literal["alive", "awaits-vigil", "lost"] = "alive"
    inherits: Amount = 0
    """Gold for the next hero, besides the savings, where this one is lost."""


class Chapter(Record, frozen=True, rename="kebab"):
    """How it stands with a quest: how often it failed, and the areas whose placed treasure was brought out."""

    standing: Standing
    tries: Annotated[int, Meta(ge=0, le=99)] = 0
    taken: Annotated[list[str], Meta(max_length=20)] = []


class Campaign(Record, frozen=True, rename="kebab"):
    """A whole campaign between two quests."""

    format: Literal[1]
    party: Annotated[list[Sheet], Meta(min_length=1, max_length=MOST_HEROES)]
    quests: dict[str, Chapter]
    completed: Annotated[int, Meta(ge=0, le=999)] = 0


# ---- written --------------------------------------------------------------------------------------------------------


def document(game: FreeQuest) -> dict[str, Any]:
    """The campaign as it stands after a quest, or before the first."""
    content, chronicle = game.content, game.chronicle
    quests = {
        quest.key: Chapter(
            standing_of(chronicle.standing[quest.index]), chronicle.tries[quest.index], taken(game, quest)
        )
        for quest in game.book.quests
        if chronicle.standing[quest.index] != CLOSED_YET
    }
    party = [sheet(content, hero) for hero in game.board.heroes]
    return dict(msgspec.to_builtins(Campaign(FORMAT, party, quests, int(game.board.completed))))


def standing_of(number: int) -> Standing:
    """A quest's standing in a word."""
    words: dict[int, Standing] = {CLOSED_YET: "closed", IS_OPEN: "open", IS_COMPLETE: "complete", IS_LOST: "lost"}
    return words[number]


def taken(game: FreeQuest, quest: Quest) -> list[str]:
    """The letters of the areas whose placed treasure was brought out."""
    bits = game.chronicle.taken[quest.index]
    return [area.letter for area in quest.areas if bits >> area.index & 1]


def sheet(content: Content, hero: Hero) -> Sheet:
    """A hero's sheet."""
    return Sheet(
        hero=hero.kind.key,
        move=int(hero.move),
        skill=int(hero.skill),
        magic=int(hero.magic),
        health=int(hero.most_health),
        spells=int(hero.spells_allowed),
        gold=int(hero.savings),
        gear=[content.items[item].key for item in hero.gear],
        worn=Worn(*(content.items[item].key if item >= 0 else "" for item in worn_by(hero))),
        counters={name: count for name, count in zip(COUNTERS, hero.counters, strict=True) if count},
        improvements=[content.improvements[index].key for index in hero.improvements],
        selections=hero.selections[:],
        returns=int(hero.returns),
        may_improve=hero.may_improve,
        fate="lost" if hero.lost else "awaits-vigil" if hero.awaits_vigil else "alive",
        inherits=int(hero.loot) if hero.lost else 0,
    )


def worn_by(hero: Hero) -> tuple[int, int, int, int]:
    """What a hero holds and wears."""
    return int(hero.main_hand), int(hero.other_hand), int(hero.head), int(hero.body)


def is_won(game: FreeQuest) -> bool:
    """Whether the last quest of the campaign is complete."""
    return any(quest.last and game.chronicle.standing[quest.index] == IS_COMPLETE for quest in game.book.quests)


# ---- read -----------------------------------------------------------------------------------------------------------


def read_campaign_document(paper: Mapping[str, Any], place: str) -> Campaign:
    """A campaign's document, its shape checked; what its ids stand for is checked by `restore`."""
    return convert_record(dict(paper), Campaign, place)


def restore(game: FreeQuest, paper: Mapping[str, Any], place: str = "campaign") -> None:
    """Set a new game up where a campaign stands: in town, before the next quest."""
    campaign = read_campaign_document(paper, place)
    content, board, chronicle = game.content, game.board, game.chronicle
    alive = [entry.hero for entry in campaign.party if entry.fate != "lost"]
    for key in alive:
        if alive.count(key) > 1:
            raise ContentError(f"{place}: party: {key!r} is in the party twice")
    for index, entry in enumerate(campaign.party):
        board.heroes.append(read_sheet(game, entry, index, f"{place}: party {index + 1}"))
    quests = {quest.key: quest for quest in game.book.quests}
    for standing in range(len(chronicle.standing)):
        chronicle.standing[standing] = CLOSED_YET
    for key, chapter in campaign.quests.items():
        quest = resolve(place, "quests", key, quests, "quest")
        chronicle.standing[quest.index] = STANDINGS[chapter.standing]
        chronicle.tries[quest.index] = chapter.tries
        letters = {area.letter: area.index for area in quest.areas}
        for letter in chapter.taken:
            area = resolve(f"{place}: quests: {key}", "taken", letter, letters, "area")
            chronicle.taken[quest.index] |= 1 << area
    board.completed = campaign.completed
    content_players = max(content.players, 1)
    if content_players > len(board.heroes):
        raise ContentError(f"{place}: party: there are {len(board.heroes)} heroes and {content_players} players")
    board.phase = BETWEEN_QUESTS


def read_sheet(game: FreeQuest, entry: Sheet, index: int, place: str) -> Hero:
    """A hero as a sheet says."""
    content = game.content
    kinds = {kind.key: kind for kind in content.heroes}
    items = {item.key: int(item.index) for item in content.items}
    improvements = {each.key: each for each in content.improvements}
    kind = resolve(place, "hero", entry.hero, kinds, "hero")
    hero = Hero(kind, index, seat_of(game, index))
    hero.move, hero.skill, hero.magic = entry.move, entry.skill, entry.magic
    hero.most_health, hero.spells_allowed, hero.savings = entry.health, entry.spells, entry.gold
    hero.gear = [resolve(place, "gear", key, items, "item") for key in entry.gear]
    for key, count in entry.counters.items():
        hero.counters[COUNTERS.index(resolve(place, "counters", key, dict(zip(COUNTERS, COUNTERS)), "counter"))] = count
    for key in entry.improvements:
        improvement = resolve(place, "improvements", key, improvements, "improvement")
        hero.improvements.append(improvement.index)
        if improvement.ability != NOTHING:
            hero.abilities |= 1 << improvement.ability
    hero.selections = entry.selections[:]
    hero.returns = entry.returns
    hero.may_improve = entry.may_improve
    hero.awaits_vigil = entry.fate == "awaits-vigil"
    hero.lost = entry.fate == "lost"
    hero.dead = entry.fate != "alive"
    hero.loot = entry.inherits
    put_on_all(hero, entry.worn, items, content, place)
    refresh(content, hero)
    hero.health = hero.full
    return hero


def put_on_all(hero: Hero, worn: Worn, items: Mapping[str, int], content: Content, place: str) -> None:
    """Put on what a sheet says is worn; each must be among the gear and in its place."""
    places = {"main-hand": worn.main_hand, "other-hand": worn.other_hand, "head": worn.head, "body": worn.body}
    found: dict[str, int] = {}
    for where, key in places.items():
        index = NOTHING if not key else resolve(place, f"worn: {where}", key, items, "item")
        if index != NOTHING and index not in hero.gear:
            raise ContentError(f"{place}: worn: {where}: {key!r} is not among the gear")
        if index != NOTHING and not hero.kind.may_use[index]:
            raise ContentError(f"{place}: worn: {where}: the {hero.kind.name} may not use {key!r}")
        if index != NOTHING and PLACES[where].count(int(content.items[index].place)) == 0:
            raise ContentError(f"{place}: worn: {where}: {key!r} does not belong there")
        found[where] = index
    hero.main_hand, hero.other_hand = found["main-hand"], found["other-hand"]
    hero.head, hero.body = found["head"], found["body"]
    if hero.main_hand >= 0 and content.items[hero.main_hand].place == TWO_HANDS:
        if hero.other_hand != NOTHING:
            raise ContentError(f"{place}: worn: other-hand: {worn.main_hand!r} needs both hands")
        hero.other_hand = BOTH_HANDS


PLACES = {"main-hand": (HAND, TWO_HANDS), "other-hand": (HAND,), "head": (HEAD,), "body": (BODY,)}
