"""The first taps of legal moves, as games find them that have no faster way."""

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


@jit(counted=False)
def observe_with_starts(game, s, rows, masks, index, codes):
    """Write the observation of the player to move, mark the first taps of his moves, and return their number.

    A game whose `observe` and `starts` would find the same things twice has a kernel of its own for both.  No tap is
    pending, and PENDING is 0.  rows, masks: as for `observe` and `starts`.
    """
    game.observe(s, np.int64(s.turn), rows, index)
    return game.starts(game, s, masks, index, codes)
