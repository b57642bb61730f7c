"""Questions in the midst of a rule name what they are about: whom, which thing, how much, with what odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.freequest.board import (
    casts,
    equip,
    given,
    hero,
    in_town,
    item,
    kill,
    learn,
    put,
    seat_asked,
    when,
)
from tests.games.told import Told
from undercroft.games.freequest import FREEQUEST, content
from undercroft.games.freequest.contests import chances
from undercroft.games.freequest.scene import about, facts
from undercroft.games.freequest.state import IS_OPEN, FreeQuest, new_game
from undercroft.games.freequest.vocabulary import V

YARD = ["SSaaaa", "SSaaaa"]


def question(game: FreeQuest, told: Told) -> str:
    """What is asked, in words."""
    prompt = next(prompt for prompt in V.prompts if prompt.name == told.asked)
    return FREEQUEST.words().question(prompt, facts(game))


def labels(game: FreeQuest, told: Told) -> dict[str, str]:
    """What each of the buttons says."""
    prompt = next(prompt for prompt in V.prompts if prompt.name == told.asked)
    options = [option for option in V.options if option.name in told.offered]
    return {
        option.name: FREEQUEST.words().option(prompt, option, {**facts(game), **about(game, option)})
        for option in options
    }


# ---- a new hero -----------------------------------------------------------------------------------------------------

# a second hero with selections, and two of them
CHOOSY: Mapping[str, Any] = {
    "hero.medic.select": [
        {"ask": "Which coat?", "options": [["leather"], ["helmet"]]},
        {"ask": "And in the bag?", "options": [["dagger"], ["blue-flask"], ["staff"]]},
    ]
}


def gathering(*party: str) -> FreeQuest:
    """A party that is about to be made."""
    changes = {"play.quest": "cold-kiln", "play.party": list(party), **CHOOSY}
    return new_game(content.load("book", changes))


@pytest.mark.rule("freequest", "hero.selections")
@pytest.mark.parametrize("party", [("delver", "medic"), ("medic", "delver")])
def test_every_hero_is_asked_in_the_own_words_and_gets_what_the_button_says(party: tuple[str, ...]) -> None:
    game = gathering(*party)
    asked: dict[str, list[str]] = {
        "delver": ["What did the last job pay in?"],
        "medic": ["Which coat?", "And in the bag?"],
    }
    bags: dict[str, list[list[str]]] = {
        "delver": [["Shortsword and Helmet", "Dagger and Leather"]],
        "medic": [["Leather", "Helmet"], ["Dagger", "Blue Flask", "Staff"]],
    }
    answers: list[str] = []
    for who in party:
        for number, (ask, buttons) in enumerate(zip(asked[who], bags[who], strict=True)):
            fresh = gathering(*party)
            told = when(fresh, *answers)
            assert question(fresh, told) == ask
            assert list(labels(fresh, told).values()) == buttons
            answers.append(f"select-{4 * number + 1}")
    told = when(game, *answers)
    given_out = [game.content.items[figures["item"]].name for figures in told.figures("hero.selected")]
    assert given_out == [name for who in party for buttons in bags[who] for name in buttons[1].split(" and ")]


# ---- the order ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "play.hero-order")
def test_the_order_that_is_to_be_agreed_on_is_shown() -> None:
    changes = {"play.quest": "cold-kiln", "play.party": ["warrior", "wizard", "ranger"], "play.players": 2}
    game = new_game(content.load("book", changes))
    told = when(game, "first-2")
    assert question(game, told) == "In which order do the heroes act? So far: Ranger."
    game = new_game(content.load("book", changes))
    told = when(game, "first-2", "first-0")
    assert (told.asked, seat_asked(game)) == ("setup.agree", 2)
    assert question(game, told) == "Do you agree to this order: Ranger, Warrior, Wizard?"


# ---- in town --------------------------------------------------------------------------------------------------------


def town(gold: int = 500) -> FreeQuest:
    """Four heroes and two players in town; the first hero is at the counter, two wait for a vigil."""
    heroes = {"warrior": (1, 0), "wizard": (2, 0), "medic": (3, 0), "ranger": (4, 0)}
    game = given(YARD, heroes=heroes, players=2)
    for who, returns in (("medic", 0), ("ranger", 2)):
        dead = kill(game, who)
        dead.awaits_vigil, dead.returns = True, returns
    for one in game.board.heroes:
        one.savings = gold
    game.chronicle.standing[0] = IS_OPEN
    return in_town(game)


@pytest.mark.rule("freequest", "raise.vigil-contest")
@pytest.mark.parametrize(("body", "returns"), [("vigil-2", 0), ("vigil-3", 2)])
def test_the_odds_of_a_vigil_are_those_of_the_one_it_is_for(body: str, returns: int) -> None:
    game = town()
    told = when(game, body)
    shown = labels(game, told)
    for steps in range(5):
        odds = chances(2 + steps, 2 + returns)
        assert shown[f"offer-{steps}"].startswith(f"{100 * steps} gold: {100 * (1 - odds[0]):.0f} in 100 return")
    assert question(game, told).startswith("How much gold is offered for the " + ("Ranger" if returns else "Medic"))


@pytest.mark.rule("freequest", "raise.vigil-marked")
def test_who_has_no_health_to_lose_can_only_return_whole() -> None:
    game = town()
    hero(game, "medic").most_health = 1
    odds = chances(2, 2)
    back = f"{100 * (1 - odds[0]):.0f}"
    assert labels(game, when(game, "vigil-2"))["offer-0"] == f"0 gold: {back} in 100 return, {back} of them whole"


@pytest.mark.rule("freequest", "raise.vigil-offering")
def test_a_share_of_the_offering_is_named_to_who_pays_it() -> None:
    game = town(60)
    hero(game, "medic").savings = 0
    told = when(game, "vigil-2", "offer-1")
    assert (told.asked, seat_asked(game)) == ("raise.consent", 2)
    assert question(game, told) == "The vigil for the Medic needs 40 gold of yours. Give it?"


@pytest.mark.rule("freequest", "raise.vigil-lost")
def test_the_thing_in_question_is_the_one_that_is_handed_out() -> None:
    game = town()
    for one in game.board.heroes:
        one.gear = []
    game.board.left_over = [item(game, "helmet"), item(game, "battle-axe")]
    for name, key, answer in (("Helmet", "helmet", "to-hero-1"), ("Battle axe", "battle-axe", "to-hero-0")):
        twin = game.copy()
        assert question(twin, when(twin)) == f"Who takes the {name}?"
        told = when(game, answer, answer)
        assert told.figures("raise.inherited") == [
            {"hero": game.board.heroes[int(answer[-1])].kind.index, "item": item(game, key)}
        ]
        assert item(game, key) in game.board.heroes[int(answer[-1])].gear


@pytest.mark.rule("freequest", "between.trade-consent")
@pytest.mark.parametrize(
    ("answers", "gift"),
    [(("give-gold-1", "amount-1"), "50 gold"), (("give-item-{shield}", "to-hero-1"), "the Shield")],
)
def test_a_gift_is_named_to_who_receives_it(answers: tuple[str, ...], gift: str) -> None:
    game = in_town(given(YARD, heroes={"warrior": (1, 0), "wizard": (2, 0), "medic": (3, 0)}, players=2))
    equip(game, "warrior", "broadsword", "shield").savings = 200
    named = [answer.format(shield=item(game, "shield")) for answer in answers]
    told = when(game, *named)
    assert (told.asked, seat_asked(game)) == ("between.accept-gift", 2)
    assert question(game, told) == f"The Warrior offers the Wizard {gift}. Take it?"


@pytest.mark.rule("freequest", "between.trade")
def test_who_gives_is_reminded_of_what_and_to_whom() -> None:
    game = in_town(given(YARD, heroes={"warrior": (1, 0), "wizard": (2, 0), "medic": (3, 0)}))
    equip(game, "warrior", "the-sulking-blade").savings = 200
    twin = game.copy()
    assert question(twin, when(twin, "give-gold-2")) == "How much gold for the Medic?"
    told = when(game, f"give-item-{item(game, 'the-sulking-blade')}")
    assert question(game, told) == "Who gets the Sulking Blade?"


# ---- in a quest -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "trap.full-effect")
def test_whoever_stands_under_the_vault_is_asked_where_to_jump() -> None:
    game = given(
        ["SSaaaa", "SSaaaa"], heroes={"wizard": (2, 0), "warrior": (4, 0)}, players=2, traps={(4, 1): "loose-vault"}
    )
    learn(game, "wizard", "change-of-places")
    ranger = hero(game, "warrior")
    game.board.figures[ranger.at] = 0
    put(game, "goblin", (4, 1))
    game.board.figures[ranger.at] = ranger.index + 1
    told = when(game, casts(game, "change-of-places"), "on-hero-1", "on-monster-0", dice=[1, 1, 6, 6, 6, 6, 6])
    assert (told.asked, seat_asked(game)) == ("trap.choice", 2)
    assert question(game, told) == "The ceiling comes down. Where does the Warrior jump?"


@pytest.mark.rule("freequest", "ability.sacrifice")
def test_a_sacrifice_names_the_damage_and_who_would_suffer_it() -> None:
    game = given(YARD, heroes={"wizard": (2, 0), "sworn-defender": (3, 1)}, players=2, known_traps={(3, 0): "pitfall"})
    told = when(game, "step-east")
    assert (told.asked, seat_asked(game)) == ("ability.sacrifice", 2)
    assert question(game, told) == (
        "The Wizard is about to suffer 1 damage. Does the Sworn Defender take all of it instead?"
    )


@pytest.mark.rule("freequest", "spell.read-the-spell")
def test_a_spell_is_named_where_its_target_is_asked_for() -> None:
    game = given(YARD, heroes={"wizard": (2, 0), "warrior": (3, 0)}, monsters=[("goblin", (5, 0)), ("orc", (5, 1))])
    learn(game, "wizard", "keen-edge", "hail-of-nails", "shared-breath", "homeward", "undertow")
    hero(game, "warrior").health = 4
    asked = {
        ("keen-edge",): "On whom does the Wizard cast Keen Edge?",
        ("hail-of-nails",): "On whom does the Wizard cast Hail of Nails?",
        ("hail-of-nails", "on-monster-1"): "And on whom else?",
        ("shared-breath",): "How much Health does Wizard keep?",
    }
    for (spell, *answers), text in asked.items():
        twin = game.copy()
        assert question(twin, when(twin, casts(game, spell), *answers)) == text
    told = when(game, casts(game, "shared-breath"))
    assert labels(game, told)["keep-4"] == "Keep 4, leave the Warrior 5"


@pytest.mark.rule("freequest", "spell.read-the-spell")
def test_who_is_moved_by_a_spell_is_named() -> None:
    game = given(YARD, heroes={"wizard": (4, 0), "warrior": (5, 0)}, players=2)
    learn(game, "wizard", "homeward", "change-of-places", "owls-candle")
    twin = game.copy()
    told = when(twin, casts(game, "homeward"), "on-hero-1")
    assert (told.asked, seat_asked(twin)) == ("spell.where", 2)
    assert question(twin, told) == "To which square does the Warrior go?"
    twin = game.copy()
    told = when(twin, casts(game, "owls-candle"))
    assert question(twin, told) == "Where does the Wizard cast Owl's Candle?"


@pytest.mark.rule("freequest", "health.maximum")
@pytest.mark.parametrize(
    ("missing", "said"), [(0, "nothing to gain"), (1, "1 Health"), (3, "3 Health"), (5, "3 Health")]
)
def test_a_potion_says_how_much_health_it_would_restore(missing: int, said: str) -> None:
    game = given(YARD, heroes={"warrior": (2, 0)})
    one = equip(game, "warrior", "broadsword", "blue-flask")
    one.health = one.full - missing
    drink = f"drink-{item(game, 'blue-flask')}"
    assert labels(game, when(game))[drink] == f"Drink the Blue Flask: {said}"
    restored = when(game, drink).figures("hero.healed")[0]["restored"]
    assert said == (f"{restored} Health" if restored else "nothing to gain")


def test_a_potion_that_does_more_than_heal_still_says_so_where_there_is_nothing_to_heal() -> None:
    game = given(YARD, heroes={"warrior": (2, 0)}, changes={"item.blue-flask.next-attack": 2})
    one = equip(game, "warrior", "broadsword", "blue-flask")
    drink = f"drink-{item(game, 'blue-flask')}"
    assert labels(game, when(game))[drink] == "Drink the Blue Flask: 2 more dice in the next attack"
    one.health -= 2
    assert labels(game, when(game))[drink] == "Drink the Blue Flask: 2 Health, 2 more dice in the next attack"


@pytest.mark.rule("freequest", "play.text-over-rule")
@pytest.mark.parametrize(
    ("blow", "weapon"), [("attack-0", "Battle axe (5 v 2)"), ("attack-unarmed-0", "bare hands (1 v 2)")]
)
def test_the_second_blow_names_the_weapon_of_the_first(blow: str, weapon: str) -> None:
    game = given(YARD, heroes={"barbarian": (3, 0)}, monsters=[("goblin", (4, 0)), ("goblin", (3, 1))])
    equip(game, "barbarian", "battle-axe")
    dice = [6] * int(weapon.split("(")[1][0])
    told = when(game, blow, dice=[*dice, 1, 1])
    assert told.asked == "ability.roar"
    assert labels(game, told)["attack-1"].startswith(f"Attack the Goblin with {weapon}")


@pytest.mark.rule("freequest", "fail.ransom")
def test_a_ransom_names_its_price_and_what_each_purse_gives() -> None:
    game = given(YARD, heroes={"warrior": (2, 0), "wizard": (3, 0), "medic": (4, 0)}, changes={"figures.ransom": 70})
    for who, gold in (("warrior", 50), ("wizard", 40), ("medic", 0)):
        hero(game, who).savings = gold
        if who != "medic":
            kill(game, who)
    last = hero(game, "medic")
    last.health = 1
    put(game, "goblin", (5, 0))
    game.board.turn = 2
    told = when(game, "end-turn", "monster-0", "strike-2", dice=[6, 6, 1])
    assert told.asked == "fail.result"
    assert labels(game, told)["ransom"].startswith("Ransom: 70 gold a hero")
    told = when(game, "ransom")
    assert question(game, told) == "Who is bought free for 70 gold?"
    told = when(game, "ransom", "pay-for-0")
    assert question(game, told) == "70 gold is still to be paid for the Warrior. Whose savings pay?"
    assert labels(game, told) == {"paid-by-0": "Warrior pays 50", "paid-by-1": "Wizard pays 40"}
