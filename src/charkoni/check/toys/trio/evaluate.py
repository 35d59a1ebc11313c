"""The static evaluation of Trio."""

import numpy as np

from charkoni.core.compiler import jit


@jit
def value(s, out):
    """Write the expected points: equal shares, and twice that for the mover.  out: float64[3], modified in place."""
    for player in range(3):
        out[player] = np.float64(1.0) / 3.0
    if s.turn >= 0:
        for player in range(3):
            out[player] = 0.5 if player == s.turn else 0.25
