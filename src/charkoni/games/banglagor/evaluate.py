"""What a player of Banglagor has to know."""

import numpy as np

from charkoni.core.kernel import jit
from charkoni.games.banglagor.rules import popcount, total


@jit
def value(s, out):
    """Write the expected points from the shares of the total height.  out: float64[2], modified in place.

    A side below a third of all height has lost (B15).  Columns in hand count in full, bound ones by three quarters:
    to free one costs a turn (B13).
    """
    blue = _weight(s, 0)
    green = _weight(s, 1)
    lead = (blue - green) / max(blue + green, 1.0)
    out[0] = min(max(0.5 + 1.5 * lead, 0.02), 0.98)
    out[1] = 1.0 - out[0]


@jit
def _weight(s, owner):
    weight = np.float64(total(s, owner))
    for half in range(2):
        bound = s.columns[owner, half] & s.bound[half]
        weight -= 0.25 * popcount(bound & s.odd[half]) + 0.5 * popcount(bound & s.tall[half])
    for size in range(3):
        weight += (size + 1.0) * s.hand[owner, size]
    return weight
