"""What a hole is worth by its stones: a guess that orders the moves of a proof, never a value.

As many stones as reach the store, an empty hole that invites a capture, a full one that must soon run over: a number
for each hole and count tells these apart, and a proof orders by it with a twentieth of the nodes that a weight for each
hole needs (docs/solving.md).
"""

from typing import Any

import numpy as np

COUNTED = 11
"""Stones; from here on a hole goes on as before, in a straight line."""

STONES = 48


def _continued(rows: list[list[int]]) -> "np.ndarray[Any, Any]":
    """Return the table for all numbers of stones, int64[12, STONES + 1]."""
    table = np.zeros((len(rows), STONES + 1), np.int64)
    for hole, row in enumerate(rows):
        last, slope = row[COUNTED - 1], (row[COUNTED - 1] - row[COUNTED - 5]) / 4
        table[hole, :COUNTED] = row
        table[hole, COUNTED:] = [round(last + slope * (stones - COUNTED + 1)) for stones in range(COUNTED, STONES + 1)]
    table.flags.writeable = False
    return table


# Hundredths of a stone for the mover; his holes 1 to 6, then the other's.  Printed by
# `python -m charkoni.solve.mangala.fit --stones 25`.
WORTH = _continued(
    [
        [321, 340, 228, 93, 30, 33, 148, 518, 222, 241, 392],
        [105, 0, -122, -208, -150, 9, 279, 31, 104, 222, 279],
        [78, -68, -151, -98, 49, 263, 74, 144, 246, 298, 260],
        [-15, -84, -63, 54, 233, 107, 177, 303, 316, 297, 283],
        [-105, -54, 18, 176, 126, 209, 309, 355, 376, 313, 328],
        [-153, -29, 85, 91, 201, 298, 376, 406, 385, 401, 132],
        [-100, -70, 38, 155, 219, 269, 159, 142, 198, 311, 217],
        [-92, -23, 93, 177, 129, 71, -166, 80, 3, 12, -66],
        [-82, 37, 118, 99, -14, -144, -8, 0, -109, -76, -50],
        [0, 54, 43, -33, -166, -43, -97, -136, -137, -59, 25],
        [90, 34, -32, -143, -108, -158, -239, -231, -201, -106, -142],
        [156, 36, -82, -104, -225, -308, -391, -416, -356, -376, -159],
    ]
)
