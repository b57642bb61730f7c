"""The rule of thumb for Tiny Epic Dungeons: it plays by the rules, the same way each time, and gets somewhere."""

from __future__ import annotations

import pytest

from tests.games.tiny_epic_dungeons.board import given
from undercroft.bots.random import RandomPlayer
from undercroft.bots.steady import STEADY
from undercroft.bots.steady.tiny_epic_dungeons_odds import odds_for
from undercroft.core.chance import Seeded
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games.tiny_epic_dungeons import content
from undercroft.games.tiny_epic_dungeons.checks import best_of, changed_once
from undercroft.games.tiny_epic_dungeons.state import Dungeon, new_game
from undercroft.games.tiny_epic_dungeons.turns import next_options, play
from undercroft.games.tiny_epic_dungeons.vocabulary import (
    CHECK_DICE,
    COUNT,
    DECLINE,
    KEEP_LOOT,
    LOWER,
    NEXT,
    RAISE,
    ROTATE,
    ROTATION,
    SWAP_HANDS,
    WON,
)


def steady(seed: str = "any") -> Player:
    return STEADY["tiny-epic-dungeons"](seed)


def played(players: list[Player], seed: str, count: int, edition: str = "book") -> Dungeon:
    """A whole game."""
    game = new_game(content.load(edition, {"play.players": count}))
    play(game, Table(players, Seeded(seed)))
    return game


class Asked(Player):
    """Asks two steady players of different seeds about every position; takes their advice, or plays at random."""

    def __init__(self, seed: str, follows: bool) -> None:
        self.random = RandomPlayer(seed)
        self.follows = follows
        self.prompts: set[str] = set()

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        before = state.key()
        first, second = steady("one").choose(state, prompt, options), steady("two").choose(state, prompt, options)
        assert first in options
        assert first is second
        assert state.key() == before
        self.prompts.add(prompt.name)
        return first if self.follows else self.random.choose(state, prompt, options)


@pytest.mark.parametrize("edition", ["book", "printed"])
def test_it_answers_whatever_it_is_asked_by_what_it_sees_alone(edition: str) -> None:
    prompts: set[str] = set()
    for count in (1, 2, 3, 4):
        for number in range(3):
            players = [Asked(f"{number}-{seat}", seat % 2 == number % 2) for seat in range(4)]
            played(list(players), f"mixed-{number}", count, edition)
            for player in players:
                prompts |= player.prompts
    assert len(prompts) >= 20


def test_a_copy_of_a_game_gets_the_same_answer() -> None:
    class Copying(Player):
        def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
            answer = steady().choose(state, prompt, options)
            assert steady().choose(state.copy(), prompt, options) is answer
            return answer

    played([Copying()] * 4, "copies", 3)


def test_the_same_seed_is_the_same_game() -> None:
    first, second = played([steady("a")] * 4, "again", 2), played([steady("b")] * 4, "again", 2)
    assert first.key() == second.key()


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_it_opens_the_lair_and_wins_where_chance_never_does(count: int) -> None:
    games = [played([steady()] * 4, f"strength-{number}", count) for number in range(36)]
    assert sum(game.act == 2 for game in games) >= 12
    assert any(game.end is WON for game in games)
    others = [played([RandomPlayer(str(number))] * 4, f"strength-{number}", count) for number in range(36)]
    assert not any(game.act == 2 for game in others)


def test_its_tables_of_results_agree_with_the_rules() -> None:
    box = content.load("book", {})
    odds = odds_for(box)
    for dice in ([6], [3], [5, 2], [4, 3], [6, 6, 1], [4, 3, 3], [2, 1, 1]):
        rolls = [dice]
        most = 0
        for changes in range(4):
            most = max(most, *[best_of(box, each) for each in rolls])
            packed = 0
            for face in dice:
                packed = packed * 7 + face
            assert odds.best[packed * 9 + changes] == most
            rolls = changed_once(rolls)


def test_its_chances_are_those_of_all_rolls() -> None:
    box = content.load("book", {})
    rolls = [[a, b] for a in range(1, 7) for b in range(1, 7)]
    for need in range(2, 9):
        good = sum(best_of(box, sorted(roll, reverse=True)) >= need for roll in rolls)
        assert odds_for(box).chance(2, need, 0) == good * 1000 // 36


# ---- what it does where one can tell --------------------------------------------------------------------------------


def chosen(game: Dungeon) -> str:
    """What the hero whose turn it is would do."""
    return steady().choose(game, NEXT, tuple(next_options(game, game.hero()))).name


def test_it_enters_what_lies_facedown() -> None:
    assert chosen(given(facedown={(3, 4): "a"}, deck=(5, 8, 4))) == "explore-26"


def test_with_four_goblins_it_turns_no_card_that_may_hide_a_fifth() -> None:
    one = {1: ("goblin-hauler", (0, 0))}
    four = {**one, 2: ("goblin-hexer", (0, 0)), 3: ("goblin-slinger", (0, 0)),
            4: ("goblin-drummer", (0, 0))}  # fmt: skip
    around = {(3, 4): ("spring-chapel", "nesw")}
    few = given(rooms=around, facedown={(2, 3): "a"}, goblins=one, deck=(5, 8, 4))
    many = given(rooms=around, facedown={(2, 3): "a"}, goblins=four, deck=(5, 8, 4))
    assert chosen(few) == "explore-18"
    assert chosen(many) != "explore-18"


def test_it_strikes_a_minion_in_its_room_with_what_it_is_good_at() -> None:
    fighter = given(minions=[("pawnbroker", (3, 3))])
    assert chosen(fighter) == "melee-5"


def test_it_rests_when_it_is_spent_and_nothing_is_near() -> None:
    assert chosen(given(health=[2, 2], focus=[0, 0])) == "rest"


def test_it_spends_focus_on_the_blow_that_kills() -> None:
    game = given(minions=[("pawnbroker", (3, 3), 2)], focus=[5, 5])
    game.dice, game.against, game.purpose, game.targets = [6, 3, 3], 6, 0, [4]
    count = COUNT[0][0]
    assert steady().choose(game, CHECK_DICE, (count, RAISE[1], LOWER[1])) is LOWER[1]
    game.minion_health[0] = 1
    assert steady().choose(game, CHECK_DICE, (count, RAISE[1], LOWER[1])) is count


def test_it_keeps_the_weapon_that_suits_the_hero() -> None:
    game = given(loot=[["notched-falchion"], []])
    cards = {card.key: card.index for card in game.content.loot}
    game.drawn = cards["gravediggers-maul"]
    assert steady().choose(game, KEEP_LOOT, (SWAP_HANDS, DECLINE)) is SWAP_HANDS
    game.drawn = cards["chained-codex"]
    assert steady().choose(game, KEEP_LOOT, (SWAP_HANDS, DECLINE)) is DECLINE


def test_it_lays_a_card_so_that_there_is_a_way_on() -> None:
    game = given(deck=(5, 8, 4))
    card = next(card for card in game.content.dungeon if card.key == "sinking-floor")
    game.turned, game.turned_at = card.index, 3 * 7 + 6  # at the edge in the east, entered from the west
    options = tuple([ROTATE[exits] for exits in card.orientations if exits & 8])
    assert steady().choose(game, ROTATION, options).name in ("rotate-nw", "rotate-sw")
    corner = given(rooms={(1, 6): "needle-gallery"}, deck=(5, 8, 4))
    corner.turned, corner.turned_at = card.index, 6
    assert steady().choose(corner, ROTATION, tuple([ROTATE[exits] for exits in (12, 6)])) is ROTATE[12]


def test_it_opens_the_lair_when_the_light_demands_it_and_not_before() -> None:
    rooms = {(3, 4): ("iron-mouth", "ew"), (2, 3): ("gibbet-court", "nes"), (4, 3): ("ossuary-crossing", "nes")}
    late = given(rooms=rooms, at=[(3, 4), (3, 3)], seals=2, torch=3)
    early = given(rooms=rooms, at=[(3, 4), (3, 3)], seals=2, torch=28)
    assert chosen(late) == "open-lair"
    assert chosen(early) != "open-lair"


def test_a_taunt_brings_the_boss_to_the_altar() -> None:
    rooms = {(3, 4): ("iron-mouth", "ew"), (3, 2): ("gibbet-court", "new")}
    game = given(rooms=rooms, at=[(3, 3), 2], boss="queen-under-slate", altars=1 << 24)
    assert chosen(game) == "taunt"
