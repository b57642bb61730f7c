"""Trackers (chapter 2 of the ledger): how far each runs, and what happens at its ends."""

from __future__ import annotations

import pytest

import undercroft
from tests.games.tin_helm.board import enemy, given, held, room, when
from undercroft.core.decks import Deck
from undercroft.core.scene import Card, Scene, Track
from undercroft.games import GAMES
from undercroft.games.tin_helm import content
from undercroft.games.tin_helm.anytime import open_window
from undercroft.games.tin_helm.combat import meet
from undercroft.games.tin_helm.places import camp, search_grove, spring_trap
from undercroft.games.tin_helm.scene import tin_helm_scene
from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tin_helm.turns import take_turn

BOOK = content.load("book", {})
SIX = {"health", "energy", "food", "favor", "level", "enemy-health"}
TRACKERS = {
    tracker["key"]: (tracker["min"], tracker["max"]) for tracker in GAMES["tin-helm"].ledger().tables["tracker"]
}


def tracks(scene: Scene) -> dict[str, int]:
    """All tracks that a scene shows, those on cards included."""
    items = [item for zone in scene.zones for item in zone.items]
    shown = [item for item in items if isinstance(item, Track)]
    shown += [track for item in items if isinstance(item, Card) for track in item.tracks]
    return {track.key: track.value for track in shown}


def starts() -> list[TinHelm]:
    """All adventurers after set-up."""
    return [given(f"{race.key}-{cls.key}") for race in BOOK.races for cls in race.classes]


@pytest.mark.rule("tin-helm", "track.layout")
def test_all_six_tracks_are_shown_from_the_first_room_on() -> None:
    session = undercroft.start("tin-helm", seed="six-tracks")
    for name in ("gnome", "parson"):
        session.choose(name)
    rooms = 0
    while session.decision is not None and rooms < 12:
        rooms += session.decision.prompt.name == "room.choice"
        shown = tracks(session.scene())
        figures = dict(zip(session.game.figure_names, session.state.figures(), strict=True))
        assert {key: shown.get(key) for key in SIX} == {key: figures[key] for key in SIX}
        session.choose(session.decision.number % len(session.decision.options))
    assert rooms >= 2


# ---- health and energy ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "track.health")
def test_health_runs_to_14() -> None:
    assert TRACKERS["health"] == (0, 14)
    assert max(game.health for game in starts()) == 14


@pytest.mark.rule("tin-helm", "track.health")
def test_damage_beyond_the_last_health_is_not_recorded() -> None:
    game = given("gnome-parson", without=["scroll"], health=2, energy=4, food=0, favor=0)
    told = when(game, meet, enemy(game, "wraith"), dice=[6, 1], answers=[("combat.attack", "plain-strike")])
    assert told.figures("enemy.hits") == [{"enemy": enemy(game, "wraith"), "damage": 6, "health": 0}]
    outcome = game.outcome()
    assert outcome is not None
    assert (game.health, outcome.won) == (0, False)
    assert outcome.score == 0 + 4 - 2  # health, energy, level 1


@pytest.mark.rule("tin-helm", "track.energy")
def test_energy_runs_to_13() -> None:
    assert TRACKERS["energy"] == (0, 13)
    assert max(game.energy for game in starts()) == 13


@pytest.mark.rule("tin-helm", "track.energy")
def test_an_energy_loss_stops_at_zero_and_takes_no_health() -> None:
    game = given(energy=1, health=5)
    told = when(game, spring_trap, game.content.rooms[room(game, "chasm")])
    assert told.names == ["trap.energy"]
    assert (game.energy, game.health) == (0, 5)


@pytest.mark.rule("tin-helm", "track.starting-values-are-caps")
def test_rest_stops_at_the_starting_values() -> None:
    game = given("kroling-parson", health=11, energy=11)
    when(game, camp, answers=[("camp.choice", "rest")])
    assert (game.health, game.energy) == (12, 11)


@pytest.mark.rule("tin-helm", "track.starting-values-are-caps")
def test_a_potion_may_be_drunk_for_nothing() -> None:
    game = given("kroling-parson", loot=["potion"])
    when(game, open_window, answers=[("anytime.use", "drink-found-potion")])
    assert held(game) == ["mace", "scroll"]
    assert (game.health, game.energy) == (12, 11)


@pytest.mark.rule("tin-helm", "track.starting-values-are-caps")
def test_rest_is_offered_at_the_caps() -> None:
    game = given("kroling-parson")
    told = when(game, camp)
    assert "rest" in told.offered
    when(game, camp, answers=[("camp.choice", "rest")])
    assert (game.health, game.energy) == (12, 11)


# ---- food -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "track.food")
def test_a_human_starts_with_no_food_and_is_shown_none() -> None:
    game = given("human-parson")
    assert game.food == 0
    assert tracks(tin_helm_scene(game, 0))["food"] == 0
    assert TRACKERS["food"] == (0, 5)


@pytest.mark.rule("tin-helm", "track.food-cap")
def test_food_beyond_the_fifth_is_lost() -> None:
    game = given(food=4)
    told = when(game, search_grove, dice=[6], answers=[("place.grove", "search")])
    assert told.figures("grove.found") == [{"food": 1}]
    assert game.food == 5


@pytest.mark.rule("tin-helm", "track.food-cap")
def test_what_brings_food_is_allowed_with_a_full_bag() -> None:
    game = given(food=5)
    told = when(game, camp, answers=[("camp.choice", "forage")])
    assert told.names == ["camp.foraged"]
    assert game.food == 5


# ---- favor ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "track.favor")
def test_favor_does_not_fall_below_zero() -> None:
    game = given("gnome-parson", without=["scroll"])
    assert game.favor == 0
    told = when(game, meet, enemy(game, "wraith"), dice=[2, 1], answers=[("combat.attack", "plain-strike")])
    assert "enemy.hits" in told.names
    assert game.favor == 0


@pytest.mark.rule("tin-helm", "track.favor")
def test_favor_does_not_rise_above_15() -> None:
    game = given("gnome-parson", favor=14)
    told = when(game, meet, enemy(game, "watcher"), dice=[6, 1], answers=[("combat.attack", "spend-3")])
    assert told.names[-2:] == ["enemy.defeated", "favor.gained"]
    assert game.favor == 15
    assert TRACKERS["favor"] == (0, 15)


# ---- dungeon level --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "track.dungeon-level")
def test_the_level_starts_at_1_and_still_reads_5_when_five_are_done() -> None:
    game = given(food=4)
    for level in range(1, 6):
        assert (game.level, game.outcome()) == (level, None)
        game.deck = Deck([], [room(game, "chasm"), room(game, "stash")])
        when(game, take_turn, answers=[("room.choice", "resolve")])
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.end, game.level) == ("corrupted", 5)
    assert TRACKERS["level"] == (1, 5)


# ---- enemy HP -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "track.enemy-hp")
def test_no_enemy_exceeds_the_track() -> None:
    health = {}
    for level in range(1, 6):
        for number, card in enumerate(BOOK.enemies):
            game = given("gnome-parson", without=["scroll"], level=level)
            told = when(game, meet, number, dice=[3, 3] if card.attacks_first else [])
            health[card.key, level] = told.figures("enemy.met")[0]["health"]
            assert game.enemy_health == health[card.key, level]
    assert len(health) == 40
    assert max(health.values()) == health["possessor", 5] == 11
    assert TRACKERS["enemy_hp"] == (0, 12)


@pytest.mark.rule("tin-helm", "track.enemy-hp")
def test_an_enemy_with_an_empty_track_is_dead() -> None:
    game = given("gnome-parson")
    told = when(game, meet, enemy(game, "dark-rats"), dice=[6, 1], answers=[("combat.attack", "spend-3")])
    assert told.figures("hero.hits")[0]["left"] == 0
    assert "enemy.defeated" in told.names
    assert told.asked == ""
