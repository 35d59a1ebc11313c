"""Ctrl-C during games in several processes."""

import signal
import subprocess
import sys
import threading
from concurrent.futures import Future
from typing import Any

import pytest

from charkoni.arena import ProcessRunner, workers


class InterruptedPool:
    """An executor in which Ctrl-C arrives while a task is handed over; the task is done at once."""

    def __init__(self, interrupted: int) -> None:
        self.interrupted, self.submitted, self.is_shut_down = interrupted, 0, False

    def submit(self, _: Any, task: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if self.submitted == self.interrupted:
            signal.raise_signal(signal.SIGINT)
        self.submitted += 1
        future.set_result({"game": task})
        return future

    def shutdown(self, **_: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        self.is_shut_down = True


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> InterruptedPool:
    pool = InterruptedPool(3)
    monkeypatch.setattr(workers, "_pool", lambda count: pool)
    return pool


def test_ctrl_c_interrupts_no_call_of_the_executor_and_loses_no_game(pool: InterruptedPool) -> None:
    lines: list[Any] = []
    with pytest.raises(KeyboardInterrupt):
        lines.extend(ProcessRunner(2)(iter(range(100))))  # type: ignore[arg-type]
    assert (pool.submitted, pool.is_shut_down) == (4, True)
    assert sorted(line["game"] for line in lines) == [0, 1, 2, 3]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_while_the_games_are_taken_is_raised_when_they_are_closed(pool: InterruptedPool) -> None:
    finished = ProcessRunner(2)(iter(range(3)))  # type: ignore[arg-type]
    next(finished)
    signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        finished.close()


def test_other_threads_have_no_handler(pool: InterruptedPool) -> None:
    pool.interrupted = -1
    pool.shutdown = lambda **_: None  # type: ignore[method-assign]
    lines: list[Any] = []
    thread = threading.Thread(target=lambda: lines.extend(ProcessRunner(2)(iter(range(4)))))  # type: ignore[arg-type]
    thread.start()
    thread.join()
    assert len(lines) == 4


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no masks of signals there")
def test_a_worker_is_not_interrupted_as_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is started while a task is handed over cannot be interrupted from its first instruction."""
    code = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('unhurt')"

    class StartingPool(InterruptedPool):
        def submit(self, _: Any, task: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            future.set_result(subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True).stdout)
            return future

        def shutdown(self, **_: Any) -> None:
            pass

    monkeypatch.setattr(workers, "_pool", lambda count: StartingPool(-1))
    assert list(ProcessRunner(1)(iter(range(1)))) == ["unhurt\n"]  # type: ignore[arg-type]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
