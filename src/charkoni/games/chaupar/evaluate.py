"""What a player of Chaupar has to know."""

import numpy as np

from charkoni.core.kernel import jit
from charkoni.games.chaupar.rules import CHARKONI, END, HOME, LANE, STEPS


@jit
def progress(piece):
    """Return how many steps a piece has behind it, 0 in the Charkoni and 85 Home."""
    if piece == CHARKONI:
        return np.int64(0)
    if piece > LANE:
        return STEPS + END + piece - LANE
    step = piece >> 1
    if piece & 1 == 1 and step <= END:
        return STEPS + step
    return step


@jit
def value(s, out):
    """Write the expected points from the race alone.  out: float64[4], modified in place."""
    lead = np.float64(0.0)
    for colour in range(4):
        for i in range(4):
            steps = np.float64(progress(np.int64(s.pieces[colour, i])))
            # The second half of the way is worth more: fewer enemies come from behind, and Home is safe.
            weight = steps + 0.5 * steps * steps / (STEPS + END + HOME - LANE)
            lead += weight if colour % 2 == 0 else -weight
    out[0] = 0.5 + 0.5 * lead / (150.0 + abs(lead))
    out[1] = 1.0 - out[0]
    out[2] = out[0]
    out[3] = out[1]
