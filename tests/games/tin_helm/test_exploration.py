"""Exploration (chapter 4 of the ledger): levels, rooms and their icons."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

import undercroft
from tests.games.tin_helm.board import given, held, room, trapping, when
from tests.games.told import Told
from undercroft.core.chance import Seeded
from undercroft.core.decks import Deck
from undercroft.core.errors import RuleError
from undercroft.core.scene import Card, Pile, Scene
from undercroft.core.session import Session
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Event, Option, Options, Prompt
from undercroft.games.tin_helm import content
from undercroft.games.tin_helm.cards import CAMPSITE_ICON, ENEMY_ICON, FIND_KINDS, ICONS, PLACES, WATER_ICON
from undercroft.games.tin_helm.scene import tin_helm_scene
from undercroft.games.tin_helm.state import TinHelm
from undercroft.games.tin_helm.turns import explore, resolve_icon, take_turn

BOOK = content.load("book", {})
RESOLVE = ("room.choice", "resolve")
SKIP = ("room.choice", "skip")
KILL = ("combat.attack", "spend-3")  # of a Parson's: at least 8, enough for anything on level 1


def met(game: TinHelm, told: Told) -> list[str]:
    """The enemies met, in order."""
    return [game.content.enemies[figures["enemy"]].key for figures in told.figures("enemy.met")]


class Walker(Player):
    """Resolves and skips as told, takes the first option of every other question, and notes the room choices."""

    def __init__(self, ways: str) -> None:
        super().__init__()
        self.ways = list(ways)
        self.stacks: list[int] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        if prompt.name != "room.choice":
            return options[0]
        assert isinstance(state, TinHelm)
        self.stacks.append(1 + len(state.deck))  # the card on view still lies on the stack
        return options["rs".index(self.ways.pop(0))]


def walk(ways: str, seed: str) -> tuple[list[int], list[Event]]:
    """A level walked by somebody whom nothing kills: the stack at each room choice, and what happened."""
    game = given("gnome-parson", changes={"figures.shards-to-win": 99}, health=900, health_cap=900, energy=0, food=5)
    walker = Walker(ways)
    table = Table([walker], Seeded(seed))
    table.log = []
    table.seat(game)
    game.table = table
    while game.level == 1:
        take_turn(game)
    return walker.stacks, table.log


# ---- levels ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "level.six-rooms")
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_level_is_six_rooms_and_then_the_way_down(seed: str) -> None:
    _, log = walk("rsrsrs", seed)
    marks = [event for event in log if event.kind.name in ("room.seen", "level.done", "level.begins")]
    assert [mark.kind.name for mark in marks] == ["room.seen"] * 6 + ["level.done", "level.begins"]
    assert [mark.figures["number"] for mark in marks[:6]] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("tin-helm", "level.six-rooms")
def test_after_the_sixth_room_comes_the_end_of_the_level_with_no_card_left() -> None:
    game = given(loot=["potion"], room_number=5)
    game.deck = Deck([], [room(game, "chasm"), room(game, "stash")])
    told = when(game, take_turn, answers=[RESOLVE, ("anytime.use", "nothing")])
    assert told.names[-2:] == ["loot.empty", "level.done"]
    assert told.asked == "anytime.use"  # the window before hunger
    assert len(game.deck) == 0


@pytest.mark.rule("tin-helm", "level.six-rooms")
def test_after_the_fifth_room_the_level_goes_on() -> None:
    game = given(room_number=4)
    game.deck = Deck([room(game, "kitchen"), room(game, "statue")], [room(game, "chasm"), room(game, "stash")])
    told = when(game, take_turn, answers=[RESOLVE])
    assert told.names[-1] == "loot.empty"
    assert (game.level, len(game.deck)) == (1, 2)


@pytest.mark.rule("tin-helm", "level.two-cards-per-room")
@pytest.mark.parametrize("ways", ["rrrrrr", "ssssss", "rsrsrs", "srrssr", "ssrrrs"])
def test_every_room_uses_two_cards_however_it_is_chosen(ways: str) -> None:
    for seed in ("one", "two"):
        stacks, log = walk(ways, seed)
        assert stacks == [12, 10, 8, 6, 4, 2]
        chosen = [event for event in log if event.kind.name in ("room.resolved", "room.skipped")]
        assert sorted(card for event in chosen for card in (event.a, event.b)) == list(range(12))


# ---- rooms ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "room.look-then-decide")
def test_resolve_or_skip_is_asked_with_the_top_cards_icons_in_sight() -> None:
    game = given()
    told = when(game, explore, cards=["kitchen"])
    assert (told.asked, told.offered) == ("room.choice", ["resolve", "skip"])
    (card,) = [item for zone in tin_helm_scene(game, 0).zones for item in zone.items if item.key == "kitchen"]
    assert isinstance(card, Card)
    assert (card.kind, card.lines) == ("room", ("enemy", "campsite"))


@pytest.mark.rule("tin-helm", "room.look-then-decide")
@pytest.mark.parametrize(("choice", "expected"), [("resolve", "stash"), ("skip", "chasm")])
def test_the_choice_makes_the_one_room_of_the_turn(choice: str, expected: str) -> None:
    game = given("gnome-parson")
    script = [("room.choice", choice), *([KILL] if choice == "skip" else [])]
    told = when(game, explore, cards=["stash", "chasm"], dice=[2, 1] if choice == "skip" else [], answers=script)
    (entered,) = told.figures("room.resolved") + told.figures("room.skipped")
    assert game.content.rooms[entered["room"]].key == expected
    assert told.names.count("room.seen") == 1
    assert told.asked == ""  # no second choice
    assert len(game.deck) == 10


@pytest.mark.rule("tin-helm", "room.look-then-decide")
def test_the_choice_cannot_be_taken_back() -> None:
    session = first_room("back")
    session.choose("resolve")
    assert not session.can_undo()
    branch = session.undo()
    assert branch.practice
    assert branch.real is session
    with pytest.raises(RuleError):
        session.choose("skip")


@pytest.mark.rule("tin-helm", "room.resolve")
def test_resolve_makes_the_top_card_the_room_and_the_next_its_results() -> None:
    game = given("gnome-parson", health=5)
    answers = [RESOLVE, KILL, ("camp.choice", "rest")]
    told = when(game, explore, cards=["kitchen", "sanctum"], dice=[2, 1], answers=answers)
    assert told.figures("room.resolved") == [{"room": room(game, "kitchen"), "results": room(game, "sanctum")}]
    assert met(game, told) == ["possessor"]
    assert told.names[-2:] == ["shard.gained", "camp.rested"]
    assert told.asked == ""


@pytest.mark.rule("tin-helm", "room.skip")
def test_skip_makes_the_top_card_the_results_and_the_next_the_room() -> None:
    game = given("gnome-parson", health=5)
    told = when(game, explore, cards=["kitchen", "sanctum"], dice=[2, 1], answers=[SKIP, KILL])
    assert told.figures("room.skipped") == [{"room": room(game, "sanctum"), "results": room(game, "kitchen")}]
    assert told.figures("trap.health") == [{"damage": 2, "health": 3}]
    assert met(game, told) == ["dark-rats"]
    assert told.names.index("trap.health") < told.names.index("enemy.met")
    assert told.asked == ""


@pytest.mark.rule("tin-helm", "room.icons-in-order")
def test_each_icon_is_finished_before_the_next_begins() -> None:
    game = given(health=5, energy=5, food=0)
    answers = [RESOLVE, ("camp.choice", "forage"), ("water.fish", "fish")]
    told = when(game, explore, cards=["sewers", "kitchen"], dice=[5], answers=answers)
    assert told.names[2:] == ["trap.health", "camp.foraged", "water.roll", "water.caught"]
    assert (game.health, game.food) == (3, 2)


@pytest.mark.rule("tin-helm", "room.icons-in-order")
def test_the_table_shows_which_icon_is_being_resolved() -> None:
    answers = [RESOLVE, ("camp.choice", "forage"), ("water.fish", "fish")]
    shown = []
    for made in (1, 2):
        game = given(health=5, energy=5, food=0)
        when(game, explore, cards=["sewers", "kitchen"], answers=answers[:made])
        shown.append(ICONS[game.content.rooms[game.room].icons[game.icon]])
    assert shown == ["campsite", "water"]


@pytest.mark.rule("tin-helm", "room.icons-in-order")
def test_the_rest_of_a_room_is_not_resolved_when_the_game_ends_in_it() -> None:
    game = given(health=2)
    told = when(game, explore, cards=["sewers", "kitchen"], answers=[RESOLVE])
    assert told.names[2:] == ["trap.health", "end.trapped"]
    assert (told.ended, told.asked) == (True, "")


@pytest.mark.rule("tin-helm", "room.icons-in-order")
@pytest.mark.parametrize(
    ("cards", "order"),
    [
        (["catacombs", "old-well"], ["watcher", "dark-rats"]),
        (["catacombs", "chasm"], ["wraith", "skelepede"]),
        (["quarters", "sanctum"], ["possessor", "mimic"]),
    ],
)
def test_two_fights_come_in_the_order_of_the_icons(cards: list[str], order: list[str]) -> None:
    game = given("gnome-parson", without=["scroll"])
    told = when(game, explore, cards=cards, dice=[2, 1, 2, 1], answers=[RESOLVE, KILL, KILL])
    assert met(game, told) == order


MAY_BE_DECLINED = {
    "grove": (["clearing", "corridor"], [RESOLVE, ("place.grove", "decline"), ("camp.choice", "neither")]),
    "altar": (["clearing", "stash"], [RESOLVE, ("place.altar", "decline"), ("camp.choice", "neither")]),
    "pigman": (["clearing", "quarters"], [RESOLVE, ("place.pigman", "neither"), ("camp.choice", "neither")]),
    "campsite": (["sewers", "clearing"], [RESOLVE, ("camp.choice", "neither"), ("water.fish", "decline")]),
}


@pytest.mark.rule("tin-helm", "room.must-resolve")
@pytest.mark.parametrize("what", MAY_BE_DECLINED)
def test_what_may_be_declined_can_be(what: str) -> None:
    cards, answers = MAY_BE_DECLINED[what]
    game = given(health=5, energy=5, food=2)
    told = when(game, explore, cards=cards, answers=answers)
    assert told.asked == ""
    assert game.figures() == (5, 5, 2, 0, 0, 1, 0)


@pytest.mark.rule("tin-helm", "room.must-resolve")
def test_a_labyrinth_cannot_be_declined() -> None:
    game = given(food=1)
    told = when(game, explore, cards=["clearing", "kitchen"], answers=[RESOLVE])
    assert told.names[-1] == "labyrinth.food"
    assert told.asked == "camp.choice"


@pytest.mark.rule("tin-helm", "room.must-resolve")
def test_a_shrine_cannot_be_declined() -> None:
    game = given()
    told = when(game, explore, cards=["waterfall", "clearing"], answers=[RESOLVE])
    assert told.names[-1] == "shard.gained"
    assert (game.shards, told.asked) == (1, "water.fish")


@pytest.mark.rule("tin-helm", "room.must-resolve")
def test_an_enemy_cannot_be_left() -> None:
    told = when(given("gnome-parson"), explore, cards=["kitchen", "sanctum"], answers=[RESOLVE])
    assert (told.asked, told.offered) == ("combat.attack", ["plain-strike", "spend-1", "spend-2", "spend-3"])


@pytest.mark.rule("tin-helm", "room.must-resolve")
def test_neither_traps_nor_loot_can_be_declined() -> None:
    game = given(health=5)
    told = when(game, explore, cards=["statue", "quarters"], answers=[RESOLVE])
    assert told.names[2:] == ["trap.health", "loot.taken"]
    assert (told.asked, game.health, held(game)) == ("", 3, ["mace", "scroll", "shield"])


# ---- what is hidden -------------------------------------------------------------------------------------------------


def first_room(seed: str) -> Session:
    """A session at its first room choice."""
    session = undercroft.start("tin-helm", seed=seed)
    for name in ("gnome", "parson"):
        session.choose(name)
    return session


def tin_helm(session: Session) -> TinHelm:
    """A session's state."""
    state = session.state
    assert isinstance(state, TinHelm)
    return state


def cards_shown(scene: Scene) -> list[tuple[str, str]]:
    """The dungeon cards that lie open: their names and which side is up."""
    items = [item for zone in scene.zones for item in zone.items]
    return [(item.title, item.kind) for item in items if isinstance(item, Card) and item.kind in ("room", "results")]


def pile(scene: Scene, key: str) -> Pile:
    """One of the piles."""
    (found,) = [item for zone in scene.zones for item in zone.items if isinstance(item, Pile) and item.key == key]
    return found


@pytest.mark.rule("tin-helm", "room.second-card-hidden")
@pytest.mark.parametrize("seed", ["veil-1", "veil-2", "veil-3"])
def test_the_choice_shows_the_top_card_and_no_order_of_the_rest(seed: str) -> None:
    session = first_room(seed)
    used: list[str] = []
    rooms = 0
    while session.decision is not None and tin_helm(session).level == 1:
        state = tin_helm(session)
        scene = session.scene()
        if session.decision.prompt.name == "room.choice":
            rooms += 1
            top = state.content.rooms[state.top].name
            assert cards_shown(scene) == [(top, "room")]
            unseen = [card.name for card in state.content.rooms if card.name not in (top, *used)]
            assert sorted(pile(scene, "unseen").names) == sorted(unseen)
            assert state.deck.top == state.deck.bottom == []  # nothing of the order is fixed
            assert state.deck.unseen == sorted(state.deck.unseen)
            session.choose(rooms % 2)
            used += [state.content.rooms[event.a].name for event in entered(session)]
            used += [state.content.rooms[event.b].name for event in entered(session)]
        else:
            session.choose(0)
    assert rooms >= 2


def entered(session: Session) -> list[Event]:
    """The room last entered."""
    return [event for event in session.events if event.kind.name in ("room.resolved", "room.skipped")][-1:]


@pytest.mark.rule("tin-helm", "room.second-card-hidden")
def test_the_scene_and_the_options_do_not_depend_on_the_second_card() -> None:
    scenes: dict[str, set[str]] = defaultdict(set)
    seconds: dict[str, set[int]] = defaultdict(set)
    for number in range(60):
        session = first_room(f"second {number}")
        top = tin_helm(session).content.rooms[tin_helm(session).top].key
        scenes[top].add(repr(session.scene()))
        session.choose("resolve")
        seconds[top].add(entered(session)[0].figures["results"])
    assert max(len(cards) for cards in seconds.values()) >= 3
    assert {len(alike) for alike in scenes.values()} == {1}


@pytest.mark.rule("tin-helm", "room.second-card-hidden")
def test_the_inner_order_of_the_unseen_cards_does_not_show() -> None:
    game = given()
    when(game, explore, cards=["stash"])
    other = game.copy()
    other.deck = Deck(game.deck.unseen[::-1])
    assert other.deck.unseen != game.deck.unseen
    assert tin_helm_scene(other, 0) == tin_helm_scene(game, 0)


@pytest.mark.rule("tin-helm", "room.second-card-hidden")
def test_during_a_room_its_two_cards_are_open_and_the_next_is_not() -> None:
    game = given("gnome-parson")
    when(game, explore, cards=["kitchen", "sanctum"], answers=[RESOLVE])
    scene = tin_helm_scene(game, 0)
    assert cards_shown(scene) == [("Kitchen", "room"), ("Sanctum", "results")]
    rest = [card.name for card in BOOK.rooms if card.name not in ("Kitchen", "Sanctum")]
    assert sorted(pile(scene, "unseen").names) == rest
    assert len(game.deck.unseen) == 10
    assert game.deck.top == []


@pytest.mark.rule("tin-helm", "room.second-card-hidden")
def test_the_choice_shows_the_cards_that_the_level_has_used_up() -> None:
    game = given("gnome-parson")
    when(game, explore, cards=["stash", "chasm"], answers=[RESOLVE])
    when(game, explore, cards=["quarters", "statue"], answers=[SKIP])
    when(game, explore, cards=["kitchen"])
    assert cards_shown(tin_helm_scene(game, 0)) == [("Kitchen", "room")]
    assert sorted(pile(tin_helm_scene(game, 0), "used").names) == ["Chasm", "Quarters", "Stash", "Statue"]


@pytest.mark.rule("tin-helm", "room.second-card-hidden")
def test_the_last_card_of_a_level_is_known_by_elimination() -> None:
    game = given(room_number=5)
    game.deck = Deck([room(game, "chasm"), room(game, "stash")])
    when(game, explore, cards=["stash"])
    assert pile(tin_helm_scene(game, 0), "unseen").names == ("Chasm",)


# ---- icons ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "icon.six-kinds")
def test_there_are_six_kinds_of_icon() -> None:
    assert {ICONS[icon] for card in BOOK.rooms for icon in card.icons} == {
        "enemy", "trap", "random", "loot", "campsite", "water",
    }  # fmt: skip


@pytest.mark.rule("tin-helm", "icon.enemy")
def test_an_enemy_icon_brings_the_enemy_of_the_results_side() -> None:
    game = given("gnome-parson")
    told = when(game, explore, cards=["chasm", "stash"], answers=[RESOLVE])
    assert met(game, told) == ["dark-rats"]
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "icon.enemy")
@pytest.mark.parametrize("number", range(12))
def test_every_results_side_names_its_enemy(number: int) -> None:
    named = ["skelepede", "wraith", "skelepede", "speyeder", "dark-rats", "watcher"]
    named += ["wraith", "possessor", "watcher", "dark-rats", "doom-skull", "doom-skull"]
    game = given("gnome-parson", without=["scroll"])
    dice = [1, 1] if named[number] == "doom-skull" else []
    told = when(game, resolve_icon, ENEMY_ICON, game.content.rooms[number], dice=dice)
    assert met(game, told) == [named[number]]


@pytest.mark.rule("tin-helm", "icon.trap")
@pytest.mark.parametrize(
    ("results", "health", "energy"),
    [("kitchen", 3, 5), ("statue", 4, 5), ("chasm", 5, 3), ("corridor", 5, 4), ("clearing", 5, 5), ("stash", 5, 5)],
)
def test_a_trap_takes_health_or_energy(results: str, health: int, energy: int) -> None:
    game = given(health=5, energy=5)
    told = when(game, explore, cards=["sewers", results], answers=[RESOLVE])
    assert (game.health, game.energy) == (health, energy)
    assert told.asked == "camp.choice"


@pytest.mark.rule("tin-helm", "icon.trap")
def test_a_trap_can_kill() -> None:
    game = given(health=2)
    told = when(game, explore, cards=["statue", "kitchen"], answers=[RESOLVE])
    outcome = game.outcome()
    assert outcome is not None
    assert (told.ended, outcome.won, outcome.end) == (True, False, "trapped")


@pytest.mark.rule("tin-helm", "icon.trap")
@pytest.mark.parametrize("results", ["clearing", "stash"])
def test_a_trap_of_nothing_does_nothing_and_asks_nothing(results: str) -> None:
    game = given("gnome-footpad", food=0, health=5)
    assert "toolkit" in held(game)
    told = when(game, explore, cards=["sewers", results], answers=[RESOLVE])
    assert told.names[-1] == "trap.harmless"
    assert told.asked == "camp.choice"
    assert game.figures() == (5, 12, 0, 0, 0, 1, 0)


@pytest.mark.rule("tin-helm", "icon.trap")
def test_a_shield_does_not_help_against_a_trap_and_a_toolkit_may() -> None:
    game = given(health=5, loot=["shield"])
    when(game, explore, cards=["sewers", "kitchen"], answers=[RESOLVE])
    assert (game.health, held(game)[-1]) == (3, "shield")
    game = given(health=5)
    game.take_card(trapping(game, "toolkit"))
    answers = [RESOLVE, ("trap.disarm", "disarm")]
    when(game, explore, cards=["sewers", "kitchen"], dice=[4], answers=answers)
    assert game.health == 5


@pytest.mark.rule("tin-helm", "icon.random")
def test_the_random_entries_are_three_enemies_and_nine_places() -> None:
    names: Counter[str] = Counter()
    for card in BOOK.rooms:
        kind = FIND_KINDS[card.random.kind]
        assert kind in ("enemy", "place")
        names[BOOK.enemies[card.random.index].key if kind == "enemy" else PLACES[card.random.index]] += 1
    assert names == {
        "skelepede": 1, "dark-rats": 1, "doom-skull": 1,
        "labyrinth": 2, "grove": 2, "pigman": 2, "altar": 2, "shrine": 1,
    }  # fmt: skip


@pytest.mark.rule("tin-helm", "icon.random")
@pytest.mark.parametrize(
    ("results", "happened", "asked"),
    [
        ("catacombs", ["place.found", "labyrinth.energy"], "water.fish"),
        ("chasm", ["enemy.met"], "combat.attack"),
        ("clearing", ["place.found", "shrine.found", "shard.gained"], "water.fish"),
        ("corridor", ["place.found"], "place.grove"),
        ("kitchen", ["place.found", "labyrinth.energy"], "water.fish"),
        ("old-well", ["enemy.met"], "combat.attack"),
        ("quarters", ["place.found"], "place.pigman"),
        ("sanctum", ["enemy.met", "enemy.rolls", "enemy.misses"], "combat.attack"),
        ("sewers", ["place.found"], "place.pigman"),
        ("stash", ["place.found"], "place.altar"),
        ("statue", ["place.found"], "place.grove"),
    ],
)
def test_a_random_icon_brings_what_the_results_side_shows(results: str, happened: list[str], asked: str) -> None:
    game = given("human-parson", without=["scroll"])
    dice = [4, 4] if results == "sanctum" else []
    told = when(game, explore, cards=["waterfall", results], dice=dice, answers=[RESOLVE])
    assert told.names[2:] == happened
    assert told.asked == asked


@pytest.mark.rule("tin-helm", "icon.random")
@pytest.mark.parametrize(
    ("entry", "happened", "asked"),
    [
        ("trap", ["trap.energy"], "water.fish"),
        ("loot", ["loot.empty"], "water.fish"),
        ("place.campsite", ["place.found"], "camp.choice"),
        ("place.altar", ["place.found"], "place.altar"),
        ("enemy.mimic", ["enemy.met"], "combat.attack"),
    ],
)
def test_other_decks_may_show_traps_loot_and_campsites_there(entry: str, happened: list[str], asked: str) -> None:
    game = given("gnome-parson", changes={"room.chasm.random": entry})
    told = when(game, explore, cards=["waterfall", "chasm"], answers=[RESOLVE])
    assert told.names[2:] == happened
    assert told.asked == asked


@pytest.mark.rule("tin-helm", "icon.random")
def test_random_loot_is_the_loot_of_the_same_results_side() -> None:
    game = given(changes={"room.statue.random": "loot"})
    told = when(game, explore, cards=["waterfall", "statue"], answers=[RESOLVE])
    assert held(game) == ["mace", "scroll", "ring"]
    assert told.asked == "water.fish"


@pytest.mark.rule("tin-helm", "icon.loot")
@pytest.mark.parametrize(
    ("results", "loot"),
    [
        ("catacombs", "potion"),
        ("clearing", "symbol"),
        ("corridor", "turnip"),
        ("kitchen", "wedge"),
        ("quarters", "shield"),
        ("sewers", "gill-net"),
        ("statue", "ring"),
        ("waterfall", "sword"),
    ],
)
def test_loot_goes_to_the_adventurer(results: str, loot: str) -> None:
    game = given()
    told = when(game, explore, cards=["stash", results], answers=[RESOLVE])
    assert told.names[2:] == ["loot.taken"]
    assert held(game) == ["mace", "scroll", loot]


@pytest.mark.rule("tin-helm", "icon.loot-mimic")
def test_a_mimic_is_fought_in_place_of_loot() -> None:
    game = given("gnome-parson", level=3, favor=2)
    answers = [RESOLVE, KILL]
    told = when(game, explore, cards=["stash", "sanctum"], dice=[6, 1], answers=answers)
    assert met(game, told) == ["mimic"]
    assert told.names[-2:] == ["enemy.defeated", "favor.gained"]
    assert (game.favor, held(game)) == (5, ["mace", "scroll"])


@pytest.mark.rule("tin-helm", "icon.loot-mimic")
@pytest.mark.parametrize(("card", "use", "favor"), [("ring", "use-ring", 1), ("wedge", "use-wedge", 2)])
def test_a_mimic_can_be_avoided_and_leaves_no_loot(card: str, use: str, favor: int) -> None:
    game = given("gnome-parson", loot=[card], favor=2)
    answers = [RESOLVE, ("encounter.response", use)]
    told = when(game, explore, cards=["stash", "sanctum"], answers=answers)
    assert told.names[-1] == "enemy.avoided"
    assert (told.asked, game.favor) == ("", favor)
    assert held(game) == ["mace", "scroll", *(["ring"] if card == "ring" else [])]


@pytest.mark.rule("tin-helm", "icon.loot-empty")
@pytest.mark.parametrize("results", ["chasm", "old-well"])
def test_empty_loot_gives_nothing(results: str) -> None:
    game = given()
    before = game.figures()
    told = when(game, explore, cards=["stash", results], answers=[RESOLVE])
    assert told.names[2:] == ["loot.empty"]
    assert (game.figures(), held(game)) == (before, ["mace", "scroll"])


@pytest.mark.rule("tin-helm", "icon.loot-shard")
def test_loot_can_be_a_shard() -> None:
    game = given("gnome-parson")
    told = when(game, explore, cards=["quarters", "stash"], dice=[2, 1], answers=[RESOLVE, KILL])
    assert met(game, told) == ["dark-rats"]
    assert told.names[-2:] == ["loot.shard", "shard.gained"]
    assert (game.shards, held(game)) == (1, ["mace", "scroll"])


@pytest.mark.rule("tin-helm", "icon.campsite")
@pytest.mark.parametrize(("choice", "figures"), [("rest", (7, 6, 0)), ("forage", (5, 5, 1)), ("neither", (5, 5, 0))])
def test_a_campsite_is_for_rest_or_forage_whatever_the_results(choice: str, figures: tuple[int, int, int]) -> None:
    for results in BOOK.rooms:
        game = given("kroling-parson", health=5, energy=5, food=0)
        assert when(game, resolve_icon, CAMPSITE_ICON, results).offered == ["rest", "forage", "neither"]
        when(game, resolve_icon, CAMPSITE_ICON, results, answers=[("camp.choice", choice)])
        assert (game.health, game.energy, game.food) == figures


@pytest.mark.rule("tin-helm", "icon.water")
@pytest.mark.parametrize(
    ("food", "die", "after"),
    [(0, 1, 0), (0, 2, 0), (0, 3, 0), (0, 4, 0), (0, 5, 1), (0, 6, 1), (4, 5, 5), (5, 6, 5)],
)
def test_a_5_or_6_catches_a_fish(food: int, die: int, after: int) -> None:
    game = given(food=food)
    before = game.figures()
    told = when(game, resolve_icon, WATER_ICON, BOOK.rooms[0], dice=[die], answers=[("water.fish", "fish")])
    assert told.asked == ""  # one roll
    assert game.food == after
    assert game.figures()[:2] + game.figures()[3:] == before[:2] + before[3:]


@pytest.mark.rule("tin-helm", "icon.water")
def test_one_may_fish_at_every_water_and_need_not() -> None:
    for results in BOOK.rooms:
        game = given(food=5)
        told = when(game, resolve_icon, WATER_ICON, results)
        assert (told.asked, told.offered) == ("water.fish", ["fish", "decline"])
        before = game.figures()
        when(game, resolve_icon, WATER_ICON, results, answers=[("water.fish", "decline")])
        assert game.figures() == before
