"""The static evaluation of Toguz Korgool: the lead in the kazans, a tuz, and who has more stones to sow."""

import numpy as np
from charkoni.core.compiler import jit
from charkoni.core.playout import chance_of

from charkoni_toguz.rules import STONES, stones_of

_TUZ = 9.0  # in stones, as much as a hole at the start
_AT_HOME = 0.12  # a stone in the own holes
_FIRM = 5.0  # logits of the lead in the last stone


@jit
def value(s, out):
    """Write the expected points.  out: float64[2], modified in place."""
    lead = np.float64(s.kazan[0]) - np.float64(s.kazan[1])
    lead += _AT_HOME * (stones_of(s, 0) - stones_of(s, 1))
    lead += _TUZ * (np.float64(s.tuz[0] > 0) - np.float64(s.tuz[1] > 0))
    left = STONES - np.int64(s.kazan[0]) - np.int64(s.kazan[1])
    out[0] = chance_of(_FIRM * lead / (4.0 + left * 0.5))
    out[1] = 1.0 - out[0]
