"""A job on a Ray cluster: chunks as tasks that Ray repeats where a worker dies."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Generator
from contextlib import redirect_stdout
from types import ModuleType
from typing import Any, TypeVar

from undercroft.core.errors import Failure, UndercroftError, cut
from undercroft.lab.workers import MOST_DEATHS, Chunk, Chunks, Finished, OnRay, Task, play_chunk

J = TypeVar("J")
P = TypeVar("P")

LONGEST_REASON = 200  # letters
PATIENCE = 5.0  # seconds that a cluster may take to answer


def play_on_ray(task: Task[J, P], job: J, games: int, place: OnRay) -> Generator[Finished[P]]:
    """Play a job's games as tasks; what is still running at the end is given up."""
    ray = load_ray()
    ours = not ray.is_initialized()
    with redirect_stdout(sys.stderr):  # Ray tells of dead workers on standard output, where the answer belongs
        if ours:
            start_ray(ray, place)
        try:
            yield from _play(ray, task, job, games, place)
        finally:
            if ours:
                ray.shutdown()


def _play(ray: ModuleType, task: Task[J, P], job: J, games: int, place: OnRay) -> Generator[Finished[P]]:
    hands = max(1, min(place.workers or int(ray.cluster_resources().get("CPU", 1)), games))
    chunks = Chunks(games, hands)
    play = ray.remote(play_chunk).options(max_retries=MOST_DEATHS - 1)
    shared = ray.put(job)
    running: dict[Any, Chunk] = {}
    try:
        while True:
            while len(running) < hands and (chunk := chunks.next()):
                running[play.remote(task, shared, chunk)] = chunk
            if not running:
                return
            for ready in ray.wait(list(running), num_returns=1)[0]:
                finished = fetch(ray, ready, running.pop(ready))
                chunks.learn(finished.chunk.count, finished.seconds)
                yield finished
    finally:
        for unfinished in running:
            ray.cancel(unfinished, force=True)


def load_ray() -> ModuleType:
    """The package, if it is installed."""
    try:
        import ray
    except ModuleNotFoundError:
        raise UndercroftError("Ray is not installed; pip install 'undercroft[cluster]'") from None
    return ray


def start_ray(ray: ModuleType, place: OnRay) -> None:
    """Start a Ray of our own, or go to the one at an address; either says nothing."""
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    if not place.address:
        ray.init(address="local", num_cpus=place.workers, include_dashboard=False, **quiet)
        return
    check_address(place.address)
    try:
        ray.init(address=place.address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        why = str(error).strip().splitlines()[0]
        raise UndercroftError(
            f"there is no Ray to be reached at {cut(place.address)}: {cut(why, LONGEST_REASON)}"
        ) from None


def check_address(address: str) -> None:
    """Refuse at once an address where nobody listens: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isascii() and port.isdigit() and int(port) < 2**16):
        return  # auto, or whatever else Ray makes of it
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except OSError as error:
        raise UndercroftError(f"there is no Ray to be reached at {cut(address)}: {error.strerror or error}") from None


def fetch(ray: ModuleType, ready: Any, chunk: Chunk) -> Finished[Any]:
    """What a task has played."""
    try:
        finished: Finished[Any] = ray.get(ready)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError, ray.exceptions.NodeDiedError):
        raise Failure(f"{chunk} could not be played: {MOST_DEATHS} worker processes died of it") from None
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, UndercroftError):
            raise UndercroftError(str(error.cause)) from None
        raise
    return finished
