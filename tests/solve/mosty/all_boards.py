"""Retrograde analysis of all boards of a small size with two bridges a turn (S6): what proofs must equal.

A board is a number with a digit of base 3 for each crossing: 0 free, 1 Red, 2 Blue.  A bridge makes the number larger,
so that the numbers taken downwards have every board after those it leads to.
"""

from functools import cache

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.games.mosty.rules import LINE, PLACE, derive, is_joined, owner


def winner_of(position: Position) -> int:
    """Return the winner of a position of size 2 or 3."""
    s = position.state[0]
    return int(_winners(position.game)[number(s, position.game.codes), position.turn, int(s.left) - 1])


@cache
def _winners(game: Game) -> Array:
    """Return the winner of every board, int8[3**crossings, 2, 2]: see `fill`."""
    winners = np.zeros((3**game.codes, 2, 2), np.int8)
    fill(game.blank()[0], game.codes, winners)
    return winners


@jit
def number(s, crossings):
    """Return the number of a board.  s: STATE of Mosty, read only."""
    total = np.int64(0)
    for code in range(crossings - 1, -1, -1):
        total = 3 * total + owner(s, code) + 1
    return total


@jit
def fill(s, crossings, winners):
    """Compute the winner of every board.

    s: STATE of the size, scratch.  winners: int8[3**crossings, 2, 2], modified in place: by board, by who is to move,
    by the bridges left in his turn less one.
    """
    size = np.int64(s["size"])
    for board in range(len(winners) - 1, -1, -1):
        _set_up(s, board, crossings, size)
        for mover in range(2):
            for left in range(2):
                if is_joined(s, 0) or is_joined(s, 1):
                    winners[board, mover, left] = 0 if is_joined(s, 0) else 1
                else:
                    winners[board, mover, left] = _winner(board, mover, left, crossings, winners)


@jit
def _set_up(s, board, crossings, size):
    """Put the bridges of a number on the board."""
    for side in range(2):
        for line in range(2 * size - 1):
            s.set[side, line] = 0
    digits = np.int64(board)
    for code in range(crossings):
        side = digits % 3 - 1
        if side >= 0:
            s.set[side, LINE[side, size, code] - 1] |= np.int16(1 << np.int64(PLACE[side, size, code]))
        digits //= 3
    derive(s)


@jit
def _winner(board, mover, left, crossings, winners):
    """Return the mover if a bridge of his leads to a board that he wins, else the other."""
    power = np.int64(1)
    digits = np.int64(board)
    for _ in range(crossings):
        if digits % 3 == 0:
            after = board + (mover + 1) * power
            winner = winners[after, mover, 0] if left == 1 else winners[after, 1 - mover, 1]
            if winner == mover:
                return mover
        digits //= 3
        power *= 3
    return 1 - mover
