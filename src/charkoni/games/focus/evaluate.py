"""What a player of Focus has to know."""

import numpy as np

from charkoni.core.kernel import jit
from charkoni.games.focus.rules import CELLS, OWN_HEIGHT, SIZES

_TOWER = 10.0  # in tower moves
_RESERVE = 12.0
_EVEN = 100.0  # this lead is worth three points in four


@jit
def value(s, out):
    """Write the expected points from towers owned, their reach and the reserves.  out: float64[2], modified."""
    lead = _strength(s, 0) - _strength(s, 1)
    out[0] = 0.5 + 0.5 * lead / (_EVEN + abs(lead))
    out[1] = 1.0 - out[0]


@jit
def _strength(s, side):
    strength = _RESERVE * np.float64(s.reserve[side])
    for cell in range(CELLS):
        height = OWN_HEIGHT[side, s.tower[cell]]
        if height > 0:
            strength += _TOWER + np.float64(SIZES[s.steps, cell, height])
    return strength
