"""Failed quests: death of all and its three results, withdrawal, and what another try is like."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.freequest.board import card, equip, given, hero, in_town, item, kill, load_up, offered, square, when
from undercroft.bots.referee.freequest import FreeQuestReferee
from undercroft.core.chance import Scripted
from undercroft.core.table import Table
from undercroft.core.vocabulary import Event
from undercroft.games.freequest import vocabulary as v
from undercroft.games.freequest.aftermath import take_stock
from undercroft.games.freequest.setup import begin_quest, shuffle_treasure
from undercroft.games.freequest.state import CLOSED_YET, IS_LOST, IS_OPEN, QUEST_OVER, Chronicle, FreeQuest

WEST = "step-west"
ROWS = ["SSaaaBB", "SSaaaBB"]
BEYOND = {"kind": "reach", "ref": ["B"]}
PARTY = ("warrior", "medic", "ranger")


def wiped(*keys: str, **more: Any) -> FreeQuest:
    """All these heroes are dead in the hallway, and the referee is about to be asked."""
    places = [(2, 0), (3, 0), (4, 0), (2, 1)]
    game = given(ROWS, heroes=dict(zip(keys, places, strict=False)), objective=BEYOND, **more)
    for key in keys:
        kill(game, key)
    game.board.end = v.WIPED
    game.board.phase = QUEST_OVER
    return game


def home(*keys: str, **more: Any) -> FreeQuest:
    """Heroes on the starting tile in a later round, but for the first, who is one step east of it."""
    places = [(2, 0), (1, 1), (0, 1), (0, 0)]
    fields = {"heroes": dict(zip(keys, places, strict=False)), "objective": BEYOND, "round": 4, **more}
    return given(ROWS, **fields)


# ---- death of all ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "fail.all-dead")
@pytest.mark.parametrize("achieved", [False, True])
def test_the_quest_fails_when_the_last_hero_dies_whatever_was_achieved(achieved: bool) -> None:
    game = given(ROWS, heroes={"warrior": (3, 0)}, monsters=[("goblin", (4, 0))], objective=BEYOND)
    if achieved:
        game.board.reached |= 1 << game.quest().ground.area[square(game, (5, 0))]
    hero(game, "warrior").health = 1
    told = when(game, "end-turn", "monster-0", "strike-0", "recovery", dice=[6, 6, 1])
    assert "end.all-dead" in told.names
    assert game.board.achieved == achieved
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.end, outcome.won) == ("all-dead", False)


@pytest.mark.rule("freequest", "fail.all-dead")
def test_it_does_not_fail_while_somebody_lives() -> None:
    game = given(ROWS, heroes={"warrior": (3, 0), "medic": (2, 0)}, monsters=[("goblin", (4, 0))])
    hero(game, "warrior").health = 1
    told = when(game, "end-turn", "end-turn", "monster-0", "strike-0", dice=[6, 6, 1])
    assert "hero.dies" in told.names
    assert game.board.end is None


@pytest.mark.rule("freequest", "fail.referee-decides")
def test_a_human_referee_chooses_one_of_three_and_the_quests_own_comes_first() -> None:
    told = when(wiped(*PARTY, on_wipe="ransom"))
    assert (told.asked, told.offered) == ("fail.result", ["ransom", "recovery", "lost"])
    assert when(wiped(*PARTY)).offered == ["recovery", "ransom", "lost"]


@pytest.mark.rule("freequest", "fail.referee-decides")
@pytest.mark.parametrize("result", ["recovery", "ransom", "lost"])
def test_the_computer_referee_takes_the_quests_own_result(result: str) -> None:
    game = wiped(*PARTY, on_wipe=result)
    referee = FreeQuestReferee()
    game.table = Table([referee for _ in range(5)], Scripted([], []))
    log: list[Event] = []
    game.table.log = log
    game.table.seat(game)
    take_stock(game)
    judged = [event.figures["result"] for event in log if event.kind is v.RESULT]
    assert judged == [["recovery", "ransom", "lost"].index(result)]


@pytest.mark.rule("freequest", "fail.recovery")
def test_recovery_brings_out_the_bodies_and_nothing_else() -> None:
    game = wiped(*PARTY)
    for one in game.board.heroes:
        one.loot, one.savings = 50, 40
    when(game, "recovery")
    for one in game.board.heroes:
        assert (one.gear, one.loot, one.savings, one.dead, one.lost) == ([], 0, 40, True, False)
    assert {"vigil-0", "vigil-1", "vigil-2"} <= set(offered(in_town(game)))


@pytest.mark.rule("freequest", "fail.ransom")
def test_savings_of_250_buy_two_of_three_heroes_free() -> None:
    game = wiped(*PARTY)
    hero(game, "medic").savings = 250
    hero(game, "warrior").gear.append(item(game, "helmet"))
    hero(game, "ranger").loot = 80
    told = when(game, "ransom", "pay-for-0", "pay-for-2")
    assert [figures["hero"] for figures in told.figures("fail.bought-free")] == [0, 5]
    warrior, medic, ranger = game.board.heroes
    assert (warrior.dead, warrior.gear, warrior.health) == (False, [item(game, "broadsword")], 8)
    assert (ranger.dead, ranger.loot, len(ranger.gear)) == (False, 0, 2)
    assert (medic.lost, medic.savings) == (True, 50)


@pytest.mark.rule("freequest", "fail.ransom")
def test_the_players_say_whose_savings_pay() -> None:
    game = wiped(*PARTY)
    for one, savings in zip(game.board.heroes, (40, 0, 220), strict=True):
        one.savings = savings
    told = when(game.copy(), "ransom", "pay-for-0")
    assert (told.asked, told.offered) == ("fail.ransom-purse", ["paid-by-0", "paid-by-2"])
    when(game, "ransom", "pay-for-0", "paid-by-2", "pay-for-1", "paid-by-2")
    assert [one.savings for one in game.board.heroes] == [40, 0, 20]
    assert [one.lost for one in game.board.heroes] == [False, False, True]


@pytest.mark.rule("freequest", "fail.ransom")
def test_starting_equipment_that_was_sold_does_not_come_back() -> None:
    game = wiped("ranger", "medic")
    hero(game, "medic").savings = 200
    ranger = hero(game, "ranger")
    ranger.gear = [item(game, "dagger"), item(game, "dagger"), item(game, "shield")]
    when(game, "ransom")
    assert ranger.gear == [item(game, "dagger")]
    assert [one.lost for one in game.board.heroes] == [False, False]


@pytest.mark.rule("freequest", "fail.ransom", "equip.adds-dice")
def test_armour_that_the_captors_keep_is_worn_no_more() -> None:
    game = wiped("warrior")
    warrior = equip(game, "warrior", "broadsword", "platemail", "helmet", "shield")
    sheet = (warrior.defense, warrior.speed)
    warrior.savings = 100
    when(game, "ransom")
    assert warrior.gear == [item(game, "broadsword")]
    assert (warrior.main_hand, warrior.other_hand, warrior.head, warrior.body) == (item(game, "broadsword"), -1, -1, -1)
    assert sheet != (warrior.defense, warrior.speed) == (1, 8)


@pytest.mark.rule("freequest", "fail.lost")
def test_after_lost_the_new_hero_has_the_old_savings_and_fifty_for_every_completed_quest() -> None:
    game = wiped("warrior")
    game.board.completed = 3
    hero(game, "warrior").savings = 40
    told = when(game, "lost")
    assert "body.lost" in told.names
    told = when(in_town(game), "hero-3")
    (fresh,) = game.board.heroes
    assert (fresh.kind.key, fresh.savings) == ("sworn-defender", fresh.kind.gold + 190)
    assert fresh.gear == [item(game, "shortsword")]
    assert told.asked == "shop.trade"


# ---- withdrawal -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "fail.withdraw")
@pytest.mark.parametrize(("round", "asked"), [(1, "turn.choose-action"), (2, "quest.withdraw")])
def test_withdrawal_is_offered_from_the_second_round_on(round: int, asked: str) -> None:
    assert when(home("warrior", round=round), WEST, "end-move", "end-turn").asked == asked


@pytest.mark.rule("freequest", "fail.withdraw")
def test_withdrawal_needs_all_on_the_tile_without_the_objective() -> None:
    assert when(home("warrior", "medic"), "end-turn").asked == "turn.choose-action"
    game = given(
        ROWS, heroes={"warrior": (1, 0)}, round=4, objective={"kind": "kill", "ref": "x"},
        lairs=[{"kind": "orc", "at": [6, 0], "id": "x"}], hidden="B",
    )  # fmt: skip
    assert when(game, "end-turn").asked == "quest.withdraw"


@pytest.mark.rule("freequest", "fail.withdraw")
def test_whoever_has_just_ended_the_turn_is_asked_first_then_the_others_in_their_order() -> None:
    game = home("warrior", "medic", "ranger", players=3)
    told = when(game, WEST, "end-move", "end-turn", "yes", "yes")
    assert [each["hero"] for each in told.figures("quest.vote")] == [hero(game, key).kind.index for key in PARTY[:2]]


@pytest.mark.rule("freequest", "fail.withdraw")
def test_one_no_and_play_goes_on() -> None:
    game = home("warrior", "medic", "ranger", players=3)
    told = when(game, WEST, "end-move", "end-turn", "yes", "no")
    assert (told.asked, game.board.end) == ("turn.choose-action", None)
    assert game.board.hero() is hero(game, "medic")


@pytest.mark.rule("freequest", "fail.withdraw")
def test_who_withdraws_keeps_equipment_loot_and_the_dead_that_were_brought() -> None:
    game = home("warrior", "medic", "ranger", players=3, reward=100)
    load_up(game, "warrior", "ranger")
    hero(game, "warrior").loot = 30
    told = when(game, WEST, "end-move", "end-turn", "yes", "yes")
    assert "end.withdrew" in told.names
    warrior, medic, ranger = game.board.heroes
    assert (warrior.savings, warrior.gear, medic.gear) == (30, [item(game, "broadsword")], [item(game, "shortsword")])
    assert (ranger.awaits_vigil, len(ranger.gear)) == (True, 2)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.end, outcome.won) == ("withdrew", False)


# ---- another try ----------------------------------------------------------------------------------------------------


def with_treasure() -> FreeQuest:
    """A hallway with 75 gold and a key, a hidden room with a goblin, and the warrior beside the tile."""
    return home(
        "warrior", "medic",
        treasure=[{"area": "a", "gold": 75, "items": ["helmet"], "quest-items": ["key"]}],
        quest_items=[{"id": "key", "name": "a key"}],
        traps={(4, 1): "pitfall"},
        doors=[((4, 0), (5, 0))],
        lairs=[{"kind": "goblin", "at": [6, 0]}],
        hidden="B",
    )  # fmt: skip


def try_again(game: FreeQuest) -> None:
    """The same quest once more."""
    when(game, rule=lambda game: begin_quest(game, 0))
    when(game, rule=shuffle_treasure)


def area_of(game: FreeQuest, letter: str) -> int:
    """The number of an area."""
    return next(int(area.index) for area in game.quest().areas if area.letter == letter)


@pytest.mark.rule("freequest", "fail.cost")
def test_a_failed_quest_gives_no_reward_and_does_not_count() -> None:
    game = home("warrior", reward=100)
    when(game, WEST, "end-move", "end-turn", "yes")
    warrior = hero(game, "warrior")
    assert (warrior.savings, warrior.counters, warrior.may_improve) == (0, [0] * 9, False)


@pytest.mark.rule("freequest", "fail.cost")
def test_what_was_brought_out_is_not_there_again_and_all_else_is() -> None:
    game = with_treasure()
    when(game, "search-treasure", WEST, "end-move", "yes")
    warrior = hero(game, "warrior")
    assert (warrior.savings, warrior.quest_items, item(game, "helmet") in warrior.gear) == (75, 0, True)
    try_again(game)
    hallway = area_of(game, "a")
    notes = game.notes
    assert (notes.gold[hallway], notes.items[hallway], notes.quest_items[hallway]) == (0, [], 1)
    assert list(notes.traps) == [square(game, (4, 1))]
    board = game.board
    assert (board.areas, board.doors_open, board.monsters, board.try_number) == (0, 0, [], 2)
    assert board.deck.unseen.count(card(game, "something-was-asleep-here")) == 6


@pytest.mark.rule("freequest", "fail.cost")
def test_what_was_lost_in_the_dungeon_is_there_again() -> None:
    game = with_treasure()
    when(game, "search-treasure", "end-turn")
    kill(game, "warrior")
    when(game, "end-turn", "yes")
    assert hero(game, "warrior").lost
    try_again(game)
    assert game.notes.gold[area_of(game, "a")] == 75


@pytest.mark.rule("freequest", "fail.cost")
def test_what_another_hero_brought_out_does_not_come_back() -> None:
    game = with_treasure()
    when(game, "search-treasure", "end-turn")
    kill(game, "warrior")
    when(game, "step-north", "step-east", "take-all-0", WEST, "end-move", "end-turn", "yes")
    assert hero(game, "medic").savings == 75
    try_again(game)
    assert game.notes.gold[area_of(game, "a")] == 0


@pytest.mark.rule("freequest", "fail.cost")
def test_what_came_out_with_a_body_does_not_come_back() -> None:
    game = with_treasure()
    when(game, "search-treasure", "end-turn")
    kill(game, "warrior")
    when(game, "step-north", "step-east", "take-body-0", WEST, "end-move", "end-turn", "yes")
    assert hero(game, "warrior").awaits_vigil
    try_again(game)
    assert game.notes.gold[area_of(game, "a")] == 0


@pytest.mark.rule("freequest", "fail.cost")
def test_the_third_failure_closes_a_quest_and_opens_what_comes_after_a_loss() -> None:
    game = home("warrior")
    quest = game.quest()
    game.book.quests.append(quest)
    game.board.quest = 0
    chronicle = Chronicle(2)
    chronicle.standing[0] = IS_OPEN
    quest.after_lost.append(1)
    fresh = FreeQuest(game.content, game.book, game.board, game.notes, chronicle)
    for tries, standing in ((1, [IS_OPEN, CLOSED_YET]), (2, [IS_OPEN, CLOSED_YET]), (3, [IS_LOST, IS_OPEN])):
        fresh.board.end, fresh.board.phase = v.WITHDREW, QUEST_OVER
        fresh.board.heroes[0].at = square(fresh, (1, 0))
        when(fresh)
        assert (chronicle.tries[0], chronicle.standing) == (tries, standing)
