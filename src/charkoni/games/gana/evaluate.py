"""What a player of Gana has to know."""

import numpy as np

from charkoni.core.kernel import jit
from charkoni.core.terms import OVER
from charkoni.games.gana.rules import NOWHERE, is_attacked

KING = 30.0  # in pawns


@jit
def value(s, out):
    """Write the expected points from the pieces left; a king that can be taken now is as good as lost.

    out: float64[2], modified in place.
    """
    lead = _material(s, np.int64(0)) - _material(s, np.int64(1))
    me = np.int64(s.turn)
    if me != OVER and is_attacked(s, 1 - me, np.int64(s.king[1 - me])):
        lead += KING if me == 0 else -KING
    out[0] = 0.5 + 0.5 * lead / (6.0 + abs(lead))
    out[1] = 1.0 - out[0]


@jit
def _material(s, side):
    """Return the pieces of a side in pawns."""
    pieces = np.float64(s.left[side])
    return pieces if s.king[side] == NOWHERE else pieces - 1.0 + KING
