"""Goal and components (chapter 1 of the ledger): what one is after, and what is in the box."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import undercroft
from tests.games.elbereth.board import (
    Downward,
    Lucky,
    Thorough,
    act,
    given,
    kind,
    lay,
    number_at,
    offered,
    pieces,
    when,
    whole_game,
)
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Chance, Seeded
from undercroft.core.errors import ContentError
from undercroft.core.scene import Slot
from undercroft.core.state import State
from undercroft.core.vocabulary import Option, Options, Prompt, Stream
from undercroft.games import GAMES
from undercroft.games.elbereth import content
from undercroft.games.elbereth.cards import SORTS
from undercroft.games.elbereth.exploration import explore_from
from undercroft.games.elbereth.scene import elbereth_scene
from undercroft.games.elbereth.state import Elbereth
from undercroft.games.elbereth.vocabulary import BUYS, DISCARDS, PIECES, PROTECTS, STARTS

BOOK = content.load("book", {})
TABLES: dict[str, list[dict[str, Any]]] = GAMES["elbereth"].ledger().tables
WEAPONS = ["sword", "staff", "bow"]
PROTECTION = ["armour", "helm", "gauntlets"]
IN_PLAY = {
    "book": [42, 35, 28, 21, 14, 7, 0],
    "forty-nine": [49, 42, 35, 28, 21, 14, 7],
    "ten-floors": [63, 56, 49, 42, 35, 28, 21, 14, 7, 0],
}


def slots(game: Elbereth) -> dict[str, Slot]:
    """The inventory cards as they are shown."""
    items = [item for zone in elbereth_scene(game, 0).zones for item in zone.items]
    return {item.key: item for item in items if isinstance(item, Slot)}


# ---- the goal -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "goal.seven-floors")
def test_without_the_last_dragons_key_the_last_stairs_stay_shut() -> None:
    game = given(floor=7, equipped=["helm"], table={(0, -1): "D", (1, 0): "R"})
    assert offered(game) == ["attack-2"]
    act(game, "attack-2", dice=[6])
    assert offered(game) == ["descend"]
    act(game, "descend")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.end, outcome.won, outcome.score) == ("won", True, 7)


@pytest.mark.rule("elbereth", "goal.seven-floors")
def test_there_are_seven_floors_and_each_is_left_with_its_own_dragons_key() -> None:
    _, told = whole_game()
    steps = [name for name in told.names if name in ("floor.begins", "key.found", "floor.left", "end.won")]
    assert steps == ["floor.begins", "key.found", "floor.left"] * 7 + ["end.won"]
    assert [figures["floor"] for figures in told.figures("floor.begins")] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.rule("elbereth", "goal.seven-floors")
def test_every_choice_is_the_one_players() -> None:
    session = undercroft.start("elbereth", seed="alone")
    assert session.game.seats == ("hero",)
    while session.decision is not None:
        assert session.decision.seat == 0
        session.choose(session.decision.number % (len(session.decision.options) - 1))
    assert session.outcome is not None


# ---- the inventory --------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "comp.inventory-cards")
def test_the_inventory_is_six_pieces_of_equipment_the_coin_and_the_key() -> None:
    assert list(slots(given())) == [*WEAPONS, *PROTECTION, "coin", "key"]
    assert [piece.key for piece in BOOK.pieces] == [*WEAPONS, *PROTECTION]
    assert len(TABLES["equipment"]) + len(TABLES["inventory_other"]) == 8
    assert [row["key"] for row in TABLES["inventory_other"] if not row["equipment"]] == ["coin", "key"]


@pytest.mark.rule("elbereth", "comp.coin-key-not-equipment")
def test_coin_and_key_do_not_save_who_has_no_equipment_left() -> None:
    game = given(gone=PIECES, coin=True, key_held=True, table={(0, -1): "E3"})
    told = act(game, "attack-1", dice=[2])
    assert told.ended
    assert told.names[-1] == "end.beaten"


@pytest.mark.rule("elbereth", "comp.coin-key-not-equipment")
@pytest.mark.parametrize("name", ["coin", "key"])
def test_coin_and_key_are_never_chosen_bought_turned_down_or_discarded(name: str) -> None:
    game = given(equipped=["sword"], coin=True, key_held=True, table={(0, -1): "E3", (1, 0): "S"})
    start = when(Elbereth(BOOK), lambda new: undercroft.GAMES["elbereth"].play(new, new.table))
    assert len(start.offered) == 15
    failed = when(game, dice=[2], answers=[("action.choose", "attack-1")])
    assert failed.asked == "attack.failed"
    assert len(failed.offered) == 1 + 0 + 6
    shop = [option for option in offered(game) if option.startswith("buy-")]
    assert len(shop) == 5
    assert not [option for option in [*start.offered, *failed.offered, *shop] if name in option.split("-")]
    everything = [option.name for options in (STARTS, BUYS, DISCARDS, PROTECTS) for option in options]
    assert not [option for option in everything if name in option.split("-")]


@pytest.mark.rule("elbereth", "comp.offensive", "comp.protective")
def test_three_pieces_are_offensive_and_three_protective() -> None:
    assert [piece.key for piece in BOOK.pieces if piece.offensive] == WEAPONS
    assert [piece.key for piece in BOOK.pieces if not piece.offensive] == PROTECTION
    failed = when(
        given(equipped=PIECES, table={(0, -1): "R"}), dice=[1], answers=[("action.choose", "attack-1")]
    ).offered
    assert {word for name in failed if name.startswith("use-") for word in name.split("-")[1:]} == set(WEAPONS)
    assert [name.removeprefix("protect-with-") for name in failed if name.startswith("protect-with-")] == PROTECTION


@pytest.mark.rule("elbereth", "comp.offensive")
@pytest.mark.parametrize("piece", WEAPONS)
def test_an_offensive_piece_adds_to_an_attack_and_protects_from_nothing(piece: str) -> None:
    game = given(equipped=[piece], table={(0, -1): "R"})
    failed = when(game, dice=[5], answers=[("action.choose", "attack-1")])
    assert failed.offered[:2] == [f"use-{piece}", "discard-sword"]
    act(game, "attack-1", f"use-{piece}", dice=[5])
    assert game.key_held


@pytest.mark.rule("elbereth", "comp.protective")
@pytest.mark.parametrize("piece", PROTECTION)
def test_a_protective_piece_saves_from_damage_and_adds_to_no_attack(piece: str) -> None:
    game = given(equipped=[piece], table={(0, -1): "R"})
    failed = when(game, dice=[5], answers=[("action.choose", "attack-1")])
    assert failed.offered[:2] == [f"protect-with-{piece}", "discard-sword"]
    act(game, "attack-1", f"protect-with-{piece}", dice=[5])
    assert (pieces(game.equipped), pieces(game.gone), game.key_held) == ([], [], False)


@pytest.mark.rule("elbereth", "comp.inventory-sides")
def test_a_piece_is_equipped_face_down_or_gone_for_good() -> None:
    game = given(equipped=["sword"], coin=True, table={(0, -1): "E3", (1, 0): "i:sword", (0, 1): "S", (-1, 0): "E4"})
    states = [slots(game)["sword"].standing]
    act(game, "attack-1", "use-sword", dice=[2])
    states.append(slots(game)["sword"].standing)
    assert "pick-up-2" in offered(game)
    act(game, "pick-up-2")
    states.append(slots(game)["sword"].standing)
    act(game, "attack-4", "discard-sword", dice=[1])
    states.append(slots(game)["sword"].standing)
    assert states == ["had", "missing", "had", "gone"]

    lay(game, "i:sword", (2, 0))
    assert "buy-sword" not in offered(game)
    assert not [option for option in offered(game) if option.startswith("pick-up")]
    failed = when(game, dice=[1], answers=[("action.choose", "attack-4")]).offered
    assert not [option for option in failed if "sword" in option]


@pytest.mark.rule("elbereth", "comp.inventory-sides")
def test_coin_and_key_are_in_hand_or_not() -> None:
    game = given(floor=7, equipped=["sword"], table={(0, -1): "C", (1, 0): "S", (0, 1): "R", (-1, 0): "D"})
    shown = [(slots(game)["coin"].standing, slots(game)["key"].standing)]
    for action, dice in (("pick-up-1", []), ("attack-3", [6]), ("buy-helm", []), ("descend", [])):
        act(game, action, dice=dice)
        shown.append((slots(game)["coin"].standing, slots(game)["key"].standing))
    assert shown == [
        ("missing", "missing"), ("had", "missing"), ("had", "had"), ("missing", "had"), ("missing", "missing"),
    ]  # fmt: skip


@pytest.mark.rule("elbereth", "comp.inventory-sides")
def test_only_the_merchant_takes_the_coin_for_good() -> None:
    game = given(edition="bosses", coin=True, table={(0, -1): "B:merchant", (1, 0): "C", (0, 1): "W"})
    act(game, "bribe-with-coin")
    assert slots(game)["coin"].standing == "gone"
    assert offered(game) == ["break-3"]
    for boss in ("knight", "mage", "marksman", "smith", "ogre", "dragon"):
        game = given(edition="bosses", equipped=PIECES, coin=True, table={(0, -1): f"B:{boss}"})
        assert "bribe-with-coin" not in offered(game)


# ---- the dungeon cards ----------------------------------------------------------------------------------------------

CARDS = {  # a card of each kind, and what it takes to turn it over
    "up-stairs": ("U", "", []),
    "down-stairs": ("D", "", []),
    "boss": ("R", "attack-1", [6]),
    "enemy": ("E4", "attack-1", [6]),
    "wall": ("W", "break-1", [1]),
    "item": ("i:helm", "pick-up-1", []),
    "shop": ("S", "", []),
    "open-area": ("O", "", []),
}


@pytest.mark.rule("elbereth", "comp.dungeon-cards")
def test_the_dungeon_has_eight_kinds_of_cards() -> None:
    assert set(SORTS) == set(CARDS) == {row["key"] for row in TABLES["card_kind"]}
    found = {SORTS[kind.sort] for edition in content.editions() for kind in content.load(edition, {}).kinds}
    assert found == set(SORTS)


@pytest.mark.rule("elbereth", "comp.dungeon-cards")
@pytest.mark.parametrize("row", TABLES["card_kind"], ids=lambda row: row["key"])
def test_a_card_is_open_or_closed_and_turns_over_or_not_as_the_ledger_lists(row: dict[str, Any]) -> None:
    card, action, dice = CARDS[row["key"]]
    sort = SORTS.index(row["key"])
    assert {kind.open_face for kind in BOOK.kinds if kind.sort == sort} == {row["open_face"]}
    assert row["flips_to_open"] == bool(action)
    assert row["ordinary"] == (sort in {BOOK.kinds[index].sort for index in [*BOOK.ordinary, kind(BOOK, "O")]})

    game = given(table={(0, -1): card, (0, 1): "W", (1, 0): "W"}, deck=["W"] * 9, coin=True, key_held=card == "D")
    on_the_card = [name for name in offered(game) if name.endswith("-1")]
    assert on_the_card == ([action] if action else [])
    if action:
        told = act(game, action, dice=dice, cards=[] if row["open_face"] else ["W"] * 3)
        assert game.turned[1] == 1
        assert told.names.count("explore.laid") == (0 if row["open_face"] else 3)


@pytest.mark.rule("elbereth", "comp.dungeon-cards")
@pytest.mark.parametrize("row", TABLES["card_kind"], ids=lambda row: row["key"])
def test_only_an_open_face_is_surrounded(row: dict[str, Any]) -> None:
    game = given(table={(1, 0): "W", (0, 1): "W", (-1, 0): "W"}, deck=[CARDS[row["key"]][0], *["W"] * 9])
    open_face = row["open_face"]
    told = when(game, explore_from, 0, cards=[CARDS[row["key"]][0], *["W"] * (3 if open_face else 0)])
    assert told.names.count("explore.laid") == (4 if open_face else 1)


class Counting(Downward):
    """Notes before each action how many ordinary cards are in play: those on the table and those in the deck."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[int, set[int]] = {}

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Elbereth)
        if state.floor:
            ordinary = set(state.content.ordinary)
            set_apart = [*state.content.bosses, state.content.down_stairs]
            in_play = [card for card in state.cards if card in ordinary]
            in_play += [card for card in state.bags[-1] if card not in set_apart]
            self.seen.setdefault(int(state.floor), set()).add(len(in_play))
        return super().choose(state, prompt, options)


@pytest.mark.rule("elbereth", "comp.card-count")
@pytest.mark.parametrize("edition", IN_PLAY)
def test_seven_ordinary_cards_fewer_are_in_play_on_every_floor(edition: str) -> None:
    player = Counting()
    whole_game(edition, player=player)
    assert player.seen == {floor: {count} for floor, count in enumerate(IN_PLAY[edition], 1)}


@pytest.mark.rule("elbereth", "comp.card-count")
def test_the_dungeon_has_forty_five_cards() -> None:
    counts = Counter(BOOK.ordinary)
    assert {BOOK.kinds[index].key: count for index, count in counts.items()} == {
        "rat": 7, "spider": 7, "snake": 7, "wall": 12, "shop": 2, "item-coin": 1, "item-sword": 1, "item-staff": 1,
        "item-bow": 1, "item-armour": 1, "item-helm": 1, "item-gauntlets": 1,
    }  # fmt: skip
    assert [BOOK.kinds[index].key for index in BOOK.bosses] == ["dragon"]
    assert BOOK.kinds[BOOK.up_stairs].key == "up-stairs"
    assert BOOK.kinds[BOOK.down_stairs].key == "down-stairs"
    assert len(BOOK.ordinary) + len(BOOK.bosses) + 2 == 45


@pytest.mark.rule("elbereth", "comp.card-count")
@pytest.mark.parametrize("walls", [0, 5, 11, 13, 18, 20, 26])
def test_a_deck_that_seven_at_a_time_do_not_use_up_is_refused(walls: int) -> None:
    with pytest.raises(ContentError, match=f"there are {30 + walls} ordinary cards; .* must be 42 or 49"):
        content.load("book", {"card.wall.count": walls})
    assert len(content.load("book", {"card.wall.count": 19}).ordinary) == 49


@pytest.mark.rule("elbereth", "comp.floor-deck-size")
@pytest.mark.parametrize("edition", IN_PLAY)
def test_a_floors_deck_is_the_ordinary_cards_with_the_dragon_and_the_down_stairs(edition: str) -> None:
    _, told = whole_game(edition)
    assert [figures["deck"] for figures in told.figures("floor.begins")] == [size + 2 for size in IN_PLAY[edition]]
    assert [figures["removed"] for figures in told.figures("floor.begins")] == [
        7 * floor for floor in range(len(IN_PLAY[edition]))
    ]


@pytest.mark.rule("elbereth", "comp.floor-deck-size")
@pytest.mark.parametrize("edition", IN_PLAY)
def test_so_many_cards_can_be_laid_besides_the_up_stairs(edition: str) -> None:
    _, told = whole_game(edition, player=Thorough())
    laid_out: list[int] = []
    for name in told.names:
        if name == "floor.begins":
            laid_out.append(0)
        elif name == "explore.laid":
            laid_out[-1] += 1
    assert laid_out == [size + 2 for size in IN_PLAY[edition]]


# ---- the die --------------------------------------------------------------------------------------------------------


class Sides(Chance):
    """Seeded chance that notes the sides of all dice rolled."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.chance = Lucky(seed) if seed == "lucky" else Seeded(seed)
        self.sides: Counter[tuple[str, int]] = Counter()

    def pick(self, stream: Stream, count: int) -> int:
        if not stream.unveils:
            self.sides[stream.name, count] += 1
        return self.chance.pick(stream, count)

    def pick_card(self, stream: Stream, cards: list[int]) -> int:
        return self.chance.pick_card(stream, cards)


@pytest.mark.rule("elbereth", "comp.die")
@pytest.mark.parametrize("edition", list(content.editions()))
def test_one_die_with_six_sides_is_rolled(edition: str) -> None:
    for seed in ("one", "two", "lucky"):
        chance = Sides(seed)
        whole_game(edition, player=RandomPlayer(seed), chance=chance)
        assert set(chance.sides) <= {("attack-die", 6), ("wall-die", 6)}
        assert chance.sides


@pytest.mark.rule("elbereth", "comp.die")
@pytest.mark.parametrize(("action", "event"), [("attack-1", "attack.rolled"), ("break-2", "wall.rolled")])
def test_each_of_six_equal_chances_is_a_face_of_its_own(action: str, event: str) -> None:
    faces: list[int] = []
    for die in range(1, 7):
        game = given(equipped=["helm"], table={(0, -1): "E3", (0, 1): "W"})
        told = when(game, dice=[die], answers=[("action.choose", action)])
        faces += [figures["die"] for figures in told.figures(event)]
    assert faces == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("elbereth", "comp.equipment-numbers")
@pytest.mark.parametrize("edition", list(content.editions()))
def test_the_pieces_carry_the_numbers_one_to_six_in_the_order_of_the_list(edition: str) -> None:
    numbers = {piece.key: piece.number for piece in content.load(edition, {}).pieces}
    assert numbers == {"sword": 1, "staff": 2, "bow": 3, "armour": 4, "helm": 5, "gauntlets": 6}
    assert [slot.title.split()[0] for slot in list(slots(given(edition=edition)).values())[:6]] == list("123456")


@pytest.mark.rule("elbereth", "comp.equipment-numbers")
@pytest.mark.parametrize("swapped", [False, True])
def test_a_number_at_a_wall_hits_the_piece_that_carries_it(swapped: bool) -> None:
    changes = {"equipment.sword.number": 6, "equipment.gauntlets.number": 1} if swapped else {}
    expected = ["sword", "staff", "bow", "armour", "helm", "gauntlets"]
    hit = []
    for die in range(1, 7):
        game = given(changes=changes, equipped=PIECES, table={(0, -1): "W"})
        act(game, f"break-{number_at(game, (0, -1))}", dice=[die])
        hit += [piece for piece in PIECES if piece not in pieces(game.equipped)]
    if swapped:
        expected[0], expected[5] = expected[5], expected[0]
    assert hit == expected
