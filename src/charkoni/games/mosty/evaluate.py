"""What a player of Mosty has to know."""

import numpy as np

from charkoni.core.kernel import jit


@jit
def value(s, out):
    """Write the expected points from how far each side has come.  out: float64[2], modified in place."""
    ahead = np.float64(_way(s, 0) - _way(s, 1)) / np.float64(s["size"])
    out[0] = 0.5 + 0.4 * ahead
    out[1] = 1.0 - out[0]


@jit
def _way(s, side):
    """Return the farthest row with a dot joined to the side's starting border."""
    row = np.int64(s["size"])
    while s.reach[side, row] == 0:
        row -= 1
    return row
