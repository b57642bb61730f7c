"""The quests that come in the box: they load, hang together as a story, and use all there is to use."""

from __future__ import annotations

import re

import pytest

from undercroft.core.content import read_toml
from undercroft.core.ground import ROCK
from undercroft.core.rules import read_ledger
from undercroft.games.freequest import content
from undercroft.games.freequest.pieces import (
    DOOR_STATES,
    FAR_EAST,
    KILL,
    LOCKED,
    NOTHING,
    OBJECTIVES,
    SECRET,
    Book,
    Content,
    Quest,
    code,
)
from undercroft.games.freequest.quest_checks import Way, budget, check_threat, threat, threats
from undercroft.games.freequest.quest_content import QUESTS, read_quest_file

BOX = content.load("book", {})
BOOK: Book = BOX.book
THINGS: Content = BOX.content
KEYS = [quest.key for quest in BOOK.quests]


def of_the_book(key: str) -> Quest:
    """A quest of the book."""
    return BOOK.quests[KEYS.index(key)]


def each(quests: list[Quest] | None = None) -> pytest.MarkDecorator:
    """A test for each quest."""
    return pytest.mark.parametrize("quest", quests or BOOK.quests, ids=lambda quest: quest.key)


# ---- all of them ----------------------------------------------------------------------------------------------------


def test_the_book_has_the_quests_of_the_campaign_in_order() -> None:
    campaign = read_toml(QUESTS / "campaign.toml")
    assert campaign["quests"] == KEYS
    assert [KEYS[index] for index in BOOK.first] == campaign["first"]
    assert [quest.index for quest in BOOK.quests] == list(range(len(KEYS)))
    assert len(KEYS) >= 8


@each()
def test_a_quest_reads_the_same_by_itself(quest: Quest) -> None:
    alone = read_quest_file(QUESTS / f"{quest.key}.toml", THINGS)
    assert (alone.title, alone.opens, alone.wanted) == (quest.title, quest.opens, quest.wanted)
    assert alone.ground.area == quest.ground.area


@each()
def test_everything_has_words(quest: Quest) -> None:
    assert all(BOOK.texts[area.text] for area in quest.areas if area.text != NOTHING)
    assert [area.letter for area in quest.areas if area.text == NOTHING] == []
    assert all(device.text != NOTHING and device.public for device in quest.devices)
    sentences = [quest.briefing, quest.goal, *(BOOK.texts[area.text] for area in quest.areas)]
    for sentence in sentences:
        assert sentence[-1] in ".?!"
        assert "  " not in sentence
    assert any(area.notes for area in quest.areas)


@each()
def test_squares_are_numbered_from_the_starting_tile_and_each_has_a_number_of_its_own(quest: Quest) -> None:
    first = quest.areas[quest.start].squares[0]
    assert quest.codes[first] == code(0, 0)
    assert quest.codes[first + 1] == code(1, 0)
    assert quest.codes[first - quest.ground.width] == quest.codes[first] - 2 * FAR_EAST
    assert len(set(quest.codes)) == len(quest.codes) == quest.ground.size


@each()
def test_names_of_single_monsters_follow_those_of_kinds(quest: Quest) -> None:
    for lair in quest.lairs:
        kind = THINGS.monsters[lair.kind]
        named = lair.noun >= len(THINGS.monsters)
        assert named or BOOK.nouns[lair.noun] == kind.name
        assert not lair.health or named  # one that is stronger is told apart


@each()
def test_a_party_meets_most_of_its_budget(quest: Quest) -> None:
    for heroes in range(quest.least, quest.most + 1):
        most = budget(heroes, quest.step)
        assert most * 0.4 < sum(threats(quest, THINGS, heroes)) <= most
    check_threat(quest, THINGS, quest.key)


@each()
def test_a_larger_party_meets_more(quest: Quest) -> None:
    by_size = [sum(threats(quest, THINGS, heroes)) for heroes in range(quest.least, quest.most + 1)]
    assert sorted(set(by_size)) == by_size


@each()
def test_maps_are_of_a_size_that_can_be_played(quest: Quest) -> None:
    assert 13 <= quest.ground.width <= 26
    assert 9 <= quest.ground.height <= 18
    assert all(len(area.squares) >= 2 for area in quest.areas)
    edges = [*range(quest.ground.width), *range(quest.ground.size - quest.ground.width, quest.ground.size)]
    assert {quest.ground.area[at] for at in edges} == {ROCK}


@each()
def test_there_is_something_to_decide(quest: Quest) -> None:
    """A secret or locked door, or more than one way: what is off the shortest way is worth something."""
    assert {door.state for door in quest.doors} & {SECRET, LOCKED}
    assert any(area.gold or area.items for area in quest.areas)


# ---- what occurs ----------------------------------------------------------------------------------------------------


def test_every_kind_of_objective_occurs() -> None:
    assert sorted({quest.objective for quest in BOOK.quests}) == list(range(len(OBJECTIVES)))


def test_every_kind_of_trap_occurs() -> None:
    kinds = {kind for quest in BOOK.quests for kind in quest.traps.values()}
    assert sorted(kinds) == list(range(len(THINGS.traps)))


def test_every_monster_occurs() -> None:
    kinds = {lair.kind for quest in BOOK.quests for lair in quest.lairs}
    assert [kind.key for kind in THINGS.monsters if kind.index not in kinds] == []


def test_locks_with_keys_and_with_levers_secret_doors_tests_and_captives_occur() -> None:
    doors = [door for quest in BOOK.quests for door in quest.doors]
    devices = [device for quest in BOOK.quests for device in quest.devices]
    assert {door.state for door in doors} >= {DOOR_STATES.index(state) for state in ("closed", "secret", "locked")}
    assert any(door.key != NOTHING for door in doors)
    assert any(bin(door.levers).count("1") > 1 for door in doors)
    assert any(device.test for device in devices)
    assert any(device.opens for device in devices)
    assert any(device.shows for device in devices)
    assert any(device.places for device in devices)
    assert any(device.trap_on_one != NOTHING for device in devices)
    assert [quest.key for quest in BOOK.quests if quest.captive_name] == ["borrowed-clerk"]


def test_the_four_enchanted_items_of_the_ledger_can_be_found() -> None:
    found = [THINGS.items[item] for quest in BOOK.quests for area in quest.areas for item in area.items]
    enchanted = [item.key for item in found if item.enchanted]
    assert {"lamplighters-hood", "nine-knot-rope", "the-sulking-blade", "widows-thimble"} <= set(enchanted)
    assert len(set(enchanted)) == len(enchanted)
    left = [item.key for item in THINGS.items if item.enchanted and item.key not in enchanted]
    assert left  # for the bundle among the treasure cards


def test_every_boss_is_within_a_single_heros_reach() -> None:
    bosses = [
        (quest, lair)
        for quest in BOOK.quests
        if quest.objective == KILL
        for lair in quest.lairs
        if quest.wanted >> lair.index & 1
    ]
    assert [BOOK.nouns[lair.noun] for _, lair in bosses] == [
        "Old Snuffer",
        "Grist the Tollkeeper",
        "Bailiff of the Deep",
    ]
    assert all(threat(lair, THINGS) <= budget(1, quest.step) for quest, lair in bosses)


# ---- the story ------------------------------------------------------------------------------------------------------


def opened(start: list[int], heroes: int | None = None, after_lost: bool = True) -> set[str]:
    """The quests that can come open, by a party of this size, with or without losing any."""
    found = list(start)
    for index in found:
        quest = BOOK.quests[index]
        if heroes is not None and not quest.least <= heroes <= quest.most:
            continue
        ways = quest.opens + (quest.after_lost if after_lost else [])
        found.extend(other for other in ways if other not in found)
    return {KEYS[index] for index in found}


def test_every_quest_can_be_reached_from_the_first() -> None:
    assert opened(BOOK.first) == set(KEYS)


def test_exactly_one_quest_is_the_last_and_it_opens_nothing() -> None:
    last = [quest for quest in BOOK.quests if quest.last]
    assert [quest.key for quest in last] == ["quarter-day"]
    assert last[0].opens == last[0].after_lost == []
    assert last[0].step == max(quest.step for quest in BOOK.quests) == 5
    assert last[0].reward > 100


@pytest.mark.parametrize("heroes", [1, 2, 3, 4])
def test_a_party_of_any_size_can_win_its_way_to_the_last(heroes: int) -> None:
    assert "quarter-day" in opened(BOOK.first, heroes, after_lost=False)


@each([quest for quest in BOOK.quests if not quest.last])
def test_whatever_single_quest_is_lost_the_last_can_still_be_won(quest: Quest) -> None:
    found = list(BOOK.first)
    for index in found:
        here = BOOK.quests[index]
        ways = here.after_lost if here is quest else here.opens
        found.extend(other for other in ways if other not in found)
    assert KEYS.index("quarter-day") in found


def test_steps_rise_along_every_way_of_the_story() -> None:
    for quest in BOOK.quests:
        for other in quest.opens:
            assert BOOK.quests[other].step > quest.step or BOOK.quests[other].least == 2
        for other in quest.after_lost:
            assert BOOK.quests[other].step >= quest.step
    assert sorted({quest.step for quest in BOOK.quests}) == [1, 2, 3, 4, 5]


def test_one_quest_is_for_exactly_two_and_nothing_depends_on_it() -> None:
    pairs = [quest for quest in BOOK.quests if (quest.least, quest.most) == (2, 2)]
    assert [quest.key for quest in pairs] == ["two-lanterns"]
    assert {(quest.least, quest.most) for quest in BOOK.quests if quest not in pairs} == {(1, 4)}
    assert pairs[0].opens == pairs[0].after_lost == []


def test_losing_opens_other_ways() -> None:
    assert sum(bool(quest.after_lost) for quest in BOOK.quests) >= 6
    assert {quest.on_wipe for quest in BOOK.quests} == {0, 1, 2}


# ---- the sample quest of the ledger ---------------------------------------------------------------------------------


def test_the_cold_kiln_is_the_ledgers() -> None:
    ledger = read_ledger(content.DATA / "rules.toml").tables
    design: str = next(gap["design"] for gap in ledger["gap"] if gap["needs"].startswith("Quests (maps"))
    document = read_toml(QUESTS / "cold-kiln.toml")
    kiln = of_the_book("cold-kiln")
    assert document["map"].strip() in design

    def written(at: int) -> str:
        return f"({at % 13},{at // 13})"

    for door in kiln.doors:
        other = kiln.ground.across(door.at, door.side)
        assert f"{written(door.at)}|{written(other)} {DOOR_STATES[door.state]}" in design
    for at, kind in kiln.traps.items():
        assert f"{THINGS.traps[kind].key} {written(at)}" in design
    monsters = [f"{THINGS.monsters[lair.kind].key} {written(lair.at)} from {lair.least}" for lair in kiln.lairs]
    assert monsters == re.findall(r"[a-z]+ \(\d+,\d+\) from \d", design)
    assert [sum(threats(kiln, THINGS, heroes)) for heroes in (1, 2, 3, 4)] == [46, 126, 234, 322]
    assert [max(threats(kiln, THINGS, heroes)) for heroes in (1, 2, 3, 4)] == [25, 58, 100, 144]
    assert [(area.letter, area.gold) for area in kiln.areas if area.gold] == [("L", 75)]
    assert [area.letter for area in kiln.areas if area.quest_items] == ["L", "M"]
    assert [(piece.name, [written(at) for at in piece.squares]) for piece in kiln.furniture] == [
        ("kiln", ["(1,1)", "(2,1)", "(1,2)", "(2,2)"]),
        ("bench", ["(7,6)", "(8,6)"]),
    ]
    assert [THINGS.monsters[kind].key for kind in kiln.wandering] == ["goblin", "orc"]
    assert (kiln.rounds, kiln.reward, kiln.on_wipe, kiln.step) == (60, 100, 0, 1)


@pytest.mark.rule("freequest", "reveal.area-at-first-sight")
def test_in_the_cold_kiln_the_first_hallway_is_in_sight_of_the_start_and_the_others_are_not() -> None:
    kiln = of_the_book("cold-kiln")
    letters = [area.letter for area in kiln.areas]

    def seen(x: int, y: int, doors: int = 0) -> str:
        areas = kiln.ground.areas_in_sight(y * 13 + x, doors)
        return "".join(sorted(letter for index, letter in enumerate(letters) if areas >> index & 1))

    assert {seen(x, y) for x in (1, 2) for y in (5, 6)} == {"Sb"}
    assert "c" in seen(3, 4)
    assert "a" not in seen(3, 4)
    assert "a" in seen(4, 4)
    assert "K" not in seen(5, 2)
    assert "K" in seen(5, 2, 0b0001)


def test_three_sluices_ends_in_the_marsh_room() -> None:
    sluices = of_the_book("three-sluices")
    levers = [device for device in sluices.devices if sluices.wanted >> device.index & 1]
    assert len(levers) == 3
    assert len({sluices.ground.area[lever.at] for lever in levers}) == 3
    gate = next(door for door in sluices.doors if door.levers)
    assert gate.levers == sluices.wanted
    way = Way(sluices, sluices.ground, False)
    assert way.devices & sluices.wanted == sluices.wanted
