"""Odds of Skill Checks and attacks: the ledger's tables, the rules, the engine and a count of our own agree exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

import pytest

import undercroft
from tests.games.tiny_epic_dungeons.arena import arena, corridor, loot, power, searching
from undercroft.core.odds import Odds
from undercroft.core.odds_words import ShortOdds, odds_beside
from undercroft.core.record import FORMAT, Record
from undercroft.core.session import Session
from undercroft.games.tiny_epic_dungeons import TINY_EPIC_DUNGEONS, content
from undercroft.games.tiny_epic_dungeons.checks import best_of, count_options, value_of
from undercroft.games.tiny_epic_dungeons.state import Dungeon
from undercroft.games.tiny_epic_dungeons.vocabulary import NEXT

LEDGER = TINY_EPIC_DUNGEONS.ledger().tables
BOX = content.load("book", {})
SKILL_OF = {3: "strength", 1: "agility", 2: "intellect"}  # Brannoch's, by their dice
ENEMY_FACES: tuple[int | str, ...] = (2, 3, 4, 5, "shield", "torch")
Dice = tuple[int, ...]


# ---- a count of our own ---------------------------------------------------------------------------------------------


def rolls(dice: int) -> Iterator[Dice]:
    """All ways in which so many dice can fall."""
    return product(range(1, 7), repeat=dice)


def best(dice: Dice) -> int:
    """The highest result: one die, and all the others that show 1 or 2 added to it."""
    pluses = sum(face for face in dice if face <= 2)
    return max(die + pluses - (die if die <= 2 else 0) for die in dice)


def ways(dice: Dice) -> set[tuple[int, Dice]]:
    """Every result that dice can make, with the faces that are left unused."""
    found = set()
    for chosen in range(len(dice)):
        others = [place for place in range(len(dice)) if place != chosen]
        for added in product((False, True), repeat=len(others)):
            plus = [dice[place] for place, add in zip(others, added, strict=True) if add]
            unused = sorted(dice[place] for place, add in zip(others, added, strict=True) if not add)
            if all(face <= 2 for face in plus):
                found.add((dice[chosen] + sum(plus), tuple(unused)))
    return found


def changes_needed(dice: Dice, goal: int) -> int:
    """The least number of changes by one after which dice can reach a goal, or 99."""
    distances = (
        sum(abs(old - new) for old, new in zip(dice, others, strict=True))
        for others in rolls(len(dice))
        if best(others) >= goal
    )
    return min(distances, default=99)


@cache
def reaches_sorted(dice: Dice, target: int, focus: int) -> bool:
    """Whether dice, the lowest first, reach a target with so much Focus at most, 2 for each change."""
    return changes_needed(dice, target) * 2 <= focus


def reaches(dice: Dice, target: int, focus: int) -> bool:
    """The same of dice in any order."""
    return reaches_sorted(tuple(sorted(dice)), target, focus)


# ---- live games -----------------------------------------------------------------------------------------------------


def session(make: Callable[[], Dungeon], seed: str = "a seed") -> Session:
    """A live game that begins at the head of the turn that `make` has prepared."""
    game = replace(TINY_EPIC_DUNGEONS, new=lambda edition, changes: make(), openings=lambda state: ((),))
    return Session(game, Record(FORMAT, game.name, "book", seed, 1))


def odds_of(make: Callable[[], Dungeon], choice: str) -> Odds:
    """What a choice leads to, exactly."""
    odds = session(make).odds(choice)
    assert odds.exact
    return odds


def share(dice: int, holds: Callable[[Dice], bool]) -> Fraction:
    """How many of all rolls have a property."""
    return Fraction(sum(holds(roll) for roll in rolls(dice)), 6**dice)


def share_with_focus(dice: int, target: int, focus: int) -> Fraction:
    """How many of all rolls reach a target with so much Focus at most, 2 for each change."""
    return share(dice, lambda roll: reaches(roll, target, focus))


# ---- the ledger's table ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "check.plus-dice", "check.one-die-counts")
@pytest.mark.parametrize("row", LEDGER["check_odds"], ids=lambda row: f"{row['dice']} dice")
def test_the_table_of_best_results_is_what_the_rules_and_a_count_of_our_own_give(row: dict[str, Any]) -> None:
    dice = row["dice"]
    by_hand = [best(roll) for roll in rolls(dice)]
    assert [best_of(BOX, sorted(roll, reverse=True)) for roll in rolls(dice)] == by_hand
    at_least = {str(goal): sum(1 for result in by_hand if result >= goal) for goal in range(1, max(by_hand) + 1)}
    assert (row["ways"], row["ways_at_least"]) == (6**dice, at_least)
    assert row["mean"] == round(sum(by_hand) / len(by_hand), 3)


@pytest.mark.rule("tiny-epic-dungeons", "check.one-die-counts", "check.plus-dice", "check.plus-die-as-result")
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_exactly_the_ways_to_count_are_offered_each_once_and_best_first(dice: int) -> None:
    for roll in rolls(dice):
        lie = sorted(roll, reverse=True)
        offered = []
        for option in count_options(BOX, lie):
            die, plus = option.number >> 3, option.number & 7
            unused = [face for place, face in enumerate(lie) if place != die and not plus >> place & 1]
            offered.append((int(value_of(BOX, lie, option.number)), tuple(sorted(unused))))
        assert len(offered) == len(set(offered))
        assert set(offered) == ways(tuple(lie))
        assert [value for value, _ in offered] == sorted((value for value, _ in offered), reverse=True)


# ---- the engine -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tiny-epic-dungeons", "check.roll", "check.success")
@pytest.mark.parametrize("row", LEDGER["check_odds"], ids=lambda row: f"{row['dice']} dice")
def test_a_search_succeeds_as_often_as_the_table_says(row: dict[str, Any]) -> None:
    for target in range(1, 11):
        odds = odds_of(partial(searching, SKILL_OF[row["dice"]], target, focus=[0]), "search")
        expected = Fraction(row["ways_at_least"].get(str(target), 0), row["ways"])
        assert (odds.of("check.reaches"), odds.of("check.out-of-reach")) == (expected, 1 - expected)


@pytest.mark.rule("tiny-epic-dungeons", "check.modify-die")
@pytest.mark.parametrize(("dice", "target", "focus"), [(1, 5, 8), (2, 6, 5), (2, 8, 4), (3, 7, 8), (3, 9, 3)])
@pytest.mark.parametrize("price", [2, 1])
def test_the_focus_that_would_do_it_is_told_exactly(dice: int, target: int, focus: int, price: int) -> None:
    cheaper = power("always", [{"do": "cost", "of": "modify-die", "by": price - 2}])
    changes = {"hero.brannoch-tull.passive": cheaper} if price < 2 else {}
    odds = odds_of(lambda: searching(SKILL_OF[dice], target, changes=changes, focus=[focus]), "search")
    needed = Counter(changes_needed(roll, target) * price for roll in rolls(dice))
    assert odds.of("check.reaches") == Fraction(needed[0], 6**dice)
    for spent in range(1, 9):
        expected = needed[spent] if spent <= focus else 0
        assert odds.of(f"check.for-{spent}") == Fraction(expected, 6**dice)
    beyond = sum(count for spent, count in needed.items() if spent > focus)
    assert odds.of("check.out-of-reach") == Fraction(beyond, 6**dice)


@pytest.mark.rule("tiny-epic-dungeons", "check.modify-die")
@pytest.mark.parametrize(("dice", "target", "focus"), [(1, 5, 8), (2, 8, 4), (3, 9, 3), (3, 4, 0)])
def test_beside_a_check_stands_what_focus_would_make_of_it_in_all(dice: int, target: int, focus: int) -> None:
    game = session(lambda: searching(SKILL_OF[dice], target, focus=[focus]))
    (search,) = [odds for odds in odds_beside(game, game.scene()) if "succeed" in odds.chances]
    reached = [share_with_focus(dice, target, most) for most in range(9)]
    assert search.chances["succeed"] == reached[0]
    told = {f"with {most} Focus": reached[most] for most in range(2, focus + 1, 2) if reached[most] > reached[most - 2]}
    assert search.told.helped.get("succeed", {}) == told


def test_beside_an_attack_that_may_hurt_or_kill_focus_is_told_for_both() -> None:
    game = session(lambda: arena(minions=[("glass-duelist", (3, 3), 2)], focus=[4]))
    (attack,) = [odds for odds in odds_beside(game, game.scene()) if "kill" in odds.chances]
    hits = [share_with_focus(3, 5, most) for most in (0, 2, 4)]
    assert list(attack.chances)[:2] == ["succeed", "kill"]
    assert attack.chances["succeed"] == attack.chances["kill"] + attack.chances["1 damage"] == hits[0]
    assert list(attack.told.helped["succeed"].values())[:2] == hits[1:]


def pays(dice: Dice, target: int, focus: int, price: int) -> bool:
    """Whether dice as they lie reach a target so that the price can be paid, with what unused ones give."""
    return pays_sorted(tuple(sorted(dice)), target, focus, price)


@cache
def pays_sorted(dice: Dice, target: int, focus: int, price: int) -> bool:
    """The same of dice of which the lowest comes first."""
    return any(
        value >= target and min(MOST_FOCUS, focus + sum(BOX.hero_focus[face] for face in unused)) >= price
        for value, unused in ways(dice)
    )


@cache
def cheapest(dice: Dice, target: int, focus: int, price: int) -> int:
    """The least Focus for changes, 2 each, after which the price can still be paid; 99 if it never can."""
    spent = [(2 * sum(abs(old - new) for old, new in zip(dice, others)), others) for others in rolls(len(dice))]
    enough = [each for each, others in spent if each <= focus and pays(others, target, focus - each, price)]
    return min(enough, default=99)


MOST_FOCUS = int(searching("strength", 1).heroes[0].max_focus)


@pytest.mark.rule("tiny-epic-dungeons", "spell.cannot-pay", "search.cost", "check.unused-first")
@pytest.mark.parametrize(
    ("dice", "target", "focus", "price"),
    [(1, 4, 0, 3), (2, 4, 0, 1), (2, 5, 2, 3), (2, 5, 4, 3), (3, 6, 3, 4), (3, 7, 1, 2), (3, 4, 4, 5), (2, 6, 8, 2)],
)
def test_odds_count_as_success_only_what_can_be_paid_for(dice: int, target: int, focus: int, price: int) -> None:
    odds = odds_of(lambda: searching(SKILL_OF[dice], target, cost=price, focus=[focus]), "search")
    needed = Counter(cheapest(tuple(sorted(roll)), target, focus, price) for roll in rolls(dice))
    assert odds.of("check.reaches") == share(dice, lambda roll: pays(roll, target, focus, price))
    for spent in range(2, 9, 2):
        assert odds.of(f"check.for-{spent}") == Fraction(needed[spent], 6**dice)
    assert odds.of("check.out-of-reach") == Fraction(needed[99], 6**dice)


@pytest.mark.rule("tiny-epic-dungeons", "attack.spell-cost", "check.unused-first")
@pytest.mark.parametrize(("defense", "focus"), [(3, 0), (4, 1), (5, 2), (2, 3), (4, 4)])
def test_a_spell_kills_as_often_as_its_price_can_be_paid(defense: int, focus: int) -> None:
    changes = {"spell.slate-shard.cost-focus": 3, "goblin.goblin-pincher.defense": defense}
    goblins = {1: ("goblin-pincher", (3, 3))}
    game = session(lambda: arena(ODILE, changes=changes, spells=[["slate-shard"]], goblins=goblins, focus=[focus]))
    assert game.decision is not None
    (strike,) = [option for option in game.decision.options if option.family == "strike-first"]
    odds = game.odds(strike.name)
    assert odds.exact
    assert odds.of("check.could-kill") == share(3, lambda roll: pays(roll, defense + 1, focus, 3))


# ---- stepping in ----------------------------------------------------------------------------------------------------

ODILE = ("odile-vant", "brannoch-tull")  # rolls a die again for 1 Focus, once a turn
TOOTH = {"loot.gamblers-tooth": loot("charm", "on-check", [{"do": "reroll", "by": 1}], cost_focus=1)}
SKILL_OF_ODILE = {1: "strength", 2: "agility", 3: "intellect"}


def with_a_reroll(dice: int, target: int, focus: int, rerolls: int, spent: bool) -> Fraction:
    """How often a target is reached by whoever may roll dice again for 1 Focus each; Focus may be spent otherwise."""
    return Fraction(sum(worth(roll, target, focus, rerolls, spent) for roll in rolls(dice)), 6**dice)


def worth(roll: Dice, target: int, focus: int, rerolls: int, spent: bool) -> Fraction:
    """How likely this roll reaches the target in the end."""
    if reaches(roll, target, focus if spent else 0):
        return Fraction(1)
    chances = [Fraction(0)]
    for place in range(len(roll)) if rerolls and focus else ():
        again = [(*roll[:place], face, *roll[place + 1 :]) for face in range(1, 7)]
        chances.append(Fraction(sum(worth(each, target, focus - 1, rerolls - 1, spent) for each in again), 6))
    return max(chances)


def beside(game: Session, choice: str) -> ShortOdds:
    """What stands beside an option."""
    assert game.decision is not None
    place = [option.name for option in game.decision.options].index(choice)
    return odds_beside(game, game.scene())[place]


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities")
@pytest.mark.parametrize(
    ("dice", "target", "focus"),
    [(1, 5, 0), (1, 5, 1), (1, 4, 3), (2, 6, 1), (2, 7, 4), (2, 5, 3), (3, 6, 2), (3, 7, 1), (3, 7, 4), (3, 9, 8)],
)
def test_beside_a_check_stands_what_a_reroll_makes_of_it_alone_and_with_focus(
    dice: int, target: int, focus: int
) -> None:
    game = session(lambda: searching(SKILL_OF_ODILE[dice], target, heroes=ODILE, focus=[focus]))
    search = beside(game, "search")
    plain, most = share_with_focus(dice, target, 0), share_with_focus(dice, target, focus)
    assert search.chances["succeed"] == plain
    helped = search.told.helped.get("succeed", {})
    alone, both = (with_a_reroll(dice, target, focus, 1, spent) for spent in (False, True))
    assert alone > plain or focus == 0
    assert helped.get("with a reroll", plain) == alone
    assert max(helped.values(), default=plain) == both
    assert ("with a reroll and Focus" in helped) == (both > max(alone, most))
    for spent in range(2, focus + 1, 2):
        assert helped.get(f"with {spent} Focus", both) >= share_with_focus(dice, target, spent)


def test_what_stands_there_reads_well() -> None:
    game = session(lambda: searching("intellect", 7, heroes=ODILE, focus=[4]))
    assert beside(game, "search").words[0] == (
        "succeed 43 % (63 % with a reroll, 77 % with 2 Focus, 94 % with 4 Focus, 97 % with a reroll and Focus)"
    )


@pytest.mark.parametrize(("dice", "target", "rerolls"), [(1, 5, 2), (2, 3, 2), (3, 8, 1)])
def test_whoever_has_two_rerolls_counts_on_both_unless_that_takes_too_long(
    dice: int, target: int, rerolls: int
) -> None:
    game = session(
        lambda: searching(
            SKILL_OF_ODILE[dice], target, heroes=ODILE, changes=TOOTH, loot=[["gamblers-tooth"]], focus=[2]
        )
    )
    helped = beside(game, "search").told.helped["succeed"]
    assert helped["with a reroll"] == with_a_reroll(dice, target, 2, rerolls, spent=False)


@pytest.mark.rule("tiny-epic-dungeons", "hero.abilities", "check.modifiers")
@pytest.mark.parametrize(("defense", "focus"), [(5, 2), (6, 4), (7, 5), (8, 8)])
def test_beside_an_attack_stands_what_an_ability_adds_to_it(defense: int, focus: int) -> None:
    stronger = power("on-attack", [{"do": "result", "by": 2, "on": "melee"}], cost_focus=2)
    changes = {"hero.brannoch-tull.ability": stronger, "goblin.goblin-drummer.defense": defense}
    game = session(lambda: arena(changes=changes, goblins={1: ("goblin-drummer", (3, 3))}, focus=[focus]))
    attack = beside(game, "melee-1")
    assert attack.chances["kill"] == share_with_focus(3, defense + 1, 0)
    helped = attack.told.helped["kill"]
    assert helped["with an ability"] == share_with_focus(3, defense - 1, 0)
    both = share(3, lambda roll: reaches(roll, defense + 1, focus) or (reaches(roll, defense - 1, focus - 2)))
    assert max(helped.values()) == both


@pytest.mark.parametrize("seed", ["dice 0", "dice 4", "dice 11", "dice 17"])
def test_beside_a_reroll_itself_stands_what_the_dice_would_be_good_for(seed: str) -> None:
    game = session(lambda: searching("intellect", 8, heroes=ODILE, focus=[5]), seed)
    game.choose("search")
    assert isinstance(game.state, Dungeon)
    lie = tuple(game.state.dice)
    assert not reaches(lie, 8, 0)
    assert beside(game, "use-1").told.helped["succeed"]["with a reroll"] == worth(lie, 8, 5, 1, spent=False)
    game.choose("use-1")
    assert game.decision is not None
    for option in game.decision.options[:-1]:
        kept = [face for place, face in enumerate(lie) if place != option.number - 1]
        odds = beside(game, option.name)
        told = odds.chances.get("succeed", Fraction(0))
        for spent in (0, 2, 4):
            told = odds.told.helped.get("succeed", {}).get(f"with {spent} Focus", told)
            assert told == Fraction(sum(reaches((*kept, face), 8, spent) for face in range(1, 7)), 6)


@pytest.mark.rule("tiny-epic-dungeons", "check.modifiers", "hero.skills")
def test_bonuses_and_dice_of_loot_count_in_the_odds() -> None:
    better = loot(
        "charm", "on-check", [{"do": "result", "by": 1, "on": "search"}, {"do": "dice", "by": 1, "on": "search"}]
    )
    odds = odds_of(
        lambda: searching("agility", 6, changes={"loot.ox-knuckle": better}, loot=[["ox-knuckle"]], focus=[0]), "search"
    )
    assert odds.of("check.reaches") == share(2, lambda roll: best(roll) + 1 >= 6)


@pytest.mark.rule("tiny-epic-dungeons", "attack.roll", "attack.goblin-health")
@pytest.mark.parametrize("defense", [4, 5, 6])
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_goblin_can_be_killed_as_often_as_dice_beat_its_defense(dice: int, defense: int) -> None:
    changes = {"goblin.goblin-pincher.defense": defense, "hero.brannoch-tull.strength": dice}
    odds = odds_of(lambda: arena(changes=changes, goblins={1: ("goblin-pincher", (3, 3))}, focus=[0]), "melee-1")
    assert odds.of("check.could-kill") == share(dice, lambda roll: best(roll) > defense)


@pytest.mark.rule("tiny-epic-dungeons", "attack.damage", "attack.minion-health")
def test_the_damage_that_dice_could_do_is_told_up_to_what_is_left() -> None:
    odds = odds_of(lambda: arena(minions=[("glass-duelist", (3, 3), 4)], focus=[0]), "melee-5")
    harms = Counter(min(4, max(0, best(roll) - 4)) for roll in rolls(3))
    assert [odds.of("check.could-deal", harm) for harm in range(1, 4)] == [
        Fraction(harms[harm], 216) for harm in range(1, 4)
    ]
    assert odds.of("check.could-kill") == Fraction(harms[4], 216)
    assert odds.of("check.could-deal") == 1 - Fraction(harms[0] + harms[4], 216)


@pytest.mark.rule("tiny-epic-dungeons", "counter.damage", "counter.shield", "counter.torch", "attack.damage")
@pytest.mark.parametrize(("defense", "modifier"), [(2, 0), (2, 4), (3, 2), (4, 1), (4, 3), (5, 3), (5, 0)])
def test_an_attack_and_its_answer_are_as_likely_as_both_dice_make_them(defense: int, modifier: int) -> None:
    changes = {
        "hero.sefa-marrow.defense": defense,
        "minion.glass-duelist.counter.melee": modifier,
        "minion.glass-duelist.health": 3,
    }
    heroes = ("sefa-marrow", "odile-vant")
    odds = odds_of(
        lambda: arena(heroes, changes=changes, minions=[("glass-duelist", (3, 3))], rooms=corridor(1), focus=[0, 0]),
        "melee-5",
    )
    lost: Counter[int] = Counter()
    for face in ENEMY_FACES:
        if isinstance(face, int):
            lost[max(0, face + modifier - defense)] += 1
        else:
            lost[modifier if face == "shield" else 0] += 1
    assert odds.spread("health") == {
        18 - harm: Fraction(count, 6) for harm, count in sorted(lost.items(), reverse=True)
    }
    assert odds.of("enemy.hurt") == Fraction(2, 6)
    assert odds.of("counter.torch") == Fraction(1, 6)
    (gap,) = [row for row in LEDGER["gap"] if row["id"] == "enemy-die"]
    means = gap["design"].split(f"Defense {defense}: ")[1].split(";")[0].rstrip(".").split("/")
    assert float(means[modifier]) == pytest.approx(sum(harm * count for harm, count in lost.items()) / 6, abs=0.051)


def test_the_shares_of_goblins_that_the_ledger_names_are_right() -> None:
    (gap,) = [row for row in LEDGER["gap"] if row["id"] == "goblins"]
    for dice in (1, 2, 3):
        results = [best(roll) for roll in rolls(dice)]
        shares = [round(100 * sum(result > defense for result in results) / 6**dice) for defense in (4, 5)]
        assert f"{shares[0]} % / {shares[1]} %" in gap["constraints"]


def test_what_unused_dice_bring_on_average_is_what_the_ledger_says() -> None:
    (gap,) = [row for row in LEDGER["gap"] if row["id"] == "hero-dice"]
    means = {}
    for dice in (2, 3):
        rest = [sorted(roll, reverse=True)[1:] for roll in rolls(dice)]
        focus = sum(face <= 4 for unused in rest for face in unused) / 6**dice
        left = sum(3 <= face <= 4 for unused in rest for face in unused) / 6**dice
        health = sum(face == 6 for unused in rest for face in unused) / 6**dice
        means[dice] = (round(focus, 1), round(left, 1), round(health, 1))
    assert f"yield {means[3][0]} Focus and {means[3][2]} Health on average, or {means[3][1]} Focus" in gap["design"]
    assert f"with 2 dice {means[2][0]} Focus, or {means[2][1]}" in gap["design"]


def test_the_odds_of_exploring_tell_what_each_card_would_be_and_end_there() -> None:
    pair = {"play.party": ["corrin-hask", "hob-lackland"]}
    session = undercroft.start("tiny-epic-dungeons", seed="odds", changes=pair)
    while (decision := session.decision) is not None and decision.prompt is not NEXT:
        session.choose(decision.options[0])
    assert decision is not None
    (explore, *_) = [option for option in decision.options if option.family == "explore"]
    odds = session.odds(explore, follow=True)
    assert {branch.asked for branch in odds.branches} == {"explore.rotation"}
    assert sum(branch.probability for branch in odds.branches) == 1
    assert odds.of("hero.damaged") == 0
