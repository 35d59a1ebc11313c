"""Habits of people in Barbakan: they walk inwards, and do not walk out of the middle ring again without need."""

from charkoni.core.game_types import Flags, State
from charkoni.games.barbakan import rules
from charkoni.games.barbakan.points import BOARDS

INWARDS, ALONG, OUTWARDS = 1.0, 0.7, 0.25
"""How often a step leads a ring further in, stays in its ring, or leads a ring further out."""

_DEPTHS = tuple(tuple("ombc".index(point[0]) for point in board.points) for board in BOARDS.values())
"""By board and point: how many rings lie outside it."""


def human_prior(s: State, code: int, flags: Flags) -> float:
    """Return how often people choose a move in a position, relative to others of about the same value."""
    board = int(s.board)
    if code < rules.POINTS[board] or code >= rules.PASS[board]:
        return 1.0
    start, end = (_DEPTHS[board][int(point)] for point in (rules.START[board, code], rules.END[board, code]))
    return INWARDS if end > start else ALONG if end == start else OUTWARDS
