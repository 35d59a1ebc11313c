"""Habits of people in Banglagor: how they place their columns, and that they walk forwards and attack."""

import math

from charkoni.core.game_types import Flags, State
from charkoni.games.banglagor import rules

USUAL_ROWS = (3.4, 2.4, 1.6)
"""By height, 1 to 3: the row, from the own edge, in which a column usually stands; small ones shield tall ones."""

ROW_SPREAD, FILE_SPREAD = 1.0, 2.6
MIDDLE_FILE = 3.5
COMPANY = (1.0, 1.5, 0.7, 0.15, 0.02)
"""By the number of own columns beside a cell: a pair supports itself, a crowd cannot walk."""

ROWS_FORWARD = 5.0
"""A walk that leads so many rows further forwards is e times as usual."""

ATTACK, STANDING = 1.3, 0.1
"""The prior of an attack, and of a walk out and back to the same cell without one."""


def human_prior(s: State, code: int, flags: Flags) -> float:
    """Return how often people choose a move in a position, relative to others of about the same value."""
    if code >= rules.LIFT:
        return 1.0
    if code >= rules.MOVE:
        return _walk(int(s.turn), code - rules.MOVE)
    size, cell = divmod(code, rules.CELLS)
    owner = int(s.turn)
    row, file = divmod(cell, 8)
    from_edge = abs(row - rules.END_ROWS[1 - owner])
    at_row = math.exp(-(((from_edge - USUAL_ROWS[size]) / ROW_SPREAD) ** 2) / 2)
    at_file = math.exp(-(((file - MIDDLE_FILE) / FILE_SPREAD) ** 2) / 2)
    own = sum(int(columns) << rules.LAND_CELLS * half for half, columns in enumerate(s.columns[owner]))
    beside = sum(own >> int(near) & 1 for near in rules.NEIGHBOUR[cell, 1:] if near >= 0)
    return float(s.hand[owner, size]) * at_row * at_file * COMPANY[beside]


def _walk(owner: int, code: int) -> float:
    """Return the prior of a movement.  code: see `rules`, counted from MOVE."""
    cells, way = divmod(code, rules.WAYS)
    start, end = divmod(cells, rules.CELLS)
    if start == end:
        return ATTACK if way else STANDING
    rows = (end // 8 - start // 8) * (1 if owner == 0 else -1)
    return math.exp(rows / ROWS_FORWARD) * (ATTACK if way else 1.0)
