"""The first taps of legal moves, found from the list of all: the kernel `starts` of games that have no faster way."""

import numpy as np

from charkoni.core.compiler import jit


@jit(counted=False)
def listed_starts(game, s, masks, index, codes):
    """Mark the taps with which legal moves begin, and return their number.

    masks: uint8[n, taps], row `index` is written.  codes: int64[WIDEST], scratch.
    """
    for tap in range(masks.shape[1]):
        masks[index, tap] = False
    count = np.int64(0)
    for j in range(game.legal(s, codes)):
        tap = (game.script(s, codes[j]) & 255) - 1
        count += 1 - np.int64(masks[index, tap])
        masks[index, tap] = True
    return count
