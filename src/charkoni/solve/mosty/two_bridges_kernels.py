"""Proof search for Mosty with two bridges a turn (S6) on boards of up to 41 crossings: does the mover win?

A position is seen from the mover: `own` and `other` have a bit for each crossing with a bridge, in the mover's
coordinates, in which the mover's lines lie one above the other; `own_across` and `other_across` are the same in the
opponent's coordinates, with x and y exchanged.  When the turn passes, they are swapped.  Depth first; the stack is
explicit, in arrays of the caller, so that a search resumes where it stopped.

Two facts cut nearly everything: who needs no more bridges than are left in his turn wins; and at the end of a turn the
other, who has two bridges, must need at least three.
"""

from functools import cache

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.game_types import record_dtype

MOST_CROSSINGS = 41
"""Those of size 5: two words hold a position, and one the dots of a board."""

# Transposition table: uint64[2**b, 2], two words an entry, which hold the whole position, so that an answer is a proof.
#
#     first   bit 63   62 61       42   41      40    0
#            | answer + 1 |   zero   | left - 1 |  own  |     answer + 1 is 0 in an empty entry
#
#     second  bit 63   48 47       41           40    0
#            |  effort   |   zero   |          | other |     effort: the bit length of the nodes below the position
#
# Two entries are a bucket: the first keeps the position that took the greater effort, the second the latest one.  On
# size 4 that took 51.2 million nodes where an earlier table took 54.4, and with 16 MB 53.8.
#
# The crossings of size 3, bit by bit, of a side whose lines stand one above the other (stride 2 * 3 - 1 = 5):
#
#      0   1   2     upright: 0 1 2, 5 6 7, 10 11 12
#        3   4       lying: 3 4, 8 9
#      5   6   7
#        8   9
#     10  11  12
NO, YES, OPEN = 0, 1, -1
LINKS = 2
_NOTHING, _ONE = np.uint64(0), np.uint64(1)
_ANSWER = np.uint64(62)
_KEY, _OTHER = np.uint64((1 << 62) - 1), np.uint64((1 << 48) - 1)
_LEFT, _EFFORT = np.uint64(MOST_CROSSINGS), np.uint64(48)
_HALF, _LOW = np.uint64(32), np.uint64((1 << 32) - 1)
_FAR = 99  # bridges: no way at all

FRAME = record_dtype(
    ("own", np.uint64),
    ("other", np.uint64),
    ("own_across", np.uint64),
    ("other_across", np.uint64),
    ("first", np.uint64),
    ("second", np.uint64),
    ("begun", np.int64),
    ("left", np.int64),
    ("count", np.int64),
    ("cursor", np.int64),
    ("codes", np.int8, (MOST_CROSSINGS,)),
    ("scores", np.int64, (MOST_CROSSINGS,)),
)
"""A position on the path and its moves, best first.  count -1: not entered yet."""

DEPTH_AT, NODES, ANSWER = range(3)
"""Indices of the int64 array with the state of a search besides its frames."""


@cache
def masks(size):
    """Return the upright and the lying crossings of a side in its own coordinates, and the crossings exchanged."""
    stride = 2 * size - 1
    crossings = size * size + (size - 1) ** 2
    upright = sum(((1 << size) - 1) << row * stride for row in range(size))
    exchanged = np.zeros(crossings, np.int64)
    for code in range(crossings):
        row, place = divmod(code, stride)
        y, x = (2 * row + 1, 2 * place + 1) if place < size else (2 * row + 2, 2 * (place - size) + 2)
        exchanged[code] = (x // 2) * stride + y // 2 if x % 2 else (x // 2 - 1) * stride + size + y // 2 - 1
    return np.uint64(upright), np.uint64(((1 << crossings) - 1) & ~upright), exchanged


@jit
def _flood(reached, up, across, stride):
    """Return all dots that bridges join to the given ones."""
    while True:
        # Dots lie as the crossings do, a stride a row: one shift moves all of them along their bridges, up, down and
        # sideways.
        more = reached | (reached & up) << stride | reached >> stride & up
        more |= (more & across) << _ONE | more >> _ONE & across
        if more == reached:
            return reached
        reached = more


@jit
def distance(own, blocked, size, upright, lying):
    """Return the fewest further bridges with which a side joins its shores, all in its coordinates; 99 for none."""
    stride, wide = np.uint64(2 * size - 1), np.uint64(size - 1)
    up, across = own & upright, (own & lying) << wide
    may_up, may_across = upright & ~blocked, (lying & ~blocked) << wide
    goal = np.uint64((1 << size) - 1) << stride * np.uint64(size)
    reached = _flood(np.uint64((1 << size) - 1), up, across, stride)
    bridges = 0
    while reached & goal == _NOTHING:
        more = reached | (reached & may_up) << stride | reached >> stride & may_up
        more |= (reached & may_across) << _ONE | reached >> _ONE & may_across
        more = _flood(more, up, across, stride)
        if more == reached:
            return _FAR
        reached = more
        bridges += 1
    return bridges


@jit
def _turned(bridges, crossings):
    """Return bridges on the board turned by 180 degrees, in which both sides have the same task."""
    turned = _NOTHING
    for code in range(crossings):
        turned |= (bridges >> np.uint64(code) & _ONE) << np.uint64(crossings - 1 - code)
    return turned


@jit
def _set_key(frame, crossings):
    """Set the two words of the position or of its turned twin; positions of different keys are different."""
    # Turned by 180 degrees both sides have the same task: one entry serves both.
    own, other = _turned(frame.own, crossings), _turned(frame.other, crossings)
    if frame.own < own or (frame.own == own and frame.other < other):
        own, other = frame.own, frame.other
    frame.first = own | np.uint64(frame.left - 1) << _LEFT
    frame.second = other


@jit
def _times(x, y):
    """Return the product of two words modulo 2**64."""
    # By halves, since NumPy reports an overflow as a warning where the kernel runs as plain Python:
    #
    #     x y = x0 y0 + 2**32 (x1 y0 + x0 y1)      modulo 2**64
    low = (x & _LOW) * (y & _LOW)
    high = (low >> _HALF) + ((x >> _HALF) * (y & _LOW) & _LOW) + ((x & _LOW) * (y >> _HALF) & _LOW)
    return (high & _LOW) << _HALF | low & _LOW


@jit
def _bucket(transpositions, first, second):
    """Return the index of the first entry of the bucket of a key."""
    # Both multipliers are those of splitmix64.
    mixed = _times(first ^ first >> _HALF, np.uint64(0x9E3779B97F4A7C15))
    mixed ^= _times(second ^ second >> np.uint64(29), np.uint64(0xBF58476D1CE4E5B9))
    mixed ^= mixed >> np.uint64(31)
    return np.int64(mixed & np.uint64(len(transpositions) - 2))


@jit
def _known(transpositions, first, second):
    """Return the answer of a position in the table, or OPEN."""
    at = _bucket(transpositions, first, second)
    for entry in range(at, at + 2):
        if transpositions[entry, 0] & _KEY == first and transpositions[entry, 1] & _OTHER == second:
            return np.int64(transpositions[entry, 0] >> _ANSWER) - 1
    return np.int64(OPEN)


@jit
def _remember(transpositions, frame, answer, nodes):
    """Write the answer of a frame into the table.  nodes: those so far."""
    effort, spent = np.int64(0), nodes - frame.begun
    while spent > 0:
        effort += 1
        spent >>= 1
    at = _bucket(transpositions, frame.first, frame.second)
    if np.int64(transpositions[at, 1] >> _EFFORT) > effort:
        at += 1
    transpositions[at, 0] = frame.first | np.uint64(answer + 1) << _ANSWER
    transpositions[at, 1] = frame.second | np.uint64(effort) << _EFFORT


@jit
def _place(child, parent, code, exchanged):
    """Set the position after a bridge.  child, parent: frames; child is modified in place."""
    own = parent.own | _ONE << np.uint64(code)
    own_across = parent.own_across | _ONE << np.uint64(exchanged[code])
    if parent.left > 1:
        child.own = own
        child.own_across = own_across
        child.other = parent.other
        child.other_across = parent.other_across
        child.left = parent.left - 1
    else:
        child.own = parent.other_across
        child.own_across = parent.other
        child.other = own_across
        child.other_across = own
        child.left = LINKS
    child.count = -1


@jit
def _enter(frames, depth, transpositions, size, crossings, upright, lying, exchanged):
    """Enter the top frame: return its answer, or list its moves."""
    frame, child = frames[depth], frames[depth + 1]
    # He needs no more bridges than he has left: nothing can come between.
    if distance(frame.own, frame.other, size, upright, lying) <= frame.left:
        return YES
    _set_key(frame, crossings)
    known = _known(transpositions, frame.first, frame.second)
    if known != OPEN:
        return known
    taken = frame.own | frame.other
    count = 0
    for code in range(crossings):
        if taken >> np.uint64(code) & _ONE != _NOTHING:
            continue
        _place(child, frame, code, exchanged)
        if frame.left > 1:
            mine = distance(child.own, child.other, size, upright, lying)
            theirs = distance(child.other_across, child.own_across, size, upright, lying)
        else:
            theirs = distance(child.own, child.other, size, upright, lying)
            mine = distance(child.other_across, child.own_across, size, upright, lying)
            # His turn ends here, and the other could join his shores with the two bridges of the next.
            if theirs <= LINKS:
                continue
        if theirs == _FAR:
            return YES
        # Far for the other, near for oneself, the former a little more. Chosen, not measured.
        score = 4 * theirs - 3 * mine
        at = count
        while at > 0 and frame.scores[at - 1] < score:
            frame.scores[at] = frame.scores[at - 1]
            frame.codes[at] = frame.codes[at - 1]
            at -= 1
        frame.scores[at] = score
        frame.codes[at] = code
        count += 1
    frame.count = count
    frame.cursor = 0
    return OPEN if count else NO


@jit
def begin(frames, state, own, other, own_across, other_across, left):
    """Set up a search.  frames: FRAME[crossings + 2], state: int64[3], both modified in place."""
    frames[0].own = own
    frames[0].other = other
    frames[0].own_across = own_across
    frames[0].other_across = other_across
    frames[0].left = left
    frames[0].count = -1
    state[DEPTH_AT] = 0
    state[NODES] = 0
    state[ANSWER] = OPEN


@jit
def search(frames, state, transpositions, size, upright, lying, exchanged, nodes):
    """Continue a search for at most `nodes` nodes; return YES if the mover wins, NO if the other does, or OPEN.

    transpositions: uint64[2**b, 2], modified in place; it serves all positions of one size.
    """
    crossings = len(exchanged)
    depth, limit, answer = state[DEPTH_AT], state[NODES] + nodes, state[ANSWER]
    while answer == OPEN and state[NODES] < limit:
        frame = frames[depth]
        if frame.count < 0:
            frame.begun = state[NODES]
            state[NODES] += 1
            answer = _enter(frames, depth, transpositions, size, crossings, upright, lying, exchanged)
        if answer == OPEN:
            _place(frames[depth + 1], frame, np.int64(frame.codes[frame.cursor]), exchanged)
            depth += 1
            continue
        while answer != OPEN:  # back up
            solved = frames[depth]
            if solved.count >= 0:
                _remember(transpositions, solved, answer, state[NODES])
            if depth == 0:
                break
            depth -= 1
            parent = frames[depth]
            wins = answer == YES if parent.left > 1 else answer == NO
            if wins:
                answer = YES
                continue
            parent.cursor += 1
            answer = OPEN if parent.cursor < parent.count else NO
    state[DEPTH_AT] = depth
    state[ANSWER] = answer
    return answer
