"""Words: whole sentences of typical moments, and the odds beside the options."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.games.elbereth.board import given, scripted, session_at
from undercroft.core.odds_words import ShortOdds, all_odds, odds_beside
from undercroft.core.scene import log_lines
from undercroft.core.session import Session
from undercroft.games.elbereth.state import Elbereth
from undercroft.games.elbereth.vocabulary import PIECES

NORTH = (0, -1)
WEAPONS = PIECES[:3]
DECK = ["W"] * 9


def told(game: Elbereth, *choices: str, dice: Sequence[int] = (), cards: Sequence[str] = ()) -> str:
    """What the player reads of some choices, as one paragraph."""
    session = session_at(game, scripted(game, dice, cards))
    before = len(session.events)
    for choice in choices:
        session.choose(choice)
    return " ".join(line.text for line in log_lines(session, session.events[before:]))


# ---- sentences ------------------------------------------------------------------------------------------------------


def test_a_hit() -> None:
    game = given(table={NORTH: "E4", (1, -1): "W"}, deck=DECK)
    assert told(game, "attack-1", dice=[5], cards=["W"] * 2) == (
        "You attack the Spider and roll 5 against 4. A hit! The Spider is beaten. "
        "You look around: Blue Wall. Blue Wall."
    )


def test_a_dragon_beaten_with_two_weapons() -> None:
    game = given(equipped=WEAPONS, table={NORTH: "R", (0, 1): "E3"})
    assert told(game, "attack-1", "use-sword-bow", dice=[4]).startswith(
        "You attack the Dragon and roll 4 against 6. A miss. You use the Sword. You use the Bow. "
        "That makes 6 against 6. It is enough! The Dragon is beaten. You have the key of this floor."
    )


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("use-sword", "You use the Sword. That makes 3 against 6. Not enough; the Dragon stays."),
        ("protect-with-helm", "The Helm takes the blow and is turned down."),
        ("discard-bow", "The Bow is lost for good."),
    ],
)
def test_a_miss_and_what_it_costs(answer: str, sentence: str) -> None:
    game = given(equipped=["sword", "helm"], table={NORTH: "R"})
    expected = f"You attack the Dragon and roll 2 against 6. A miss. {sentence}"
    assert told(game, "attack-1", answer, dice=[2]) == expected


@pytest.mark.parametrize(
    ("equipment", "sentence"),
    [
        ({"equipped": ["bow"]}, "The Bow is turned down."),
        ({}, "The Bow, which you did not have, is lost for good."),
        ({"gone": ["bow"]}, "That would hit a piece long gone: no harm."),
    ],
)
def test_a_wall(equipment: dict[str, Any], sentence: str) -> None:
    game = given(table={NORTH: "W", (1, 0): "E3"}, **equipment)
    assert told(game, "break-1", dice=[3]).startswith(f"You break the wall and roll 3. {sentence} The wall falls.")


def test_a_coin_and_what_it_buys() -> None:
    game = given(table={NORTH: "C", (1, 0): "S", (0, 1): "E3"})
    assert told(game, "pick-up-1", "buy-staff") == "You pick up the Coin. You buy the Staff."


def test_a_bribe() -> None:
    game = given(edition="bosses", table={NORTH: "B:merchant", (1, 0): "E3"}, coin=True)
    expected = "The Merchant takes your Coin and steps aside. You have the key of this floor."
    assert told(game, "bribe-with-coin").startswith(expected)


def test_an_ogre_hit_once_that_recovers() -> None:
    game = given(edition="bosses", table={NORTH: "B:ogre", (1, 0): "C"})
    assert told(game, "attack-1", "pick-up-2", dice=[6]) == (
        "You attack the Two-headed Ogre and roll 6 against 5. A hit! The Two-headed Ogre reels: one more such "
        "blow, at once! The Two-headed Ogre has recovered. You pick up the Coin."
    )


def test_the_way_down_and_out() -> None:
    game = given(floor=6, table={NORTH: "D"}, deck=["W"] * 7, key_held=True)
    assert told(game, "descend", cards=["D"]).startswith(
        "You turn the key and leave floor 6. Floor 7, 2 cards. You look around: Down Stairs. Dragon."
    )
    last = given(floor=7, table={NORTH: "D"}, key_held=True)
    assert told(last, "descend") == "You turn the key and leave floor 7. There is no floor below. You have won."


def test_the_start() -> None:
    session = session_at(given(floor=0), seed="start")
    session.choose("start-with-sword-helm")
    lines = [line.text for line in log_lines(session, session.events)]
    assert lines[:4] == ["You take the Sword.", "You take the Helm.", "Floor 1, 44 cards.", "You look around:"]


def test_defeat() -> None:
    game = given(gone=PIECES, table={NORTH: "E2"})
    assert told(game, "attack-1", dice=[1]) == (
        "You attack the Tunnel Rat and roll 1 against 2. A miss. "
        "You have nothing left to lose but yourself, on floor 1."
    )


@pytest.mark.parametrize(
    ("choices", "dice"),
    [
        (["attack-1", "protect-with-gauntlets"], [1]),
        (["attack-1", "discard-gauntlets"], [1]),
        (["break-2"], [6]),
        (["break-2", "break-3"], [6, 6]),
    ],
)
def test_gauntlets_come_in_pairs(choices: list[str], dice: list[int]) -> None:
    game = given(equipped=["gauntlets"], table={NORTH: "R", (1, 0): "W", (0, 1): "W"})
    sentences = [each for each in told(game, *choices, dice=dice).split(". ") if "Gauntlets" in each]
    assert sentences
    assert not any(f"Gauntlets {verb}" in each for each in sentences for verb in ("is", "takes"))


# ---- odds -----------------------------------------------------------------------------------------------------------


def odds_words(session: Session, choice: str) -> dict[str, Fraction]:
    """How likely each word beside an option is."""
    odds = session.odds(choice)
    assert odds.exact
    assert sum(branch.probability for branch in odds.branches) == 1
    game, nouns = session.game, session.game.nouns(session.state)
    chances: dict[str, Fraction] = {}
    for branch in odds.branches:
        kinds = [(game.vocabulary.events[index], thing) for index, thing in branch.happened]
        for word in {game.words().short(kind, thing, nouns) for kind, thing in kinds} - {""}:
            chances[word] = chances.get(word, Fraction(0)) + branch.probability
    return chances


def beside(session: Session, choice: str) -> ShortOdds:
    """What stands beside an option."""
    assert session.decision is not None
    names = [option.name for option in session.decision.options]
    return odds_beside(session, session.scene())[names.index(choice)]


def likely(chances: dict[str, Fraction]) -> dict[str, Fraction]:
    """Without what never happens."""
    return {word: chance for word, chance in chances.items() if chance}


def sixths(number: int) -> Fraction:
    """A part of six, none at least and all at most."""
    return Fraction(max(0, min(6, number)), 6)


REACH = ["hit", "with a weapon", "with two", "with three"]


@pytest.mark.rule("elbereth", "attack.success", "attack.use-weapons")
@pytest.mark.parametrize("strength", range(2, 10))
@pytest.mark.parametrize("had", list(product([False, True], repeat=3)), ids=str)
def test_an_attack_shows_how_likely_a_hit_is_alone_and_with_each_number_of_weapons(
    had: tuple[bool, ...], strength: int
) -> None:
    weapons = [weapon for weapon, held in zip(WEAPONS, had) if held]
    enough = strength - 1  # so many weapons are certain to suffice, and odds say nothing of more
    expected = {REACH[used]: sixths(7 - strength + used) for used in range(min(len(weapons), enough) + 1)}
    for others in ([], ["armour", "helm"]):
        changes = {"card.rat.strength": strength}
        game = given(changes=changes, equipped=[*weapons, *others], table={NORTH: "rat"}, deck=DECK)
        assert odds_words(session_at(game), "attack-1") == likely(expected)


@pytest.mark.rule("elbereth", "attack.use-weapons")
@pytest.mark.parametrize("strength", range(2, 10))
@pytest.mark.parametrize("weapons", range(4))
def test_beside_an_attack_stands_what_weapons_would_make_of_it(strength: int, weapons: int) -> None:
    changes = {"card.rat.strength": strength}
    game = given(changes=changes, equipped=WEAPONS[:weapons], table={NORTH: "rat"}, deck=DECK)
    attack = beside(session_at(game), "attack-1")
    enough = [sum(die + used >= strength for die in range(1, 7)) for used in range(weapons + 1)]
    better = [used for used in range(1, weapons + 1) if enough[used] > enough[used - 1]]
    assert attack.chances.get("hit", 0) == Fraction(enough[0], 6)
    assert attack.told.helped.get("hit", {}) == {REACH[used]: Fraction(enough[used], 6) for used in better}


@pytest.mark.rule("elbereth", "attack.use-weapons")
def test_what_weapons_make_of_it_is_told_in_brackets() -> None:
    session = session_at(given(equipped=WEAPONS[:2], table={NORTH: "E5"}, deck=DECK))
    assert beside(session, "attack-1").words == ["hit 33 % (50 % with a weapon, 67 % with two)"]
    odds = all_odds(session, session.option("attack-1"))
    assert odds.summary == ["hit 33 % (50 % with a weapon, 67 % with two)"]
    assert [row.happens for row in odds.rows if row.happens.startswith("hit")] != []
    assert not any("with" in row.happens for row in odds.rows)  # a row is what happens, not what might help


@pytest.mark.rule("elbereth", "boss.ogre")
@pytest.mark.parametrize("hit_once", [False, True])
def test_each_attack_on_the_ogre_shows_the_odds_of_one_hit(hit_once: bool) -> None:
    game = given(edition="bosses", equipped=["bow"], table={NORTH: "B:ogre"}, deck=DECK, hit_once=hit_once)
    assert odds_words(session_at(game), "attack-1") == {"hit": sixths(2), "with a weapon": sixths(3)}


@pytest.mark.rule("elbereth", "attack.no-equipment-left")
@pytest.mark.parametrize(("card", "strength"), [("E2", 2), ("E5", 5), ("R", 6)])
def test_with_nothing_left_to_lose_an_attack_shows_how_likely_one_loses(card: str, strength: int) -> None:
    game = given(gone=PIECES, table={NORTH: card}, deck=DECK)
    hit = sixths(7 - strength)
    assert odds_words(session_at(game), "attack-1") == {"hit": hit, "lose the game": 1 - hit}


@pytest.mark.rule("elbereth", "wall.equipped-damaged", "wall.unequipped-lost")
def test_a_wall_shows_how_likely_a_piece_is_lost_or_turned_down_whatever_the_equipment() -> None:
    for standings in product(("had", "missing", "gone"), repeat=len(PIECES)):
        had = [piece for piece, standing in zip(PIECES, standings) if standing == "had"]
        gone = [piece for piece, standing in zip(PIECES, standings) if standing == "gone"]
        expected = {
            "lose a piece": sixths(6 - len(had) - len(gone)),
            "turn one down": sixths(len(had)),
            "no harm": sixths(len(gone)),
        }
        session = session_at(given(equipped=had, gone=gone, table={NORTH: "W"}, deck=DECK))
        assert odds_words(session, "break-1") == likely(expected)


@pytest.mark.parametrize("choice", ["pick-up-1", "buy-bow", "descend", "bribe-with-helm"])
def test_what_is_certain_needs_no_odds(choice: str) -> None:
    boss = {} if choice == "descend" else {(1, 1): "B:smith"}
    table = {NORTH: "i:sword", (1, 0): "S", (0, 1): "D", **boss}
    key_held = choice == "descend"
    game = given(edition="bosses", equipped=["helm"], table=table, deck=DECK, coin=True, key_held=key_held)
    assert odds_words(session_at(game), choice) == {}


def test_odds_stop_where_cards_nobody_has_seen_would_be_laid() -> None:
    session = session_at(given(table={NORTH: "E4"}, deck=["E3", "E5", "W"]))
    branches = {branch.asked: branch.probability for branch in session.odds("attack-1").branches}
    assert branches == {"dungeon": sixths(3), "attack.failed": sixths(3)}


def test_the_very_last_card_is_no_secret() -> None:
    session = session_at(given(table={NORTH: "E4", (1, 0): "W"}, deck=["E5"]))
    assert odds_words(session, "attack-1") == {"hit": sixths(3), "Snake": sixths(3)}


@pytest.mark.parametrize(("answer", "words"), [("use-sword", "5, not enough"), ("use-sword-bow", "6, enough")])
def test_weapons_show_whether_they_suffice(answer: str, words: str) -> None:
    game = given(equipped=WEAPONS, table={NORTH: "R"}, deck=DECK)
    session = session_at(game, scripted(game, dice=[4]))
    session.choose("attack-1")
    question = session.scene().question
    assert question is not None
    assert [choice.label.split(": ")[1] for choice in question.choices if choice.name == answer] == [words]
    assert odds_words(session, answer) == {}


def test_among_odds_the_end_of_the_game_stands_first_and_a_hit_before_what_weapons_add() -> None:
    order = list(session_at(given(table={NORTH: "E3"})).game.words().file.odds)
    told_first = [
        "end.won",
        "end.beaten",
        "attack.hit",
        "attack.with-1",
        "attack.with-2",
        "attack.with-3",
        "explore.laid",
    ]
    assert [name for name in order if name in told_first] == told_first
    assert order.index("wall.lost") < order.index("wall.damaged") < order.index("wall.nothing")


def test_beside_an_attack_one_weapon_stands_before_two_and_two_before_three() -> None:
    session = session_at(given(equipped=WEAPONS, table={NORTH: "R"}, deck=DECK))
    attack = beside(session, "attack-1")
    assert [*attack.chances, *attack.told.helped["hit"]] == REACH
