"""The editions, and the switches that a player may set in any of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

import msgspec
import pytest

import undercroft
from tests.games.elbereth.board import (
    Downward,
    Lucky,
    act,
    bits,
    given,
    kind,
    laid,
    offered,
    pieces,
    when,
    whole_game,
)
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Seeded
from undercroft.core.errors import ContentError
from undercroft.core.state import State
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games.elbereth import ELBERETH, content
from undercroft.games.elbereth.cards import BOSS
from undercroft.games.elbereth.setup import set_up
from undercroft.games.elbereth.state import BOSS_TO_COME, Elbereth
from undercroft.games.elbereth.vocabulary import PIECES

EDITIONS = list(content.editions())
FIXED_START = {"switches.fixed-start": True}
LAST_DRAGON = {"switches.last-dragon-wins": True}
SHOP_RESTORES = {"switches.shop-restores-discarded": True}
BOSS_PER_FLOOR = {"switches.boss-per-floor": True}


# ---- what differs ---------------------------------------------------------------------------------------------------


def test_the_book_comes_first_and_there_are_six_editions() -> None:
    assert EDITIONS == ["book", "bosses", "forty-nine", "forty-nine-gentle", "forty-nine-grim", "ten-floors"]
    assert list(ELBERETH.editions()) == EDITIONS
    assert all(edition.title and edition.summary for edition in ELBERETH.editions().values())


@pytest.mark.parametrize(
    ("edition", "tables"),
    [
        ("book", []),
        ("bosses", ["switches"]),
        ("forty-nine", ["card"]),
        ("forty-nine-gentle", ["card"]),
        ("forty-nine-grim", ["card"]),
        ("ten-floors", ["card", "figures"]),
    ],
)
def test_an_edition_differs_from_the_book_in_these_tables_alone(edition: str, tables: list[str]) -> None:
    _, book = content.read(content.DATA, "book", {})
    _, other = content.read(content.DATA, edition, {})
    assert [each.name for each in fields(book) if getattr(book, each.name) != getattr(other, each.name)] == tables
    assert {key: msgspec.structs.replace(card, count=0) for key, card in other.card.items()} == {
        key: msgspec.structs.replace(card, count=0) for key, card in book.card.items()
    }


def test_by_the_book_every_switch_is_off() -> None:
    _, book = content.read(content.DATA, "book", {})
    switches = book.switches
    assert not any(getattr(switches, name) for name in switches.__struct_fields__)


@pytest.mark.parametrize("edition", ["forty-nine-gentle", "forty-nine-grim"])
def test_a_preset_is_based_on_forty_nine(edition: str) -> None:
    assert content.editions()[edition].based_on == "forty-nine"
    counts, base = ({each.key: each.count for each in content.load(name, {}).kinds} for name in (edition, "forty-nine"))
    assert counts["rat"] == base["rat"] == 0
    assert counts["bone-sentry"] == base["bone-sentry"] == 8
    assert counts != base


@pytest.mark.parametrize(
    ("edition", "decks"),
    [
        ("book", [44, 37, 30, 23, 16, 9, 2]),
        ("bosses", [44, 37, 30, 23, 16, 9, 2]),
        ("forty-nine", [51, 44, 37, 30, 23, 16, 9]),
        ("forty-nine-gentle", [51, 44, 37, 30, 23, 16, 9]),
        ("forty-nine-grim", [51, 44, 37, 30, 23, 16, 9]),
        ("ten-floors", [65, 58, 51, 44, 37, 30, 23, 16, 9, 2]),
    ],
)
def test_an_edition_has_so_many_floors_with_decks_of_these_sizes(edition: str, decks: list[int]) -> None:
    game, told = whole_game(edition)
    assert [figures["deck"] for figures in told.figures("floor.begins")] == decks
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.won, outcome.score) == (True, len(decks))


def test_ten_floors_are_won_on_the_tenth_and_not_on_the_seventh() -> None:
    table = {(0, -1): "D", (1, 0): "R"}
    for floor, won in ((7, False), (9, False), (10, True)):
        game = given(edition="ten-floors", floor=floor, table=table, turned=[(1, 0)], key_held=True)
        game.bags = [[kind(game.content, "W")] * 7]
        act(game, "descend", cards=[] if won else ["R"])
        assert (game.outcome() is not None) is won


# ---- fixed start ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_fixed_start_asks_nothing_and_gives_sword_and_armour(edition: str) -> None:
    game = Elbereth(content.load(edition, FIXED_START))
    told = when(game, set_up, cards=["W"] * 4)
    assert told.asked == ""
    assert pieces(game.equipped) == ["sword", "armour"]
    assert told.names[:3] == ["setup.equipped", "setup.equipped", "floor.begins"]
    assert (game.floor, game.gone) == (1, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_with_a_fixed_start_the_first_question_is_the_first_action(edition: str) -> None:
    session = undercroft.start("elbereth", edition=edition, changes=FIXED_START)
    assert session.decision is not None
    assert session.decision.prompt.name == "action.choose"
    assert session.choices == []
    assert ELBERETH.openings(ELBERETH.new(edition, FIXED_START)) == ((),)
    assert len(ELBERETH.openings(ELBERETH.new(edition, {}))) == 15


@pytest.mark.parametrize("start", [["bow"], ["staff", "helm"], list(PIECES)])
def test_a_fixed_start_may_be_with_other_pieces(start: list[str]) -> None:
    game = Elbereth(content.load("book", {**FIXED_START, "start.pieces": start}))
    when(game, set_up, cards=["W"] * 4)
    assert pieces(game.equipped) == start


def test_without_the_switch_the_pieces_of_a_fixed_start_do_not_matter() -> None:
    told = when(Elbereth(content.load("book", {"start.pieces": ["bow"]})), set_up)
    assert (told.asked, len(told.offered)) == ("setup.equipment", 15)


# ---- the last dragon wins -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stairs_found", [False, True])
def test_the_last_dragons_defeat_wins_at_once(stairs_found: bool) -> None:
    table = {(0, -1): "R", (1, 0): "D" if stairs_found else "W"}
    game = given(changes=LAST_DRAGON, floor=7, table=table, deck=[] if stairs_found else ["D"])
    told = act(game, "attack-1", dice=[6])
    assert told.names[-1] == "end.won"
    assert "explore.laid" not in told.names
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.end, outcome.won, outcome.score) == ("won", True, 7)


def test_weapons_may_bring_the_last_dragon_down() -> None:
    game = given(changes=LAST_DRAGON, floor=7, equipped=["sword", "bow"], table={(0, -1): "R"})
    told = act(game, "attack-1", "use-sword-bow", dice=[4])
    assert told.names[-1] == "end.won"


@pytest.mark.parametrize("floor", range(1, 7))
def test_the_dragon_of_an_earlier_floor_gives_its_key_and_no_more(floor: int) -> None:
    game = given(changes=LAST_DRAGON, floor=floor, table={(0, -1): "R", (1, 0): "D"})
    told = act(game, "attack-1", dice=[6])
    assert not told.ended
    assert game.key_held
    assert offered(game) == ["descend"]


@pytest.mark.parametrize(("dice", "then"), [([5], ["discard-bow"]), ([5], ["protect-with-helm"])])
def test_a_failed_attack_on_the_last_dragon_does_not_win(dice: list[int], then: list[str]) -> None:
    game = given(changes=LAST_DRAGON, floor=7, equipped=["helm"], table={(0, -1): "R", (1, 0): "D"})
    assert not act(game, "attack-1", *then, dice=dice).ended


def test_another_enemys_defeat_on_the_last_floor_does_not_win() -> None:
    game = given(edition="forty-nine", changes=LAST_DRAGON, floor=7, table={(0, -1): "E5", (1, 0): "R"})
    assert not act(game, "attack-1", dice=[5]).ended


@pytest.mark.parametrize("bribed", [False, True])
def test_any_boss_of_the_last_floor_wins_beaten_or_bribed(bribed: bool) -> None:
    changes = {**LAST_DRAGON, **BOSS_PER_FLOOR}
    game = given(changes=changes, floor=7, equipped=["sword"], table={(0, -1): "B:knight"})
    told = act(game, "bribe-with-sword") if bribed else act(game, "attack-1", dice=[6])
    assert told.names[-1] == "end.won"


def test_a_boss_with_two_heads_must_lose_both_to_be_the_last() -> None:
    game = given(changes={**LAST_DRAGON, **BOSS_PER_FLOOR}, floor=7, table={(0, -1): "B:ogre"})
    assert not act(game, "attack-1", dice=[5]).ended
    assert act(game, "attack-1", dice=[6]).ended


@pytest.mark.parametrize(("edition", "floors"), [("book", 7), ("forty-nine", 7), ("ten-floors", 10)])
def test_a_whole_game_with_the_switch_ends_without_the_last_descent(edition: str, floors: int) -> None:
    game, told = whole_game(edition, changes=LAST_DRAGON)
    assert told.names[-2:] == ["key.found", "end.won"]
    assert told.names.count("floor.left") == floors - 1
    assert game.floor == floors


@pytest.mark.parametrize("floor", [1, 7])
def test_without_the_switch_the_dragon_alone_never_wins(floor: int) -> None:
    game = given(floor=floor, table={(0, -1): "R", (1, 0): "D"})
    assert not act(game, "attack-1", dice=[6]).ended


# ---- shops that restore what was discarded --------------------------------------------------------------------------


def in_a_shop(changes: dict[str, Any], **more: Any) -> Elbereth:
    return given(changes=changes, coin=True, table={(0, -1): "S", (1, 0): "E5"}, **more)


def test_such_a_shop_sells_what_was_discarded_for_good() -> None:
    game = in_a_shop(SHOP_RESTORES, equipped=["sword"], gone=["bow", "helm"])
    wares = [name for name in offered(game) if name.startswith("buy-")]
    assert wares == ["buy-staff", "buy-bow", "buy-armour", "buy-helm", "buy-gauntlets"]
    act(game, "buy-bow")
    assert (pieces(game.equipped), pieces(game.gone), game.coin) == (["sword", "bow"], ["helm"], False)
    assert not [name for name in offered(game) if name.startswith("buy-")]


def test_what_such_a_shop_restores_is_as_good_as_new() -> None:
    game = in_a_shop(SHOP_RESTORES, gone=PIECES)
    act(game, "buy-helm")
    assert not act(game, "attack-2", "protect-with-helm", dice=[1]).ended
    assert (game.equipped, game.face_down()) == (0, bits(["helm"]))
    assert not act(game, "attack-2", dice=[1]).ended  # the helm again, the only piece there is to discard
    assert act(game, "attack-2", dice=[1]).ended


def test_without_the_switch_a_shop_sells_face_down_pieces_alone() -> None:
    game = in_a_shop({}, equipped=["sword"], gone=["bow", "helm"])
    assert [name for name in offered(game) if name.startswith("buy-")] == ["buy-staff", "buy-armour", "buy-gauntlets"]
    assert offered(in_a_shop({}, gone=PIECES)) == ["attack-2"]


def test_a_piece_on_the_floor_stays_there_even_where_shops_restore() -> None:
    game = given(changes=SHOP_RESTORES, gone=["bow"], table={(0, -1): "i:bow", (1, 0): "W"})
    assert offered(game) == ["break-2"]


# ---- a boss on every floor, in other editions -----------------------------------------------------------------------


class Meeting(Downward):
    """Notes the boss of every floor."""

    def __init__(self) -> None:
        super().__init__()
        self.met: dict[int, str] = {}

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Elbereth)
        if state.boss > 0:
            self.met[int(state.floor)] = state.kind(state.boss).key
        return super().choose(state, prompt, options)


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition != "ten-floors"])
def test_every_deck_of_seven_floors_goes_with_seven_bosses(edition: str) -> None:
    for seed in range(5):
        player = Meeting()
        game, told = whole_game(edition, changes=BOSS_PER_FLOOR, player=player, chance=Lucky(str(seed)))
        assert game.outcome() is not None
        assert sorted(player.met) == [1, 2, 3, 4, 5, 6, 7]
        assert sorted(player.met.values()) == ["dragon", "knight", "mage", "marksman", "merchant", "ogre", "smith"]
        first = told.figures("floor.begins")[0]["deck"]
        assert first == len(content.load(edition, {}).ordinary) + 2


def test_forty_nine_with_bosses_starts_with_one_unknown_boss_in_the_deck() -> None:
    game = Elbereth(content.load("forty-nine", BOSS_PER_FLOOR))
    when(game, set_up, cards=["W"] * 4, answers=[("setup.equipment", "start-with-sword-helm")])
    deck = Counter(game.bags[-1])
    assert deck[BOSS_TO_COME] == 1
    assert not [card for card in deck if card >= 0 and game.content.kinds[card].sort == BOSS]
    assert (game.deck_size(), len(game.bosses)) == (51 - 4, 7)
    assert list(laid(game).values()) == ["up-stairs", *["wall"] * 4]


def test_ten_floors_want_more_bosses() -> None:
    with pytest.raises(ContentError, match="10 floors need as many bosses, and there are 7"):
        content.load("ten-floors", BOSS_PER_FLOOR)


# ---- all together ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition != "ten-floors"])
def test_all_switches_go_together(edition: str) -> None:
    changes = {**FIXED_START, **LAST_DRAGON, **SHOP_RESTORES, **BOSS_PER_FLOOR}
    ends: set[str] = set()
    for seed in range(10):
        for chance in (Lucky(str(seed)), Seeded(str(seed))):
            game, _ = whole_game(edition, changes=changes, player=RandomPlayer(str(seed)), chance=chance)
            outcome = game.outcome()
            assert outcome is not None
            ends.add(outcome.end)
    assert ends == {"won", "beaten"}
