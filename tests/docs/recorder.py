"""A recorder of first calls, and workers that are threads, so that their calls are recorded, too."""

import inspect
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from types import CodeType, FrameType, SimpleNamespace, TracebackType
from typing import Any, Self

import pytest

from charkoni.core.workers import worker_process
from charkoni.tournament.pairing import worker as pairing_worker
from charkoni.web.engine import pool, worker
from charkoni.web.engine.pool import EnginePool
from charkoni.web.http.quotas import Quotas
from charkoni.web.live import hub, room


def code_of(found: Any) -> CodeType:
    """Return the code that runs when a function, method, property or class is called."""
    if inspect.isclass(found):
        found = found.__init__  # type: ignore[misc]
    for wrapped in ("fget", "func", "py_func"):
        found = getattr(found, wrapped, found)
    code: CodeType = inspect.unwrap(found).__code__
    return code


class Recorder:
    """Notes, between `begin` and the end, the first call of each function, in all threads that start meanwhile."""

    def __init__(self, names: Mapping[CodeType, str]) -> None:
        self._names = names
        self._is_on = False
        self.called: list[str] = []

    def __enter__(self) -> Self:
        self._before = sys.gettrace()
        threading.settrace(self._note)
        sys.settrace(self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.settrace(self._before)
        threading.settrace(self._before)  # type: ignore[arg-type]
        self._is_on = False

    def begin(self) -> None:
        """Note calls from now on."""
        self._is_on = True

    def _note(self, frame: FrameType, _event: str, _argument: Any) -> None:
        """Note a call; return nothing, so that the lines of the function are not traced."""
        if self._is_on:
            name = self._names.get(frame.f_code)
            if name and name not in self.called:
                self.called.append(name)


class _ThreadContext:
    """Stands in for a context of `multiprocessing`: its processes are threads, its pipes are pipes."""

    Pipe = staticmethod(multiprocessing.Pipe)

    class Process:
        """A thread with the methods of a process; it ends when the other end of its pipe is closed."""

        def __init__(self, target: Any, args: tuple[Any, ...], daemon: bool, name: str = "") -> None:
            mine = Connection(os.dup(args[0].fileno()))  # as a process that is started gets one of its own
            self._thread = threading.Thread(target=target, args=(mine, *args[1:]), daemon=daemon)
            self.start, self.is_alive = self._thread.start, self._thread.is_alive

        def kill(self) -> None:
            """Do nothing."""

        def join(self) -> None:
            """Do nothing."""


class _ReadyEngine(EnginePool):
    """An engine whose workers compile nothing ahead: each game is ready at once."""

    def __init__(self, workers: int, games: Sequence[str], quotas: Quotas | None = None) -> None:
        super().__init__(workers, games, quotas)
        for name in games:
            self._order.give_up(name)


def make_workers_threads(patch: pytest.MonkeyPatch) -> None:
    """Run the workers of engine and pairing in threads of this process."""
    threads = SimpleNamespace(get_context=lambda _: _ThreadContext())
    patch.setattr(pairing_worker, "_limit_memory", lambda: None)
    patch.setattr(worker_process, "multiprocessing", threads)
    patch.setattr(pool, "has_to_compile", lambda: False)
    patch.setattr(worker, "os", SimpleNamespace(nice=lambda _: None))
    patch.setattr(worker_process, "signal", SimpleNamespace(signal=lambda *_: None, SIGINT=signal.SIGINT, SIG_IGN=None))
    patch.setattr(room, "EnginePool", _ReadyEngine)
    patch.setattr(hub, "HEAD_START_S", 0.0)
