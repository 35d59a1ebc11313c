"""Proofs: is the value of a board at least gamma?

A depth-first search of the game graph for one yes-or-no question at a time.  It's exact: leaves are entries of the
endgame table or ends of the game, and the memory keeps the whole rank of a board.  The stack is explicit and lives in
arrays of the caller: a search stops after any number of nodes and goes on later.

The value has the parity of the stones on the board, and no side can get more than all of them: both cut questions
short.  All children are looked up in table and memory before one is searched (enhanced cut-offs).
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.solve.mangala.board_kernels import BYTE, ZERO, half_rank, other_rank, sow, stones_of
from charkoni.solve.mangala.layer_kernels import OFFSET
from charkoni.solve.mangala.move_ordering import WORTH
from charkoni.solve.mangala.transposition_kernels import NO_HOLE, high_of, hole_of, low_of, recall, remember, slot_of

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
            ("rank", np.int64),
            ("gamma", np.int64),
            ("began", np.int64),  # nodes before this one
            ("touched", np.uint64),
            ("child_own", np.uint64, (6,)),
            ("child_other", np.uint64, (6,)),
            ("child_rank", np.int64, (6,)),
            ("child_stones", np.int64, (6,)),
            ("child_gamma", np.int64, (6,)),
            ("score", np.int64, (6,)),
            ("again", np.int64, (6,)),
            ("hole", np.int64, (6,)),
            ("children", np.int64),
            ("cursor", np.int64),
            ("order", np.int64, (6,)),
        ],
    )
)
"""A board on the path, its question, and its children; those whose answers are open stand in `order`, best first."""

DEPTH_AT, NODES, ANSWER, ENTERED = range(4)
"""Places in the int64 array that holds the state of a search besides its frames."""


REMEMBERED_BONUS = 100_000


@jit
def guess(own, other, rest):
    """Return a guess at the value of a board, in hundredths of a stone.  rest: +1 or -1, see `search`."""
    reading = (1 - rest) >> 1
    total = np.int64(0)
    for hole in range(6):
        shift = np.uint64(8 * hole)
        total += WORTH[reading, hole, np.int64((own >> shift) & BYTE)]
        total += WORTH[reading, 6 + hole, np.int64((other >> shift) & BYTE)]
    return total


@jit
def rank_of(own, other):
    """Return the rank of a board."""
    return half_rank(own) + other_rank(other, stones_of(own))


@jit
def _known(table, table_stones, memory, rank, stones, gamma):
    """Return YES, NO or OPEN to "value >= gamma?" from table or memory.  gamma has the parity of the stones."""
    if stones <= table_stones:
        return YES if np.int64(table[rank]) - OFFSET >= gamma else NO
    entry = recall(memory, rank)
    if entry != ZERO:
        if low_of(entry) >= gamma:
            return YES
        if high_of(entry) < gamma:
            return NO
    return OPEN


@jit
def _sow_all(frame, stones, rest):
    """List the boards behind the moves of a frame; return the hole that answers its question by itself, or NO_HOLE.

    That is a move that ends the game, or after which bounds say enough.  Moves that cannot do so much are left out.
    """
    gamma = np.int64(frame.gamma)
    count = 0
    for hole in range(6):
        if (frame.own >> np.uint64(8 * hole)) & BYTE == ZERO:
            continue
        mine, theirs, bank, again = sow(frame.own, frame.other, hole)
        left = stones - bank
        if mine == ZERO or theirs == ZERO:
            if bank + (rest * left if mine == ZERO else -rest * left) >= gamma:
                return np.int64(hole)
            continue
        if not again:
            mine, theirs = theirs, mine
        wanted = gamma - bank if again else bank - gamma + 1
        wanted += (wanted - left) & 1
        if wanted <= -left or wanted > left:  # nobody gets more than all
            if (wanted <= -left) == again:
                return np.int64(hole)
            continue
        frame.child_own[count] = mine
        frame.child_other[count] = theirs
        frame.child_rank[count] = rank_of(mine, theirs)
        frame.child_stones[count] = left
        frame.child_gamma[count] = wanted
        frame.score[count] = 100 * bank
        frame.again[count] = 1 if again else 0
        frame.hole[count] = hole
        count += 1
    frame.children = count
    return np.int64(NO_HOLE)


@jit
def _touch(frame, table, table_stones, memory):
    """Read where the answers about all children may stand: the waits for the machine's memory are one, not six."""
    touched = ZERO
    for i in range(frame.children):
        rank = np.int64(frame.child_rank[i])
        if frame.child_stones[i] <= table_stones:
            touched += np.uint64(table[rank])
        else:
            touched += memory[slot_of(memory, rank)]
    frame.touched = touched


@jit
def _score_of(frame, i, favourite, rest, noise):
    """Return the expected worth of the move to a child, in hundredths of a stone, to try the best first."""
    expected = guess(frame.child_own[i], frame.child_other[i], rest)
    score = np.int64(frame.score[i]) + (expected if frame.again[i] else -expected)
    if noise != ZERO:
        score += np.int64(((np.uint64(frame.child_rank[i]) ^ noise) * noise) >> np.uint64(57))
    return score + (REMEMBERED_BONUS if frame.hole[i] == favourite else 0)


@jit
def _put_in_order(frame, i, place):
    """Put a child among the first `place` of the order, by its score."""
    while place > 0 and frame.score[frame.order[place - 1]] < frame.score[i]:
        frame.order[place] = frame.order[place - 1]
        place -= 1
    frame.order[place] = i


@jit
def _expand(frame, favourite, table, table_stones, memory, rest, noise):
    """Try all moves of a frame; return YES if one answers it, NO if all fail, else OPEN with children in order."""
    stones = stones_of(frame.own) + stones_of(frame.other)
    hole = _sow_all(frame, stones, rest)
    if hole != NO_HOLE:
        remember(memory, frame.rank, frame.gamma, stones, hole, 1)
        return YES
    _touch(frame, table, table_stones, memory)
    count = 0
    for i in range(frame.children):
        gamma = np.int64(frame.child_gamma[i])
        answer = _known(table, table_stones, memory, frame.child_rank[i], frame.child_stones[i], gamma)
        if answer == (YES if frame.again[i] else NO):
            remember(memory, frame.rank, frame.gamma, stones, frame.hole[i], 1)
            return YES
        if answer == OPEN:
            frame.score[i] = _score_of(frame, i, favourite, rest, noise)
            _put_in_order(frame, i, count)
            count += 1
    frame.children = count
    frame.cursor = 0
    if count == 0:
        remember(memory, frame.rank, -stones, frame.gamma - 2, NO_HOLE, 1)
        return NO
    return OPEN


@jit
def _enter(frame, table, table_stones, memory, rest, noise):
    """Answer the question of a frame just made, or list its children and return OPEN."""
    stones = stones_of(frame.own) + stones_of(frame.other)
    gamma = np.int64(frame.gamma)
    if gamma > stones:
        return NO
    if gamma <= -stones:
        return YES
    answer = _known(table, table_stones, memory, frame.rank, stones, gamma)
    if answer != OPEN:
        return answer
    entry = recall(memory, frame.rank)
    favourite = hole_of(entry) if entry != ZERO else np.int64(NO_HOLE)
    return _expand(frame, favourite, table, table_stones, memory, rest, noise)


@jit
def _take_answer(frame, answer, memory, nodes):
    """Let a frame take the answer of its current child; return its own answer, or OPEN when the next child is due."""
    child = np.int64(frame.order[frame.cursor])
    stones = stones_of(frame.own) + stones_of(frame.other)
    spent = nodes - np.int64(frame.began)
    if answer == (YES if frame.again[child] else NO):
        remember(memory, frame.rank, frame.gamma, stones, frame.hole[child], spent)
        return YES
    frame.cursor += 1
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
    frames[0].rank = rank_of(own, other)
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
            parent = frames[depth]
            child = np.int64(parent.order[parent.cursor])
            depth += 1
            frames[depth].own = parent.child_own[child]
            frames[depth].other = parent.child_other[child]
            frames[depth].rank = parent.child_rank[child]
            frames[depth].gamma = parent.child_gamma[child]
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
