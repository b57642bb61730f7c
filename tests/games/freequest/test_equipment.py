"""Equipment: hands and slots, changing, carrying, who may use what, and enchanted items."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import equip, faces, given, hero, in_town, item, kill, offered, when, where
from undercroft.core.errors import ScriptError
from undercroft.games.freequest.aftermath import be_lost
from undercroft.games.freequest.sheets import attack_dice, defense_dice, gain, movement
from undercroft.games.freequest.state import FreeQuest, Hero


def wears(game: FreeQuest, key: str) -> str:
    """The option to put a thing on."""
    return f"wear-{item(game, key)}"


def puts_away(game: FreeQuest, key: str) -> str:
    """The option to put a thing away."""
    return f"put-away-{item(game, key)}"


def worn(game: FreeQuest, who: str) -> set[str]:
    """What a hero holds and wears."""
    one = hero(game, who)
    places = (one.main_hand, one.other_hand, one.head, one.body)
    return {game.content.items[index].key for index in places if index >= 0}


def pack(game: FreeQuest, who: str, *keys: str) -> Hero:
    """Put things into a hero's pack."""
    one = hero(game, who)
    for key in keys:
        gain(game.content, one, item(game, key))
    return one


def rearranging(options: list[str]) -> list[str]:
    """What can be put on or away."""
    return [name for name in options if name.startswith(("wear-", "put-away-"))]


# ---- dice -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "equip.adds-dice")
def test_armour_of_different_slots_adds_up() -> None:
    game = given(monsters=[("goblin", (1, 0))])
    equip(game, "warrior", "helmet", "shield", "leather")
    told = when(game, "end-turn", "monster-0", "strike-0", dice=[1, 1, 6, 6, 6, 6])
    assert faces(told, "monster.attacks", "against") == [[6, 6, 6, 6]]


@pytest.mark.rule("freequest", "equip.adds-dice")
def test_a_weapon_adds_attack_dice_and_armour_none() -> None:
    game = given(monsters=[("goblin", (1, 0))])
    equip(game, "warrior", "broadsword", "helmet", "shield", "platemail")
    told = when(game, "attack-0", dice=[1, 1, 1, 1, 6, 6])
    assert faces(told, "attack.rolled") == [[1, 1, 1, 1]]
    assert defense_dice(hero(game, "warrior")) == 1 + 1 + 1 + 4


# ---- hands and slots ------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "equip.hands")
@pytest.mark.parametrize("weapon", ["staff", "battle-axe", "short-bow", "crossbow"])
def test_a_weapon_for_two_hands_and_a_shield_are_never_held_together(weapon: str) -> None:
    game = given()
    equip(game, "warrior", weapon, "shield")
    assert worn(game, "warrior") == {weapon}
    when(game, wears(game, "shield"))
    assert worn(game, "warrior") == {"shield"}
    assert defense_dice(hero(game, "warrior")) == 2
    when(game, wears(game, weapon))
    assert worn(game, "warrior") == {weapon}
    assert defense_dice(hero(game, "warrior")) == 1


@pytest.mark.rule("freequest", "equip.hands")
@pytest.mark.parametrize("weapon", ["longsword", "broadsword", "shortsword", "dagger"])
def test_a_weapon_for_one_hand_and_a_shield_go_together(weapon: str) -> None:
    game = given()
    equip(game, "warrior", weapon)
    pack(game, "warrior", "shield")
    when(game, wears(game, "shield"))
    assert worn(game, "warrior") == {weapon, "shield"}


@pytest.mark.rule("freequest", "equip.hands")
def test_only_one_shield_counts() -> None:
    game = given()
    equip(game, "warrior", "shield", "shield")
    assert defense_dice(hero(game, "warrior")) == 2
    assert rearranging(offered(game)) == [puts_away(game, "shield")]


@pytest.mark.rule("freequest", "equip.hands")
def test_there_is_no_third_hand() -> None:
    game = given()
    equip(game, "warrior", "longsword", "shield")
    pack(game, "warrior", "dagger")
    when(game, wears(game, "dagger"))
    assert worn(game, "warrior") == {"dagger", "shield"}
    game = given()
    equip(game, "warrior", "longsword")
    pack(game, "warrior", "dagger", "shortsword")
    when(game, wears(game, "dagger"), wears(game, "shortsword"))
    assert len(worn(game, "warrior")) == 2


@pytest.mark.rule("freequest", "equip.hands")
def test_a_weapon_for_two_hands_empties_both() -> None:
    game = given()
    equip(game, "warrior", "longsword", "shield")
    pack(game, "warrior", "battle-axe")
    when(game, wears(game, "battle-axe"))
    assert worn(game, "warrior") == {"battle-axe"}
    when(game, wears(game, "longsword"))
    assert worn(game, "warrior") == {"longsword"}


@pytest.mark.rule("freequest", "equip.hands", "attack.one-weapon")
def test_the_second_weapon_comes_into_the_main_hand_when_the_first_is_put_away() -> None:
    game = given(monsters=[("goblin", (1, 0))])
    warrior = equip(game, "warrior", "shortsword")
    warrior.gear.append(item(game, "dagger"))
    when(game, f"wear-{item(game, 'dagger')}")
    assert (warrior.main_hand, warrior.other_hand) == (item(game, "shortsword"), item(game, "dagger"))
    told = when(game, f"put-away-{item(game, 'shortsword')}")
    assert (warrior.main_hand, warrior.other_hand) == (item(game, "dagger"), -1)
    assert [name for name in told.offered if name.startswith("attack")] == ["attack-0", "attack-unarmed-0"]
    equip(game, "warrior", "shortsword", "shield")
    when(game, "end-turn", "end-round", f"put-away-{item(game, 'shortsword')}")
    assert (warrior.main_hand, warrior.other_hand) == (-1, item(game, "shield"))


@pytest.mark.rule("freequest", "equip.slots")
def test_one_piece_of_armour_on_the_body() -> None:
    game = given()
    equip(game, "warrior", "leather")
    pack(game, "warrior", "chainmail")
    when(game, wears(game, "chainmail"))
    assert worn(game, "warrior") == {"chainmail"}
    assert (defense_dice(hero(game, "warrior")), movement(game.content, hero(game, "warrior"))) == (3, 6)


@pytest.mark.rule("freequest", "equip.slots")
def test_one_thing_on_the_head() -> None:
    game = given()
    equip(game, "warrior", "helmet")
    pack(game, "warrior", "lamplighters-hood")
    when(game, wears(game, "lamplighters-hood"))
    assert worn(game, "warrior") == {"lamplighters-hood"}
    assert defense_dice(hero(game, "warrior")) == 2


# ---- changing -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "equip.change")
def test_a_bow_is_changed_for_a_dagger_at_the_start_of_the_turn_for_nothing() -> None:
    game = given(heroes={"ranger": (0, 0)}, monsters=[("goblin", (1, 0))])
    assert "attack-0" not in offered(game)
    told = when(game, wears(game, "dagger"))
    assert (game.board.did, game.board.actions_left) == (0, 2)
    told = when(game, "attack-0", dice=[6, 6, 1, 1])
    assert faces(told, "attack.rolled") == [[6, 6]]


@pytest.mark.rule("freequest", "equip.change")
@pytest.mark.parametrize("action", ["step-south", "search-traps"])
def test_after_the_first_action_nothing_is_changed(action: str) -> None:
    game = given(heroes={"ranger": (0, 0)})
    assert rearranging(offered(game)) == [puts_away(game, "short-bow"), wears(game, "dagger")]
    told = when(game, action)
    assert rearranging(told.offered) == []
    if action == "step-south":
        assert rearranging(when(game, "end-move").offered) == []


@pytest.mark.rule("freequest", "equip.change")
def test_body_armour_is_changed_only_with_no_monster_in_sight() -> None:
    game = given(["aaRR"], doors=[((1, 0), (2, 0))], heroes={"warrior": (1, 0)}, monsters=[("goblin", (3, 0))])
    equip(game, "warrior", "broadsword", "leather")
    pack(game, "warrior", "platemail", "helmet")
    body = {puts_away(game, "leather"), wears(game, "platemail")}
    rest = {puts_away(game, "broadsword"), wears(game, "helmet")}
    assert set(rearranging(offered(game))) == body | rest
    assert set(rearranging(when(game, "open-east").offered)) == rest


@pytest.mark.rule("freequest", "equip.change")
def test_between_quests_everything_may_be_changed() -> None:
    game = given(monsters=[("goblin", (1, 0))])
    equip(game, "warrior", "broadsword", "leather")
    pack(game, "warrior", "platemail", "dagger", "shield")
    in_town(game)
    told = when(game, wears(game, "platemail"), puts_away(game, "broadsword"), wears(game, "shield"))
    assert told.asked == "shop.trade"
    assert worn(game, "warrior") == {"platemail", "shield"}


@pytest.mark.rule("freequest", "equip.change")
def test_only_what_is_carried_can_be_put_on() -> None:
    game = given()
    assert rearranging(offered(game)) == [puts_away(game, "broadsword")]


# ---- carrying -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "equip.carry")
def test_what_is_in_the_pack_adds_nothing() -> None:
    game = given()
    pack(game, "warrior", "helmet", "shield", "platemail", "battle-axe")
    one = hero(game, "warrior")
    assert (defense_dice(one), movement(game.content, one)) == (1, 8)
    assert attack_dice(game.content, one, one.main_hand) == 4


@pytest.mark.rule("freequest", "equip.carry")
def test_there_is_no_limit() -> None:
    game = given()
    one = pack(game, "warrior", *["battle-axe", "platemail", "shield"] * 20)
    assert (len(one.gear), movement(game.content, one)) == (61, 8)


@pytest.mark.rule("freequest", "equip.carry")
def test_potions_and_carried_items_work_from_the_pack() -> None:
    game = given()
    one = pack(game, "warrior", "ferrymans-boots", "blue-flask")
    one.health = 4
    assert movement(game.content, one) == 9
    when(game, f"drink-{item(game, 'blue-flask')}")
    assert (one.health, item(game, "blue-flask") in one.gear) == (7, False)


# ---- who may use what -----------------------------------------------------------------------------------------------


def in_the_shop(who: str) -> FreeQuest:
    """A hero with much gold between quests."""
    game = in_town(given(heroes={who: (0, 0)}))
    hero(game, who).savings = 2000
    return game


@pytest.mark.rule("freequest", "equip.any-hero")
@pytest.mark.parametrize("who", ["warrior", "sworn-defender"])
def test_a_hero_without_limits_buys_and_wears_platemail(who: str) -> None:
    game = in_the_shop(who)
    when(game, f"buy-{item(game, 'platemail')}", wears(game, "platemail"))
    assert "platemail" in worn(game, who)
    assert defense_dice(hero(game, who)) == 5


@pytest.mark.rule("freequest", "equip.any-hero")
@pytest.mark.parametrize("who", ["warrior", "sworn-defender"])
def test_a_hero_without_limits_may_use_all_that_the_shop_has(who: str) -> None:
    game = in_the_shop(who)
    keys = [each.key for each in game.content.items if each.in_shop]
    for key in keys:
        equip(game, who, key)
        assert worn(game, who) == {key}


@pytest.mark.rule("freequest", "equip.any-hero", "equip.restricted")
def test_the_wizard_may_buy_platemail_but_is_not_offered_it_to_wear() -> None:
    game = in_the_shop("wizard")
    told = when(game, f"buy-{item(game, 'platemail')}")
    assert wears(game, "platemail") not in told.offered
    assert f"sell-{item(game, 'platemail')}" in told.offered


@pytest.mark.rule("freequest", "equip.restricted")
def test_the_wizard_carries_a_dead_warriors_sword_and_does_not_hold_it() -> None:
    game = given(heroes={"wizard": (0, 0), "warrior": (1, 0)}, monsters=[("goblin", (1, 1))])
    kill(game, "warrior")
    when(game, "step-east", f"take-item-{item(game, 'broadsword')}", "end-move", "end-turn", "end-round")
    assert where(game, "wizard") == (1, 0)
    assert item(game, "broadsword") in hero(game, "wizard").gear
    assert rearranging(offered(game)) == [puts_away(game, "dagger")]
    told = when(game, "attack-0", dice=[1, 1, 6, 6])
    assert faces(told, "attack.rolled") == [[1, 1]]


@pytest.mark.rule("freequest", "equip.restricted")
def test_what_a_hero_cannot_use_may_be_passed_on() -> None:
    game = in_town(given(heroes={"wizard": (0, 0), "warrior": (1, 0)}))
    pack(game, "wizard", "broadsword")
    when(game, f"give-item-{item(game, 'broadsword')}")
    assert hero(game, "warrior").gear.count(item(game, "broadsword")) == 2


@pytest.mark.rule("freequest", "equip.restricted")
@pytest.mark.parametrize(
    ("key", "users"),
    [
        ("the-sulking-blade", {"warrior", "medic", "sworn-defender", "barbarian", "ranger", "delver"}),
        ("lamplighters-hood", {"warrior", "sworn-defender", "delver", "medic", "ranger"}),
    ],
)
def test_an_enchanted_item_follows_what_it_is_like_or_its_slot(key: str, users: set[str]) -> None:
    game = given()
    may = {kind.key for kind in game.content.heroes if kind.may_use[item(game, key)]}
    assert may == users
    for kind in game.content.heroes:
        game = given(heroes={kind.key: (0, 0)})
        pack(game, kind.key, key)
        assert (wears(game, key) in offered(game)) == (kind.key in users)


@pytest.mark.rule("freequest", "equip.restricted")
def test_what_is_carried_is_free_to_all() -> None:
    game = given(heroes={"wizard": (0, 0)})
    one = pack(game, "wizard", "ferrymans-boots")
    assert movement(game.content, one) == 9


@pytest.mark.rule("freequest", "equip.light")
@pytest.mark.parametrize(
    ("key", "light"),
    [
        ("dagger", True), ("staff", True), ("shortsword", True), ("short-bow", True), ("helmet", True),
        ("shield", True), ("leather", True), ("broadsword", False), ("longsword", False), ("battle-axe", False),
        ("crossbow", False), ("chainmail", False), ("platemail", False),
    ],
)  # fmt: skip
def test_the_medic_uses_light_weapons_and_light_armour(key: str, light: bool) -> None:
    game = given(heroes={"medic": (0, 0)})
    equip(game, "medic")
    pack(game, "medic", key)
    assert rearranging(offered(game)) == ([wears(game, key)] if light else [])


@pytest.mark.rule("freequest", "equip.diagonal")
@pytest.mark.parametrize("weapon", ["staff", "longsword"])
def test_a_weapon_that_attacks_diagonally_reaches_both(weapon: str) -> None:
    game = given(heroes={"warrior": (2, 2)}, monsters=[("goblin", (3, 2)), ("goblin", (3, 3))])
    equip(game, "warrior", weapon)
    assert {"attack-0", "attack-1"} <= set(offered(game))


@pytest.mark.rule("freequest", "equip.diagonal")
def test_all_four_diagonal_squares_and_none_beyond() -> None:
    monsters = [("goblin", at) for at in ((1, 1), (3, 1), (1, 3), (3, 3), (4, 2), (4, 3))]
    game = given(heroes={"warrior": (2, 2)}, monsters=monsters)
    equip(game, "warrior", "staff")
    attacks = [name for name in offered(game) if name.startswith("attack")]
    assert attacks == ["attack-0", "attack-1", "attack-2", "attack-3"]


@pytest.mark.rule("freequest", "equip.diagonal")
def test_a_diagonal_attack_does_not_go_through_walls() -> None:
    game = given(["aa#", "#bb"], walls=[((1, 0), (1, 1))], heroes={"warrior": (0, 0)}, monsters=[("goblin", (1, 1))])
    equip(game, "warrior", "staff")
    assert "attack-0" not in offered(game)


@pytest.mark.rule("freequest", "equip.no-giving-in-quest")
def test_in_a_quest_nothing_is_handed_over() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (1, 0)})
    hero(game, "warrior").savings = hero(game, "warrior").loot = 500
    pack(game, "warrior", "blue-flask", "staff")
    seen = [*offered(game), *when(game, "step-south").offered]
    assert not [name for name in seen if name.startswith(("give", "take", "to-hero"))]


@pytest.mark.rule("freequest", "equip.no-giving-in-quest")
def test_between_quests_heroes_give_freely() -> None:
    game = in_town(given(heroes={"warrior": (0, 0), "wizard": (1, 0)}))
    hero(game, "warrior").savings = 100
    assert {"give-gold-1", f"give-item-{item(game, 'broadsword')}"} <= set(offered(game))


# ---- enchanted items ------------------------------------------------------------------------------------------------


def enchanted(game: FreeQuest) -> list[str]:
    """The keys of all enchanted items."""
    return [each.key for each in game.content.items if each.enchanted]


@pytest.mark.rule("freequest", "enchanted.separate")
def test_no_enchanted_item_is_sold_in_the_shop() -> None:
    game = in_the_shop("warrior")
    offers = {name for name in offered(game) if name.startswith("buy-")}
    assert len(enchanted(game)) == 8
    assert not offers & {f"buy-{item(game, key)}" for key in enchanted(game)}
    assert f"buy-{item(game, 'platemail')}" in offers


@pytest.mark.rule("freequest", "enchanted.separate")
def test_a_bundle_holds_an_enchanted_item_that_nobody_owns() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (3, 3)})
    pack(game, "wizard", "felt-soles")
    when(game, "search-treasure", cards=["oilcloth-bundle", "chalk-ring"])
    assert item(game, "chalk-ring") in hero(game, "warrior").gear
    game = given(heroes={"warrior": (0, 0), "wizard": (3, 3)})
    pack(game, "wizard", "felt-soles")
    with pytest.raises(ScriptError):
        when(game, "search-treasure", cards=["oilcloth-bundle", "felt-soles"])


@pytest.mark.rule("freequest", "enchanted.separate")
def test_what_lies_with_a_dead_hero_is_still_in_the_campaign() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (3, 3)})
    pack(game, "wizard", "felt-soles")
    kill(game, "wizard")
    with pytest.raises(ScriptError):
        when(game, "search-treasure", cards=["oilcloth-bundle", "felt-soles"])


@pytest.mark.rule("freequest", "enchanted.separate")
def test_what_was_lost_with_a_hero_can_be_found_again() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (3, 3)})
    pack(game, "wizard", "felt-soles")
    kill(game, "wizard")
    when(game, rule=lambda game: be_lost(game, hero(game, "wizard")))
    when(game, "search-treasure", cards=["oilcloth-bundle", "felt-soles"])
    assert item(game, "felt-soles") in hero(game, "warrior").gear


@pytest.mark.rule("freequest", "enchanted.separate")
def test_a_placed_one_that_somebody_owns_is_gold_instead() -> None:
    game = given(
        heroes={"warrior": (0, 0), "wizard": (3, 3)}, treasure=[{"area": "a", "items": ["felt-soles", "chalk-ring"]}]
    )
    pack(game, "wizard", "felt-soles")
    when(game, "search-treasure")
    one = hero(game, "warrior")
    assert (item(game, "felt-soles") in one.gear, item(game, "chalk-ring") in one.gear, one.loot) == (False, True, 100)
