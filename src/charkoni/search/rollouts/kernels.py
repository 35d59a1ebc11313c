"""Rollouts for games with dice: the compiled kernels.

A greedy turn is, of all ways to play a throw, the one with the highest static value at its end.  A rollout plays greedy
turns with random throws for a number of turns (Tesauro and Galperin, 1997).  Candidates that are compared get common
random throws.
"""

from typing import NamedTuple

import numpy as np

from charkoni.core.compiler import inlined, jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.playout import throw
from charkoni.core.random_numbers import next64
from charkoni.search.transposition_table import fold

LONGEST_TURN = 8  # decisions; a throw has three values at most, each played, handed over or let go
REACHED = 192  # distinct states of a turn that are recognized; few turns have more
SLOTS = 256  # a power of two, so that at most three quarters of the hash table are in use

_A = np.uint64(0x9E3779B1)
_B = np.uint64(0x85EBCA77)
_NONE = np.uint64(0)


class TurnScratch(NamedTuple):
    """Scratch of a turn.

    states: STATE[LONGEST_TURN + 1].  words: uint64[LONGEST_TURN + 1, n], the same memory.  codes: int64[LONGEST_TURN,
    WIDEST].  counts, places, line, best: int64[LONGEST_TURN].  shares: float64[players].  points: int64[players].
    weights: int64[WIDEST].  sides: int64[players], not modified.  reached: uint64[REACHED, n], states so far.
    slots: int64[SLOTS + 1], hash table of their places, then their number.
    """

    states: np.ndarray
    words: np.ndarray
    codes: np.ndarray
    counts: np.ndarray
    places: np.ndarray
    line: np.ndarray
    best: np.ndarray
    shares: np.ndarray
    points: np.ndarray
    weights: np.ndarray
    sides: np.ndarray
    reached: np.ndarray
    slots: np.ndarray


class TurnEnds(NamedTuple):
    """Distinct ends of a turn, by descending static value.

    states: STATE[n].  lines: int64[n, LONGEST_TURN], the moves that lead there.  lengths: int64[n], of them.  values:
    float64[n], static values.  sums: float64[n], points of the rollouts.
    """

    states: np.ndarray
    lines: np.ndarray
    lengths: np.ndarray
    values: np.ndarray
    sums: np.ndarray


@jit
def best_turn(game, work):
    """Write the moves of the greedy turn into work.best, to the next throw or the end; return their number.

    work.states[0]: the position, not modified.  Moves of a partner within the turn are part of it.
    """
    me = game.turn(work.states[0])
    length = np.int64(0)
    highest = -1.0
    depth = _next_end(game, work, me, _begin_turn(game, work))
    while depth >= 0:
        value = _value_of(game, work.states[depth + 1], me, work.shares, work.points)
        if value > highest:
            highest = value
            length = depth + 1
            for i in range(length):
                work.best[i] = work.line[i]
        depth = _next_end(game, work, me, depth)
    return length


@inlined
def _begin_turn(game, work):
    """Begin to enumerate the turn of work.states[0]; return the depth of its first decision, 0."""
    work.slots[:] = 0
    work.counts[0] = game.legal(work.states[0], work.codes[0])
    work.places[0] = 0
    return np.int64(0)


@inlined
def _next_end(game, work, me, depth):
    """Go on to the next distinct end of the turn; return the depth of its last decision, -1 where there is none.

    The end is work.states[depth + 1], the moves that lead there are work.line[: depth + 1].
    """
    while depth >= 0:
        if work.places[depth] == work.counts[depth]:
            depth -= 1
            continue
        work.line[depth] = work.codes[depth, work.places[depth]]
        work.places[depth] += 1
        work.states[depth + 1] = work.states[depth]
        game.play(work.states[depth + 1], work.line[depth])
        # The values of a throw can be played in any order, and most orders meet again: each state is tried once, which
        # took half the time for the same moves.
        if not _is_new(work.words, depth + 1, work.reached, work.slots):
            continue
        turn = game.turn(work.states[depth + 1])
        if turn < 0 or work.sides[turn] != work.sides[me] or depth + 1 == LONGEST_TURN:
            return depth
        depth += 1
        work.counts[depth] = game.legal(work.states[depth], work.codes[depth])
        work.places[depth] = 0
    return depth


@jit
def _is_new(words, depth, reached, slots):
    """Return whether a state of this turn is new, not a transposition; add it."""
    n = words.shape[1]
    key = _NONE
    for i in range(n):
        key = fold(key ^ words[depth, i], _A, _B)
    slot = np.int64(key & np.uint64(SLOTS - 1))
    while slots[slot] > 0:
        known = slots[slot] - 1
        different = _NONE
        for i in range(n):
            different |= reached[known, i] ^ words[depth, i]
        if different == _NONE:
            return False
        slot = (slot + 1) & (SLOTS - 1)
    count = slots[SLOTS]
    if count < REACHED:
        for i in range(n):
            reached[count, i] = words[depth, i]
        slots[slot] = count + 1
        slots[SLOTS] = count + 1
    return True


@jit
def play_turn(game, state, work):
    """Play the greedy turn in place.  state: STATE[1], modified; a player decides."""
    work.states[0] = state[0]
    length = best_turn(game, work)
    for i in range(length):
        game.play(state[0], work.best[i])


@jit
def _value_of(game, s, player, shares, points):
    """Return the points of a player at the end of the game, else by the static value."""
    if game.turn(s) == OVER:
        game.score(s, points)
        return np.float64(points[player]) / POINT
    game.value(s, shares)
    return shares[player]


@jit
def list_ends(game, work, ends):
    """Write the distinct ends of the turn of work.states[0] with the highest static values; return their number."""
    me = game.turn(work.states[0])
    count = np.int64(0)
    depth = _next_end(game, work, me, _begin_turn(game, work))
    while depth >= 0:
        value = _value_of(game, work.states[depth + 1], me, work.shares, work.points)
        count = _insert(work, ends, count, depth + 1, value)
        depth = _next_end(game, work, me, depth)
    return count


@jit
def _insert(work, ends, count, length, value):
    """Insert an end by descending value, dropping the last one of a full list; return the number of ends."""
    place = count
    if count == len(ends.values):
        if value <= ends.values[count - 1]:
            return count
        place = count - 1
    else:
        count += 1
    # An insertion into a sorted list of a dozen is cheaper than a heap.
    while place > 0 and value > ends.values[place - 1]:
        ends.states[place] = ends.states[place - 1]
        _copy_line(ends.lines[place], ends.lines[place - 1])
        ends.lengths[place] = ends.lengths[place - 1]
        ends.values[place] = ends.values[place - 1]
        place -= 1
    ends.states[place] = work.states[length]
    _copy_line(ends.lines[place], work.line)
    ends.lengths[place] = length
    ends.values[place] = value
    return count


@jit
def _copy_line(line, other):
    """Copy a line move by move: an assignment of arrays that may overlap takes new memory, which modules have not."""
    for i in range(len(line)):
        line[i] = other[i]


@jit
def roll_out(game, ends, candidates, player, times, horizon, rng, state, work):
    """Run rollouts from some ends, so many times for so many throws; return the number of turns played.

    candidates: int64[n], the candidates.  ends.sums: modified, the points of `player` are added.  rng: uint64[2],
    modified.  state: STATE[1], scratch.
    """
    turns = np.int64(0)
    for _ in range(times):
        next64(rng)
        first = rng[0]
        second = rng[1]
        for end in candidates:
            # Common random numbers: all candidates get the same throws. The variance of a difference is
            #
            #     Var(a - b) = Var(a) + Var(b) - 2 Cov(a, b)
            #
            # and equal luck makes the covariance large, so that fewer rollouts tell two candidates apart.
            rng[0] = first
            rng[1] = second
            state[0] = ends.states[end]
            # Work is counted in turns, the unit of node budgets here.
            turns += max(_play_on(game, state, horizon, rng, work), 1)  # a finished game counts as one turn
            ends.sums[end] += _value_of(game, state[0], player, work.shares, work.points)
    return turns


@jit
def _play_on(game, state, horizon, rng, work):
    """Play greedy turns in place for so many throws, or to the end; return the number of throws."""
    throws = np.int64(0)
    while game.turn(state[0]) != OVER:
        if game.turn(state[0]) == CHANCE:
            if throws == horizon:
                break
            throws += 1
            game.play(state[0], throw(game, state[0], rng, work.codes[0], work.weights))
        else:
            play_turn(game, state, work)
    return throws
