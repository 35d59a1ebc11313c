"""Layers of the tablebases built on a CPU, by several threads."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from charkoni.core.game_types import Array
from charkoni.solve.mangala.board_kernels import FIRST, boards_up_to
from charkoni.solve.mangala.layer_kernels import OFFSET, fill_phase, list_halves

SMALL_LAYER = 200_000
"""Boards; below, starting threads costs more than it saves: some hundred phases, each ended by a barrier."""


@dataclass(frozen=True)
class Halves:
    """All halves of at most n stones in the order of their ranks, and an order by (stones, distance).

    halves: uint64, distances: int64, order: int64, all of one length.  starts: int64[n + 1, 6 n + 2]; the half ranks
    of k stones and distance d are order[starts[k, d] : starts[k, d + 1]].
    """

    halves: Array
    distances: Array
    order: Array
    starts: Array

    @classmethod
    def up_to(cls, stones: int) -> "Halves":
        """Return the halves of at most so many stones."""
        count = int(FIRST[stones + 1])
        halves, distances = np.zeros(count, np.uint64), np.zeros(count, np.int64)
        list_halves(halves, distances)
        order = np.zeros(count, np.int64)
        starts = np.zeros((stones + 1, 6 * stones + 2), np.int64)
        for k in range(stones + 1):
            begin, end = int(FIRST[k]), int(FIRST[k + 1])
            steps = distances[begin:end]
            order[begin:end] = begin + np.argsort(steps, kind="stable")
            starts[k] = begin + np.searchsorted(np.sort(steps), np.arange(6 * stones + 2))
        return cls(halves, distances, order, starts)


def phases(stones: int) -> Iterator[tuple[int, bool]]:
    """Return the phases of a layer in their order: the distance, and whether columns are filled."""
    # The half with fewer stones decides the phase, so no more than stones // 2; each stone is at most six steps away.
    for distance in range(6 * (stones // 2) + 1):
        yield distance, False
        yield distance, True


def build_layer(cells: Array, halves: Halves, stones: int, rest: int, threads: int = 1) -> None:
    """Fill in all boards of exactly `stones` stones; those with fewer must be there.  cells: uint8, modified in place.

    KeyboardInterrupt ends all threads; the layer is unfinished then.
    """
    if stones == 0:
        cells[0] = OFFSET  # the empty board
        return
    size = boards_up_to(stones) - boards_up_to(stones - 1)
    threads = threads if size > SMALL_LAYER else 1
    # All threads must have finished a distance before the next one reads it.
    barrier = threading.Barrier(threads)
    arrays = (halves.halves, halves.distances, halves.order, halves.starts)

    def work(share: int) -> None:
        try:
            for distance, by_column in phases(stones):
                fill_phase(cells, *arrays, stones, distance, by_column, share, threads, rest)
                barrier.wait()
        except BaseException:
            barrier.abort()
            raise

    if threads == 1:
        work(0)
        return
    with ThreadPoolExecutor(threads) as pool:
        shares = [pool.submit(work, share) for share in range(threads)]
        try:
            for share in shares:
                share.result()
        except BaseException:
            barrier.abort()
            raise
