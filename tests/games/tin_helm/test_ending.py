"""Shards, the end of a level, the end of the game and the score (chapter 12 of the ledger)."""

from __future__ import annotations

import pytest

from tests.games.tin_helm.board import Answers, enemy, given, held, room, when
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Seeded
from undercroft.core.decks import Deck
from undercroft.core.players import Opening
from undercroft.core.table import Table
from undercroft.games.tin_helm import content
from undercroft.games.tin_helm.cards import SHRINE_PLACE
from undercroft.games.tin_helm.combat import meet
from undercroft.games.tin_helm.places import cross_labyrinth, find_loot, meet_pigman, pray, spring_trap, visit
from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tin_helm.turns import descend, eat, explore, play, take_turn

RESOLVE = ("room.choice", "resolve")


def ending(game: TinHelm) -> tuple[str, bool, int]:
    """How it ended: the reason, whether won, and the score."""
    outcome = game.outcome()
    assert outcome is not None
    return outcome.end, outcome.won, outcome.score


def last_room(game: TinHelm, top: str, second: str) -> None:
    """Leave only these two cards of the level."""
    game.room_number = 5
    game.deck = Deck([], [room(game, second), room(game, top)])


# ---- shards ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "shard.sources")
def test_three_shrines_on_three_levels_win() -> None:
    game = given(food=2)
    for level in (1, 2, 3):
        assert (game.level, game.shards) == (level, level - 1)
        answers: Answers = [RESOLVE] if level == 3 else [RESOLVE, ("water.fish", "decline")]
        last_room(game, "waterfall", "clearing")
        when(game, take_turn, answers=answers)
    assert (ending(game)[:2], game.shards, game.level) == (("won", True), 3, 3)


@pytest.mark.rule("tin-helm", "shard.sources")
@pytest.mark.parametrize("before", [0, 1, 2])
@pytest.mark.parametrize("source", ["possessor", "shrine", "pigman", "altar", "loot"])
def test_every_source_gives_a_shard_and_may_give_the_last(source: str, before: int) -> None:
    game = given("gnome-parson", shards=before, favor=10, loot=["turnip"] if source == "pigman" else [])
    if source == "possessor":
        told = when(game, meet, enemy(game, "possessor"), dice=[6, 1], answers=[("combat.attack", "spend-3")])
    elif source == "shrine":
        told = when(game, visit, SHRINE_PLACE)
    elif source == "pigman":
        told = when(game, meet_pigman, answers=[("place.pigman", "trade")])
    elif source == "altar":
        told = when(game, pray, answers=[("place.altar", "shard")])
    else:
        told = when(game, find_loot, game.content.rooms[room(game, "stash")])
    assert told.figures("shard.gained") == [{"shards": before + 1}]
    assert told.ended == (before == 2)


@pytest.mark.rule("tin-helm", "shard.sources")
@pytest.mark.parametrize("source", ["possessor", "altar", "loot"])
def test_one_source_may_give_all_three(source: str) -> None:
    game = given("gnome-parson", favor=10)
    for number in (1, 2, 3):
        if source == "possessor":
            when(game, meet, enemy(game, "possessor"), dice=[6, 1], answers=[("combat.attack", "spend-3")])
        elif source == "altar":
            when(game, pray, answers=[("place.altar", "shard")])
        else:
            when(game, find_loot, game.content.rooms[room(game, "stash")])
        assert game.shards == number
    assert ending(game)[0] == "won"


# ---- the end of a level ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "level.descend")
def test_the_way_down_is_marker_meal_shuffle_in_this_order() -> None:
    game = given("kroling-parson", without=["scroll"], loot=["ring"], favor=2, food=1)
    when(game, meet, enemy(game, "dark-rats"), answers=[("encounter.response", "use-ring")])
    game.flips = 0
    last_room(game, "stash", "chasm")
    told = when(game, take_turn, answers=[RESOLVE])
    assert told.names[-3:] == ["level.done", "level.ate", "level.begins"]
    assert told.figures("level.done") == [{"level": 1}]
    assert told.figures("level.begins") == [{"level": 2, "cards": 12, "rooms": 6}]
    assert (game.level, game.food, len(game.deck)) == (2, 0, 12)
    assert when(game, meet, enemy(game, "dark-rats")).offered == ["fight", "use-ring"]
    fight = [("encounter.response", "fight"), ("combat.attack", "spend-1")]
    assert when(game, meet, enemy(game, "dark-rats"), dice=[3, 3], answers=fight).asked == "combat.own-dice"


@pytest.mark.rule("tin-helm", "level.descend")
def test_once_a_level_means_not_again_before_the_marker_moves() -> None:
    game = given("kroling-parson", loot=["ring"], favor=2, food=1)
    when(game, meet, enemy(game, "dark-rats"), answers=[("encounter.response", "use-ring")])
    told = when(game, meet, enemy(game, "dark-rats"))
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "level.descend")
def test_the_marker_moves_before_the_meal() -> None:
    game = given(loot=["potion"], food=1, level=2)
    told = when(game, descend)
    assert told.asked == "anytime.use"  # about to eat
    assert (game.level, game.food) == (3, 1)


@pytest.mark.rule("tin-helm", "level.descend")
def test_enemies_below_are_stronger() -> None:
    game = given("gnome-parson", food=1)
    assert when(game, meet, enemy(game, "dark-rats")).figures("enemy.met")[0]["health"] == 3
    when(game, descend)
    assert when(game, meet, enemy(game, "dark-rats")).figures("enemy.met")[0]["health"] == 4


@pytest.mark.rule("tin-helm", "level.fifth-lost")
@pytest.mark.parametrize("food", [0, 3])
def test_the_fifth_level_done_is_lost_at_once_without_meal_or_hunger(food: int) -> None:
    game = given(level=5, food=food, health=2)
    last_room(game, "stash", "chasm")
    told = when(game, take_turn, answers=[RESOLVE])
    assert told.names[-2:] == ["level.done", "end.corrupted"]
    assert (ending(game)[0], game.level, game.food, game.health) == ("corrupted", 5, food, 2)


@pytest.mark.rule("tin-helm", "level.fifth-lost")
def test_no_window_opens_after_the_fifth_level() -> None:
    game = given(level=5, food=0, health=2, loot=["potion"])
    told = when(game, descend)
    assert (told.names, told.asked, held(game)) == (["level.done", "end.corrupted"], "", ["mace", "scroll", "potion"])


@pytest.mark.rule("tin-helm", "level.fifth-lost", "end.victory")
def test_a_third_shard_in_the_last_room_of_all_still_wins() -> None:
    game = given(level=5, shards=2, food=0)
    last_room(game, "waterfall", "clearing")
    told = when(game, take_turn, answers=[RESOLVE])
    assert told.names[-2:] == ["shard.gained", "end.won"]
    assert (ending(game)[:2], game.level) == (("won", True), 5)


@pytest.mark.rule("tin-helm", "level.eat")
@pytest.mark.parametrize("food", [1, 2, 5])
def test_who_has_food_eats_and_is_not_asked(food: int) -> None:
    game = given(food=food, health=5)
    told = when(game, descend)
    assert told.names == ["level.done", "level.ate", "level.begins"]
    assert (told.asked, game.food, game.health) == ("", food - 1, 5)


@pytest.mark.rule("tin-helm", "level.hunger")
def test_hunger_takes_three_health_and_no_shield_helps() -> None:
    game = given(food=0, health=5, energy=7, loot=["shield"])
    told = when(game, descend)
    assert told.names == ["level.done", "level.hunger", "level.begins"]
    assert (game.health, game.energy, held(game)) == (2, 7, ["mace", "scroll", "shield"])


@pytest.mark.rule("tin-helm", "level.hunger")
@pytest.mark.parametrize("health", [1, 2, 3])
def test_hunger_can_kill_on_the_level_below(health: int) -> None:
    game = given(level=2, food=0, health=health, energy=0, favor=0)
    told = when(game, descend)
    assert told.names == ["level.done", "level.hunger", "end.starved"]
    assert (ending(game), game.level, game.health) == (("starved", False, -6), 3, 0)


@pytest.mark.rule("tin-helm", "level.hunger")
def test_a_potion_before_hunger_may_save() -> None:
    game = given(level=2, food=0, health=3, loot=["potion"])
    told = when(game, descend, answers=[("anytime.use", "drink-found-potion")])
    assert told.names == ["level.done", "card.used", "level.hunger", "level.begins"]
    assert (game.health, game.level, game.outcome()) == (2, 3, None)


@pytest.mark.rule("tin-helm", "level.reshuffle")
def test_the_next_level_has_all_twelve_cards_and_no_known_order() -> None:
    game = given(food=1)
    last_room(game, "stash", "chasm")
    when(game, take_turn, answers=[RESOLVE])
    assert sorted(game.deck.unseen) == list(range(12))
    assert game.deck.top == game.deck.bottom == []
    told = when(game, explore, cards=["stash"])  # a card of the level before
    assert (told.asked, game.room_number) == ("room.choice", 1)


@pytest.mark.rule("tin-helm", "level.reshuffle")
def test_every_level_has_a_shuffle_of_its_own() -> None:
    changes = {"figures.shards-to-win": 99, "figures.hunger": 0, "race.gnome.health": 99}
    orders: dict[int, list[int]] = {}
    game = TinHelm(content.load("book", changes))
    table = Table([Opening(["gnome", "parson"], RandomPlayer("levels"))], Seeded("levels"))
    table.log = []
    play(game, table)
    level = 1
    for event in table.log:
        if event.kind.name == "level.begins":
            level = event.figures["level"]
        elif event.kind.name == "room.resolved":
            orders.setdefault(level, []).extend([event.a, event.b])
        elif event.kind.name == "room.skipped":
            orders.setdefault(level, []).extend([event.b, event.a])
    done = [order for order in orders.values() if len(order) == 12]
    assert len(done) >= 2
    assert all(sorted(order) == list(range(12)) for order in done)
    assert len({tuple(order) for order in done}) == len(done)


# ---- the end of the game --------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "end.victory")
def test_the_third_shard_wins_in_the_middle_of_a_room() -> None:
    game = given(shards=2)
    told = when(game, explore, cards=["waterfall", "clearing"], answers=[RESOLVE])
    assert told.names[-1] == "end.won"
    assert (told.ended, told.asked, ending(game)[:2]) == (True, "", ("won", True))


@pytest.mark.rule("tin-helm", "end.victory")
def test_nothing_of_the_level_is_played_after_the_third_shard() -> None:
    game = given("gnome-parson", shards=2, food=1, level=2)
    last_room(game, "quarters", "sanctum")
    told = when(game, take_turn, dice=[6, 1], answers=[RESOLVE, ("combat.attack", "spend-3")])
    assert told.names[-4:] == ["enemy.defeated", "favor.gained", "shard.gained", "end.won"]
    assert (game.level, game.food) == (2, 1)  # no Mimic, no way down


@pytest.mark.rule("tin-helm", "end.victory")
def test_two_shards_do_not_win() -> None:
    game = given(shards=1)
    told = when(game, explore, cards=["waterfall", "clearing"], answers=[RESOLVE])
    assert (told.ended, game.shards, game.outcome(), told.asked) == (False, 2, None, "water.fish")


@pytest.mark.rule("tin-helm", "end.defeat")
def test_each_way_to_lose_has_its_own_reason() -> None:
    trap = given(health=2)
    when(trap, spring_trap, trap.content.rooms[room(trap, "kitchen")])
    blow = given("gnome-parson", health=2)
    when(blow, meet, enemy(blow, "speyeder"), dice=[4, 2], answers=[("combat.attack", "plain-strike")])
    maze = given(health=2, energy=1, food=0)
    when(maze, cross_labyrinth)
    hunger = given(health=2, food=0)
    when(hunger, eat)
    fifth = given(level=5)
    when(fifth, descend)
    games = [trap, blow, maze, hunger, fifth]
    assert [ending(game)[0] for game in games] == ["trapped", "slain", "lost-in-labyrinth", "starved", "corrupted"]
    assert not any(ending(game)[1] for game in games)
    assert [game.health for game in games[:4]] == [0, 0, 0, 0]


@pytest.mark.rule("tin-helm", "end.defeat")
def test_one_health_left_is_enough_to_go_on() -> None:
    trap = given(health=3)
    when(trap, spring_trap, trap.content.rooms[room(trap, "kitchen")])
    blow = given("gnome-parson", health=4)
    when(blow, meet, enemy(blow, "speyeder"), dice=[4, 2], answers=[("combat.attack", "plain-strike")])
    maze = given(health=4, energy=1, food=0)
    when(maze, cross_labyrinth)
    hunger = given(health=4, food=0)
    when(hunger, eat)
    assert [(game.health, game.outcome()) for game in (trap, blow, maze, hunger)] == [(1, None)] * 4


@pytest.mark.rule("tin-helm", "end.victory", "end.defeat")
def test_nothing_happens_after_the_end() -> None:
    ends = set()
    for shards in (1, 3):
        for number in range(60):
            game = TinHelm(content.load("book", {"figures.shards-to-win": shards}))
            table = Table([RandomPlayer(f"end {number}")], Seeded(f"end {number}"))
            table.log = []
            play(game, table)
            names = [event.kind.name for event in table.log if event.kind.name.startswith("end.")]
            assert names == [table.log[-1].kind.name]
            ends.add(names[0])
    assert ends >= {"end.won", "end.slain", "end.trapped", "end.starved"}


# ---- score ----------------------------------------------------------------------------------------------------------


def nothing_but(
    *, shards: int = 0, health: int = 0, energy: int = 0, food: int = 0, favor: int = 0, level: int = 0
) -> int:
    """The score of somebody with these figures and nothing else; a level of 0 leaves the depth out."""
    return given(shards=shards, health=health, energy=energy, food=food, favor=favor, level=level).score()


@pytest.mark.rule("tin-helm", "score.shards")
@pytest.mark.parametrize(("shards", "points"), [(0, 0), (1, 10), (2, 20), (3, 30)])
def test_a_shard_scores_ten(shards: int, points: int) -> None:
    assert nothing_but(shards=shards) == points


@pytest.mark.rule("tin-helm", "score.body")
def test_health_energy_and_food_score_one_each() -> None:
    assert nothing_but(health=6, energy=2, food=1) == 9
    assert (nothing_but(health=6), nothing_but(energy=2), nothing_but(food=1)) == (6, 2, 1)


@pytest.mark.rule("tin-helm", "score.favor")
def test_favor_scores_two_each() -> None:
    assert nothing_but(favor=7) == 14


@pytest.mark.rule("tin-helm", "score.level")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_level_costs_two_each(level: int) -> None:
    assert nothing_but(level=level) == -2 * level


@pytest.mark.rule("tin-helm", "score.level")
def test_a_won_game_is_scored() -> None:
    game = given(level=3, shards=2, health=6, energy=2, food=1, favor=7)
    when(game, visit, SHRINE_PLACE)
    assert ending(game) == ("won", True, 30 + 9 + 14 - 6)


@pytest.mark.rule("tin-helm", "score.level")
def test_a_lost_game_is_scored_and_may_be_below_zero() -> None:
    game = given(health=3, energy=0, food=0, favor=0)
    when(game, descend)
    assert (game.level, ending(game)) == (2, ("starved", False, -4))


@pytest.mark.rule("tin-helm", "score.level")
def test_no_score_turns_a_loss_into_a_win() -> None:
    game = given("human-marauder", level=5, shards=2, health=14, energy=9, food=5, favor=15)
    when(game, descend)
    assert ending(game) == ("corrupted", False, 20 + 28 + 30 - 10)
