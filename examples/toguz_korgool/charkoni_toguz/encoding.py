"""Toguz Korgool for learning programs: a vector of 38 numbers."""

import numpy as np
from charkoni.core.compiler import jit
from charkoni.core.family import Features, Symmetry
from charkoni.core.game_types import Flags

from charkoni_toguz.rules import HOLES, STONES

_KAZANS = 2 * HOLES
_TUZES = _KAZANS + 2
_ENTRIES = _TUZES + 2 * HOLES


def shape(flags: Flags) -> tuple[int, ...]:
    """Return the shape of an observation."""
    return (_ENTRIES,)


def bounds(flags: Flags) -> tuple[int, int]:
    """Return the least and the most number of an observation: all stones may lie in one kazan."""
    return (0, STONES)


def features(flags: Flags) -> Features:
    """Return what the entries hold."""
    return (
        ("stones in the own holes 1 to 9", HOLES),
        ("stones in the opponent's holes 1 to 9", HOLES),
        ("stones in the own kazan", 1),
        ("stones in the opponent's kazan", 1),
        ("1 at the opponent's hole that is the own tuz", HOLES),
        ("1 at the own hole that is the opponent's tuz", HOLES),
    )


def seen_zones(viewer: int, flags: Flags) -> list[str]:
    """Return the zone that each entry of an observation tells of."""
    own, other = ([f"{side}{hole}" for hole in range(1, HOLES + 1)] for side in ("ab"[viewer], "ba"[viewer]))
    return [*own, *other, "ab"[viewer], "ba"[viewer], *other, *own]


def symmetries(flags: Flags) -> list[Symmetry]:
    """Return no symmetry: stones are sown one way round."""
    return []


@jit(counted=False)
def observe(s, viewer, rows, index):
    """Write the observation of a player: 38 numbers.  rows: [n, entries], row `index` is modified."""
    for whose in range(2):
        side = viewer ^ whose
        for hole in range(HOLES):
            rows[index, HOLES * whose + hole] = s.holes[side, hole]
            rows[index, _TUZES + HOLES * whose + hole] = np.int64(s.tuz[side]) == hole + 1
        rows[index, _KAZANS + whose] = s.kazan[side]
