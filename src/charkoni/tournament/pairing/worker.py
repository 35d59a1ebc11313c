"""The pairing engine in a worker process, with limits of time and memory."""

import contextlib
import multiprocessing
import sys
import threading
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import EngineFailed, TooLong, TournamentError
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Pairing

MEMORY = 6 << 30
"""The most bytes of address space of the worker; 1,000 players need up to 2.2 GB."""

_TIME = N_("the pairing took longer than {seconds} s; nothing changed: try again, or pair by hand")
_DIED = N_("the pairing engine stopped; nothing changed: try again, or pair by hand")


def limit_for(count: int) -> int:
    """Return the time limit of a pairing of so many players, in seconds."""
    return 60 if count <= 500 else 600


class PairingWorker:
    """A worker process that pairs rounds, one at a time.

    It starts with the first pairing, is used for later ones, and ends with `close` or with this process.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def pair(self, pairing_input: PairingInput, seconds: float | None = None) -> Pairing:
        """Return the pairing of the next round.

        seconds: the time limit, by default `limit_for` the number of players.  Raise NoPairing; TooLong when the limit
        of time or memory is exceeded; EngineFailed when the engine fails or the worker cannot start or dies.  After
        TooLong, or when the worker has died, the next call starts a new one.
        """
        limit = limit_for(len(pairing_input.players)) if seconds is None else seconds
        with self._lock:
            try:
                pipe = self._running()
                pipe.send(pairing_input)
                if not pipe.poll(limit):
                    self._stop()
                    raise TooLong(_TIME, {"seconds": limit})
                answer = pipe.recv()
            except (EOFError, OSError):
                self._stop()
                raise EngineFailed(_DIED) from None
        if isinstance(answer, MemoryError):
            self.close()
            raise TooLong(N_("the pairing took more memory than it may; nothing changed: try again, or pair by hand"))
        if isinstance(answer, TournamentError | EngineFailed):
            raise answer
        assert isinstance(answer, Pairing)
        return answer

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            self._stop()

    def _running(self) -> Connection:
        """Return the pipe to the worker, which is started when there is none alive; raise OSError."""
        if self._process is None or not self._process.is_alive() or self._pipe is None:
            self._stop()
            context = multiprocessing.get_context("spawn")
            self._pipe, worker_end = context.Pipe()
            process = context.Process(target=_serve, args=(worker_end,), daemon=True)
            with worker_end:
                process.start()
            self._process = process
        return self._pipe

    def _stop(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None


def _serve(pipe: Connection) -> None:
    """Answer each pairing input with a Pairing or an error, until the pipe is closed."""
    _limit_memory()
    while True:
        try:
            pairing_input = pipe.recv()
        except (EOFError, OSError):
            return
        answer: object
        try:
            answer = pair(pairing_input)
        except (TournamentError, EngineFailed, MemoryError) as error:
            answer = error
        pipe.send(answer)


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
