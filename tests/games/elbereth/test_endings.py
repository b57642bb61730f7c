"""How games end (chapter 8 of the ledger): won, lost, never stuck, always in the end."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from tests.effort import law
from tests.games.elbereth.board import Lucky, act, bits, given, kind, laid, offered, when, whole_game
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Chance, Seeded
from undercroft.core.state import State
from undercroft.core.table import Player
from undercroft.core.vocabulary import Option, Options, Prompt, Stream
from undercroft.games.elbereth import content
from undercroft.games.elbereth.cards import BOSS, COIN, ENEMY, ITEM, WALL
from undercroft.games.elbereth.exploration import explore_from
from undercroft.games.elbereth.state import Elbereth
from undercroft.games.elbereth.vocabulary import ATTACK_DIE, PIECES

EDITIONS = list(content.editions())
SEEDS = st.text(max_size=8)

few = law(15)


def ending(game: Elbereth) -> tuple[str, bool, int]:
    """How it ended: the reason, whether won, and how many floors were cleared."""
    outcome = game.outcome()
    assert outcome is not None
    return outcome.end, outcome.won, outcome.score


# ---- won ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "end.win")
@pytest.mark.parametrize(("edition", "floors"), [("book", 7), ("forty-nine", 7), ("ten-floors", 10), ("bosses", 7)])
def test_descending_from_the_last_floor_wins_at_once(edition: str, floors: int) -> None:
    game = given(edition=edition, floor=floors, table={(0, -1): "D", (1, 0): "R"}, turned=[(1, 0)], key_held=True)
    assert game.outcome() is None
    told = act(game, "descend")
    assert told.names == ["floor.left", "end.won"]
    assert ending(game) == ("won", True, floors)


@pytest.mark.rule("elbereth", "end.win")
@pytest.mark.parametrize("floor", range(1, 7))
def test_descending_from_an_earlier_floor_leads_on(floor: int) -> None:
    game = given(floor=floor, table={(0, -1): "D", (1, 0): "R"}, turned=[(1, 0)], key_held=True)
    game.bags = [[kind(game.content, "W")] * 7]  # and these leave
    act(game, "descend", cards=["R"])
    assert game.outcome() is None
    assert game.floor == floor + 1


@pytest.mark.rule("elbereth", "end.win")
@pytest.mark.parametrize("edition", EDITIONS)
def test_with_the_last_floor_no_ordinary_card_is_left(edition: str) -> None:
    for seed in range(5):
        game, told = whole_game(edition, chance=Lucky(str(seed)))
        floors, removed = game.content.floors, game.content.removed
        assert ending(game) == ("won", True, floors)
        assert [figures["floor"] for figures in told.figures("floor.begins")] == list(range(1, floors + 1))
        last = told.figures("floor.begins")[-1]["deck"] - 2
        assert last <= removed  # all that there are leave with the last descent
        assert len(game.content.ordinary) - removed * (floors - 1) == last


@pytest.mark.rule("elbereth", "end.win")
def test_the_key_alone_does_not_win() -> None:
    game = given(floor=7, table={(1, 0): "R"}, deck=["D"])
    told = act(game, "attack-1", dice=[6])
    assert not told.ended
    assert offered(game) == ["descend"]


# ---- lost -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "end.loss")
@pytest.mark.parametrize("floor", [1, 5, 7])
def test_damage_without_any_equipment_left_loses(floor: int) -> None:
    game = given(floor=floor, gone=PIECES, coin=True, key_held=True, table={(0, -1): "E3", (1, 0): "W"}, deck=["W"] * 9)
    told = act(game, "attack-1", dice=[2])
    assert (told.asked, told.names[-1]) == ("", "end.beaten")
    assert ending(game) == ("beaten", False, floor - 1)


@pytest.mark.rule("elbereth", "end.loss")
def test_having_no_equipment_is_not_yet_a_loss() -> None:
    game = given(gone=PIECES, table={(0, -1): "E3", (1, 0): "W", (0, 1): "E5"}, deck=["W"] * 9)
    act(game, "break-2", dice=[1], cards=["W"] * 3)
    act(game, "attack-1", dice=[3], cards=["W"] * 2)
    assert game.outcome() is None
    act(game, "attack-3", dice=[4])
    assert ending(game) == ("beaten", False, 0)


@pytest.mark.rule("elbereth", "end.loss")
@pytest.mark.parametrize("last", PIECES)
def test_the_last_piece_can_be_discarded_and_then_no_more(last: str) -> None:
    game = given(gone=[piece for piece in PIECES if piece != last], table={(0, -1): "E5"})
    assert not act(game, "attack-1", dice=[4]).ended  # with a single answer nobody is asked
    assert game.gone == bits(PIECES)
    assert act(game, "attack-1", dice=[4]).ended


@pytest.mark.rule("elbereth", "end.loss")
def test_losing_the_last_piece_to_a_wall_is_no_damage() -> None:
    game = given(gone=PIECES[1:], table={(0, -1): "W", (1, 0): "E3"}, deck=["W"] * 5)
    told = act(game, "break-1", dice=[1], cards=["W"] * 3)
    assert game.gone == bits(PIECES)
    assert not told.ended


# ---- never stuck ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "end.never-stuck")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_without_any_action_is_lost(edition: str) -> None:
    game = given(edition=edition, floor=3, equipped=["sword"], coin=True)
    told = when(game)
    assert (told.asked, told.names) == ("", ["end.stuck"])
    assert ending(game) == ("stuck", False, 2)


@pytest.mark.rule("elbereth", "end.never-stuck")
def test_what_lies_there_and_cannot_be_used_does_not_save_from_being_stuck() -> None:
    game = given(
        equipped=["helm"],
        gone=["bow"],
        table={(0, -1): "i:helm", (1, 0): "i:bow", (0, 1): "S", (-1, 0): "D", (0, 2): "E3", (0, 3): "W"},
        turned=[(0, 2), (0, 3)],
    )
    assert when(game).names == ["end.stuck"]


@pytest.mark.rule("elbereth", "end.never-stuck")
@pytest.mark.parametrize("card", ["E3", "W", "R", "C", "i:sword"])
def test_one_card_to_act_on_is_enough(card: str) -> None:
    game = given(table={(0, -1): card})
    assert len(offered(game)) == 1
    assert game.outcome() is None


@pytest.mark.rule("elbereth", "end.never-stuck")
@pytest.mark.parametrize("floor", [1, 2, 7])
def test_giving_up_is_always_possible_and_a_loss(floor: int) -> None:
    game = given(floor=floor, equipped=PIECES, table={(0, -1): "W"})
    assert when(game).offered[-1] == "give-up"
    told = act(game, "give-up")
    assert told.names == ["end.gave-up"]
    assert ending(game) == ("gave-up", False, floor - 1)


class Rather(Chance):
    """Seeded chance, but so many of six attacks roll a six."""

    def __init__(self, seed: str, luck: int) -> None:
        super().__init__()
        self.seeded = Seeded(seed)
        self.own = Seeded(f"luck of {seed}")
        self.luck = luck

    def pick(self, stream: Stream, count: int) -> int:
        if stream is ATTACK_DIE and self.own.pick(stream, 6) < self.luck:
            return count - 1
        return self.seeded.pick(stream, count)


class Ringed(Player):
    """Lets another player play, and before each action looks at what there is to do and why."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player
        self.actions: Counter[int] = Counter()

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        assert isinstance(state, Elbereth)
        if prompt.name == "action.choose":
            self.actions[int(state.floor)] += 1
            self.look(state, options)
        return self.player.choose(state, prompt, options)

    def look(self, game: Elbereth, options: Options) -> None:
        """There is a card to attack or break while the deck lasts; then the boss lies there, or the way is free."""
        families = {option.family for option in options}
        if game.deck_size():
            assert families & {"attack", "break"}
        else:
            assert game.stairs_found
            assert f"attack-{game.boss}" in [option.name for option in options] or "descend" in families


@pytest.mark.rule("elbereth", "end.never-stuck")
@pytest.mark.parametrize(("edition", "luck"), [*product(EDITIONS, [0, 3, 6])])
@few
@examples(seed=SEEDS)
def test_there_is_always_something_to_do(edition: str, luck: int, seed: str) -> None:
    player = Ringed(RandomPlayer(seed))
    game, told = whole_game(edition, player=player, chance=Rather(seed, luck))
    assert ending(game)[0] in ("won", "beaten")
    assert player.actions.total() == told.names.count("attack.rolled") + sum(
        told.names.count(name) for name in ("wall.rolled", "item.picked-up", "shop.bought", "boss.bribed", "floor.left")
    )


@pytest.mark.rule("elbereth", "end.never-stuck")
@pytest.mark.parametrize("cavern", [35, 42])
def test_a_dungeon_of_open_areas_is_no_dead_end(cavern: int) -> None:
    """The other extreme: no ring of closed cards, so that every floor lies open at once."""
    known = content.load("book", {})
    changes = {f"card.{each.key}.count": 0 for each in known.kinds if each.sort < BOSS}
    changes |= {"card.cavern.count": cavern, "card.wall.count": 42 - cavern}
    game, _ = whole_game(changes=changes)
    assert ending(game) == ("won", True, 7)


# ---- always finite --------------------------------------------------------------------------------------------------


class Adding(Ringed):
    """Adds up for every floor the ledger's bound on its actions, from the cards that lie there in the end."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self.bounds: dict[int, int] = {}

    def look(self, game: Elbereth, options: Options) -> None:
        sorts = Counter(game.kind(number).sort for number in range(len(game.cards)))
        coins = sum(game.kind(n).sort == ITEM and game.kind(n).item == COIN for n in range(len(game.cards)))
        closed = sorts[ENEMY] + sorts[WALL] + sorts[BOSS]
        self.bounds[int(game.floor)] = closed + 2 * (sorts[ITEM] - coins) + 3 * coins + 15


class Lingering(Player):
    """Plays at random, but descends only when there is nothing else to do: it uses up all that a floor holds."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.random = RandomPlayer(seed)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        others = [option for option in options if option.name not in ("descend", "give-up")]
        return self.random.choose(state, prompt, tuple(others) or options)


class Clinging(Lingering):
    """Lingers, fights before all else and keeps its pieces as long as it can: it turns down before it discards."""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        single = [option for option in options if option.name in ("use-sword", "use-staff", "use-bow")]
        saving = single or [option for option in options if option.family == "protect-with"]
        first = [option for option in options if option.family in ("pick-up", "buy")]
        fights = [option for option in options if option.family == "attack"]
        return super().choose(state, prompt, tuple(saving or first or fights or options))


@pytest.mark.rule("elbereth", "end.always-finite")
@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition != "bosses"])
@pytest.mark.parametrize("luck", [0, 3, 6])
@few
@examples(seed=SEEDS)
def test_no_floor_takes_more_actions_than_it_can_pay_for(edition: str, luck: int, seed: str) -> None:
    for played in (RandomPlayer(seed), Lingering(seed), Clinging(seed)):
        player = Adding(played)
        game, _ = whole_game(edition, player=player, chance=Rather(seed, luck))
        assert game.outcome() is not None
        assert all(player.actions[floor] <= bound for floor, bound in player.bounds.items())


@pytest.mark.rule("elbereth", "end.always-finite")
@few
@examples(seed=SEEDS)
def test_a_boss_with_two_heads_at_most_doubles_that(seed: str) -> None:
    """After a hit that leaves one head something else happens, which the bound counts."""
    for played in (RandomPlayer(seed), Lingering(seed), Clinging(seed)):
        player = Adding(played)
        game, _ = whole_game("bosses", player=player, chance=Rather(seed, 5))
        assert game.outcome() is not None
        assert all(player.actions[floor] <= 2 * bound for floor, bound in player.bounds.items())


@pytest.mark.rule("elbereth", "end.always-finite")
def test_the_bound_is_reached() -> None:
    """All six pieces, a coin in hand, a shop, an item of each kind, and failures wherever they can be paid for."""
    table = {(0, -1): "R", (1, 0): "S", (0, 1): "D", (2, 0): "W", (3, 0): "E3", (4, 0): "C", (5, 0): "i:sword"}
    game = given(equipped=PIECES, coin=True, table=table)
    closed, items, coins = 3, 1, 1
    actions = 0
    for action, then, dice in [
        *(("attack-1", f"use-{piece}", [1]) for piece in ("sword", "staff", "bow")),
        *(("attack-1", f"protect-with-{piece}", [1]) for piece in ("armour", "helm", "gauntlets")),
        ("pick-up-7", "", []), ("attack-1", "use-sword", [1]),
        ("buy-bow", "", []), ("attack-1", "use-bow", [1]), ("pick-up-6", "", []),
        ("buy-bow", "", []), ("attack-1", "use-bow", [1]),
        *(("attack-1", f"discard-{piece}", [1]) for piece in PIECES[:-1]), ("attack-1", "", [1]),
        ("break-4", "", [1]), ("attack-5", "", [3]), ("attack-1", "", [6]),
    ]:  # fmt: skip
        act(game, action, *([then] if then else []), dice=dice)
        actions += 1
    assert offered(game) == ["descend"]
    assert actions + 1 == closed + 2 * items + 3 * coins + 15


def what_there_is(game: Elbereth) -> tuple[int, ...]:
    """What can be used up, the more lasting first: cards not turned yet, the coin, pieces, those equipped, a head."""
    faces = int(game.deck_size()) + len(game.attacks) + len(game.breaks) + len(game.items)
    pieces = 6 - int(game.gone).bit_count()
    return faces, int(game.coin), pieces, int(game.equipped).bit_count(), int(not game.hit_once)


@pytest.mark.rule("elbereth", "end.always-finite")
@pytest.mark.parametrize(
    ("action", "then", "dice"),
    [
        ("attack-1", ["use-sword"], [1]),
        ("attack-1", ["protect-with-helm"], [1]),
        ("attack-1", ["discard-bow"], [1]),
        ("attack-1", [], [6]),
        ("break-2", [], [3]),
        ("pick-up-3", [], []),
        ("buy-staff", [], []),
    ],
)
def test_every_action_uses_something_up(action: str, then: list[str], dice: list[int]) -> None:
    table = {(0, -1): "R", (1, 0): "W", (0, 1): "i:bow", (-1, 0): "S"}
    game = given(equipped=["sword", "helm"], coin=True, table=table)
    before = what_there_is(game)
    act(game, action, *then, dice=dice)
    assert what_there_is(game) < before


class Dwindling(Ringed):
    """Sees that before each action of a floor there is less than before the last."""

    before: tuple[int, tuple[int, ...]] = (0, ())

    def look(self, game: Elbereth, options: Options) -> None:
        floor, there_was = self.before
        assert floor != game.floor or what_there_is(game) < there_was
        self.before = (int(game.floor), what_there_is(game))


@pytest.mark.rule("elbereth", "end.always-finite")
@pytest.mark.parametrize("edition", EDITIONS)
@few
@examples(seed=SEEDS, luck=st.integers(0, 6))
def test_there_is_less_from_action_to_action(edition: str, seed: str, luck: int) -> None:
    for player in (RandomPlayer(seed), Lingering(seed)):
        whole_game(edition, player=Dwindling(player), chance=Rather(seed, luck))


@pytest.mark.rule("elbereth", "end.always-finite")
def test_nothing_on_a_floor_comes_back_by_itself() -> None:
    game = given(equipped=["sword", "helm"], table={(0, -1): "E5", (1, 0): "W"})
    act(game, "attack-1", "use-sword", dice=[1])
    act(game, "attack-1", "protect-with-helm", dice=[1])
    act(game, "break-2", dice=[1])
    when(game, explore_from, 0)
    assert (game.equipped, game.gone) == (0, bits(["sword"]))
    assert list(laid(game).values()) == ["up-stairs", "snake", "wall"]
    assert offered(game) == ["attack-1"]


@pytest.mark.parametrize(("floor", "far"), [(1, 0.0), (2, 1 / 7), (7, 6 / 7)])
def test_how_far_a_lost_game_came_is_told_by_the_floors_that_were_left(floor: int, far: float) -> None:
    game = given(table={(1, 0): "E3"}, floor=floor)
    assert game.progress(0) == pytest.approx(far)
