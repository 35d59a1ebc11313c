"""Habits of people in Mosty: they lead their own bridges on, and put bridges in the way of those of the opponent."""

import math

from charkoni.core.game_types import Flags, State
from charkoni.games.mosty.chains import Place, are_joined, dots, is_at_shore, neighbours, owners
from charkoni.games.mosty.rules import crossings

LEADING_ON, IN_THE_WAY, FROM_THE_SHORE = 1.0, 0.7, 0.3
"""How often a bridge begins where an own one ends, takes a crossing that would lead one of the opponent's on, or begins
on an own shore.
"""

IDLE = 0.03
"""The prior of a bridge that touches nothing, and of one between dots that are joined already."""

SPREAD = 0.25
"""How far from the middle people build, as a share of the width of the water."""


def human_prior(s: State, code: int, flags: Flags) -> float:
    """Return how often people choose a move in a position, relative to others of about the same value."""
    size, me = int(s["size"]), int(s.turn)
    crossing, sides = crossings(size)[code], owners(s)
    if are_joined(sides, me, *dots(me, crossing), size):
        return IDLE
    if _leads_on(sides, me, crossing, size):
        begin = LEADING_ON
    else:
        begin = FROM_THE_SHORE if any(is_at_shore(me, dot, size) for dot in dots(me, crossing)) else IDLE
    begin += IN_THE_WAY * _leads_on(sides, 1 - me, crossing, size)
    return begin * math.exp(-((math.dist(crossing, (size, size)) / size / (2 * SPREAD)) ** 2) / 2)


def _leads_on(sides: dict[Place, int], side: int, crossing: Place, size: int) -> bool:
    """Return whether a bridge of the side on the crossing would touch one of its own."""
    return any(sides[near] == side for dot in dots(side, crossing) for near, _ in neighbours(side, dot, size))
