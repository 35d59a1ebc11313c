"""Why a move of Banglagor is not legal, and what is wrong with a position."""

import numpy as np

from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.banglagor import rules
from charkoni.games.banglagor.moves import NAMES
from charkoni.games.banglagor.text import columns, height_of

INVALID = (
    Reason("BOARD", "B1", N_("a cell holds one column at most")),
    Reason("HANDS", "B4", N_("no column is bound while there are columns in hand")),
    Reason("COUNTER", "B16", N_("the counter is 0 while there are columns in hand")),
    Reason("HANDS", "B2", N_("a has as many columns in hand as b if a is to move, one fewer if b is")),
    Reason("MOVER", "B15", N_("the mover is . only when a side has less than half, or the counter is 20")),
    Reason("MOVER", "B16", N_("the counter is 20: the game is over and the mover is .")),
    Reason("MOVER", "B15", N_("a side has less than half of the other: the game is over and the mover is .")),
)

_PLACE_FIRST = N_("columns are still in hand: place one, as in 3@d4")
_ALL_PLACED = N_("all columns are placed")
_NOT_IN_HAND = N_("there is no column of height {height} in hand")
_FRONTIER = N_("row {row} borders the enemy land: no placing there")
_NOT_OWN_LAND = N_("{cell} is not on your own land")
_OCCUPIED = N_("there is a column on {cell}")
_EMPTY = N_("there is no column on {cell}")
_NOT_YOURS = N_("the column on {cell} is not yours")
_IS_BOUND = N_("the column on {cell} is bound: free it first")
_NOT_BOUND = N_("the column on {cell} is not bound")
_NOT_ON_LAST_RANK = N_("only a column on row {row} may be lifted")
_NO_DIAGONAL = N_("a step goes to a cell that shares a side, never diagonally")
_NO_RETURN = N_("a column of height {height} cannot end where it began")
_EXACT = N_("a column of height {height} makes exactly {height} steps: it cannot end on {cell}")
_UPTO = N_("a column of height {height} makes at most {height} steps: it cannot end on {cell}")
_BLOCKED = N_("the way from {start} to {cell} is blocked: every cell stepped on must be empty")
_MUST_CHOOSE = N_("an enemy is next to {cell}: name the column you attack, as in {move}")
_NO_ENEMY = N_("there is no enemy column on {cell}")
_MUST_MOVE = N_("a pass is legal only when there is no other move")


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the move is not legal."""
    is_placing = rules.is_placing(s)
    if code == rules.PASS:
        return Reason("MUST_MOVE", "B18", _MUST_MOVE)
    if code < rules.MOVE:
        size, cell = divmod(code, rules.CELLS)
        return _why_not_place(s, size, cell) if is_placing else Reason("ALL_PLACED", "B4", _ALL_PLACED)
    if is_placing:
        return Reason("PLACE_FIRST", "B2", _PLACE_FIRST)
    board = columns(s)
    if code >= rules.FREE:
        cell = code - rules.FREE
        return _why_not_own(s, board, cell) or Reason("NOT_BOUND", "B13", _NOT_BOUND, {"cell": NAMES[cell]})
    if code >= rules.LIFT:
        start, end = divmod(code - rules.LIFT, rules.CELLS)
        return _why_not_own(s, board, start) or _why_bound(board, start) or _why_not_lift(s, start, end)
    walk, way = divmod(code - rules.MOVE, rules.WAYS)
    start, end = divmod(walk, rules.CELLS)
    return (
        _why_not_own(s, board, start)
        or _why_bound(board, start)
        or _why_not_walk(s, board, start, end)
        or _why_not_attack(start, end, way, _victims(s, board, end))
    )


def _why_not_place(s: State, size: int, cell: int) -> Reason:
    row = cell // 8
    if s.hand[s.turn, size] == 0:
        return Reason("NOT_IN_HAND", "B2", _NOT_IN_HAND, {"height": size + 1})
    if not any(row in rows for rows in rules.PLACEMENT_ROWS):
        return Reason("FRONTIER_FORBIDDEN", "B3", _FRONTIER, {"row": row + 1})
    if cell // rules.LAND_CELLS != s.turn:
        return Reason("NOT_OWN_LAND", "B3", _NOT_OWN_LAND, {"cell": NAMES[cell]})
    return Reason("OCCUPIED", "B3", _OCCUPIED, {"cell": NAMES[cell]})


def _why_not_own(s: State, board: list[str], cell: int) -> Reason | None:
    """Return why the mover has no column on a cell, or None if he has."""
    name = {"cell": NAMES[cell]}
    if not board[cell]:
        return Reason("NOT_YOURS", "B5", _EMPTY, name)
    if board[cell].isupper() != (s.turn == 0):
        return Reason("NOT_YOURS", "B5", _NOT_YOURS, name)
    return None


def _why_bound(board: list[str], cell: int) -> Reason | None:
    if board[cell].endswith("*"):
        return Reason("BOUND", "B12", _IS_BOUND, {"cell": NAMES[cell]})
    return None


def _why_not_lift(s: State, start: int, end: int) -> Reason:
    row = rules.END_ROWS[s.turn] + 1
    if start // 8 + 1 != row:
        return Reason("NOT_ON_LAST_RANK", "B14", _NOT_ON_LAST_RANK, {"row": row})
    return Reason("OCCUPIED", "B14", _OCCUPIED, {"cell": NAMES[end]})


def _why_not_walk(s: State, board: list[str], start: int, end: int) -> Reason | None:
    """Return why a walk cannot end there, or None: occupied, diagonal, of wrong length, or blocked."""
    height, is_upto = height_of(board[start]), s.steps == 1
    if board[end] and end != start:
        return Reason("OCCUPIED", "B6", _OCCUPIED, {"cell": NAMES[end]})
    up, right = abs(end // 8 - start // 8), abs(end % 8 - start % 8)
    if up == right == height:
        return Reason("NO_DIAGONAL", "B5", _NO_DIAGONAL)
    values = {"height": height, "start": NAMES[start], "cell": NAMES[end]}
    if not _is_end(_without_others(s, board, start), start, end):
        if start == end:
            return Reason("WRONG_LENGTH", "B7", _NO_RETURN, values)
        return Reason("WRONG_LENGTH", "B5", _UPTO if is_upto else _EXACT, values)
    if not _is_end(s, start, end):
        return Reason("BLOCKED_PATH", "B6", _BLOCKED, values)
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


def _victims(s: State, board: list[str], end: int) -> list[str]:
    """Return the names of the enemy columns next to a cell."""
    cells = [int(cell) for cell in rules.NEIGHBOUR[end] if cell >= 0]
    return [NAMES[cell] for cell in cells if board[cell] and board[cell].isupper() == (s.turn == 1)]


def _why_not_attack(start: int, end: int, way: int, victims: list[str]) -> Reason:
    """Return why a possible walk needs another attack: it names no target, or one without an enemy (B8)."""
    if way:
        target = NAMES[int(rules.NEIGHBOUR[end, way])]
        return Reason("NO_VICTIM", "B8", _NO_ENEMY, {"cell": target})
    move = f"{NAMES[start]}-{NAMES[end]}x{victims[0]}"
    return Reason("MUST_CHOOSE_VICTIM", "B8", _MUST_CHOOSE, {"cell": NAMES[end], "move": move})
