"""The treasure deck and what its cards give."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import card, faces, given, hero, item, when
from undercroft.core.decks import Deck
from undercroft.games.freequest.pieces import CARD_SORTS
from undercroft.games.freequest.setup import begin_quest, shuffle_treasure
from undercroft.games.freequest.state import FreeQuest

WANDERING = "something-was-asleep-here"
SEARCH = "search-treasure"
NOBODY_FREE = ["AB"]  # rooms of one square: no monster finds room there


def deal(game: FreeQuest, *keys: str) -> FreeQuest:
    """Let the treasure deck be these cards."""
    game.board.deck = Deck(sorted(card(game, key) for key in keys))
    return game


def deck_of(game: FreeQuest) -> list[str]:
    """The cards in the deck."""
    return [game.content.cards[index].key for index in game.board.deck.unseen]


def search_again(game: FreeQuest, *keys: str) -> list[str]:
    """Search once more with a hero who may, drawing these cards; the events."""
    board = game.board
    board.did, board.actions_left, board.hero().searched = 0, 2, 0
    return when(game, SEARCH, cards=list(keys)).names


# ---- the deck -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "treasure.deck-per-quest")
def test_every_quest_and_every_new_try_begins_with_all_the_cards() -> None:
    game = given()
    assert len(game.board.deck) == 36
    when(game, SEARCH, cards=["blue-flask"])
    assert len(game.board.deck) == 35
    when(game, rule=lambda game: begin_quest(game, 0))
    when(game, rule=shuffle_treasure)
    assert len(game.board.deck) == 36


@pytest.mark.rule("freequest", "treasure.deck-per-quest")
def test_nobody_knows_the_order_of_the_deck_not_even_the_referee() -> None:
    deck = given().view(0).board.deck
    assert len(deck) == 36
    assert (deck.top, deck.bottom, deck.unseen) == ([], [], sorted(deck.unseen))


@pytest.mark.rule("freequest", "treasure.after-draw")
def test_treasure_leaves_the_deck_and_danger_stays() -> None:
    game = deal(given(NOBODY_FREE), "tax-in-a-jar", "tax-in-a-jar", "a-potters-week", WANDERING)
    for key in ("tax-in-a-jar", "tax-in-a-jar", "a-potters-week"):
        search_again(game, key)
    assert hero(game, "warrior").loot == 125
    for _ in range(3):
        assert "wander.nobody" in search_again(game)  # the last kind of card is no surprise
        assert deck_of(game) == [WANDERING]


@pytest.mark.rule("freequest", "treasure.after-draw")
def test_a_blank_is_set_aside_and_a_hazard_goes_back() -> None:
    game = deal(given(), "potsherds", "jar-of-lye")
    search_again(game, "potsherds")
    assert deck_of(game) == ["jar-of-lye"]
    for health in (7, 6):
        search_again(game)
        assert (hero(game, "warrior").health, deck_of(game)) == (health, ["jar-of-lye"])


@pytest.mark.rule("freequest", "treasure.after-draw")
@pytest.mark.parametrize("key", ["a-potters-week", "knife-in-a-loaf", "blue-flask", "potsherds", "oilcloth-bundle"])
def test_gold_items_potions_bundles_and_blanks_are_set_aside(key: str) -> None:
    game = given()
    before = deck_of(game)
    search_again(game, key, *(["felt-soles"] if key == "oilcloth-bundle" else []))
    before.remove(key)
    assert deck_of(game) == before


@pytest.mark.rule("freequest", "treasure.empty-deck")
def test_an_empty_deck_gives_nothing_and_the_action_is_used() -> None:
    game = deal(given())
    told = when(game, SEARCH)
    assert told.names == ["treasure.empty"]
    warrior = hero(game, "warrior")
    assert (warrior.loot, warrior.gear) == (0, [item(game, "broadsword")])
    assert not any(name.startswith("search") for name in told.offered)
    assert game.board.actions_left == 1


# ---- the cards ------------------------------------------------------------------------------------------------------


def test_gold_is_added_to_the_loot_and_not_to_the_savings() -> None:
    game = given()
    when(game, SEARCH, cards=["dowry-in-a-boot"])
    assert (hero(game, "warrior").loot, hero(game, "warrior").savings) == (100, 0)


@pytest.mark.parametrize(
    ("key", "thing"),
    [("knife-in-a-loaf", "dagger"), ("watchmans-pot", "helmet"), ("blue-flask", "blue-flask")],
)
def test_an_item_or_potion_goes_into_the_pack(key: str, thing: str) -> None:
    game = given()
    when(game, SEARCH, cards=[key])
    assert hero(game, "warrior").gear == [item(game, "broadsword"), item(game, thing)]


def test_a_bundle_holds_an_enchanted_item_that_is_not_in_the_campaign() -> None:
    game = given(heroes={"warrior": (0, 0), "medic": (3, 0)})
    enchanted = [each.index for each in game.content.items if each.enchanted]
    hero(game, "medic").gear.extend(enchanted[1:])
    when(game, SEARCH, cards=["oilcloth-bundle"])  # one is left, and that is no surprise
    assert hero(game, "warrior").gear[-1] == enchanted[0]


def test_a_bundle_is_gold_when_no_enchanted_item_is_left() -> None:
    game = given(heroes={"warrior": (0, 0), "medic": (3, 0)})
    hero(game, "medic").gear.extend(each.index for each in game.content.items if each.enchanted)
    when(game, SEARCH, cards=["oilcloth-bundle"])
    assert hero(game, "warrior").loot == 100


def test_an_enchanted_item_lost_with_a_hero_can_be_found_again() -> None:
    game = given(heroes={"warrior": (0, 0), "medic": (3, 0)})
    medic = hero(game, "medic")
    medic.gear.append(item(game, "felt-soles"))
    medic.dead = medic.lost = True
    when(game, SEARCH, cards=["oilcloth-bundle", "felt-soles"])
    assert item(game, "felt-soles") in hero(game, "warrior").gear


@pytest.mark.parametrize(("roll", "health"), [([4, 1], 8), ([3, 1], 7)])
def test_a_loose_flagstone_hurts_unless_a_skill_test_succeeds(roll: list[int], health: int) -> None:
    game = given()
    when(game, SEARCH, cards=["loose-flagstone"], dice=roll)
    assert hero(game, "warrior").health == health


def test_every_sort_of_card_is_in_the_deck() -> None:
    cards = given().content.cards
    assert {CARD_SORTS[each.sort]: sum(one.copies for one in cards if one.sort == each.sort) for each in cards} == {
        "gold": 14, "potion": 6, "item": 3, "bundle": 1, "nothing": 4, "hazard": 3, "wandering": 5,
    }  # fmt: skip


# ---- potions --------------------------------------------------------------------------------------------------------


def test_a_blue_flask_restores_three_between_two_steps_and_is_gone() -> None:
    game = given()
    warrior = hero(game, "warrior")
    flask = item(game, "blue-flask")
    warrior.gear += [flask, flask]
    warrior.health = 4
    told = when(game, "step-east", f"drink-{flask}", "step-east")
    assert (warrior.health, warrior.gear.count(flask)) == (7, 1)
    when(game, f"drink-{flask}")
    assert (warrior.health, warrior.gear.count(flask)) == (8, 0)
    assert told.asked == "move.step"


def test_a_vinegar_draught_adds_two_dice_to_the_next_attack() -> None:
    game = given(monsters=[("troll", (1, 0))])
    draught = item(game, "vinegar-draught")
    hero(game, "warrior").gear.append(draught)
    when(game, f"drink-{draught}", "attack-0", dice=[1] * 6 + [6] * 4)
    assert hero(game, "warrior").edge == 0


@pytest.mark.rule("freequest", "equip.carry")
def test_what_was_drunk_before_still_works_after_another_potion() -> None:
    game = given(monsters=[("troll", (1, 0))])
    warrior = hero(game, "warrior")
    draught, tonic, flask = [item(game, key) for key in ("vinegar-draught", "tortoise-tonic", "blue-flask")]
    warrior.gear += [draught, draught, tonic, tonic, flask]
    drunk = (draught, draught, tonic, tonic, flask)
    told = when(game, *[f"drink-{one}" for one in drunk])
    assert [figures["item"] for figures in told.figures("item.drunk")] == list(drunk)
    assert (warrior.edge, warrior.shield) == (4, 4)
    told = when(game, "attack-0", dice=[1] * 8 + [6] * 4)
    assert faces(told, "attack.rolled") == [[1] * 8]


def test_a_tortoise_tonic_guards_to_the_end_of_the_referees_turn() -> None:
    game = given(monsters=[("goblin", (1, 0))])
    tonic = item(game, "tortoise-tonic")
    hero(game, "warrior").gear.append(tonic)
    when(game, f"drink-{tonic}", "end-turn", "monster-0", "strike-0", "done", dice=[6, 6, 6, 6, 1])
    assert (hero(game, "warrior").health, hero(game, "warrior").shield) == (8, 0)
