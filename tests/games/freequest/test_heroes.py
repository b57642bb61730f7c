"""Creating heroes, their sheets, and how they begin a quest."""

from __future__ import annotations

import pytest

from tests.games.freequest.board import (
    casts,
    equip,
    faces,
    given,
    hero,
    in_town,
    item,
    kill,
    learn,
    load_up,
    offered,
    seat_asked,
    session,
    spell,
    when,
)
from undercroft.core.errors import ContentError
from undercroft.core.record import parse
from undercroft.core.session import Session
from undercroft.games.freequest import content
from undercroft.games.freequest.pieces import ABILITIES, QUESTS
from undercroft.games.freequest.setup import begin_quest
from undercroft.games.freequest.sheets import attack_dice, defense_dice, movement
from undercroft.games.freequest.state import FreeQuest, new_game

SUPPLIED = ["warrior", "wizard", "medic", "sworn-defender", "barbarian", "ranger", "delver"]
HOME = ["SSaaa", "SSaaa"]


def chooses(who: str) -> str:
    """The option to take a hero."""
    return f"hero-{SUPPLIED.index(who)}"


def load(**settings: object) -> FreeQuest:
    """A game of a quest of the book, before anything is chosen."""
    changes = {f"play.{key}": value for key, value in settings.items()}
    return new_game(content.load("book", {"play.quest": "cold-kiln", **changes}))


# ---- choosing -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "hero.choose")
def test_a_player_picks_one_of_the_supplied_heroes() -> None:
    game = load(heroes=1)
    told = when(game)
    assert (told.asked, told.offered) == ("hero.choose", [chooses(who) for who in SUPPLIED])
    when(game, chooses("medic"))
    assert [one.kind.key for one in game.board.heroes] == ["medic"]


@pytest.mark.rule("freequest", "hero.choose")
def test_a_hero_that_is_not_supplied_is_refused() -> None:
    with pytest.raises(ContentError, match="paladin"):
        load(party=["paladin"])


@pytest.mark.rule("freequest", "hero.one-of-each")
def test_a_hero_who_is_taken_is_not_offered_again() -> None:
    game = load(heroes=3, players=3)
    told = when(game, chooses("wizard"))
    assert (told.asked, seat_asked(game)) == ("hero.choose", 2)
    assert chooses("wizard") not in told.offered
    told = when(game, chooses("warrior"))
    assert seat_asked(game) == 3
    assert told.offered == [chooses(who) for who in SUPPLIED if who not in ("wizard", "warrior")]


@pytest.mark.rule("freequest", "hero.one-of-each")
def test_a_hero_who_is_lost_for_good_may_be_created_again() -> None:
    game = given(heroes={"warrior": (0, 0), "wizard": (2, 0)}, players=2)
    lost = kill(game, "wizard")
    lost.most_health, lost.returns, lost.lost = 3, 2, True
    lost.counters[0], lost.gear = 4, []
    told = when(in_town(game))
    assert (told.asked, seat_asked(game)) == ("hero.choose", 2)
    assert chooses("wizard") in told.offered
    assert chooses("warrior") not in told.offered
    when(game, chooses("wizard"))
    fresh = hero(game, "wizard")
    assert (fresh.health, fresh.most_health, fresh.returns, fresh.dead, fresh.lost) == (5, 5, 0, False, False)
    assert (fresh.counters[0], fresh.gear) == (0, [item(game, "dagger")])


@pytest.mark.rule("freequest", "hero.record-sheet")
def test_a_new_wizards_sheet_has_all_that_its_definition_says() -> None:
    game = load(heroes=1)
    when(game, chooses("wizard"))
    (sheet,) = game.board.heroes
    kind = sheet.kind
    assert (kind.name, sheet.move, sheet.skill, sheet.magic) == ("Wizard", 8, 2, 5)
    assert (sheet.health, sheet.most_health, sheet.full) == (5, 5, 5)
    assert (game.content.base_attack, game.content.base_defense, sheet.defense) == (1, 1, 1)
    usable = [each.key for each in game.content.items if kind.may_use[each.index] and each.in_shop]
    assert usable == ["dagger", "staff"]
    assert (sheet.gear, sheet.main_hand) == ([item(game, "dagger")], item(game, "dagger"))
    assert (sheet.other_hand, sheet.head, sheet.body) == (-1, -1, -1)
    assert (sheet.savings, sheet.loot) == (0, 0)
    assert (sheet.spells_allowed, sheet.spells, sheet.spent) == (10, 0, 0)
    assert (sheet.selections, sheet.abilities, sheet.improvements, sheet.returns) == ([], 0, [], 0)
    assert not any(sheet.counters)


@pytest.mark.rule("freequest", "hero.record-sheet")
@pytest.mark.parametrize("who", SUPPLIED)
def test_every_sheet_is_a_copy_of_its_definition(who: str) -> None:
    game = given(heroes={who: (0, 0)})
    sheet = hero(game, who)
    kind = sheet.kind
    assert (sheet.move, sheet.skill, sheet.magic, sheet.most_health) == (kind.move, kind.skill, kind.magic, kind.health)
    assert (sheet.health, sheet.spells_allowed, sheet.abilities) == (kind.health, kind.spells, kind.abilities)
    sheet.gear.append(item(game, "staff"))
    assert item(game, "staff") not in kind.gear


def test_abilities_stand_on_the_sheets_of_those_who_have_them() -> None:
    abilities = {
        who: [name for place, name in enumerate(ABILITIES) if hero(given(heroes={who: (0, 0)}), who).can(place)]
        for who in SUPPLIED
    }
    assert abilities == {
        "warrior": [],
        "wizard": [],
        "medic": ["first-aid"],
        "sworn-defender": ["sacrifice", "guard"],
        "barbarian": ["roar"],
        "ranger": ["light-step"],
        "delver": ["steady-fingers"],
    }


@pytest.mark.parametrize(
    ("who", "attack", "move", "spells"),
    [
        pytest.param("warrior", 4, 8, 0, marks=pytest.mark.rule("freequest", "hero.warrior")),
        pytest.param("wizard", 2, 8, 10, marks=pytest.mark.rule("freequest", "hero.wizard")),
        pytest.param("medic", 3, 8, 3, marks=pytest.mark.rule("freequest", "hero.medic")),
        pytest.param("sworn-defender", 3, 6, 0, marks=pytest.mark.rule("freequest", "hero.sworn-defender")),
    ],
)
def test_how_the_published_heroes_begin(who: str, attack: int, move: int, spells: int) -> None:
    game = load(party=[who])
    assert drafts_all(game) == spells
    (one,) = game.board.heroes
    assert attack_dice(game.content, one, one.main_hand) == attack
    assert (defense_dice(one), movement(game.content, one)) == (1, move)


def drafts_all(game: FreeQuest) -> int:
    """Take whatever spell is offered first until there is no more to take; how many those are."""
    taken = 0
    told = when(game)
    while told.asked == "setup.draft-spell":
        told = when(game, told.offered[0])
        taken += 1
    assert told.asked == "setup.place-hero"
    return taken


@pytest.mark.rule("freequest", "hero.wizard")
def test_with_four_spells_on_offer_the_wizard_has_all_four(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(party=["wizard"])
    monkeypatch.setattr(game.content, "drafted", 4)
    drafts_all(game)
    assert game.board.heroes[0].spells == 0b1111


@pytest.mark.rule("freequest", "hero.sworn-defender")
def test_a_defender_in_platemail_moves_two_and_with_a_body_one() -> None:
    game = given(heroes={"sworn-defender": (0, 0), "wizard": (1, 0)})
    one = equip(game, "sworn-defender", "shortsword", "platemail")
    assert movement(game.content, one) == 2
    load_up(game, "sworn-defender", "wizard")
    assert movement(game.content, one) == 1


# ---- selections -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "hero.selections")
@pytest.mark.parametrize(
    ("select", "gear"), [("select-0", ["shortsword", "helmet"]), ("select-1", ["dagger", "leather"])]
)
def test_the_delver_chooses_before_the_first_quest_and_never_again(select: str, gear: list[str]) -> None:
    game = load(heroes=1)
    told = when(game, chooses("delver"))
    assert (told.asked, told.offered) == ("hero.select", ["select-0", "select-1"])
    assert game.board.quest < 0
    game = load(heroes=1)
    told = when(game, chooses("delver"), select)
    assert game.board.quest >= 0
    (sheet,) = game.board.heroes
    assert sheet.gear == [item(game, key) for key in gear]
    assert sheet.wears(sheet.gear[0])
    assert sheet.wears(sheet.gear[1])
    assert not [name for name in told.offered if name.startswith("select")]
    assert not [name for name in offered(in_town(game)) if name.startswith("select")]


@pytest.mark.rule("freequest", "hero.selections-recorded")
@pytest.mark.parametrize("select", [0, 1])
def test_the_selection_is_there_after_saving_and_loading(select: int) -> None:
    live = session(lambda: load(heroes=1))
    live.choose(chooses("delver"))
    live.choose(f"select-{select}")
    record, _ = parse(live.record.to_text(), "test")
    loaded = Session(live.game, record)
    assert isinstance(loaded.state, FreeQuest)
    (sheet,) = loaded.state.board.heroes
    assert sheet.selections == [select]
    assert sheet.copy().selections == [select]


@pytest.mark.rule("freequest", "hero.selections-recorded")
def test_the_selection_is_told() -> None:
    game = load(heroes=1)
    told = when(game, chooses("delver"), "select-1")
    assert told.figures("hero.selected") == [
        {"hero": 6, "item": item(game, "dagger")},
        {"hero": 6, "item": item(game, "leather")},
    ]


# ---- dice and Health ------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "hero.base-dice")
@pytest.mark.parametrize("who", SUPPLIED)
def test_without_equipment_a_hero_has_one_die_to_attack_and_one_to_defend(who: str) -> None:
    game = given(heroes={who: (0, 0)}, monsters=[("goblin", (1, 0))])
    equip(game, who)
    told = when(game, "attack-unarmed-0", "end-turn", "monster-0", "strike-0", dice=[1, 6, 6, 1, 1, 6])
    assert faces(told, "attack.rolled") == [[1]]
    assert faces(told, "monster.attacks", "against") == [[6]]


@pytest.mark.rule("freequest", "health.maximum")
def test_five_health_restored_to_four_of_six_are_two() -> None:
    game = given(heroes={"wizard": (0, 0), "medic": (1, 0)})
    learn(game, "wizard", "healing-water")
    hero(game, "medic").health = 4
    told = when(game, casts(game, "healing-water"))
    assert hero(game, "medic").health == 6
    assert told.figures("hero.healed") == [{"hero": 2, "restored": 2, "health": 6}]


@pytest.mark.rule("freequest", "health.maximum")
def test_no_potion_lifts_health_above_its_maximum() -> None:
    game = given()
    one = hero(game, "warrior")
    one.gear.append(item(game, "blue-flask"))
    one.health = 7
    when(game, f"drink-{item(game, 'blue-flask')}")
    assert one.health == 8


# ---- the beginning of a quest ---------------------------------------------------------------------------------------


def begin_again(game: FreeQuest, *drafts: str) -> None:
    """Let the party go into the same quest once more."""
    when(in_town(game), rule=lambda game: begin_quest(game, 0))
    when(game, *[f"draft-{spell(game, key)}" for key in drafts])


@pytest.mark.rule("freequest", "hero.starts-whole")
@pytest.mark.parametrize("completed", [True, False])
def test_a_survivor_starts_the_next_quest_whole_with_every_spell(completed: bool) -> None:
    game = given(HOME, heroes={"medic": (2, 0)}, round=2)
    learn(game, "medic", "immolate", "flame-burst", "healing-water")
    one = hero(game, "medic")
    one.health, one.spent = 1, one.spells
    if completed:
        when(game, "step-east", "step-west", "step-west", "end-move")
    else:
        game.quest().wanted = 0
        when(game, "step-west", "end-move", "end-turn", "yes")
    assert (game.outcome() is not None, game.board.achieved) == (True, completed)
    begin_again(game, "immolate", "flame-burst", "healing-water")
    assert (one.health, one.spent) == (6, 0)
    assert one.spells == sum(1 << spell(game, key) for key in ("immolate", "flame-burst", "healing-water"))


@pytest.mark.rule("freequest", "hero.starts-whole")
def test_a_hero_starts_the_first_quest_whole() -> None:
    game = load(heroes=1)
    when(game, chooses("warrior"))
    (one,) = game.board.heroes
    assert (one.health, one.spent) == (8, 0)


@pytest.mark.rule("freequest", "hero.choose", "gold.loot-and-savings")
@pytest.mark.parametrize("quest", ["", "cold-kiln"])
def test_whoever_begins_with_the_first_quest_has_done_nothing_and_saved_nothing(quest: str) -> None:
    changes = {"play.party": ["warrior", "medic"], **({"play.quest": quest} if quest else {})}
    game = new_game(content.load("book", changes))
    when(game)
    assert game.board.completed == 0
    assert [(one.savings, one.counters[QUESTS], one.may_improve) for one in game.board.heroes] == [(0, 0, False)] * 2


@pytest.mark.rule("freequest", "hero.starts-whole")
def test_nothing_of_the_last_quest_clings_to_a_hero() -> None:
    game = given(HOME, heroes={"warrior": (2, 0), "wizard": (1, 0)})
    one = hero(game, "warrior")
    fresh = one.copy()
    one.shield, one.edge, one.ward, one.hare = 2, 2, 2, 4
    one.smoke = one.hindered = one.aided = one.roared = one.sulking = one.raging = True
    one.guarded_by = one.brought_by = 1
    one.powers_used, one.searched = [item(game, "nine-knot-rope")], 3
    when(game, "step-east", "step-west", "step-south", "step-west", "end-move")
    assert game.outcome() is not None
    when(in_town(game), rule=lambda game: begin_quest(game, 0))
    one.savings, one.counters, one.may_improve = fresh.savings, fresh.counters, fresh.may_improve
    fresh.at = one.at
    assert one.key() == fresh.key()
