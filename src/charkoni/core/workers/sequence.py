"""Results in the order of their tasks."""

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

from charkoni.core.workers.processes import Runner

AHEAD = 256
"""Tasks handed out at most before the first unfinished one is done."""


def in_order(
    runner: Runner, do: Callable[[Any], Any], tasks: Iterable[object], ahead: int = AHEAD
) -> Generator[Any, None, None]:
    """Yield the results in the order of the tasks, whatever the order in which they are done."""
    done: dict[int, Any] = {}
    first = 0

    def numbered() -> Iterator[tuple[Callable[[Any], Any], int, Any] | None]:
        for number, task in enumerate(tasks):
            while number >= first + ahead:
                yield None  # the runner waits for a result
            yield do, number, task

    with contextlib.closing(runner(_numbered, numbered())) as results:
        for number, result in results:
            done[number] = result
            while first in done:
                yield done.pop(first)
                first += 1


def _numbered(task: tuple[Callable[[Any], Any], int, Any]) -> tuple[int, object]:
    do, number, content = task
    return number, do(content)
