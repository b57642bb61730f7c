"""Odds with the best that can be made of the dice agree with a calculation that shares no code with the rules."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product

import pytest

import undercroft
from tests.games.tin_helm.board import given
from undercroft import Session
from undercroft.bots import find_bot
from undercroft.core.odds_words import all_odds, odds_beside
from undercroft.core.state import State
from undercroft.core.stepping_in import SteppingIn, step_in
from undercroft.core.table import Table, Trail
from undercroft.games.tin_helm import vocabulary
from undercroft.games.tin_helm.combat import hero_attacks
from undercroft.games.tin_helm.state import TinHelm

PAIRS = list(product(range(1, 7), repeat=2))
BONUS = {"marauder": (0, 1, 5, 8), "parson": (0, 3, 5, 7)}


def fighting(hero: str, health: int, flips: int = 0) -> TinHelm:
    """Before an attack on an enemy without defense that has so much health left."""
    game = given(hero, energy=3, flips=flips, first_card=False)
    game.enemy = next(foe.index for foe in game.content.enemies if not foe.defense and not foe.undead)
    game.enemy_health = health
    return game


def stepping(game: TinHelm, energy: int) -> SteppingIn:
    """All that can be made of an attack with so much energy."""

    def play(state: State, table: Table) -> None:
        assert isinstance(state, TinHelm)
        state.table = table
        table.seat(state)
        hero_attacks(state, state.foe())
        if state.enemy_health == 0:
            table.tell(vocabulary.ENEMY_DEFEATED, state.enemy)

    trail = Trail()
    trail.begin(game)
    option = vocabulary.V.find_option(f"spend-{energy}")
    assert option is not None
    found = step_in(play, trail, option, 1, [vocabulary.KEEP], vocabulary.ENEMY_DEFEATED, 20_000)
    assert found is not None
    return found


def kills(first: int, second: int, bonus: int, health: int) -> bool:
    """A double misses; else the difference and the bonus are the damage."""
    return first != second and abs(first - second) + bonus >= health


@pytest.mark.rule("tin-helm", "trapping.axe-reroll")
@pytest.mark.parametrize("energy", [1, 2, 3])
@pytest.mark.parametrize("health", [2, 4, 6, 9, 12])
def test_with_the_axe_a_double_is_rolled_until_it_is_none(energy: int, health: int) -> None:
    found = stepping(fighting("merfolk-marauder", health), energy)
    enough = [kills(first, second, BONUS["marauder"][energy], health) for first, second in PAIRS]
    assert found.left_alone(vocabulary.ENEMY_DEFEATED) == Fraction(sum(enough), 36)
    best = found.best(vocabulary.ENEMY_DEFEATED)
    assert best.chance == Fraction(sum(enough), 30)
    assert [option.name for option in best.options] == (["reroll"] if any(enough) else [])


@pytest.mark.rule("tin-helm", "race.kroling")
@pytest.mark.parametrize("energy", [1, 2, 3])
@pytest.mark.parametrize("health", [3, 5, 6, 8, 10])
@pytest.mark.parametrize("hero", ["kroling-marauder", "kroling-parson"])
def test_a_kroling_turns_the_die_that_kills_most(hero: str, energy: int, health: int) -> None:
    axe = hero == "kroling-marauder"
    lands = partial(kills, bonus=BONUS[hero.removeprefix("kroling-")][energy], health=health)
    again = {0: 0.0, 1: 0.0}  # what a new roll is worth, by the turns that are left

    def worth(first: int, second: int, turns: int) -> float:
        turned = [worth(7 - first, second, 0), worth(first, 7 - second, 0)] if turns else []
        return max(float(lands(first, second)), again[turns] if axe and first == second else 0.0, *turned, 0.0)

    for _ in range(60):
        again = {turns: sum(worth(first, second, turns) for first, second in PAIRS) / 36 for turns in again}
    best = stepping(fighting(hero, health, flips=1), energy).best(vocabulary.ENEMY_DEFEATED)
    assert float(best.chance) == pytest.approx(again[1], abs=1e-12)
    assert best.chance.denominator < 10**6


def before_an_attack(race: str, cls: str, seed: str) -> Session:
    """A game of a steady bot at its first attack with energy."""
    session = undercroft.start("tin-helm", seed=seed)
    bot = find_bot("steady", "tin-helm", seed)
    for answer in (race, cls):
        session.choose(answer)
    while session.decision is not None:
        if session.decision.prompt.name == "combat.attack" and len(session.decision.options) > 2:
            return session
        session.choose(session.consult(bot))
    raise AssertionError("no attack")


def test_what_a_reroll_makes_of_it_stands_beside_the_plain_odds() -> None:
    session = before_an_attack("merfolk", "marauder", "x3")
    assert session.decision is not None
    pairs = zip(session.decision.options, odds_beside(session, session.scene()), strict=True)
    words = {option.name: odds.words[0] for option, odds in pairs}
    assert words["spend-2"] == "kill 83 % (100 % with a reroll)"
    assert all_odds(session, session.option("spend-2")).summary[0] == words["spend-2"]


def test_whoever_has_nothing_to_step_in_with_sees_plain_odds_alone() -> None:
    session = before_an_attack("gnome", "parson", "x2")
    assert not any("with" in word for odds in odds_beside(session, session.scene()) for word in odds.words)


def test_who_has_too_little_time_to_find_out_is_told_nothing() -> None:
    session = before_an_attack("merfolk", "marauder", "x3")
    assert session.step_in("spend-2", vocabulary.ENEMY_DEFEATED, limit=20) is None
    assert session.step_in("spend-2", vocabulary.ENEMY_DEFEATED) is not None


def test_what_is_let_be_before_the_dice_lie_is_let_be_by_whoever_steps_in() -> None:
    """A Kroling with a Potion is asked about it while the enemy strikes first, before any die can be turned."""
    session = undercroft.start("tin-helm", seed="amber-gate-41")
    for choice in ("kroling", "alchemist", "resolve"):
        session.choose(choice)
    assert session.decision is not None
    assert [option.name for option in session.decision.options] == ["fight", "drink-potion"]
    assert [odds.words for odds in odds_beside(session, session.scene())] == [["be hit 83 %", "-1.9 health"]] * 2
