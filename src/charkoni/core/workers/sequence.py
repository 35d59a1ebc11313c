"""Results in the order of their tasks."""

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator

from charkoni.core.workers.processes import R, Runner, T

AHEAD = 256
"""Tasks handed out at most before the first unfinished one is done."""


def in_order(runner: Runner, do: Callable[[T], R], tasks: Iterable[T], ahead: int = AHEAD) -> Generator[R, None, None]:
    """Yield the results in the order of the tasks, whatever the order in which they are done."""
    done: dict[int, R] = {}
    first = 0

    def numbered() -> Iterator[tuple[Callable[[T], R], int, T] | None]:
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


def _numbered(task: tuple[Callable[[T], R], int, T]) -> tuple[int, R]:
    do, number, content = task
    return number, do(content)
