"""Move ordering of proofs: a static value for each hole by its number of stones.

A value per hole and count distinguishes stones that just reach the store, an empty hole that can capture, and a full
one that must soon be sown; proofs need a twentieth of the nodes that one weight per hole needs (docs/solving.md).
"""

import numpy as np

from charkoni.core.game_types import Array
from charkoni.solve.mangala.board_kernels import STONES

# Stones; from here on the value is extrapolated linearly, by the slope of the last five: fuller holes are rare
# in a tablebase of 25 stones.
COUNTED = 11


def _continued(rows: list[list[int]]) -> "Array":
    """Return the values for all numbers of stones, int64[12, STONES + 1]."""
    values = np.zeros((len(rows), STONES + 1), np.int64)
    for hole, row in enumerate(rows):
        last, slope = row[COUNTED - 1], (row[COUNTED - 1] - row[COUNTED - 5]) / 4
        values[hole, :COUNTED] = row
        values[hole, COUNTED:] = [round(last + slope * (stones - COUNTED + 1)) for stones in range(COUNTED, STONES + 1)]
    return values


# Measured by what they save: three stones in each hole, above a tablebase of 17 stones, took 233 million nodes with one
# weight a hole (which misses values of other boards by 6 stones) and takes 10 million with these (3.7 stones); `keep`
# took 52 s with the numbers of the other reading and takes 12 with its own (docs/solving.md).
#
# Hundredths of a stone for the mover; his holes 1 to 6, then the other's.  Printed by
# `python bench/mangala_move_ordering.py --stones 25`.
_TAKE = _continued(
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
# By `python bench/mangala_move_ordering.py --stones 28 --rest keep`.
_KEEP = _continued(
    [
        [163, 290, 323, 308, 399, 388, 579, 798, 577, 512, 520],
        [-151, -23, 52, 77, 183, 255, 466, 247, 241, 238, 251],
        [-131, -38, 38, 97, 204, 370, 198, 179, 195, 169, 129],
        [-123, -34, 50, 131, 280, 127, 131, 143, 101, 62, 113],
        [-116, -17, 70, 202, 91, 91, 62, 44, 49, 63, 177],
        [-107, -10, 95, 71, 62, 73, 101, 111, 188, 310, 358],
        [33, -23, -57, 21, -62, 59, -126, 89, 22, 272, 151],
        [144, -9, -86, -65, -194, -135, -345, -75, -147, 10, -92],
        [132, 8, -72, -96, -191, -243, -149, -64, -89, -25, -8],
        [127, 3, -78, -123, -242, -80, -83, -53, -26, 63, 76],
        [118, -10, -91, -175, -82, -55, -36, 16, 44, 98, -52],
        [107, 10, -96, -84, -64, -79, -86, -96, -134, -284, -305],
    ]
)
HOLE_VALUES = np.stack([_TAKE, _KEEP])
"""By the reading of M11 (take, keep), hole and stones: int64[2, 12, STONES + 1]."""
HOLE_VALUES.flags.writeable = False
