"""Who plays a job: this process, processes beside it, or a Ray cluster, with the same result whoever plays what.

A job is cut into chunks of game numbers. The first chunks are a single game, later ones as many as take about a quarter
of a second, so that a bot that thinks for seconds shows progress, too, and is soon interrupted. Parts come back in the
order of the games' numbers. A worker that dies is replaced and its chunk played again; nothing of it was counted.
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

from undercroft.core.errors import UndercroftError

J = TypeVar("J")
P = TypeVar("P")
Task = Callable[[J, int, int], P]
"""Plays games number first, first + 1, ... of a job, so many; a function of a module, so that a worker can find it."""

CHUNK_SECONDS = 0.25
GROWTH = 8
MOST_PER_CHUNK = 10_000
MOST_DEATHS = 3
RAISED = 1  # the exit code of a process that an exception has ended


@dataclass(frozen=True)
class Here:
    """This machine: one worker plays in this process, several in processes of their own; None means all cores."""

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
    if on is None:
        return Here(workers)
    if on == "ray":
        return OnRay("", workers)
    if on.startswith("ray://") and len(on) > len("ray://"):
        return OnRay(on, workers)
    if on.startswith("ray:") and len(on) > len("ray:") and not on.startswith("ray:/"):
        return OnRay(on.removeprefix("ray:"), workers)
    raise UndercroftError(f"there is no place {on!r} to play on; there is ray, ray:ADDRESS and ray://ADDRESS")


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


# ---- chunks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chunk:
    """Games number `first` and on, so many."""

    first: int
    count: int

    def __str__(self) -> str:
        last = self.first + self.count - 1
        return f"game {self.first}" if self.count == 1 else f"games {self.first} to {last}"


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
    task: Task[J, P], job: J, games: int, place: Place, done: Callable[[int], None] | None = None
) -> Generator[tuple[int, P]]:
    """Play the games 0, 1, ... of a job; gives the number of each part's first game and the part, in that order.

    `done` is told how many games are finished. Ctrl-C gives all the parts that are finished, perhaps with gaps, and
    then raises KeyboardInterrupt; it never strikes while the caller is at work on a part.
    """
    if games < 1:
        raise UndercroftError(f"{games} games cannot be played; ask for at least 1")
    playing = _playing(task, job, games, place)
    held: dict[int, Finished[P]] = {}
    finished = following = 0
    with Interrupts() as interrupts:
        try:
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


def _playing(task: Task[J, P], job: J, games: int, place: Place) -> Generator[Finished[P]]:
    if isinstance(place, OnRay):
        from undercroft.lab.cluster import play_on_ray

        return play_on_ray(task, job, games, place)
    hands = count_workers(place, games)
    if hands is None or hands == 1:
        return _play_here(task, job, Chunks(games, 1))
    return _play_beside(task, job, Chunks(games, hands))


class Interrupts:
    """Holds Ctrl-C back while something is done that must be done as a whole."""

    def __init__(self) -> None:
        self.held = False
        self.came = False
        self.ours = False

    def __enter__(self) -> Interrupts:
        in_charge = threading.current_thread() is threading.main_thread()
        if in_charge and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._interrupt)
            self.ours = True
        return self

    def __exit__(self, *_: object) -> None:
        if self.ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def hold(self) -> None:
        """From now on an interrupt waits."""
        self.held = True

    def release(self) -> None:
        """An interrupt that came in between strikes now, and others when they come."""
        self.held = False
        if self.came:
            self.came = False
            raise KeyboardInterrupt

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if not self.held:
            raise KeyboardInterrupt
        self.came = True


# ---- on this machine -------------------------------------------------------------------------------------------------


def _play_here(task: Task[J, P], job: J, chunks: Chunks) -> Generator[Finished[P]]:
    while chunk := chunks.next():
        finished = play_chunk(task, job, chunk)
        chunks.learn(chunk.count, finished.seconds)
        yield finished


class Worker(Generic[J, P]):
    """A process that plays chunks of one job, one at a time; `chunk` is the one that it has."""

    def __init__(self, context: Any, task: Task[J, P], job: J) -> None:
        self.pipe, far_end = context.Pipe()
        self.chunk: Chunk | None = None
        self.process = context.Process(target=_work, args=(task, job, far_end, self.pipe), daemon=True)
        self.process.start()
        far_end.close()

    def give(self, chunk: Chunk) -> None:
        """Let it play a chunk; if it is dead already, its pipe will say so."""
        self.chunk = chunk
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
                raise UndercroftError(f"{self.chunk} could not be played; the error is above") from None
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


def _work(task: Task[J, P], job: J, pipe: Connection[Any, Any], far_end: Connection[Any, Any]) -> None:
    """What a worker process does until nobody is left to work for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    far_end.close()  # a copy of the other's end would keep this one waiting for ever when the other is gone
    while True:
        try:
            chunk = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: Finished[P] | str = play_chunk(task, job, chunk)
        except UndercroftError as error:
            answer = str(error)
        try:
            pipe.send(answer)
        except OSError:
            return


def _play_beside(task: Task[J, P], job: J, chunks: Chunks) -> Generator[Finished[P]]:
    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
    again: list[Chunk] = []
    deaths = Counter[Chunk]()
    crew = [Worker(context, task, job) for _ in range(chunks.hands)]
    try:
        while True:
            for worker in crew:
                if worker.chunk is None and (chunk := again.pop() if again else chunks.next()):
                    worker.give(chunk)
            busy = {worker.pipe: worker for worker in crew if worker.chunk is not None}
            if not busy:
                return
            for pipe in wait(list(busy)):
                worker = busy[pipe]
                finished = worker.take()
                if finished is None:
                    again.append(_mourn(worker, deaths))
                    crew[crew.index(worker)] = Worker(context, task, job)
                else:
                    chunks.learn(finished.chunk.count, finished.seconds)
                    yield finished
    finally:
        for worker in crew:
            worker.dismiss()


def _mourn(worker: Worker[J, P], deaths: Counter[Chunk]) -> Chunk:
    """The chunk that a dead worker leaves to be played again, unless too many have died of it."""
    chunk = worker.chunk
    assert chunk is not None
    worker.dismiss()
    deaths[chunk] += 1
    if deaths[chunk] == MOST_DEATHS:
        raise UndercroftError(f"{chunk} could not be played: {MOST_DEATHS} worker processes died of it")
    return chunk
