"""Exploration (chapter 3 of the ledger): where cards are laid, in which order, and what nobody knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

import undercroft
from tests.effort import law
from tests.games.elbereth.board import (
    Downward,
    Lucky,
    Place,
    act,
    given,
    kind,
    laid,
    number_at,
    offered,
    pieces,
    when,
    whole_game,
)
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Chance, Seeded
from undercroft.core.players import Paused
from undercroft.core.scene import Pile
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt, Stream
from undercroft.games.elbereth import content
from undercroft.games.elbereth.exploration import descend, explore_from, turn_over
from undercroft.games.elbereth.scene import elbereth_scene
from undercroft.games.elbereth.state import NOBODY, OLDER, Elbereth
from undercroft.games.elbereth.turns import play
from undercroft.games.elbereth.vocabulary import DESCEND

EDITIONS = list(content.editions())
UP_STAIRS = 0  # the number of their card
AROUND = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # north, east, south, west
RING = dict.fromkeys(AROUND, "W")  # the up stairs walled in


def beside(at: Place) -> list[Place]:
    """The four places next to one: north, east, south, west."""
    return [(at[0] + east, at[1] + south) for east, south in AROUND]


# ---- until no more can be laid --------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "explore.place-until-full")
def test_cards_are_laid_until_none_can_be_placed_and_nobody_is_asked() -> None:
    game = Elbereth(content.load("book", {}))
    start = [("setup.equipment", "start-with-sword-helm")]
    told = when(game, lambda new: play(new, new.table), cards=["E3", "W", "E4", "E5"], answers=start)
    assert told.names[-4:] == ["explore.laid"] * 4
    assert told.asked == "action.choose"
    assert (len(laid(game)), game.deck_size()) == (1 + 4, 40)


@pytest.mark.rule("elbereth", "explore.place-until-full")
def test_one_exploration_goes_on_for_as_long_as_open_cards_turn_up() -> None:
    game = given(deck=[*["C"] * 9, *["W"] * 30])
    told = when(game, explore_from, UP_STAIRS, cards=[*["C"] * 9, *["W"] * 11])
    assert told.names == ["explore.begins", *["explore.laid"] * 20]
    assert empty_sides(game) == []
    assert game.deck_size() == 39 - 20


def test_each_card_laid_is_told_with_what_is_left_in_the_deck() -> None:
    game = given(deck=["E3", "W", "W", "R", "W"])
    told = when(game, explore_from, UP_STAIRS, cards=["W", "E3", "R", "W"])
    assert told.figures("explore.laid") == [
        {"card": kind(game.content, card), "deck": left, "seen": 0}
        for card, left in (("W", 4), ("E3", 3), ("R", 2), ("W", 1))
    ]


# ---- the grid -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "explore.grid")
def test_a_cards_neighbours_are_those_at_its_four_edges() -> None:
    game = given(deck=["W"] * 9)
    when(game, explore_from, UP_STAIRS, cards=["W"] * 4)
    assert list(laid(game)) == [(0, 0), (0, -1), (1, 0), (0, 1), (-1, 0)]
    assert (1, 1) not in laid(game)


@pytest.mark.rule("elbereth", "explore.grid")
def test_cards_at_the_corners_do_not_count_as_neighbours() -> None:
    game = given(table=dict.fromkeys([(-1, -1), (1, -1), (1, 1), (-1, 1)], "W"), deck=["W"] * 9)
    when(game, explore_from, UP_STAIRS, cards=["W"] * 4)
    assert list(laid(game))[-4:] == AROUND


@pytest.mark.rule("elbereth", "explore.open-cards")
@pytest.mark.parametrize("card", ["D", "S", "C", "i:sword", "i:gauntlets", "O"])
def test_an_open_card_is_surrounded_at_once(card: str) -> None:
    game = given(table={(0, -1): "W", (0, 1): "W", (-1, 0): "W"}, deck=[card, *["W"] * 9])
    when(game, explore_from, UP_STAIRS, cards=[card, "W", "W", "W"])
    assert list(laid(game))[-4:] == [(1, 0), (1, -1), (2, 0), (1, 1)]


@pytest.mark.rule("elbereth", "explore.open-cards")
def test_the_up_stairs_are_surrounded() -> None:
    game = given(deck=["W"] * 9)
    when(game, explore_from, UP_STAIRS, cards=["W"] * 4)
    assert empty_sides(game) == []


@pytest.mark.rule("elbereth", "explore.open-cards")
@pytest.mark.parametrize(
    ("card", "action", "dice"),
    [("E3", "attack-1", [3]), ("R", "attack-1", [6]), ("W", "break-1", [1]), ("B:knight", "bribe-with-sword", [])],
)
def test_a_card_turned_to_its_open_back_is_surrounded(card: str, action: str, dice: list[int]) -> None:
    edition = "bosses" if card.startswith("B:") else "book"
    game = given(edition=edition, equipped=["sword"], table={(1, 0): card}, deck=["W"] * 9)
    act(game, action, dice=dice, cards=["W", "W", "W"])
    assert list(laid(game))[-3:] == [(1, -1), (2, 0), (1, 1)]


@pytest.mark.rule("elbereth", "explore.open-cards")
def test_an_item_stays_surrounded_after_it_was_picked_up() -> None:
    game = given(table={**RING, (0, -1): "C"}, deck=["W"] * 9)
    when(game, explore_from, 1, cards=["W"] * 3)
    before = laid(game)
    act(game, "pick-up-1")
    assert game.turned[1] == 1
    assert laid(game) == before


@pytest.mark.rule("elbereth", "explore.closed-cards")
def test_nothing_is_laid_because_of_a_closed_card() -> None:
    game = given(edition="forty-nine", deck=["W", "W", "E2", "R", "W", "W"])
    told = when(game, explore_from, UP_STAIRS, cards=["W", "W", "E2", "R"])
    assert told.names.count("explore.laid") == 4
    assert game.deck_size() == 2


@pytest.mark.rule("elbereth", "explore.closed-cards")
@pytest.mark.parametrize("card", ["E2", "E3", "E4", "E5", "R", "W"])
def test_a_closed_card_alone_gets_no_neighbours(card: str) -> None:
    game = given(edition="forty-nine", table={(0, -1): "W", (0, 1): "W", (-1, 0): "W"}, deck=[card, "W", "W"])
    when(game, explore_from, UP_STAIRS, cards=[card])
    assert list(laid(game))[-1] == (1, 0)
    assert game.deck_size() == 2


@pytest.mark.rule("elbereth", "explore.closed-cards")
def test_a_closed_card_gets_the_neighbours_of_an_open_card_beside_it() -> None:
    game = given(table={(0, -1): "W", (0, 1): "W", (-1, 0): "W"}, deck=["C", *["W"] * 9])
    when(game, explore_from, UP_STAIRS, cards=["C", "W", "W", "W"])
    assert laid(game)[1, -1] == "wall"  # beside the wall at (0, -1), and laid for the coin at (1, 0)


# ---- spaces and their order -----------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "explore.valid-space")
def test_a_space_beside_a_wall_alone_is_not_valid_until_the_wall_is_broken() -> None:
    game = given(deck=["W"] * 9)
    when(game, explore_from, UP_STAIRS, cards=["W"] * 4)
    assert (2, 0) not in laid(game)
    act(game, f"break-{number_at(game, (1, 0))}", dice=[1], cards=["W"] * 3)
    assert (2, 0) in laid(game)


@pytest.mark.rule("elbereth", "explore.valid-space")
def test_a_space_that_is_taken_gets_no_second_card() -> None:
    game = given(table=RING, deck=["W"] * 5)
    told = when(game, explore_from, UP_STAIRS)
    assert told.events == []
    assert (len(laid(game)), game.deck_size()) == (5, 5)


@pytest.mark.rule("elbereth", "explore.immediately")
def test_open_cards_are_served_as_they_came_each_north_east_south_west() -> None:
    game = given(edition="forty-nine", deck=["C", "E2", "E3", "E4", "E5", "W", "W", "W", "W"])
    when(game, explore_from, UP_STAIRS, cards=["C", "E2", "E3", "E4", "E5", "W", "W"])
    assert list(laid(game).items())[1:] == [
        ((0, -1), "item-coin"),
        ((1, 0), "tunnel-rat"),
        ((0, 1), "lamp-thief"),
        ((-1, 0), "bone-sentry"),
        ((0, -2), "stone-troll"),
        ((1, -1), "wall"),
        ((-1, -1), "wall"),
    ]


@pytest.mark.rule("elbereth", "explore.immediately")
def test_the_first_card_to_become_open_is_the_first_to_be_surrounded() -> None:
    game = given(deck=["C", "S", "D", *["W"] * 20])
    when(game, explore_from, UP_STAIRS, cards=["W", "C", "W", "S", "D", *["W"] * 7])
    assert list(laid(game).items())[1:] == [
        ((0, -1), "wall"), ((1, 0), "item-coin"), ((0, 1), "wall"), ((-1, 0), "shop"),  # around the up stairs
        ((1, -1), "down-stairs"), ((2, 0), "wall"), ((1, 1), "wall"),  # around the coin
        ((-1, -1), "wall"), ((-1, 1), "wall"), ((-2, 0), "wall"),  # around the shop, which has waited longer
        ((1, -2), "wall"), ((2, -1), "wall"),  # around the down stairs
    ]  # fmt: skip


@pytest.mark.rule("elbereth", "explore.immediately")
def test_the_space_is_fixed_before_the_card_is_seen() -> None:
    places = []
    for first in ("W", "E3", "C", "R"):
        game = given(deck=["C", "E3", "R", *["W"] * 20])
        when(game, explore_from, UP_STAIRS, cards=[first, *["W"] * (6 if first == "C" else 3)])
        places.append(list(laid(game))[1:5])
    assert places == [AROUND] * 4


@pytest.mark.rule("elbereth", "explore.as-many-as-fit")
@pytest.mark.parametrize("free", AROUND)
def test_an_open_card_with_three_neighbours_draws_exactly_one_card(free: Place) -> None:
    game = given(table={at: "W" for at in AROUND if at != free}, deck=["W"] * 9)
    when(game, explore_from, UP_STAIRS, cards=["W"])
    assert list(laid(game))[-1] == free
    assert game.deck_size() == 8


@pytest.mark.rule("elbereth", "explore.as-many-as-fit")
@pytest.mark.parametrize(("east", "south"), AROUND)
def test_the_table_has_no_edge(east: int, south: int) -> None:
    """A corridor of forty cards in one direction meets no end and never itself."""
    game = given(deck=["W"] * 130)
    when(game, explore_from, UP_STAIRS, cards=["W"] * 4)
    for steps in range(1, 40):
        told = when(game, turn_over, number_at(game, (east * steps, south * steps)), cards=["W"] * 3)
        assert told.names.count("explore.laid") == 3
    assert (40 * east, 40 * south) in laid(game)
    assert len(laid(game)) == len(game.at) == 5 + 39 * 3


# ---- the empty deck -------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "explore.deck-empty")
def test_with_the_last_card_exploring_stops_and_spaces_stay_empty() -> None:
    game = given(
        edition="forty-nine", floor=7, deck=["S", "C", "i:bow", "E2", "E3", "E4", "W", "D", "R"], equipped=["sword"]
    )
    told = when(game, explore_from, UP_STAIRS, cards=["S", "C", "i:bow", "E2", "D", "R", "W", "E3"])
    assert told.names.count("explore.laid") == 9
    assert told.names[-1] == "explore.deck-empty"
    assert (len(laid(game)), game.deck_size()) == (10, 0)
    assert empty_sides(game)


@pytest.mark.rule("elbereth", "explore.deck-empty")
@pytest.mark.parametrize(("action", "dice"), [("attack-1", [6]), ("attack-2", [6]), ("break-3", [1])])
def test_without_a_deck_an_action_opens_its_card_and_uncovers_nothing(action: str, dice: list[int]) -> None:
    game = given(equipped=["sword"], table={(0, -1): "E3", (1, 0): "R", (0, 1): "W"})
    told = act(game, action, dice=dice)
    assert game.turned[int(action[-1])] == 1
    assert "explore.laid" not in told.names
    assert (len(laid(game)), game.deck_size()) == (4, 0)


@pytest.mark.rule("elbereth", "explore.deck-empty")
def test_nothing_is_shuffled_back_until_the_way_down() -> None:
    game = given(table={**RING, (0, -1): "E3", (1, 0): "C"}, deck=["W"])
    act(game, "attack-1", dice=[3])
    act(game, "pick-up-2")
    for number in (3, 4):
        act(game, f"break-{number}", dice=[1])
    assert (game.deck_size(), len(laid(game))) == (0, 6)


# ---- then act -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "explore.then-act")
def test_an_enemy_five_cards_away_can_be_attacked() -> None:
    way = {(steps, 0): "W" for steps in range(1, 5)}
    game = given(table={**way, (5, 0): "E3"}, turned=list(way))
    assert offered(game) == ["attack-5"]
    act(game, "attack-5", dice=[3])
    assert game.turned[5] == 1


@pytest.mark.rule("elbereth", "explore.then-act")
def test_every_card_on_the_table_is_in_reach_of_one_action_after_another() -> None:
    game = given(
        equipped=["sword"],
        table={(-4, 0): "E3", (7, 2): "W", (0, 9): "i:helm", (3, 3): "C", (5, 5): "S", (9, 9): "E4"},
    )
    for action, dice in (
        ("attack-1", [3]), ("break-2", [6]), ("pick-up-3", []), ("pick-up-4", []), ("buy-staff", []), ("attack-6", [6]),
    ):  # fmt: skip
        assert action in offered(game)
        act(game, action, dice=dice)
    assert pieces(game.equipped) == ["sword", "staff", "helm"]


# ---- laws of every table --------------------------------------------------------------------------------------------


def open_places(game: Elbereth) -> Iterator[Place]:
    """Where open cards lie, in the order of being laid."""
    for number, at in enumerate(laid(game)):
        if game.turned[number] or game.kind(number).open_face:
            yield at


def empty_sides(game: Elbereth) -> list[Place]:
    """The valid spaces: empty, and beside an open card."""
    taken = laid(game)
    return [side for at in open_places(game) for side in beside(at) if side not in taken]


class Watching(Player):
    """Plays at random, and looks at the floor before every action."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.random = RandomPlayer(seed)
        self.looks = 0
        self.before: tuple[int, list[Place], list[Place]] = (0, [], [])

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        if prompt.name == "action.choose":
            assert isinstance(state, Elbereth)
            self.look(state)
        return self.random.choose(state, prompt, options)

    def look(self, game: Elbereth) -> None:
        self.looks += 1
        floor, taken, opened = self.before
        places, open_now = list(laid(game)), list(open_places(game))
        assert len(set(places)) == len(places)
        assert game.deck_size() == 0 or empty_sides(game) == []
        assert all(set(beside(at)) & set(open_now) for at in places[1:])
        if game.floor != floor:
            taken, opened = [(0, 0)], []
        newly = [at for at in open_now if at in taken and at not in opened]
        assert places == by_hand(taken, opened + newly, places, open_now)
        self.before = (int(game.floor), places, open_now)


def by_hand(taken: list[Place], opened: list[Place], places: list[Place], open_now: list[Place]) -> list[Place]:
    """Where a player would lay the cards that came, looking again for the first free side after each."""
    taken, queue = list(taken), list(opened)
    while len(taken) < len(places):
        at = next(side for card in queue for side in beside(card) if side not in taken)
        taken.append(at)
        if at in open_now:
            queue.append(at)
    return taken


@pytest.mark.rule("elbereth", "explore.place-until-full", "explore.valid-space", "explore.immediately")
@pytest.mark.parametrize("edition", EDITIONS)
@law(8)
@examples(seed=st.text(max_size=8))
def test_every_floor_is_laid_as_a_player_would_lay_it_by_hand(edition: str, seed: str) -> None:
    player = Watching(seed)
    whole_game(edition, player=player, chance=Lucky(seed))
    assert player.looks >= 7


class Noted(dict[int, int]):
    """A table that notes how often somebody looks whether a card lies at a place."""

    looks = 0

    def __contains__(self, key: object) -> bool:
        self.looks += 1
        return super().__contains__(key)

    def __getitem__(self, key: int) -> int:
        self.looks += 1
        return super().__getitem__(key)

    def get(self, *arguments: Any) -> Any:
        self.looks += 1
        return super().get(*arguments)

    def __iter__(self) -> Iterator[int]:
        self.looks += len(self)
        return super().__iter__()


class NotedList(list[int]):
    """A list of the cards on the table that notes how many of them somebody looks at."""

    looks = 0

    def __getitem__(self, key: Any) -> Any:
        self.looks += 1
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[int]:
        self.looks += len(self)
        return super().__iter__()


def looks_of_an_exploration(corridor: int) -> list[int]:
    """How often places and cards are looked at when a wall at the end of a corridor is turned over."""
    rows = {(steps, side): "W" for steps in range(corridor) for side in (0, -1, 1) if (steps, side) != (0, 0)}
    game = given(table={**rows, (-1, 0): "W", (corridor, 0): "W"}, turned=[(steps, 0) for steps in range(1, corridor)])
    game.bags = [[kind(game.content, "W")] * 9]
    end = number_at(game, (corridor, 0))
    noted = [NotedList(game.cards), NotedList(game.places), NotedList(game.turned)]
    game.cards, game.places, game.turned = noted
    game.at = at = Noted(game.at)
    when(game, turn_over, end, cards=["W"] * 3)
    return [at.looks, *(cards.looks for cards in noted)]


@pytest.mark.skipif(undercroft.compiled(), reason="compiled code reads lists without asking their class")
def test_an_exploration_looks_at_as_many_cards_however_large_the_floor_is() -> None:
    small, large, largest = (looks_of_an_exploration(corridor) for corridor in (2, 10, 40))
    assert small[0] >= 4  # the sides of the wall
    assert small == large == largest


# ---- what nobody knows ----------------------------------------------------------------------------------------------


def pile(game: Elbereth, key: str) -> Pile:
    """A pile of the scene."""
    parts = [part for zone in elbereth_scene(game, 0).zones for part in zone.items if part.key == key]
    assert isinstance(parts[0], Pile)
    return parts[0]


class Reading(Player):
    """Plays at random, and reads the scene at every question."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.random = RandomPlayer(seed)
        self.met: dict[int, int] = {}  # the bosses by the floor where they were met

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Elbereth)
        if state.floor:
            self.read(state)
        return self.random.choose(state, prompt, options)

    def read(self, game: Elbereth) -> None:
        kinds = game.content.kinds
        everything = Counter([*game.content.ordinary, game.content.down_stairs, *self.bosses_left(game)])
        unseen = Counter({kinds[card].name: number for card, number in (everything - Counter(game.cards)).items()})
        names = (entry.split(" ", 1) for entry in pile(game, "not-on-the-table").names)
        assert {name: int(number) for number, name in names} == unseen
        assert pile(game, "not-on-the-table").count == unseen.total()
        assert (pile(game, "deck-pile").count, pile(game, "deck-pile").names) == (game.deck_size(), ())
        if game.floor > 1:
            assert pile(game, "removed").names == ()
            bosses = game.floor - 1 if game.content.boss_per_floor else 0
            assert pile(game, "removed").count == (game.floor - 1) * game.content.removed + bosses

    def bosses_left(self, game: Elbereth) -> list[int]:
        """The bosses that were not met on an earlier floor; without the expansion the dragon is on every floor."""
        if not game.content.boss_per_floor:
            return game.content.bosses
        if game.boss != NOBODY:
            self.met[game.cards[game.boss]] = int(game.floor)
        return [boss for boss in game.content.bosses if self.met.get(boss, game.floor) == game.floor]


@pytest.mark.rule("elbereth", "explore.hidden-information")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_scene_counts_the_cards_and_names_neither_their_order_nor_the_removed(edition: str) -> None:
    for seed in ("one", "two", "three"):
        game, _ = whole_game(edition, player=Reading(seed), chance=Lucky(seed))
        assert game.floor == game.content.floors


class LastOfItsKind(Chance):
    """Repeats another chance, but takes the hindmost of all cards that are alike."""

    def __init__(self, chance: Chance) -> None:
        super().__init__()
        self.chance = chance

    def pick(self, stream: Stream, count: int) -> int:
        return self.chance.pick(stream, count)

    def pick_card(self, stream: Stream, cards: list[int]) -> int:
        chosen = cards[self.chance.pick_card(stream, cards)]
        return len(cards) - 1 - cards[::-1].index(chosen)


@pytest.mark.rule("elbereth", "explore.hidden-information")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_state_does_not_remember_where_in_a_bag_its_cards_lay(edition: str) -> None:
    for seed in ("one", "two", "three"):
        first, told = whole_game(edition, player=RandomPlayer(seed), chance=Lucky(seed))
        second, told_again = whole_game(edition, player=RandomPlayer(seed), chance=LastOfItsKind(Lucky(seed)))
        assert told.events == told_again.events
        assert first.key() == second.key()


class First(Chance):
    """A certain card comes first, from whichever bag it lies in; the rest is seeded."""

    def __init__(self, card: int, seed: str) -> None:
        super().__init__()
        self.card = card
        self.seeded = Seeded(seed)
        self.done = False

    def pick(self, stream: Stream, count: int) -> int:
        return self.seeded.pick(stream, count)

    def pick_card(self, stream: Stream, cards: list[int]) -> int:
        if self.done:
            return super().pick_card(stream, cards)
        self.done = self.card in cards
        return cards.index(self.card if self.done else OLDER)


class AtTheStairs(Downward):
    """Stops a lucky game at the stairs above a floor; `least_left` is the smallest deck at any of its descents."""

    def __init__(self, floor: int, seed: str) -> None:
        super().__init__()
        self.floor = floor
        self.least_left = 99
        self.game = Elbereth(content.load("book", {}))
        with suppress(Paused):
            play(self.game, Table([self], Lucky(seed)))

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Elbereth)
        answer = super().choose(state, prompt, options)
        if answer is DESCEND:
            self.least_left = min(self.least_left, int(state.deck_size()))
            if state.floor == self.floor - 1:
                raise Paused
        return answer


@pytest.mark.rule("elbereth", "explore.hidden-information")
@pytest.mark.parametrize("floor", [2, 3, 4])
def test_on_a_new_floor_any_card_that_nobody_missed_before_may_turn_up(floor: int) -> None:
    """Where cards stay unseen on every floor, none is known to be gone."""
    before = next(one for one in (AtTheStairs(floor, str(seed)) for seed in range(99)) if one.least_left > 0).game
    cards = {*before.content.ordinary, before.content.down_stairs, *before.content.bosses}
    for card in sorted(cards):
        game = before.copy()
        game.table = Table([], First(card, "any"))
        descend(game)
        assert game.cards[1] == card
