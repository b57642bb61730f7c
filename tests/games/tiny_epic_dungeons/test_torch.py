"""The Torch: how it burns down, and what its spaces do."""

from __future__ import annotations

import pytest

from tests.games.tiny_epic_dungeons.board import TORCH, drawn_track, when, whole_turn
from tests.games.tiny_epic_dungeons.deep import (
    BOSS,
    HAULER,
    LEECH,
    PINCHER,
    RIDER,
    SLINGER,
    deep,
    goblin,
    goblins,
    halls,
    health,
    minions,
    printed,
    row,
    spot,
    track,
)
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.games.tiny_epic_dungeons.torch import torch_down, torch_up

GOBLIN_AT_20 = track(1, [20], [])
WINDLASS = printed(
    "card.lamp-windlass", search={"skill": "strength", "target": 6, "success": [{"do": "focus", "by": 1}],
                                  "failure": [{"do": "torch", "by": -1}]},
)  # fmt: skip


def burn(game: Dungeon, by: int = 1, *answers: str, cards: tuple[str, ...] = ()) -> list[str]:
    """The Torch moves down; returns the names of the events."""
    return when(game, *answers, rule=torch_down, arguments=[by], cards=cards).names


# ---- down -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "torch.down-and-land")
def test_a_counter_attacks_torch_resolves_the_space_it_lands_on() -> None:
    game = deep(changes=GOBLIN_AT_20, rooms=row(4, 4), at=[(3, 4), (3, 4)], goblins={1: (PINCHER, (3, 4))}, torch=21)
    told = when(game, "melee-1", dice=[1, TORCH], cards=[HAULER])
    assert game.torch == 20
    assert goblins(game)[:2] == [(3, 4), (3, 3)]
    assert told.names[-3:] == ["counter.torch", "torch.down", "goblin.arrives"]


@pytest.mark.rule("tiny-epic-dungeons", "torch.down-and-land")
def test_the_end_of_a_turn_resolves_it() -> None:
    game = deep(changes=GOBLIN_AT_20, torch=21)
    whole_turn(game, "end-turn", cards=[HAULER])
    assert (game.torch, goblins(game)[0]) == (20, (3, 3))


@pytest.mark.rule("tiny-epic-dungeons", "torch.down-and-land")
def test_revealing_from_afar_resolves_it() -> None:
    game = deep(changes=GOBLIN_AT_20, facedown={(3, 4): "a", (3, 2): "a"}, torch=21)
    told = when(game, "reveal-adjacent", cards=[HAULER])
    assert (game.torch, goblins(game)[0]) == (20, (3, 3))
    assert told.asked == "free.reveal-order"


@pytest.mark.rule("tiny-epic-dungeons", "torch.down-and-land")
def test_a_card_that_moves_it_down_resolves_it() -> None:
    rooms = {(3, 4): ("lamp-windlass", "nesw")}
    game = deep(changes={**GOBLIN_AT_20, **WINDLASS}, rooms=rooms, at=[(3, 4), (3, 3)], torch=21)
    when(game, "search", dice=[1], cards=[HAULER])
    assert (game.torch, goblins(game)[0]) == (20, (3, 3))


@pytest.mark.rule("tiny-epic-dungeons", "torch.down-and-land")
def test_a_blank_space_does_nothing() -> None:
    game = deep(changes=track(1, [19, 21], [19, 21]), goblins={1: (PINCHER, (3, 3))}, torch=21)
    assert burn(game) == ["torch.down"]
    assert (game.torch, game.goblin_count(), health(game)) == (20, 1, [9, 9])


@pytest.mark.rule("tiny-epic-dungeons", "torch.one-space-at-a-time")
def test_two_spaces_down_over_enemy_actions_onto_a_blank_let_enemies_act_once() -> None:
    game = deep(changes=drawn_track(1), at=[(3, 3), (3, 3)], goblins={1: (PINCHER, (3, 3))}, torch=21)
    names = burn(game, 2, "hero-2")
    assert [name for name in names if name.startswith("torch.")] == ["torch.down", "torch.enemies", "torch.down"]
    assert (game.torch, health(game)) == (19, [9, 8])


@pytest.mark.rule("tiny-epic-dungeons", "torch.one-space-at-a-time")
def test_the_torch_stops_where_the_game_ends() -> None:
    game = deep(torch=2)
    names = burn(game, 4)
    assert (names, game.torch) == (["torch.down", "torch.down", "end.torch"], 0)


@pytest.mark.rule("tiny-epic-dungeons", "torch.down-and-land", "end.two-losses")
def test_where_only_the_last_space_counts_the_torch_passes_the_one_before_darkness_too() -> None:
    game = deep(changes={**track(1, [1, 2], [1, 2]), "switches.passed-spaces-resolved": False}, torch=3)
    assert burn(game, 3) == ["torch.down", "torch.down", "torch.down", "end.torch"]
    assert game.goblin_count() == 0


# ---- up -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "torch.up")
@pytest.mark.parametrize(("heroes", "before", "after"), [(2, 31, 31), (2, 27, 31), (4, 26, 31), (2, 20, 26)])
def test_in_act_one_the_torch_rises_to_the_top_of_the_track_whatever_the_party(
    heroes: int, before: int, after: int
) -> None:
    spaces = list(range(1, 32))
    game = deep(heroes, changes=track(1, spaces, spaces), torch=before)
    told = when(game, rule=torch_up, arguments=[6])
    assert game.torch == after
    assert told.names == (["torch.up"] if after > before else [])


@pytest.mark.rule("tiny-epic-dungeons", "torch.up", "lair.flip-torch")
@pytest.mark.parametrize(("heroes", "top"), [(2, 12), (3, 17), (4, 23)])
def test_in_act_two_the_top_is_that_of_the_partys_column(heroes: int, top: int) -> None:
    game = deep(heroes, boss=BOSS, rooms={(3, 4): ("iron-mouth", "ew")}, torch=top - 1)
    when(game, rule=torch_up, arguments=[6])
    assert game.torch == top


# ---- Goblins --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "torch.add-goblin")
@pytest.mark.parametrize(("there", "number"), [((1, 2), 3), ((1, 3), 2), ((2, 3), 1), ((1, 2, 3), 4), ((), 1)])
def test_the_lowest_free_goblin_comes_to_the_entrance(there: tuple[int, ...], number: int) -> None:
    cards = dict(zip(there, [(PINCHER, (3, 6)), (SLINGER, (3, 6)), ("goblin-drummer", (3, 6))], strict=False))
    game = deep(changes=GOBLIN_AT_20, rooms=row(4, 6), at=[(3, 3), (3, 3)], goblins=cards, torch=21)
    told = when(game, rule=torch_down, arguments=[1], cards=[HAULER])
    assert told.figures("goblin.arrives")[0]["number"] == number
    assert goblins(game)[number - 1] == (3, 3)
    assert game.content.goblins[game.goblins[number - 1]].key == HAULER
    assert game.goblin_count() == len(there) + 1


@pytest.mark.rule("tiny-epic-dungeons", "torch.add-goblin")
def test_heroes_on_the_entrance_are_unharmed_and_the_goblin_does_not_act_yet() -> None:
    game = deep(changes=GOBLIN_AT_20, at=[(3, 3), (3, 3)], torch=21)
    assert burn(game, 1, cards=(HAULER,)) == ["torch.down", "goblin.arrives"]
    assert health(game) == [9, 9]


@pytest.mark.rule("tiny-epic-dungeons", "torch.add-goblin-fifth", "end.lose-goblin")
def test_a_fifth_goblin_loses_the_game() -> None:
    cards = {1: PINCHER, 2: SLINGER, 3: HAULER, 4: "goblin-drummer"}
    game = deep(changes=track(1, [20], [20]), goblins={n: (key, (3, 3)) for n, key in cards.items()}, torch=21)
    assert burn(game) == ["torch.down", "end.goblins"]
    assert health(game) == [9, 9]


# ---- Enemy Actions --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "torch.enemy-actions")
def test_goblins_act_by_number_and_then_the_minions() -> None:
    game = deep(
        changes=track(1, [], [20]),
        rooms=row(4, 6),
        at=[(3, 3), (3, 6)],
        goblins={3: (HAULER, (3, 5)), 1: (PINCHER, (3, 4))},
        minions=[(RIDER, (3, 5)), (LEECH, (3, 4))],
        torch=21,
    )
    told = when(game, rule=torch_down, arguments=[1])
    names = [game.enemy_name(target) for target in (0, 2, 4, 5)]
    assert [event["enemy"] for event in told.figures("enemy.moves")] == names
    assert [event["enemy"] for event in told.figures("enemy.attacks")] == names
    assert (goblins(game)[0], goblins(game)[2], minions(game)) == ((3, 3), (3, 6), [(3, 6), (3, 3)])


@pytest.mark.rule("tiny-epic-dungeons", "torch.enemy-actions")
def test_in_act_two_the_boss_acts_after_the_goblins() -> None:
    game = deep(
        changes={**track(2, [], [20]), **goblin(PINCHER, speed=1)},
        rooms={**row(4, 6), (3, 4): ("iron-mouth", "ew")},
        at=[(3, 6), (3, 6)],
        boss=BOSS,
        goblins={1: (PINCHER, (3, 3))},
        torch=21,
    )
    told = when(game, "hero-1", "hero-1", rule=torch_down, arguments=[1])
    assert told.names[:5] == ["torch.down", "torch.enemies", "enemy.moves", "boss.moves", "boss.strikes"]
    assert (goblins(game)[0], spot(game.boss_at)) == ((3, 4), (3, 6))


@pytest.mark.rule("tiny-epic-dungeons", "torch.both-symbols")
def test_where_a_space_shows_both_the_new_goblin_comes_and_acts_at_once() -> None:
    game = deep(
        changes=track(1, [20], [20]),
        rooms=halls((3, 2), (3, 1)),
        at=[(3, 1), (3, 1)],
        health=[9, 0],
        goblins={1: (PINCHER, (3, 1))},
        torch=21,
    )
    told = when(game, rule=torch_down, arguments=[1], cards=[HAULER])
    assert told.names[:3] == ["torch.down", "goblin.arrives", "torch.enemies"]
    assert (goblins(game)[:2], health(game)) == ([(3, 1), (3, 1)], [7, 0])


# ---- the skull ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "torch.skull", "end.lose-torch")
def test_the_skull_at_the_end_of_a_turn_loses_the_game() -> None:
    game = deep(torch=1)
    assert whole_turn(game, "end-turn").names[-2:] == ["torch.down", "end.torch"]


@pytest.mark.rule("tiny-epic-dungeons", "torch.skull", "end.at-once")
def test_a_counter_attacks_torch_loses_it_in_the_middle_of_a_turn() -> None:
    game = deep(goblins={1: (PINCHER, (3, 3))}, torch=1)
    told = whole_turn(game, "melee-1", dice=[1, TORCH])
    assert told.ended
    assert told.names[-2:] == ["torch.down", "end.torch"]
    assert "turn.ends" not in told.names
