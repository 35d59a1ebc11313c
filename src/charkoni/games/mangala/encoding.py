"""Mangala for learning programs: a vector of 24 numbers."""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.family import Symmetry, observation
from charkoni.core.game_types import Flags

_ENTRIES = 24
_FIRST_FORTRESS = 14


shape, bounds, features = observation(
    (),
    (0, 48),  # all stones may lie in one store
    ("stones in the own holes 1 to 6", 6),
    ("stones in the opponent's holes 1 to 6", 6),
    ("stones in the own store", 1),
    ("stones in the opponent's store", 1),
    ("1 at the opponent's hole, 1 to 5, that is the own fortress", 5),
    ("1 at the own hole, 1 to 5, that is the opponent's fortress", 5),
)


def seen_zones(viewer: int, flags: Flags) -> list[str]:
    """Return the zone that each entry of an observation describes."""
    own, other = "ab"[viewer], "ba"[viewer]
    rows = {side: [f"{side}{hole}" for hole in range(1, 7)] for side in "ab"}
    return [*rows[own], *rows[other], own, other, *rows[other][:5], *rows[own][:5]]


def symmetries(flags: Flags) -> list[Symmetry]:
    """Return no symmetry: stones are sown one way round."""
    return []


@jit(counted=False)
def observe(s, viewer, rows, index):
    """Write the observation of a player: 24 numbers.  rows: [n, entries], row `index` is modified."""
    other = 1 - viewer
    for hole in range(6):
        rows[index, hole] = s.holes[viewer, hole]
        rows[index, 6 + hole] = s.holes[other, hole]
    rows[index, 12] = s.store[viewer]
    rows[index, 13] = s.store[other]
    for entry in range(_FIRST_FORTRESS, _ENTRIES):
        rows[index, entry] = 0
    if s.fortresses[viewer] > 0:
        rows[index, _FIRST_FORTRESS + s.fortresses[viewer] - 1] = 1
    if s.fortresses[other] > 0:
        rows[index, _FIRST_FORTRESS + 5 + s.fortresses[other] - 1] = 1


@jit(counted=False)
def action_mask(game, s, masks, index, codes):
    """Mark the holes with stones, and return their number (M2).  masks: uint8[n, taps], row `index` is written."""
    me = np.int64(s.turn)
    count = np.int64(0)
    for hole in range(6):
        masks[index, hole] = s.holes[me, hole] > 0
        count += np.int64(s.holes[me, hole] > 0)
    return count
