"""Expectiminimax for games with dice: the compiled half.

Depth counts throws, not plies: a turn of several decisions is searched to its end.  Values are the points that the
searcher's side can expect, 0 to 1, so that throws not yet looked at are bounded: a node of chance is cut as soon as no
rest of its throws can bring it back into the window (Star1), and before they are searched, one line of each throw is
tried, which often suffices (Star2: Ballard, 1983; Hauk, Buro and Schaeffer, 2004).
"""

from typing import Any

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.search.transposition_table import (
    EXACT,
    LOWER,
    NO_CODE,
    SOLVED,
    UPPER,
    bound_of,
    depth_of,
    hash_words,
    pack,
    probe,
    score_of,
    store,
)

PLIES = 64
FINE = 2_000_000  # a value of 1 as the table keeps it

ENTER, NEXT, DONE = range(3)  # phases of a frame

FRAME = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),
            ("check", np.uint64),
            ("phase", np.int64),
            ("turn", np.int64),
            ("sign", np.int64),  # 1 when the searcher's side decides, -1 for others
            ("depth", np.int64),  # throws still to look through
            ("trial", np.int64),  # only the first move of each decision of this turn is looked at
            ("probing", np.int64),  # of chance: the first round, in which each throw gets a trial
            ("alpha", np.float64),
            ("beta", np.float64),
            ("best", np.float64),
            ("low", np.float64),  # of chance: what is sure so far, summed by weight; the rest counts 0
            ("high", np.float64),  # and what is possible, the rest counts 1
            ("code", np.int64),
            ("solved", np.int64),
            ("first", np.int64),  # the moves or throws: places in `codes`
            ("count", np.int64),
            ("next", np.int64),
            ("total", np.float64),  # of all weights
            ("length", np.int64),  # of the best line, which ends where a throw is due
        ],
    )
)


def context_dtype(widest: int, players: int, words: int) -> Any:
    """Return the dtype of what lies about in a search, in one record."""
    return np.dtype(
        (
            np.record,
            [
                ("level", np.int64),
                ("nodes", np.int64),
                ("player", np.int64),  # who searches
                ("age", np.int64),
                ("salt", np.uint64),
                ("mask", np.uint64, (words,)),
                ("signs", np.int64, (players,)),
                ("codes", np.int64, (PLIES * widest,)),
                ("ranks", np.int64, (PLIES * widest,)),  # of a decision's moves
                ("lows", np.float64, (PLIES * widest,)),  # of throws: what each brings at least, at most
                ("highs", np.float64, (PLIES * widest,)),
                ("weights", np.float64, (PLIES * widest,)),
                ("lines", np.int64, (PLIES + 1, PLIES + 1)),
            ],
        )
    )


@jit
def run(game, desk, frames, states, words, table, out, weights, values, points, nodes):
    """Go on with a search for so many nodes; return whether it is done.  The result lies in frame 0.

    The arrays are those of alpha-beta (see `ab_kernels.run`), and weights: int64[WIDEST].
    """
    d = desk[0]
    level = np.int64(d.level)
    limit = d.nodes + nodes
    while level >= 0 and d.nodes < limit:
        f = frames[level]
        parent = frames[max(level - 1, 0)]
        if f.phase == ENTER:
            d.nodes += 1
            f.phase = DONE
            f.count = 0
            f.length = 0
            f.solved = 0
            f.code = NO_CODE
            s = states[level]
            if f.turn == OVER:
                game.score(s, points)
                f.best = np.float64(points[d.player]) / POINT
                f.solved = 1
            elif (f.turn == CHANCE and f.depth == 0) or level == PLIES - 1:
                game.value(s, values)
                f.best = values[d.player]
            elif f.turn == CHANCE:
                _, key, check = hash_words(words, level, d.mask, d.salt)
                f.key = key
                f.check = check
                if not _is_known(f, probe(table, key, check)):
                    _list_throws(game, d, f, parent, s, level, out, weights)
            else:
                _list_moves(game, d, f, parent, s, level, out)
        elif f.phase == NEXT:
            if f.next == f.count:
                _end_of_round(d, f)
                continue
            code = d.codes[f.first + f.next]
            states[level + 1] = states[level]
            game.play(states[level + 1], code)
            level = _push(game, d, f, frames[level + 1], states[level + 1], level)
        else:
            if level == 0:
                level = np.int64(-1)
                continue
            if f.turn == CHANCE and f.count > 0:
                store(table, f.key, f.check, _entry(f, np.int64(d.age)))
            level -= 1
            if parent.turn == CHANCE:
                _take_throw(d, parent, f)
            else:
                _take_move(d, parent, f, level)
    d.level = level
    return level < 0


@jit
def begin(game, desk, frames, states, depth, count):
    """Set up the search of the position in states[0]; `count` moves lie in `codes`, sorted, or none for a throw."""
    d = desk[0]
    f = frames[0]
    f.turn = game.turn(states[0])
    f.sign = 1
    f.depth = depth
    f.trial = 0
    f.probing = 0
    f.alpha = -1.0
    f.beta = 2.0
    f.phase = ENTER
    f.first = 0
    f.count = count
    f.next = 0
    f.best = -1.0
    f.code = NO_CODE
    f.solved = 1
    f.length = 0
    if count > 0:
        f.phase = NEXT
    d.level = 0


# --- entering a position ---------------------------------------------------------------------------------------------


@jit
def _list_moves(game, d, f, parent, s, level, out):
    """List the moves of a decision, first those that the game praises; in a trial only the first."""
    first = np.int64(0) if level == 0 else parent.first + parent.count
    n = np.int64(game.legal(s, out))
    for i in range(n):
        rank = np.int64(game.order(s, out[i]))
        j = first + i
        while j > first and d.ranks[j - 1] < rank:
            d.ranks[j] = d.ranks[j - 1]
            d.codes[j] = d.codes[j - 1]
            j -= 1
        d.ranks[j] = rank
        d.codes[j] = out[i]
    f.first = first
    f.count = 1 if f.trial > 0 else n
    f.next = 0
    f.best = -1.0 if f.sign > 0 else 2.0
    f.solved = 1 if f.trial == 0 or n == 1 else 0
    f.phase = NEXT


@jit
def _list_throws(game, d, f, parent, s, level, out, weights):
    """List the throws; every one may still bring anything."""
    first = np.int64(0) if level == 0 else parent.first + parent.count
    n = np.int64(game.throws(s, out, weights))
    total = 0.0
    for i in range(n):
        d.codes[first + i] = out[i]
        d.weights[first + i] = np.float64(weights[i])
        d.lows[first + i] = 0.0
        d.highs[first + i] = 1.0
        total += d.weights[first + i]
    f.first = first
    f.count = n
    f.next = 0
    f.total = total
    f.low = 0.0
    f.high = total
    f.solved = 1
    f.probing = 1 if f.depth > 0 and f.beta - f.alpha < 1.0 else 0
    f.phase = NEXT


@jit
def _is_known(f, data):
    """Return whether an entry of the table makes a search needless; then its value is the frame's."""
    if data == np.uint64(0) or depth_of(data) < f.depth:
        return False
    value = np.float64(score_of(data)) / FINE
    bound = bound_of(data)
    if bound == EXACT or (bound == LOWER and value >= f.beta) or (bound == UPPER and value <= f.alpha):
        f.best = value
        f.solved = 1 if depth_of(data) == SOLVED else 0
        return True
    return False


@jit
def _push(game, d, f, child, s, level):
    """Let the next frame look at the position s, within the window that can still matter.  Return its level."""
    child.turn = game.turn(s)
    child.sign = d.signs[child.turn] if child.turn >= 0 else 1
    child.depth = f.depth
    child.trial = 0
    child.alpha = f.alpha
    child.beta = f.beta
    if f.turn == CHANCE:
        child.depth = f.depth - 1
        child.trial = f.probing
        if f.probing > 0:  # what a trial finds is a bound and no more
            child.alpha = -1.0
            child.beta = 2.0
        else:
            child.alpha = _least(d, f)
            child.beta = _most(d, f)
    elif f.trial > 0 and child.turn != CHANCE and child.sign == f.sign:
        child.trial = 1
    child.phase = ENTER
    return level + 1


@jit
def _least(d, f):
    """Return the value of the next throw at which the frame's value is certainly not above its window."""
    at = f.first + f.next
    return max((f.alpha * f.total - f.high) / d.weights[at] + d.highs[at], -1.0)


@jit
def _most(d, f):
    """Return the value of the next throw at which the frame's value is certainly not below its window."""
    at = f.first + f.next
    return min((f.beta * f.total - f.low) / d.weights[at] + d.lows[at], 2.0)


# --- going back ------------------------------------------------------------------------------------------------------


@jit
def _take_move(d, f, child, level):
    """Take the value of a decision's move; who has all the points for sure looks no further."""
    value = child.best
    f.solved &= child.solved
    is_all = child.solved > 0 and value == (1.0 if f.sign > 0 else 0.0)
    if is_all or ((value > f.best) if f.sign > 0 else (value < f.best)):
        f.best = value
        f.code = d.codes[f.first + f.next]
        d.lines[level, 0] = f.code
        length = np.int64(child.length) if child.turn != CHANCE else np.int64(0)
        for i in range(length):
            d.lines[level, i + 1] = d.lines[level + 1, i]
        f.length = length + 1
    f.next += 1
    if is_all:
        f.solved = 1
        f.phase = DONE
        return
    if f.sign > 0:
        f.alpha = max(f.alpha, f.best)
    else:
        f.beta = min(f.beta, f.best)
    if f.alpha >= f.beta and f.next < f.count:
        f.solved = 0
        f.phase = DONE


@jit
def _take_throw(d, f, child):
    """Take the value of a throw: a bound from a trial or from outside its window, else the value."""
    at = f.first + f.next
    low = child.best
    high = child.best
    is_low = False
    is_high = False
    if f.probing == 0:
        is_low = child.best <= _least(d, f)
        is_high = child.best >= _most(d, f)
        f.solved &= child.solved
    elif child.solved == 0:  # one line of the side that decides: it may do better
        low = child.best if child.turn >= 0 and child.sign > 0 else 0.0
        high = child.best if child.turn >= 0 and child.sign < 0 else 1.0
    low = max(low, d.lows[at])
    high = min(high, d.highs[at])
    f.low += (low - d.lows[at]) * d.weights[at]
    f.high -= (d.highs[at] - high) * d.weights[at]
    d.lows[at] = low
    d.highs[at] = high
    f.next += 1
    if is_high or f.low >= f.beta * f.total:
        _cut(f, max(f.low / f.total, f.beta))
    elif is_low or f.high <= f.alpha * f.total:
        _cut(f, min(f.high / f.total, f.alpha))


@jit
def _cut(f, value):
    """The value of a throw that is due lies outside its window: no more need be known."""
    f.best = value
    f.solved = 0
    f.phase = DONE


@jit
def _end_of_round(d, f):
    """All moves or throws are looked at: after the trials the throws are searched in earnest."""
    if f.turn == CHANCE:
        if f.probing > 0:
            f.probing = 0
            f.next = 0
            return
        f.best = f.low / f.total
    f.phase = DONE


@jit
def _entry(f, age):
    """Return the data to remember of a throw that was due."""
    bound = LOWER if f.best >= f.beta else UPPER if f.best <= f.alpha else EXACT
    depth = SOLVED if f.solved > 0 else min(f.depth, SOLVED - 1)
    return pack(NO_CODE, np.int64(f.best * FINE + 0.5), depth, bound, age)
