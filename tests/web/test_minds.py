"""Worker processes that think: they answer, one dies and another takes its place, and none outlives its server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

import undercroft as house
from tests.endless import ALWAYS, SOON, end_group, loop_deaf, loop_without_python
from tests.web.pairs import PAIRS
from tests.web.questions import (
    count,
    die,
    die_once,
    double,
    fail,
    process_number,
    refuse,
    wait_and_mark,
    wait_for,
)
from tests.web.thinkers import STUBBORN, give_no_more, wake_quickly
from undercroft.core.errors import ReplayError, RuleError, UndercroftError
from undercroft.core.record import Record
from undercroft.lab.beside import Mind, Stopping, TooLong, Unanswered, patience
from undercroft.terminal.adviser import Adviser, Bot
from undercroft.web.minds import MOST_WAITING, Busy, Crew, Minds, call
from undercroft.web.thoughts import choice_of, odds_of, whole_odds_of

pytestmark = pytest.mark.xdist_group("minds")  # which share two processes that think

INTERRUPTED = """
import os, signal, sys
if "--multiprocessing-fork" in sys.orig_argv:
    os.kill(os.getpid(), signal.SIGINT)
"""
WAKING = """
import asyncio
from undercroft.web.minds import Minds

minds = Minds(1, 1)
asyncio.run(minds.warm())
minds.close()
print("awake")
"""
ALONE = """
import asyncio, sys
from tests.web.questions import think_for_ever
from undercroft.web.minds import Minds

async def serve(awake):
    minds = Minds(1, 1)
    try:
        if awake:
            await minds.warm()
        thinking = [asyncio.ensure_future(crew.ask(think_for_ever)) for crew in (minds.quick, minds.slow)]
        while minds.quick.minds[0].process is None or minds.slow.minds[0].process is None:
            await asyncio.sleep(0)
        print("thinking", flush=True)
        while thinking:
            await asyncio.sleep(0.05)  # as servers do: a loop that falls asleep may miss a signal that comes just then
    finally:
        minds.close()

try:
    asyncio.run(serve(sys.argv[1] == "awake"))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    """One event loop for all these tests, as the processes belong to it."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def minds(loop: asyncio.Runner) -> Iterator[Minds]:
    """One quick process, one slow."""
    made = Minds(1, 1)
    yield made
    made.close()


@pytest.fixture
def crew(minds: Minds) -> Crew:
    """One process."""
    return minds.quick


def record(seed: str = "amber-gate-41") -> Record:
    """A game at its first question."""
    return house.start("tin-helm", seed=seed).record


async def some_turns() -> None:
    """Let others have their turn in the loop."""
    for _ in range(20):
        await asyncio.sleep(0)


# ---- answers ---------------------------------------------------------------------------------------------------------


def test_processes_think_what_one_thinks_oneself(loop: asyncio.Runner, minds: Minds) -> None:
    moment = record()

    async def all_questions() -> None:
        assert await minds.odds(moment) == odds_of(moment)
        assert await minds.whole_odds(moment, "gnome") == whole_odds_of(moment, "gnome")
        for bot in ("steady", "mcts:20"):
            assert await minds.choice(moment, bot) == choice_of(moment, bot)
        hint = await minds.hint(moment, "40")
        assert hint.best in [candidate.option for candidate in hint.candidates]

    loop.run(all_questions())


@pytest.mark.slow
def test_a_review_is_thought_about_elsewhere(loop: asyncio.Runner, minds: Minds) -> None:
    session = house.start("elbereth", seed="x")
    session.choose(0)
    session.choose("give-up")
    view = loop.run(minds.review(session.record, 20))
    assert view.verdict.startswith("You lost.")


def test_errors_come_through_as_they_are(loop: asyncio.Runner, minds: Minds, crew: Crew) -> None:
    wrong = msgspec.structs.replace(record(), choices=(("setup.race", "dragon"),))
    with pytest.raises(ReplayError) as refused:
        loop.run(minds.odds(wrong))
    assert refused.value.number == 1
    with pytest.raises(RuleError, match="is not offered here"):
        loop.run(minds.whole_odds(record(), "dragon"))
    with pytest.raises(UndercroftError, match=r"^so it is$"):
        loop.run(crew.ask(refuse, "so it is"))


def test_all_processes_are_started_before_anybody_asks(loop: asyncio.Runner) -> None:
    made = Minds(2, 1)
    processes = [mind for crew in (made.quick, made.slow) for mind in crew.minds]
    assert [mind.process for mind in processes] == [None] * 3
    loop.run(made.warm())
    assert all(mind.process.is_alive() for mind in processes)
    made.close()
    assert not any(mind.process.is_alive() for mind in processes)
    with pytest.raises(UndercroftError, match="shutting down"):
        loop.run(made.odds(record()))


def test_further_games_are_known_to_the_processes(loop: asyncio.Runner) -> None:
    made = Minds(1, 1, ("undercroft.games.tin_helm:NOTHING",))
    with pytest.raises(UndercroftError, match="the server's log says why"):
        loop.run(made.odds(record()))
    made.close()
    made = Minds(1, 1, ("undercroft.games.tin_helm:TIN_HELM",))
    assert loop.run(made.odds(record())) == odds_of(record())
    made.close()


# ---- the same question -----------------------------------------------------------------------------------------------


def test_what_many_ask_at_once_is_thought_about_once(loop: asyncio.Runner, minds: Minds) -> None:
    async def ask() -> None:
        first, second, third = await asyncio.gather(*(minds.odds(record("many")) for _ in range(3)))
        assert first is second is third
        assert await minds.odds(record("many")) is first
        assert await minds.odds(record("other")) is not first

    loop.run(ask())


def test_an_error_is_not_remembered(loop: asyncio.Runner, minds: Minds, tmp_path: Path) -> None:
    path = str(tmp_path / "count")
    for tries in (1, 2):
        with pytest.raises(UndercroftError, match="log says why"):
            loop.run(minds._answer(minds.quick, fail_about, record(), path))
        assert Path(path).read_text() == "x" * tries


def fail_about(moment: Record, path: str) -> None:
    fail(path)


def count_about(moment: Record, path: str) -> str:
    return count(path)


def test_who_leaves_takes_nothing_from_the_others(loop: asyncio.Runner, minds: Minds, tmp_path: Path) -> None:
    path = str(tmp_path / "count")

    async def ask() -> None:
        waiting = [asyncio.ensure_future(minds._answer(minds.quick, count_about, record(), path)) for _ in range(3)]
        await some_turns()
        waiting[0].cancel()
        assert await asyncio.gather(*waiting[1:]) == ["counted", "counted"]
        assert Path(path).read_text() == "x"

    loop.run(ask())


def test_a_question_that_nobody_waits_for_is_dropped_and_can_be_asked_anew(
    loop: asyncio.Runner, minds: Minds, tmp_path: Path
) -> None:
    go, path = str(tmp_path / "go"), str(tmp_path / "count")

    async def ask() -> None:
        busy = asyncio.ensure_future(minds.quick.ask(wait_for, go))
        await some_turns()
        given_up = asyncio.ensure_future(minds._answer(minds.quick, count_about, record(), path))
        await some_turns()
        given_up.cancel()
        again = asyncio.ensure_future(minds._answer(minds.quick, count_about, record(), path))
        await some_turns()
        assert given_up.cancelled()
        Path(go).touch()
        assert await busy
        assert await again == "counted"
        assert Path(path).read_text() == "x"

    loop.run(ask())


# ---- while others think ----------------------------------------------------------------------------------------------


def test_the_loop_goes_on_while_a_process_thinks(loop: asyncio.Runner, minds: Minds, tmp_path: Path) -> None:
    path = tmp_path / "go"

    async def ask() -> tuple[bool, int]:
        thinking = asyncio.ensure_future(minds.slow.ask(wait_for, str(path)))
        for _ in range(100):
            await asyncio.sleep(0)
            assert not thinking.done()
        path.touch()  # only a loop that goes on comes here while the process waits for it
        hint = asyncio.ensure_future(minds.hint(record("ticks"), "0.3s"))
        ticks = 0
        while not hint.done():
            await asyncio.sleep(0)
            ticks += 1
        return await thinking, ticks

    came, ticks = loop.run(ask())
    assert came
    assert ticks > 1


def test_who_leaves_in_the_middle_of_a_thought_breaks_nothing(loop: asyncio.Runner, crew: Crew, tmp_path: Path) -> None:
    path = tmp_path / "go"

    async def ask() -> None:
        number = await crew.ask(process_number)
        thinking = asyncio.ensure_future(crew.ask(wait_for, str(path)))
        await some_turns()
        thinking.cancel()
        following = asyncio.ensure_future(crew.ask(double, 21))
        await some_turns()
        assert thinking.cancelled()
        assert not following.done()
        path.touch()
        assert await following == 42
        assert await crew.ask(process_number) == number

    loop.run(ask())


def test_a_process_is_asked_by_nobody_until_it_is_done(loop: asyncio.Runner, tmp_path: Path) -> None:
    go, other, mark = (tmp_path / name for name in ("go", "other", "mark"))

    async def ask() -> None:
        crew = Crew(2, ())
        left = asyncio.ensure_future(crew.ask(wait_and_mark, str(go), str(mark)))
        stayed = asyncio.ensure_future(crew.ask(wait_for, str(other)))
        await some_turns()
        left.cancel()
        following = asyncio.ensure_future(crew.ask(double, 21))
        await some_turns()
        other.touch()
        assert await stayed
        assert await following == 42
        assert not mark.exists()  # it was not kept waiting by the one whose asker has left
        crew.close()

    loop.run(ask())


def test_too_many_questions_are_refused_and_the_others_answered(
    loop: asyncio.Runner, crew: Crew, tmp_path: Path
) -> None:
    path = tmp_path / "go"

    async def ask() -> None:
        busy = asyncio.ensure_future(crew.ask(wait_for, str(path)))
        await some_turns()
        waiting = [asyncio.ensure_future(crew.ask(double, number)) for number in range(MOST_WAITING)]
        await some_turns()
        with pytest.raises(Busy, match="try again"):
            await crew.ask(double, 1)
        path.touch()
        assert await busy
        assert await asyncio.gather(*waiting) == [2 * number for number in range(MOST_WAITING)]
        assert await crew.ask(double, 4) == 8

    loop.run(ask())


# ---- deaths ----------------------------------------------------------------------------------------------------------


def test_a_process_that_was_killed_is_replaced(loop: asyncio.Runner, minds: Minds, crew: Crew) -> None:
    number = loop.run(crew.ask(process_number))
    os.kill(number, signal.SIGKILL)
    assert loop.run(minds.odds(record("killed"))) == odds_of(record("killed"))
    assert loop.run(crew.ask(process_number)) != number


def test_what_a_dying_process_was_asked_is_asked_once_more(loop: asyncio.Runner, crew: Crew, tmp_path: Path) -> None:
    assert loop.run(crew.ask(die_once, str(tmp_path / "count"))) == "alive"


def test_what_two_processes_die_of_is_not_asked_again(loop: asyncio.Runner, crew: Crew, tmp_path: Path) -> None:
    path = tmp_path / "count"
    with pytest.raises(UndercroftError, match="2 times in a row"):
        loop.run(crew.ask(die, str(path)))
    assert path.read_text() == "xx"
    assert loop.run(crew.ask(double, 3)) == 6


def test_a_fault_is_told_once_and_the_next_question_answered(
    loop: asyncio.Runner, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "count"
    crew = Crew(1, ())
    with pytest.raises(UndercroftError, match="the server's log says why"):
        loop.run(crew.ask(fail, str(path)))
    assert path.read_text() == "x"
    assert "ZeroDivisionError: a fault" in capfd.readouterr().err
    assert loop.run(crew.ask(double, 3)) == 6
    crew.close()


def test_who_waits_when_the_server_stops_is_told(loop: asyncio.Runner, tmp_path: Path) -> None:
    async def ask() -> None:
        made = Minds(1, 1)
        await made.quick.ask(process_number)
        waiting = [asyncio.ensure_future(made.quick.ask(wait_for, str(tmp_path / "never"))) for _ in range(3)]
        await some_turns()
        made.close()
        for each in await asyncio.gather(*waiting, return_exceptions=True):
            assert isinstance(each, UndercroftError)
            assert "shutting down" in str(each)

    loop.run(ask())


# ---- how long a thought may take -------------------------------------------------------------------------------------

Asking = Callable[[Minds, Record], Coroutine[Any, Any, Any]]


class Timed(Mind):
    """Somebody who only notes how long a thought may take."""

    given = 0.0

    def ask(self, seconds: float, function: Callable[..., Any], *args: object) -> Any:
        self.given = seconds
        raise Unanswered("nobody thinks here")


QUESTIONS: dict[str, tuple[Asking, float]] = {
    "odds": (lambda minds, moment: minds.odds(moment), 0.0),
    "whole odds": (lambda minds, moment: minds.whole_odds(moment, "high"), 0.0),
    "a simple bot": (lambda minds, moment: minds.choice(moment, "steady"), 0.0),
    "simulations": (lambda minds, moment: minds.choice(moment, "mcts:5000"), 1000.0),
    "seconds": (lambda minds, moment: minds.choice(moment, "mcts:2s"), 6.0),
    "a bot as usual": (lambda minds, moment: minds.choice(moment, "mcts"), 200.0),
    "a hint": (lambda minds, moment: minds.hint(moment), 3 * 1.6),  # also where no other thought may take a second
    "a hint of simulations": (lambda minds, moment: minds.hint(moment, "40"), 8.0),
}


def time_for(loop: asyncio.Runner, question: Asking, usual: float) -> float:
    """How many seconds are given to those who are asked, by a server whose thoughts usually may take so long."""
    made = Minds(1, 1, (), usual)
    timed = Timed(lambda: call)
    made.quick._idle = made.slow._idle = [timed]
    with pytest.raises(Unanswered):
        loop.run(question(made, record()))
    made.close()
    return timed.given


@pytest.mark.parametrize("usual", [1.0, 60.0])
@pytest.mark.parametrize("kind", QUESTIONS)
def test_who_is_asked_for_a_length_gets_it_besides_the_usual_patience(
    loop: asyncio.Runner, kind: str, usual: float
) -> None:
    question, more = QUESTIONS[kind]
    assert time_for(loop, question, usual) == pytest.approx(usual + more)


def test_a_review_may_take_ten_times_as_long_as_any_other_thought(loop: asyncio.Runner) -> None:
    assert time_for(loop, lambda minds, moment: minds.review(moment, 100), 60.0) == 600.0


def test_a_bot_gets_the_same_time_in_a_browser_and_in_the_terminal(loop: asyncio.Runner) -> None:
    for name in ("mcts", "mcts:300", "mcts:0.5s"):
        bot = Bot(Adviser(), name, "tin-helm", "x")
        assert time_for(loop, partial(Minds.choice, bot=name), patience()) == bot.seconds


# ---- thoughts that never end -----------------------------------------------------------------------------------------


@pytest.fixture
def stubborn(loop: asyncio.Runner, monkeypatch: pytest.MonkeyPatch) -> Iterator[Minds]:
    """Two processes that soon give up."""
    give_no_more(monkeypatch)
    made = Minds(1, 1, STUBBORN, SOON)
    wake_quickly(made)
    yield made
    made.close()


THOUGHTS: dict[str, Asking] = {
    "odds": lambda minds, moment: minds.odds(moment),
    "whole odds": lambda minds, moment: minds.whole_odds(moment, "high"),
    "a simple bot": lambda minds, moment: minds.choice(moment, "random" if moment.game == "pairs" else "steady"),
    "simulations": lambda minds, moment: minds.choice(moment, "mcts:5"),
    "seconds": lambda minds, moment: minds.choice(moment, "mcts:0.01s"),
    "a hint": lambda minds, moment: minds.hint(moment, "0.01s"),
    "a review": lambda minds, moment: minds.review(moment, 20),
}


def pairs_moment(game: str, kind: str) -> Record:
    """A game of pairs, or one like it, in which nothing is rolled: at its first question, for a review at its end."""
    session = house.start(PAIRS, seed="a")
    while kind == "a review" and session.decision is not None:
        session.choose("pass")
    return msgspec.structs.replace(session.record, game=game)


@pytest.mark.parametrize("kind", THOUGHTS)
def test_whatever_never_ends_costs_one_answer_and_the_next_one_comes(
    loop: asyncio.Runner, stubborn: Minds, kind: str
) -> None:
    """Law: whoever asked gets a sentence, and whoever asks next the same of a game that can be thought about."""
    with pytest.raises(TooLong, match=r"^there was no answer within 0\.3 s, so the attempt was stopped"):
        loop.run(THOUGHTS[kind](stubborn, pairs_moment("bottomless-pairs", kind)))
    stubborn.quick.seconds = stubborn.slow.seconds = ALWAYS
    assert loop.run(THOUGHTS[kind](stubborn, pairs_moment("pairs", kind)))


def endlessly_about(moment: Record) -> str:
    return loop_without_python()


def test_a_double_that_never_ends_costs_one_answer_and_those_who_wait_behind_it_get_theirs(
    loop: asyncio.Runner,
) -> None:
    async def ask() -> None:
        crew = Crew(1, (), ALWAYS)
        number = await crew.ask(process_number)
        crew.seconds = SOON
        endless = asyncio.ensure_future(crew.ask(loop_deaf))
        await some_turns()
        crew.seconds = ALWAYS
        behind = [asyncio.ensure_future(crew.ask(double, number)) for number in range(3)]
        with pytest.raises(TooLong, match=r"no answer within 0\.3 s"):
            await endless
        assert await asyncio.gather(*behind) == [0, 2, 4]
        assert await crew.ask(process_number) != number
        crew.close()

    loop.run(ask())


def test_what_took_too_long_is_refused_at_once_for_a_while_and_then_thought_about_again(
    loop: asyncio.Runner,
) -> None:
    made = Minds(1, 1, (), ALWAYS)

    def ask() -> int:
        """Ask in vain; who thinks afterwards, which is another one if somebody has tried."""
        made.quick.seconds = SOON
        with pytest.raises(TooLong, match="there was no answer"):
            loop.run(made._answer(made.quick, endlessly_about, record()))
        made.quick.seconds = ALWAYS
        return loop.run(made.quick.ask(process_number))

    first = ask()
    assert [ask(), ask()] == [first, first]
    made._refused = OrderedDict((key, (0.0, error)) for key, (_, error) in made._refused.items())  # the while is over
    assert ask() != first
    assert loop.run(made.odds(record())) == odds_of(record())
    made.close()


def test_who_waits_too_long_for_a_turn_is_told(loop: asyncio.Runner, tmp_path: Path) -> None:
    async def ask() -> None:
        crew = Crew(1, (), ALWAYS)
        busy = asyncio.ensure_future(crew.ask(wait_for, str(tmp_path / "go")))
        await some_turns()
        crew.seconds = SOON
        with pytest.raises(Busy, match="every thinking process is busy"):
            await crew.ask(double, 1)
        assert crew.waiting == 0
        (tmp_path / "go").touch()
        assert await busy
        crew.seconds = ALWAYS
        assert await crew.ask(double, 1) == 2
        crew.close()

    loop.run(ask())


def test_a_server_stops_at_once_while_somebody_thinks_for_ever(loop: asyncio.Runner) -> None:
    async def ask() -> None:
        made = Minds(1, 1, (), ALWAYS)
        assert [await crew.ask(double, 2) for crew in (made.quick, made.slow)] == [4, 4]
        thinking = [asyncio.ensure_future(crew.ask(loop_deaf)) for crew in (made.quick, made.slow)]
        await some_turns()
        made.close()
        for each in await asyncio.gather(*thinking, return_exceptions=True):
            assert isinstance(each, Stopping)

    loop.run(ask())


# ---- the end of the server -------------------------------------------------------------------------------------------


@pytest.fixture(params=["awake", "still waking"])
def server(request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[str]]:
    """A process whose workers think, or are about to; what it prints ends when the last of them has ended."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", ALONE, request.param]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "thinking\n"
        try:
            yield process
        finally:
            end_group(process.pid)


@pytest.mark.slow
def test_no_process_outlives_a_server_that_is_killed(server: subprocess.Popen[str]) -> None:
    server.kill()
    told, _ = server.communicate(timeout=ALWAYS)
    assert told == ""


@pytest.mark.slow
def test_control_c_is_the_servers_own_affair(server: subprocess.Popen[str]) -> None:
    os.killpg(server.pid, signal.SIGINT)
    told, complaints = server.communicate(timeout=ALWAYS)
    assert (told, complaints) == ("interrupted\n", "")


@pytest.mark.slow
def test_control_c_does_not_even_reach_a_process_that_has_not_woken(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED)  # Python reads it before any code of ours
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    command = [sys.executable, "-c", WAKING]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=ALWAYS)
    assert (done.stdout, done.stderr) == ("awake\n", "")
