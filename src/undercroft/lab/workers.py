"""Who plays a job: this process, processes beside it, or a Ray cluster, with the same result whoever plays what.

A job is cut into chunks of game numbers. The first chunks are a single game, later ones as many as take about a quarter
of a second, so that a bot that thinks for seconds shows progress, too, and is soon interrupted. Parts come back in the
order of the games' numbers. A worker that dies is replaced and its chunk played again; nothing of it was counted. One
whose games do not end is ended, and the game is named: it never would have ended, or far too late.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, Generic, TypeVar

from undercroft.bots import QUICK_BOTS
from undercroft.core.errors import MOST, Failure, UndercroftError, cut, short, whole_number
from undercroft.lab.beside import GRACE, RAISED, can_fork

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

J = TypeVar("J")
P = TypeVar("P")
Task = Callable[[J, int, int], P]
"""Plays games number first, first + 1, ... of a job, so many; a function of a module, so that a worker can find it."""

CHUNK_SECONDS = 0.25
GROWTH = 8
MOST_PER_CHUNK = 10_000
MOST_DEATHS = 3
MOST_WORKERS = 256  # on a machine without many cores
MOST_PER_CORE = 8
LAST_PORT = 2**16 - 1
GAME_SECONDS = 600.0  # for a game: a thousand times what those of quick bots take where nothing is compiled
THINKING_SECONDS = 86_400.0  # for a game in which a bot thinks, as long as it likes, about hundreds of choices


@dataclass(frozen=True)
class Here:
    """This machine: workers are processes of their own, a single one only where it can be forked; None: all cores."""

    workers: int | None = None


@dataclass(frozen=True)
class OnRay:
    """A Ray cluster: the one at an address, or without one a Ray of our own on this machine."""

    address: str = ""
    workers: int | None = None


Place = Here | OnRay


def find_place(on: str | None, workers: int | None = None) -> Place:
    """The place that a text names: none is here, `ray` a Ray of our own, `ray:ADDRESS` or `ray://ADDRESS` another."""
    if workers is not None and workers < 1:
        raise UndercroftError(f"{workers} workers cannot play; ask for at least 1")
    if on is None or on == "ray":
        check_crew(workers)
        return Here(workers) if on is None else OnRay("", workers)
    if on.startswith("ray://") and len(on) > len("ray://"):
        check_port(on)
        return OnRay(on, workers)
    if on.startswith("ray:") and len(on) > len("ray:") and not on.startswith("ray:/"):
        check_port(on)
        return OnRay(on.removeprefix("ray:"), workers)
    raise UndercroftError(f"there is no place {short(on)} to play on; there is ray, ray:ADDRESS and ray://ADDRESS")


def check_crew(workers: int | None) -> None:
    """Refuse more workers than a machine should run."""
    most = max(MOST_WORKERS, MOST_PER_CORE * (os.cpu_count() or 1))
    if workers is not None and workers > most:
        raise UndercroftError(f"{workers} workers are too many for this machine; ask for at most {most}")


def check_port(on: str) -> None:
    """Refuse an address with a port that no machine has."""
    host, _, port = on.rpartition(":")
    if host not in ("ray", "") and port.isascii() and port.isdigit() and not 0 < int(port[:9]) <= LAST_PORT:
        raise UndercroftError(f"there is no port {cut(port)} in {short(on)}; ports go from 1 to {LAST_PORT}")


def written_place(place: Place) -> str:
    """A place as a person would write it."""
    if isinstance(place, Here):
        return "here"
    return place.address if place.address.startswith("ray://") else f"ray:{place.address}".rstrip(":")


def count_workers(place: Place, games: int) -> int | None:
    """How many workers share so many games; None where only the cluster knows."""
    if isinstance(place, OnRay) and place.address:
        return None
    return max(1, min(place.workers or os.cpu_count() or 1, games))


# ---- games that do not end -------------------------------------------------------------------------------------------


class Endless(Failure):
    """A game that did not end in time; `number` is its own."""

    def __init__(self, sentence: str, number: int) -> None:
        super().__init__(sentence)
        self.number = number


def seconds_for(*bots: str) -> float:
    """How long a game of these bots may take."""
    return GAME_SECONDS if all(bot in QUICK_BOTS for bot in bots) else THINKING_SECONDS


def endless(seed: str, number: int, seconds: float) -> Endless:
    """What is said of a game that did not end; with its seed, if there is one, it can be played again."""
    named = f"game {number} (seed {seed}/{number})" if seed else f"game {number}"
    return Endless(f"{named} had not ended after {seconds:g} s, so it was stopped", number)


# ---- chunks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chunk:
    """Games number `first` and on, so many."""

    first: int
    count: int

    def __str__(self) -> str:
        last = self.first + self.count - 1
        return f"game {self.first}" if self.count == 1 else f"games {self.first} to {last}"

    def one_by_one(self) -> list[Chunk]:
        """Each game by itself."""
        return [Chunk(number, 1) for number in range(self.first, self.first + self.count)]


@dataclass(frozen=True)
class Finished(Generic[P]):
    """A chunk that was played, what came of it and how long it took."""

    chunk: Chunk
    part: P
    seconds: float


class Chunks:
    """Hands out the games of a job, in chunks that take about as long as they should."""

    def __init__(self, games: int, hands: int) -> None:
        self.games = games
        self.hands = hands
        self.given = 0
        self.size = 1

    def next(self) -> Chunk | None:
        """The next chunk, smaller towards the end so that all workers end together; None when all are given."""
        rest = self.games - self.given
        if rest == 0:
            return None
        chunk = Chunk(self.given, min(self.size, -(-rest // self.hands)))
        self.given += chunk.count
        return chunk

    def learn(self, count: int, seconds: float) -> None:
        """So many games took so long."""
        in_time = int(count * CHUNK_SECONDS / max(seconds, 1e-9))
        self.size = max(1, min(in_time, count * GROWTH, MOST_PER_CHUNK))


def play_chunk(task: Task[J, P], job: J, chunk: Chunk) -> Finished[P]:
    """Play a chunk and take the time."""
    began = time.perf_counter()
    part = task(job, chunk.first, chunk.count)
    return Finished(chunk, part, time.perf_counter() - began)


# ---- the whole job ---------------------------------------------------------------------------------------------------


def play_parts(
    task: Task[J, P],
    job: J,
    games: int,
    place: Place,
    done: Callable[[int], None] | None = None,
    seconds: float = GAME_SECONDS,
    seed: str = "",
) -> Generator[tuple[int, P]]:
    """Play the games 0, 1, ... of a job; gives the number of each part's first game and the part, in that order.

    `done` is told how many games are finished. Ctrl-C gives all the parts that are finished, perhaps with gaps, and
    then raises KeyboardInterrupt; it never strikes while the caller is at work on a part. A game that takes longer than
    `seconds` on this machine is Endless, and named by the `seed` of the run.
    """
    if whole_number("games", games, -MOST) < 1:
        raise UndercroftError(f"{games} games cannot be played; ask for at least 1")
    held: dict[int, Finished[P]] = {}
    finished = following = 0
    with Interrupts() as interrupts:
        playing = _playing(task, job, games, place, interrupts, Bound(seconds, seed))
        try:
            interrupts.release()
            for one in playing:
                held[one.chunk.first] = one
                finished += one.chunk.count
                if done is not None:
                    done(finished)
                while following in held:
                    ready = held.pop(following)
                    following += ready.chunk.count
                    interrupts.hold()
                    yield ready.chunk.first, ready.part
                    interrupts.release()
        except KeyboardInterrupt:
            interrupts.hold()
            for first in sorted(held):
                yield first, held[first].part
            raise
        finally:
            interrupts.hold()
            playing.close()


@dataclass(frozen=True)
class Bound:
    """How long a game may take, and the seed by which one that takes longer is named."""

    seconds: float
    seed: str


def _playing(
    task: Task[J, P], job: J, games: int, place: Place, interrupts: Interrupts, bound: Bound
) -> Generator[Finished[P]]:
    if isinstance(place, OnRay):
        from undercroft.lab.cluster import play_on_ray

        return play_on_ray(task, job, games, place)
    hands = count_workers(place, games)
    if hands is None or (hands == 1 and not can_be_beside()):
        return _play_here(task, job, Chunks(games, 1))
    return _play_beside(task, job, Chunks(games, hands), interrupts, bound)


def can_be_beside() -> bool:
    """Whether a single worker, too, had better be a process of its own, which can be ended; it costs next to nothing.

    Not where this is one that can be ended itself, nor where a process could not take over any job.
    """
    return can_fork() and not multiprocessing.current_process().daemon


class Interrupts:
    """Holds Ctrl-C back, but for times that are released; after it has struck once, the next waits, too.

    Within another it begins with what has come to the other, and gives back to it at the end.
    """

    def __init__(self) -> None:
        self.held = True
        self.came = False
        self.before: Any = None

    def __enter__(self) -> Interrupts:
        before = signal.getsignal(signal.SIGINT)
        outer = getattr(before, "__self__", None)
        in_charge = threading.current_thread() is threading.main_thread()
        if not in_charge or not (before is signal.default_int_handler or isinstance(outer, Interrupts)):
            return self
        self.before = before
        signal.signal(signal.SIGINT, self._interrupt)
        if isinstance(outer, Interrupts):
            self.came, outer.came = self.came or outer.came, False
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def hold(self) -> None:
        """From now on an interrupt waits."""
        self.held = True

    def release(self) -> None:
        """An interrupt that came in between strikes now, or the next when it comes."""
        self.held = False
        if self.came:
            self._strike()

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.came = True
        if not self.held:
            self._strike()

    def _strike(self) -> None:
        self.held, self.came = True, False
        raise KeyboardInterrupt


# ---- on this machine -------------------------------------------------------------------------------------------------


def _play_here(task: Task[J, P], job: J, chunks: Chunks) -> Generator[Finished[P]]:
    while chunk := chunks.next():
        finished = play_chunk(task, job, chunk)
        chunks.learn(chunk.count, finished.seconds)
        yield finished


class Worker(Generic[J, P]):
    """A process that plays chunks of one job, one at a time; `chunk` is the one that it has, and since when."""

    def __init__(self, task: Task[J, P], job: J, seconds: float) -> None:
        context: Any = multiprocessing.get_context("fork" if can_fork() else None)
        self.pipe, far_end = context.Pipe()
        self.chunk: Chunk | None = None
        self.since = 0.0
        self.process = context.Process(target=_work, args=(task, job, seconds, far_end, self.pipe), daemon=True)
        self.process.start()
        far_end.close()

    def give(self, chunk: Chunk) -> None:
        """Let it play a chunk; if it is dead already, its pipe will say so."""
        self.chunk = chunk
        self.since = time.monotonic()
        try:
            self.pipe.send(chunk)
        except OSError:
            pass

    def take(self) -> Finished[P] | None:
        """What it has played; None if it died. The chunk was at fault if the rules or the bot raised an error."""
        assert self.chunk is not None
        try:
            answer: Finished[P] | str = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join()
            if self.process.exitcode == RAISED:
                raise Failure(f"{self.chunk} could not be played; the error is above") from None
            return None
        if isinstance(answer, str):
            raise UndercroftError(answer)
        self.chunk = None
        return answer

    def dismiss(self) -> None:
        """End it, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _work(task: Task[J, P], job: J, seconds: float, pipe: Connection[Any, Any], far_end: Connection[Any, Any]) -> None:
    """What a worker process does until nobody is left to work for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    far_end.close()  # a copy of the other's end would keep this one waiting for ever when the other is gone
    while True:
        try:
            chunk = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            end_after(seconds + GRACE)
            answer: Finished[P] | str = play_chunk(task, job, chunk)
        except UndercroftError as error:
            answer = str(error)
        try:
            pipe.send(answer)
        except OSError:
            return


def end_after(seconds: float) -> None:
    """Have the system end this process after so much work, should nobody be left who could; not while it is stopped."""
    if resource is None:
        return
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = int(time.process_time() + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


def _play_beside(
    task: Task[J, P], job: J, chunks: Chunks, interrupts: Interrupts, bound: Bound
) -> Generator[Finished[P]]:
    """A worker is started only for a chunk that nobody is free for, and between two of them answers are taken."""
    again: list[Chunk] = []
    deaths = Counter[Chunk]()
    crew: list[Worker[J, P]] = []
    try:
        while True:
            for worker in crew:
                if worker.chunk is None and (chunk := again.pop() if again else chunks.next()):
                    worker.give(chunk)
            new = None
            if len(crew) < chunks.hands:
                new = again.pop() if again else chunks.next()
            if new is not None:
                interrupts.hold()  # also in the process that is started, until it ignores them
                crew.append(Worker(task, job, bound.seconds))
                crew[-1].give(new)
                interrupts.release()
            busy = {worker.pipe: worker for worker in crew if worker.chunk is not None}
            if not busy:
                return
            ready = _ready(busy, bound.seconds if new is None else 0.0)
            for worker in _late(busy, ready, bound.seconds):
                again += _part(worker, bound)
                crew.remove(worker)
            for worker in ready:
                finished = worker.take()
                if finished is None:
                    again.append(_mourn(worker, deaths))
                    crew.remove(worker)
                else:
                    chunks.learn(finished.chunk.count, finished.seconds)
                    yield finished
    finally:
        for worker in crew:
            worker.dismiss()


Busy = dict[Any, Worker[J, P]]  # workers that have a chunk, by their pipes


def _ready(busy: Busy[J, P], seconds: float) -> list[Worker[J, P]]:
    """Those who have an answer, or have died, as soon as there are any; waits no longer than the first may play on."""
    began = time.monotonic()
    waits = max(0.0, min(worker.since for worker in busy.values()) + seconds - began)
    ready = [busy[pipe] for pipe in wait(list(busy), waits)]
    if time.monotonic() - began > waits + GRACE:  # this process was stopped for a while, and all others with it
        for worker in busy.values():
            worker.since = time.monotonic()
    return ready


def _late(busy: Busy[J, P], ready: list[Worker[J, P]], seconds: float) -> list[Worker[J, P]]:
    """Those whose games should have ended long ago."""
    now = time.monotonic()
    return [worker for worker in busy.values() if worker not in ready and now - worker.since >= seconds]


def _mourn(worker: Worker[J, P], deaths: Counter[Chunk]) -> Chunk:
    """The chunk that a dead worker leaves to be played again, unless too many have died of it."""
    chunk = worker.chunk
    assert chunk is not None
    worker.dismiss()
    deaths[chunk] += 1
    if deaths[chunk] == MOST_DEATHS:
        raise Failure(f"{chunk} could not be played: {MOST_DEATHS} worker processes died of it")
    return chunk


def _part(worker: Worker[J, P], bound: Bound) -> list[Chunk]:
    """The games of a worker that does not come to an end, each by itself, to find the one; Endless if it was one."""
    chunk = worker.chunk
    assert chunk is not None
    worker.dismiss()
    if chunk.count == 1:
        raise endless(bound.seed, chunk.first, bound.seconds)
    return chunk.one_by_one()
