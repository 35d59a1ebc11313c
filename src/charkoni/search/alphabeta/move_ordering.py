"""Alpha-beta: in which order moves are looked at, how closely, and what their scores mean for the frame above."""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.search.alphabeta.context import DONE, ENTER, LEAF, NARROW, NEXT, REDUCED, SKIPPED, SORTED, SURE, WIDE, WIN
from charkoni.search.transposition_table import EXACT, LOWER, NO_CODE, SOLVED, UPPER, pack

_FROM_TABLE = 1 << 60
ORDER = 1 << 24
_FIRST_KILLER = 1 << 22
_SECOND_KILLER = 1 << 21
_ANSWER = 1 << 20
_HISTORY = 1 << 19


@jit
def list_moves(game, d, f, parent, s, level, out):
    """List and rank the moves: that of the table, those the game praises, killers, answers, by their history."""
    n = np.int64(game.legal(s, out))
    first = parent.first + parent.count
    answer = d.answers[parent.current] if parent.current != NO_CODE else np.int64(NO_CODE)
    side = (1 - f.sign) >> 1
    for i in range(n):
        code = out[i]
        rank = np.int64(game.order(s, code)) * ORDER + d.history[side, code]
        if code == f.hint:
            rank += _FROM_TABLE
        if code == d.killers[level, 0]:
            rank += _FIRST_KILLER
        elif code == d.killers[level, 1]:
            rank += _SECOND_KILLER
        if code == answer:
            rank += _ANSWER
        d.codes[first + i] = code
        d.ranks[first + i] = rank
    f.first = first
    f.count = n
    f.next = 0
    f.best = -WIN
    f.lowest = f.alpha
    f.whole = 1
    f.sure = 0
    f.phase = NEXT


# --- going on --------------------------------------------------------------------------------------------------------


@jit
def choose(d, f, level):
    """Take the next move, and decide how to look at it."""
    i = np.int64(f.next)
    if level > 0 and i < SORTED:
        _bring_forward(d, f.first + i, f.first + f.count)
    f.next += 1
    f.current = d.codes[f.first + i]
    f.rank = d.ranks[f.first + i]
    f.stage = WIDE
    if i > 0 and f.depth > 0:
        f.stage = NARROW
        if i > 1 and f.depth > 2 and f.rank < ORDER and f.urgent == 0 and level > 0:
            if d.fewer[min(f.depth, 63), min(i, 63)] > 0:
                f.stage = REDUCED


@jit
def _bring_forward(d, place, end):
    """Swap the highest ranked move to the front."""
    best = place
    for j in range(place + 1, end):
        if d.ranks[j] > d.ranks[best]:
            best = j
    code = d.codes[best]
    rank = d.ranks[best]
    d.codes[best] = d.codes[place]
    d.ranks[best] = d.ranks[place]
    d.codes[place] = code
    d.ranks[place] = rank


@jit
def push(game, d, f, child, s, level):
    """Let the next frame look at the position s.  Return its level."""
    child.turn = game.turn(s)
    child.sign = d.signs[child.turn] if child.turn >= 0 else 1
    depth = f.depth - 1
    if f.stage == REDUCED:
        depth = max(depth - d.fewer[min(f.depth, 63), min(f.next - 1, 63)], 1)
    return _open(f, child, depth, level)


@jit
def _open(f, child, depth, level):
    """Let the next frame look, with the window that the stage asks for."""
    beta = f.beta if f.stage == WIDE else f.alpha + 1
    if child.sign == f.sign:
        child.alpha = f.alpha
        child.beta = beta
    else:
        child.alpha = -beta
        child.beta = -f.alpha
    child.depth = depth
    child.phase = ENTER
    return level + 1


@jit
def push_skip(game, d, f, child, s, level):
    """Let the next frame look at the position after a null move, whether it is still good enough."""
    f.stage = SKIPPED
    f.current = NO_CODE
    f.count = 0
    child.turn = game.turn(s)
    child.sign = -f.sign
    child.alpha = -f.beta
    child.beta = 1 - f.beta
    child.depth = max(f.depth - 3 - (f.depth >> 2), 0)
    child.phase = ENTER
    return level + 1


# --- going back ------------------------------------------------------------------------------------------------------


@jit
def entry(f, level, age):
    """Return the data to remember of a frame that is done."""
    score = np.int64(f.best)
    bound = LOWER if score >= f.beta else UPPER if score <= f.lowest else EXACT
    if score > SURE:
        score += level
    elif score < -SURE:
        score -= level
    depth = SOLVED if f.solved > 0 else min(f.depth, SOLVED - 1)
    return pack(f.code, score, depth, bound, age)


@jit
def take(d, f, child, before, level):
    """Take the score of the move looked at, or look again.  before: the frame above.  Return the next level."""
    score = child.best * child.sign * f.sign
    if f.stage == SKIPPED:
        if score >= f.beta:
            f.best = min(score, SURE)
            f.phase = LEAF
        return level
    if f.stage == REDUCED and score > f.alpha:
        f.stage = NARROW
        return _open(f, child, f.depth - 1, level)
    if f.stage == NARROW and f.alpha < score < f.beta:
        f.stage = WIDE
        return _open(f, child, f.depth - 1, level)
    f.whole &= child.solved
    if score > f.best:
        f.best = score
        f.code = f.current
        f.sure = child.solved if score > SURE else 0
        if score > f.alpha:
            if f.beta - f.lowest > 1:
                _note_line(d, f, child, level)
            f.alpha = score
        if score >= f.beta:
            f.solved = child.solved
            f.phase = DONE
            if f.depth > 0 and f.rank < ORDER:
                _praise(d, f, before, level)
    return level


@jit
def _note_line(d, f, child, level):
    """The best line is the move, then that of the frame below."""
    d.lines[level, 0] = f.current
    for i in range(child.length):
        d.lines[level, i + 1] = d.lines[level + 1, i]
    f.length = child.length + 1


@jit
def _praise(d, f, before, level):
    """Remember that a move refutes, and that those tried before it did not."""
    code = np.int64(f.current)
    side = (1 - f.sign) >> 1
    if d.killers[level, 0] != code:
        d.killers[level, 1] = d.killers[level, 0]
        d.killers[level, 0] = code
    if level > 0 and before.current != NO_CODE:
        d.answers[before.current] = code
    gain = min(f.depth * f.depth * 32, 1024)
    d.history[side, code] += gain * (_HISTORY - d.history[side, code]) // _HISTORY
    for i in range(f.first, f.first + f.next - 1):
        other = d.codes[i]
        d.history[side, other] -= gain * (_HISTORY + d.history[side, other]) // _HISTORY
