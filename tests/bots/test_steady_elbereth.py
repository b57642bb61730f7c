"""The rule of thumb for Elbereth: it plays by the rules, takes what is free, spends what it can spare, and wins."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.elbereth.board import given
from undercroft.bots import find_bot
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Seeded
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games import GAMES
from undercroft.games.elbereth.state import OLDER, Elbereth
from undercroft.games.elbereth.turns import possible_actions
from undercroft.games.elbereth.vocabulary import ACTION, ATTACK_FAILED, EQUIPMENT, STARTS
from undercroft.lab.simulate import simulate

ELBERETH = GAMES["elbereth"]
ALL = ("sword", "staff", "bow", "armour", "helm", "gauntlets")
FREE_HAND = {"switches.last-dragon-wins": True, "switches.shop-restores-discarded": True, "card.snake.strength": 9}


def steady(seed: str = "any") -> Player:
    return find_bot("steady", "elbereth", seed)


def chosen(game: Elbereth) -> str:
    """The action that it would take."""
    return steady().choose(game, ACTION, possible_actions(game)).name


def answered(game: Elbereth, die: int) -> str:
    """How it would answer a failed attack on the first card."""
    game.target, game.die = 1, die
    return steady().choose(game, ATTACK_FAILED, game.content.answers(game.equipped, game.gone)).name


class Asked(Player):
    """Plays at random, and asks two steady players of different seeds about every position."""

    def __init__(self, seed: str) -> None:
        self.random = RandomPlayer(seed)  # not a subclass, which a compiled player does not allow
        self.asked = 0

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        before = state.key()
        first, second = steady("one").choose(state, prompt, options), steady("two").choose(state, prompt, options)
        assert first in options
        assert not first.resigns
        assert first is second or prompt is EQUIPMENT
        assert state.key() == before
        self.asked += 1
        return self.random.choose(state, prompt, options)


# ---- by the rules ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [{}, FREE_HAND], ids=["as it is", "changed"])
@pytest.mark.parametrize("edition", ELBERETH.editions())
def test_it_knows_an_answer_to_every_question_and_only_the_position_decides(
    edition: str, changes: dict[str, Any]
) -> None:
    for seed in range(12):
        player = Asked(f"{seed}")
        ELBERETH.play(ELBERETH.new(edition, changes), Table([player], Seeded(f"{seed}")))
        assert player.asked > 5


def test_it_begins_with_two_weapons() -> None:
    starts = {steady(f"{seed}").choose(given(floor=0), EQUIPMENT, STARTS).name for seed in range(40)}
    assert starts == {"start-with-sword-staff", "start-with-sword-bow", "start-with-staff-bow"}


# ---- what is free ---------------------------------------------------------------------------------------------------


def test_it_picks_up_before_it_breaks_a_wall() -> None:
    game = given(equipped=["sword"], table={(0, -1): "W", (1, 0): "i:helm"}, deck=["R", "D", "W", "W"])
    assert chosen(game) == "pick-up-2"
    game.equipped |= 1 << ALL.index("helm")
    assert chosen(game) == "break-1"


def test_it_descends_on_the_last_floor_at_once() -> None:
    table = {(0, -1): "R", (1, 0): "D", (0, 1): "E2"}
    game = given(edition="forty-nine", table=table, turned=[(0, -1)], deck=["i:sword", "i:bow", "W"], key_held=True)
    assert chosen(game) == "attack-3"
    game.floor = 7
    assert chosen(game) == "descend"


@pytest.mark.parametrize(
    ("equipped", "deck", "bought"),
    [
        (["sword", "staff", "bow", "armour", "helm"], [], "buy-gauntlets"),
        (["staff", "bow", "armour", "helm"], [], "buy-sword"),
        (["bow", "armour", "helm", "gauntlets"], ["i:sword"], "buy-staff"),
    ],
    ids=["what it lacks", "a weapon rather than protection", "what will not turn up anyway"],
)
def test_it_buys_at_once(equipped: list[str], deck: list[str], bought: str) -> None:
    game = given(equipped=equipped, coin=True, table={(0, -1): "S", (1, 0): "E3"}, deck=[*deck, "R", "D"])
    assert chosen(game) == bought


def test_it_buys_back_what_was_discarded_where_a_shop_sells_it() -> None:
    changes = {"switches.shop-restores-discarded": True}
    game = given(changes=changes, equipped=["staff"], gone=["sword"], coin=True, table={(0, -1): "S"}, deck=["R", "D"])
    assert chosen(game) == "buy-sword"


# ---- where to go on -------------------------------------------------------------------------------------------------


def test_it_attacks_the_weaker_of_two_enemies() -> None:
    game = given(equipped=["helm"], table={(0, -1): "E5", (1, 0): "E3", (0, 1): "E4"}, deck=["R", "D"] + ["W"] * 9)
    assert chosen(game) == "attack-2"


def test_it_attacks_where_more_spaces_open() -> None:
    table = {(0, -1): "E3", (1, 0): "E3", (-1, -1): "W", (1, -1): "W"}
    game = given(equipped=["helm"], table=table, deck=["R", "D"] + ["W"] * 9)
    assert chosen(game) == "attack-2"


def test_it_breaks_walls_freely_once_nothing_is_left_to_lose() -> None:
    table = {(0, -1): "E3", (1, 0): "W"}
    deck = ["R", "D"] + ["W"] * 9
    assert chosen(given(equipped=["helm"], table=table, deck=deck)) == "attack-1"
    assert chosen(given(gone=ALL, table=table, deck=deck)) == "break-2"


def test_it_leaves_alone_what_opens_nothing() -> None:
    table = {(0, -1): "E3", (1, 0): "W", (0, 1): "R", (-1, 0): "D"}
    assert chosen(given(gone=ALL, table=table)) == "attack-3"


@pytest.mark.parametrize(
    ("deck", "action"),
    [(["W", "W", "W"], "descend"), (["i:sword", "i:bow", "i:helm", "C"], "attack-3")],
    ids=["nothing to be found", "much to be found"],
)
def test_it_goes_on_collecting_as_long_as_that_brings_more_than_it_costs(deck: list[str], action: str) -> None:
    table = {(0, -1): "R", (1, 0): "D", (0, 1): "E3"}
    game = given(equipped=["staff", "armour"], table=table, turned=[(0, -1)], deck=deck, key_held=True, floor=3)
    assert chosen(game) == action


def test_it_spends_before_it_descends_what_would_be_left_behind() -> None:
    table = {(0, -1): "R", (1, 0): "D", (0, 1): "E3", (-1, 0): "i:helm"}
    deck = ["W"] * 12 + ["i:bow"]
    pieces = ["sword", "staff", "helm"]
    assert chosen(given(equipped=pieces, table=table, turned=[(0, -1)], deck=deck, key_held=True)) == "attack-3"
    taken = given(equipped=pieces, table=table, turned=[(0, -1), (-1, 0)], deck=deck, key_held=True)
    assert chosen(taken) == "descend"


# ---- a failed attack ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "weapons"),
    [(5, "use-sword"), (4, "use-sword-staff"), (3, "use-sword-staff-bow")],
    ids=["one", "two", "three"],
)
def test_it_uses_exactly_as_many_weapons_as_suffice_for_the_last_blow(die: int, weapons: str) -> None:
    game = given(equipped=["sword", "staff", "bow", "helm"], table={(0, -1): "R", (1, 0): "D"}, floor=7)
    assert answered(game, die) == weapons


@pytest.mark.parametrize(("wins", "answer"), [(True, "use-sword-staff-bow"), (False, "protect-with-helm")])
def test_it_needs_no_stairs_where_the_last_dragon_wins(wins: bool, answer: str) -> None:
    changes = {"switches.last-dragon-wins": wins}
    game = given(changes=changes, equipped=["sword", "staff", "bow", "helm"], table={(0, -1): "R"}, deck=["D"], floor=7)
    assert answered(game, 3) == answer


def test_it_does_not_spend_three_weapons_on_any_other_blow() -> None:
    game = given(equipped=["sword", "staff", "bow", "helm"], table={(0, -1): "R", (1, 0): "D"}, floor=6)
    assert answered(game, 3) == "protect-with-helm"


def test_it_uses_the_weapon_whose_card_lies_on_the_table() -> None:
    game = given(equipped=["sword", "staff", "bow"], table={(0, -1): "E4", (1, 0): "i:bow"}, deck=["R", "D", "W"])
    assert answered(game, 3) == "use-bow"


def test_it_saves_its_weapons_where_they_would_not_suffice() -> None:
    game = given(equipped=["sword", "helm"], table={(0, -1): "R"}, deck=["D"])
    assert answered(game, 2) == "protect-with-helm"


@pytest.mark.parametrize(
    ("equipped", "deck", "answer"),
    [
        (["helm"], ["i:helm"], "protect-with-helm"),
        ([], ["i:armour", "i:gauntlets", "i:sword"], "discard-helm"),
        ([], ["i:armour", "i:helm", "i:sword"], "discard-gauntlets"),
    ],
    ids=["protection rather than a discard", "the helm will not come back", "the gauntlets will not come back"],
)
def test_it_pays_with_what_it_can_spare(equipped: list[str], deck: list[str], answer: str) -> None:
    game = given(equipped=equipped, gone=["staff", "bow"], table={(0, -1): "E4"}, deck=[*deck, "R", "D"])
    assert answered(game, 1) == answer


def test_it_pays_with_what_lies_on_the_table_rather_than_with_what_may_come() -> None:
    game = given(equipped=ALL, table={(0, -1): "E4", (1, 0): "i:helm"}, deck=["i:armour", "i:gauntlets", "R", "D"])
    assert answered(game, 1) == "protect-with-helm"


@pytest.mark.parametrize("kept", ["armour", "helm", "gauntlets"])
def test_it_keeps_what_this_floor_may_bring_back(kept: str) -> None:
    game = given(edition="forty-nine", floor=7, gone=ALL[:3], table={(0, -1): "E4"}, deck=[f"i:{kept}", "R", "D"])
    assert answered(game, 1) != f"discard-{kept}"


@pytest.mark.parametrize("kept", ["helm", "gauntlets"])
def test_it_keeps_what_a_later_floor_may_bring_back(kept: str) -> None:
    table = {(0, -1): "E4", (1, 0): f"i:{kept}"}
    game = given(gone=[*ALL[:3], "armour"], table=table, turned=[(1, 0)], deck=["R", "D"])
    assert answered(game, 1) != f"discard-{kept}"


@pytest.mark.parametrize("kept", ["helm", "gauntlets"])
def test_it_remembers_what_it_saw_on_earlier_floors(kept: str) -> None:
    game = given(gone=[*ALL[:3], "armour"], floor=2, table={(0, -1): "E4"}, deck=[f"i:{kept}", "W", "W"])
    game.bags.append([OLDER, OLDER])
    assert answered(game, 1) != f"discard-{kept}"


def test_it_takes_fewer_risks_when_little_is_left() -> None:
    table = {(0, -1): "R", (1, 0): "D", (0, 1): "E3"}
    deck = ["i:bow"] + ["W"] * 7
    rich = given(equipped=[piece for piece in ALL if piece != "bow"], table=table, turned=[(0, -1)], deck=deck)
    poor = given(
        equipped=["helm"], gone=["sword", "staff", "armour", "gauntlets"], table=table, turned=[(0, -1)], deck=deck
    )
    rich.key_held = poor.key_held = True
    assert chosen(rich) == "attack-3"
    assert chosen(poor) == "descend"


# ---- bosses ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boss", "floor", "action"),
    [
        ("B:merchant", 2, "bribe-with-coin"),
        ("B:smith", 6, "bribe-with-gauntlets"),
        ("B:knight", 6, "bribe-with-sword"),
        ("B:knight", 2, "attack-1"),
    ],
)
def test_it_bribes_a_boss_with_what_is_worth_less_than_the_fight(boss: str, floor: int, action: str) -> None:
    game = given(
        edition="bosses",
        equipped=["sword", "staff", "gauntlets"],
        coin=True,
        table={(0, -1): boss},
        deck=["D"],
        floor=floor,
    )
    assert chosen(game) == action


def test_it_strikes_the_ogre_again_before_all_else() -> None:
    table = {(0, -1): "B:ogre", (1, 0): "i:helm"}
    game = given(edition="bosses", equipped=["sword"], table=table, deck=["D"])
    assert chosen(game) == "pick-up-2"
    game.hit_once = True
    assert chosen(game) == "attack-1"


def test_it_spends_more_on_the_second_head_of_the_ogre() -> None:
    game = given(edition="bosses", equipped=["sword", "staff", "helm"], table={(0, -1): "B:ogre"}, deck=["D"])
    assert answered(game, 3) == "protect-with-helm"
    game.hit_once = True
    assert answered(game, 3) == "use-sword-staff"


# ---- strength -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "least"),
    [("book", 0.45), ("bosses", 0.40), ("forty-nine", 0.30), ("forty-nine-gentle", 0.70), ("ten-floors", 0.15)],
)
def test_it_wins_often_where_random_never_does(edition: str, least: float) -> None:
    report = simulate("elbereth", "steady", 300, "strength", edition=edition, workers=2).as_json()
    assert report["win_rate"] > least
    assert report["ends"]["gave-up"] == report["ends"]["stuck"] == 0
    assert simulate("elbereth", "random", 300, "strength", edition=edition, workers=2).as_json()["wins"] < 3
