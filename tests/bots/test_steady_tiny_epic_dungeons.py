"""The rule of thumb for Tiny Epic Dungeons: it plays by the rules, the same way each time, and gets somewhere."""

from __future__ import annotations

import pytest

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
from undercroft.games.tiny_epic_dungeons.turns import play
from undercroft.games.tiny_epic_dungeons.vocabulary import WON


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
    assert len(prompts) > 20


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
    games = [played([steady()] * 4, f"strength-{number}", count) for number in range(12)]
    assert sum(game.act == 2 for game in games) >= 4
    assert any(game.end is WON for game in games)
    others = [played([RandomPlayer(str(number))] * 4, f"strength-{number}", count) for number in range(12)]
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
