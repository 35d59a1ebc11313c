"""Whole turns of games with dice: the compiled half of rollouts.

A turn at a glance: of all ways to play a throw the one that looks best at its end.  A rollout plays a game on so, with
throws at random, for a number of turns (Tesauro and Galperin, 1997).  What is to be compared gets the same throws.
"""

from typing import NamedTuple

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.playout import throw
from charkoni.core.random_numbers import next64
from charkoni.search.transposition_table import fold

LONGEST_TURN = 8
REACHED = 192  # different states of a turn that are known again; hardly any turn has more
SLOTS = 256  # a power of two

_A = np.uint64(0x9E3779B1)
_B = np.uint64(0x85EBCA77)
_NONE = np.uint64(0)


class Work(NamedTuple):
    """Scratch of a turn.

    states: STATE[LONGEST_TURN + 1].  words: uint64[LONGEST_TURN + 1, n], the same memory.  codes: int64[LONGEST_TURN,
    WIDEST].  counts, places, line, best: int64[LONGEST_TURN].  shares: float64[players].  points: int64[players].
    weights: int64[WIDEST].  sides: int64[players], not modified.  reached: uint64[REACHED, n], states so far.
    slots: int64[SLOTS + 1], where they are by their hashes; their number.
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


class Ends(NamedTuple):
    """Different ends of a turn, the one that looks best first.

    states: STATE[n].  lines: int64[n, LONGEST_TURN], the moves that lead there.  lengths: int64[n], of them.  values:
    float64[n], at a glance.  sums: float64[n], points gathered by rollouts.
    """

    states: np.ndarray
    lines: np.ndarray
    lengths: np.ndarray
    values: np.ndarray
    sums: np.ndarray


@jit
def best_turn(game, work):
    """Write into work.best the moves until the next throw, or the end, that look best; return how many.

    work.states[0]: the position, not modified.  What a side does for its partner within the turn is part of it.
    """
    states, codes, counts, places, line = work.states, work.codes, work.counts, work.places, work.line
    me = game.turn(states[0])
    length = np.int64(0)
    highest = -1.0
    level = np.int64(0)
    work.slots[:] = 0
    counts[0] = game.legal(states[0], codes[0])
    places[0] = 0
    while level >= 0:
        if places[level] == counts[level]:
            level -= 1
            continue
        line[level] = codes[level, places[level]]
        places[level] += 1
        states[level + 1] = states[level]
        game.play(states[level + 1], line[level])
        if not _is_new(work.words, level + 1, work.reached, work.slots):
            continue
        turn = game.turn(states[level + 1])
        if turn >= 0 and work.sides[turn] == work.sides[me] and level + 1 < LONGEST_TURN:
            level += 1
            counts[level] = game.legal(states[level], codes[level])
            places[level] = 0
            continue
        worth = _worth(game, states[level + 1], me, work.shares, work.points)
        if worth > highest:
            highest = worth
            length = level + 1
            for i in range(length):
                work.best[i] = line[i]
    return length


@jit
def _is_new(words, level, reached, slots):
    """Return whether a state of this turn was not reached before, by the same moves in another order; note it."""
    n = words.shape[1]
    key = _NONE
    for i in range(n):
        key = fold(key ^ words[level, i], _A, _B)
    slot = np.int64(key & np.uint64(SLOTS - 1))
    while slots[slot] > 0:
        known = slots[slot] - 1
        different = _NONE
        for i in range(n):
            different |= reached[known, i] ^ words[level, i]
        if different == _NONE:
            return False
        slot = (slot + 1) & (SLOTS - 1)
    count = slots[SLOTS]
    if count < REACHED:
        for i in range(n):
            reached[count, i] = words[level, i]
        slots[slot] = count + 1
        slots[SLOTS] = count + 1
    return True


@jit
def play_turn(game, state, work):
    """Play the turn that looks best, in place.  state: STATE[1], modified; a player decides."""
    work.states[0] = state[0]
    length = best_turn(game, work)
    for i in range(length):
        game.play(state[0], work.best[i])


@jit
def _worth(game, s, player, shares, points):
    """Return the points of a player at the end of the game, else those he can expect at a glance."""
    if game.turn(s) == OVER:
        game.score(s, points)
        return np.float64(points[player]) / POINT
    game.value(s, shares)
    return shares[player]


@jit
def list_ends(game, work, ends):
    """Write the best-looking different ends of the turn in work.states[0]; return how many, at most as many as fit.

    It goes through the turn as `best_turn` does, which would lose half its speed if it had to hand over every end.
    """
    me = game.turn(work.states[0])
    found = np.int64(0)
    level = np.int64(0)
    work.slots[:] = 0
    work.counts[0] = game.legal(work.states[0], work.codes[0])
    work.places[0] = 0
    while level >= 0:
        if work.places[level] == work.counts[level]:
            level -= 1
            continue
        work.line[level] = work.codes[level, work.places[level]]
        work.places[level] += 1
        work.states[level + 1] = work.states[level]
        game.play(work.states[level + 1], work.line[level])
        if not _is_new(work.words, level + 1, work.reached, work.slots):
            continue
        turn = game.turn(work.states[level + 1])
        if turn >= 0 and work.sides[turn] == work.sides[me] and level + 1 < LONGEST_TURN:
            level += 1
            work.counts[level] = game.legal(work.states[level], work.codes[level])
            work.places[level] = 0
        else:
            value = _worth(game, work.states[level + 1], me, work.shares, work.points)
            found = _put(work, ends, found, level + 1, value)
    return found


@jit
def _put(work, ends, found, length, value):
    """Put an end behind those that look as good or better, the last falling out if need be; return how many."""
    place = found
    if found == len(ends.values):
        if value <= ends.values[found - 1]:
            return found
        place = found - 1
    else:
        found += 1
    while place > 0 and value > ends.values[place - 1]:
        ends.states[place] = ends.states[place - 1]
        ends.lines[place] = ends.lines[place - 1]
        ends.lengths[place] = ends.lengths[place - 1]
        ends.values[place] = ends.values[place - 1]
        place -= 1
    ends.states[place] = work.states[length]
    ends.lines[place] = work.line
    ends.lengths[place] = length
    ends.values[place] = value
    return found


@jit
def roll_out(game, ends, alive, player, times, horizon, rng, state, work):
    """Play on from some ends so many times, for so many throws, and add up what a player gets; return turns played.

    alive: int64[n], the ends.  The sums of `ends` are modified.  rng: uint64[2], modified.  state: STATE[1], scratch.
    """
    turns = np.int64(0)
    for _ in range(times):
        next64(rng)
        first = rng[0]
        second = rng[1]
        for end in alive:
            rng[0] = first
            rng[1] = second
            state[0] = ends.states[end]
            turns += max(_play_on(game, state, horizon, rng, work), 1)  # the game may be over: that counts, too
            ends.sums[end] += _worth(game, state[0], player, work.shares, work.points)
    return turns


@jit
def _play_on(game, state, horizon, rng, work):
    """Play so many turns, or to the end, in place; return how many."""
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
