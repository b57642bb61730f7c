"""Danger: Goblin and Minion Encounters, met on entering a room."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.board import cell, drawn_track, find, offered, when, whole_turn
from tests.games.tiny_epic_dungeons.plain import FOUR, explore, go, plain, steps, where
from undercroft.games.tiny_epic_dungeons.pieces import ENCOUNTER_CARD, GOBLIN_DANGER, MINION_DANGER, ROOM_CARD
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.games.tiny_epic_dungeons.torch import land

PINCHER, WARDEN = "goblin-pincher", "bell-warden"
EAST = (3, 4)
THREE = {1: ("goblin-hauler", (3, 3)), 2: ("goblin-hexer", (3, 3)), 3: ("goblin-slinger", (3, 3))}
GOBLINS = {**THREE, 4: ("goblin-drummer", (3, 3))}


def before(room: str, **figures: Any) -> Dungeon:
    """A room that nobody has entered lies faceup east of the Entrance, and there is more to explore."""
    return plain(rooms={EAST: (room, "nesw")}, facedown={(2, 3): "a"}, **figures)


def unknown(source: str, **figures: Any) -> Dungeon:
    """Two facedown cards beside the Entrance, the one to the east from this deck."""
    return plain(facedown={EAST: source, (2, 3): "a"}, **figures)


# ---- Goblin Encounters ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "danger.goblin-damage", "danger.goblin-token", "danger.only-active-hero")
def test_a_goblin_takes_one_health_and_stands_in_the_room_entered() -> None:
    game = unknown("a", health=[6, 6], changes={"hero.brannoch-tull.defense": 4})
    when(game, explore(EAST), cards=["toll-arch", PINCHER])
    assert [hero.health for hero in game.heroes] == [5, 6]
    assert game.goblin_at == [cell(EAST), -1, -1, -1]


@pytest.mark.rule("tiny-epic-dungeons", "danger.goblin-card", "components.goblin-tokens")
def test_the_lowest_free_number_is_the_new_goblins() -> None:
    goblins = {1: ("goblin-hauler", (3, 3)), 3: ("goblin-slinger", (3, 3))}
    game = unknown("a", goblins=goblins)
    told = when(game, explore(EAST), cards=["toll-arch", PINCHER])
    assert told.figures("goblin.arrives")[0]["number"] == 2
    assert game.goblins[1] == find(game.content.goblins, PINCHER).index
    assert PINCHER not in [game.content.goblins[card].key for card in game.goblin_deck.unseen]


@pytest.mark.rule("tiny-epic-dungeons", "danger.goblin-card", "components.goblin-cards")
def test_discards_are_shuffled_when_the_goblin_deck_is_empty() -> None:
    game = unknown("a", goblins=THREE)
    game.goblin_deck.unseen.clear()
    game.goblin_discards = [find(game.content.goblins, key).index for key in (PINCHER, "goblin-drummer")]
    when(game, explore(EAST), cards=["toll-arch", "goblin-drummer"])
    assert game.content.goblins[game.goblins[3]].key == "goblin-drummer"
    assert (len(game.goblin_deck), game.goblin_discards) == (1, [])


@pytest.mark.rule("tiny-epic-dungeons", "danger.goblin-fifth")
@pytest.mark.parametrize("seen", [True, False])
def test_a_fifth_goblin_loses_the_game_before_anybody_is_hurt(seen: bool) -> None:
    game = before("toll-arch", goblins=GOBLINS) if seen else unknown("a", goblins=GOBLINS)
    told = when(game, go(EAST) if seen else explore(EAST), cards=[] if seen else ["toll-arch"])
    assert (told.ended, told.names[-1]) == (True, "end.goblins")
    assert game.heroes[0].health == 9


@pytest.mark.rule("tiny-epic-dungeons", "danger.goblin-fifth")
def test_a_fourth_goblin_is_no_loss() -> None:
    game = before("toll-arch", goblins=THREE)
    told = when(game, go(EAST), cards=[PINCHER])
    assert (told.ended, game.goblin_count(), game.goblin_at[3]) == (False, 4, cell(EAST))


@pytest.mark.rule("tiny-epic-dungeons", "danger.goblin-fifth", "danger.revealed-from-afar")
def test_with_four_goblins_a_goblin_room_that_is_only_revealed_does_nothing() -> None:
    game = plain(facedown={EAST: "a"}, deck=(9, 0, 0), goblins=GOBLINS)
    told = when(game, "reveal-adjacent", cards=["toll-arch"])
    assert (told.ended, game.card_at(cell(EAST)).key) == (False, "toll-arch")
    assert [hero.health for hero in game.heroes] == [9, 9]


# ---- Minion Encounters ----------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "tiny-epic-dungeons", "danger.minion-damage", "danger.minion-card", "danger.minion-token", "danger.only-active-hero"
)
def test_a_minion_takes_two_health_and_stands_in_the_room_with_full_health() -> None:
    game = unknown("b", health=[6, 6], changes={"hero.brannoch-tull.defense": 5})
    told = when(game, explore(EAST), "rotate-nsw", cards=["ossuary-crossing", WARDEN])
    assert [hero.health for hero in game.heroes] == [4, 6]
    assert (game.minion_at, game.minion_health) == ([cell(EAST)], [6])
    assert told.figures("minion.arrives")[0]["health"] == 6


@pytest.mark.rule("tiny-epic-dungeons", "danger.minion-token", "components.minion-tokens", "components.minion-cards")
def test_each_minion_takes_a_health_marker_and_a_card_of_its_own() -> None:
    encounters = {(2, 3): "gibbet-court", (3, 4): "ossuary-crossing", (4, 3): "antler-hall", (3, 2): "long-cistern"}
    game = plain(FOUR, rooms={at: (card, "nesw") for at, card in encounters.items()})
    order = [WARDEN, "marsh-leech", "moth-abbot", "pawnbroker"]
    for number, (at, minion) in enumerate(zip(encounters, order, strict=True)):
        game.active, game.moving, game.speed_left = number, True, 3
        when(game, go(at), cards=[minion])
    assert [game.content.minions[card].key for card in game.minions] == order
    assert len(game.heroes) - len(game.minions) == 0
    assert len(game.minion_deck) == 4


@pytest.mark.rule("tiny-epic-dungeons", "danger.minion-card")
def test_the_minion_met_second_acts_after_the_one_met_first() -> None:
    rooms = {(3, 4): ("ossuary-crossing", "nesw"), (2, 3): ("gibbet-court", "nesw")}
    game = plain(rooms=rooms, changes=drawn_track(1))
    when(game, go((3, 4)), cards=["glass-duelist"])
    game.active, game.moving = 1, True
    when(game, go((2, 3)), cards=[WARDEN])
    told = when(game, rule=land)
    names = [game.content.minions[figures["enemy"] - 100].key for figures in told.figures("enemy.attacks")]
    assert names == ["glass-duelist", WARDEN]


@pytest.mark.rule("tiny-epic-dungeons", "danger.minion-only-on-encounters")
def test_minions_come_from_encounter_cards_and_goblins_from_rooms() -> None:
    for card in plain().content.dungeon:
        assert (card.danger == MINION_DANGER) == (card.type == ENCOUNTER_CARD)
        assert card.danger != GOBLIN_DANGER or card.type == ROOM_CARD


# ---- when it is met -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "danger.check-on-entry")
def test_a_room_whose_goblin_was_killed_is_safe() -> None:
    game = before("toll-arch", met=1 << cell(EAST))
    told = when(game, go(EAST))
    assert told.names == ["move.entered"]
    assert (game.heroes[0].health, game.goblin_count(), game.speed_left) == (9, 0, 2)


@pytest.mark.rule("tiny-epic-dungeons", "danger.check-on-entry")
def test_a_goblin_met_and_killed_does_not_come_again() -> None:
    game = before("toll-arch", changes={"goblin.goblin-pincher.defense": 2})
    when(game, go(EAST), cards=[PINCHER])
    when(game, "melee-1", "count-1", "neither", dice=[5, 3])
    assert game.goblin_count() == 0
    game.moving = True
    when(game, go((3, 3)))
    when(game, go(EAST))
    assert (game.heroes[0].health, game.goblin_count()) == (8, 0)


@pytest.mark.rule("tiny-epic-dungeons", "danger.check-on-entry", "danger.revealed-from-afar")
def test_a_goblin_room_revealed_from_afar_is_met_by_who_enters_first() -> None:
    game = plain(facedown={EAST: "a"}, deck=(9, 0, 0))
    when(game, "reveal-adjacent", cards=["toll-arch"])
    assert (game.goblin_count(), game.heroes[0].health) == (0, 9)
    when(game, go(EAST), cards=[PINCHER])
    assert (game.heroes[0].health, game.goblin_at[0]) == (8, cell(EAST))


@pytest.mark.rule("tiny-epic-dungeons", "danger.revealed-from-afar")
def test_a_minion_revealed_from_afar_waits_for_the_first_hero_and_hurts_no_second() -> None:
    game = plain(facedown={EAST: "b"}, deck=(9, 0, 0))
    when(game, "reveal-adjacent", "rotate-nsw", cards=["ossuary-crossing"])
    assert (game.minions, game.heroes[0].health) == ([], 9)
    assert not [name for name in offered(game) if name.startswith(("melee", "missile"))]
    when(game, go(EAST), cards=[WARDEN])
    assert (game.heroes[0].health, game.minion_at) == (7, [cell(EAST)])
    assert steps(offered(game)) == []
    game.active, game.moving, game.speed_left = 1, True, 3
    when(game, go(EAST))
    assert (game.heroes[1].health, len(game.minions)) == (9, 1)


@pytest.mark.rule("tiny-epic-dungeons", "danger.revealed-from-afar")
def test_enemies_walk_through_a_room_whose_minion_has_not_appeared() -> None:
    rooms = {EAST: ("ossuary-crossing", "esw"), (3, 5): ("gutter-run", "ew")}
    game = plain(
        rooms=rooms, goblins={1: (PINCHER, (3, 5))}, health=[9, 0], changes=drawn_track(1)
    )  # fmt: skip
    when(game, rule=land)
    assert (game.goblin_at[0], game.minions) == (cell((3, 3)), [])


@pytest.mark.rule("tiny-epic-dungeons", "danger.order")
def test_a_hero_that_falls_to_an_ambush_leaves_the_minion_in_place() -> None:
    game = before("ossuary-crossing", health=[2])
    told = whole_turn(game, go(EAST), cards=[WARDEN])
    order = ["danger.minion", "hero.damaged", "hero.falls", "minion.arrives", "turn.ends", "torch.down"]
    assert [name for name in told.names if name in order] == order
    assert (game.heroes[0].health, game.minion_health, where(game)) == (0, [6], EAST)
    assert (told.asked, game.active) == ("", 1)


@pytest.mark.rule("tiny-epic-dungeons", "danger.enemy-does-not-act")
@pytest.mark.parametrize(("room", "card", "health"), [("toll-arch", PINCHER, 8), ("ossuary-crossing", WARDEN, 7)])
def test_a_new_enemy_does_nothing_more_on_a_blank_space(room: str, card: str, health: int) -> None:
    game = before(room)
    told = whole_turn(game, go(EAST), "end-turn", cards=[card])
    assert game.torch == 19
    assert not {"enemy.moves", "enemy.attacks", "counter.rolled"} & set(told.names)
    assert [hero.health for hero in game.heroes] == [health, 9]
    assert cell(EAST) in (*game.goblin_at, *game.minion_at)


@pytest.mark.rule("tiny-epic-dungeons", "danger.only-active-hero")
def test_no_other_hero_in_the_room_is_hurt_by_a_trap() -> None:
    game = plain(rooms={EAST: ("needle-gallery", "ew")}, at=[(3, 3), EAST], focus=[0])
    when(game, go(EAST), "count-1", dice=[4, 3])
    assert [hero.health for hero in game.heroes] == [7, 9]
