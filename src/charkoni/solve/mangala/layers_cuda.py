"""Layers of the tablebases built on a GPU, one thread for each board of a phase, with the same bytes.

    python -m charkoni.solve.mangala.layers_cuda STONES        build in the GPU's memory, print sums and speed

Needs a GPU with the extra `gpu` (numba-cuda), or Numba's simulator: NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1.
"""

import sys
import time
import zlib
from typing import Any

import numpy as np
from numba import config, cuda

from charkoni.core.game_types import Array
from charkoni.solve.mangala.board_kernels import FIRST, boards_up_to
from charkoni.solve.mangala.layer_kernels import OFFSET, fill
from charkoni.solve.mangala.layers import Halves
from charkoni.solve.tablebase_files import require_memory

THREADS = 128  # a block, four warps; 32 to 512 took 0.40 to 0.51 s for 24 stones (H200, 2026-11-27)
_SLICE = 1 << 28
"""Bytes copied from the device at a time."""


@cuda.jit
def _fill_block(cells, halves, distances, order, first, k, stones, distance, by_column, rest):
    """Fill the boards of one pair of numbers of stones: blockIdx.y is the half of the phase, x the other half."""
    others = stones - k
    x = order[first + cuda.blockIdx.y]
    y = FIRST[others] + cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if y < FIRST[others + 1] and not (k == others and distances[y] < distance + by_column):
        if by_column:
            fill(cells, halves, y, x, others, stones, rest)
        else:
            fill(cells, halves, x, y, k, stones, rest)


class GpuBuilder:
    """Builds layers in the memory of the GPU and copies them to the host."""

    def __init__(self, stones: int, rest: int) -> None:
        """Take the device memory for a tablebase of at most `stones` stones; raise NoRoom."""
        self.lists = Halves.up_to(stones)
        self.rest = rest
        if not config.ENABLE_CUDASIM:
            free, _ = cuda.current_context().get_memory_info()
            require_memory("GPU", boards_up_to(stones) + 24 * len(self.lists.halves), free)
        arrays = (self.lists.halves, self.lists.distances, self.lists.order)
        self._arrays = [cuda.to_device(array) for array in arrays]
        self.device_cells = cuda.device_array(boards_up_to(stones), np.uint8)
        self.layers = 0

    def build_layer(self, cells: Array, stones: int) -> None:
        """Fill in the layer of `stones` stones on the device and in `cells`, uint8, which holds all smaller layers."""
        begin = boards_up_to(stones - 1) if stones else 0
        if self.layers < stones:  # a resumed build: the layers on disk are copied to the device
            self._copy(self.device_cells, cells, 0, begin)
        self.fill_layer(stones)
        self._copy(cells, self.device_cells, begin, boards_up_to(stones))

    def fill_layer(self, stones: int) -> None:
        """Fill in the layer of `stones` stones on the device."""
        if stones == 0:
            self.device_cells[:1] = np.array([OFFSET], np.uint8)
        for distance in range(6 * (stones // 2) + 1 if stones else 0):
            for by_column in (0, 1):
                for k in range(stones // 2 + 1):
                    self._launch(k, stones, distance, by_column)
        # Launches run in their order, so that each distance reads finished ones: only the end is waited for.
        cuda.synchronize()
        self.layers = stones + 1

    def _launch(self, k: int, stones: int, distance: int, by_column: int) -> None:
        first, end = (int(place) for place in self.lists.starts[k, distance : distance + 2])
        if first == end:
            return
        length = int(FIRST[stones - k + 1] - FIRST[stones - k])
        grid = (-(-length // THREADS), end - first)
        _fill_block[grid, THREADS](self.device_cells, *self._arrays, first, k, stones, distance, by_column, self.rest)

    def _copy(self, target: Any, source: Any, begin: int, end: int) -> None:
        for at in range(begin, end, _SLICE):
            upto = min(at + _SLICE, end)
            if source is self.device_cells:
                source[at:upto].copy_to_host(target[at:upto])
            else:
                target[at:upto].copy_to_device(np.ascontiguousarray(source[at:upto]))


def main(stones: int) -> None:
    """Build a tablebase on the device and print sums and speed, layer by layer."""
    builder = GpuBuilder(stones, 1)
    cells = np.zeros(boards_up_to(stones), np.uint8)
    total, began, done = 0, time.perf_counter(), 0
    for n in range(stones + 1):
        before = time.perf_counter()
        builder.fill_layer(n)
        seconds = time.perf_counter() - before
        layer = slice(done, boards_up_to(n))
        builder._copy(cells, builder.device_cells, layer.start, layer.stop)
        total, done = zlib.crc32(cells[layer].data, total), layer.stop
        speed = (layer.stop - layer.start) / seconds / 1e6
        print(f"{n} stones: {done} boards, CRC-32 {total:08x}, {seconds:.3f} s, {speed:.1f} M boards/s", flush=True)
    print(f"all: {time.perf_counter() - began:.1f} s with copies and sums")


if __name__ == "__main__":
    main(int(sys.argv[1]))
