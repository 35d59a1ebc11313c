"""Why a move of Banglagor is not legal."""

import numpy as np

from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.banglagor import rules
from charkoni.games.banglagor.catalog import CATALOG
from charkoni.games.banglagor.moves import NAMES
from charkoni.games.banglagor.text import columns, height_of


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the move is not legal."""
    is_placing = rules.is_placing(s)
    if code == rules.PASS:
        return CATALOG.reason("MUST_MOVE")
    if code < rules.MOVE:
        size, cell = divmod(code, rules.CELLS)
        return _why_not_place(s, size, cell) if is_placing else CATALOG.reason("ALL_PLACED")
    if is_placing:
        return CATALOG.reason("PLACE_FIRST")
    board = columns(s)
    if code >= rules.FREE:
        cell = code - rules.FREE
        return _why_not_own(s, board, cell) or CATALOG.reason("NOT_BOUND", cell=NAMES[cell])
    if code >= rules.LIFT:
        start, end = divmod(code - rules.LIFT, rules.CELLS)
        return _why_not_own(s, board, start) or _why_bound(board, start) or _why_not_lift(s, start, end)
    walk, way = divmod(code - rules.MOVE, rules.WAYS)
    start, end = divmod(walk, rules.CELLS)
    return (
        _why_not_own(s, board, start)
        or _why_bound(board, start)
        or _why_not_walk(s, board, start, end)
        or _why_not_attack(s, board, start, end, way)
    )


def _why_not_place(s: State, size: int, cell: int) -> Reason:
    row = cell // 8
    if s.hand[s.turn, size] == 0:
        return CATALOG.reason("NOT_IN_HAND", height=size + 1)
    if not any(row in rows for rows in rules.PLACEMENT_ROWS):
        return CATALOG.reason("FRONTIER", row=row + 1)
    if cell // rules.LAND_CELLS != s.turn:
        return CATALOG.reason("NOT_OWN_LAND", cell=NAMES[cell])
    return CATALOG.reason("OCCUPIED", cell=NAMES[cell])


def _why_not_own(s: State, board: list[str], cell: int) -> Reason | None:
    """Return why the mover has no column on a cell, or None if he has."""
    name = {"cell": NAMES[cell]}
    if not board[cell]:
        return CATALOG.reason("EMPTY", **name)
    if board[cell].isupper() != (s.turn == 0):
        return CATALOG.reason("NOT_YOURS", **name)
    return None


def _why_bound(board: list[str], cell: int) -> Reason | None:
    if board[cell].endswith("*"):
        return CATALOG.reason("IS_BOUND", cell=NAMES[cell])
    return None


def _why_not_lift(s: State, start: int, end: int) -> Reason:
    row = rules.END_ROWS[s.turn] + 1
    if start // 8 + 1 != row:
        return CATALOG.reason("NOT_ON_LAST_RANK", row=row)
    return CATALOG.reason("OCCUPIED", "B14", cell=NAMES[end])


def _why_not_walk(s: State, board: list[str], start: int, end: int) -> Reason | None:
    """Return why a walk cannot end there, or None: occupied, diagonal, of wrong length, or blocked."""
    height, is_upto = height_of(board[start]), s.steps == 1
    if board[end] and end != start:
        return CATALOG.reason("OCCUPIED", "B6", cell=NAMES[end])
    up, right = abs(end // 8 - start // 8), abs(end % 8 - start % 8)
    if up == right == height:
        return CATALOG.reason("NO_DIAGONAL")
    values = {"height": height, "start": NAMES[start], "cell": NAMES[end]}
    if not _is_end(_without_others(s, board, start), start, end):
        if start == end:
            return CATALOG.reason("NO_RETURN", **values)
        return CATALOG.reason("UPTO" if is_upto else "EXACT", **values)
    if not _is_end(s, start, end):
        return CATALOG.reason("BLOCKED", **values)
    return None


def _without_others(s: State, board: list[str], start: int) -> State:
    """Return the state with the column on a cell as the only one on the board."""
    alone = s.copy()
    for cell, column in enumerate(board):
        if column and cell != start:
            rules.remove(alone, cell)
    return alone


def _is_end(s: State, start: int, end: int) -> bool:
    """Return whether the column on a cell has a legal movement to another."""
    codes = np.zeros(rules.WIDEST, np.int64)
    walks = (codes[: rules.legal(s, codes)] - rules.MOVE) // rules.WAYS
    return start * rules.CELLS + end in walks


def _why_not_attack(s: State, board: list[str], start: int, end: int, way: int) -> Reason:
    """Return why a possible walk needs another attack: it names no target, or one without an enemy (B8)."""
    near = rules.NEIGHBOUR[end].tolist()
    if way:
        return CATALOG.reason("NO_ENEMY", cell=NAMES[near[way]])
    victim = next(cell for cell in near if cell >= 0 and board[cell] and board[cell].isupper() == (s.turn == 1))
    move = f"{NAMES[start]}-{NAMES[end]}x{NAMES[victim]}"
    return CATALOG.reason("MUST_CHOOSE", cell=NAMES[end], move=move)
