"""Set-up (chapter 3 of the ledger): race and class, trappings, the shuffled dungeon."""

from __future__ import annotations

import pytest

import undercroft
from tests.games.tin_helm.board import enemy, given, held, room, trapping, when
from undercroft.bots.random import RandomPlayer
from undercroft.core import scene
from undercroft.core.chance import Chance, Seeded
from undercroft.core.errors import RuleError
from undercroft.core.players import Opening
from undercroft.core.session import Session
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Event, Option, Options, Prompt, Stream
from undercroft.games import GAMES
from undercroft.games.tin_helm import content
from undercroft.games.tin_helm.cards import ENEMY_ICON, LOOT_ICON, RANDOM_ICON
from undercroft.games.tin_helm.combat import meet
from undercroft.games.tin_helm.places import camp, reach_water, search_grove, spring_trap
from undercroft.games.tin_helm.setup import set_up
from undercroft.games.tin_helm.state import NOBODY, TinHelm
from undercroft.games.tin_helm.turns import descend, explore, play

BOOK = content.load("book", {})
TABLES = GAMES["tin-helm"].ledger().tables

ADVENTURERS = {
    ("human", "marauder"): (14, 9, 0),
    ("human", "footpad"): (12, 10, 0),
    ("human", "parson"): (13, 10, 0),
    ("gnome", "alchemist"): (9, 13, 1),
    ("gnome", "footpad"): (9, 12, 1),
    ("gnome", "parson"): (10, 12, 1),
    ("kroling", "alchemist"): (11, 12, 0),
    ("kroling", "marauder"): (13, 10, 0),
    ("kroling", "parson"): (12, 11, 0),
    ("merfolk", "alchemist"): (10, 12, 1),
    ("merfolk", "marauder"): (12, 10, 1),
    ("merfolk", "footpad"): (10, 11, 1),
}
TRAPPINGS = {
    "alchemist": ["books", "potion"],
    "marauder": ["axe", "bedroll"],
    "footpad": ["dagger", "toolkit"],
    "parson": ["mace", "scroll"],
}


class Witness(Player):
    """Plays at random and notes every question, with the trappings held at it."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.random = RandomPlayer(seed)
        self.seen: list[tuple[str, frozenset[str]]] = []

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, TinHelm)
        trappings = frozenset(card.key for card in state.kit.held if card.pair)
        self.seen.append((prompt.name, trappings))
        return self.random.choose(state, prompt, options)


class Drawn(Chance):
    """Seeded chance that notes from which stream, and out of which cards, a card was drawn."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.seeded = Seeded(seed)
        self.draws: list[tuple[str, list[int]]] = []
        self.dice: set[str] = set()

    def pick(self, stream: Stream, count: int) -> int:
        self.dice.add(stream.name)
        return self.seeded.pick(stream, count)

    def pick_pair(self, stream: Stream, sides: int) -> int:
        self.dice.add(stream.name)
        return self.seeded.pick_pair(stream, sides)

    def pick_card(self, stream: Stream, cards: list[int]) -> int:
        self.draws.append((stream.name, list(cards)))
        return self.seeded.pick_card(stream, cards)


def started(seed: str, *choices: str) -> Session:
    """A session after these choices."""
    session = undercroft.start("tin-helm", seed=seed)
    for choice in choices:
        session.choose(choice)
    return session


def asked(session: Session) -> tuple[str, list[str]]:
    """What a session asks and offers."""
    assert session.decision is not None
    return session.decision.prompt.name, [option.name for option in session.decision.options]


def shown(session: Session, zone: str) -> list[scene.Card]:
    """The cards in a part of the scene."""
    items = next(part for part in session.scene().zones if part.key == zone).items
    return [item for item in items if isinstance(item, scene.Card)]


# ---- race and class -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tin-helm", "setup.pick-race-and-class")
def test_a_race_is_chosen_and_then_a_class() -> None:
    session = started("setup")
    assert asked(session) == ("setup.race", ["human", "gnome", "kroling", "merfolk"])
    session.choose("kroling")
    prompt, classes = asked(session)
    assert (prompt, len(classes)) == ("setup.class", 3)
    session.choose("marauder")
    state = session.state
    assert isinstance(state, TinHelm)
    assert (state.content.races[state.race].key, state.content.classes[state.cls].key) == ("kroling", "marauder")
    assert asked(session)[0] == "room.choice"


@pytest.mark.rule("tin-helm", "setup.same-card-forbidden")
@pytest.mark.parametrize(
    ("race", "classes", "own"),
    [
        ("human", ["marauder", "footpad", "parson"], "alchemist"),
        ("gnome", ["alchemist", "footpad", "parson"], "marauder"),
        ("kroling", ["alchemist", "marauder", "parson"], "footpad"),
        ("merfolk", ["alchemist", "marauder", "footpad"], "parson"),
    ],
)
def test_the_class_on_the_races_own_card_is_refused(race: str, classes: list[str], own: str) -> None:
    session = started("setup", race)
    assert asked(session) == ("setup.class", classes)
    with pytest.raises(RuleError, match=own):
        session.choose(own)
    assert asked(session) == ("setup.class", classes)


@pytest.mark.rule("tin-helm", "setup.same-card-forbidden")
def test_twelve_combinations_remain() -> None:
    game = GAMES["tin-helm"]
    assert sorted(game.openings(game.new("book", {}))) == sorted(ADVENTURERS)


@pytest.mark.rule("tin-helm", "setup.starting-health-energy", "setup.starting-food")
@pytest.mark.parametrize("hero", ADVENTURERS, ids="-".join)
def test_health_and_energy_are_the_sums_and_food_is_the_races(hero: tuple[str, str]) -> None:
    game = given("-".join(hero))
    assert (game.health, game.energy, game.food) == ADVENTURERS[hero]
    assert (game.health_cap, game.energy_cap) == ADVENTURERS[hero][:2]


@pytest.mark.rule("tin-helm", "setup.starting-health-energy", "setup.starting-food")
def test_the_ledger_has_the_same_twelve_adventurers() -> None:
    rows = {(row["race"], row["class"]): (row["health"], row["energy"], row["food"]) for row in TABLES["combination"]}
    assert rows == ADVENTURERS


@pytest.mark.rule("tin-helm", "setup.starting-health-energy")
@pytest.mark.parametrize(("race", "cls"), ADVENTURERS)
def test_the_adventurer_is_announced_with_health_and_energy(race: str, cls: str) -> None:
    game = TinHelm(BOOK)
    answers = [("setup.race", race), ("setup.class", cls), *[("setup.extra-trapping", "none")] * (race == "human")]
    (told,) = when(game, set_up, answers=answers).figures("setup.adventurer")
    assert (told["race"], told["class"]) == (game.race, game.cls)
    assert (told["health"], told["energy"]) == ADVENTURERS[race, cls][:2]


@pytest.mark.rule("tin-helm", "setup.starting-health-energy")
def test_before_race_and_class_are_chosen_there_is_nothing() -> None:
    game = TinHelm(BOOK)
    assert (game.health, game.energy, game.food, game.favor, game.shards, game.flips) == (0, 0, 0, 0, 0, 0)


@pytest.mark.rule("tin-helm", "setup.starting-trappings")
@pytest.mark.parametrize("hero", ADVENTURERS, ids="-".join)
def test_a_class_brings_its_two_trappings_and_nothing_else(hero: tuple[str, str]) -> None:
    assert held(given("-".join(hero), extra="none")) == TRAPPINGS[hero[1]]


@pytest.mark.rule("tin-helm", "setup.no-shards")
@pytest.mark.parametrize("hero", ADVENTURERS, ids="-".join)
def test_nobody_starts_with_shards_loot_or_favor(hero: tuple[str, str]) -> None:
    game = given("-".join(hero))
    loot = [card.key for card in game.kit.held if not card.pair]
    assert (game.favor, game.shards, loot, game.level) == (0, 0, [], 1)


@pytest.mark.rule("tin-helm", "setup.read-cards")
@pytest.mark.parametrize(
    ("hero", "power", "texts"),
    [
        (("gnome", "footpad"), "Rests and forages", ["in rooms you chose to resolve", "Try to disarm a trap"]),
        (("kroling", "alchemist"), "turns one die over", ["1 more energy", "2 health and 2 energy"]),
        (("merfolk", "marauder"), "recovers 1 health or energy", ["Roll a double again", "1 more health"]),
        (("human", "parson", "none"), "one more trapping", ["1 more to the undead", "on meeting the undead"]),
    ],
)
def test_power_and_trappings_can_be_read_before_the_first_room(hero: list[str], power: str, texts: list[str]) -> None:
    session = started("read", *hero)
    assert asked(session)[0] == "room.choice"
    race, *trappings = shown(session, "hero")
    assert (race.key, race.kind) == (hero[0], "power")
    assert power in race.lines[0]
    assert [card.key for card in trappings] == TRAPPINGS[hero[1]]
    assert all(text in card.lines[0] for card, text in zip(trappings, texts, strict=True))


@pytest.mark.rule("tin-helm", "setup.read-cards")
def test_a_human_can_read_the_trappings_before_choosing_another() -> None:
    session = started("read", "human", "marauder")
    assert asked(session)[0] == "setup.extra-trapping"
    assert [card.key for card in shown(session, "hero")] == ["human", "axe", "bedroll"]
    question = session.scene().question
    assert question is not None
    labels = {choice.name: choice.label for choice in question.choices}
    assert "Try to disarm a trap" in labels["toolkit"]
    assert "to the undead" in labels["mace"]


# ---- the table ------------------------------------------------------------------------------------------------------


def finds(game: TinHelm, place: int, results: int) -> list[tuple[str, int]]:
    """All enemies and loot that a room can bring by a results side, from the ledger's table."""
    card = game.content.rooms[place]
    row = next(row for row in TABLES["room"] if row["key"] == game.content.rooms[results].key)
    by_icon = {
        ENEMY_ICON: {"kind": "enemy", "key": row["enemy"]},
        RANDOM_ICON: row["random"],
        LOOT_ICON: row["loot"],
    }
    found = []
    for icon in card.icons:
        entry = by_icon.get(icon, {"kind": "none"})
        if entry["kind"] == "enemy":
            found.append(("enemy.met", enemy(game, entry["key"])))
        elif entry["kind"] == "card":
            number = next(each.index for each in game.content.cards if each.key == entry["key"] and not each.pair)
            found.append(("loot", number))
    return found


@pytest.mark.rule("tin-helm", "setup.tableau")
@pytest.mark.parametrize("seed", ["amber", "basalt", "cinder", "dusk", "ember", "flint"])
def test_enemies_and_loot_are_looked_up_and_never_drawn(seed: str) -> None:
    chance = Drawn(seed)
    game = TinHelm(BOOK)
    table = Table([RandomPlayer(seed)], chance)
    table.log = []
    play(game, table)
    assert {stream for stream, _ in chance.draws} == {"dungeon"}
    assert chance.dice <= {"hero-dice", "enemy-dice", "place-dice"}
    assert all(set(cards) <= set(range(12)) for _, cards in chance.draws)
    due: list[tuple[str, int]] = []
    for event in table.log:
        if event.kind.name in ("room.resolved", "room.skipped"):
            assert due == []  # all that the last room named has come
            due = finds(game, event.figures["room"], event.figures["results"])
        elif event.kind.name in ("enemy.met", "loot.taken", "loot.held"):
            assert thing(event) == due.pop(0)


def thing(event: Event) -> tuple[str, int]:
    """Which enemy was met, or which loot was found."""
    return ("enemy.met" if event.kind.name == "enemy.met" else "loot", event.a)


@pytest.mark.rule("tin-helm", "setup.shuffle-dungeon")
def test_the_first_room_choice_shows_one_room_side_and_no_other_card() -> None:
    session = started("stack", "gnome", "parson")
    state = session.state
    assert isinstance(state, TinHelm)
    assert asked(session)[0] == "room.choice"
    top = state.content.rooms[state.top]
    assert [(card.key, card.kind) for card in shown(session, "board")] == [(top.key, "room")]
    assert sorted([state.top, *state.deck.unseen]) == list(range(12))


@pytest.mark.rule("tin-helm", "setup.shuffle-dungeon")
def test_any_card_can_come_up_first_and_a_seed_always_deals_the_same() -> None:
    tops: list[str] = []
    for number in range(120):
        tops.append(shown(started(f"deal {number}", "gnome", "parson"), "board")[0].key)
    assert len(set(tops)) == 12
    again = [shown(started(f"deal {number}", "gnome", "parson"), "board")[0].key for number in range(12)]
    assert again == tops[:12]


# ---- races ----------------------------------------------------------------------------------------------------------


def race_figures(key: str) -> tuple[int, int, int]:
    """A race's health, energy and food."""
    race = next(race for race in BOOK.races if race.key == key)
    return race.health, race.energy, race.food


@pytest.mark.rule("tin-helm", "race.human")
@pytest.mark.parametrize(
    ("cls", "spare"),
    [
        ("marauder", ["dagger", "mace", "scroll", "toolkit", "none"]),
        ("footpad", ["axe", "books", "potion", "bedroll", "none"]),
        ("parson", ["axe", "books", "potion", "bedroll", "none"]),
    ],
)
def test_a_human_may_take_one_trapping_from_the_two_cards_left(cls: str, spare: list[str]) -> None:
    assert race_figures("human") == (9, 7, 0)
    session = started("human", "human", cls)
    assert asked(session) == ("setup.extra-trapping", spare)
    state = session.state
    assert isinstance(state, TinHelm)
    assert state.top == NOBODY  # no card of the dungeon has been seen
    for key in spare[:-1]:
        assert sorted(held(given(f"human-{cls}", extra=key))) == sorted([*TRAPPINGS[cls], key])
    assert held(given(f"human-{cls}", extra="none")) == TRAPPINGS[cls]
    session.choose(spare[0])
    assert asked(session)[0] == "room.choice"


@pytest.mark.rule("tin-helm", "race.human")
@pytest.mark.parametrize("race", ["gnome", "kroling", "merfolk"])
def test_nobody_else_is_offered_another_trapping(race: str) -> None:
    told = when(TinHelm(BOOK), set_up, answers=[("setup.race", race), ("setup.class", "alchemist")])
    assert told.asked == ""
    assert "setup.extra-trapping" not in told.names


@pytest.mark.rule("tin-helm", "race.human")
@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_the_extra_trapping_is_chosen_once_and_never_turned_over(seed: str) -> None:
    witness = Witness(seed)
    play(TinHelm(BOOK), Table([Opening(["human", "marauder", "mace"], witness)], Seeded(seed)))
    assert "setup.extra-trapping" not in [prompt for prompt, _ in witness.seen]
    assert witness.seen[0] == ("room.choice", frozenset({"axe", "bedroll", "mace"}))
    assert all(trappings <= {"axe", "bedroll", "mace"} for _, trappings in witness.seen)


@pytest.mark.rule("tin-helm", "race.gnome")
def test_a_gnome_rests_and_forages_at_one_campsite() -> None:
    assert race_figures("gnome") == (6, 9, 1)
    game = given("gnome-parson", health=5, energy=5, food=0)
    assert when(game, camp).offered == ["both", "rest", "forage", "neither"]
    when(game, camp, answers=[("camp.choice", "both")])
    assert (game.health, game.energy, game.food) == (7, 6, 1)


@pytest.mark.rule("tin-helm", "race.gnome")
@pytest.mark.parametrize(
    ("choice", "figures"), [("rest", (7, 6, 0)), ("forage", (5, 5, 1)), ("neither", (5, 5, 0)), ("both", (7, 6, 1))]
)
def test_a_gnome_may_decline_either_half(choice: str, figures: tuple[int, int, int]) -> None:
    game = given("gnome-parson", health=5, energy=5, food=0)
    when(game, camp, answers=[("camp.choice", choice)])
    assert (game.health, game.energy, game.food) == figures


@pytest.mark.rule("tin-helm", "race.gnome")
def test_a_gnome_does_both_at_a_campsite_from_an_icon_and_from_a_random_result() -> None:
    game = given("gnome-parson", changes={"room.chasm.random": "place.campsite"}, health=5, energy=5, food=0)
    when(
        game,
        explore,
        cards=["clearing", "chasm"],
        answers=[("room.choice", "resolve"), ("camp.choice", "both"), ("camp.choice", "both")],
    )
    assert (game.health, game.energy, game.food) == (9, 7, 2)


@pytest.mark.rule("tin-helm", "race.kroling")
def test_a_flip_breaks_the_krolings_own_double() -> None:
    assert race_figures("kroling") == (8, 8, 0)
    game = given("kroling-alchemist", without=["potion"], level=5)
    told = when(
        game,
        meet,
        enemy(game, "dark-rats"),
        dice=[3, 3, 2, 2],
        answers=[("combat.attack", "spend-1"), ("combat.own-dice", "flip-first")],
    )
    assert told.figures("hero.flips") == [{"from": 3, "to": 4}]
    assert told.figures("hero.hits")[0]["damage"] == 1 + 2


@pytest.mark.rule("tin-helm", "race.kroling")
def test_a_flip_makes_the_enemy_miss() -> None:
    game = given("kroling-alchemist", without=["potion"])
    told = when(
        game,
        meet,
        enemy(game, "dark-rats"),
        dice=[6, 1],
        answers=[("combat.attack", "plain-strike"), ("combat.enemy-dice", "flip-first")],
    )
    assert told.names[-2:] == ["hero.flips", "enemy.misses"]
    assert (game.first, game.second, game.health) == (1, 1, 11)


@pytest.mark.rule("tin-helm", "race.kroling")
def test_a_flip_that_makes_a_double_of_the_own_dice_misses() -> None:
    game = given("kroling-alchemist", without=["potion"])
    told = when(
        game,
        meet,
        enemy(game, "dark-rats"),
        dice=[4, 3, 2, 2],
        answers=[("combat.attack", "spend-3"), ("combat.own-dice", "flip-second")],
    )
    assert "hero.misses" in told.names
    assert game.enemy_health == 3


@pytest.mark.rule("tin-helm", "race.kroling")
@pytest.mark.parametrize(("face", "opposite"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_opposite_faces_add_to_seven(face: int, opposite: int) -> None:
    game = given("kroling-parson", level=5, without=["scroll"])
    told = when(
        game,
        meet,
        enemy(game, "possessor"),
        dice=[face, 1, 2, 2],
        answers=[("combat.attack", "spend-1"), ("combat.own-dice", "flip-first")],
    )
    assert told.figures("hero.flips") == [{"from": face, "to": opposite}]


@pytest.mark.rule("tin-helm", "race.kroling")
def test_an_axe_throw_can_be_flipped() -> None:
    game = given("kroling-marauder", level=5)
    told = when(
        game,
        meet,
        enemy(game, "wraith"),
        dice=[2, 3, 1, 1],
        answers=[("combat.attack", "throw-axe"), ("combat.axe-throw-dice", "flip-first")],
    )
    assert told.figures("hero.hits")[0]["damage"] == 5 + 3


@pytest.mark.rule("tin-helm", "race.kroling")
def test_the_flip_is_there_once_on_each_level() -> None:
    game = given("kroling-alchemist", without=["potion"])
    told = when(
        game,
        explore,
        cards=["chasm", "stash"],
        dice=[3, 3],
        answers=[("room.choice", "resolve"), ("combat.attack", "spend-1"), ("combat.own-dice", "flip-first")],
    )
    assert "enemy.defeated" in told.names
    told = when(
        game,
        explore,
        cards=["sanctum", "kitchen"],
        dice=[3, 3, 6, 1],
        answers=[("room.choice", "resolve"), ("combat.attack", "spend-1")],
    )
    assert told.names[-2:] == ["enemy.rolls", "enemy.hits"]  # neither roll could be flipped
    assert told.asked == "combat.attack"
    assert game.level == 1


@pytest.mark.rule("tin-helm", "race.kroling")
def test_the_flip_comes_back_on_the_next_level() -> None:
    game = given("kroling-alchemist", without=["potion"], food=1, flips=0)
    when(game, descend)
    assert game.level == 2
    told = when(game, meet, enemy(game, "dark-rats"), dice=[3, 3], answers=[("combat.attack", "spend-1")])
    assert told.asked == "combat.own-dice"
    assert told.offered == ["keep", "flip-first", "flip-second"]


@pytest.mark.rule("tin-helm", "race.kroling")
def test_nothing_is_flipped_outside_combat() -> None:
    game = given("kroling-parson", food=0, health=12, energy=11)
    game.take_card(trapping(game, "toolkit"))
    trap = when(
        game, spring_trap, game.content.rooms[room(game, "kitchen")], dice=[3], answers=[("trap.disarm", "disarm")]
    )
    assert trap.names == ["trap.roll", "trap.health"]
    water = when(game, reach_water, dice=[2], answers=[("water.fish", "fish")])
    assert water.names == ["water.roll", "water.nothing"]
    grove = when(game, search_grove, dice=[1], answers=[("place.grove", "search")])
    assert grove.names == ["grove.roll", "grove.lost"]
    assert [told.asked for told in (trap, water, grove)] == ["", "", ""]


@pytest.mark.rule("tin-helm", "race.kroling")
def test_nobody_else_flips() -> None:
    game = given("gnome-parson", level=5)
    told = when(game, meet, enemy(game, "speyeder"), dice=[2, 2, 6, 1], answers=[("combat.attack", "spend-1")])
    assert told.asked == "combat.attack"


@pytest.mark.rule("tin-helm", "race.merfolk")
def test_the_merfolks_offer_comes_after_the_fight_and_before_the_fishing() -> None:
    assert race_figures("merfolk") == (7, 8, 1)
    game = given("merfolk-footpad", health=5)
    answers = [("room.choice", "resolve"), ("combat.attack", "spend-3")]
    told = when(game, explore, cards=["old-well", "stash"], dice=[5, 1], answers=answers)
    assert told.names[-4:] == ["hero.hits", "enemy.defeated", "favor.gained", "food.won"]
    assert (told.asked, told.offered) == ("water.merfolk", ["gain-health", "gain-energy", "neither"])


@pytest.mark.rule("tin-helm", "race.merfolk")
@pytest.mark.parametrize(
    ("choice", "health", "energy"), [("gain-health", 6, 5), ("gain-energy", 5, 6), ("neither", 5, 5)]
)
def test_water_gives_a_merfolk_health_or_energy_and_the_fishing_besides(choice: str, health: int, energy: int) -> None:
    game = given("merfolk-footpad", health=5, energy=5, food=0)
    told = when(game, reach_water, dice=[5], answers=[("water.merfolk", choice), ("water.fish", "fish")])
    assert (game.health, game.energy, game.food) == (health, energy, 1)
    assert told.asked == ""


@pytest.mark.rule("tin-helm", "race.merfolk")
def test_a_room_without_water_offers_a_merfolk_nothing() -> None:
    game = given("merfolk-footpad", health=5)
    told = when(
        game,
        explore,
        cards=["kitchen", "stash"],
        dice=[5, 1],
        answers=[("room.choice", "resolve"), ("combat.attack", "spend-3"), ("camp.choice", "neither")],
    )
    assert told.asked == ""
    assert game.health == 5


@pytest.mark.rule("tin-helm", "race.merfolk")
@pytest.mark.parametrize("hero", ["human-parson", "gnome-parson", "kroling-parson"])
def test_water_gives_nobody_else_anything(hero: str) -> None:
    assert when(given(hero), reach_water).asked == "water.fish"


# ---- classes --------------------------------------------------------------------------------------------------------


def class_figures(key: str) -> tuple[int, int, list[int], list[str]]:
    """A class's health, energy, what 1, 2 and 3 energy add, and its trappings."""
    cls = next(cls for cls in BOOK.classes if cls.key == key)
    return cls.health, cls.energy, cls.bonus[1:], [BOOK.cards[index].key for index in cls.trappings]


def attack(hero: str, spend: int, dice: list[int], *, first_card: bool = False) -> int:
    """The damage of one attack with so much energy, on rats that survive it and miss."""
    cls = hero.partition("-")[2]
    without = [key for key in TRAPPINGS[cls] if key == "potion"]
    game = given(hero, changes={"enemy.dark-rats.health": 50}, without=without, first_card=first_card)
    told = when(game, meet, enemy(game, "dark-rats"), dice=[*dice, 1, 1], answers=[("combat.attack", f"spend-{spend}")])
    assert told.asked == "combat.attack"
    assert game.energy == game.energy_cap - spend
    return told.figures("hero.hits")[0]["damage"]


@pytest.mark.rule("tin-helm", "class.alchemist")
def test_an_alchemist() -> None:
    assert class_figures("alchemist") == (3, 4, [2, 4, 6], ["books", "potion"])
    assert attack("gnome-alchemist", 1, [5, 2]) == 3 + 2
    assert attack("gnome-alchemist", 2, [5, 2]) == 3 + 4
    assert attack("gnome-alchemist", 3, [5, 2]) == 3 + 6


@pytest.mark.rule("tin-helm", "class.marauder")
def test_a_marauder() -> None:
    assert class_figures("marauder") == (5, 2, [1, 5, 8], ["axe", "bedroll"])
    assert attack("human-marauder", 1, [6, 5]) == 1 + 1
    assert attack("human-marauder", 2, [6, 5]) == 1 + 5
    assert attack("human-marauder", 3, [6, 5]) == 1 + 8


@pytest.mark.rule("tin-helm", "class.footpad")
def test_a_footpad() -> None:
    assert class_figures("footpad") == (3, 3, [2, 5, 7], ["dagger", "toolkit"])
    assert attack("gnome-footpad", 1, [2, 1]) == 1 + 2
    assert attack("gnome-footpad", 2, [2, 1]) == 1 + 5
    assert attack("gnome-footpad", 3, [2, 1]) == 1 + 7
    assert attack("gnome-footpad", 3, [2, 1], first_card=True) == 1 + 7 + 1


@pytest.mark.rule("tin-helm", "class.parson")
def test_a_parson() -> None:
    assert class_figures("parson") == (4, 3, [3, 5, 7], ["mace", "scroll"])
    assert attack("gnome-parson", 1, [6, 1]) == 5 + 3
    assert attack("gnome-parson", 2, [6, 1]) == 5 + 5
    assert attack("gnome-parson", 3, [6, 1]) == 5 + 7
