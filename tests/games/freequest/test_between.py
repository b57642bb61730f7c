"""Between quests: the shop, gifts, improvements, new heroes."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.games.freequest.board import (
    casts,
    given,
    hero,
    improvement,
    in_town,
    item,
    kill,
    learn,
    load_up,
    offered,
    square,
    when,
    where,
)
from undercroft.games.freequest.between import SPELLS_STAT, raised
from undercroft.games.freequest.pieces import (
    COUNTERS,
    HEALTH_RESTORED,
    KILLS,
    LEAPS_MADE,
    QUESTS,
    SPELLS_CAST,
)
from undercroft.games.freequest.setup import begin_quest
from undercroft.games.freequest.sheets import attack_dice
from undercroft.games.freequest.state import IS_OPEN, FreeQuest

ROWS = ["SSaaaBB", "SSaaaBB"]


def town(savings: Mapping[str, int], players: int = 1) -> FreeQuest:
    """These heroes between quests, with so much gold each."""
    places = [(2, 0), (3, 0), (4, 0), (2, 1)]
    game = given(ROWS, heroes=dict(zip(savings, places, strict=False)), players=players)
    for key, gold in savings.items():
        hero(game, key).savings = gold
    return in_town(game)


def buy(game: FreeQuest, key: str) -> str:
    """The option that buys an item."""
    return f"buy-{item(game, key)}"


def sell(game: FreeQuest, key: str) -> str:
    """The option that sells an item."""
    return f"sell-{item(game, key)}"


def teach(game: FreeQuest, key: str) -> str:
    """The option that learns an improvement."""
    return f"learn-{improvement(game, key)}"


def lessons(game: FreeQuest) -> list[str]:
    """The improvements that are offered now."""
    return [game.content.improvements[int(name[6:])].key for name in offered(game) if name.startswith("learn-")]


def experienced(who: str, quests: int, **deeds: int) -> FreeQuest:
    """A hero who has just completed a quest, with these counters."""
    game = town({who: 0})
    one = hero(game, who)
    one.may_improve = True
    one.counters[QUESTS] = quests
    for name, count in deeds.items():
        one.counters[COUNTERS.index(name.replace("_", "-"))] = count
    return game


# ---- what is done ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "between.what")
def test_after_a_quest_there_is_the_shop_improvement_and_a_vigil_for_the_dead() -> None:
    game = given(ROWS, heroes={"warrior": (2, 0), "medic": (1, 1)}, reward=100, objective={"kind": "reach", "ref": "a"})
    hero(game, "warrior").counters[QUESTS] = 1
    load_up(game, "warrior", "medic")
    when(game, "step-east", "step-west", "step-west", "end-move")
    names = offered(in_town(game))
    assert {"ready", buy(game, "dagger"), sell(game, "broadsword"), teach(game, "thick-hide"), "vigil-1"} <= set(names)


@pytest.mark.rule("freequest", "between.order")
def test_selling_a_vigil_and_buying_come_in_any_order_and_as_often_as_wished() -> None:
    game = town({"warrior": 0, "medic": 0})
    warrior, medic = game.board.heroes
    warrior.gear.append(item(game, "battle-axe"))
    medic.dead = medic.awaits_vigil = True
    told = when(
        game, sell(game, "battle-axe"), "vigil-1", "offer-2", buy(game, "dagger"), buy(game, "dagger"),
        dice=[6, 6, 1, 1, 2, 2],
    )  # fmt: skip
    assert warrior.savings == 375 - 200 - 50
    assert "vigil-1" not in told.offered  # one vigil for each body
    assert not medic.dead


@pytest.mark.rule("freequest", "between.order")
def test_the_next_quest_comes_when_all_are_ready() -> None:
    game = town({"warrior": 0, "medic": 0})
    game.chronicle.standing[0] = IS_OPEN
    told = when(game, "ready")
    assert (told.asked, game.board.at_counter) == ("shop.trade", 1)
    told = when(game, "ready")
    assert "quest.chosen" in told.names


@pytest.mark.rule("freequest", "between.order")
def test_bodies_not_kept_vigil_for_are_buried_when_all_are_ready() -> None:
    game = town({"warrior": 100, "medic": 0})
    medic = hero(game, "medic")
    medic.dead = medic.awaits_vigil = True
    told = when(game, "ready")
    assert "raise.lost" in told.names
    assert medic.lost
    assert told.asked == "hero.choose"


# ---- gifts ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "between.trade")
def test_heroes_give_each_other_gold_and_items() -> None:
    game = town({"warrior": 150, "medic": 20})
    when(game, "give-gold-1", "amount-2")
    assert [one.savings for one in game.board.heroes] == [50, 120]
    when(game, f"give-item-{item(game, 'broadsword')}")
    warrior, medic = game.board.heroes
    assert (warrior.gear, warrior.main_hand) == ([], -1)
    assert medic.gear == [item(game, "shortsword"), item(game, "broadsword")]


@pytest.mark.rule("freequest", "between.trade")
def test_nobody_gives_more_gold_than_there_is() -> None:
    game = town({"warrior": 60, "medic": 0})
    assert when(game, "give-gold-1").offered == ["amount-0", "amount-1", "amount-4"]  # 25, 50, all of it
    assert "give-gold-1" not in offered(town({"warrior": 20, "medic": 0}))


@pytest.mark.rule("freequest", "between.trade-consent")
@pytest.mark.parametrize(("answer", "savings"), [("no", [150, 20]), ("yes", [50, 120])])
def test_a_gift_takes_effect_if_the_receivers_player_agrees(answer: str, savings: list[int]) -> None:
    game = town({"warrior": 150, "medic": 20}, players=2)
    told = when(game, "give-gold-1", "amount-2", answer)
    assert [one.savings for one in game.board.heroes] == savings
    assert ("between.declined-gold" in told.names) == (answer == "no")


@pytest.mark.rule("freequest", "between.trade-consent")
def test_an_item_needs_consent_too() -> None:
    game = town({"warrior": 0, "medic": 0}, players=2)
    when(game, f"give-item-{item(game, 'broadsword')}", "no")
    assert hero(game, "warrior").gear == [item(game, "broadsword")]


@pytest.mark.rule("freequest", "between.trade-consent")
def test_a_player_who_controls_both_heroes_is_not_asked() -> None:
    told = when(town({"warrior": 150, "medic": 20}), "give-gold-1", "amount-2")
    assert told.names == ["between.gave-gold"]


# ---- the shop -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "shop.buy")
def test_the_price_is_deducted_and_must_be_there() -> None:
    game = town({"warrior": 200})
    assert buy(game, "broadsword") not in offered(game)
    told = when(game, buy(game, "shortsword"))
    warrior = hero(game, "warrior")
    assert (warrior.savings, warrior.gear[-1]) == (0, item(game, "shortsword"))
    assert not any(name.startswith("buy") for name in told.offered)


@pytest.mark.rule("freequest", "shop.buy")
def test_each_hero_pays_from_their_own_savings() -> None:
    game = town({"warrior": 100, "medic": 1000})
    assert buy(game, "shortsword") not in offered(game)


@pytest.mark.rule("freequest", "shop.buy")
def test_everything_in_the_tables_is_always_in_stock_and_nothing_else() -> None:
    game = town({"warrior": 10_000})
    stock = {game.content.items[int(name[4:])].key for name in offered(game) if name.startswith("buy-")}
    assert stock == {each.key for each in game.content.items if each.in_shop}
    assert len(stock) == 13
    when(game, *[buy(game, "platemail")] * 3)
    assert hero(game, "warrior").gear.count(item(game, "platemail")) == 3


@pytest.mark.rule("freequest", "shop.buy")
def test_there_is_no_shop_during_a_quest() -> None:
    game = given()
    hero(game, "warrior").savings = 1000
    assert not any(name.startswith(("buy", "sell")) for name in offered(game))


@pytest.mark.rule("freequest", "shop.sell")
def test_equipment_sells_for_half_its_price_rounded_down_each_by_itself() -> None:
    game = town({"ranger": 0})
    ranger = hero(game, "ranger")
    when(game, sell(game, "dagger"))
    assert ranger.savings == 12  # the one that the ranger began with
    ranger.gear += [item(game, "dagger")] * 2
    ranger.savings = 0
    when(game, sell(game, "dagger"), sell(game, "dagger"))
    assert ranger.savings == 24


@pytest.mark.rule("freequest", "shop.sell")
def test_enchanted_items_and_potions_sell_for_what_they_say_and_quest_items_not_at_all() -> None:
    game = town({"warrior": 0})
    warrior = hero(game, "warrior")
    warrior.gear += [item(game, "widows-thimble"), item(game, "blue-flask")]
    warrior.quest_items = 1
    when(game, sell(game, "widows-thimble"), sell(game, "blue-flask"))
    assert warrior.savings == 110
    assert sum(name.startswith("sell") for name in offered(game)) == 1


@pytest.mark.rule("freequest", "shop.sell")
def test_what_is_sold_is_not_in_hand_any_more() -> None:
    game = town({"warrior": 0})
    when(game, sell(game, "broadsword"))
    assert (hero(game, "warrior").main_hand, hero(game, "warrior").savings) == (-1, 175)


# ---- new heroes and lent weapons ------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "between.new-heroes")
def test_the_player_of_a_lost_hero_takes_any_hero_who_is_not_in_the_party() -> None:
    game = town({"ranger": 70, "medic": 0})
    ranger = hero(game, "ranger")
    ranger.lost = ranger.dead = True
    ranger.counters[KILLS], ranger.move, ranger.gear = 9, 9, []
    told = when(game)
    kinds = [game.content.heroes[int(name[5:])].key for name in told.offered]
    assert (told.asked, set(kinds)) == ("hero.choose", {each.key for each in game.content.heroes} - {"medic"})
    told = when(game, f"hero-{ranger.kind.index}")
    fresh = game.board.heroes[0]
    assert fresh is not ranger
    assert (fresh.kind, fresh.move, fresh.counters, fresh.health) == (ranger.kind, 8, [0] * len(COUNTERS), 6)
    assert fresh.gear == [item(game, "short-bow"), item(game, "dagger")]
    assert told.figures("gold.inherited") == [{"hero": 5, "gold": 70, "other": 5}]


def begin(game: FreeQuest) -> None:
    """The next quest begins."""
    when(game, rule=lambda game: begin_quest(game, 0))


@pytest.mark.rule("freequest", "between.lent-weapon")
def test_who_comes_back_from_recovery_without_anything_is_lent_a_dagger() -> None:
    game = town({"warrior": 0})
    warrior = hero(game, "warrior")
    when(game, sell(game, "broadsword"))
    begin(game)
    assert warrior.gear == [item(game, "dagger")]
    assert attack_dice(game.content, warrior, warrior.main_hand) == 2


@pytest.mark.rule("freequest", "between.lent-weapon")
def test_a_weapon_that_the_hero_may_not_use_is_none() -> None:
    game = town({"wizard": 0})
    wizard = hero(game, "wizard")
    wizard.gear = [item(game, "battle-axe")]
    wizard.main_hand = -1
    begin(game)
    assert wizard.main_hand == item(game, "dagger")


@pytest.mark.rule("freequest", "between.lent-weapon")
def test_a_hero_with_a_weapon_is_lent_nothing() -> None:
    game = town({"medic": 0})
    begin(game)
    assert hero(game, "medic").gear == [item(game, "shortsword")]


@pytest.mark.rule("freequest", "between.lent-weapon")
def test_a_lent_dagger_goes_back_after_the_quest_and_is_neither_sold_nor_given_away() -> None:
    game = given(ROWS, heroes={"warrior": (1, 0), "medic": (1, 1)}, round=3, objective={"kind": "reach", "ref": ["B"]})
    warrior = hero(game, "warrior")
    dagger = item(game, "dagger")
    warrior.gear, warrior.main_hand, warrior.lent = [dagger], dagger, dagger
    names = offered(in_town(game))
    assert not {f"sell-{dagger}", f"give-item-{dagger}"} & set(names)
    game = given(ROWS, heroes={"warrior": (1, 0)}, round=3, objective={"kind": "reach", "ref": ["B"]})
    warrior = hero(game, "warrior")
    warrior.gear, warrior.main_hand, warrior.lent = [dagger, dagger], dagger, dagger
    when(game, "end-turn", "yes")
    assert (warrior.gear, warrior.lent) == ([dagger], -1)  # the other one was the hero's own


# ---- improvement ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "improve.through-quests")
def test_a_completed_quest_counts_for_those_who_live() -> None:
    game = given(ROWS, heroes={"warrior": (2, 0), "medic": (1, 1)}, objective={"kind": "reach", "ref": "a"})
    load_up(game, "warrior", "medic")
    hero(game, "warrior").deeds[KILLS] = hero(game, "medic").deeds[HEALTH_RESTORED] = 3
    when(game, "step-east", "step-west", "step-west", "end-move")
    when(in_town(game), "vigil-1", "offer-0", dice=[6, 6, 1, 1])
    warrior, medic = game.board.heroes
    assert (warrior.counters[QUESTS], warrior.counters[KILLS], warrior.may_improve) == (1, 3, True)
    assert (medic.dead, medic.counters, medic.may_improve) == (False, [0] * len(COUNTERS), False)


@pytest.mark.rule("freequest", "improve.through-quests")
def test_a_failed_quest_counts_for_nobody() -> None:
    game = given(ROWS, heroes={"warrior": (1, 0)}, round=3, objective={"kind": "reach", "ref": ["B"]})
    hero(game, "warrior").deeds[KILLS] = 3
    when(game, "end-turn", "yes")
    assert hero(game, "warrior").counters == [0] * len(COUNTERS)


@pytest.mark.rule("freequest", "improve.requirements-on-sheet")
def test_one_improvement_closes_the_choice_until_after_the_next_quest() -> None:
    game = experienced("warrior", 2, kills=12)
    assert lessons(game) == ["thick-hide", "counted-blows"]
    when(game, teach(game, "thick-hide"))
    assert lessons(game) == []
    hero(game, "warrior").may_improve = True  # another quest completed
    assert lessons(game) == ["counted-blows"]


@pytest.mark.rule("freequest", "improve.requirements-on-sheet")
def test_the_medic_of_the_worked_example() -> None:
    assert "wider-book" not in lessons(experienced("medic", 2, spells_cast=5))
    game = experienced("medic", 3, spells_cast=6)
    assert "wider-book" in lessons(game)
    when(game, teach(game, "wider-book"))
    assert hero(game, "medic").spells_allowed == 4


@pytest.mark.rule("freequest", "improve.requirements-on-sheet")
def test_improvements_are_the_heros_own_or_anybodys() -> None:
    game = experienced("wizard", 9, bodies_brought_out=1)
    own = hero(game, "wizard").kind.index
    assert {game.content.improvements[improvement(game, key)].hero for key in lessons(game)} == {own, -1}


@pytest.mark.rule("freequest", "improve.requirements-on-sheet")
def test_some_improvements_come_after_others() -> None:
    game = experienced("warrior", 5)
    assert "thicker-hide" not in lessons(game)
    hero(game, "warrior").improvements.append(improvement(game, "thick-hide"))
    assert "thicker-hide" in lessons(game)


@pytest.mark.parametrize(("cap", "open_to"), [(2, True), (1, False)])
def test_an_improvement_that_would_pass_a_cap_is_not_offered(cap: int, open_to: bool) -> None:
    game = in_town(given(ROWS, heroes={"warrior": (2, 0)}, changes={"caps.health": cap}))
    warrior = hero(game, "warrior")
    warrior.may_improve, warrior.counters[QUESTS] = True, 5
    warrior.improvements.append(improvement(game, "thick-hide"))
    assert ("thicker-hide" in lessons(game)) == open_to


def test_the_wizards_magic_brings_two_spells_which_uses_up_the_cap() -> None:
    game = experienced("wizard", 4, spells_cast=20)
    when(game, teach(game, "deeper-well"))
    wizard = hero(game, "wizard")
    assert (wizard.magic, wizard.spells_allowed) == (6, 12)
    assert raised(game, wizard, SPELLS_STAT) == game.content.caps[SPELLS_STAT]


@pytest.mark.parametrize(("cap", "open_to"), [(3, True), (2, False)])
def test_spells_of_their_own_and_those_of_magic_count_together_for_the_cap(cap: int, open_to: bool) -> None:
    changes = {"improvement.deeper-well.gives": {"magic": 1, "spells": 1}, "improvement.deeper-well.hero": "any",
               "caps.spells": cap}  # fmt: skip
    game = in_town(given(ROWS, heroes={"wizard": (2, 0)}, changes=changes))
    wizard = hero(game, "wizard")
    wizard.may_improve, wizard.counters[QUESTS], wizard.counters[SPELLS_CAST] = True, 4, 20
    assert ("deeper-well" in lessons(game)) == open_to


@pytest.mark.parametrize("key", [each.key for each in given().content.improvements if any(each.stats)])
def test_an_improvement_raises_what_it_says(key: str) -> None:
    every = given().content
    what = next(each for each in every.improvements if each.key == key)
    who = every.heroes[what.hero].key
    game = town({who: 0})
    one = hero(game, who)
    one.may_improve = True
    one.counters = [99] * len(COUNTERS)
    one.improvements.extend(what.after)
    before = [one.move, one.skill, one.magic, one.most_health, one.spells_allowed]
    when(game, teach(game, key))
    after = [one.move, one.skill, one.magic, one.most_health, one.spells_allowed]
    gained = [new - old for old, new in zip(before, after, strict=True)]
    expected = list(what.stats)
    expected[4] += what.stats[2] * one.kind.spells_per_magic
    assert gained == expected
    assert one.health == one.full


# ---- abilities that are learnt --------------------------------------------------------------------------------------


def taught(who: str, key: str, game: FreeQuest) -> FreeQuest:
    """The same game with a hero who has learnt something."""
    hero(game, who).abilities |= 1 << game.content.improvements[improvement(game, key)].ability
    return game


def test_learning_an_ability_is_having_it() -> None:
    game = experienced("ranger", 2, kills=8)
    when(game, teach(game, "half-a-draw"))
    assert hero(game, "ranger").can(game.content.improvements[improvement(game, "half-a-draw")].ability)


@pytest.mark.parametrize(("roll", "lands"), [([4, 1], True), ([1, 1], False)])
def test_over_not_through_needs_one_success_less(roll: list[int], lands: bool) -> None:
    game = given(["aaaaa"], furniture={(1, 0): "table", (2, 0): "table"})
    taught("warrior", "over-not-through", game)
    when(game, "leap-east", dice=roll)
    assert where(game, "warrior") == ((3, 0) if lands else (0, 0))
    assert hero(game, "warrior").deeds[LEAPS_MADE] == lands


def test_over_not_through_never_needs_less_than_one() -> None:
    game = taught("warrior", "over-not-through", given(["aaaaa"], furniture={(1, 0): "table"}))
    when(game, "leap-east", dice=[3, 3])
    assert where(game, "warrior") == (0, 0)


def test_the_one_who_goes_back_leaps_with_a_body() -> None:
    game = given(["aaaaaaaa"], furniture={(1, 0): "table"}, heroes={"warrior": (0, 0), "medic": (7, 0)})
    load_up(game, "warrior", "medic")
    assert "leap-east" not in offered(game)
    assert "leap-east" in offered(taught("warrior", "the-one-who-goes-back", game))


@pytest.mark.parametrize(
    ("who", "key"), [("wizard", "reads-the-plaster"), ("ranger", "hedge-sense"), ("delver", "reads-the-grout")]
)
def test_a_search_for_secret_doors_shows_traps_to_keen_eyes(who: str, key: str) -> None:
    game = given(["aaaa"], heroes={who: (0, 0)}, traps={(2, 0): "pitfall"})
    taught(who, key, game)
    told = when(game, "search-doors")
    assert told.names == ["search.traps", "search.doors"]
    assert list(game.board.traps) == [square(game, (2, 0))]


def test_half_a_draw_shoots_at_neighbours() -> None:
    game = given(["aaaa"], heroes={"ranger": (0, 0)}, monsters=[("goblin", (1, 0))])
    assert "attack-0" not in offered(game)
    assert "attack-0" in offered(taught("ranger", "half-a-draw", game))


def test_deeds_are_counted_while_a_quest_runs() -> None:
    game = given(["aaaa"], heroes={"wizard": (0, 0), "medic": (1, 0)}, monsters=[("goblin", (3, 0))])
    learn(game, "wizard", "flame-burst")
    when(game, casts(game, "flame-burst"), dice=[6, 6, 6, 6, 1, 1])
    wizard = hero(game, "wizard")
    assert (wizard.deeds[SPELLS_CAST], wizard.deeds[KILLS]) == (1, 1)
    assert kill(game, "wizard").counters[KILLS] == 0
