"""What is told names everybody whom it is about, and nobody twice."""

from __future__ import annotations

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
    load_up,
    option_at,
    when,
)
from tests.games.freequest.test_questions import labels, question, town
from tests.games.told import Told
from undercroft.games.freequest import FREEQUEST, content
from undercroft.games.freequest.exploring import lay_out
from undercroft.games.freequest.scene import nouns
from undercroft.games.freequest.state import CAPTIVE, FreeQuest, new_game


def sentences(game: FreeQuest, told: Told) -> list[str]:
    """What is told, in words."""
    return [FREEQUEST.words().event(event, nouns(game)) for event in told.events]


# ---- snares ---------------------------------------------------------------------------------------------------------


def snared() -> FreeQuest:
    """A warrior in a snare, with a medic beside; the warrior has an action left."""
    game = given(["aaaaaaaa"], heroes={"warrior": (0, 0), "medic": (2, 0)}, traps={(1, 0): "snare"})
    when(game, "step-east")
    return game


@pytest.mark.rule("freequest", "terrain.what")
@pytest.mark.parametrize(
    ("roll", "said"),
    [
        ([4, 1], "The Warrior rolls 4, 1 and gets free of the snare."),
        ([3, 1], "The Warrior rolls 3, 1 and does not get free of the snare."),
    ],
)
def test_a_hero_who_gets_out_of_a_snare_alone_is_named_once(roll: list[int], said: str) -> None:
    game = snared()
    assert labels(game, when(game))["free-0"] == "Free yourself from the snare"
    assert sentences(game, when(game, "free-0", dice=roll))[0] == said


@pytest.mark.rule("freequest", "terrain.what")
@pytest.mark.parametrize(
    ("roll", "said"),
    [
        ([1, 4, 1], "The Medic rolls 1, 4, 1 and frees the Warrior."),
        ([1, 3, 1], "The Medic rolls 1, 3, 1; the snare holds the Warrior."),
    ],
)
def test_a_hero_who_frees_another_names_the_other(roll: list[int], said: str) -> None:
    game = snared()
    when(game, "end-turn")
    assert labels(game, when(game))["free-0"] == "Free Warrior from the snare"
    assert sentences(game, when(game, "free-0", dice=roll))[0] == said


# ---- spells ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "spell.read-the-spell")
@pytest.mark.parametrize(
    ("answers", "dice", "said"),
    [
        (("on-hero-0", "on-hero-1"), [], "The Wizard and the Warrior have changed places."),
        (("on-hero-1", "on-hero-0"), [], "The Warrior and the Wizard have changed places."),
        (("on-hero-1", "on-monster-0"), [5, 1, 6, 1, 1, 1, 1], "The Warrior and the Goblin have changed places."),
    ],
)
def test_who_has_changed_places_is_named(answers: tuple[str, ...], dice: list[int], said: str) -> None:
    heroes = {"wizard": (1, 0), "warrior": (2, 0)}
    game = given(["aaaaaaaa"], heroes=heroes, monsters=[("goblin", (6, 0))])
    learn(game, "wizard", "change-of-places")
    told = when(game, casts(game, "change-of-places"), *answers, dice=dice)
    assert [line for line in sentences(game, told) if "changed places" in line] == [said]


@pytest.mark.rule("freequest", "spell.read-the-spell")
def test_a_monster_that_is_not_dragged_at_all_is_not_dragged_0_squares() -> None:
    game = given(["aaaaaaaa"], heroes={"wizard": (1, 0)}, monsters=[("goblin", (6, 0))])
    learn(game, "wizard", "undertow")
    told = when(game, casts(game, "undertow"), option_at(game, (6, 0)), dice=[5, 1, 6, 1, 1, 1, 1])
    assert told.figures("spell.pulled")[0]["squares"] == 0
    assert "The Goblin stays where it is." in sentences(game, told)


# ---- what is turned down --------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "between.trade-consent")
@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (("give-gold-1", "amount-1"), "The Wizard will not have the 50 gold that the Warrior offers."),
        (("give-item-{shield}", "to-hero-1"), "The Wizard will not have the Shield that the Warrior offers."),
    ],
)
def test_a_gift_that_is_turned_down_is_named_with_both(answers: tuple[str, ...], said: str) -> None:
    game = in_town(given(["aaaaaa"], heroes={"warrior": (1, 0), "wizard": (2, 0), "medic": (3, 0)}, players=2))
    equip(game, "warrior", "broadsword", "shield").savings = 200
    told = when(game, *(answer.format(shield=item(game, "shield")) for answer in answers), "no")
    assert sentences(game, told) == [said]


@pytest.mark.rule("freequest", "raise.vigil-offering")
def test_a_share_of_a_vigil_that_is_refused_is_named() -> None:
    game = town(60)
    hero(game, "medic").savings = 0
    told = when(game, "vigil-2", "offer-1", "no")
    assert sentences(game, told) == ["The Wizard will not give 40 gold for the Medic: no vigil is kept."]


@pytest.mark.rule("freequest", "raise.vigil-offering")
def test_the_dead_whose_own_share_is_refused_is_named_once() -> None:
    game = town(60)
    hero(game, "wizard").savings = 0
    hero(game, "medic").savings = 0
    told = when(game, "vigil-3", "offer-1", "no")
    assert sentences(game, told) == ["The Ranger's own 40 gold is not given: no vigil is kept."]


@pytest.mark.rule("freequest", "raise.vigil-offering")
def test_of_a_player_who_leads_the_dead_and_another_the_other_refuses() -> None:
    heroes = {"warrior": (1, 0), "medic": (2, 0), "ranger": (3, 0), "wizard": (4, 0)}
    game = in_town(given(["SSaaaa", "SSaaaa"], heroes=heroes, players=2))
    kill(game, "medic").awaits_vigil = True
    for one, savings in zip(game.board.heroes, (60, 20, 0, 60), strict=True):
        one.savings = savings
    told = when(game, "vigil-1", "offer-1", "no")
    assert sentences(game, told) == ["The Wizard will not give 40 gold for the Medic: no vigil is kept."]


@pytest.mark.rule("freequest", "play.hero-order")
def test_an_order_that_somebody_turns_down_is_not_silently_another() -> None:
    changes = {"play.quest": "cold-kiln", "play.party": ["warrior", "wizard", "ranger"], "play.players": 3}
    game = new_game(content.load("book", changes))
    told = when(game, "first-2", "first-0", "no", "yes")
    lines = [line for line in sentences(game, told) if "order" in line]
    assert lines == ["The Wizard does not agree to the Warrior's order."]


@pytest.mark.rule("freequest", "fail.withdraw")
def test_who_stays_where_another_would_go_home_is_named() -> None:
    game = given(["SSaa", "SSaa"], heroes={"warrior": (0, 0), "wizard": (1, 0)}, players=2, round=2)
    told = when(game.copy(), "end-turn", "yes", "no")
    assert [line for line in sentences(game, told) if "home" in line or "stay" in line] == [
        "The Warrior is for going home.",
        "The Wizard is for staying.",
    ]
    told = when(game, "end-turn", "no")
    assert not [line for line in sentences(game, told) if "home" in line or "stay" in line]


# ---- burdens and purses ---------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "body.lay-down")
def test_who_is_laid_down_is_named() -> None:
    game = given(["aaaa"], heroes={"warrior": (0, 0), "wizard": (3, 0)})
    load_up(game, "warrior", "wizard")
    assert labels(game, when(game))["lay-down"] == "Lay down Wizard"
    assert sentences(game, when(game, "lay-down"))[0] == "The Warrior lays the dead Wizard down."


@pytest.mark.rule("freequest", "quest.objective")
@pytest.mark.parametrize("name", ["the clerk", "Pell Marrow"])
def test_a_captive_is_named_wherever_it_goes(name: str) -> None:
    captive = {"at": [3, 0], "name": name}
    heroes = {"warrior": (2, 0), "medic": (0, 1)}
    game = given(["SSaa", "SSaa"], heroes=heroes, captive=captive, objective={"kind": "rescue"})
    hall = game.quest().ground.area[game.board.captive_at]
    seen = when(game.copy(), rule=lambda game: lay_out(game, game.quest(), hall))
    assert f"There is {name}, whom you came for." in sentences(game, seen)
    told = when(game, "step-east", f"take-body-{CAPTIVE}")
    assert sentences(game, told)[-1] == f"The Warrior takes {name} on the back."
    assert labels(game, told)["lay-down"] == f"Lay down {name}"
    assert f"The Warrior lays {name} down." in sentences(game, when(game, "lay-down"))


@pytest.mark.rule("freequest", "gold.loot-and-savings")
@pytest.mark.parametrize("after", ["medic", "warrior"])
def test_who_left_a_new_hero_gold_is_named(after: str) -> None:
    game = in_town(given(["aaaa"], heroes={"warrior": (0, 0), "wizard": (3, 0)}))
    lost = kill(game, "warrior")
    lost.lost, lost.savings = True, 70
    kind = next(kind for kind in game.content.heroes if kind.key == after)
    told = when(game, f"hero-{kind.index}", *(["select-0"] if kind.selections else []))
    assert sentences(game, told)[-1] == f"The {kind.name} begins with 70 gold of the Warrior who was lost."


# ---- questions ------------------------------------------------------------------------------------------------------


def test_who_may_roar_or_turn_a_die_is_named() -> None:
    game = given(heroes={"barbarian": (2, 2)}, monsters=[("goblin", (2, 1)), ("goblin", (2, 3))])
    told = when(game, "attack-0", dice=[6, 6, 6, 1, 1])
    assert question(game, told) == "The Barbarian's blow fells its monster. Attack again at once?"
    game = given(heroes={"medic": (0, 0)}, known_traps={(1, 0): "pitfall"})
    one = hero(game, "medic")
    one.gear.append(item(game, "widows-thimble"))
    told = when(game, "disarm-east", dice=[1, 1, 1])
    assert question(game, told) == "Medic: nothing fits. Turn a die?"
