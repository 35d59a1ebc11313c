"""Interleavings of requests: one of them is held in the middle while others run."""

import asyncio
import inspect
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
WAIT_S = 30.0
PATIENCE_S = 0.4
"""How long something may take that does not wait for what is held."""


class Gate:
    """A function of the server whose first call waits, before its work or after it, until others have had their turn.

    owner, name: where the function stands, which may be a coroutine function or one that runs in a thread.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, *, is_after: bool = False) -> None:
        self._reached, self._opened = threading.Event(), threading.Event()
        held = getattr(owner, name)

        def is_first() -> bool:
            is_new = not self._reached.is_set()
            self._reached.set()
            return is_new

        async def wait_then(*args: Any, **more: Any) -> Any:
            if is_after:
                result = await held(*args, **more)
            if is_first():
                await asyncio.get_running_loop().run_in_executor(None, self._opened.wait, WAIT_S)
            return result if is_after else await held(*args, **more)

        def block_then(*args: Any, **more: Any) -> Any:
            if is_after:
                result = held(*args, **more)
            if is_first():
                self._opened.wait(WAIT_S)
            return result if is_after else held(*args, **more)

        monkeypatch.setattr(owner, name, wait_then if inspect.iscoroutinefunction(held) else block_then)

    @contextmanager
    def holding(self, first: Callable[[], T]) -> Iterator["Future[T]"]:
        """Begin something in a thread; the body runs while it is held.  Its result is there after the body."""
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(first)
            try:
                assert self._reached.wait(WAIT_S), "nothing has come to the gate"
                yield answer
            finally:
                self._opened.set()

    def try_both(self, first: Callable[[], T], other: Callable[[], T]) -> tuple[T, T]:
        """Begin something, and while it is held something that may have to wait for it; return the results of both."""
        with ThreadPoolExecutor(1) as pool:
            with self.holding(first) as one:
                two = pool.submit(other)
                wait({two}, timeout=PATIENCE_S)
            return one.result(), two.result()
