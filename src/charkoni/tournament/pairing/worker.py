"""The pairing engine in a worker process: kept warm, with limits of time and memory."""

import contextlib
import multiprocessing
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.model.errors import EngineFailed, TooLong, TournamentError
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Pairing

MEMORY = 6 << 30
"""Bytes a pairing may take; 1,000 players need up to 2.2 GB."""

_TIME = mark("the pairing took longer than {seconds} s; nothing changed: try again, or pair by hand")
_SPACE = mark("the pairing took more memory than it may; nothing changed: try again, or pair by hand")
_DIED = mark("the pairing engine stopped; nothing changed: try again, or pair by hand")


def limit_for(count: int) -> int:
    """Return how many seconds a pairing of so many players may take."""
    return 60 if count <= 500 else 600


class Engine:
    """Pairs in another process, one round at a time; that process ends with `close` or with this one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: Any = None
        self._pipe: Connection | None = None

    def pair(self, field: PairingInput, seconds: float | None = None) -> Pairing:
        """Return the pairing of the next round; raise NoPairing, EngineFailed or TooLong."""
        limit = limit_for(len(field.players)) if seconds is None else seconds
        with self._lock:
            pipe = self._running()
            try:
                pipe.send(field)
                if not pipe.poll(limit):
                    self._stop()
                    raise TooLong(_TIME.format(seconds=limit))
                answer = pipe.recv()
            except (EOFError, OSError):
                self._stop()
                raise EngineFailed(_DIED) from None
        if isinstance(answer, MemoryError):
            self.close()
            raise TooLong(_SPACE)
        if isinstance(answer, TournamentError | EngineFailed):
            raise answer
        assert isinstance(answer, Pairing)
        return answer

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._stop()

    def _running(self) -> Connection:
        if self._process is None or not self._process.is_alive() or self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe

    def _stop(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None


def _serve(pipe: Connection) -> None:
    """Answer fields with pairings until the other end is closed."""
    _limit_memory()
    while True:
        try:
            field = pipe.recv()
        except (EOFError, OSError):
            return
        answer: object
        try:
            answer = pair(field)
        except (TournamentError, EngineFailed, MemoryError) as error:
            answer = error
        pipe.send(answer)


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
