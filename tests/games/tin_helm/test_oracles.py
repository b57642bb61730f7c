"""Oracles: the odds that the engine finds are those of the ledger, and whole fights are won as often as a calculation
says that shares no code with the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any

import pytest

from tests.games.tin_helm.board import enemy, given, room
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Chance, RolledAgain, Seeded
from undercroft.core.odds import Odds, odds
from undercroft.core.state import State
from undercroft.core.table import Player, Table, Trail
from undercroft.core.vocabulary import Event, Option, Options, Prompt, Stream
from undercroft.games.tin_helm import TIN_HELM, vocabulary
from undercroft.games.tin_helm.combat import enemy_attacks, hero_attacks, meet
from undercroft.games.tin_helm.places import reach_water, search_grove, spring_trap
from undercroft.games.tin_helm.state import FIGURE_NAMES, TinHelm
from undercroft.games.tin_helm.turns import explore

Rule = Callable[[TinHelm], None]
Spread = dict[int, Fraction]
Ending = tuple[str, int, int]

# chance tables of the ledger, written out
HERO_ATTACK = {0: "6/36", 1: "10/36", 2: "8/36", 3: "6/36", 4: "4/36", 5: "2/36"}
NO_DOUBLES = {1: "10/30", 2: "8/30", 3: "6/30", 4: "4/30", 5: "2/30"}
AXE_THROW = {
    2: "1/36", 3: "2/36", 4: "3/36", 5: "4/36", 6: "5/36", 7: "6/36",
    8: "5/36", 9: "4/36", 10: "3/36", 11: "2/36", 12: "1/36",
}  # fmt: skip
ONE_ROD = {0: "2/3", 1: "1/3"}
NET = {0: "8/27", 1: "12/27", 2: "6/27", 3: "1/27"}

HEROES_WITHOUT_CARDS = {"alchemist": ["books", "potion"], "marauder": ["axe", "bedroll"], "parson": ["mace", "scroll"]}
BONUS = {"alchemist": (2, 4, 6), "marauder": (1, 5, 8), "parson": (3, 5, 7)}
ENEMY_ATTACK = {
    "dark-rats": 0, "doom-skull": 0, "mimic": 1, "possessor": 1,
    "skelepede": 0, "speyeder": 1, "watcher": 1, "wraith": 1,
}  # fmt: skip


def you_attack(game: TinHelm) -> None:
    """One attack of yours."""
    hero_attacks(game, game.foe())


def foe_attacks(game: TinHelm) -> None:
    """One attack of the enemy's."""
    enemy_attacks(game, game.foe())


def exact(table: dict[int, str]) -> Spread:
    """A table as fractions."""
    return {value: Fraction(part) for value, part in table.items()}


def odds_of(game: TinHelm, rule: Rule, option: Option = vocabulary.DECLINE) -> Odds:
    """What a piece of the rules leads to after an answer, or, if it asks nothing, by itself."""

    def play(state: State, table: Table) -> None:
        assert isinstance(state, TinHelm)
        state.table = table
        table.seat(state)
        rule(state)

    trail = Trail()
    trail.begin(game)
    result = odds(play, trail, option, 1, game.figures(), True, 20_000)
    assert result.exact
    assert sum(branch.probability for branch in result.branches) == 1
    return result


def lost(game: TinHelm, result: Odds, figure: str) -> Spread:
    """How much of a figure is gone afterwards."""
    index = FIGURE_NAMES.index(figure)
    before = game.figures()[index]
    return dict(sorted((before - value, part) for value, part in result.spread(index).items()))


def facing(hero: str, foe: str, **figures: Any) -> TinHelm:
    """A hero without cards before an enemy, both with more health than any blow takes."""
    game = given(hero, without=HEROES_WITHOUT_CARDS[hero.split("-")[1]], health=90, health_cap=90, **figures)
    game.enemy = enemy(game, foe)
    game.enemy_health = 90
    return game


# ---- the ledger's tables --------------------------------------------------------------------------------------------


def test_the_tables_written_here_are_those_of_the_ledger() -> None:
    ledger = {row["id"]: row["distribution"] for row in TIN_HELM.ledger().tables["chance"]}
    assert ledger["roll.hero-attack"] == "0 (miss): 6/36; 1: 10/36; 2: 8/36; 3: 6/36; 4: 4/36; 5: 2/36"
    assert ledger["roll.enemy-attack"] == "as roll.hero-attack; 0 is a miss"
    no_doubles = "1: 10/30; 2: 8/30; 3: 6/30; 4: 4/30; 5: 2/30"
    assert ledger["roll.skelepede-attack"] == no_doubles
    assert ledger["roll.hero-attack-reroll"].endswith(no_doubles)
    assert ledger["roll.axe-throw"] == "2..12, mean 7: (k-1)/36 for k up to 7, (13-k)/36 above"
    assert ledger["roll.fishing"] == "1/3 each die; with the net 0: 8/27, 1: 12/27, 2: 6/27, 3: 1/27"
    assert ledger["roll.grove"] == "lose 1 energy 1/6; nothing 1/6; 1 food 1/3; 2 food 1/3"
    assert ledger["roll.toolkit"] == "double 1/6; normal 1/3; none 1/2"


@pytest.mark.parametrize("cls", BONUS)
@pytest.mark.parametrize("spent", [1, 2, 3])
@pytest.mark.parametrize(("foe", "defense"), [("dark-rats", 0), ("mimic", 1)])
@pytest.mark.rule("tin-helm", "combat.attack-roll", "combat.doubles-miss", "combat.apply-damage")
def test_an_attack_does_the_difference_and_the_bonus_less_the_defense(
    cls: str, spent: int, foe: str, defense: int
) -> None:
    race = "human" if cls == "parson" else "merfolk"
    game = facing(f"{race}-{cls}", foe)
    result = odds_of(game, you_attack, vocabulary.SPENDS[spent])
    bonus = BONUS[cls][spent - 1]
    expected: Spread = {}
    for difference, part in exact(HERO_ATTACK).items():
        damage = max(difference + bonus - defense, 0) if difference else 0
        expected[damage] = expected.get(damage, Fraction(0)) + part
    assert lost(game, result, "enemy-health") == dict(sorted(expected.items()))
    assert lost(game, result, "energy") == {spent: 1}
    assert result.of(vocabulary.HERO_MISSES) == Fraction(1, 6)
    assert result.of(vocabulary.HERO_HITS) == Fraction(5, 6)


@pytest.mark.rule("tin-helm", "trapping.axe-reroll")
def test_an_axe_that_always_rolls_doubles_again_never_misses() -> None:
    game = given("human-marauder", enemy_health=90)
    game.enemy = enemy(game, "dark-rats")
    distribution = through(game, you_attack, Axeman(), enemy_damage)
    assert distribution == {difference + 5: part for difference, part in exact(NO_DOUBLES).items()}


@pytest.mark.rule("tin-helm", "trapping.axe-throw")
def test_a_thrown_axe_does_both_dice_less_the_defense() -> None:
    for foe, defense in (("dark-rats", 0), ("possessor", 1)):
        game = given("gnome-footpad", health=90, health_cap=90, enemy_health=90)
        game.take_card(next(card for card in game.content.cards if card.key == "axe"))
        game.enemy = enemy(game, foe)
        result = odds_of(game, you_attack, vocabulary.THROW_AXE)
        expected = {total - defense: part for total, part in exact(AXE_THROW).items()}
        assert lost(game, result, "enemy-health") == expected
        assert result.of(vocabulary.HERO_MISSES) == 0


@pytest.mark.parametrize("foe", [key for key in ENEMY_ATTACK if key != "skelepede"])
@pytest.mark.rule("tin-helm", "combat.enemy-roll", "combat.damage-to-hero", "combat.hit-defined")
def test_an_enemy_does_the_difference_and_its_attack(foe: str) -> None:
    game = facing("merfolk-alchemist", foe, energy=5, favor=5)
    result = odds_of(game, foe_attacks)
    table = exact(HERO_ATTACK)
    expected = {difference + ENEMY_ATTACK[foe]: part for difference, part in table.items() if difference}
    assert lost(game, result, "health") == {0: table[0], **expected}
    hit, missed = Fraction(5, 6), Fraction(1, 6)
    assert lost(game, result, "energy") == ({0: missed, 1: hit} if foe == "speyeder" else {0: 1})
    assert lost(game, result, "favor") == ({0: missed, 1: hit} if foe == "wraith" else {0: 1})
    assert result.of(vocabulary.ENEMY_MISSES) == missed


@pytest.mark.rule("tin-helm", "enemy.skelepede")
def test_a_skelepede_never_misses() -> None:
    game = facing("merfolk-alchemist", "skelepede")
    result = odds_of(game, foe_attacks)
    assert lost(game, result, "health") == exact(NO_DOUBLES)
    assert result.of(vocabulary.ENEMY_MISSES) == 0


@pytest.mark.rule("tin-helm", "combat.shield-reduces", "loot.shield")
def test_a_shield_takes_one_off_and_breaks_at_six() -> None:
    game = given("merfolk-footpad", loot=["shield"], health=90, health_cap=90, enemy_health=90)
    game.enemy = enemy(game, "mimic")
    result = odds_of(game, foe_attacks)
    assert lost(game, result, "health") == exact(HERO_ATTACK)  # the mimic's +1 and the shield's -1
    left = through(game, foe_attacks, Policy(), shields)
    assert left == {0: Fraction(2, 36), 1: Fraction(34, 36)}


@pytest.mark.rule("tin-helm", "icon.water", "loot.gill-net")
def test_each_line_catches_one_time_in_three() -> None:
    game = given("human-parson", loot=["gill-net"], food=0)
    alone = odds_of(game, reach_water, vocabulary.FISH)
    assert lost(game, alone, "food") == dict(sorted((-caught, part) for caught, part in exact(ONE_ROD).items()))
    net = odds_of(game, reach_water, vocabulary.FISH_WITH_NET)
    assert lost(game, net, "food") == dict(sorted((-caught, part) for caught, part in exact(NET).items()))
    assert net.of(vocabulary.WATER_NOTHING) == Fraction(8, 27)


@pytest.mark.rule("tin-helm", "icon.water", "track.food-cap")
def test_what_does_not_fit_in_the_bag_is_lost() -> None:
    game = given("human-parson", loot=["gill-net"], food=4)
    net = odds_of(game, reach_water, vocabulary.FISH_WITH_NET)
    assert lost(game, net, "food") == {-1: Fraction(19, 27), 0: Fraction(8, 27)}


@pytest.mark.rule("tin-helm", "place.grove")
def test_a_grove_gives_food_or_takes_energy() -> None:
    game = given("human-parson", food=0)
    result = odds_of(game, search_grove, vocabulary.SEARCH)
    assert lost(game, result, "food") == {-2: Fraction(1, 3), -1: Fraction(1, 3), 0: Fraction(1, 3)}
    assert lost(game, result, "energy") == {0: Fraction(5, 6), 1: Fraction(1, 6)}
    assert result.of(vocabulary.GROVE_NOTHING) == Fraction(1, 6)


@pytest.mark.rule("tin-helm", "trapping.toolkit", "icon.trap")
def test_a_toolkit_doubles_leaves_or_disarms_a_trap() -> None:
    game = given("gnome-footpad")
    for key, figure in (("kitchen", "health"), ("chasm", "energy")):
        trap = game.content.rooms[room(game, key)]
        result = odds_of(game, partial(spring_trap, results=trap), vocabulary.DISARM)
        assert lost(game, result, figure) == {0: Fraction(1, 2), 2: Fraction(1, 3), 4: Fraction(1, 6)}
        assert result.of(vocabulary.TRAP_DISARMED) == Fraction(1, 2)


# ---- every outcome, one after the other -----------------------------------------------------------------------------


class Arrived(Exception):
    """Raised where chance is asked for more than is written down."""


class Crossroads(Chance):
    """Gives what is written down and then stops, saying at which roll and how many ways lead on."""

    def __init__(self, way: list[int]) -> None:
        self.way = way
        self.position = 0
        self.stream = ""
        self.ways = 0

    def pick(self, stream: Stream, count: int) -> int:
        if self.position == len(self.way):
            self.stream, self.ways = stream.name, count
            raise Arrived
        self.position += 1
        return self.way[self.position - 1]

    def again(self) -> None:
        if self.position == len(self.way):
            raise RolledAgain


class Policy(Player):
    """Two energy while there are two, else one, else a plain strike; no card, no flip.

    It remembers its last attack, for which the dice may still have to be rolled.
    """

    def __init__(self) -> None:
        self.attack = ""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        names = [option.name for option in options]
        choice = next(name for name in self.wishes(prompt) if name in names)
        if prompt.name == "combat.attack":
            self.attack = choice
        return options[names.index(choice)]

    def wishes(self, prompt: Prompt) -> tuple[str, ...]:
        """What to answer, best first."""
        return (
            ("spend-2", "spend-1", "plain-strike") if prompt.name == "combat.attack" else ("fight", "keep", "nothing")
        )


class Axeman(Policy):
    """Rolls every double again."""

    def wishes(self, prompt: Prompt) -> tuple[str, ...]:
        return ("reroll", *super().wishes(prompt))


@dataclass
class Arrival:
    """Where a way leads: to a roll from which so many ways go on, or, with none, to an end."""

    key: object
    way: list[int]
    ways: int
    probability: Fraction = Fraction(0)


Reading = Callable[[TinHelm], object]


def through(game: TinHelm, rule: Rule, policy: Policy, reading: Reading) -> dict[object, Fraction]:
    """What a rule leads to under a policy, by trying every way at every roll.

    Ways that come to the same roll in the same state go on as one. A roll that does not count, or leads back to where
    it was made, is as if the others had been all there are.
    """
    start = arrive(game, rule, policy, [], reading)
    assert start is not None
    start.probability = Fraction(1)
    waiting = {start.key: start}
    result: dict[object, Fraction] = {}
    while waiting:
        here = waiting.pop(next(iter(waiting)))
        if here.ways == 0:
            result[here.key] = result.get(here.key, Fraction(0)) + here.probability
            continue
        arrivals = [arrive(game, rule, policy, [*here.way, number], reading) for number in range(here.ways)]
        onward = [arrival for arrival in arrivals if arrival is not None and arrival.key != here.key]
        for arrival in onward:
            waiting.setdefault(arrival.key, arrival).probability += here.probability / len(onward)
    return result


def arrive(game: TinHelm, rule: Rule, policy: Policy, way: list[int], reading: Reading) -> Arrival | None:
    """Follow a way from the beginning; None if its last roll does not count."""
    state, chance = game.copy(), Crossroads(way)
    state.table = Table([policy], chance)
    state.table.seat(state)
    try:
        rule(state)
    except RolledAgain:
        return None
    except Arrived:
        return Arrival((state.key(), chance.stream, policy.attack), way, chance.ways)
    return Arrival(reading(state), way, 0)


def enemy_damage(game: TinHelm) -> int:
    """What an enemy that had 90 health has lost."""
    return 90 - game.enemy_health


def shields(game: TinHelm) -> int:
    """How many cards that block are left."""
    return len(game.kit.blockers)


def ending(game: TinHelm) -> Ending:
    """How a fight ended, and the health and energy left."""
    return game.end.name if game.end else "won the fight", game.health, game.energy


# ---- whole fights ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Foe:
    """An enemy's figures, written out from the ledger."""

    heart: int
    attack: int
    defense: int
    attacks_first: bool
    dice: tuple[tuple[int, Fraction], ...]


SKELEPEDE = Foe(3, 0, 1, False, tuple(exact(NO_DOUBLES).items()))
DOOM_SKULL = Foe(4, 0, 0, True, tuple(exact(HERO_ATTACK).items()))
FOES = {"skelepede": SKELEPEDE, "doom-skull": DOOM_SKULL}
PARSON = (4, 6)  # 1 energy 3, 2 energy 5, and 1 for the Mace on the undead
FOOTPAD = (2, 5)
FOOTPAD_IN_FIRST_ROOM = (3, 6)  # and 1 for the Dagger


def duel(foe: Foe, bonus: tuple[int, int], health: int, energy: int, level: int) -> dict[Ending, Fraction]:
    """How a fight ends, by a calculation of its own: the last blow first."""

    @cache
    def your_turn(health: int, energy: int, left: int) -> dict[Ending, Fraction]:
        if energy == 0:
            return after_your_blow(health, 0, left - 1)
        spent = min(energy, 2)
        ends: dict[Ending, Fraction] = {}
        for difference, part in exact(HERO_ATTACK).items():
            damage = max(difference + bonus[spent - 1] - foe.defense, 0) if difference else 0
            add(ends, after_your_blow(health, energy - spent, left - damage), part)
        return ends

    def after_your_blow(health: int, energy: int, left: int) -> dict[Ending, Fraction]:
        return its_turn(health, energy, left) if left > 0 else {("won the fight", health, energy): Fraction(1)}

    @cache
    def its_turn(health: int, energy: int, left: int) -> dict[Ending, Fraction]:
        ends: dict[Ending, Fraction] = {}
        for difference, part in foe.dice:
            damage = difference + foe.attack if difference else 0
            if damage >= health:
                add(ends, {("end.slain", 0, energy): Fraction(1)}, part)
            else:
                add(ends, your_turn(health - damage, energy, left), part)
        return ends

    first = its_turn if foe.attacks_first else your_turn
    return first(health, energy, foe.heart + level)


def add(ends: dict[Ending, Fraction], more: dict[Ending, Fraction], part: Fraction) -> None:
    """Mix one distribution into another."""
    for end, chance in more.items():
        ends[end] = ends.get(end, Fraction(0)) + part * chance


@pytest.mark.parametrize("foe", FOES)
@pytest.mark.parametrize(
    ("hero", "first_card", "bonus", "health", "energy", "level"),
    [
        ("kroling-parson", False, PARSON, 12, 11, 1),
        ("kroling-parson", True, PARSON, 5, 3, 2),
        ("kroling-parson", False, PARSON, 9, 0, 5),
        ("human-footpad", False, FOOTPAD, 12, 4, 3),
        ("human-footpad", True, FOOTPAD_IN_FIRST_ROOM, 7, 5, 4),
        ("human-footpad", True, FOOTPAD_IN_FIRST_ROOM, 1, 1, 1),
    ],
)
@pytest.mark.rule("tin-helm", "combat.hero-first", "combat.enemy-strikes-back", "combat.win", "combat.death")
def test_a_whole_fight_ends_as_often_in_each_way_as_calculated(
    foe: str, hero: str, first_card: bool, bonus: tuple[int, int], health: int, energy: int, level: int
) -> None:
    game = given(hero, health=health, energy=energy, level=level, first_card=first_card)
    ends = through(game, lambda state: meet(state, enemy(state, foe)), Policy(), ending)
    assert ends == duel(FOES[foe], bonus, health, energy, level)
    assert sum(ends.values()) == 1


def test_the_calculation_gives_what_can_be_done_in_the_head() -> None:
    ends = duel(DOOM_SKULL, PARSON, 1, 0, 1)  # five plain strikes, and five doubles before each of them
    assert ends == {("won the fight", 1, 0): Fraction(1, 6**5), ("end.slain", 0, 0): 1 - Fraction(1, 6**5)}
    assert duel(SKELEPEDE, (4, 6), 9, 2, 1)[("won the fight", 9, 0)] == Fraction(5, 6)


# ---- the deck -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", list(TIN_HELM.editions()))
@pytest.mark.rule("tin-helm", "level.six-rooms", "level.reshuffle", "room.look-then-decide")
def test_every_level_shows_every_card_once(edition: str) -> None:
    whole = 0
    for number in range(150):
        table = Table([RandomPlayer(f"deck {number}")], Seeded(f"deck {number}"))
        log: list[Event] = []
        table.log = log
        game = TIN_HELM.new(edition, {})
        TIN_HELM.play(game, table)
        levels = cards_by_level(log)
        for cards in levels:
            assert len(set(cards)) == len(cards)
        for cards in levels[:-1]:
            assert sorted(cards) == list(range(12))
            whole += 1
    assert whole > 50


def cards_by_level(log: list[Event]) -> list[list[int]]:
    """The cards of each level in the order seen; a room's first card must be the one that was looked at."""
    levels: list[list[int]] = []
    for event in log:
        if event.kind is vocabulary.LEVEL_BEGINS:
            levels.append([])
        elif event.kind is vocabulary.ROOM_SEEN:
            levels[-1].append(event.a)
            assert event.b == (len(levels[-1]) + 1) // 2
        elif event.kind in (vocabulary.ROOM_RESOLVED, vocabulary.ROOM_SKIPPED):
            seen, other = (event.a, event.b) if event.kind is vocabulary.ROOM_RESOLVED else (event.b, event.a)
            assert levels[-1][-1] == seen
            levels[-1].append(other)
    return levels


@pytest.mark.rule("tin-helm", "level.reshuffle")
def test_each_first_card_of_a_level_is_as_likely_as_any_other() -> None:
    game = given("human-parson")
    result = odds_of(game, explore, vocabulary.SKIP)
    shown = [result.of(vocabulary.ROOM_SKIPPED, card) for card in range(12)]
    assert shown == [Fraction(1, 12)] * 12
