"""The boss expansion: chapter 9 of the ledger."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.games.elbereth.board import (
    Lucky,
    act,
    bits,
    given,
    kind,
    laid,
    offered,
    pieces,
    session_at,
    when,
    whole_game,
)
from undercroft.core.scene import Pile
from undercroft.games.elbereth import ELBERETH, content
from undercroft.games.elbereth.cards import BOSS
from undercroft.games.elbereth.exploration import first_floor
from undercroft.games.elbereth.state import BOSS_TO_COME, Elbereth
from undercroft.games.elbereth.vocabulary import ITEMS, PIECES

NORTH = (0, -1)
WANTS = {
    "knight": ["sword"],
    "mage": ["staff"],
    "marksman": ["bow"],
    "merchant": ["coin"],
    "smith": ["armour", "helm", "gauntlets"],
    "ogre": [],
    "dragon": [],
}
BRIBES = [(boss, item) for boss, wanted in WANTS.items() for item in wanted]


def facing(boss: str, **more: Any) -> Elbereth:
    """A floor of the expansion with a boss in the north, and what else is given."""
    return given(edition="bosses", **{**more, "table": {NORTH: f"B:{boss}", **more.get("table", {})}})


def holding(item: str) -> dict[str, Any]:
    """One item and no other, for `given`."""
    return {"coin": True} if item == "coin" else {"equipped": [item]}


def bribes(game: Elbereth) -> list[str]:
    """What the boss would take now."""
    return [name.removeprefix("bribe-with-") for name in offered(game) if name.startswith("bribe-with-")]


def kinds(game: Elbereth, *bosses: str) -> list[int]:
    """Bosses as kinds."""
    return [kind(game.content, f"B:{boss}") for boss in bosses]


# ---- a boss on every floor ------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "boss.option")
def test_with_the_expansion_the_deck_holds_one_boss_and_no_dragon_besides() -> None:
    game = Elbereth(content.load("bosses", {}))
    when(game, first_floor, cards=["W"] * 4)
    deck = game.bags[-1]
    assert deck.count(BOSS_TO_COME) == 1
    assert [card for card in deck if card >= 0 and game.content.kinds[card].sort == BOSS] == []
    assert len(deck) == 44 - 4


@pytest.mark.rule("elbereth", "boss.option")
@pytest.mark.parametrize("edition", [key for key in ELBERETH.editions() if key != "bosses"])
def test_without_the_expansion_every_boss_is_the_dragon(edition: str) -> None:
    game, told = whole_game(edition)
    bosses = [game.content.kinds[each["card"]] for each in told.figures("explore.laid")]
    assert [boss.key for boss in bosses if boss.sort == BOSS] == ["dragon"] * game.content.floors


@pytest.mark.rule("elbereth", "boss.option")
@pytest.mark.parametrize("boss", WANTS)
def test_a_beaten_boss_gives_the_key_opens_its_space_and_lets_you_down(boss: str) -> None:
    game = facing(boss, table={(1, 0): "D"}, deck=["W"] * 4)
    for _ in range(game.kind(1).hits_needed - 1):
        act(game, "attack-1", dice=[6])
    assert not game.key_held
    told = act(game, "attack-1", dice=[6], cards=["W"] * 3)
    assert told.names.count("key.found") == 1
    assert (game.key_held, game.turned[1]) == (True, 1)
    assert list(laid(game))[3:] == [(0, -2), (1, -1), (-1, -1)]
    assert "descend" in offered(game)
    assert "attack-1" not in offered(game)


@pytest.mark.rule("elbereth", "boss.option")
@pytest.mark.parametrize("boss", WANTS)
def test_a_boss_is_laid_as_a_closed_card_and_can_be_attacked_at_once(boss: str) -> None:
    game = given(edition="bosses", table={NORTH: "E3"}, deck=["B", "W", "W", "W"])
    game.bosses = kinds(game, *WANTS)
    act(game, "attack-1", dice=[3], cards=["B", f"B:{boss}", "W", "W"])
    assert list(laid(game).items())[2:] == [((0, -2), boss), ((1, -1), "wall"), ((-1, -1), "wall")]
    assert "attack-2" in offered(game)


@pytest.mark.rule("elbereth", "boss.one-per-floor")
@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e"])
def test_over_seven_floors_all_seven_bosses_come_once(seed: str) -> None:
    game, told = whole_game("bosses", chance=Lucky(seed))
    assert "end.won" in told.names
    bosses = [game.content.kinds[each["card"]] for each in told.figures("explore.laid")]
    came = [boss.key for boss in bosses if boss.sort == BOSS]
    assert sorted(came) == sorted(WANTS)
    assert game.bosses == []


@pytest.mark.rule("elbereth", "boss.one-per-floor")
def test_any_boss_may_come_on_any_floor_the_dragon_too() -> None:
    came: Counter[tuple[int, str]] = Counter()
    for seed in range(200):
        game, told = whole_game("bosses", chance=Lucky(str(seed)))
        cards = [game.content.kinds[each["card"]] for each in told.figures("explore.laid")]
        came.update(enumerate([card.key for card in cards if card.sort == BOSS]))
    assert set(came) == {(floor, boss) for floor in range(7) for boss in WANTS}
    assert all(abs(times - 200 / 7) < 25 for times in came.values())  # five standard deviations


@pytest.mark.rule("elbereth", "boss.one-per-floor")
@pytest.mark.parametrize("left", [list(WANTS), list(WANTS)[2:], ["ogre", "knight"], ["smith"]])
def test_each_of_the_bosses_left_is_as_likely_as_the_others(left: list[str]) -> None:
    game = given(edition="bosses", table={NORTH: "E3", (-1, -1): "W", (1, -1): "W"}, deck=["B"])
    game.bosses = kinds(game, *left)
    odds = session_at(game).odds("attack-1", unveil=True)
    for boss in WANTS:
        likely = Fraction(4, 6) / len(left) if boss in left else 0  # a roll of three or more, then one of those left
        assert odds.of("explore.laid", kind(game.content, f"B:{boss}")) == likely


@pytest.mark.rule("elbereth", "boss.one-per-floor")
def test_before_the_boss_is_laid_one_sees_only_which_are_left() -> None:
    game = given(edition="bosses", floor=4, table={NORTH: "E3"}, deck=["B", "W", "W", "W"])
    game.bosses = kinds(game, "mage", "smith", "ogre", "dragon")
    assert bosses_shown(game) == {"Mage", "Smith", "Two-headed Ogre", "Dragon"}
    act(game, "attack-1", dice=[3], cards=["B", "B:smith", "W", "W"])
    assert bosses_shown(game) == {"Mage", "Two-headed Ogre", "Dragon"}


def bosses_shown(game: Elbereth) -> set[str]:
    """The bosses among the cards that a scene says do not lie on the table."""
    piles = [item for zone in session_at(game).scene().zones for item in zone.items if isinstance(item, Pile)]
    names = {name.split(" ", 1)[1] for pile in piles for name in pile.names}
    return names & {each.name for each in game.content.kinds if each.sort == BOSS}


# ---- leaving the game -----------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "boss.discarded")
@pytest.mark.parametrize("by", ["attack-1", "bribe-with-sword"])
def test_a_boss_beaten_or_bribed_leaves_the_game_with_seven_others_on_the_way_down(by: str) -> None:
    game = Elbereth(content.load("bosses", {}))
    when(game, first_floor, cards=["B", "B:knight", "D", "W", "W", "W", "W", "W"])
    game.equipped = bits(["sword"])
    act(game, by, dice=[6] if by == "attack-1" else [], cards=["W", "W"])
    assert (game.kind(1).key, game.turned[1]) == ("knight", 1)  # its open space stays until then
    session = session_at(game, Lucky("below"))
    told = session.choose("descend")
    below = session.state
    assert isinstance(below, Elbereth)
    assert next(event.figures["deck"] for event in told if event.kind.name == "floor.begins") == 35 + 2
    met = [card for card in below.cards if below.content.kinds[card].sort == BOSS]
    assert sorted(below.bosses + met) == sorted(kinds(below, *(boss for boss in WANTS if boss != "knight")))
    assert not any(kind(below.content, "B:knight") in bag for bag in below.bags)


@pytest.mark.rule("elbereth", "boss.discarded")
def test_what_left_the_game_with_each_boss_is_missed_on_the_floor_below() -> None:
    game, told = whole_game("bosses")
    decks = [each["deck"] for each in told.figures("floor.begins")]
    assert decks == [44, 37, 30, 23, 16, 9, 2]  # the boss and the down stairs among them
    assert game.bosses == []


# ---- bribes ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "boss.bribe-action")
@pytest.mark.parametrize(("boss", "item"), BRIBES)
def test_a_bribe_needs_no_roll_and_brings_the_key_and_the_open_space(boss: str, item: str) -> None:
    game = facing(boss, deck=["W"] * 4, **holding(item))
    assert offered(game) == ["attack-1", f"bribe-with-{item}"]
    told = act(game, f"bribe-with-{item}", cards=["W"] * 3)
    assert told.names == ["boss.bribed", "key.found", "explore.begins", *["explore.laid"] * 3]
    assert (told.asked, game.key_held, game.turned[1]) == ("", True, 1)
    assert list(laid(game))[2:] == [(0, -2), (1, -1), (-1, -1)]
    assert not {"attack-1", f"bribe-with-{item}"} & set(offered(game))


@pytest.mark.rule("elbereth", "boss.bribe-action", "boss.knight", "boss.mage", "boss.marksman")
@pytest.mark.rule("elbereth", "boss.merchant", "boss.smith", "boss.ogre", "boss.dragon")
@pytest.mark.parametrize("item", ITEMS)
@pytest.mark.parametrize("boss", WANTS)
def test_a_boss_takes_what_it_wants_and_nothing_else(boss: str, item: str) -> None:
    assert bribes(facing(boss, **holding(item))) == ([item] if item in WANTS[boss] else [])


@pytest.mark.rule("elbereth", "boss.bribe-action", "boss.knight", "boss.mage", "boss.marksman")
@pytest.mark.rule("elbereth", "boss.merchant", "boss.smith")
@pytest.mark.parametrize("boss", WANTS)
def test_what_is_face_down_gone_or_spent_is_no_bribe(boss: str) -> None:
    assert bribes(facing(boss)) == []
    assert bribes(facing(boss, gone=PIECES, coin_gone=True)) == []
    lying = {(east, 1): f"i:{piece}" for east, piece in enumerate(PIECES)}
    assert bribes(facing(boss, table={**lying, (6, 1): "C"})) == []


@pytest.mark.rule("elbereth", "boss.bribe-action")
def test_a_bribe_is_offered_from_the_moment_the_boss_lies_on_the_table() -> None:
    game = given(edition="bosses", equipped=["sword"], table={NORTH: "E3"}, deck=["B", "W", "W", "W"])
    game.bosses = kinds(game, "knight", "mage")
    assert bribes(game) == []
    act(game, "attack-1", dice=[3], cards=["B", "B:knight", "W", "W"])
    assert bribes(game) == ["sword"]


@pytest.mark.rule("elbereth", "boss.bribe-action")
@pytest.mark.parametrize("answer", ["protect-with-helm", "discard-bow", "use-staff"])
def test_a_boss_can_be_bribed_after_failed_attacks_too(answer: str) -> None:
    game = facing("knight", equipped=["sword", "staff", "helm"])
    act(game, "attack-1", answer, dice=[1])
    assert bribes(game) == ["sword"]


@pytest.mark.rule("elbereth", "boss.bribe-action")
def test_a_boss_that_is_beaten_takes_no_bribe() -> None:
    game = facing("knight", equipped=["sword"], table={(1, 0): "W"})
    act(game, "attack-1", dice=[6])
    assert offered(game) == ["break-2"]


@pytest.mark.rule("elbereth", "boss.bribe-permanent")
@pytest.mark.parametrize(("boss", "item"), [pair for pair in BRIBES if pair[1] != "coin"])
def test_equipment_given_to_a_boss_is_gone_for_good(boss: str, item: str) -> None:
    game = facing(boss, equipped=PIECES, coin=True, table={(1, 0): f"i:{item}", (0, 1): "S", (-1, 0): "W"})
    act(game, f"bribe-with-{item}")
    assert (pieces(game.gone), game.face_down()) == ([item], 0)
    assert (game.coin, game.coin_gone) == (True, False)
    assert offered(game) == ["break-4"]


@pytest.mark.rule("elbereth", "boss.bribe-permanent", "boss.merchant")
def test_a_coin_given_away_is_the_last() -> None:
    game = facing("merchant", coin=True, table={(1, 0): "C", (0, 1): "S", (-1, 0): "W"})
    act(game, "bribe-with-coin")
    assert not game.coin
    assert offered(game) == ["break-4"]  # no coin picked up, nothing bought
    assert (game.equipped, game.gone) == (0, 0)


@pytest.mark.rule("elbereth", "boss.bribe-permanent", "boss.merchant")
def test_after_the_merchant_no_coin_of_a_later_floor_can_be_picked_up() -> None:
    game = facing("merchant", floor=3, coin=True, table={(1, 0): "D"}, deck=["C"] * 8)
    act(game, "bribe-with-coin", cards=["C"] * 7)
    game.bosses = kinds(game, "knight", "mage")
    act(game, "descend", cards=["D", "B", "B:knight", "C"])
    assert list(laid(game).values()) == ["up-stairs", "down-stairs", "knight", "item-coin"]
    assert offered(game) == ["attack-2"]


@pytest.mark.rule("elbereth", "boss.bribe-permanent")
@pytest.mark.parametrize(("boss", "item"), [pair for pair in BRIBES if pair[1] != "coin"])
def test_the_last_piece_given_to_a_boss_is_no_defeat_but_nothing_is_left_against_one(boss: str, item: str) -> None:
    gone = [piece for piece in PIECES if piece != item]
    game = facing(boss, equipped=[item], gone=gone, table={(1, 0): "E2"})
    assert not act(game, f"bribe-with-{item}").ended
    assert pieces(game.gone) == list(PIECES)
    assert act(game, "attack-2", dice=[1]).ended


# ---- the seven ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "boss.knight", "boss.mage", "boss.marksman", "boss.merchant", "boss.smith", "boss.dragon")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("boss", [boss for boss in WANTS if boss != "ogre"])
def test_all_but_the_ogre_have_strength_six(boss: str, die: int) -> None:
    game = facing(boss, equipped=["helm"])
    told = act(game, "attack-1", dice=[die])
    assert (told.asked, game.key_held) == (("", True) if die == 6 else ("attack.failed", False))


@pytest.mark.rule("elbereth", "boss.knight")
@pytest.mark.parametrize(("boss", "weapon"), [("knight", "sword"), ("mage", "staff"), ("marksman", "bow")])
def test_the_weapon_that_a_boss_wants_can_be_used_against_it_instead(boss: str, weapon: str) -> None:
    game = facing(boss, equipped=[weapon])
    act(game, "attack-1", f"use-{weapon}", dice=[5])
    assert game.key_held
    assert (game.equipped, game.gone) == (0, 0)


@pytest.mark.rule("elbereth", "boss.smith")
def test_the_smith_takes_one_equipped_piece_of_protection_of_your_choice() -> None:
    game = facing("smith", equipped=["sword", "armour", "helm"], coin=True)
    assert bribes(game) == ["armour", "helm"]
    act(game, "bribe-with-helm")
    assert (pieces(game.equipped), pieces(game.gone)) == (["sword", "armour"], ["helm"])


@pytest.mark.rule("elbereth", "boss.ogre", "boss.dragon")
@pytest.mark.parametrize("boss", ["ogre", "dragon"])
def test_ogre_and_dragon_take_no_bribe_whatever_one_has(boss: str) -> None:
    assert offered(facing(boss, equipped=PIECES, coin=True, key_held=True)) == ["attack-1"]


# ---- the ogre -------------------------------------------------------------------------------------------------------


def marked(**more: Any) -> Elbereth:
    """A floor with an ogre that was hit once, by the last action."""
    game = facing("ogre", **more)
    act(game, "attack-1", dice=[5])
    assert game.hit_once
    return game


@pytest.mark.rule("elbereth", "boss.ogre")
def test_two_successes_in_succession_beat_the_ogre_and_one_does_not() -> None:
    game = facing("ogre", deck=["W"] * 4)
    first = act(game, "attack-1", dice=[5])
    assert first.names == ["attack.rolled", "attack.hit", "boss.hit-once"]
    assert (game.key_held, game.turned[1], game.deck_size()) == (False, 0, 4)
    assert offered(game) == ["attack-1"]
    second = act(game, "attack-1", dice=[6], cards=["W"] * 3)
    assert second.names[2:5] == ["enemy.beaten", "key.found", "explore.begins"]
    assert (game.key_held, game.turned[1], game.hit_once) == (True, 1, False)


@pytest.mark.rule("elbereth", "boss.ogre")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("hit_once", [False, True])
def test_each_head_has_strength_five(hit_once: bool, die: int) -> None:
    game = facing("ogre", equipped=["helm"], hit_once=hit_once)
    told = act(game, "attack-1", dice=[die])
    assert told.asked == ("" if die >= 5 else "attack.failed")
    assert ("attack.hit" in told.names, game.key_held) == (die >= 5, die >= 5 and hit_once)


@pytest.mark.rule("elbereth", "boss.ogre")
@pytest.mark.parametrize(
    "answer", ["use-sword", "use-sword-staff", "protect-with-helm", "discard-sword", "discard-helm", "discard-bow"]
)
def test_a_failed_second_attack_gives_the_ogre_both_heads_back_however_it_is_paid(answer: str) -> None:
    game = marked(equipped=["sword", "staff", "helm"])
    told = act(game, "attack-1", answer, dice=[2])
    assert told.names.count("boss.recovered") == 1
    assert not game.hit_once
    act(game, "attack-1", dice=[5])
    assert not game.key_held
    act(game, "attack-1", dice=[5])
    assert game.key_held


@pytest.mark.rule("elbereth", "boss.ogre")
def test_the_ogre_recovers_too_where_the_last_piece_pays_without_a_question() -> None:
    game = marked(gone=PIECES[1:])
    act(game, "attack-1", dice=[4])
    assert not game.hit_once


@pytest.mark.rule("elbereth", "boss.ogre")
@pytest.mark.parametrize(
    ("first", "second"),
    [([5], [4, "use-sword"]), ([4, "use-bow"], [5]), ([4, "use-staff"], [3, "use-sword-bow"]), ([6], [6])],
)
def test_weapons_may_be_used_against_either_head(first: list[Any], second: list[Any]) -> None:
    game = facing("ogre", equipped=["sword", "staff", "bow"])
    act(game, "attack-1", *first[1:], dice=first[:1])
    assert (game.hit_once, game.key_held) == (True, False)
    told = act(game, "attack-1", *second[1:], dice=second[:1])
    assert "boss.recovered" not in told.names
    assert game.key_held


@pytest.mark.rule("elbereth", "boss.ogre")
@pytest.mark.parametrize(
    ("action", "then", "die"),
    [
        ("attack-2", [], [3]),
        ("attack-2", ["use-sword"], [2]),
        ("attack-2", ["use-sword"], [1]),
        ("attack-2", ["protect-with-helm"], [1]),
        ("attack-2", ["discard-bow"], [1]),
        ("break-3", [], [3]),
        ("pick-up-4", [], []),
        ("buy-gauntlets", [], []),
    ],
)
def test_any_other_action_gives_the_ogre_both_heads_back(action: str, then: list[str], die: list[int]) -> None:
    table = {(1, 0): "E3", (0, 1): "W", (-1, 0): "i:armour", (2, 0): "S"}
    game = marked(equipped=["sword", "helm"], coin=True, table=table)
    told = act(game, action, *then, dice=die)
    assert told.names[0] == "boss.recovered"
    assert told.names.count("boss.recovered") == 1
    act(game, "attack-1", dice=[5])
    assert (game.key_held, game.hit_once) == (False, True)
    act(game, "attack-1", dice=[5])
    assert game.key_held


@pytest.mark.rule("elbereth", "boss.ogre")
def test_an_ogre_that_was_not_hit_has_nothing_to_recover_from() -> None:
    game = facing("ogre", equipped=["helm"], table={(1, 0): "E3"})
    told = act(game, "attack-1", "protect-with-helm", dice=[4])
    assert "boss.recovered" not in told.names
    assert "boss.recovered" not in act(game, "attack-2", dice=[3]).names


@pytest.mark.rule("elbereth", "boss.ogre")
def test_only_the_ogre_has_a_second_head() -> None:
    game = marked(table={(1, 0): "E3"})
    act(game, "attack-2", dice=[6])
    assert game.turned[2]
    for boss in WANTS:
        game = facing(boss)
        assert game.kind(1).hits_needed == (2 if boss == "ogre" else 1)


@pytest.mark.rule("elbereth", "boss.ogre", "attack.no-equipment-left")
def test_a_failed_second_attack_with_nothing_left_loses_the_game() -> None:
    assert act(marked(gone=PIECES), "attack-1", dice=[4]).ended
