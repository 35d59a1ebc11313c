"""Proofs: is the value of a board at least gamma?

A depth-first search of the game graph for one yes-or-no question at a time.  It's exact: leaves are entries of the
endgame table or ends of the game, and the memory keeps the whole rank of a board.  The stack is explicit and lives in
arrays of the caller: a search stops after any number of nodes and goes on later.

The value has the parity of the stones on the board, and no side can get more than all of them: both cut questions
short.  All children are looked up in table and memory before one is searched (enhanced cut-offs).
"""

import numpy as np

from charkoni.core.kernel import jit
from charkoni.solve.mangala.board_kernels import BYTE, ZERO, half_rank, other_rank, sow, stones_of
from charkoni.solve.mangala.layer_kernels import OFFSET
from charkoni.solve.mangala.memory_kernels import NO_HOLE, high_of, hole_of, low_of, recall, remember
from charkoni.solve.mangala.worth import WORTH

NO = 0
YES = 1
OPEN = -1

DEPTH = 1024
FRAME = np.dtype(
    (
        np.record,
        [
            ("own", np.uint64),
            ("other", np.uint64),
            ("child_own", np.uint64, (6,)),
            ("child_other", np.uint64, (6,)),
            ("rank", np.int64),
            ("gamma", np.int64),
            ("began", np.int64),  # nodes before this one
            ("children", np.int64),
            ("cursor", np.int64),
            ("child_gamma", np.int64, (6,)),
            ("score", np.int64, (6,)),
            ("again", np.int64, (6,)),
            ("hole", np.int64, (6,)),
        ],
    )
)
"""A board on the path: its question, and the children whose answers are still open, best first."""

DEPTH_AT, NODES, ANSWER, ENTERED = range(4)
"""Places in the int64 array that holds the state of a search besides its frames."""


REMEMBERED_BONUS = 100_000


@jit
def guess(own, other):
    """Return a guess at the value of a board, in hundredths of a stone."""
    total = np.int64(0)
    for hole in range(6):
        shift = np.uint64(8 * hole)
        total += WORTH[hole, np.int64((own >> shift) & BYTE)]
        total += WORTH[6 + hole, np.int64((other >> shift) & BYTE)]
    return total


@jit
def _at_once(table, table_stones, memory, own, other, stones, gamma):
    """Return YES, NO or OPEN to "value >= gamma?" without looking further, and the rank of the board, or -1.

    gamma must have the parity of the stones.
    """
    if gamma > stones:
        return NO, np.int64(-1)
    if gamma <= -stones:
        return YES, np.int64(-1)
    rank = half_rank(own) + other_rank(other, stones_of(own))
    if stones <= table_stones:
        return (YES if np.int64(table[rank]) - OFFSET >= gamma else NO), rank
    entry = recall(memory, rank)
    if entry != ZERO:
        if low_of(entry) >= gamma:
            return YES, rank
        if high_of(entry) < gamma:
            return NO, rank
    return OPEN, rank


@jit
def _insert(frame, score, own, other, gamma, again, hole):
    """Put a child among those of a frame, by its score.  frame: FRAME, modified in place."""
    place = np.int64(frame.children)
    while place > 0 and frame.score[place - 1] < score:
        frame.score[place] = frame.score[place - 1]
        frame.child_own[place] = frame.child_own[place - 1]
        frame.child_other[place] = frame.child_other[place - 1]
        frame.child_gamma[place] = frame.child_gamma[place - 1]
        frame.again[place] = frame.again[place - 1]
        frame.hole[place] = frame.hole[place - 1]
        place -= 1
    frame.score[place] = score
    frame.child_own[place] = own
    frame.child_other[place] = other
    frame.child_gamma[place] = gamma
    frame.again[place] = again
    frame.hole[place] = hole
    frame.children += 1


@jit
def _try_move(frame, hole, stones, favourite, table, table_stones, memory, rest, noise):
    """Play a hole of a frame: YES if that answers its question, NO if it cannot, else OPEN and the child is listed."""
    mine, theirs, bank, again = sow(frame.own, frame.other, hole)
    gamma = np.int64(frame.gamma)
    left = stones - bank
    if mine == ZERO:
        return YES if bank + rest * left >= gamma else NO
    if theirs == ZERO:
        return YES if bank - rest * left >= gamma else NO
    if not again:
        mine, theirs = theirs, mine
    wanted = gamma - bank if again else bank - gamma + 1
    wanted += (wanted - left) & 1
    answer, rank = _at_once(table, table_stones, memory, mine, theirs, left, wanted)
    if answer != OPEN:
        return answer if again else YES + NO - answer
    expected = guess(mine, theirs)
    score = 100 * bank + (expected if again else -expected)
    if noise != ZERO:
        score += np.int64(((np.uint64(rank) ^ noise) * noise) >> np.uint64(57))
    if hole == favourite:
        score += REMEMBERED_BONUS
    _insert(frame, score, mine, theirs, wanted, 1 if again else 0, hole)
    return OPEN


@jit
def _expand(frame, table, table_stones, memory, rest, noise):
    """Try all moves of a frame; return YES if one answers it, NO if all fail, else OPEN with children listed."""
    stones = stones_of(frame.own) + stones_of(frame.other)
    favourite = np.int64(NO_HOLE)
    entry = recall(memory, frame.rank)
    if entry != ZERO:
        favourite = hole_of(entry)
    frame.children = 0
    frame.cursor = 0
    for hole in range(6):
        if (frame.own >> np.uint64(8 * hole)) & BYTE != ZERO:
            answer = _try_move(frame, hole, stones, favourite, table, table_stones, memory, rest, noise)
            if answer == YES:
                remember(memory, frame.rank, frame.gamma, stones, hole, 1)
                return YES
    if frame.children == 0:
        remember(memory, frame.rank, -stones, frame.gamma - 2, NO_HOLE, 1)
        return NO
    return OPEN


@jit
def _enter(frame, table, table_stones, memory, rest, noise):
    """Answer the question of a frame just made, or list its children and return OPEN."""
    stones = stones_of(frame.own) + stones_of(frame.other)
    answer, rank = _at_once(table, table_stones, memory, frame.own, frame.other, stones, frame.gamma)
    if answer != OPEN:
        return answer
    frame.rank = rank
    return _expand(frame, table, table_stones, memory, rest, noise)


@jit
def _take_answer(frame, answer, memory, nodes):
    """Let a frame take the answer of its current child; return its own answer, or OPEN when the next child is due."""
    cursor = np.int64(frame.cursor)
    stones = stones_of(frame.own) + stones_of(frame.other)
    spent = nodes - np.int64(frame.began)
    if answer == (YES if frame.again[cursor] else NO):
        remember(memory, frame.rank, frame.gamma, stones, frame.hole[cursor], spent)
        return YES
    frame.cursor = cursor + 1
    if frame.cursor < frame.children:
        return OPEN
    remember(memory, frame.rank, -stones, frame.gamma - 2, NO_HOLE, spent)
    return NO


@jit
def ask(frames, state, own, other, gamma):
    """Begin a search for "value >= gamma?"; gamma is raised to the parity of the stones.

    frames: FRAME[DEPTH], state: int64[4], both modified in place.
    """
    stones = stones_of(own) + stones_of(other)
    frames[0].own = own
    frames[0].other = other
    frames[0].gamma = gamma + ((gamma - stones) & 1)
    frames[0].began = 0
    state[DEPTH_AT] = 0
    state[NODES] = 0
    state[ANSWER] = OPEN
    state[ENTERED] = 0


@jit
def search(frames, state, table, table_stones, memory, rest, noise, stop, nodes):
    """Go on with a search for at most `nodes` further nodes and return the answer, or OPEN.

    frames: FRAME[DEPTH], state: int64[4]: the search, modified in place.  table: uint8, all boards of at most
    table_stones.  memory: uint64[2**b], modified in place, shared with other threads if wished.  rest: +1 or -1, see
    `layer_kernels`.  noise: 0, or an odd number that varies the order of moves.  stop: uint8[1]; not 0 ends all.
    """
    depth = state[DEPTH_AT]
    is_entered = state[ENTERED] != 0  # whether the top frame has its children listed
    limit = state[NODES] + nodes
    answer = np.int64(state[ANSWER])
    while answer == OPEN and state[NODES] < limit and stop[0] == 0:
        if is_entered:
            parent, cursor = frames[depth], np.int64(frames[depth].cursor)
            depth += 1
            frames[depth].own = parent.child_own[cursor]
            frames[depth].other = parent.child_other[cursor]
            frames[depth].gamma = parent.child_gamma[cursor]
            frames[depth].began = state[NODES]
        state[NODES] += 1
        answer = _enter(frames[depth], table, table_stones, memory, rest, noise)
        while answer != OPEN and depth > 0:
            depth -= 1
            answer = _take_answer(frames[depth], answer, memory, state[NODES])
        is_entered = True
    state[DEPTH_AT] = depth
    state[ENTERED] = is_entered
    state[ANSWER] = answer
    return answer
