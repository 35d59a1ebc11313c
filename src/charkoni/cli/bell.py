"""Signals that ask the program to leave: heard at any moment, and heard only once it begins to leave.

Python runs a signal's handler between two of its own steps.  Two things can go wrong while a game is on: the line
editor may just have begun to wait and not look any more, and what the handler raises may be swallowed while a kernel
is being compiled.  So the signal is sent again, until somebody says that it was heard.
"""

import contextlib
import os
import signal
import threading
from types import FrameType, TracebackType
from typing import NoReturn, Self

AGAIN_SECONDS = 0.25


class Leave(BaseException):
    """The program was asked to leave, by Ctrl-C, by a closing terminal or by another program."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


class Bell:
    """While it is open, signals to leave raise `Leave`; after `heard` they do nothing."""

    def __init__(self) -> None:
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        self._signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
        self._before: dict[signal.Signals, signal._HANDLER] = {}
        self._heard = threading.Event()
        self._ends: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        for signum in self._signals:
            self._before[signum] = signal.signal(signum, _leave)
        if hasattr(signal, "pthread_kill"):
            reading, writing = os.pipe()
            os.set_blocking(writing, False)
            self._ends = reading, writing
            signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
            threading.Thread(target=self._ring_again, args=(reading, threading.get_ident()), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.heard()
        if self._ends:
            signal.set_wakeup_fd(-1)
            os.close(self._ends[1])
        for signum, handler in self._before.items():
            signal.signal(signum, handler)

    def heard(self) -> None:
        """Say that the program is leaving: a further signal would only cut its farewell short."""
        for signum in self._signals:
            signal.signal(signum, signal.SIG_IGN)
        self._heard.set()

    def _ring_again(self, reading: int, listener: int) -> None:
        """Wait for a signal, then send it again and again until it is heard."""
        sent = os.read(reading, 1)
        while sent and not self._heard.wait(AGAIN_SECONDS):
            with contextlib.suppress(OSError):
                signal.pthread_kill(listener, sent[0])
        with contextlib.suppress(OSError):
            os.close(reading)


def _leave(signum: int, frame: FrameType | None) -> NoReturn:
    raise Leave(signum)
