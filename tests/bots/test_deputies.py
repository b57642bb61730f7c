"""A bot for a whole table leaves the seats alone that others hold by the game's settings."""

from __future__ import annotations

from undercroft.bots import bot_for_all, find_bot
from undercroft.bots.deputies import Deputies
from undercroft.bots.random import RandomPlayer
from undercroft.core.chance import Seeded
from undercroft.core.state import State
from undercroft.core.table import Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt
from undercroft.games import GAMES, find_game
from undercroft.games.freequest import FREEQUEST
from undercroft.games.freequest.vocabulary import MONSTER_ACTION, NEXT_MONSTER

SET_UP = {"play.quest": "cold-kiln", "play.heroes": 2}
GAMES_PLAYED = 12  # heroes who do anything often go home before they meet anybody


class Watched(Player):
    """Lets another answer, and notes what the computer referee would have answered to its questions."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.referee = find_bot("steady", "freequest", "referee")
        self.answers: list[tuple[Option, Option]] = []

    def join(self, table: Table) -> None:
        self.player.join(table)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        answer = self.player.choose(state, prompt, options)
        if prompt in (NEXT_MONSTER, MONSTER_ACTION):
            self.answers.append((answer, self.referee.choose(state, prompt, options)))
        return answer


def watched_game(player: Player) -> list[tuple[Option, Option]]:
    """What was answered for the referee in some games, and what the computer would have answered."""
    watched = Watched(player)
    for number in range(GAMES_PLAYED):
        table = Table([watched for _ in FREEQUEST.seats], Seeded(f"game {number}"))
        FREEQUEST.play(FREEQUEST.new("book", SET_UP), table)
    assert len(watched.answers) > 10
    return watched.answers


def test_the_computer_referees_for_heroes_who_do_anything() -> None:
    player = bot_for_all("random", FREEQUEST, FREEQUEST.new("book", SET_UP), "whims")
    assert isinstance(player, Deputies)
    assert all(answer is usual for answer, usual in watched_game(player))


def test_a_bot_on_every_seat_would_referee_otherwise() -> None:
    assert any(answer is not usual for answer, usual in watched_game(RandomPlayer("whims")))


def test_where_nobody_else_holds_a_seat_there_are_no_deputies() -> None:
    assert not isinstance(bot_for_all("steady", FREEQUEST, FREEQUEST.new("book", SET_UP), "whims"), Deputies)
    people = FREEQUEST.new("book", SET_UP | {"play.referee": "person"})
    assert not isinstance(bot_for_all("random", FREEQUEST, people, "whims"), Deputies)
    for name in GAMES:
        game = find_game(name)
        if not game.settings():
            assert isinstance(bot_for_all("random", game, game.new("book", {}), "whims"), RandomPlayer)
