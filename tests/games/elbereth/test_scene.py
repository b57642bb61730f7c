"""Scenes: what the player sees of the table, and what each option points at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.games.elbereth.board import Lucky, bits, given, kind, scripted, session_at
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Chance, Seeded
from undercroft.core.scene import Cell, Choice, Dice, Item, Map, Pile, Scene, Slot, Track
from undercroft.core.session import Session
from undercroft.core.state import State
from undercroft.core.table import Player
from undercroft.core.vocabulary import Option, Options, Prompt, Stream
from undercroft.games.elbereth import ELBERETH, content
from undercroft.games.elbereth.cards import BOSS
from undercroft.games.elbereth.scene import elbereth_scene
from undercroft.games.elbereth.state import OLDER, Elbereth
from undercroft.games.elbereth.vocabulary import ATTACK_DIE, DESCEND, PIECES

EDITIONS = list(ELBERETH.editions())
NORTH = (0, -1)

every_edition = pytest.mark.parametrize("edition", EDITIONS)


class RatherLucky(Chance):
    """Seeded chance, but two attacks in three roll a six: games go deep, and some attacks fail."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.seeded = Seeded(seed)

    def pick(self, stream: Stream, count: int) -> int:
        pick = self.seeded.pick(stream, count)
        return 5 if stream is ATTACK_DIE and pick % 3 else pick


class Restless(Player):
    """Descends as soon as it can, and does anything until then."""

    def __init__(self, seed: str) -> None:
        self.random = RandomPlayer(seed)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        return DESCEND if DESCEND in options else self.random.choose(state, prompt, options)


def moments(edition: str) -> Iterator[tuple[Session, Elbereth]]:
    """All decisions of some games, one of which is won."""
    for chance in (RatherLucky("a"), RatherLucky("b"), Lucky("c")):
        session, player = session_at(Elbereth(content.load(edition, {})), chance), Restless("any")
        while session.decision is not None:
            state = session.state
            assert isinstance(state, Elbereth)
            yield session, state
            session.choose(player.choose(state, session.decision.prompt, session.decision.options))


def items(game: Elbereth) -> dict[str, Item]:
    """All that lies on the table by key."""
    return {item.key: item for zone in elbereth_scene(game, 0).zones for item in zone.items}


def slot(game: Elbereth, key: str) -> tuple[str, str, str]:
    """A slot's title, its standing and the word for it."""
    found = items(game)[key]
    assert isinstance(found, Slot)
    return found.title, found.standing, found.state


def pile(game: Elbereth, key: str) -> Pile:
    """A pile of the table."""
    found = items(game)[key]
    assert isinstance(found, Pile)
    return found


def cells(scene: Scene) -> list[Cell]:
    """The cards on the map."""
    return [cell for zone in scene.zones for item in zone.items if isinstance(item, Map) for cell in item.cells]


def cell(game: Elbereth, number: int) -> Cell:
    """A card on the map by its number."""
    return cells(elbereth_scene(game, 0))[number]


def choices(session: Session) -> dict[str, Choice]:
    """The options of the question by name."""
    question = session.scene().question
    assert question is not None
    return {choice.name: choice for choice in question.choices}


def counted(names: tuple[str, ...]) -> dict[str, int]:
    """Names of a pile such as 7 Rat, with their numbers."""
    return {name.split(" ", 1)[1]: int(name.split(" ", 1)[0]) for name in names}


# ---- the inventory --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "piece"), list(enumerate(PIECES, 1)))
def test_a_piece_of_equipment_is_shown_with_its_number_in_one_of_three_states(number: int, piece: str) -> None:
    title = f"{number} {piece.capitalize()}"
    assert slot(given(equipped=[piece]), piece) == (title, "had", "equipped")
    assert slot(given(), piece) == (title, "missing", "face-down")
    assert slot(given(gone=[piece]), piece) == (title, "gone", "gone for good")


def test_the_number_shown_is_the_one_that_the_wall_die_hits() -> None:
    swapped = {"equipment.sword.number": 6, "equipment.gauntlets.number": 1}
    assert slot(given(changes=swapped), "sword")[0].startswith("6 ")


def test_all_eight_inventory_cards_are_shown_from_the_start() -> None:
    (zone,) = elbereth_scene(Elbereth(content.load("book", {})), 0).zones
    assert [item.key for item in zone.items] == [*PIECES, "coin", "key"]


@pytest.mark.parametrize(
    ("figures", "coin", "key"),
    [
        ({}, "missing", "missing"),
        ({"coin": True}, "had", "missing"),
        ({"key_held": True}, "missing", "had"),
        ({"coin_gone": True}, "gone", "missing"),
    ],
)
def test_coin_and_key_are_shown_had_or_not_and_the_coin_perhaps_gone(
    figures: dict[str, Any], coin: str, key: str
) -> None:
    game = given(**figures)
    assert (slot(game, "coin")[1], slot(game, "key")[1]) == (coin, key)


@every_edition
def test_the_scene_agrees_with_the_state_throughout_a_game(edition: str) -> None:
    for session, state in moments(edition):
        shown = {item.key: item for zone in session.scene().zones for item in zone.items}
        standing = {key: item.standing for key, item in shown.items() if isinstance(item, Slot)}
        assert bits([piece for piece in PIECES if standing[piece] == "had"]) == state.equipped
        assert bits([piece for piece in PIECES if standing[piece] == "gone"]) == state.gone
        assert (standing["coin"] == "had", standing["key"] == "had") == (state.coin, state.key_held)
        if state.floor:
            tracks = [item.value for item in shown.values() if isinstance(item, Track)]
            assert tracks == list(state.figures())


# ---- the map --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "cell_kind", "mark", "title"),
    [
        ("E3", "enemy", "r3", "Rat, strength 3"),
        ("E5", "enemy", "z5", "Snake, strength 5"),
        ("R", "boss", "D6", "Dragon, strength 6"),
        ("W", "wall", "##", "Blue Wall"),
        ("S", "shop", "$", "Shop"),
        ("C", "item", "*", "Coin"),
        ("i:helm", "item", "[h", "Helm"),
        ("O", "open", ".", "Cavern"),
        ("D", "stairs", ">", "Down Stairs"),
    ],
)
def test_a_card_is_shown_where_it_lies_with_its_mark_and_title(
    card: str, cell_kind: str, mark: str, title: str
) -> None:
    shown = cell(given(table={(3, -2): card}), 1)
    assert shown == Cell("card-1", 3, -2, cell_kind, mark, title)  # type: ignore[arg-type]


def test_the_up_stairs_are_the_middle_of_the_map() -> None:
    assert cell(given(), 0) == Cell("card-0", 0, 0, "stairs", "<", "Up Stairs")


@pytest.mark.parametrize(("card", "name"), [("E3", "Rat"), ("R", "Dragon"), ("W", "Blue Wall"), ("i:bow", "Bow")])
def test_a_card_that_was_turned_over_is_open_and_says_what_it_was(card: str, name: str) -> None:
    shown = cell(given(table={NORTH: card}, turned=[NORTH]), 1)
    assert (shown.kind, shown.mark, shown.title) == ("open", ".", f"open, once {name}")


def test_a_marked_ogre_is_shown_as_hit_once_and_no_longer_when_it_is_beaten() -> None:
    table = {NORTH: "B:ogre", (1, 0): "E3"}
    assert "hit once" not in cell(given(edition="bosses", table=table), 1).title
    marked = given(edition="bosses", table=table, hit_once=True)
    assert cell(marked, 1).title == "Two-headed Ogre, strength 5, hit once"
    assert "hit once" not in cell(marked, 2).title
    assert "hit" not in cell(given(edition="bosses", table=table, turned=[NORTH]), 1).title


@every_edition
def test_marks_of_the_cards_of_an_edition_tell_them_apart(edition: str) -> None:
    cards = content.load(edition, {})
    used = [*sorted(set(cards.ordinary)), cards.up_stairs, cards.down_stairs, *cards.bosses]
    marks = [cards.kinds[each].mark + str(cards.kinds[each].strength or "") for each in used]
    assert len(set(marks)) == len(marks)


@every_edition
def test_every_card_on_the_table_is_on_the_map_once(edition: str) -> None:
    for session, state in moments(edition):
        shown = cells(session.scene())
        assert len(shown) == len({each.key for each in shown}) == len({(each.east, each.south) for each in shown})
        assert len(shown) == len(state.cards)
        assert [each.kind == "open" for each in shown] == [
            bool(turned) or state.kind(number).key == "cavern" for number, turned in enumerate(state.turned)
        ]


# ---- deck and dice --------------------------------------------------------------------------------------------------


@cache
def floors(edition: str) -> list[Elbereth]:
    """A game at its first decision on each of its floors."""
    session, player = session_at(Elbereth(content.load(edition, {})), Lucky("down")), Restless("down")
    found: list[Elbereth] = []
    while session.decision is not None:
        state = session.state
        assert isinstance(state, Elbereth)
        if state.floor > len(found):
            found.append(state.copy())
        session.choose(player.choose(state, session.decision.prompt, session.decision.options))
    return found


def on_floor(edition: str, floor: int) -> Elbereth:
    """A game that has just come to a floor."""
    return floors(edition)[floor - 1]


FLOORS = [(edition, floor) for edition in EDITIONS for floor in range(1, content.load(edition, {}).floors + 1)]


@pytest.mark.rule("elbereth", "explore.hidden-information")
@pytest.mark.parametrize(("edition", "floor"), FLOORS)
def test_the_pile_counts_the_deck_and_names_all_cards_that_do_not_lie_on_the_table(edition: str, floor: int) -> None:
    game = on_floor(edition, floor)
    cards = game.content
    deck, shown = pile(game, "deck-pile"), pile(game, "not-on-the-table")
    assert deck.count == game.deck_size()
    assert deck.names == ()
    owned = Counter(cards.kinds[each].name for each in [*cards.ordinary, cards.down_stairs])
    lying = Counter(game.kind(number).name for number in range(1, len(game.cards)))
    if cards.boss_per_floor:
        owned.update(cards.kinds[each].name for each in game.bosses)
        owned.update(name for name in lying if name in {cards.kinds[each].name for each in cards.bosses})
    else:
        owned["Dragon"] += 1
    assert counted(shown.names) == dict(owned - lying)
    unseen = (floor - 1) * cards.removed
    other_bosses = max(len(game.bosses) - (game.boss < 0), 0) if cards.boss_per_floor else 0
    assert sum(counted(shown.names).values()) == shown.count == deck.count + unseen + other_bosses


@pytest.mark.parametrize(("edition", "floor"), [pair for pair in FLOORS if pair[0] != "bosses"])
def test_seven_cards_a_floor_are_shown_as_out_of_the_game(edition: str, floor: int) -> None:
    game = on_floor(edition, floor)
    assert ("removed" in items(game)) == (floor > 1)
    if floor > 1:
        assert pile(game, "removed").count == 7 * (floor - 1)
        assert pile(game, "removed").names == ()


@pytest.mark.rule("elbereth", "boss.discarded")
@pytest.mark.parametrize("floor", range(2, 8))
def test_with_bosses_eight_cards_a_floor_are_shown_as_out_of_the_game(floor: int) -> None:
    assert pile(on_floor("bosses", floor), "removed").count == 8 * (floor - 1)


@pytest.mark.rule("elbereth", "boss.one-per-floor")
@pytest.mark.parametrize("floor", range(1, 8))
def test_the_pile_names_every_boss_left_until_one_is_laid(floor: int) -> None:
    left = ["knight", "mage", "marksman", "merchant", "smith", "ogre", "dragon"][floor - 1 :]
    game = given(edition="bosses", floor=floor, table={NORTH: "W"}, deck=["B", "D", "W"])
    game.bosses = [kind(game.content, f"B:{boss}") for boss in left]
    names = {game.content.kinds[boss].name for boss in game.bosses}
    all_names = {each.name for each in game.content.kinds if each.sort == BOSS}
    assert set(counted(pile(game, "not-on-the-table").names)) & all_names == names


def test_the_last_roll_is_shown_once_there_was_one() -> None:
    game = given(table={NORTH: "E2", (1, 0): "W"})
    assert "dice" not in items(game)
    session = session_at(game, scripted(game, dice=[4, 2]))
    for action, die in (("attack-1", 4), ("break-2", 2)):
        session.choose(action)
        shown = [item for zone in session.scene().zones for item in zone.items if isinstance(item, Dice)]
        assert [dice.faces for dice in shown] == [(die,)]


# ---- nothing is given away ------------------------------------------------------------------------------------------


@pytest.mark.rule("elbereth", "explore.hidden-information")
@every_edition
def test_no_scene_gives_away_what_nobody_has_seen(edition: str) -> None:
    """Whatever lies in the deck and whatever has left the game, the scene and the options are the same."""
    for session, state in moments(edition):
        other = state.copy()
        other.bags = [[OLDER] * len(bag) for bag in state.bags]
        assert elbereth_scene(other, 0) == elbereth_scene(state, 0)
        assert ELBERETH.facts(other) == ELBERETH.facts(state)
        assert session.decision is not None
        for option in session.decision.options:
            assert ELBERETH.about(other, option) == ELBERETH.about(state, option)


@pytest.mark.rule("elbereth", "explore.hidden-information")
@every_edition
def test_the_order_in_which_unseen_cards_are_named_is_always_the_same(edition: str) -> None:
    order = [each.name for each in content.load(edition, {}).kinds]
    for _, state in moments(edition):
        if state.floor:
            places = [order.index(name) for name in counted(pile(state, "not-on-the-table").names)]
            assert places == sorted(places)


@every_edition
def test_scenes_survive_being_sent(edition: str) -> None:
    for session, _ in moments(edition):
        scene = session.scene()
        assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


# ---- options --------------------------------------------------------------------------------------------------------

CELL_KINDS = {
    "attack": {"enemy", "boss"}, "bribe-with": {"boss"}, "break": {"wall"}, "pick-up": {"item"}, "descend": {"stairs"},
}  # fmt: skip
ON_SLOTS = {"buy": "missing", "protect-with": "had", "discard": ""}
ON_NOTHING = {"start-with", "use", "give-up"}


@every_edition
def test_every_option_points_to_what_it_acts_on(edition: str) -> None:
    for session, _ in moments(edition):
        scene = session.scene()
        on_map = {each.key: each.kind for each in cells(scene)}
        slots = {item.key: item for zone in scene.zones for item in zone.items if isinstance(item, Slot)}
        assert session.decision is not None
        for option, choice in zip(session.decision.options, choices(session).values()):
            family = option.family
            if family in CELL_KINDS:
                assert on_map[choice.target] in CELL_KINDS[family]
            elif family in ON_SLOTS:
                assert slots[choice.target].standing != "gone"
                assert ON_SLOTS[family] in ("", slots[choice.target].standing)
                assert choice.name == f"{family}-{choice.target}"
            else:
                assert (choice.target, family in ON_NOTHING) == ("", True)


def test_descending_points_to_the_down_stairs_and_a_bribe_to_the_boss() -> None:
    table = {NORTH: "W", (1, 0): "D", (0, 1): "B:knight"}
    standing = given(edition="bosses", equipped=["sword"], table=table)
    assert choices(session_at(standing))["bribe-with-sword"].target == "card-3"
    beaten = given(edition="bosses", equipped=["sword"], table=table, turned=[(0, 1)], key_held=True)
    assert choices(session_at(beaten))["descend"].target == "card-2"


@every_edition
def test_labels_tell_options_apart_and_stems_are_their_beginnings(edition: str) -> None:
    for session, _ in moments(edition):
        asked = choices(session).values()
        assert len({choice.label for choice in asked}) == len(asked)
        assert all(choice.label.startswith(choice.stem) and choice.stem for choice in asked)


def test_options_that_differ_in_where_alone_share_their_stem() -> None:
    table = {NORTH: "E3", (0, 1): "E3", (1, 0): "W", (-1, 0): "W"}
    asked = choices(session_at(given(table=table, deck=["W"] * 9)))
    assert asked["attack-1"].stem == asked["attack-2"].stem != asked["attack-1"].label
    assert asked["break-3"].stem == asked["break-4"].stem != asked["attack-1"].stem


@pytest.mark.parametrize(
    ("first", "second", "deck"),
    [
        ({NORTH: "E3"}, {(0, 1): "E4"}, 9),  # other enemies
        ({NORTH: "i:bow"}, {(0, 1): "i:helm"}, 0),  # other items
    ],
)
def test_options_that_differ_in_more_do_not(
    first: dict[tuple[int, int], str], second: dict[tuple[int, int], str], deck: int
) -> None:
    asked = choices(session_at(given(table={**first, **second}, deck=["W"] * deck)))
    stems = {choice.target: choice.stem for choice in asked.values()}
    assert stems["card-1"] != stems["card-2"]


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ((0, -1), "1 north"),
        ((0, 1), "1 south"),
        ((1, 0), "1 east"),
        ((-1, 0), "1 west"),
        ((2, -3), "3 north, 2 east"),
        ((-4, 12), "12 south, 4 west"),
    ],
)
@pytest.mark.parametrize(("card", "action"), [("E3", "attack-1"), ("W", "break-1"), ("C", "pick-up-1")])
def test_a_label_says_where_a_card_lies_seen_from_the_up_stairs(
    card: str, action: str, at: tuple[int, int], words: str
) -> None:
    choice = choices(session_at(given(table={at: card})))[action]
    assert choice.label.startswith(f"{choice.stem}: ")
    assert choice.label.split(": ")[1].removeprefix("opens nothing new, ") == words


@pytest.mark.parametrize(
    ("neighbours", "deck", "words"),
    [
        ([], 9, "opens 3 spaces"),
        ([(0, -2)], 9, "opens 2 spaces"),
        ([(0, -2), (1, -1)], 9, "opens 1 space"),
        ([(0, -2), (1, -1), (-1, -1)], 9, "opens nothing new"),
        ([], 2, "opens 2 spaces"),
        ([], 0, "opens nothing new"),
    ],
)
@pytest.mark.parametrize(("card", "action"), [("E3", "attack-1"), ("W", "break-1")])
def test_a_label_says_how_many_cards_would_be_laid(
    card: str, action: str, neighbours: list[tuple[int, int]], deck: int, words: str
) -> None:
    game = given(table={NORTH: card, **dict.fromkeys(neighbours, "W")}, deck=["W"] * deck)
    assert f": {words}, 1 north" in choices(session_at(game))[action].label


@every_edition
def test_as_many_cards_are_laid_as_a_label_says_and_more_only_around_open_ones(edition: str) -> None:
    for session, state in moments(edition):
        assert session.decision is not None
        breaks = [option for option in session.decision.options if option.family == "break"]
        if not breaks:
            continue
        label = choices(session)[breaks[0].name].label
        said = 0 if "nothing new" in label else int(label.partition("opens ")[2].split()[0])
        once = session_at(state, Seeded("once"))
        told = once.choose(breaks[0])
        laid = [event.a for event in told if event.kind.name == "explore.laid"]
        more = any(state.content.kinds[card].open_face for card in laid[:said])
        assert len(laid) >= said if more else len(laid) == said


# ---- the question after a failed attack -----------------------------------------------------------------------------


@pytest.mark.parametrize("die", range(1, 6))
def test_each_set_of_weapons_says_what_it_makes_and_whether_that_suffices(die: int) -> None:
    game = given(equipped=PIECES[:3], table={NORTH: "R"})
    session = session_at(game, scripted(game, dice=[die]))
    session.choose("attack-1")
    asked = choices(session)
    for size, name in ((1, "use-staff"), (2, "use-sword-bow"), (3, "use-sword-staff-bow")):
        verdict = "enough" if die + size >= 6 else "not enough"
        assert asked[name].label.endswith(f": {die + size}, {verdict}")


def test_the_question_names_the_roll_the_enemy_and_its_strength() -> None:
    game = given(equipped=["helm"], table={NORTH: "E3", (1, 0): "E5"})
    session = session_at(game, scripted(game, dice=[4]))
    session.choose("attack-2")
    question = session.scene().question
    assert question is not None
    assert question.prompt == "attack.failed"
    assert [word for word in ("4", "Snake", "5") if word not in question.text] == []


def test_weapons_used_are_named_in_one_phrase() -> None:
    game = given(equipped=PIECES[:3], table={NORTH: "R"})
    session = session_at(game, scripted(game, dice=[1]))
    session.choose("attack-1")
    asked = choices(session)
    for name, phrase in (
        ("use-bow", "Bow"),
        ("use-sword-bow", "Sword and Bow"),
        ("use-sword-staff-bow", "Sword, Staff and Bow"),
    ):
        assert f" {phrase}:" in asked[name].label


@pytest.mark.parametrize("floor", [1, 4, 7])
def test_the_status_says_which_floor_of_how_many(floor: int) -> None:
    assert elbereth_scene(given(floor=floor), 0).status == f"floor {floor} of 7"
    assert elbereth_scene(given(edition="ten-floors", floor=floor), 0).status == f"floor {floor} of 10"


def test_before_the_first_floor_there_is_no_map_and_no_deck() -> None:
    scene = session_at(Elbereth(content.load("book", {}))).scene()
    assert [zone.key for zone in scene.zones] == ["inventory"]
    assert cells(scene) == []


def test_the_games_looked_at_here_offer_everything_and_reach_the_last_floor() -> None:
    seen: set[str] = set()
    deepest = 0
    for edition in EDITIONS:
        for session, state in moments(edition):
            assert session.decision is not None
            seen.update(option.family for option in session.decision.options)
            deepest = max(deepest, state.floor)
    assert seen == {option.family for option in ELBERETH.vocabulary.options}
    assert deepest == 10
