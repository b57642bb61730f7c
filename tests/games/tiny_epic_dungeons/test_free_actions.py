"""Free Actions: when they may be used, Reveal Adjacent, Research, opening the Lair."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tiny_epic_dungeons.arena import CROSS, EAST, among, arena, corridor, known, only, place
from tests.games.tiny_epic_dungeons.board import cell, drawn_track, offered, when, whole_turn
from undercroft.games.tiny_epic_dungeons.state import CENTRE, Dungeon

SEFA = ("sefa-marrow", "odile-vant")
HERE = (3, 3)
AROUND = ((2, 3), (3, 4), (4, 3), (3, 2))
FREE = ("reveal-adjacent", "research", "open-lair", "taunt", "use")
CROSSINGS = ("spring-chapel", "listening-hall", "toll-arch", "fungus-kitchen")
FOUR_CROSSINGS: dict[str, Any] = {
    **{f"card.{card}.exits": list("NESW") for card in CROSSINGS},
    "card.toll-arch.danger": "goblin",
    "card.fungus-kitchen.danger": "goblin",
}


def surrounded(**figures: Any) -> Dungeon:
    """Sefa at the Entrance among four facedown cards of Deck A, with enough cards left to be laid."""
    changes = {**FOUR_CROSSINGS, **figures.pop("changes", {})}
    figures.setdefault("deck", (9, 0, 0))
    return arena(SEFA, changes=changes, facedown=dict.fromkeys(AROUND, "a"), **figures)


# ---- when -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "free.anytime-on-turn", "move.free-actions-between-steps")
def test_free_actions_fit_before_between_and_after_everything_else() -> None:
    game = arena(SEFA, rooms=corridor(2), focus=[8])
    told = whole_turn(
        game, "research", "keep", "go-26", "research", "keep", "go-27", "rest", "research", "decline",
        cards=["mend", "candleburst", "slate-shard"],
    )  # fmt: skip
    assert told.names.count("spell.drawn") == 3
    assert (game.heroes[0].focus, game.heroes[0].at) == (8 - 4 - 4 + 5 - 4, cell((3, 5)))


@pytest.mark.rule("tiny-epic-dungeons", "free.anytime-on-turn")
def test_none_is_offered_while_enemies_act_or_on_the_turn_of_another() -> None:
    game = arena(SEFA, changes=drawn_track(1), torch=21, goblins={1: ("goblin-pincher", HERE)})
    told = whole_turn(game, "end-turn")
    assert (told.asked, told.offered) == ("enemy.target", ["hero-1", "hero-2"])
    game = arena(SEFA, focus=[0, 8])
    assert among(offered(game), *FREE) == []


@pytest.mark.rule("tiny-epic-dungeons", "free.more-on-cards")
def test_a_loot_with_a_free_action_adds_it_to_the_turns_options() -> None:
    game = arena(loot=[["spare-wick"]], focus=[0], torch=10)
    assert among(offered(game), *FREE) == ["use-6"]
    when(game, "use-6")
    assert (game.torch, game.heroic_left, among(offered(game), *FREE)) == (12, 1, [])


# ---- Reveal Adjacent ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "free.reveal-adjacent")
def test_one_space_of_light_turns_all_cards_at_the_exits() -> None:
    game = surrounded(torch=20)
    told = when(game, "reveal-adjacent", *[place(at) for at in AROUND[:3]], cards=CROSSINGS)
    assert (game.torch, told.names.count("torch.down"), told.names.count("explore.flipped")) == (19, 1, 4)
    assert [game.room[cell(at)] >= 0 for at in AROUND] == [True] * 4
    assert (game.hero().at, game.speed_left, game.heroic_left) == (CENTRE, 3, 1)


@pytest.mark.rule("tiny-epic-dungeons", "free.reveal-adjacent")
def test_walls_hide_what_is_behind_them_and_without_a_card_it_is_not_offered() -> None:
    assert "reveal-adjacent" not in offered(arena(SEFA))
    for exits, possible in (("w", False), ("nw", True)):
        game = arena(SEFA, rooms={EAST: ("spring-chapel", exits)}, at=[EAST], facedown={(2, 4): "a"})
        assert ("reveal-adjacent" in offered(game)) is possible


@pytest.mark.rule("tiny-epic-dungeons", "free.reveal-adjacent-cost-first")
def test_if_its_price_fells_the_hero_nothing_is_turned() -> None:
    game = surrounded(
        changes=drawn_track(1), torch=21, at=[HERE, HERE], health=[1], focus=[0, 0],
        goblins={1: ("goblin-pincher", HERE)},
    )  # fmt: skip
    told = whole_turn(game, "reveal-adjacent", "hero-1")
    assert ("explore.flipped" in told.names, game.heroes[0].conscious, game.active) == (False, False, 1)
    assert game.torch == 19


@pytest.mark.rule("tiny-epic-dungeons", "free.reveal-adjacent-cost-first")
def test_if_its_price_ends_the_game_nothing_is_turned() -> None:
    told = when(surrounded(torch=1), "reveal-adjacent")
    assert (told.ended, "explore.flipped" in told.names) == (True, False)


@pytest.mark.rule("tiny-epic-dungeons", "free.reveal-adjacent-cost-first")
def test_its_space_is_resolved_before_the_first_card() -> None:
    game = surrounded(
        changes=drawn_track(1), torch=21, at=[HERE, HERE], goblins={1: ("goblin-pincher", HERE)}
    )  # fmt: skip
    told = when(game, "reveal-adjacent", "hero-1", place((2, 3)), cards=["spring-chapel"])
    assert told.names.index("enemy.attacks") < told.names.index("explore.flipped")


@pytest.mark.rule("tiny-epic-dungeons", "free.reveal-adjacent-one-by-one")
def test_the_player_orders_the_cards_and_each_is_settled_before_the_next() -> None:
    told = when(surrounded(), "reveal-adjacent")
    assert (told.asked, told.offered) == ("free.reveal-order", [place(at) for at in AROUND])
    told = when(surrounded(), "reveal-adjacent", place((4, 3)), cards=["spring-chapel"])
    assert told.offered == [place(at) for at in ((2, 3), (3, 4), (3, 2))]
    settled = ["torch.down", "explore.flipped", "explore.rotated", *["explore.laid"] * 3]
    assert [name for name in told.names if name in settled] == settled


@pytest.mark.rule("tiny-epic-dungeons", "free.reveal-adjacent-one-by-one")
def test_a_revealed_card_is_turned_to_connect_with_the_heros_room() -> None:
    changes = {"card.gutter-run.exits": ["N", "E"], "card.gutter-run.danger": "none"}
    game = arena(SEFA, changes=changes, facedown={EAST: "a"}, deck=(9, 0, 0))
    told = when(game, "reveal-adjacent", cards=["gutter-run"])
    assert (told.asked, told.offered) == ("explore.rotation", ["rotate-sw", "rotate-nw"])


@pytest.mark.rule("tiny-epic-dungeons", "free.reveal-adjacent-one-by-one", "danger.revealed-from-afar")
def test_no_danger_is_resolved_even_where_a_fifth_goblin_would_lose() -> None:
    goblins = {number: (key, (3, 3)) for number, key in enumerate(("goblin-pincher", "goblin-slinger"), 1)}
    game = surrounded(goblins={**goblins, 3: ("goblin-drummer", HERE)})
    told = when(game, "reveal-adjacent", *[place(at) for at in AROUND[:3]], cards=CROSSINGS)
    assert (told.ended, game.goblin_count(), told.figures("hero.damaged")) == (False, 3, [])
    assert told.names.count("explore.flipped") == 4


@pytest.mark.rule("tiny-epic-dungeons", "free.reveal-adjacent-one-by-one")
def test_cards_that_it_lays_are_not_turned_by_it() -> None:
    game = surrounded()
    when(game, "reveal-adjacent", *[place(at) for at in AROUND[:3]], cards=CROSSINGS)
    assert bin(game.hidden).count("1") == 8
    assert sum(game.left) == 9 - 8


# ---- Research -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "free.research")
def test_four_focus_buy_a_spell() -> None:
    game = arena(focus=[4], goblins={1: ("goblin-pincher", HERE)})
    when(game, "research", "keep", cards=["mend"])
    assert (game.hero().focus, known(game), game.heroic_left) == (0, ["mend"], 1)
    assert "research" not in offered(arena(focus=[3]))


@pytest.mark.rule("tiny-epic-dungeons", "free.research", "turn.free-actions-any-number")
def test_research_may_be_repeated_while_the_focus_lasts() -> None:
    game = arena(focus=[8])
    when(game, "research", "keep", cards=["mend"])
    when(game, "research", "keep", cards=["candleburst"])
    assert (game.hero().focus, "research" in offered(game)) == (0, False)


@pytest.mark.rule("tiny-epic-dungeons", "free.research", "loot.discards")
def test_research_is_not_offered_while_no_spell_can_be_drawn() -> None:
    game = arena(focus=[8])
    only(game, "spells")
    assert "research" not in offered(game)
    game.spell_discards = [0]
    assert "research" in offered(game)


# ---- the Lair -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "free.enter-lair")
@pytest.mark.parametrize(
    ("at", "seals", "possible"), [((2, 3), 2, True), ((2, 3), 1, False), ((3, 3), 2, False)]
)  # fmt: skip
def test_the_lair_can_be_opened_at_its_door_once_all_minions_are_dead(
    at: tuple[int, int], seals: int, possible: bool
) -> None:
    game = arena(SEFA, rooms={(2, 3): ("iron-mouth", "ns")}, at=[at], door=cell((2, 3)), seals=seals, focus=[0])
    assert ("open-lair" in offered(game)) is possible


@pytest.mark.rule("tiny-epic-dungeons", "free.enter-lair")
def test_opening_the_lair_is_free_and_begins_act_two() -> None:
    game = arena(
        SEFA, rooms={(2, 3): ("iron-mouth", "ns"), EAST: ("spring-chapel", CROSS)}, at=[(2, 3)], door=cell((2, 3)),
        seals=2, focus=[3],
    )  # fmt: skip
    assert "end-turn" in offered(game)
    when(game, "open-lair", cards=["tithe-eater"])
    assert (game.act, game.hero().focus, game.speed_left, game.heroic_left) == (2, 3, 3, 1)
