"""What monsters count for in a quest's budget, against the ledger's tables and against a second way to count."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from undercroft.core.rules import read_ledger
from undercroft.games.freequest import content
from undercroft.games.freequest.pieces import MonsterKind

LEDGER = read_ledger(content.DATA / "rules.toml").tables
DESIGN: str = next(gap["design"] for gap in LEDGER["gap"] if gap["needs"] == "Monsters")
PUBLISHED = re.findall(  # id, move, att, def, health, skill, temper, D, A, threat
    r"^ ([a-z]+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +([a-z]+) +(\d\.\d+) +(\d\.\d+) +(\d+)", DESIGN, re.MULTILINE
)
OURS = re.findall(
    r"^ \d\. ([A-Z][A-Za-z -]+): move .* D (\d\.\d+), A (\d\.\d+), .*threat (\d+)\.$", DESIGN, re.MULTILINE
)


def monster(key: str, **changes: Any) -> MonsterKind:
    """A monster, with changes to its record."""
    changed = {f"monster.{key}.{field.replace('_', '-')}": value for field, value in changes.items()}
    known = content.content_of(*content.read(content.DATA, "book", changed))
    return next(each for each in known.monsters if each.key == key)


def mean_damage(kind: MonsterKind) -> Fraction:
    """The mean damage of its attack on Defense 2."""
    return sum((n * chance for n, chance in enumerate(content.contest_odds(kind.attack, 2))), Fraction(0))


# ---- odds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", LEDGER["odds"], ids=lambda row: f"{row['attack']}-{row['defense']}")
def test_the_odds_are_the_ledgers(row: dict[str, Any]) -> None:
    rolls = 6 ** (row["attack"] + row["defense"])
    odds = content.contest_odds(row["attack"], row["defense"])
    assert list(odds) == [Fraction(count, rolls) for count in row["counts"]]
    assert round(float(1 - odds[0]), 4) == pytest.approx(row["any"], abs=1e-4)


@pytest.mark.parametrize(("attack", "defense"), [(0, 0), (0, 2), (1, 1), (2, 1), (2, 2), (3, 2), (2, 3)])
def test_the_odds_are_those_of_all_rolls(attack: int, defense: int) -> None:
    counts = [0] * (attack + 1)
    for dice in product(range(1, 7), repeat=attack + defense):
        roll, against = list(dice[:attack]), list(dice[attack:])
        for die in dice[:attack]:
            if die in against:
                roll.remove(die)
                against.remove(die)
        counts[sum(die > max(against, default=0) for die in roll)] += 1
    assert [chance * 6 ** (attack + defense) for chance in content.contest_odds(attack, defense)] == counts


# ---- the table of the gap -------------------------------------------------------------------------------------------


def test_the_ledger_measures_the_seven_and_three_of_ours() -> None:
    assert [row[0] for row in PUBLISHED] == ["goblin", "skeleton", "orc", "zombie", "hobgoblin", "mummy", "troll"]
    assert [row[0] for row in OURS] == ["Candle-Eater", "Marsh Notary", "Slag Warden"]


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: str(row[0]))
def test_a_published_monster_counts_as_the_ledger_says(row: tuple[str, ...]) -> None:
    kind = monster(row[0])
    assert (kind.move, kind.attack, kind.defense, kind.health, kind.skill) == tuple(map(int, row[1:6]))
    assert f"{float(mean_damage(kind)):.3f}" == row[7]
    assert f"{float(content.attacks_needed(kind.defense, kind.health, kind.regenerates)):.3f}" == row[8]
    assert kind.threat == int(row[9])


@pytest.mark.parametrize("row", OURS, ids=lambda row: str(row[0]))
def test_a_monster_of_ours_counts_as_the_ledger_says(row: tuple[str, ...]) -> None:
    kind = monster(row[0].lower().replace(" ", "-"))
    assert kind.name == row[0]
    assert f"{float(mean_damage(kind)):.3f}" == row[1]
    assert f"{float(content.attacks_needed(kind.defense, kind.health, kind.regenerates)):.3f}" == row[2]
    assert kind.threat == int(row[3])


def test_a_troll_that_does_not_regenerate_counts_for_less() -> None:
    assert "(6.356 and 103 if it did not regenerate)" in DESIGN
    assert f"{float(content.attacks_needed(4, 3, 0)):.3f}" == "6.356"
    assert monster("troll", regenerates=0).threat == 103


@pytest.mark.parametrize(("defense", "health", "regenerates"), [(2, 1, 0), (4, 3, 1), (3, 5, 1), (4, 3, 3), (1, 4, 2)])
def test_the_attacks_that_kill_are_those_of_a_long_count(defense: int, health: int, regenerates: int) -> None:
    """Attack after attack, with every third followed by a recovery, until next to nobody is alive."""
    odds = [float(chance) for chance in content.contest_odds(3, defense)]
    alive = [0.0] * health + [1.0]
    made, number = 0.0, 0
    while sum(alive[1:]) > 1e-12:
        made += sum(alive[1:])
        number += 1
        after = [0.0] * (health + 1)
        for left, chance in enumerate(alive):
            for damage, part in enumerate(odds if left else []):
                rest = max(left - damage, 0)
                if number % 3 == 0 and rest:
                    rest = min(rest + regenerates, health)
                after[rest] += chance * part
        alive = after
    assert made == pytest.approx(float(content.attacks_needed(defense, health, regenerates)), abs=1e-6)


# ---- traits and spells ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("traits", "counts"),
    [
        ([], 16),  # 15.89
        (["reach"], 19),
        (["ranged"], 19),
        (["pack"], 19),
        (["reach", "pack"], 22),
        (["slow-to-wake"], 16),
        (["fearless"], 16),
        (["dims"], 16),
        (["loots"], 16),
    ],
)
def test_traits_that_bring_it_to_blows_add_a_fifth_each(traits: list[str], counts: int) -> None:
    assert monster("orc", traits=traits).threat == counts


def test_a_spell_adds_ten() -> None:
    assert monster("marsh-notary", spells=[]).threat == 8
    assert monster("marsh-notary").threat == 18


def test_our_further_monsters_are_on_the_same_scale() -> None:
    known = content.content_of(*content.read(content.DATA, "book", {}))
    assert {each.key: each.threat for each in known.monsters[10:]} == {
        "clay-spitter": 11, "sluice-raker": 29, "gutter-hound": 9, "shelf-sitter": 53, "purse-eel": 9,
    }  # fmt: skip
    assert all(1 <= each.health <= 3 for each in known.monsters)
