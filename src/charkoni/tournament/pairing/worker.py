"""The pairing engine in a worker process, with limits of time and memory."""

import contextlib
import sys
import threading
from multiprocessing.connection import Connection

from charkoni.core.errors import N_
from charkoni.core.workers import WorkerProcess, answer_requests
from charkoni.tournament.model.errors import EngineFailed, TooLong, TournamentError
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Pairing

MEMORY = 6 << 30
"""The most bytes of address space of the worker; 1,000 players need up to 2.2 GB."""

_TIME = N_("the pairing took longer than {seconds} s; nothing changed: try again, or pair by hand")
_MEMORY = N_("the pairing took more memory than it may; nothing changed: try again, or pair by hand")
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
        self._worker: WorkerProcess | None = None

    def pair(self, pairing_input: PairingInput, seconds: float | None = None) -> Pairing:
        """Return the pairing of the next round.

        seconds: the time limit, by default `limit_for` the number of players.  Raise NoPairing; TooLong when the limit
        of time or memory is exceeded; EngineFailed when the engine fails or the worker cannot start or dies.  After
        TooLong, or when the worker has died, the next call starts a new one.
        """
        limit = limit_for(len(pairing_input.players)) if seconds is None else seconds
        with self._lock:
            try:
                worker = self._running()
                worker.pipe.send(pairing_input)
                if not worker.pipe.poll(limit):
                    self._stop()
                    raise TooLong(_TIME, {"seconds": limit})
                pairing = worker.receive()
            except MemoryError:
                self._stop()
                raise TooLong(_MEMORY) from None
            except (EOFError, OSError):
                self._stop()
                raise EngineFailed(_DIED) from None
        assert isinstance(pairing, Pairing)
        return pairing

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            self._stop()

    def _running(self) -> WorkerProcess:
        """Return the worker, which is started when there is none alive; raise OSError."""
        if self._worker is None or not self._worker.process.is_alive():
            self._stop()
            self._worker = WorkerProcess(_serve)
        return self._worker

    def _stop(self) -> None:
        if self._worker is not None:
            self._worker.stop()
        self._worker = None


def _serve(pipe: Connection) -> None:
    """Answer each pairing input with a Pairing or an error, until the pipe is closed."""
    _limit_memory()
    answer_requests(pipe, pair, (TournamentError, EngineFailed, MemoryError))


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
