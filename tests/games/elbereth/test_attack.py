"""Attacks: chapter 4 of the ledger."""

from __future__ import annotations

from itertools import chain, combinations, product

import pytest

from tests.games.elbereth.board import act, bits, given, laid, number_at, offered, pieces
from undercroft.games.elbereth import ELBERETH, content
from undercroft.games.elbereth.vocabulary import PIECES

WEAPONS = PIECES[:3]
PROTECTION = PIECES[3:]
WEAPON_SETS = [list(some) for size in (1, 2, 3) for some in combinations(WEAPONS, size)]
DISCARDS = [f"discard-{piece}" for piece in PIECES]
PAYMENTS = ["use-sword", "protect-with-helm", "discard-sword", "discard-bow"]
NORTH = (0, -1)


def use(weapons: list[str]) -> str:
    """The option that turns these weapons down."""
    return "use-" + "-".join(weapons)


# ---- the roll -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "attack.choose-enemy")
def test_every_standing_enemy_can_be_attacked_and_no_beaten_one() -> None:
    table = {NORTH: "E2", (1, 0): "E5", (0, 1): "R", (-1, 0): "E2"}
    assert offered(given(table=table, turned=[(-1, 0)])) == ["attack-1", "attack-2", "attack-3"]


@pytest.mark.rule("elbereth", "attack.choose-enemy")
def test_nothing_but_an_enemy_can_be_attacked_and_none_that_is_still_in_the_deck() -> None:
    table = {NORTH: "W", (1, 0): "S", (0, 1): "C", (-1, 0): "O", (2, 0): "D", (3, 0): "i:bow"}
    assert offered(given(table=table, deck=["E2", "R"])) == ["break-1", "pick-up-3", "pick-up-6"]


@pytest.mark.rule("elbereth", "attack.choose-enemy")
def test_an_enemy_is_attacked_at_any_distance_with_one_roll() -> None:
    told = act(given(table={NORTH: "W", (9, -7): "E3"}), "attack-2", dice=[3])
    assert [(rolled["die"], rolled["strength"]) for rolled in told.figures("attack.rolled")] == [(3, 3)]


@pytest.mark.rule("elbereth", "attack.choose-enemy", "attack.failure-stays")
def test_the_same_enemy_can_be_attacked_again_and_again() -> None:
    game = given(equipped=["armour", "helm"], table={NORTH: "E5"})
    for answer in ("protect-with-armour", "protect-with-helm", "discard-bow"):
        act(game, "attack-1", answer, dice=[4])
        assert offered(game) == ["attack-1"]
    act(game, "attack-1", dice=[5])
    assert offered(game) == []


@pytest.mark.rule("elbereth", "attack.success")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(("card", "strength"), [("E2", 2), ("E3", 3), ("E4", 4), ("E5", 5), ("R", 6)])
def test_a_roll_of_the_strength_or_more_succeeds(card: str, strength: int, die: int) -> None:
    game = given(equipped=["sword", "helm"], table={NORTH: card})
    told = act(game, "attack-1", dice=[die])
    assert ("attack.hit" in told.names, told.asked) == ((True, "") if die >= strength else (False, "attack.failed"))
    assert game.turned[1] == (die >= strength)


@pytest.mark.rule("elbereth", "attack.success")
def test_the_strength_is_the_number_on_the_card() -> None:
    game = given(changes={"card.rat.strength": 6}, equipped=["helm"], table={NORTH: "rat"})
    assert act(game, "attack-1", dice=[5]).asked == "attack.failed"


@pytest.mark.rule("elbereth", "attack.success")
def test_a_success_costs_nothing() -> None:
    game = given(equipped=["sword", "helm"], gone=["bow"], table={NORTH: "E4"}, coin=True)
    act(game, "attack-1", dice=[4])
    assert (pieces(game.equipped), pieces(game.gone), game.coin) == (["sword", "helm"], ["bow"], True)


@pytest.mark.rule("elbereth", "attack.failure-stays")
@pytest.mark.parametrize("answer", PAYMENTS)
def test_after_a_failed_attack_the_enemy_stays_and_no_card_is_laid(answer: str) -> None:
    game = given(equipped=["sword", "helm"], table={NORTH: "E5"}, deck=["W", "W", "W", "W"])
    act(game, "attack-1", answer, dice=[3])
    assert offered(game) == ["attack-1"]
    assert (game.turned[1], game.deck_size()) == (0, 4)
    assert laid(game) == {(0, 0): "up-stairs", NORTH: "snake"}


# ---- success --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "attack.defeat-flips")
def test_a_beaten_enemy_is_turned_over_and_its_three_free_sides_are_explored() -> None:
    game = given(table={(1, 0): "E2"}, deck=["W", "E3", "E4", "E5"])
    told = act(game, "attack-1", dice=[2], cards=["W", "E3", "E4"])
    assert game.turned == [0, 1, 0, 0, 0]
    assert laid(game) == {
        (0, 0): "up-stairs", (1, 0): "tunnel-rat", (1, -1): "wall", (2, 0): "rat", (1, 1): "spider",
    }  # fmt: skip
    assert told.names == ["attack.rolled", "attack.hit", "enemy.beaten", "explore.begins", *["explore.laid"] * 3]


@pytest.mark.rule("elbereth", "attack.defeat-flips")
@pytest.mark.parametrize("taken", [some for size in range(4) for some in combinations([(1, -1), (2, 0), (1, 1)], size)])
def test_only_free_sides_of_a_beaten_enemy_are_filled(taken: tuple[tuple[int, int], ...]) -> None:
    game = given(table={(1, 0): "E2", **dict.fromkeys(taken, "W")}, deck=["E3"] * 5)
    act(game, "attack-1", dice=[2], cards=["E3"] * (3 - len(taken)))
    assert {at for at, card in laid(game).items() if card == "rat"} == {(1, -1), (2, 0), (1, 1)} - set(taken)


@pytest.mark.rule("elbereth", "attack.defeat-flips")
@pytest.mark.parametrize("left", range(4))
def test_a_beaten_enemy_uncovers_no_more_than_the_deck_holds(left: int) -> None:
    game = given(table={(1, 0): "E2"}, deck=["W"] * left)
    act(game, "attack-1", dice=[2], cards=["W"] * (left - 1))
    assert list(laid(game))[2:] == [(1, -1), (2, 0), (1, 1)][:left]


@pytest.mark.rule("elbereth", "attack.defeat-flips")
def test_what_a_beaten_enemy_uncovers_is_explored_further() -> None:
    game = given(table={(1, 0): "E2"}, deck=["W"] * 6 + ["S"])
    act(game, "attack-1", dice=[2], cards=["W", "S", "W", "W", "W", "W"])
    assert list(laid(game))[5:] == [(2, -1), (3, 0), (2, 1)]


@pytest.mark.rule("elbereth", "attack.dragon-key")
def test_a_beaten_dragon_gives_the_key_and_its_card_opens_like_any_other() -> None:
    game = given(table={NORTH: "R"}, deck=["W"] * 4)
    told = act(game, "attack-1", dice=[6], cards=["W"] * 3)
    assert game.key_held
    assert game.turned[1]
    assert list(laid(game))[2:] == [(0, -2), (1, -1), (-1, -1)]
    assert told.names.count("key.found") == 1


@pytest.mark.rule("elbereth", "attack.dragon-key")
def test_the_key_is_there_even_if_nothing_is_left_to_explore_and_leads_down() -> None:
    game = given(table={NORTH: "R", (1, 0): "D", (0, 1): "E2"})
    assert "descend" not in offered(game)
    act(game, "attack-1", dice=[6])
    assert offered(game) == ["attack-3", "descend"]


@pytest.mark.rule("elbereth", "attack.dragon-key")
def test_no_other_enemy_has_the_key() -> None:
    game = given(table={NORTH: "E5", (1, 0): "R"})
    told = act(game, "attack-1", dice=[6])
    assert not game.key_held
    assert "key.found" not in told.names


@pytest.mark.rule("elbereth", "attack.dragon-strength")
@pytest.mark.parametrize("edition", [key for key in ELBERETH.editions() if key != "bosses"])
def test_the_dragon_has_strength_six_on_every_floor(edition: str) -> None:
    for floor in range(1, content.load(edition, {}).floors + 1):
        failing, hitting = (given(edition=edition, equipped=["helm"], table={NORTH: "R"}, floor=floor) for _ in "12")
        assert act(failing, "attack-1", dice=[5]).asked == "attack.failed"
        act(hitting, "attack-1", dice=[6])
        assert hitting.key_held


# ---- failure --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "attack.must-choose")
def test_a_failed_attack_is_paid_with_weapons_protection_or_any_piece() -> None:
    told = act(given(equipped=["sword", "helm"], table={NORTH: "E3"}), "attack-1", dice=[2])
    assert told.asked == "attack.failed"
    assert told.offered == ["use-sword", "protect-with-helm", *DISCARDS]


@pytest.mark.rule("elbereth", "attack.must-choose", "attack.use-weapons", "attack.use-protection")
@pytest.mark.rule("elbereth", "attack.suffer-damage", "attack.no-equipment-left")
def test_exactly_what_can_be_carried_out_is_offered_whatever_the_equipment() -> None:
    for standings in product(("had", "missing", "gone"), repeat=len(PIECES)):
        had = [piece for piece, standing in zip(PIECES, standings) if standing == "had"]
        gone = [piece for piece, standing in zip(PIECES, standings) if standing == "gone"]
        told = act(given(equipped=had, gone=gone, table={NORTH: "R"}), "attack-1", dice=[1])
        weapons = [piece for piece in had if piece in WEAPONS]
        expected = {
            *map(use, map(list, chain.from_iterable(combinations(weapons, size) for size in (1, 2, 3)))),
            *(f"protect-with-{piece}" for piece in had if piece in PROTECTION),
            *(f"discard-{piece}" for piece in PIECES if piece not in gone),
        }
        if len(expected) > 1:  # a single answer is given without a question
            assert set(told.offered) == expected
            assert len(told.offered) == len(expected)
        else:
            assert (told.asked, told.ended) == ("", not expected)


@pytest.mark.rule("elbereth", "attack.must-choose")
def test_the_choice_comes_after_the_roll_is_seen_and_only_after_a_failed_one() -> None:
    failed = act(given(equipped=["sword"], table={NORTH: "E3"}), "attack-1", dice=[2])
    assert failed.names[0] == "attack.rolled"
    assert failed.names[-1] == "attack.missed"
    assert act(given(equipped=["sword"], table={NORTH: "E3"}), "attack-1", dice=[3]).asked == ""


@pytest.mark.rule("elbereth", "attack.must-choose")
@pytest.mark.parametrize(
    ("answer", "equipped", "gone"),
    [
        ("use-sword", ["helm"], []),
        ("protect-with-helm", ["sword"], []),
        ("discard-sword", ["helm"], ["sword"]),
        ("discard-helm", ["sword"], ["helm"]),
        ("discard-staff", ["sword", "helm"], ["staff"]),
    ],
)
def test_one_choice_is_all_that_a_failed_attack_costs(answer: str, equipped: list[str], gone: list[str]) -> None:
    game = given(equipped=["sword", "helm"], table={NORTH: "R"}, coin=True, key_held=True)
    told = act(game, "attack-1", answer, dice=[1])
    assert told.asked == ""
    assert (pieces(game.equipped), pieces(game.gone)) == (equipped, gone)
    assert (game.coin, game.key_held, told.ended) == (True, True, False)


@pytest.mark.rule("elbereth", "attack.must-choose")
def test_a_single_piece_left_and_not_at_hand_is_lost_without_a_question() -> None:
    game = given(gone=PIECES[1:], table={NORTH: "E4"})
    told = act(game, "attack-1", dice=[3])
    assert told.names[-1] == "attack.damaged"
    assert pieces(game.gone) == list(PIECES)
    assert not told.ended


@pytest.mark.rule("elbereth", "attack.use-weapons")
def test_any_set_of_equipped_weapons_can_be_used_even_one_that_is_not_enough() -> None:
    told = act(given(equipped=WEAPONS, table={NORTH: "R"}), "attack-1", dice=[4])
    assert [name for name in told.offered if name.startswith("use-")] == [
        "use-sword", "use-staff", "use-sword-staff", "use-bow", "use-sword-bow", "use-staff-bow", "use-sword-staff-bow",
    ]  # fmt: skip


@pytest.mark.rule("elbereth", "attack.use-weapons")
@pytest.mark.parametrize("weapons", WEAPON_SETS, ids=use)
@pytest.mark.parametrize("die", range(1, 6))
def test_each_weapon_used_adds_one_and_exactly_these_are_turned_down(die: int, weapons: list[str]) -> None:
    game = given(equipped=PIECES, table={NORTH: "R"})
    told = act(game, "attack-1", use(weapons), dice=[die])
    total = die + len(weapons)
    assert told.figures("attack.weapons") == [{"total": total, "strength": 6}]
    assert (game.key_held, bool(game.turned[1])) == (total >= 6, total >= 6)
    assert game.face_down() == bits(weapons)
    assert (game.gone, told.asked) == (0, "")


@pytest.mark.rule("elbereth", "attack.use-weapons")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_one_weapon_is_as_good_as_another(weapon: str) -> None:
    game = given(equipped=[weapon], table={NORTH: "E3"})
    assert "enemy.beaten" in act(game, "attack-1", f"use-{weapon}", dice=[2]).names
    assert pieces(game.face_down()) == list(PIECES)


@pytest.mark.rule("elbereth", "attack.use-weapons")
def test_weapons_that_are_not_at_hand_cannot_be_used_nor_can_protection_add_to_a_roll() -> None:
    game = given(equipped=PROTECTION, gone=["bow"], table={NORTH: "E3"})
    told = act(game, "attack-1", dice=[2])
    assert [name for name in told.offered if name.startswith("use-")] == []


@pytest.mark.rule("elbereth", "attack.weapons-success")
def test_success_by_weapons_is_a_success() -> None:
    game = given(equipped=["sword"], table={NORTH: "R", (1, 0): "i:sword"}, deck=["W"] * 4)
    told = act(game, "attack-1", "use-sword", dice=[5], cards=["W"] * 3)
    assert game.key_held
    assert game.turned[1]
    assert list(laid(game))[3:] == [(0, -2), (1, -1), (-1, -1)]
    assert told.names[-6:] == ["enemy.beaten", "key.found", "explore.begins", *["explore.laid"] * 3]
    assert (game.equipped, game.gone) == (0, 0)
    assert "pick-up-2" in offered(game)


@pytest.mark.rule("elbereth", "attack.use-protection")
@pytest.mark.parametrize("piece", PROTECTION)
def test_one_piece_of_protection_is_turned_down_and_the_enemy_stays(piece: str) -> None:
    game = given(equipped=PIECES, table={NORTH: "E5"})
    told = act(game, "attack-1", f"protect-with-{piece}", dice=[1])
    assert (pieces(game.face_down()), game.gone) == ([piece], 0)
    assert told.names[-1] == "attack.protected"
    assert offered(game) == ["attack-1"]


@pytest.mark.rule("elbereth", "attack.use-protection")
def test_protection_does_not_turn_a_near_miss_into_a_hit() -> None:
    game = given(equipped=PROTECTION, table={NORTH: "R"})
    act(game, "attack-1", "protect-with-armour", dice=[5])
    assert (game.key_held, game.turned[1]) == (False, 0)


@pytest.mark.rule("elbereth", "attack.suffer-damage")
@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("equipped", [[], PIECES], ids=["face-down", "equipped"])
def test_damage_takes_any_piece_for_good_equipped_or_not(equipped: list[str], piece: str) -> None:
    game = given(equipped=equipped, table={NORTH: "E5", (1, 0): f"i:{piece}", (0, 1): "S"}, coin=True)
    act(game, "attack-1", f"discard-{piece}", dice=[1])
    assert pieces(game.gone) == [piece]
    assert pieces(game.equipped) == [each for each in equipped if each != piece]
    assert not {"pick-up-2", f"buy-{piece}"} & set(offered(game))
    assert [name for name in act(game, "attack-1", dice=[1]).offered if piece in name] == []


@pytest.mark.rule("elbereth", "attack.suffer-damage")
def test_the_number_of_a_discarded_piece_costs_nothing_at_a_wall() -> None:
    game = given(equipped=["bow", "helm"], table={NORTH: "E5", (1, 0): "W"})
    act(game, "attack-1", "discard-bow", dice=[1])
    assert "wall.nothing" in act(game, "break-2", dice=[3]).names
    assert (pieces(game.equipped), pieces(game.gone)) == (["helm"], ["bow"])


@pytest.mark.rule("elbereth", "attack.suffer-damage", "boss.bribe-action")
def test_a_discarded_piece_is_no_bribe() -> None:
    game = given(edition="bosses", equipped=["bow"], table={NORTH: "B:marksman"})
    assert offered(game) == ["attack-1", "bribe-with-bow"]
    act(game, "attack-1", "discard-bow", dice=[1])
    assert offered(game) == ["attack-1"]


# ---- nothing left ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "attack.no-equipment-left")
def test_without_equipment_one_may_go_on_until_an_attack_fails() -> None:
    game = given(gone=PIECES, table={NORTH: "E2", (1, 0): "E2"})
    assert not act(game, "attack-1", dice=[2]).ended
    told = act(game, "attack-2", dice=[1])
    assert told.names[-2:] == ["attack.missed", "end.beaten"]
    assert told.asked == ""
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.end, outcome.won) == ("beaten", False)


@pytest.mark.rule("elbereth", "attack.no-equipment-left")
def test_coin_and_key_do_not_save_anybody() -> None:
    game = given(gone=PIECES, table={NORTH: "E2"}, coin=True, key_held=True)
    assert act(game, "attack-1", dice=[1]).ended


@pytest.mark.rule("elbereth", "attack.no-equipment-left")
def test_the_last_piece_pays_once_more() -> None:
    game = given(equipped=["bow"], gone=[piece for piece in PIECES if piece != "bow"], table={NORTH: "E5"})
    assert not act(game, "attack-1", "discard-bow", dice=[1]).ended
    assert act(game, "attack-1", dice=[1]).ended


@pytest.mark.rule("elbereth", "attack.no-equipment-left")
def test_a_piece_that_is_face_down_still_stands_between_you_and_defeat() -> None:
    assert not act(given(gone=PIECES[1:], table={NORTH: "E5"}), "attack-1", dice=[1]).ended


@pytest.mark.rule("elbereth", "attack.no-equipment-left", "wall.no-defense")
def test_the_last_piece_lost_at_a_wall_is_no_defeat() -> None:
    game = given(gone=PIECES[1:], table={NORTH: "W", (1, 0): "E2"})
    assert not act(game, "break-1", dice=[1]).ended
    assert pieces(game.gone) == list(PIECES)
    assert offered(game) == ["attack-2"]


def test_the_number_of_an_attack_is_that_of_the_card_attacked() -> None:
    game = given(table={NORTH: "E2", (1, 0): "E2"})
    act(game, "attack-2", dice=[2])
    assert (number_at(game, (1, 0)), game.turned) == (2, [0, 0, 1])
