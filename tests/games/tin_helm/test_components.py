"""Premise and components (chapter 1 of the ledger): the goal, and what is in the box."""

from __future__ import annotations

import pytest

import undercroft
from tests.games.tin_helm.board import given, held, room, when
from tests.games.told import Told
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Chance, Seeded
from undercroft.core.decks import Deck
from undercroft.core.errors import ContentError
from undercroft.core.scene import Track
from undercroft.core.table import Table
from undercroft.core.vocabulary import Stream
from undercroft.games import GAMES
from undercroft.games.tin_helm import content
from undercroft.games.tin_helm.cards import PLACES
from undercroft.games.tin_helm.places import camp, find_loot, visit
from undercroft.games.tin_helm.scene import tin_helm_scene
from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tin_helm.turns import explore, play, take_turn

BOOK = content.load("book", {})
TABLES = GAMES["tin-helm"].ledger().tables


def met(game: TinHelm, told: Told) -> list[str]:
    """The enemies met, in order."""
    return [game.content.enemies[figures["enemy"]].key for figures in told.figures("enemy.met")]


# ---- the goal -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "goal.three-shards")
def test_the_third_shard_wins_and_two_do_not() -> None:
    game = given()
    shards = [item for zone in tin_helm_scene(game, 0).zones for item in zone.items if item.key == "shards"]
    assert shards == [Track("shards", "Shards", 0, 3)]  # none held, three to be found
    assert game.outcome() is None
    stash = game.content.rooms[room(game, "stash")]
    for number in (1, 2):
        assert not when(game, find_loot, stash).ended
        assert game.shards == number
        assert game.outcome() is None
    assert when(game, find_loot, stash).ended
    outcome = game.outcome()
    assert outcome is not None
    assert (game.shards, outcome.won, outcome.end) == (3, True, "won")


@pytest.mark.rule("tin-helm", "goal.three-shards")
@pytest.mark.parametrize("hero", [("gnome", "parson"), ("kroling", "marauder"), ("human", "footpad")])
def test_every_choice_is_the_one_players(hero: tuple[str, str]) -> None:
    session = undercroft.start("tin-helm", seed="alone")
    assert session.game.seats == ("hero",)
    for name in hero:
        session.choose(name)
    while session.decision is not None:
        assert session.decision.seat == 0
        session.choose(session.decision.number % len(session.decision.options))
    assert session.outcome is not None


@pytest.mark.rule("tin-helm", "goal.five-level-limit")
def test_the_fifth_level_done_without_the_third_shard_corrupts() -> None:
    game = given(level=5, shards=2, room_number=5)
    game.deck = Deck([], [room(game, "chasm"), room(game, "stash")])
    told = when(game, take_turn, answers=[("room.choice", "resolve")])
    assert told.names[-3:] == ["loot.empty", "level.done", "end.corrupted"]
    outcome = game.outcome()
    assert outcome is not None
    assert (told.ended, outcome.won, outcome.end, game.shards) == (True, False, "corrupted", 2)


@pytest.mark.rule("tin-helm", "goal.five-level-limit")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_an_earlier_level_done_leads_on(level: int) -> None:
    game = given(level=level, shards=2, food=1, room_number=5)
    game.deck = Deck([], [room(game, "chasm"), room(game, "stash")])
    told = when(game, take_turn, answers=[("room.choice", "resolve")])
    assert not told.ended
    assert game.level == level + 1


# ---- cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "comp.dungeon-cards")
def test_there_are_twelve_dungeon_cards_with_two_sides() -> None:
    assert [card.name for card in BOOK.rooms] == [
        "Catacombs", "Chasm", "Clearing", "Corridor", "Kitchen", "Old Well",
        "Quarters", "Sanctum", "Sewers", "Stash", "Statue", "Waterfall",
    ]  # fmt: skip
    assert all(1 <= len(card.icons) <= 3 for card in BOOK.rooms)
    rows = content.read(content.DATA, "book", {})[1].room
    assert len(rows) == 12
    assert all(row.icons and row.enemy and row.trap and row.random and row.loot for row in rows.values())


@pytest.mark.rule("tin-helm", "comp.dungeon-cards")
@pytest.mark.parametrize(
    ("change", "value"),
    [("icons", []), ("enemy", ""), ("trap", {"amount": 2, "track": "none"}), ("random", ""), ("loot", "")],
)
def test_a_dungeon_card_that_lacks_a_part_of_a_side_is_refused(change: str, value: object) -> None:
    with pytest.raises(ContentError, match=f"chasm: {change}"):
        content.load("book", {f"room.chasm.{change}": value})


@pytest.mark.rule("tin-helm", "comp.enemy-cards")
def test_there_are_eight_enemies() -> None:
    assert [enemy.name for enemy in BOOK.enemies] == [
        "Dark Rats", "Doom Skull", "Mimic", "Possessor", "Skelepede", "Speyeder", "Watcher", "Wraith",
    ]  # fmt: skip


@pytest.mark.rule("tin-helm", "comp.enemy-cards")
def test_one_room_can_hold_two_enemies() -> None:
    game = given("gnome-parson", without=["scroll"])
    told = when(
        game,
        explore,
        cards=["catacombs", "chasm"],
        dice=[2, 1, 2, 1],
        answers=[("room.choice", "resolve"), ("combat.attack", "spend-2"), ("combat.attack", "spend-1")],
    )
    assert met(game, told) == ["wraith", "skelepede"]
    assert told.names.count("enemy.defeated") == 2


@pytest.mark.rule("tin-helm", "comp.enemy-cards")
def test_the_same_enemy_can_be_met_three_times_on_a_level() -> None:
    game = given("gnome-parson", health=5)
    blow = ("combat.attack", "spend-1")
    for cards, answers in (
        (["chasm", "kitchen"], [blow]),
        (["clearing", "old-well"], [blow, ("camp.choice", "neither")]),
        (["sanctum", "stash"], [blow]),
    ):
        told = when(game, explore, cards=cards, dice=[2, 1], answers=[("room.choice", "resolve"), *answers])
        assert met(game, told) == ["dark-rats"]
        assert told.figures("enemy.met")[0]["health"] == 3
    assert (game.level, game.favor, game.food) == (1, 3, 4)


@pytest.mark.rule("tin-helm", "comp.loot-cards")
def test_there_are_eight_loot_cards() -> None:
    assert [card.name for card in BOOK.cards if not card.pair] == [
        "Gill Net", "Potion", "Ring", "Shield", "Sword", "Symbol", "Turnip", "Wedge",
    ]  # fmt: skip


@pytest.mark.rule("tin-helm", "comp.trapping-cards")
def test_there_are_four_trappings_cards_with_two_trappings_each() -> None:
    sides: dict[str, list[str]] = {}
    for card in BOOK.cards:
        if card.pair:
            sides.setdefault(card.pair, []).append(card.name)
    assert list(sides.values()) == [["Axe", "Books"], ["Dagger", "Mace"], ["Potion", "Bedroll"], ["Scroll", "Toolkit"]]


@pytest.mark.rule("tin-helm", "comp.trapping-cards")
def test_only_the_trapping_turned_up_counts() -> None:
    game = given("human-marauder", health=5, energy=5)
    assert held(game) == ["axe", "bedroll"]
    told = when(game, camp)
    assert told.offered == ["rest", "forage", "neither"]  # no Potion to drink
    when(game, camp, answers=[("camp.choice", "rest")])
    assert (game.health, game.energy) == (8, 6)  # the Bedroll's health, and no energy from the Books


@pytest.mark.rule("tin-helm", "comp.race-class-cards")
def test_there_are_four_race_and_class_cards() -> None:
    classes = {cls.name for cls in BOOK.classes}
    assert classes == {"Alchemist", "Marauder", "Footpad", "Parson"}
    shared = {race.name: classes - {cls.name for cls in race.classes} for race in BOOK.races}
    assert shared == {
        "Human": {"Alchemist"},
        "Gnome": {"Marauder"},
        "Kroling": {"Footpad"},
        "Merfolk": {"Parson"},
    }


@pytest.mark.rule("tin-helm", "comp.reference-cards")
def test_the_reference_cards_explain_six_places() -> None:
    assert PLACES == ("altar", "campsite", "grove", "labyrinth", "pigman", "shrine")
    assert [place["key"] for place in TABLES["place"]] == list(PLACES)


@pytest.mark.rule("tin-helm", "comp.reference-cards")
@pytest.mark.parametrize(
    ("place", "asked", "happened"),
    [
        ("altar", "place.altar", []),
        ("campsite", "camp.choice", []),
        ("grove", "place.grove", []),
        ("labyrinth", "", ["labyrinth.energy"]),
        ("pigman", "place.pigman", []),
        ("shrine", "", ["shrine.found", "shard.gained"]),
    ],
)
def test_each_place_is_resolved_by_its_own_card(place: str, asked: str, happened: list[str]) -> None:
    told = when(given(), visit, PLACES.index(place))
    assert told.asked == asked
    assert told.names == ["place.found", *happened]


# ---- the rest of the box --------------------------------------------------------------------------------------------


class Counted(Chance):
    """Seeded chance that notes the sides of all dice rolled."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.seeded = Seeded(seed)
        self.sides: set[int] = set()

    def pick(self, stream: Stream, count: int) -> int:
        self.sides.add(count)
        return self.seeded.pick(stream, count)

    def pick_pair(self, stream: Stream, sides: int) -> int:
        self.sides.add(sides)
        return self.seeded.pick_pair(stream, sides)

    def pick_card(self, stream: Stream, cards: list[int]) -> int:
        return self.seeded.pick_card(stream, cards)


@pytest.mark.rule("tin-helm", "comp.trackers-and-pieces")
def test_six_figures_and_the_shards_are_tracked() -> None:
    game = given(health=1, energy=2, food=3, favor=4, shards=2, level=5, enemy_health=6)
    figures = dict(zip(GAMES["tin-helm"].figure_names, game.figures(), strict=True))
    assert figures.pop("shards") == 2
    assert figures == {"health": 1, "energy": 2, "food": 3, "favor": 4, "level": 5, "enemy-health": 6}
    assert len(TABLES["tracker"]) == 6


@pytest.mark.rule("tin-helm", "comp.trackers-and-pieces")
def test_the_box_holds_these_pieces() -> None:
    box = {component["name"]: component["count"] for component in TABLES["component"]}
    assert box == {
        "Dungeon card": 12, "Enemy card": 8, "Loot card": 8, "Trapping card": 4, "Race/Class card": 4,
        "Tracker card": 4, "Reference card": 3, "Shard of Brahm": 3, "Tracking cube": 5, "Die": 2, "Meeple": 1,
    }  # fmt: skip
    assert box["Tracking cube"] + box["Meeple"] == len(TABLES["tracker"])


@pytest.mark.rule("tin-helm", "comp.trackers-and-pieces")
def test_all_dice_have_six_sides() -> None:
    sides: set[int] = set()
    for seed in ("one", "two", "three"):
        chance = Counted(seed)
        play(TinHelm(BOOK), Table([RandomPlayer(seed)], chance))
        sides |= chance.sides
    assert sides == {6}


def test_a_potion_that_was_found_is_told_from_ones_own() -> None:
    game = given("gnome-alchemist", loot=["potion"])
    potions = [item for zone in tin_helm_scene(game, 0).zones for item in zone.items if item.key.endswith("potion")]
    assert sorted(item.key for item in potions) == ["found-potion", "potion"]
