"""What a player of Mangala has to know."""

import numpy as np

from charkoni.core.kernel import jit


@jit
def value(s, out):
    """Write the expected points from the lead in the stores alone.  out: float64[2], modified in place."""
    lead = np.float64(s.store[0]) - np.float64(s.store[1])
    out[0] = 0.5 + 0.5 * lead / (8.0 + abs(lead))
    out[1] = 1.0 - out[0]
