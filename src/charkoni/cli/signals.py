"""Signals that ask the program to end, raised as an exception until the program acknowledges them.

Python runs a signal's handler between two bytecode instructions.  Two cases lose the signal: the line editor has just
begun to wait, and does not return before the next key; or a kernel is being compiled, and the compiler swallows the
exception of the handler.  So a thread sends the signal again until it is acknowledged.
"""

import contextlib
import os
import signal
import threading
from types import FrameType, TracebackType
from typing import NoReturn, Self

RESEND_SECONDS = 0.25


class Terminated(BaseException):
    """A request to end: Ctrl-C, a closing terminal, or a signal of another program."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


class TerminationSignals:
    """A context in which SIGINT, SIGTERM and SIGHUP raise `Terminated`; once acknowledged they are ignored."""

    def __init__(self) -> None:
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        self._signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
        self._before: dict[signal.Signals, signal._HANDLER] = {}
        self._acknowledged = threading.Event()
        self._pipe: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        for signum in self._signals:
            self._before[signum] = signal.signal(signum, _terminate)
        if hasattr(signal, "pthread_kill"):
            reading, writing = os.pipe()
            os.set_blocking(writing, False)
            self._pipe = reading, writing
            signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
            threading.Thread(target=self._resend, args=(reading, threading.get_ident()), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.acknowledge()
        if self._pipe:
            signal.set_wakeup_fd(-1)
            os.close(self._pipe[1])
        for signum, handler in self._before.items():
            signal.signal(signum, handler)

    def acknowledge(self) -> None:
        """Ignore further signals: the program is ending, and another one would interrupt its last output."""
        for signum in self._signals:
            signal.signal(signum, signal.SIG_IGN)
        self._acknowledged.set()

    def _resend(self, reading: int, thread_id: int) -> None:
        """Wait for a signal, then send it to a thread every `RESEND_SECONDS` until it is acknowledged."""
        sent = os.read(reading, 1)
        while sent and not self._acknowledged.wait(RESEND_SECONDS):
            with contextlib.suppress(OSError):
                signal.pthread_kill(thread_id, sent[0])
        with contextlib.suppress(OSError):
            os.close(reading)


def _terminate(signum: int, frame: FrameType | None) -> NoReturn:
    raise Terminated(signum)
