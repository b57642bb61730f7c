"""The ledger's tables against the game: what it has been loaded with, what it asks, and how its chance falls."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.games.tin_helm.board import enemy, given, held, loot_card, room, trapping, when
from tests.games.told import Told
from undercroft.core.chance import Chance
from undercroft.core.odds import odds
from undercroft.core.state import State
from undercroft.core.table import Player, Table, Trail
from undercroft.core.vocabulary import Option, Options, Prompt, Stream
from undercroft.games.tin_helm import TIN_HELM, content
from undercroft.games.tin_helm import cards as kinds
from undercroft.games.tin_helm.combat import enemy_attacks, hero_attacks, meet
from undercroft.games.tin_helm.places import camp, fish, reach_water, search_grove, spring_trap, visit
from undercroft.games.tin_helm.setup import set_up
from undercroft.games.tin_helm.state import FIGURE_NAMES, TinHelm
from undercroft.games.tin_helm.turns import descend, explore, play

TABLES: dict[str, list[dict[str, Any]]] = {
    name: rows for name, rows in TIN_HELM.ledger().tables.items() if isinstance(rows, list)
}
BOOK = content.load("book", {})

ENEMY_POWERS: dict[str, dict[str, Any]] = {
    "none": {},
    "on_defeat: food +1": {"food_reward": 1},
    "on_defeat: shard +1": {"shard_reward": 1},
    "attacks_first": {"attacks_first": True},
    "rerolls_doubles": {"rerolls_doubles": True},
    "on_hit: energy -1": {"energy_per_hit": 1},
    "on_hit: favor -1": {"favor_per_hit": 1},
    "before_combat: energy -1": {"energy_before_combat": 1},
}
RACE_POWERS: dict[str, dict[str, Any]] = {
    "extra_trapping": {"extra_trapping": True},
    "camp_both": {"camps_both": True},
    "flip_die": {"flips_per_level": 1},
    "water_gain": {"water_gain": 1},
}
TRAPPING_EFFECTS: dict[str, dict[str, Any]] = {
    "reroll own doubles": {"rerolls_doubles": True},
    "2d6 sum damage": {"can_be_thrown": True},
    "rest +1 energy": {"rest_energy": 1},
    "rest +1 health": {"rest_health": 1},
    "+1 damage on hits if room was Resolved (first card)": {"first_card_damage": 1},
    "+1 damage on hits against undead": {"undead_damage": 1},
    "health +2, energy +2": {"use": "drink-potion", "use_health": 2, "use_energy": 2},
    "vanquish an undead enemy, no favor": {
        "avoid": "use-scroll",
        "avoid_undead_only": True,
        "avoid_discards": True,
    },
    "disarm a trap: d6": {"disarm": [2, 1, 1, 0, 0, 0]},
}
LOOT_EFFECTS: dict[tuple[str, str], dict[str, Any]] = {
    ("passive", "fish with 3 dice, each 5-6 is 1 food"): {"fishing_dice": 3},
    ("discard, any window", "health +2, energy +2"): {"use": "drink-found-potion", "use_health": 2, "use_energy": 2},
    ("once per level, on meeting an enemy, costs 1 favor", "avoid combat"): {
        "avoid": "use-ring",
        "avoid_once_per_level": True,
        "avoid_favor": 1,
    },
    ("passive; discard after a blow of 6+ before reduction", "damage from attacks -1"): {"block": 1, "breaks_at": 6},
    ("passive", "own doubles hit for 5"): {"doubles_damage": 5},
    ("at an altar, kept", "one step higher"): {"altar_steps": 1},
    ("discard: at a Pigman for a shard, or any window for energy", "shard +1 | energy +3"): {
        "trades_for_shard": True,
        "use": "eat-turnip",
        "use_energy": 3,
    },
    ("discard on meeting an enemy", "avoid combat"): {"avoid": "use-wedge", "avoid_discards": True},
}
ENEMY_POWER_FIELDS = {field for fields in ENEMY_POWERS.values() for field in fields}
RACE_POWER_FIELDS = {field for fields in RACE_POWERS.values() for field in fields}


def row(table: str, key: str) -> dict[str, Any]:
    """A row of a table of the ledger by its key or id."""
    return next(row for row in TABLES[table] if key in (row.get("key"), row.get("id")))


def keys(table: str) -> list[str]:
    """The keys or ids of a table, in order."""
    return [str(row.get("key", row.get("id"))) for row in TABLES[table]]


def non_zero(thing: object, fields: set[str]) -> dict[str, Any]:
    """Those of the fields that say something."""
    return {field: getattr(thing, field) for field in sorted(fields) if getattr(thing, field)}


def effects(card: kinds.Card) -> dict[str, Any]:
    """Everything that a card does."""
    found = non_zero(card, {*kinds.PLAIN_EFFECTS, "disarm"} - {"text"})
    for field, option in (("use", card.use), ("avoid", card.avoid)):
        if option.name != "none":
            found[field] = option.name
    return found


def test_every_table_of_the_ledger_is_compared_here() -> None:
    compared = {
        "race", "class", "combination", "trapping", "room", "enemy", "loot", "altar_step", "place", "tracker",
        "component", "decision", "chance",
    }  # fmt: skip
    assert set(TABLES) == compared | {"gap"}


# ---- adventurers ----------------------------------------------------------------------------------------------------


def test_the_races_are_the_ledgers() -> None:
    assert keys("race") == [race.key for race in BOOK.races]


@pytest.mark.parametrize("key", keys("race"))
def test_a_race_is_as_the_ledger_says(key: str) -> None:
    said = row("race", key)
    race = next(race for race in BOOK.races if race.key == key)
    assert (race.name, race.health, race.energy, race.food) == (
        said["name"],
        said["health"],
        said["energy"],
        said["food"],
    )
    classes = [cls.key for cls in race.classes]
    assert classes == [cls for cls in keys("class") if cls != said["card_with"]]
    assert non_zero(race, RACE_POWER_FIELDS) == RACE_POWERS[said["power"]]


def test_the_classes_are_the_ledgers() -> None:
    assert keys("class") == [cls.key for cls in BOOK.classes]


@pytest.mark.parametrize("key", keys("class"))
def test_a_class_is_as_the_ledger_says(key: str) -> None:
    said = row("class", key)
    cls = next(cls for cls in BOOK.classes if cls.key == key)
    assert (cls.name, cls.health, cls.energy) == (said["name"], said["health"], said["energy"])
    assert cls.bonus == [0, *said["bonus"]]
    assert [BOOK.cards[index].key for index in cls.trappings] == said["trappings"]
    assert all(BOOK.cards[index].pair for index in cls.trappings)


def test_the_twelve_adventurers_are_the_ledgers_combinations() -> None:
    said = [(row["race"], row["class"]) for row in TABLES["combination"]]
    assert list(TIN_HELM.openings(TinHelm(BOOK))) == said
    assert len(said) == 12


@pytest.mark.parametrize("said", TABLES["combination"], ids=lambda said: f"{said['race']}-{said['class']}")
def test_an_adventurer_starts_with_the_ledgers_values_as_caps(said: dict[str, Any]) -> None:
    game = given(f"{said['race']}-{said['class']}")
    assert (game.health, game.energy, game.food) == (said["health"], said["energy"], said["food"])
    assert (game.health_cap, game.energy_cap) == (said["health"], said["energy"])
    assert (game.favor, game.shards, game.level) == (0, 0, 1)
    assert sorted(held(game)) == sorted(row("class", said["class"])["trappings"])


# ---- cards ----------------------------------------------------------------------------------------------------------


def test_the_trappings_are_the_ledgers() -> None:
    assert keys("trapping") == [card.key for card in BOOK.cards if card.pair]


@pytest.mark.parametrize("key", keys("trapping"))
def test_a_trapping_does_what_the_ledger_says_and_nothing_else(key: str) -> None:
    said = row("trapping", key)
    card = trapping(given(), key)
    assert (card.name, card.pair, card.option.name) == (said["name"], said["card"].replace("/", "-"), key)
    phrases = [said[field] for field in ("passive", "discard") if field in said]
    assert effects(card) == {name: value for phrase in phrases for name, value in TRAPPING_EFFECTS[phrase].items()}
    if "die" in said:
        assert card.disarm == [{"double": 2, "normal": 1, "none": 0}[word] for word in said["die"]]


def test_the_loot_is_the_ledgers() -> None:
    assert keys("loot") == [card.key for card in BOOK.cards if not card.pair]


@pytest.mark.parametrize("key", keys("loot"))
def test_a_loot_card_does_what_the_ledger_says_and_nothing_else(key: str) -> None:
    said = row("loot", key)
    card = loot_card(given(), key)
    assert card.name == said["name"]
    assert effects(card) == LOOT_EFFECTS[said["use"], said["effect"]]


def test_the_enemies_are_the_ledgers() -> None:
    assert keys("enemy") == [foe.key for foe in BOOK.enemies]


@pytest.mark.parametrize("key", keys("enemy"))
def test_an_enemy_is_as_the_ledger_says(key: str) -> None:
    said = row("enemy", key)
    foe = next(foe for foe in BOOK.enemies if foe.key == key)
    assert (foe.name, foe.health, foe.attack, foe.defense, foe.undead) == (
        said["name"],
        said["heart"],
        said["attack"],
        said["defense"],
        said["undead"],
    )
    assert foe.favor == (-1 if said["favor"] == "level" else int(said["favor"]))
    assert non_zero(foe, ENEMY_POWER_FIELDS) == ENEMY_POWERS[said["power"]]


def test_the_rooms_are_the_ledgers() -> None:
    assert keys("room") == [card.key for card in BOOK.rooms]


def result(find: kinds.Find) -> dict[str, str]:
    """An entry of a results side in the ledger's words."""
    kind = kinds.FIND_KINDS[find.kind]
    names = {
        "card": [card.key for card in BOOK.cards],
        "enemy": [foe.key for foe in BOOK.enemies],
        "place": list(kinds.PLACES),
    }
    return {"kind": kind, "key": names[kind][find.index]} if kind in names else {"kind": kind}


@pytest.mark.parametrize("key", keys("room"))
def test_a_room_is_as_the_ledger_says_on_both_sides(key: str) -> None:
    said = row("room", key)
    card = BOOK.rooms[room(given(), key)]
    assert card.name == said["name"]
    assert [kinds.ICONS[icon] for icon in card.icons] == said["icons"]
    assert BOOK.enemies[card.enemy].key == said["enemy"]
    amount, track = said["trap"]["amount"], said["trap"]["track"]
    assert (card.trap_health, card.trap_energy) == (
        amount if track == "health" else 0,
        amount if track == "energy" else 0,
    )
    assert (track == "none") is (amount == 0)
    assert result(card.random) == said["random"]
    assert result(card.loot) == said["loot"]


def test_loot_found_in_rooms_is_loot_and_not_a_trapping_of_the_same_name() -> None:
    found = [BOOK.cards[card.loot.index] for card in BOOK.rooms if card.loot.kind == kinds.FIND_CARD]
    assert len(found) == 8
    assert all(not card.pair for card in found)


# ---- places ---------------------------------------------------------------------------------------------------------


def test_the_altar_has_the_ledgers_steps() -> None:
    steps = TABLES["altar_step"]
    assert [step.favor for step in BOOK.altar] == [said["favor_min"] for said in steps]
    assert [said["favor_max"] + 1 for said in steps[:-1]] == [said["favor_min"] for said in steps[1:]]
    assert steps[-1]["favor_max"] == BOOK.figures.favor_limit
    assert [step.top for step in BOOK.altar] == ["choice" in said for said in steps]


@pytest.mark.parametrize("said", TABLES["altar_step"], ids=lambda said: f"favor-{said['favor_min']}")
def test_a_step_of_the_altar_gives_what_the_ledger_says_from_its_first_favor_to_its_last(said: dict[str, Any]) -> None:
    own = [word.replace("_", "-") for word in said.get("choice", ["own_step"])]
    for favor in range(said["favor_min"], said["favor_max"] + 1):
        game = given("gnome-footpad", favor=favor, health=1, energy=1)
        assert when(game, visit, kinds.ALTAR_PLACE).offered == [*own, "decline"]
        when(game, visit, kinds.ALTAR_PLACE, answers=[("place.altar", own[-1])])
        gained = (8, 0) if "choice" in said else (said["health"], said["energy"])
        assert (game.health - 1, game.energy - 1) == gained


def test_the_places_are_the_ledgers() -> None:
    assert keys("place") == list(kinds.PLACES)


@pytest.mark.parametrize("key", keys("place"))
def test_a_place_is_optional_if_the_ledger_says_so(key: str) -> None:
    game = given("gnome-footpad")
    told = when(game, visit, kinds.PLACES.index(key))
    may_be_left = bool({"decline", "neither"} & set(told.offered))
    assert may_be_left is row("place", key)["optional"]
    assert (told.asked == "") is not row("place", key)["optional"]


def test_a_campsite_gives_what_the_ledger_says() -> None:
    said = row("place", "campsite")
    figures = BOOK.figures
    assert {"health": figures.rest_health, "energy": figures.rest_energy} == said["rest"]
    assert {"food": figures.forage_food} == said["forage"]


def test_a_grove_gives_what_the_ledger_says_for_each_face() -> None:
    words = {"energy -1": (-1, 0), "nothing": (0, 0), "food +1": (0, 1), "food +2": (0, 2)}
    for die, word in enumerate(row("place", "grove")["die"], 1):
        game = given("gnome-footpad", energy=5, food=0)
        when(game, visit, kinds.GROVE_PLACE, dice=[die], answers=[("place.grove", "search")])
        assert (game.energy - 5, game.food) == words[word]


def test_a_labyrinth_is_paid_in_the_ledgers_order() -> None:
    paid = []
    for food, energy in ((1, 2), (0, 2), (0, 0)):
        game = given("gnome-footpad", food=food, energy=energy)
        when(game, visit, kinds.LABYRINTH_PLACE)
        costs = {"food": food - game.food, "energy": energy - game.energy, "health": 9 - game.health}
        paid.append([f"{cost} {track}" for track, cost in costs.items() if cost])
    assert paid == [[price] for price in row("place", "labyrinth")["pay_in_order"]]


def test_a_pigman_and_a_shrine_give_what_the_ledger_says() -> None:
    assert row("place", "pigman")["options"] == ["favor +1", "turnip -> shard"]
    blessed = given("gnome-footpad", loot=["turnip"])
    when(blessed, visit, kinds.PIGMAN_PLACE, answers=[("place.pigman", "blessing")])
    assert (blessed.favor, blessed.shards) == (1, 0)
    when(blessed, visit, kinds.PIGMAN_PLACE, answers=[("place.pigman", "trade")])
    assert (blessed.favor, blessed.shards, held(blessed)) == (1, 1, ["dagger", "toolkit"])

    assert row("place", "shrine")["gain"] == "shard +1"
    found = given("gnome-footpad")
    when(found, visit, kinds.SHRINE_PLACE)
    assert found.shards == 1


# ---- trackers and components ----------------------------------------------------------------------------------------


def test_the_tracked_figures_are_the_ledgers_trackers_and_the_shards() -> None:
    names = ["enemy-health" if key == "enemy_hp" else key for key in keys("tracker")]
    assert sorted([*names, "shards"]) == sorted(FIGURE_NAMES)


@pytest.mark.parametrize("key", ["health", "energy"])
def test_health_and_energy_end_where_the_ledger_says_and_stop_at_the_starting_value(key: str) -> None:
    said = row("tracker", key)
    adventurers = [given("-".join(opening)) for opening in TIN_HELM.openings(TinHelm(BOOK))]
    assert max(getattr(game, key) for game in adventurers) == said["max"]
    assert said["cap"] == "starting value"
    game = given("gnome-footpad")
    start = getattr(game, key)
    getattr(game, f"lose_{key}")(99)
    assert getattr(game, key) == said["min"]
    getattr(game, f"gain_{key}")(99)
    assert getattr(game, key) == start


@pytest.mark.parametrize("key", ["food", "favor"])
def test_food_and_favor_stop_at_the_ledgers_maximum(key: str) -> None:
    said = row("tracker", key)
    game = given("kroling-parson")
    assert getattr(game, key) == said.get("start", said["min"])
    getattr(game, f"gain_{key}")(99)
    assert getattr(game, key) == said["max"] == int(said["cap"])


def test_the_level_runs_from_the_ledgers_first_to_its_last() -> None:
    said = row("tracker", "level")
    game = given("kroling-parson", food=5)
    levels = [game.level]
    while not when(game, descend).ended:
        levels.append(game.level)
    assert levels == list(range(said["start"], said["max"] + 1))
    assert (said["start"], game.level) == (said["min"], said["max"])


def test_the_health_of_an_enemy_fits_the_ledgers_track() -> None:
    said = row("tracker", "enemy_hp")
    tallest = max(foe.health for foe in BOOK.enemies) + row("tracker", "level")["max"]
    assert tallest <= said["max"] == int(said["cap"])
    game = given("gnome-footpad")
    told = when(game, meet, enemy(game, "dark-rats"), dice=[6, 1], answers=[("combat.attack", "spend-3")])
    assert told.figures("hero.hits")[0]["left"] == said["min"]


def test_the_box_holds_what_the_ledger_counts() -> None:
    tracked = len(FIGURE_NAMES) - 1
    loot = [card for card in BOOK.cards if not card.pair]
    assert {said["name"]: said["count"] for said in TABLES["component"]} == {
        "Dungeon card": len(BOOK.rooms),
        "Enemy card": len(BOOK.enemies),
        "Loot card": len(loot),
        "Trapping card": len({card.pair for card in BOOK.cards if card.pair}),
        "Race/Class card": len(BOOK.races),
        "Tracker card": 4,
        "Reference card": len(kinds.PLACES) // 2,
        "Shard of Brahm": BOOK.figures.shards_to_win,
        "Tracking cube": tracked - 1,
        "Die": 2,
        "Meeple": 1,
    }


# ---- decisions ------------------------------------------------------------------------------------------------------


def choosing_a_race() -> Told:
    return when(TinHelm(BOOK), set_up)


def choosing_a_class() -> Told:
    return when(TinHelm(BOOK), set_up, answers=[("setup.race", "gnome")])


def choosing_an_extra_trapping() -> Told:
    return when(TinHelm(BOOK), set_up, answers=[("setup.race", "human"), ("setup.class", "marauder")])


def before_a_room() -> Told:
    return when(given("gnome-footpad"), explore, cards=["stash"])


def before_a_trap_with_things_to_use() -> Told:
    game = given("gnome-alchemist", loot=["potion", "turnip"])
    return when(game, spring_trap, BOOK.rooms[room(game, "kitchen")])


def before_an_undead_enemy_with_every_way_out() -> Told:
    game = given("gnome-parson", loot=["ring", "wedge"], favor=1)
    return when(game, meet, enemy(game, "wraith"))


def in_combat(*answers: tuple[str, str], dice: tuple[int, ...] = ()) -> Told:
    game = given("kroling-marauder")
    return when(game, meet, enemy(game, "wraith"), dice=dice, answers=answers)


def before_a_trap_with_a_toolkit() -> Told:
    game = given("gnome-footpad")
    return when(game, spring_trap, BOOK.rooms[room(game, "kitchen")])


def at_an_altar(favor: int, *loot: str) -> Told:
    return when(given("gnome-footpad", favor=favor, loot=loot), visit, kinds.ALTAR_PLACE)


def at_a_pigman(*loot: str) -> Told:
    return when(given("gnome-footpad", loot=loot), visit, kinds.PIGMAN_PLACE)


ASKED: list[tuple[str, Callable[[], Told], list[str]]] = [
    ("setup.race", choosing_a_race, ["human", "gnome", "kroling", "merfolk"]),
    ("setup.class", choosing_a_class, ["alchemist", "footpad", "parson"]),
    ("setup.extra-trapping", choosing_an_extra_trapping, ["dagger", "mace", "scroll", "toolkit", "none"]),
    ("room.choice", before_a_room, ["resolve", "skip"]),
    (
        "anytime.use",
        before_a_trap_with_things_to_use,
        ["nothing", "drink-potion", "drink-found-potion", "eat-turnip"],
    ),
    (
        "encounter.response",
        before_an_undead_enemy_with_every_way_out,
        ["fight", "use-ring", "use-wedge", "use-scroll"],
    ),
    ("combat.attack", in_combat, ["plain-strike", "spend-1", "spend-2", "spend-3", "throw-axe"]),
    (
        "combat.own-dice",
        lambda: in_combat(("combat.attack", "spend-1"), dice=(3, 3)),
        ["keep", "reroll", "flip-first", "flip-second"],
    ),
    (
        "combat.axe-throw-dice",
        lambda: in_combat(("combat.attack", "throw-axe"), dice=(1, 1)),
        ["keep", "flip-first", "flip-second"],
    ),
    (
        "combat.enemy-dice",
        lambda: in_combat(("combat.attack", "plain-strike"), dice=(3, 3)),
        ["keep", "flip-first", "flip-second"],
    ),
    ("trap.disarm", before_a_trap_with_a_toolkit, ["disarm", "take-damage"]),
    ("place.altar", lambda: at_an_altar(0), ["own-step", "decline"]),
    ("place.altar", lambda: at_an_altar(0, "symbol"), ["own-step", "next-step", "decline"]),
    ("place.altar", lambda: at_an_altar(8, "symbol"), ["own-step", "shard", "full-health", "decline"]),
    ("place.altar", lambda: at_an_altar(10), ["shard", "full-health", "decline"]),
    ("place.grove", lambda: when(given("gnome-footpad"), visit, kinds.GROVE_PLACE), ["search", "decline"]),
    ("place.pigman", at_a_pigman, ["blessing", "neither"]),
    ("place.pigman", lambda: at_a_pigman("turnip"), ["blessing", "trade", "neither", "eat-turnip"]),
    ("camp.choice", lambda: when(given("merfolk-footpad"), camp), ["rest", "forage", "neither"]),
    ("camp.choice", lambda: when(given("gnome-footpad"), camp), ["both", "rest", "forage", "neither"]),
    (
        "water.merfolk",
        lambda: when(given("merfolk-footpad"), reach_water),
        ["gain-health", "gain-energy", "neither"],
    ),
    ("water.fish", lambda: when(given("gnome-footpad"), reach_water), ["fish", "decline"]),
    (
        "water.fish",
        lambda: when(given("gnome-footpad", loot=["gill-net"]), reach_water),
        ["fish", "fish-with-net", "decline"],
    ),
]


def test_the_questions_are_the_ledgers_decisions() -> None:
    assert sorted(prompt.name for prompt in TIN_HELM.vocabulary.prompts) == sorted(keys("decision"))
    assert list(dict.fromkeys(decision for decision, _, _ in ASKED)) == keys("decision")


@pytest.mark.parametrize(
    ("decision", "moment", "offered"), ASKED, ids=[f"{decision}-{len(offered)}" for decision, _, offered in ASKED]
)
def test_a_decision_offers_what_the_ledger_lists(decision: str, moment: Callable[[], Told], offered: list[str]) -> None:
    told = moment()
    assert told.asked == decision
    assert told.offered == offered


def test_every_option_of_the_vocabulary_answers_a_decision_of_the_book_or_is_of_the_printed_edition() -> None:
    offered = {name for _, _, names in ASKED for name in names}
    unseen = {"axe", "books", "potion", "bedroll", "marauder"}  # other races' classes, other classes' spare trappings
    printed = {"eat-for-health", "eat-for-energy"}
    assert {option.name for option in TIN_HELM.vocabulary.options} == offered | unseen | printed


# ---- chance ---------------------------------------------------------------------------------------------------------


class Watched(Chance):
    """Gives the second outcome always (dice 1 and 2, never a double) and remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, int]] = []

    def pick(self, stream: Stream, count: int) -> int:
        self.asked.append((stream.name, count))
        return 1


class Foremost(Player):
    """Takes the first of the options."""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        return options[0]


def fractions(chance: str) -> list[Fraction]:
    """All the fractions in a distribution of the ledger, in order."""
    return [Fraction(text) for text in re.findall(r"\d+/\d+", row("chance", chance)["distribution"])]


def spread(
    game: TinHelm, figure: str, rule: Callable[..., Any], *arguments: Any, answers: list[str], tape: list[int]
) -> dict[int, Fraction]:
    """How a figure is distributed after a rule, by every outcome of chance after those on the tape."""

    def run(state: State, table: Table) -> None:
        assert isinstance(state, TinHelm)
        table.seat(state)
        state.table = table
        rule(state, *arguments)

    options = {option.name: option for option in TIN_HELM.vocabulary.options}
    trail = Trail()
    trail.begin(game)
    trail.answers = [options[name] for name in answers[:-1]]
    trail.tape = tape
    found = odds(run, trail, options[answers[-1]], 1, game.figures(), False, 20_000)
    assert found.exact
    return found.spread(FIGURE_NAMES.index(figure))


def damage(hero: str, way: str, *answers: str, tape: list[int] | None = None) -> dict[int, Fraction]:
    """How the damage of an attack on an enemy of much health is distributed, without the energy's bonus."""
    game = given(hero, changes={"enemy.wraith.health": 98})
    game.enemy = enemy(game, "wraith")
    game.enemy_health = 99
    after = spread(game, "enemy-health", hero_attacks, game.foe(), answers=[way, *answers], tape=tape or [])
    bonus = game.bonus[1] if way == "spend-1" else 0
    return {max(99 - left - bonus, 0): probability for left, probability in reversed(after.items())}


def blow(foe: str) -> dict[int, Fraction]:
    """How the damage of an enemy's attack is distributed."""
    game = given("gnome-footpad")
    game.enemy = enemy(game, foe)
    game.enemy_health = 9
    after = spread(game, "health", enemy_attacks, game.foe(), answers=["plain-strike"], tape=[])
    return {9 - left: probability for left, probability in reversed(after.items())}


def test_the_chances_of_the_ledger_are_all_compared_here_and_use_every_stream() -> None:
    streams = {
        "shuffle.dungeon": "dungeon",
        "roll.hero-attack": "hero-dice",
        "roll.hero-attack-reroll": "hero-dice",
        "roll.axe-throw": "hero-dice",
        "roll.enemy-attack": "enemy-dice",
        "roll.skelepede-attack": "enemy-dice",
        "roll.fishing": "place-dice",
        "roll.grove": "place-dice",
        "roll.toolkit": "place-dice",
    }
    assert list(streams) == keys("chance")
    assert {stream.name for stream in TIN_HELM.vocabulary.streams} == set(streams.values())


def test_every_card_of_the_dungeon_is_drawn_from_those_not_seen_on_this_level() -> None:
    chance = Watched()
    safe = {"race.human.health": 94, "figures.plain-strike": 99, "figures.shards-to-win": 99}
    game = TinHelm(content.load("book", safe))
    play(game, Table([Foremost()], chance))
    assert game.level == 5
    drawn = [count for stream, count in chance.asked if stream == "dungeon"]
    assert drawn == [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2] * 5  # the last card of a level is no surprise


def test_an_attack_of_yours_falls_as_the_ledger_says() -> None:
    found = damage("gnome-footpad", "spend-1")
    assert list(found) == [0, 1, 2, 3, 4, 5]
    assert list(found.values()) == fractions("roll.hero-attack")


def test_a_reroll_with_the_axe_falls_as_the_ledger_says() -> None:
    double = 0  # two ones
    found = damage("merfolk-marauder", "spend-1", "reroll", tape=[double])
    assert list(found.values()) == fractions("roll.hero-attack")
    miss = found.pop(0)
    assert [probability / (1 - miss) for probability in found.values()] == fractions("roll.hero-attack-reroll")


def test_an_axe_throw_falls_as_the_ledger_says() -> None:
    found = damage("merfolk-marauder", "throw-axe")
    assert found == {total: Fraction(total - 1 if total <= 7 else 13 - total, 36) for total in range(2, 13)}
    assert row("chance", "roll.axe-throw")["distribution"].startswith("2..12, mean 7")
    assert sum(total * probability for total, probability in found.items()) == 7


def test_an_enemys_attack_falls_as_yours_does() -> None:
    assert list(blow("dark-rats").values()) == fractions("roll.hero-attack")
    assert row("chance", "roll.enemy-attack")["distribution"] == "as roll.hero-attack; 0 is a miss"
    assert list(blow("watcher")) == [0, 2, 3, 4, 5, 6]


def test_the_skelepedes_attack_falls_as_the_ledger_says() -> None:
    found = blow("skelepede")
    assert list(found) == [1, 2, 3, 4, 5]
    assert list(found.values()) == fractions("roll.skelepede-attack")


def test_fishing_falls_as_the_ledger_says() -> None:
    game = given("gnome-footpad", food=0)
    one = spread(game, "food", fish, 1, answers=["fish"], tape=[])
    three = spread(game, "food", fish, 3, answers=["fish"], tape=[])
    assert (list(one), list(three)) == ([0, 1], [0, 1, 2, 3])
    assert [one[1], *three.values()] == fractions("roll.fishing")


def test_a_grove_falls_as_the_ledger_says() -> None:
    game = given("gnome-footpad", energy=5, food=0)
    energy = spread(game, "energy", search_grove, answers=["search"], tape=[])
    food = spread(game, "food", search_grove, answers=["search"], tape=[])
    assert (list(energy), list(food)) == ([4, 5], [0, 1, 2])
    assert [energy[4], food[0] - energy[4], food[1], food[2]] == fractions("roll.grove")


def test_the_toolkit_falls_as_the_ledger_says() -> None:
    game = given("gnome-footpad")
    found = spread(game, "health", spring_trap, BOOK.rooms[room(game, "kitchen")], answers=["disarm"], tape=[])
    assert list(found) == [9 - 4, 9 - 2, 9]
    assert list(found.values()) == fractions("roll.toolkit")
