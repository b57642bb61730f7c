"""The bot that thinks: it finds what is best where that is known, and sees nothing that its seat does not."""

from __future__ import annotations

import msgspec
import pytest

import undercroft
from tests.bots import toys
from tests.games.laws import BRIEFLY
from undercroft.bots import find_bot, thinking_bot
from undercroft.bots.mcts import Budget, Estimate, Mcts, Thought
from undercroft.bots.random import RandomPlayer
from undercroft.bots.steady import STEADY
from undercroft.core.chance import Chance, Seeded
from undercroft.core.errors import RuleError, UndercroftError
from undercroft.core.players import Opening
from undercroft.core.record import Reseed
from undercroft.core.session import Session
from undercroft.core.state import State
from undercroft.core.table import Play, Player, Table
from undercroft.core.vocabulary import Option, Options, Prompt, Stream
from undercroft.games import GAMES


def thinker(play: Play, seats: int = 1, simulations: int = 400, seed: str = "toy") -> Mcts:
    return Mcts(play, seats, RandomPlayer, seed, Budget(simulations, 0.0), None)


def think(play: Play, seats: int = 1, simulations: int = 400, seed: str = "toy", secret: int = -1) -> Thought:
    """What a thinking bot thinks of the first question of a toy."""
    bot = thinker(play, seats, simulations, seed)
    players: list[Player] = [bot, *(RandomPlayer("other") for _ in range(seats - 1))]
    play(toys.Toy(secret), Table(players, Seeded("toy")))
    assert bot.thought is not None
    return bot.thought


def told(thought: Thought) -> list[tuple[str, int, float, float]]:
    """A thought as plain values, without the clock."""
    return [(one.option.name, one.games, one.chance, one.error) for one in thought.estimates]


# ---- what it finds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_it_takes_the_best_coin_and_knows_about_how_good_it_is(seed: str) -> None:
    thought = think(toys.coins, seed=seed)
    assert thought.best is toys.GOOD
    chances = {one.option: one for one in thought.estimates}
    for option, chance in ((toys.GOOD, 0.75), (toys.FAIR, 0.5), (toys.BAD, 0.25)):
        assert abs(chances[option].chance - chance) < 4 * chances[option].error


def test_what_chance_alone_would_explain_is_a_rival() -> None:
    assert think(toys.coins, simulations=2_000).rivals() == []
    assert len(think(toys.coins, simulations=3).rivals()) == 2


def test_it_tries_nothing_that_gives_the_game_up() -> None:
    resigning = think(toys.coins).estimates[-1]
    assert (resigning.option, resigning.games) == (toys.GIVE_UP, 0)


def test_a_coin_that_is_clearly_behind_leaves_the_race() -> None:
    thought = think(toys.coins, simulations=2_000)
    games = {one.option: one.games for one in thought.estimates}
    assert games[toys.BAD] < games[toys.GOOD]
    assert thought.simulations < 2_000


def test_a_thorough_bot_uses_its_whole_budget() -> None:
    bot = thinker(toys.coins, simulations=900)
    bot.thorough = True
    toys.coins(toys.Toy(), Table([bot], Seeded("toy")))
    assert bot.thought is not None
    assert bot.thought.simulations >= 900
    assert [one.games >= 100 for one in bot.thought.estimates] == [True, True, True, False]


def test_half_of_the_options_leave_after_each_lap() -> None:
    bot = thinker(toys.alike, simulations=400)
    bot.thorough = True
    toys.alike(toys.Toy(), Table([bot], Seeded("toy")))
    assert bot.thought is not None
    games = sorted(one.games for one in bot.thought.estimates)
    assert games[:2] == [50, 50]
    assert games[2:] == [150, 150]


def test_it_expects_the_best_reply_of_an_opponent() -> None:
    """Against a random reply the open door wins three times in four; an opponent who thinks always closes it."""
    assert think(toys.opponents, seats=2).best is toys.SHUT


def test_it_expects_the_best_help_of_a_friend() -> None:
    """A random knock opens once in four times, less than the coin; a friend who thinks always finds it."""
    assert think(toys.friends, seats=2).best is toys.OPEN


def test_one_bot_may_sit_on_every_seat() -> None:
    bot = thinker(toys.opponents, seats=2)
    state = toys.Toy()
    opening: Player = Opening(["open"], bot)
    toys.opponents(state, Table([opening, bot], Seeded("toy")))
    assert state.winners == toys.WON_BY_OTHER


def test_a_question_to_one_seat_is_not_the_same_question_to_another() -> None:
    """The open door is worth 3/10 to seat 0; whoever is asked first in a simulation must not count for the other."""
    for seed in "abcdef":
        thought = think(toys.whoever, seats=2, simulations=1_000, seed=seed)
        assert thought.best is toys.SHUT
        chance = {one.option: one.chance for one in thought.estimates}[toys.OPEN]
        assert 0.1 < chance < 0.5


def test_it_looks_further_than_one_choice() -> None:
    """The deep way wins 40 times in a hundred by random hands, less than the 45 beside it; by the right one, 80."""
    for seed in "abc":
        bot = thinker(toys.two_steps, seed=seed)
        toys.two_steps(toys.Toy(), Table([bot], Seeded("toy")))
        assert bot.thoughts == 3  # the deep way asks twice more


def test_of_lost_games_it_likes_those_that_came_further() -> None:
    bot = thinker(toys.journey)
    toys.journey(toys.Journey(), Table([bot], Seeded("toy")))
    assert bot.thought is not None
    assert bot.thought.best is toys.KNOCKS[2]


def test_the_same_chance_tells_apart_what_differs_little() -> None:
    """Six points apart, which 400 games on chance of their own would often miss, and on the same chance never do."""
    found = [think(toys.finely, seed=f"fine {number}").best for number in range(20)]
    assert found == [toys.GOOD] * 20


class Last(Player):
    """A simple bot that likes the last option."""

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        return options[-1]


def test_without_a_lead_that_chance_does_not_explain_it_does_what_the_simple_bot_would() -> None:
    """Some option is ahead by chance in nearly every race, and nearly always that is too little."""
    kept = 0
    for number in range(40):
        bot = Mcts(toys.alike, 1, lambda seed: Last(), f"doubt {number}", Budget(200, 0.0), None)
        toys.alike(toys.Toy(), Table([bot], Seeded("toy")))
        assert bot.thought is not None
        kept += bot.thought.best is toys.KNOCKS[-1]
    assert kept >= 26


class Mindful(Player):
    """A simple bot that keeps its answers in mind until it is told to forget, and remembers how many it ever had."""

    most = 0

    def __init__(self) -> None:
        self.kept: list[Option] = []

    def forget(self) -> None:
        self.kept.clear()

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.kept.append(options[0])
        Mindful.most = max(Mindful.most, len(self.kept))
        return options[0]


def test_what_a_simple_bot_keeps_in_mind_goes_no_further_than_one_simulation() -> None:
    Mindful.most = 0
    bot = Mcts(toys.two_steps, 1, lambda seed: Mindful(), "mind", Budget(60, 0.0), None)
    toys.two_steps(toys.Toy(), Table([Opening(["deep"], bot)], Seeded("toy")))
    assert bot.thoughts == 2
    assert Mindful.most == 1  # after the first choice that is thought about, one more is asked in each simulation


@pytest.mark.parametrize("game", STEADY)
def test_a_simple_bot_that_forgets_is_as_a_new_one(game: str) -> None:
    player, fresh = STEADY[game]("mind"), STEADY[game]("mind")
    GAMES[game].play(GAMES[game].new("book", {}), Table([player for _ in GAMES[game].seats], Seeded("mind")))
    player.forget()
    names = [name for name in dir(fresh) if not name.startswith("_") and name != "generator"]
    kept = [name for name in names if not callable(getattr(fresh, name))]
    assert {name: getattr(player, name) for name in kept} == {name: getattr(fresh, name) for name in kept}


# ---- what it cannot see ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("secret", [0, 1])
def test_it_cannot_see_what_is_hidden_from_its_seat(secret: int) -> None:
    thought = think(toys.hands, secret=secret)
    assert thought.best is toys.PASS
    assert told(thought) == told(think(toys.hands, secret=1 - secret))


def moments(game: str, after: tuple[int, ...]) -> list[Session]:
    """Sessions in the middle of a game."""
    result = []
    for count in after:
        session = undercroft.start(game, seed=f"moment {count}", changes=BRIEFLY.get(game))
        guide = find_bot("steady", game, "guide")
        while session.decision is not None and len(session.choices) < count:
            session.choose(session.consult(guide))
        if session.decision is not None:
            result.append(session)
    return result


def with_another_future(session: Session, seed: str) -> Session:
    """The same past, and other dice and cards from here on."""
    record = session.record
    return undercroft.load(msgspec.structs.replace(record, practice=(Reseed(len(record.choices), seed),)))


@pytest.mark.parametrize("game", GAMES)
def test_what_it_thinks_does_not_depend_on_the_future(game: str) -> None:
    """The dice and cards to come differ from one branch to the next; what the search finds does not."""
    for session in moments(game, (0, 3, 11, 24)):
        thoughts, futures = [], []
        for branch in (session, *(with_another_future(session, f"other {number}") for number in range(3))):
            bot = thinking_bot(game, "same", Budget(30, 0.0))
            option = branch.consult(bot)
            assert bot.thought is not None
            thoughts.append((option.name, told(bot.thought)))
            futures.append([event.key() for event in branch.choose(option)])
            while branch.decision is not None and len(branch.choices) < len(session.choices) + 12:
                futures[-1].extend(event.key() for event in branch.choose(0))
        assert all(thought == thoughts[0] for thought in thoughts)
        assert any(future != futures[0] for future in futures)


class Watched(Chance):
    """Chance that notices whether somebody asks it while a bot thinks."""

    def __init__(self) -> None:
        self.chance = Seeded("watched")
        self.thinking = False
        self.picks = 0

    def pick(self, stream: Stream, count: int) -> int:
        assert not self.thinking, "the search asked the game's own chance"
        self.picks += 1
        return int(self.chance.pick(stream, count))


class Guarded(Player):
    """A thinking bot whose thinking is known."""

    def __init__(self, bot: Player, chance: Watched) -> None:
        self.bot = bot
        self.chance = chance

    def join(self, table: Table) -> None:
        self.bot.join(table)

    def choose(self, state: State, prompt: Prompt, options: Options) -> Option:
        self.chance.thinking = True
        answer = self.bot.choose(state, prompt, options)
        self.chance.thinking = False
        return answer


@pytest.mark.parametrize("game", GAMES)
def test_it_never_asks_the_chance_of_the_game(game: str) -> None:
    chance = Watched()
    bots: list[Player] = [Guarded(find_bot("mcts:4", game, f"x {seat}"), chance) for seat in GAMES[game].seats]
    GAMES[game].play(GAMES[game].new("book", BRIEFLY.get(game, {})), Table(bots, chance))
    assert chance.picks > 10


@pytest.mark.parametrize("game", GAMES)
def test_a_thought_changes_nothing(game: str) -> None:
    for session in moments(game, (5, 17)):
        before = (session.record, session.state.key(), [event.key() for event in session.events])
        session.consult(thinking_bot(game, "quiet", Budget(20, 0.0)))
        assert (session.record, session.state.key(), [event.key() for event in session.events]) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_session_and_a_table_lead_to_the_same_thoughts(game: str) -> None:
    """Consulted choice by choice, or seated for the whole game, the bot plays the same game."""
    changes = BRIEFLY.get(game, {})
    session = undercroft.start(game, seed="same", changes=changes)
    consulted, seated = find_bot("mcts:6", game, "same"), find_bot("mcts:6", game, "same")
    while session.decision is not None:
        session.choose(session.consult(consulted))
    state = GAMES[game].new("book", changes)
    GAMES[game].play(state, Table([seated for _ in GAMES[game].seats], Seeded("same")))
    assert (state.outcome(), state.key()) == (session.outcome, session.state.key())


def test_on_every_seat_of_a_game_with_heroes_it_thinks_for_itself() -> None:
    """A referee of the house and two heroes of two players, each with a bot of its own."""
    state = GAMES["freequest"].new("book", {**BRIEFLY["freequest"], "play.players": 2})
    bots = [thinking_bot("freequest", f"seat {seat}", Budget(20, 0.0)) for seat in range(5)]
    GAMES["freequest"].play(state, Table([find_bot("steady", "freequest", "referee"), *bots[1:]], Seeded("seats")))
    assert state.outcome() is not None
    assert [bot.thoughts > 0 for bot in bots] == [False, True, True, False, False]


# ---- budgets, names, errors ------------------------------------------------------------------------------------------


def test_more_than_the_budget_is_never_spent_but_for_the_last_round() -> None:
    for simulations in (1, 2, 7, 50):
        thought = think(toys.coins, simulations=simulations)
        assert 1 <= thought.simulations < simulations + len(thought.estimates)
        assert sum(one.games for one in thought.estimates) == thought.simulations


def test_a_budget_of_seconds_comes_to_an_end() -> None:
    bot = thinking_bot("tin-helm", "clock", Budget(0, 0.02))
    undercroft.start("tin-helm").consult(bot)
    assert bot.thought is not None
    assert bot.thought.simulations > 0


@pytest.mark.parametrize(
    ("name", "simulations", "seconds"), [("mcts", 1000, 0), ("mcts:25", 25, 0), ("mcts:1.5s", 0, 1.5)]
)
def test_a_name_says_how_long_to_think(name: str, simulations: int, seconds: float) -> None:
    bot = find_bot(name, "elbereth", "x")
    assert isinstance(bot, Mcts)
    assert (bot.budget.simulations, bot.budget.seconds) == (simulations, seconds)


@pytest.mark.parametrize(
    "name", ["mcts:", "mcts:0", "mcts:-5", "mcts:many", "mcts:0s", "mcts:nans", "mcts:infs", "mcts:9e9s"]
)
def test_a_budget_that_is_none_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(UndercroftError, match="say how long to think"):
        find_bot(name, "tin-helm", "x")


def test_a_bot_that_sits_nowhere_says_so() -> None:
    with pytest.raises(RuleError, match="must sit at a table"):
        thinker(toys.coins).choose(toys.Toy(), toys.COIN, (toys.BAD, toys.GOOD))


def test_a_finished_game_has_nothing_to_think_about() -> None:
    session = undercroft.start("tin-helm")
    while session.decision is not None:
        session.choose(0)
    with pytest.raises(RuleError, match="the game is over"):
        session.consult(find_bot("steady", "tin-helm", "x"))


# ---- estimates -------------------------------------------------------------------------------------------------------


def test_estimates_of_a_promise_are_checked_by_whole_games() -> None:
    """With a last floor that nobody survives the promise is far too high; a candid bot says what is true."""
    session = undercroft.start("elbereth", changes={"boss.dragon.strength": 9}, seed="candid")
    said: list[Estimate] = []
    for candid in (False, True):
        bot = thinking_bot("elbereth", "candid", Budget(60, 0.0))
        bot.candid = candid
        assert session.consult(bot) is session.consult(thinking_bot("elbereth", "candid", Budget(60, 0.0)))
        assert bot.thought is not None
        said.append(best_of(bot.thought))
    assert said[1].chance < 0.1 < said[0].chance
    assert said[1].error > said[0].error


def test_simulations_halt_at_the_head_of_the_next_chapter() -> None:
    """From the first steps at step 2, from there and step 3 at step 4, and from there on with the game."""
    promise = toys.Halfway()
    bot = Mcts(toys.long_journey, 1, RandomPlayer, "toy", Budget(40, 0.0), promise)
    toys.long_journey(toys.Journey(), Table([bot], Seeded("toy")))
    assert sorted(set(promise.asked_at)) == [2, 4]


def best_of(thought: Thought) -> Estimate:
    return next(one for one in thought.estimates if one.option is thought.best)


def test_an_estimate_tells_itself_in_a_line() -> None:
    assert repr(Estimate(toys.GOOD, 400, 0.755, 0.02, 0.0)) == "<good: 75.5% in 400 games, standard error 2.0%>"
