"""Retrograde analysis of a game graph: all reachable positions are listed, then values are propagated backwards.

A value is the number of plies to the end under perfect play, negative where the mover loses.  Positions never decided
are draws: no side can be forced out of them.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT

EMPTY = -1
TOO_MANY = -1

# An edge is the number of a position, or the result for the mover.
WINS = -1
DRAWS = -2
LOSES = -3

_PRIME = np.uint64(1099511628211)  # these two are those of FNV-1a, a hash byte by byte
_BASIS = np.uint64(14695981039346656037)
_SHIFT = np.uint64(29)  # its low bits alone are poor: higher ones are folded in


@jit
def list_positions(game, sides, states, cells, places, firsts, edges, side_of, codes, points):
    """List all positions reachable from states[0]; return their number, or TOO_MANY.

    states: STATE[n + 1], the last one scratch.  cells: the same as uint8[n + 1, bytes].  places: int32[2 ** k], the
    hash table, EMPTY.  firsts: int64[n + 1], edges: int32[m]: where moves lead, modified.  side_of: int8[n], modified.
    """
    scratch = len(states) - 1
    count = np.int64(1)
    used = np.int64(0)
    _number_of(cells, places, 0, np.int64(0))
    at = np.int64(0)
    while at < count:
        me = sides[game.turn(states[at])]
        side_of[at] = me
        # The graph, as adjacency lists one behind the other:
        #
        #     firsts   0        3     5  ...      where the moves of each position begin in `edges`
        #     edges    1 2 -1 | 3 0 | ...         the number of a position, or WINS, DRAWS, LOSES
        firsts[at] = used
        moves = game.legal(states[at], codes)
        if used + moves > len(edges):
            return TOO_MANY
        for i in range(moves):
            states[scratch] = states[at]
            game.play(states[scratch], codes[i])
            if game.turn(states[scratch]) == OVER:
                game.score(states[scratch], points)
                edges[used + i] = end_for(sides, me, points)
                continue
            number = _number_of(cells, places, scratch, count)
            if number == count:
                if count == scratch:
                    return TOO_MANY
                states[count] = states[scratch]
                count += 1
            edges[used + i] = number
        used += moves
        at += 1
    firsts[count] = used
    return count


@jit
def _number_of(cells, places, at, count):
    """Return the number of the position in row `at`, which gets the number `count` if it is new."""
    mixed = _BASIS
    for i in range(cells.shape[1]):
        mixed = (mixed ^ np.uint64(cells[at, i])) * _PRIME
    mask = np.int64(len(places) - 1)
    place = np.int64((mixed ^ (mixed >> _SHIFT)) & np.uint64(mask))
    # Linear probing: at most a quarter of the places is taken.
    while places[place] != EMPTY:
        number = np.int64(places[place])
        if _is_same(cells, number, at):
            return number
        place = (place + 1) & mask
    places[place] = count
    return count


@jit
def _is_same(cells, one, other):
    for i in range(cells.shape[1]):
        if cells[one, i] != cells[other, i]:
            return False
    return True


@jit
def end_for(sides, me, points):
    """Return the result of a finished game for a side."""
    for player in range(len(sides)):
        if sides[player] == me:
            if points[player] == POINT:
                return WINS
            return LOSES if points[player] == 0 else DRAWS
    return DRAWS


@jit
def propagate(count, firsts, edges, side_of, values):
    """Compute all values, by increasing plies.  values: int16[count], zeros, modified; 0 remains for draws."""
    plies = 0
    changes = 1
    while changes > 0:  # a value needs one with a ply less: a round without changes is the last
        plies += 1
        changes = 0
        for at in range(count):
            if values[at] == 0:
                value = _value(at, plies, firsts, edges, side_of, values)
                if value != 0:
                    values[at] = value
                    changes += 1


@jit
def _value(at, plies, firsts, edges, side_of, values):
    """Return `plies` if a move wins, -plies if all moves lose, by the values of fewer plies; else 0."""
    is_lost = True
    for edge in range(firsts[at], firsts[at + 1]):
        after = np.int64(edges[edge])
        value = np.int64(0)
        if after < 0:
            value = np.int64(1) if after == WINS else np.int64(-1) if after == LOSES else np.int64(0)
        elif values[after] != 0 and abs(np.int64(values[after])) < plies:
            value = np.int64(values[after]) if side_of[after] == side_of[at] else -np.int64(values[after])
        if value > 0:
            return plies
        if value == 0:
            is_lost = False
    return -plies if is_lost else 0
