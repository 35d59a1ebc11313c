"""A worker of the engine pool: a process that answers requests, and the pipe to it."""

import asyncio
import contextlib
import ctypes
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawValue
from typing import Any

from charkoni.core.compiler import switch_off
from charkoni.core.record import Player, Record
from charkoni.core.registry import named
from charkoni.core.workers import WorkerProcess, answer_requests
from charkoni.games.opponents import HIGHEST, SOLVER, player_of
from charkoni.web.engine.compilation import compile_stage

MOST_PLAYERS = 16
"""How many players a worker keeps, with their transposition tables."""

NICENESS = 5
"""Of the workers but the interpreter: the server's own process and the first moves of a computer go first."""

COMPILE = "compile"
"""The task of compiling a stage of a game."""

WorkerRequest = tuple[str, str, Sequence[str], str, int, str, Mapping[str, Any]]
"""The arguments of `answer_request` after `players`."""


class EngineError(Exception):
    """A worker died or did not answer in time; it has been replaced."""


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """The move that a player chooses; value: the points it expects, None when it does not estimate them."""

    move: str
    value: float | None


class Worker:
    """A worker process that answers requests (see `answer_request`), replaced when it dies."""

    def __init__(self, interprets: bool = False) -> None:
        """Start the process.  interprets: whether it runs kernels as plain Python."""
        self.interprets = interprets
        self._start()

    def _start(self) -> None:
        self._sent, self._given_up = 0, RawValue(ctypes.c_longlong, 0)
        self.running = WorkerProcess(_serve_requests, self.interprets, self._given_up)

    async def ask(self, request: WorkerRequest, seconds: float) -> object:
        """Send a request and return its answer, None if its search is given up meanwhile; raise EngineError."""
        self._sent += 1
        try:
            return await asyncio.to_thread(self._exchange, request, seconds)
        except (EOFError, OSError, TimeoutError) as error:
            await asyncio.to_thread(self._restart)
            raise EngineError(f"a computer process is gone: {error!r}") from error

    def _exchange(self, request: WorkerRequest, seconds: float) -> object:
        self.running.pipe.send(request)
        if not self.running.pipe.poll(seconds):
            raise TimeoutError(f"no answer in {seconds} s")
        return self.running.receive()

    def _restart(self) -> None:
        self.stop()
        self._start()

    def give_up(self) -> None:
        """Let the search for the present request end within milliseconds."""
        self._given_up.value = self._sent

    def interrupt(self) -> None:
        """End the present request, which may be no search, by the end of the process, which is replaced."""
        self.running.process.kill()

    def stop(self) -> None:
        """End the process."""
        self.running.stop()


def _serve_requests(pipe: Connection, interprets: bool, given_up: ctypes.c_longlong) -> None:
    """Answer the requests from a pipe until it is closed.

    interprets: whether kernels run as plain Python.  given_up: an integer in shared memory, the number of the last
    request, counted from 1, whose answer is no longer wanted.  None is the answer of a search that was given up, and an
    EngineError with its text stands for any exception.
    """
    if interprets:
        switch_off()
    else:
        with contextlib.suppress(OSError, AttributeError):
            os.nice(NICENESS)
    from charkoni.search.time_control import Interrupted, interrupted_when
    from charkoni.web.engine import tasks  # noqa: F401  # with all searches, before the first request

    number = 0
    players: dict[tuple[str, str, int], Player] = {}

    def answer(request: WorkerRequest) -> object:
        nonlocal number
        number += 1
        try:
            return answer_request(players, *request)
        except Interrupted:
            return None
        except Exception as error:
            raise EngineError(f"{type(error).__name__}: {error}") from None

    with interrupted_when(lambda: given_up.value >= number):
        answer_requests(pipe, answer)


def answer_request(
    players: dict[tuple[str, str, int], Player],
    name: str,
    start: str,
    moves: Sequence[str],
    spec: str,
    seed: int,
    task: str = "",
    options: Mapping[str, Any] | None = None,
) -> object:
    """Return the answer of a worker to a request.

    players: the worker's players, by game, specification and seed.  name, start, moves: the game, the position it
    starts from ("": the usual one) and the moves played.  spec, seed: the player whose `ChosenMove` is wanted.  task,
    options: or the task of `charkoni.web.engine.tasks` whose result is wanted, or COMPILE with the option stage (see
    `compile_stage`).
    """
    game = named(name)
    if task == COMPILE:
        return compile_stage(game, **(options or {}))

    from charkoni import solve
    from charkoni.players import decide, player
    from charkoni.web.engine import tasks

    if task:
        return tasks.run(task, game, start, moves, options or {})
    key = (name, spec, seed)
    if key not in players:
        if len(players) > MOST_PLAYERS:
            players.clear()
        is_unsolved = spec == SOLVER and not solve.is_solved(game)  # with these flags nothing is proved
        players[key] = player(player_of(HIGHEST) if is_unsolved else spec, seed)
    record = Record(game, game.parse(start) if start else None)
    for move in moves:
        record.play(move)
    decision = decide(players[key], record)
    return ChosenMove(decision.move, decision.value)
