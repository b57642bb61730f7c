"""The way down (chapter 8 of the ledger), and a second model of the game's cards that really shuffles and removes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from math import sqrt
from random import Random
from typing import Any

import pytest

from tests.games.elbereth.board import (
    Downward,
    Lucky,
    Place,
    Thorough,
    act,
    bits,
    given,
    kind,
    laid,
    offered,
    whole_game,
)
from tests.games.told import Told
from undercroft.core.chance import Chance
from undercroft.core.errors import ScriptError
from undercroft.core.grid import place
from undercroft.core.players import Paused
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt, Stream
from undercroft.games.elbereth import content
from undercroft.games.elbereth.cards import BOSS
from undercroft.games.elbereth.exploration import descend, draw, put
from undercroft.games.elbereth.state import OLDER, Elbereth
from undercroft.games.elbereth.turns import play, take_action
from undercroft.games.elbereth.vocabulary import ATTACK_DIE, DESCEND

EDITIONS = list(content.editions())


def before_the_first_card(game: Elbereth) -> None:
    """Descend as far as it goes without any card being drawn."""
    with pytest.raises(ScriptError, match="a card is drawn and no scripted card is left"):
        act(game, "descend")


def at_the_stairs(edition: str = "book", **more: Any) -> Elbereth:
    """Floor 1 with all cards of the edition: stairs and beaten dragon on the table, and a bit of everything open."""
    game = given(
        edition=edition,
        table={(0, -1): "D", (1, 0): "R", (0, 1): "E3", (-1, 0): "W", (0, 2): "i:helm", (1, 1): "S", (2, 0): "E4"},
        turned=[(1, 0), (0, 1), (-1, 0), (0, 2)],
        key_held=True,
        **more,
    )
    left = Counter(game.content.ordinary) - Counter(game.cards)
    game.bags = [sorted(left.elements())]
    return game


class Dealt(Chance):
    """These cards come in this order, each from the bag in which it lies."""

    def __init__(self, cards: list[int]) -> None:
        super().__init__()
        self.cards = cards

    def pick_card(self, stream: Stream, cards: list[int]) -> int:
        return cards.index(self.cards.pop(0) if self.cards[0] in cards else OLDER)


def go_down(game: Elbereth, *cards: str) -> Told:
    """Descend, and these cards turn up, all of them and no more."""
    chance = Dealt([kind(game.content, card) for card in cards])
    game.table = Table([], chance)
    game.table.log = []
    descend(game)
    assert chance.cards == []
    return Told(game.table.log, "", [], game.end is not None)


class Halting(Downward):
    """Plays as far as the stairs of a floor."""

    def __init__(self, floor: int) -> None:
        super().__init__()
        self.floor = floor

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Elbereth)
        if state.floor == self.floor and DESCEND in options:
            raise Paused
        return super().choose(state, prompt, options)


def stopped(edition: str, floor: int, seed: str) -> Elbereth:
    """A game at the stairs of a floor."""
    game = Elbereth(content.load(edition, {}))
    with suppress(Paused):
        play(game, Table([Halting(floor)], Lucky(seed)))
    return game


def ordinary_cards_laid(edition: str, player: Player, seed: str) -> list[Counter[str]]:
    """The ordinary cards that turned up on each floor of a game, by key."""
    game, told = whole_game(edition, player=player, chance=Lucky(seed))
    floors: list[Counter[str]] = []
    for event in told.events:
        if event.kind.name == "floor.begins":
            floors.append(Counter())
        elif event.kind.name == "explore.laid" and is_ordinary(game, event.a):
            floors[-1][game.content.kinds[event.a].key] += 1
    return floors


def is_ordinary(game: Elbereth, card: int) -> bool:
    """Whether a card is an ordinary one, neither stairs nor boss nor a mark in a bag."""
    return card >= 0 and game.content.kinds[card].sort < BOSS


# ---- the clauses ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "descend.condition")
@pytest.mark.parametrize("floor", [1, 4, 7])
@pytest.mark.parametrize(
    ("key_held", "stairs", "may"),
    [(True, False, False), (False, True, False), (False, False, False), (True, True, True)],
)
def test_descending_takes_the_key_and_the_stairs(floor: int, key_held: bool, stairs: bool, may: bool) -> None:
    table = {(0, -1): "E3", (1, 0): "D" if stairs else "W"}
    game = given(floor=floor, equipped=["helm"], table=table, deck=[] if stairs else ["D"], key_held=key_held)
    assert ("descend" in offered(game)) is (key_held and stairs)


@pytest.mark.rule("elbereth", "descend.condition")
def test_one_may_stay_with_key_and_stairs_and_do_all_else() -> None:
    game = given(
        coin=True,
        key_held=True,
        table={(0, -1): "E3", (1, 0): "W", (0, 1): "i:helm", (-1, 0): "S", (2, 0): "D", (3, 0): "E5", (0, 2): "R"},
        turned=[(0, 2)],
    )
    purchases = ["buy-sword", "buy-staff", "buy-bow", "buy-armour", "buy-helm", "buy-gauntlets"]
    assert offered(game) == ["attack-1", "attack-6", "break-2", "pick-up-3", *purchases, "descend"]
    for action, dice in (("attack-1", [3]), ("break-2", [1]), ("pick-up-3", []), ("buy-bow", [])):
        act(game, action, dice=dice)
        assert "descend" in offered(game)


@pytest.mark.rule("elbereth", "descend.key-used")
@pytest.mark.parametrize("floor", range(1, 8))
def test_the_key_is_used_up(floor: int) -> None:
    game = at_the_stairs()
    game.floor = floor
    game.table = Table([], Lucky("down"))
    descend(game)
    assert not game.key_held


@pytest.mark.rule("elbereth", "descend.key-used")
def test_every_floor_needs_a_key_of_its_own() -> None:
    _, told = whole_game()
    keys = [name for name in told.names if name in ("key.found", "floor.left")]
    assert keys == ["key.found", "floor.left"] * 7


@pytest.mark.rule("elbereth", "descend.gather")
@pytest.mark.parametrize(("edition", "ordinary"), [("book", 42), ("forty-nine", 49), ("ten-floors", 63)])
def test_all_ordinary_cards_are_gathered_those_turned_over_too(edition: str, ordinary: int) -> None:
    game = at_the_stairs(edition)
    before_the_first_card(game)
    assert game.bags[0] == sorted(game.content.ordinary)
    assert len(game.bags[0]) == ordinary
    assert len(game.bags) == 2


@pytest.mark.rule("elbereth", "descend.gather")
@pytest.mark.parametrize("edition", EDITIONS)
def test_whatever_lay_on_the_table_all_cards_of_the_first_floor_are_gathered(edition: str) -> None:
    for seed in range(10):
        game = stopped(edition, 1, str(seed))
        before_the_first_card(game)
        assert game.bags[0] == sorted(game.content.ordinary)


@pytest.mark.rule("elbereth", "descend.gather")
def test_a_beaten_enemy_a_broken_wall_and_a_taken_item_come_back_face_up() -> None:
    game = at_the_stairs(equipped=["helm"])
    go_down(game, "E3", "W", "i:helm", "R", "W", "W", "W")
    assert list(laid(game).values())[1:5] == ["rat", "wall", "item-helm", "dragon"]
    assert game.turned == [0] * 8
    assert offered(game) == ["attack-1", "attack-4", "break-2", "break-5", "break-6", "break-7"]  # and the helm is held


@pytest.mark.rule("elbereth", "descend.gather")
@pytest.mark.parametrize("coin", [False, True])
def test_the_inventory_stays_as_it_is_but_for_the_key(coin: bool) -> None:
    game = at_the_stairs(equipped=["sword", "helm"], gone=["bow"], coin=coin, coin_gone=not coin)
    before_the_first_card(game)
    assert (game.equipped, game.gone) == (bits(["sword", "helm"]), bits(["bow"]))
    assert (game.coin, game.coin_gone, game.key_held) == (coin, not coin, False)


@pytest.mark.rule("elbereth", "descend.remove-seven")
@pytest.mark.parametrize(("edition", "ordinary"), [("book", 35), ("forty-nine", 42), ("ten-floors", 56)])
def test_seven_fewer_ordinary_cards_are_in_the_new_deck(edition: str, ordinary: int) -> None:
    game = at_the_stairs(edition)
    before_the_first_card(game)
    assert game.bags[-1].count(OLDER) == ordinary
    assert game.deck_size() == ordinary + 2
    assert len(game.bags[0]) - ordinary == 7


@pytest.mark.rule("elbereth", "descend.remove-seven")
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_turns_up_on_a_floor_seen_whole_is_all_but_seven_of_the_floor_above(edition: str) -> None:
    for seed in range(5):
        floors = ordinary_cards_laid(edition, Thorough(), str(seed))
        for above, below in pairwise(floors):
            assert below <= above
            assert above.total() - below.total() == 7


@pytest.mark.rule("elbereth", "descend.remove-seven")
@pytest.mark.parametrize("key", ["rat", "wall", "item-coin", "item-sword", "shop"])
def test_any_ordinary_card_can_go(key: str) -> None:
    gone: set[str] = set()
    for seed in range(40):
        floors = ordinary_cards_laid("book", Thorough(), str(seed))
        gone.update((floors[0] - floors[1]).keys())
    assert key in gone


@pytest.mark.rule("elbereth", "descend.remove-seven")
@pytest.mark.parametrize("edition", EDITIONS)
def test_below_every_deck_there_are_seven_cards_more_than_it_stands_for(edition: str) -> None:
    player = Bookkeeper()
    whole_game(edition, player=player, chance=Lucky("books"))
    assert player.looked > player.deepest == content.load(edition, {}).floors


class Bookkeeper(Downward):
    """Counts the bags before every choice."""

    looked = 0
    deepest = 0

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Elbereth)
        if state.floor:
            self.looked += 1
            self.deepest = max(self.deepest, int(state.floor))
            assert len(state.bags) == state.floor
            for above, below in pairwise(state.bags):
                assert len(above) - below.count(OLDER) == state.content.removed
            cards = Counter(card for bag in state.bags for card in bag) + Counter(state.cards)
            ordinary = Counter({card: count for card, count in cards.items() if is_ordinary(state, card)})
            assert ordinary == Counter(state.content.ordinary)
        return super().choose(state, prompt, options)


@pytest.mark.rule("elbereth", "descend.new-floor")
@pytest.mark.parametrize(("edition", "size"), [("book", 37), ("forty-nine", 44), ("ten-floors", 58)])
def test_a_new_floor_starts_with_the_up_stairs_alone(edition: str, size: int) -> None:
    game = at_the_stairs(edition, hit_once=True)
    before_the_first_card(game)
    assert laid(game) == {(0, 0): "up-stairs"}
    assert (game.floor, game.deck_size(), game.turned) == (2, size, [0])
    deck = Counter(game.bags[-1])
    assert (deck[game.content.down_stairs], deck[game.content.bosses[0]]) == (1, 1)
    assert (game.attacks, game.breaks, game.items, game.seen) == ([], [], [], [0])
    assert (game.shop_found, game.stairs_found, game.hit_once) == (False, False, False)


@pytest.mark.rule("elbereth", "descend.new-floor")
def test_a_new_floor_is_explored_before_the_next_action() -> None:
    game = at_the_stairs()
    told = go_down(game, "W", "R", "W", "E3")
    assert told.names == ["floor.left", "floor.begins", "explore.begins", *["explore.laid"] * 4]
    assert told.figures("floor.begins") == [{"floor": 2, "deck": 37, "removed": 7}]
    assert offered(game) == ["attack-2", "attack-4", "break-1", "break-3"]


@pytest.mark.rule("elbereth", "descend.new-floor")
def test_nothing_of_the_floor_above_is_in_reach() -> None:
    game = at_the_stairs(coin=True)
    go_down(game, "W", "W", "W", "W")
    assert offered(game) == ["break-1", "break-2", "break-3", "break-4"]  # no shop, no stairs


# ---- a second model -------------------------------------------------------------------------------------------------
# The game keeps no order and never says which cards left it. Here they are shuffled and removed in earnest; what turns
# up must be distributed alike.

Cards = tuple[str, ...]
Law = dict[tuple[Cards, ...], Fraction]


class EveryWay(Chance):
    """Walks all that may be drawn, alike cards at once; an attack rolls a six and a wall a one."""

    def __init__(self) -> None:
        super().__init__()
        self.path: list[int] = []
        self.sizes: list[int] = []
        self.begin()

    def begin(self) -> None:
        """Another run along the path."""
        self.depth = 0
        self.probability = Fraction(1)

    def pick(self, stream: Stream, count: int) -> int:
        return count - 1 if stream is ATTACK_DIE else 0

    def pick_card(self, stream: Stream, cards: list[int]) -> int:
        kinds = sorted(set(cards))
        if self.depth == len(self.path):
            self.path.append(0)
            self.sizes.append(len(kinds))
        card = kinds[self.path[self.depth]]
        self.depth += 1
        self.probability *= Fraction(cards.count(card), len(cards))
        return cards.index(card)

    def go_on(self) -> bool:
        """Whether there is another way, which is then the path."""
        while self.path and self.path[-1] == self.sizes[-1] - 1:
            self.path.pop()
            self.sizes.pop()
        if self.path:
            self.path[-1] += 1
        return bool(self.path)


def every_way(before: Elbereth, step: Callable[[Elbereth], Cards]) -> Iterator[tuple[Fraction, Cards, Elbereth]]:
    """All that a step may lead to: how likely, which cards were seen, and the game then."""
    chance = EveryWay()
    more = True
    while more:
        chance.begin()
        game = before.copy()
        game.table = Table([Halting(int(game.floor) + 1)], chance)
        game.table.seat(game)
        seen = step(game)
        yield chance.probability, seen, game
        more = chance.go_on()


def small_dungeon(removed: int, floors: int, **counts: int) -> Elbereth:
    """A game on its first floor with a small deck, all cards of it gathered."""
    known = content.load("book", {})
    changes: dict[str, Any] = {f"card.{each.key}.count": 0 for each in known.kinds if each.sort < BOSS}
    changes |= {f"card.{key.replace('_', '-')}.count": count for key, count in counts.items()}
    changes |= {"figures.removed": removed, "figures.floors": floors}
    return given(changes=changes, deck=[known.kinds[card].key for card in content.load("book", changes).ordinary])


def keys(game: Elbereth, cards: list[int]) -> Cards:
    """Cards by key."""
    return tuple(game.content.kinds[card].key for card in cards)


@cache
def remaining(cards: Cards, removed: int) -> dict[Cards, Fraction]:
    """What may be left of cards after so many were removed, each set of them as likely."""
    ways = Counter(
        tuple(sorted(cards[number] for number in kept))
        for kept in combinations(range(len(cards)), len(cards) - removed)
    )
    return {left: Fraction(count, ways.total()) for left, count in ways.items()}


@cache
def orders(cards: Cards) -> list[Cards]:
    """All orders of a shuffled deck, each as likely."""
    return list(set(permutations(cards)))


def by_shuffling(cards: Cards, removed: int, floors: int, seen_of: Callable[[int, Cards], Law]) -> list[Law]:
    """What turns up on floor after floor, where the cards of a floor are fixed and its deck is shuffled.

    `seen_of` gives what may be seen of a floor with these cards. A floor's law tells its sequence of cards after what
    turned up before, and of earlier floors which cards but not in which order.
    """
    laws: list[Law] = []
    hands: dict[tuple[tuple[Cards, ...], Cards], Fraction] = {((), tuple(sorted(cards))): Fraction(1)}
    for floor in range(floors):
        law: Law = {}
        after: dict[tuple[tuple[Cards, ...], Cards], Fraction] = {}
        for (before, hand), likely in hands.items():
            for left, kept in remaining(hand, removed).items():
                for (seen,), part in seen_of(floor, left).items():
                    add(law, (*before, seen), likely * kept * part)
                    add(after, ((*before, tuple(sorted(seen))), left), likely * kept * part)
        laws.append(law)
        hands = after
    return laws


def by_the_game(game: Elbereth, steps: list[Callable[[Elbereth], Cards]]) -> list[Law]:
    """The same for the game itself, one step for each floor."""
    laws: list[Law] = []
    states: dict[object, tuple[Fraction, tuple[Cards, ...], Elbereth]] = {0: (Fraction(1), (), game)}
    for step in steps:
        law: Law = {}
        after: dict[object, tuple[Fraction, tuple[Cards, ...], Elbereth]] = {}
        for likely, before, state in states.values():
            for part, seen, then in every_way(state, step):
                add(law, (*before, seen), likely * part)
                history = (*before, tuple(sorted(seen)))
                alike = (history, tuple(map(tuple, then.bags)), tuple(sorted(then.cards)))
                so_far = after[alike][0] if alike in after else 0
                after[alike] = (so_far + likely * part, history, then)
        laws.append(law)
        states = after
    return laws


def add(law: dict[Any, Fraction], outcome: object, likely: Fraction) -> None:
    law[outcome] = law.get(outcome, Fraction(0)) + likely


# ---- without a map: so many cards of each floor are seen ------------------------------------------------------------


def see(count: int) -> Callable[[Elbereth], Cards]:
    """Descend, set boss and stairs aside, and look at so many cards of the new deck."""

    def step(game: Elbereth) -> Cards:
        chance, game.table.chance = game.table.chance, Chance()
        with suppress(ScriptError):
            descend(game)
        game.table.chance = chance
        game.bags[-1] = [card for card in game.bags[-1] if card == OLDER]
        cards = [int(draw(game)[0]) for _ in range(count)]
        for number, card in enumerate(cards):
            put(game, card, place(number, 9), game.floor)
        return keys(game, cards)

    return step


@pytest.mark.rule("elbereth", "descend.remove-seven", "explore.hidden-information")
@pytest.mark.parametrize(
    ("removed", "counts", "looks"),
    [
        (1, {"wall": 3, "rat": 2, "item_coin": 1}, [5, 4, 3, 2]),  # every floor seen whole
        (1, {"wall": 3, "rat": 2, "item_coin": 1}, [2, 2, 3]),
        (1, {"wall": 3, "rat": 2, "item_coin": 1}, [1, 2, 1, 2]),
        (1, {"wall": 3, "rat": 2, "item_coin": 1}, [0, 0, 0, 2]),  # nothing seen for three floors
        (1, {"wall": 3, "rat": 2, "item_coin": 1}, [4, 0, 2, 1]),
        (2, {"wall": 4, "rat": 2, "item_coin": 1, "shop": 1}, [3, 2, 2]),
        (2, {"wall": 4, "rat": 2, "item_coin": 1, "shop": 1}, [1, 3, 1]),
        (3, {"wall": 4, "rat": 3, "item_coin": 2}, [2, 3]),
    ],
)
def test_what_turns_up_is_what_shuffling_and_removing_would_show(
    removed: int, counts: dict[str, int], looks: list[int]
) -> None:
    game = small_dungeon(removed, sum(counts.values()) // removed + 1, **counts)

    def first_cards(floor: int, left: Cards) -> Law:
        law: Law = {}
        for order in orders(left):
            add(law, (order[: looks[floor]],), Fraction(1, len(orders(left))))
        return law

    shuffled = by_shuffling(keys(game, game.content.ordinary), removed, len(looks), first_cards)
    assert by_the_game(game, [see(count) for count in looks]) == shuffled
    assert all(sum(law.values()) == 1 for law in shuffled)


# ---- with a map: real floors, left as soon as they can be -----------------------------------------------------------


def explore_and_beat(game: Elbereth) -> Cards:
    """Descend and play the new floor as far as its stairs and its key."""
    with suppress(Paused):
        descend(game)
        while True:
            take_action(game)
    return keys(game, game.cards[1:])


def seen_by_hand(order: Cards) -> Cards:
    """The cards that turn up with a deck in this order, for who turns to the dragon first, then enemies, then walls.

    Written from the clauses, as plainly as can be: look all over the table for the first free side, again and again.
    """
    table: dict[Place, str] = {(0, 0): "up-stairs"}
    opened: list[Place] = [(0, 0)]
    closed: list[Place] = []
    while True:
        while (free := first_free_side(table, opened)) is not None and len(table) <= len(order):
            card = order[len(table) - 1]
            table[free] = card
            (closed if card in ("dragon", "rat", "spider", "snake", "wall") else opened).append(free)
        if (
            "down-stairs" in table.values()
            and "dragon" not in [table[at] for at in closed]
            and "dragon" in table.values()
        ):
            return order[: len(table) - 1]
        target = min(closed, key=lambda at: (table[at] != "dragon", table[at] == "wall"))  # the first of the best
        closed.remove(target)
        opened.append(target)


def first_free_side(table: dict[Place, str], opened: list[Place]) -> Place | None:
    """The first empty space beside an open card: north, east, south, west of the first that has one."""
    sides = ((0, -1), (1, 0), (0, 1), (-1, 0))
    free = ((at[0] + east, at[1] + south) for at in opened for east, south in sides)
    return next((side for side in free if side not in table), None)


@cache
def seen_on_a_floor(left: Cards) -> Law:
    """What may be seen of a floor with these ordinary cards, in all orders of its deck."""
    law: Law = {}
    for order in orders((*left, "dragon", "down-stairs")):
        add(law, (seen_by_hand(order),), Fraction(1, len(orders((*left, "dragon", "down-stairs")))))
    return law


@pytest.mark.slow
@pytest.mark.rule("elbereth", "descend.remove-seven", "explore.hidden-information", "explore.immediately")
def test_real_floors_show_what_shuffling_and_removing_would_show() -> None:
    game = small_dungeon(2, 6, wall=9, rat=1)
    shuffled = by_shuffling(keys(game, game.content.ordinary), 2, 4, lambda floor, left: seen_on_a_floor(left))
    assert by_the_game(game, [explore_and_beat] * 4) == shuffled


# ---- and the real deck ----------------------------------------------------------------------------------------------


def game_by_hand(cards: Cards, floors: int, chance: Random) -> list[Cards]:
    """What turns up on the first floors of a game in which cards are shuffled and seven removed."""
    deck, result = list(cards), []
    for _ in range(floors):
        order = [*deck, "dragon", "down-stairs"]
        chance.shuffle(order)
        result.append(seen_by_hand(tuple(order)))
        chance.shuffle(deck)
        del deck[:7]
    return result


def game_by_the_rules(floors: int, seed: str) -> list[Cards]:
    """What turns up on the first floors of a real game."""
    game = Elbereth(content.load("book", {}))
    table = Table([Halting(floors)], Lucky(seed))
    table.log = []
    with suppress(Paused):
        play(game, table)
    result: list[list[int]] = []
    for event in table.log:
        if event.kind.name == "floor.begins":
            result.append([])
        elif event.kind.name == "explore.laid":
            result[-1].append(event.a)
    return [keys(game, cards) for cards in result]


def traits(floors: list[Cards]) -> dict[str, object]:
    """What is compared: how much turns up, and what comes again on later floors."""
    return {
        "cards": tuple(len(cards) // 8 for cards in floors),
        "walls": tuple(cards.count("wall") // 3 for cards in floors[1:]),
        "coin": tuple("item-coin" in cards for cards in floors),
        "sword": tuple("item-sword" in cards for cards in floors),
        "shops": tuple(cards.count("shop") for cards in floors[2:]),
        "snakes": tuple(cards.count("snake") // 2 for cards in floors[1:]),
        "first": tuple(cards[0] for cards in floors[2:]),
    }


def bound(freedom: int) -> float:
    """What chi-square stays below but once in a million (Laurent and Massart, x = 13.9)."""
    return freedom + 2 * sqrt(freedom * 13.9) + 2 * 13.9


@pytest.mark.slow
@pytest.mark.rule("elbereth", "descend.remove-seven", "explore.hidden-information")
def test_four_floors_of_the_real_deck_are_distributed_as_if_shuffled_and_removed() -> None:
    tries, chance = 1_000, Random("by hand")
    book = content.load("book", {})
    cards = tuple(book.kinds[card].key for card in book.ordinary)
    tallies: tuple[Counter[tuple[str, object]], ...] = (Counter(), Counter())
    for number in range(tries):
        tallies[0].update(traits(game_by_hand(cards, 4, chance)).items())
        tallies[1].update(traits(game_by_the_rules(4, str(number))).items())
    for trait in traits([("wall",)] * 4):
        common = [
            each for each in tallies[0] + tallies[1] if each[0] == trait and tallies[0][each] + tallies[1][each] > 20
        ]
        rare = [tries - sum(tally[each] for each in common) for tally in tallies]
        pairs = [(tallies[0][each], tallies[1][each]) for each in common]
        pairs += [(rare[0], rare[1])] if sum(rare) > 20 else []
        assert len(pairs) > 4
        distance = sum((one - other) ** 2 / (one + other) for one, other in pairs)
        assert distance < bound(len(pairs) - 1), (trait, distance)


# ---- what a state should not know -----------------------------------------------------------------------------------


def test_who_has_seen_the_same_has_the_same_odds() -> None:
    """A wall was seen on the floor above, and a wall turns up: the table says whether it is the same."""
    game = given(floor=3)
    wall, coin = kind(game.content, "W"), kind(game.content, "C")
    game.bags = [[wall, wall, coin], [OLDER, OLDER, wall], [OLDER, OLDER]]
    odds: dict[Cards, set[Fraction]] = {}
    for _, seen, then in every_way(game, look):
        coin_next = sum(part for part, (next_card, _), _ in every_way(then, look) if next_card == "item-coin")
        odds.setdefault(seen, set()).add(Fraction(coin_next))
    assert odds[("wall", "floor 2")] == {Fraction(1, 3)}
    assert odds[("wall", "floor 0")] == {Fraction(1, 4)}


def look(game: Elbereth) -> Cards:
    """The next card of the deck, and where it was seen last."""
    drawn, floor = draw(game)
    return (*keys(game, [int(drawn)]), f"floor {floor}")
