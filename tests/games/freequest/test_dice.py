"""Dice, static tests and contests: the ledger's chapters on resolving, its worked examples and its table of odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

import pytest

from tests.games.freequest.board import Spoken, equip, given, hero, learn, session, spell, when
from undercroft.core.chance import Seeded
from undercroft.core.pools import Pool, faces
from undercroft.core.rules import read_ledger
from undercroft.core.table import Table
from undercroft.games.freequest import content, contests
from undercroft.games.freequest.contests import as_they_lie, dice_of
from undercroft.games.freequest.state import FreeQuest

LEDGER = read_ledger(content.DATA / "rules.toml").tables
EXAMPLES = {row["id"]: row for row in LEDGER["example"]}
ODDS: list[dict[str, Any]] = LEDGER["odds"]
ROWS = [(row["attack"], row["defense"]) for row in ODDS]
SMALL = [row for row in ROWS if sum(row) <= 5]
POOLS = [list(pool) for size in range(5) for pool in combinations_with_replacement(range(1, 7), size)]
PIT = {(1, 0): "pitfall"}
SLIT = {(1, 0): "dart-slit"}


def contested(attack: list[int], defense: list[int]) -> int:
    """What a contest comes to, rolled at a table."""
    made: list[int] = []
    told = when(
        given(),
        rule=lambda game: made.append(contests.contest(game, len(attack), len(defense))),
        dice=[*attack, *defense],
    )
    assert (told.asked, told.events) == ("", [])
    return made[0]


def successes_in(dice: list[int], goal: int) -> int:
    """The successes of a static test, rolled at a table."""
    made: list[int] = []
    when(given(), rule=lambda game: made.append(contests.test(game, len(dice), goal)), dice=dice)
    return made[0]


def target(attack: list[int], defense: list[int]) -> int:
    """The number to beat."""
    return contests.target(as_they_lie(attack), as_they_lie(defense))


def left(attack: list[int], defense: list[int]) -> tuple[list[int], list[int]]:
    """Both pools, highest first, once all equal dice have left in pairs: the ledger's words, counted with counters."""
    ours, theirs = Counter(attack), Counter(defense)
    return sorted((ours - theirs).elements(), reverse=True), sorted((theirs - ours).elements(), reverse=True)


def counted(attack: list[int], defense: list[int]) -> int:
    """The successes in another way than the rules': leave, find the target, count."""
    ours, theirs = left(attack, defense)
    return sum(1 for die in ours if not theirs or die >= theirs[0])


def set_skill(game: FreeQuest, who: str, skill: int) -> FreeQuest:
    """Give a hero another Skill."""
    hero(game, who).skill_dice = skill
    return game


# ---- dice -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "dice.six-sided")
def test_ten_thousand_dice_show_all_six_faces_and_no_other() -> None:
    game = given()
    game.table = Table([Spoken([])], Seeded("dice"))
    rolled: Counter[int] = Counter()
    for _ in range(500):
        contests.contest(game, 6, 4)
        rolled.update(dice_of(game.board.roll) + dice_of(game.board.against))
        contests.test(game, 10, 4)
        rolled.update(dice_of(game.board.roll))
    assert sorted(rolled) == [1, 2, 3, 4, 5, 6]
    assert rolled.total() == 10_000
    assert all(1500 < count < 1850 for count in rolled.values())


@pytest.mark.rule("freequest", "dice.open")
def test_the_log_shows_a_goblins_attack_face_by_face() -> None:
    game = given(monsters=[("goblin", (1, 0))])
    equip(game, "warrior", "broadsword", "helmet")
    told = when(game, "end-turn", "monster-0", "strike-0", dice=[5, 2, 4, 1])
    (attack,) = told.figures("monster.attacks")
    assert (dice_of(attack["roll"]), dice_of(attack["against"])) == ([5, 2], [4, 1])


@pytest.mark.rule("freequest", "dice.open")
def test_the_log_shows_every_other_roll_as_it_fell() -> None:
    told = when(given(known_traps=PIT), "leap-east", dice=[2, 6])
    assert dice_of(told.figures("jump.leapt")[0]["faces"]) == [2, 6]
    told = when(given(known_traps=SLIT), "disarm-east", dice=[3, 2])
    assert dice_of(told.figures("disarm.nothing")[0]["faces"]) == [3, 2]
    game = given(heroes={"wizard": (0, 0)}, monsters=[("mummy", (1, 0))])
    learn(game, "wizard", "immolate")
    told = when(game, f"cast-{spell(game, 'immolate')}", dice=[1, 1, 2, 6, 5, 4, 3, 2])
    (resisted,) = told.figures("spell.resisted")
    assert (dice_of(resisted["roll"]), dice_of(resisted["against"])) == ([1, 1, 2], [6, 5, 4, 3, 2])


def raging(game: FreeQuest, who: str) -> FreeQuest:
    """Let Burning Rage be on a hero."""
    one = hero(game, who)
    one.raging = True
    one.rage_attack, one.rage_defense = 2, -2
    return game


@pytest.mark.rule("freequest", "dice.pool-floor")
def test_a_pool_below_zero_is_no_dice_at_all() -> None:
    game = raging(given(monsters=[("goblin", (1, 0))]), "warrior")
    told = when(game, "end-turn", "monster-0", "strike-0", dice=[1, 1])
    assert told.figures("hero.hurt") == [{"hero": 0, "damage": 2, "health": 6}]


@pytest.mark.rule("freequest", "dice.pool-floor")
def test_all_modifiers_are_added_up_before_the_floor() -> None:
    game = given(heroes={"sworn-defender": (0, 1), "warrior": (0, 0)}, monsters=[("goblin", (1, 0))])
    raging(game, "warrior")
    when(game, "guard-1")
    told = when(game, "end-turn", "end-turn", "monster-0", "strike-1", "no", dice=[1, 1])
    assert told.figures("hero.hurt") == [{"hero": 0, "damage": 2, "health": 6}]


@pytest.mark.rule("freequest", "dice.pool-floor")
def test_the_floor_holds_for_both_sides_of_a_contest_and_for_tests() -> None:
    results: list[int] = []
    when(given(), rule=lambda game: results.append(contests.contest(game, -2, 1)), dice=[3])
    when(given(), rule=lambda game: results.append(contests.contest(game, 2, -1)), dice=[1, 1])
    when(given(), rule=lambda game: results.append(contests.test(game, -1, 1)))
    assert results == [0, 2, 0]


# ---- static tests ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "test.roll")
def test_a_test_rolls_the_stats_dice_against_a_fixed_number() -> None:
    game = set_skill(given(known_traps=PIT), "warrior", 3)
    told = when(game, "leap-east", dice=[4, 3, 1])
    assert dice_of(told.figures("jump.leapt")[0]["faces"]) == [4, 3, 1]


@pytest.mark.rule("freequest", "test.success")
def test_every_die_that_equals_or_beats_the_target_is_a_success() -> None:
    assert (successes_in([4, 3, 6], 4), successes_in([3, 3, 3], 4)) == (2, 0)


@pytest.mark.rule("freequest", "test.success")
@pytest.mark.parametrize("goal", range(-1, 9))
@pytest.mark.parametrize("die", range(1, 7))
def test_one_die_against_any_target(die: int, goal: int) -> None:
    assert successes_in([die], goal) == (1 if die >= goal else 0)


@pytest.mark.rule("freequest", "test.uses")
def test_disarming_and_leaping_roll_the_heros_skill_and_nothing_else() -> None:
    for answer in ("leap-east", "disarm-east"):
        game = set_skill(given(known_traps=SLIT), "warrior", 4)
        when(game, answer, dice=[6, 6, 6, 6])
        assert (len(dice_of(game.board.roll)), game.board.against) == (4, 0)


@pytest.mark.rule("freequest", "test.one-is-enough")
def test_disarming_passes_with_one_success() -> None:
    game = given(heroes={"medic": (0, 0)}, known_traps=SLIT)
    assert "disarm.success" in when(game, "disarm-east", dice=[5, 2, 2]).names


@pytest.mark.rule("freequest", "test.one-is-enough")
def test_leaping_counts_successes() -> None:
    game = given(heroes={"medic": (0, 0)}, known_traps={(1, 0): "pitfall", (2, 0): "pitfall"})
    assert "jump.fell" in when(game, "leap-east", dice=[5, 2, 2]).names


@pytest.mark.rule("freequest", "test.impossible-and-certain")
def test_without_dice_a_disarming_does_nothing() -> None:
    game = set_skill(given(known_traps=SLIT), "warrior", 0)
    told = when(game, "disarm-east")
    assert told.names[:1] == ["disarm.nothing"]
    assert "trap.sprung" not in told.names
    assert hero(game, "warrior").health == 8


@pytest.mark.rule("freequest", "test.impossible-and-certain")
def test_a_target_above_six_is_never_met_and_one_of_one_or_less_always() -> None:
    assert (successes_in([6, 6, 6], 7), successes_in([1, 1, 1], 0), successes_in([1, 1, 1], 1)) == (0, 3, 3)


@pytest.mark.rule("freequest", "test.impossible-and-certain")
def test_what_cannot_succeed_may_still_be_tried() -> None:
    # no target of the document is above the 6 of a leap in platemail, so here the armour is one point clumsier
    game = given(known_traps=PIT, changes={"item.platemail.leap-target": 3})
    equip(game, "warrior", "platemail")
    assert "jump.fell" in when(game, "leap-east", dice=[6, 6]).names


# ---- contests -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "contest.definition")
def test_a_contest_is_one_sides_dice_against_the_others() -> None:
    game = given()
    when(game, rule=lambda game: contests.contest(game, 3, 5), dice=[1, 2, 3, 4, 5, 6, 1, 2])
    assert (dice_of(game.board.roll), dice_of(game.board.against)) == ([1, 2, 3], [4, 5, 6, 1, 2])


@pytest.mark.rule("freequest", "contest.uses")
def test_attacks_and_resistance_are_contests_and_disarming_is_none() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("goblin", (0, 1)), ("mummy", (3, 0))], known_traps=SLIT)
    learn(game, "wizard", "immolate")
    assert "against" in when(game, "attack-0", dice=[1, 1, 2, 2]).figures("attack.rolled")[0]
    told = when(game, f"cast-{spell(game, 'immolate')}", "on-monster-1", dice=[1, 1, 2, 6, 5, 4, 3, 2])
    assert "against" in told.figures("spell.resisted")[0]
    game = given(known_traps=SLIT)
    assert "against" not in when(game, "disarm-east", dice=[5, 5]).figures("disarm.success")[0]
    assert game.board.against == 0


@pytest.mark.rule("freequest", "contest.pools")
def test_each_side_rolls_as_many_dice_as_its_stat() -> None:
    told = when(given(monsters=[("goblin", (1, 0))]), "attack-0", dice=[1, 2, 3, 4, 5, 6])
    (attack,) = told.figures("attack.rolled")
    assert (dice_of(attack["roll"]), dice_of(attack["against"])) == ([1, 2, 3, 4], [5, 6])


@pytest.mark.rule("freequest", "contest.discard-equal")
@pytest.mark.parametrize(
    ("attack", "defense", "ours", "theirs", "made"),
    [
        ([5, 5, 3], [5, 4, 4, 3], [5], [4, 4], 1),
        ([5, 4, 2], [5, 3, 3, 2, 2], [4], [3, 3, 2], 1),
        ([5, 3, 2], [5, 3], [2], [], 1),
    ],
)
def test_equal_dice_leave_in_pairs(
    attack: list[int], defense: list[int], ours: list[int], theirs: list[int], made: int
) -> None:
    assert left(attack, defense) == (ours, theirs)
    assert contested(attack, defense) == made
    assert target(attack, defense) == max(theirs, default=contests.NO_TARGET)


@pytest.mark.rule("freequest", "contest.discard-equal", "contest.target", "contest.successes")
def test_every_pair_of_pools_of_up_to_four_dice_comes_to_what_the_words_say() -> None:
    for attack, defense in product(POOLS, POOLS):
        ours, theirs = as_they_lie(attack), as_they_lie(defense)
        assert contests.successes(ours, theirs) == counted(attack, defense)
        assert contests.target(ours, theirs) == max(left(attack, defense)[1], default=contests.NO_TARGET)


@pytest.mark.rule("freequest", "contest.discard-equal")
def test_the_order_of_the_dice_does_not_matter() -> None:
    assert {contested([*roll], [4, 2]) for roll in ((4, 3, 3, 1), (1, 3, 4, 3), (3, 1, 3, 4))} == {2}
    assert contested([4, 3, 3, 1], [2, 4]) == 2


@pytest.mark.rule("freequest", "contest.own-doubles-stay")
def test_equal_dice_of_one_side_do_not_cancel_each_other() -> None:
    assert contested([3, 3], [1]) == 2
    assert contested([3, 3], [3]) == 1


@pytest.mark.rule("freequest", "contest.target")
def test_the_target_is_the_highest_die_that_the_defender_has_left() -> None:
    assert target([4, 3, 3, 1], [4, 2]) == 2
    assert contested([4, 3, 3, 1], [4, 2]) == 2


@pytest.mark.rule("freequest", "contest.successes")
def test_each_die_above_the_target_is_a_success() -> None:
    assert contested([6, 5, 2], [4]) == 2


@pytest.mark.rule("freequest", "contest.equality-cannot-occur")
def test_no_die_that_is_left_ever_equals_the_target() -> None:
    for attack, defense in product(POOLS, POOLS):
        ours, theirs = left(attack, defense)
        if theirs:
            assert theirs[0] not in ours
            above = sum(1 for die in ours if die > theirs[0])
            assert contests.successes(as_they_lie(attack), as_they_lie(defense)) == above


@pytest.mark.rule("freequest", "contest.no-defender-dice")
def test_without_dice_against_them_all_dice_that_are_left_succeed() -> None:
    assert contested([1, 1, 6], [6]) == 2
    assert contested([1, 1], []) == 2


@pytest.mark.rule("freequest", "contest.no-attacker-dice")
def test_without_dice_left_there_is_no_success() -> None:
    assert contested([3, 3], [3, 3, 1]) == 0
    assert contested([2], [2]) == 0
    assert contested([], [4]) == 0
    assert contested([], []) == 0


@pytest.mark.rule("freequest", "contest.who-is-attacker")
def test_a_monster_that_resists_counts_its_successes_against_the_casters_magic() -> None:
    game = given(heroes={"wizard": (0, 0)}, monsters=[("mummy", (3, 0))])
    learn(game, "wizard", "immolate")
    told = when(game, f"cast-{spell(game, 'immolate')}", dice=[5, 4, 2, 5, 3, 3, 2, 2])
    assert told.figures("spell.resisted")[0]["successes"] == 1


@pytest.mark.rule("freequest", "contest.simultaneous")
def test_nobody_is_asked_between_the_roll_and_its_result() -> None:
    game = given(heroes={"sworn-defender": (0, 1), "warrior": (0, 0)}, monsters=[("goblin", (1, 0))])
    told = when(game, "end-turn", "end-turn", "monster-0", "strike-1", dice=[6, 5, 1])
    assert told.asked == "ability.sacrifice"
    assert told.names[-1] == "monster.attacks"
    (attack,) = told.figures("monster.attacks")
    assert (dice_of(attack["roll"]), dice_of(attack["against"])) == ([6, 5], [1])


# ---- the worked examples --------------------------------------------------------------------------------------------


@pytest.mark.rule("freequest", "contest.discard-equal", "contest.target", "contest.successes")
@pytest.mark.parametrize("key", EXAMPLES)
def test_the_ledgers_examples_come_out_as_printed(key: str) -> None:
    row = EXAMPLES[key]
    attack, defense = row["attacker"], row["defender"]
    assert left(attack, defense) == (row["attacker_left"], row["defender_left"])
    assert target(attack, defense) == row["target"]
    assert contested(attack, defense) == row["successes"]


def test_there_are_three_examples() -> None:
    assert list(EXAMPLES) == ["barbarian-goblin", "ranger-troll", "wizard-mummy"]


@pytest.mark.rule("freequest", "example.barbarian-goblin")
def test_the_barbarians_dice_deal_the_goblin_two_damage() -> None:
    row = EXAMPLES["barbarian-goblin"]
    assert contested(row["attacker"], row["defender"]) == row["damage"]
    assert (target(row["attacker"], row["defender"]), left(row["attacker"], row["defender"])) == (2, ([3, 3, 1], [2]))
    told = when(given(monsters=[("goblin", (1, 0))]), "attack-0", dice=[*row["attacker"], *row["defender"]])
    assert told.figures("attack.damage") == [{"monster": 0, "damage": 2}]


@pytest.mark.rule("freequest", "example.barbarian-goblin")
def test_with_a_battle_axe_a_barbarian_rolls_five_dice() -> None:
    game = given(heroes={"barbarian": (0, 0)}, monsters=[("goblin", (1, 0))])
    equip(game, "barbarian", "battle-axe")
    told = when(game, "attack-0", dice=[4, 3, 3, 1, 1, 4, 2])
    assert len(dice_of(told.figures("attack.rolled")[0]["roll"])) == 5


@pytest.mark.rule("freequest", "example.ranger-troll")
def test_the_rangers_dice_deal_the_troll_one_damage() -> None:
    row = EXAMPLES["ranger-troll"]
    assert (target(row["attacker"], row["defender"]), left(row["attacker"], row["defender"])) == (4, ([5], [4, 4]))
    game = given(heroes={"ranger": (0, 0)}, monsters=[("troll", (5, 0))])
    told = when(game, "attack-0", dice=[*row["attacker"], *row["defender"]])
    assert told.figures("attack.damage") == [{"monster": 3, "damage": 1}]
    assert game.board.monsters[0].health == 2


@pytest.mark.rule("freequest", "example.wizard-mummy")
def test_immolate_deals_the_mummy_one_damage() -> None:
    row = EXAMPLES["wizard-mummy"]
    assert (target(row["attacker"], row["defender"]), left(row["attacker"], row["defender"])) == (3, ([4], [3, 3, 2]))
    game = given(heroes={"wizard": (0, 0)}, monsters=[("mummy", (3, 0))])
    learn(game, "wizard", "immolate")
    told = when(game, f"cast-{spell(game, 'immolate')}", dice=[*row["attacker"], *row["defender"]])
    assert told.figures("spell.resisted")[0]["successes"] == row["successes"]
    assert told.figures("attack.damage") == [{"monster": 6, "damage": row["damage"]}]
    assert game.board.monsters[0].health == 1


# ---- odds -----------------------------------------------------------------------------------------------------------


def counts_of(attack: int, defense: int) -> list[int]:
    """How many rolls come to each number of successes, by the rules' own count."""
    found = contests.count_contest(attack, defense)
    return [found[made][0] if made in found else 0 for made in range(attack + 1)]


def ledger_counts(attack: int, defense: int) -> list[int]:
    """The same by the ledger's table."""
    return next(row["counts"] for row in ODDS if (row["attack"], row["defense"]) == (attack, defense))


def test_the_table_of_odds_lists_every_pool_of_up_to_seven_dice_a_side() -> None:
    assert [(attack, defense) for attack in range(1, 8) for defense in range(8)] == ROWS


@pytest.mark.rule("freequest", "contest.pools", "contest.discard-equal", "contest.target", "contest.successes")
@pytest.mark.parametrize(("attack", "defense"), ROWS)
def test_the_odds_of_a_contest_are_the_ledgers(attack: int, defense: int) -> None:
    row = next(row for row in ODDS if (row["attack"], row["defense"]) == (attack, defense))
    rolls = 6 ** (attack + defense)
    assert sum(row["counts"]) == rolls
    assert counts_of(attack, defense) == row["counts"]
    assert contests.chances(attack, defense) == [count / rolls for count in row["counts"]]
    assert contests.mean_damage(attack, defense) == pytest.approx(row["mean"], abs=0.00005)
    assert contests.chance_of(attack, defense, 1) == pytest.approx(row["any"], abs=0.00005)


@pytest.mark.rule("freequest", "contest.discard-equal", "contest.target", "contest.successes")
@pytest.mark.parametrize(("attack", "defense"), SMALL)
def test_the_odds_are_what_rolling_every_roll_gives(attack: int, defense: int) -> None:
    found: Counter[int] = Counter()
    for roll in product(range(1, 7), repeat=attack + defense):
        found[counted([*roll[:attack]], [*roll[attack:]])] += 1
    assert [found[made] for made in range(attack + 1)] == ledger_counts(attack, defense)


def test_the_chance_of_at_least_so_much_damage_is_a_sum_of_the_table() -> None:
    counts = ledger_counts(4, 2)
    for damage in range(-1, 7):
        expected = sum(counts[max(damage, 0) :]) / 6**6
        assert contests.chance_of(4, 2, damage) == pytest.approx(expected)


def check_pool(pool: Pool, meanings: list[Any], meaning_of: Any) -> None:
    """Each meaning of a pool stands there once, with a roll that has it; together they are all rolls."""
    shown = [meaning_of(faces(example, pool.dice, 6)) for example in pool.examples]
    assert len(set(shown)) == len(shown)
    assert shown == meanings
    assert sum(pool.weights) == 6**pool.dice == pool.outcomes


@pytest.mark.parametrize(("attack", "defense"), ROWS)
def test_odds_of_a_game_walk_one_roll_for_each_number_of_successes(attack: int, defense: int) -> None:
    pool = contests.contest_pool(attack, defense)
    counts = ledger_counts(attack, defense)
    meanings = [made for made, count in enumerate(counts) if count]
    check_pool(pool, meanings, lambda roll: counted(roll[:attack], roll[attack:]))
    assert pool.weights == [counts[made] for made in meanings]


@pytest.mark.parametrize("goal", [-2, 1, 2, 4, 5, 6, 7, 9])
@pytest.mark.parametrize("dice", range(6))
def test_odds_of_a_test_tell_successes_and_whether_a_one_shows(dice: int, goal: int) -> None:
    found: Counter[tuple[int, bool]] = Counter()
    for roll in product(range(1, 7), repeat=dice):
        found[sum(1 for die in roll if die >= goal), 1 in roll] += 1
    pool = contests.test_pool(dice, goal)
    shown = [faces(example, dice, 6) for example in pool.examples]
    meanings = [(sum(1 for die in roll if die >= goal), 1 in roll) for roll in shown]
    assert dict(zip(meanings, pool.weights, strict=True)) == found


@pytest.mark.parametrize(("monster", "defense"), [("goblin", 2), ("skeleton", 3), ("candle-eater", 1)])
def test_the_odds_of_an_attack_in_a_game_are_exactly_the_tables(monster: str, defense: int) -> None:
    odds = session(lambda: given(monsters=[(monster, (1, 0))])).odds("attack-0")
    counts = ledger_counts(4, defense)
    assert odds.exact
    assert odds.of("attack.fails") == Fraction(counts[0], 6 ** (4 + defense))
    assert odds.of("monster.dies") == 1 - Fraction(counts[0], 6 ** (4 + defense))
    assert odds.spread("monsters") == {0: odds.of("monster.dies"), 1: odds.of("attack.fails")}


def test_the_odds_of_a_kill_are_those_of_enough_damage() -> None:
    odds = session(lambda: given(monsters=[("troll", (1, 0))])).odds("attack-0")
    counts = ledger_counts(4, 4)
    assert odds.of("monster.dies") == Fraction(sum(counts[3:]), 6**8)
    assert float(odds.of("monster.dies")) == pytest.approx(contests.chance_of(4, 4, 3))


def test_the_odds_of_a_monsters_attack_spread_its_damage() -> None:
    live = session(lambda: given(monsters=[("goblin", (1, 0))]))
    for answer in ("end-turn", "monster-0"):
        live.choose(answer)
    counts = ledger_counts(2, 1)
    assert live.odds("strike-0").spread("health") == {8 - made: Fraction(counts[made], 6**3) for made in (2, 1, 0)}


@pytest.mark.parametrize("who", ["warrior", "medic", "delver"])
def test_the_odds_of_a_leap_are_binomial(who: str) -> None:
    live = session(lambda: given(heroes={who: (0, 0)}, known_traps={(1, 0): "pitfall", (2, 0): "pitfall"}))
    assert isinstance(live.state, FreeQuest)
    skill = live.state.board.hero().skill
    clears = sum(Fraction(comb(skill, made), 2**skill) for made in range(2, skill + 1))
    assert live.odds("leap-east").of("jump.leapt") == clears


def test_the_odds_of_a_disarming_are_the_ledgers() -> None:
    odds = session(lambda: given(heroes={"medic": (0, 0)}, known_traps=SLIT)).odds("disarm-east")
    assert odds.of("disarm.success") == 1 - Fraction(2, 3) ** 3
    assert odds.of("disarm.nothing") == Fraction(1, 2) ** 3
    assert odds.of("disarm.triggered") == Fraction(2, 3) ** 3 - Fraction(1, 2) ** 3


def test_the_odds_of_immolate_on_a_mummy_are_the_ledgers() -> None:
    def at_the_mummy() -> FreeQuest:
        game = given(heroes={"wizard": (0, 0)}, monsters=[("mummy", (3, 0))])
        learn(game, "wizard", "immolate")
        return game

    live = session(at_the_mummy)
    assert isinstance(live.state, FreeQuest)
    odds = live.odds(f"cast-{spell(live.state, 'immolate')}")
    counts = ledger_counts(3, 5)
    assert odds.of("monster.dies") == Fraction(counts[0], 6**8)
    assert odds.of("attack.fails") == Fraction(counts[2] + counts[3], 6**8)
    assert float(odds.of("monster.dies")) == pytest.approx(0.699, abs=0.0005)
