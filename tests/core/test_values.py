"""Public values are copied, pickled and compared alike in both builds, and go to other processes and come back."""

from __future__ import annotations

import ast
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, fields, is_dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

import undercroft
from tests.core.toy import mine_session
from tests.endless import ALWAYS
from tests.test_boundaries import compiled_files, tree
from undercroft import GAMES, ContentError, Game, Option, Outcome, RecordError, ReplayError, RuleError, UndercroftError
from undercroft.bots import thinking_bot
from undercroft.bots.mcts import Budget, Estimate, Thought
from undercroft.bots.verdict import Candidate, Verdict
from undercroft.core.chance import Seeded
from undercroft.core.game import Alternative, Edition, Setting
from undercroft.core.odds import Odds
from undercroft.core.odds_words import AllOdds, Chances, Row, ShortOdds
from undercroft.core.vocabulary import Vocabulary, Word

WAYS: list[Callable[[Any], Any]] = [
    *(lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol)) for protocol in range(6)),
    copy,
    deepcopy,
]


def same(value: object) -> None:
    """However a value is copied, the copy is equal to it, and so is its hash."""
    for way in WAYS:
        other = way(value)
        assert type(other) is type(value)
        assert other == value
        assert repr(other) == repr(value)
        if not isinstance(value, (list, undercroft.Record)):
            assert hash(other) == hash(value)


def some_way_into(name: str) -> undercroft.Session:
    """A session of a game after a few choices."""
    session = undercroft.start(name, "copied")
    for _ in range(6):
        session.choose(0)
    return session


@pytest.fixture(params=GAMES)
def session(request: pytest.FixtureRequest) -> undercroft.Session:
    """A session of every game."""
    return some_way_into(request.param)


def test_what_a_session_shows_is_copied_by_what_it_says(session: undercroft.Session) -> None:
    assert session.events
    same(session.events)
    same(session.events[-1])
    same(session.decision)
    same(session.record)
    same(Outcome("won", (0,), 12, "legend"))


def test_a_session_is_copied_as_its_record_and_goes_on_alike(session: undercroft.Session) -> None:
    for way in (copy, deepcopy, WAYS[-3]):
        other = way(session)
        assert other is not session
        assert other == session
        assert hash(other) == hash(session)
        assert (other.record, other.events, other.decision) == (session.record, session.events, session.decision)
        assert other.choose(0) == undercroft.load(session.record).choose(0)
        assert other != session


def test_a_practice_branch_still_leads_back_to_the_real_game() -> None:
    real = some_way_into("tin-helm")
    practice = real.undo()
    while not practice.practice:
        practice = practice.undo()
    other = pickle.loads(pickle.dumps(practice))
    assert other == practice
    assert other.practice
    assert other.real == practice.real
    assert other.undo().record == practice.undo().record


def test_odds_are_copied_with_what_their_numbers_stand_for() -> None:
    session = undercroft.start("tin-helm", "copied")
    session.choose("gnome")
    session.choose("parson")
    odds = session.odds("resolve")
    same(odds)
    same(odds.branches)
    other = deepcopy(odds)
    assert isinstance(other, Odds)
    assert other.spread("health") == odds.spread("health")
    assert other.of("room.resolved") == odds.of("room.resolved")
    assert odds != session.odds("skip")


def test_what_a_bot_thought_is_copied() -> None:
    session = undercroft.start("tin-helm", "copied")
    bot = thinking_bot("tin-helm", "copied", Budget(8, 0.0))
    session.consult(bot)
    thought = bot.thought
    assert isinstance(thought, Thought)
    same(thought.estimates)
    same(thought.estimates[0])
    same(Budget(8, 0.5))
    for way in WAYS:
        assert way(thought) == thought
        assert way(thought).best is thought.best
        assert len(way(thought).rivals()) == len(thought.rivals())


@pytest.mark.parametrize("name", GAMES)
def test_a_copied_word_is_the_same_word(name: str) -> None:
    vocabulary = GAMES[name].vocabulary
    words: list[Word] = [*vocabulary.options[:50], *vocabulary.prompts, *vocabulary.events, *vocabulary.streams]
    for way in (copy, deepcopy, WAYS[0], WAYS[-3]):
        assert all(other is word for other, word in zip(way(words), words, strict=True))
        assert all(way(word) is word for word in words[-20:])


@pytest.mark.parametrize("name", GAMES)
def test_a_copied_game_is_the_same_game(name: str) -> None:
    assert all(way(GAMES[name]) is GAMES[name] for way in WAYS)


@pytest.mark.parametrize(
    "error",
    [UndercroftError("a"), ContentError("b"), RuleError("c"), RecordError("d"), ReplayError("e", 3)],
)
def test_errors_are_copied(error: UndercroftError) -> None:
    for way in WAYS:
        other = way(error)
        assert (type(other), str(other)) == (type(error), str(error))
        assert getattr(other, "number", 0) == getattr(error, "number", 0)


def test_the_best_that_can_be_made_of_dice_is_copied_with_all_that_leads_there() -> None:
    session = undercroft.start("tin-helm", "amber-gate-41")
    for answer in ("kroling", "marauder", "resolve", "keep"):
        session.choose(answer)
    defeated = next(kind for kind in session.game.vocabulary.events if kind.name == "enemy.defeated")
    stepping = session.step_in("spend-1", defeated)
    assert stepping is not None
    assert len(stepping.questions) > 1
    same(stepping)
    same(stepping.best(defeated))
    assert deepcopy(stepping).best(defeated) == stepping.best(defeated)
    assert repr(stepping.best(defeated)).startswith(f"<Best {stepping.best(defeated).chance} by ")


@pytest.mark.parametrize("name", GAMES)
def test_a_copied_state_is_apart(name: str) -> None:
    session = some_way_into(name)
    before = session.state.key()
    for way in (copy, deepcopy):
        other = way(session.state)
        assert type(other) is type(session.state)
        assert other is not session.state
        assert other.key() == before
    nested = deepcopy({"state": session.state})["state"]
    session.choose(0)
    assert nested.key() == before
    with pytest.raises(UndercroftError, match="a state cannot be sent to another process by itself; send its session"):
        pickle.dumps(session.state)


def test_seeded_chance_goes_on_alike_wherever_it_was_copied_to() -> None:
    first, second, third = GAMES["tin-helm"].vocabulary.streams[:3]
    chance = Seeded("copied")
    for stream in (third, first, third):
        chance.pick(stream, 1000)
    for way in WAYS:
        one, other = way(chance), way(chance)
        found = [one.pick(stream, 1000) for stream in (first, second, third, first)]
        assert [other.pick(stream, 1000) for stream in (first, second, third, first)] == found
    assert [chance.pick(stream, 1000) for stream in (first, second, third, first)] == found


class Always(undercroft.Chance):
    """A source of chance of one's own."""

    def __init__(self, number: int) -> None:
        self.number = number

    def pick(self, stream: Any, count: int) -> int:
        return min(self.number, count - 1)


def test_chance_of_ones_own_is_copied_with_all_it_knows() -> None:
    stream = GAMES["tin-helm"].vocabulary.streams[0]
    for way in WAYS:
        assert way(Always(3)).pick(stream, 6) == 3
        assert type(way(undercroft.Chance())) is undercroft.Chance


@pytest.mark.parametrize("name", GAMES)
def test_a_copied_vocabulary_is_the_same_vocabulary(name: str) -> None:
    assert all(way(GAMES[name].vocabulary) is GAMES[name].vocabulary for way in WAYS)


# ---- frozen dataclasses of compiled modules --------------------------------------------------------------------------

CANDIDATE = Candidate(2, "Attack", Estimate(GAMES["tin-helm"].vocabulary.options[0], 40, 0.5, 0.1, 0.0))
CHANCES = Chances({"kill": Fraction(5, 6)}, {"kill": {"with a reroll": Fraction(35, 36)}}, True)
ROW = Row(Fraction(1, 3), "health 3→2", "kill", "the next room")
ALTERNATIVE = Alternative(4, "Four", "a whole party")
FROZEN: list[Any] = [
    ALTERNATIVE,
    AllOdds(["kill 83 %"], [ROW], "1 outcome, exact.", [], ""),
    CANDIDATE,
    CHANCES,
    Edition("book", "The book", "as it is printed"),
    GAMES["tin-helm"],
    ROW,
    Setting("play.heroes", "Heroes", 4, (ALTERNATIVE,)),
    ShortOdds(CHANCES, ["-2 health"]),
    Verdict([CANDIDATE], CANDIDATE, None, []),
]


def frozen_dataclasses() -> list[str]:
    """The names of all that `setup.py` has compiled."""
    return [
        f"undercroft.{file.removesuffix('.py').replace('/', '.')}.{node.name}"
        for file in compiled_files()
        for node in ast.walk(tree(file))
        if isinstance(node, ast.ClassDef)
        and any("dataclass" in (said := ast.unparse(each)) and "frozen=True" in said for each in node.decorator_list)
    ]


def test_there_is_an_example_of_every_frozen_dataclass_that_is_compiled() -> None:
    named = [f"{type(value).__module__}.{type(value).__name__}" for value in FROZEN]
    assert sorted(named) == sorted(frozen_dataclasses())
    assert all(is_dataclass(value) for value in FROZEN)


@pytest.mark.parametrize("value", FROZEN, ids=lambda value: type(value).__name__)
def test_a_frozen_dataclass_is_copied_as_what_it_says(value: Any) -> None:
    for way in WAYS:
        other = way(value)
        assert type(other) is type(value)
        assert other == value
        assert repr(other) == repr(value)
        for field in fields(value):
            with pytest.raises(FrozenInstanceError):
                setattr(other, field.name, getattr(value, field.name))


def test_what_is_the_same_in_a_value_is_the_same_in_its_copy() -> None:
    for way in WAYS:
        verdict = way(Verdict([CANDIDATE], CANDIDATE, None, []))
        assert verdict.best is verdict.candidates[0]


@pytest.mark.parametrize("name", GAMES)
def test_editions_and_settings_are_copied(name: str) -> None:
    for way in WAYS:
        assert way(GAMES[name].editions()) == GAMES[name].editions()
        assert way(GAMES[name].settings()) == GAMES[name].settings()


# ---- what nobody could find again -----------------------------------------------------------------------------------


def test_a_word_without_a_home_says_how_it_gets_one() -> None:
    word = Vocabulary(things=()).option("lost")
    for way in WAYS:
        with pytest.raises(UndercroftError, match=r"'lost' cannot be sent .* Vocabulary\(things, home=__name__\)"):
            way(word)


def test_a_vocabulary_without_a_home_says_how_it_gets_one() -> None:
    for way in WAYS:
        with pytest.raises(
            UndercroftError, match=r"a vocabulary without a home .* Vocabulary\(things, home=__name__\)"
        ):
            way(Vocabulary(things=()))


def test_a_game_without_a_home_says_how_it_gets_one() -> None:
    for value in (mine_session(), mine_session().game):
        with pytest.raises(UndercroftError, match=r"Mine and its sessions cannot be sent .* home='MODULE:NAME'"):
            pickle.dumps(value)


def test_a_word_that_is_gone_is_missed_by_its_name() -> None:
    data = pickle.dumps(GAMES["tin-helm"].vocabulary.options[0])
    with pytest.raises(UndercroftError, match=r"undercroft.games.tin_helm.vocabulary knows no option Human"):
        pickle.loads(data.replace(b"human", b"Human"))


OWN = Vocabulary(things=(), home=__name__)
PASS: Option = OWN.option("pass")


def test_the_words_of_a_game_of_ones_own_are_found_where_they_are_made() -> None:
    assert pickle.loads(pickle.dumps(PASS)) is PASS
    assert deepcopy([PASS])[0] is PASS


class First(undercroft.Player):
    """A player of one's own, that knows itself."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.me = self


def test_a_player_of_ones_own_is_copied_with_all_it_knows() -> None:
    for way in WAYS:
        other = way(First("Ada"))
        assert isinstance(other, First)
        assert other.name == "Ada"
        assert way is copy or other.me is other
        assert undercroft.play("tin-helm", other, seed="x") == undercroft.play("tin-helm", First("Bea"), seed="x")
        assert type(way(undercroft.Player())) is undercroft.Player


# ---- other processes ------------------------------------------------------------------------------------------------


def played(game: str, seed: str) -> Outcome:
    """A game by itself, in whichever process."""
    return undercroft.play(game, "random", seed=seed)


def looked_at(session: undercroft.Session) -> tuple[undercroft.Session, list[Any], Game]:
    """What comes back from a process that was sent a session."""
    return session, [session.events, session.decision, session.odds(0)], session.game


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # where other threads run, as under xdist
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_games_are_played_in_other_processes(method: str) -> None:
    context = multiprocessing.get_context(method)
    seeds = [f"process {number}" for number in range(4)]
    here = [played("tin-helm", seed) for seed in seeds]
    session = some_way_into("tin-helm")
    with ProcessPoolExecutor(1, context) as pool:
        assert list(pool.map(partial(undercroft.play, "tin-helm", "random"), seeds)) == here
        there, (events, decision, odds), game = pool.submit(looked_at, session).result()
        with pytest.raises(UndercroftError, match="there is no game 'chess' here"):
            pool.submit(played, "chess", "x").result()
    assert (there, events, decision, odds) == (session, session.events, session.decision, session.odds(0))
    assert game is session.game


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_pool_maps_over_games() -> None:
    seeds = [f"process {number}" for number in range(4)]
    with multiprocessing.get_context("fork").Pool(1) as pool:
        found = pool.map_async(partial(undercroft.play, "elbereth", "random"), seeds).get(timeout=ALWAYS)
    assert found == [played("elbereth", seed) for seed in seeds]
