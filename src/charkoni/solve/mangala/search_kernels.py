"""Null-window proofs: is the value of a board at least gamma?

A depth-first search of the game graph for one null window at a time.  It is exact: leaves are entries of the
tablebase or ends of the game, and the transposition table stores the whole rank of a board.  The stack is explicit, in
arrays of the caller: a search stops after any number of nodes and resumes later.

The value has the parity of the stones on the board and is at most their number; both cause cutoffs.  All children are
looked up in both before one is searched (enhanced transposition cutoffs).
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.game_types import record_dtype
from charkoni.solve.mangala.board_kernels import BYTE, ZERO, board_rank, sow, stones_of
from charkoni.solve.mangala.layer_kernels import OFFSET
from charkoni.solve.mangala.move_ordering import HOLE_VALUES
from charkoni.solve.mangala.transposition_kernels import NO_HOLE, high_of, hole_of, low_of, probe, slot_of, store

NO = 0
YES = 1
OPEN = -1

DEPTH = 1024  # plies, far more than a line has: each move lowers stones or distances (docs/solving.md)
FRAME = record_dtype(
    ("own", np.uint64),
    ("other", np.uint64),
    ("rank", np.int64),
    ("gamma", np.int64),
    ("began", np.int64),  # nodes before this one
    ("prefetched", np.uint64),
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
)
"""A board on the path, its window, and its children; those without an answer are in `order`, best first."""

DEPTH_AT, NODES, ANSWER, ENTERED = range(4)
"""Indices of the int64 array that holds the state of a search besides its frames."""


HASH_MOVE_BONUS = 100_000  # a thousand stones: the hash move is always first


@jit
def guess(own, other, rest):
    """Return a static estimate of the value of a board, in hundredths of a stone.  rest: +1 or -1, see `search`."""
    reading = (1 - rest) >> 1
    total = np.int64(0)
    for hole in range(6):
        shift = np.uint64(8 * hole)
        total += HOLE_VALUES[reading, hole, np.int64((own >> shift) & BYTE)]
        total += HOLE_VALUES[reading, 6 + hole, np.int64((other >> shift) & BYTE)]
    return total


@jit
def _look_up(cells, most_stones, transpositions, rank, stones, gamma):
    """Return YES, NO or OPEN to "value >= gamma?" from the tablebase and the transposition table.

    gamma has the parity of the stones.
    """
    if stones <= most_stones:
        return YES if np.int64(cells[rank]) - OFFSET >= gamma else NO
    entry = probe(transpositions, rank)
    if entry != ZERO:
        if low_of(entry) >= gamma:
            return YES
        if high_of(entry) < gamma:
            return NO
    return OPEN


@jit
def _sow_all(frame, stones, rest):
    """List the children of a frame; return a hole that causes a cutoff by itself, or NO_HOLE.

    That is a move that ends the game with enough stones, or whose bounds suffice.  Moves that cannot reach gamma are
    left out.
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
        # The question to the child. The value of a move is bank + v where the mover moves again, and bank - v where the
        # other does, v the value of the child, so that
        #
        #     bank + v >= gamma  if  v >= gamma - bank
        #     bank - v >= gamma  unless  v >= bank - gamma + 1
        #
        # v has the parity of the stones left: the question is raised to it, which makes each a question about the next
        # even step.
        wanted = gamma - bank if again else bank - gamma + 1
        wanted += (wanted - left) & 1
        if wanted <= -left or wanted > left:  # the value is at most the number of stones
            if (wanted <= -left) == again:
                return np.int64(hole)
            continue
        frame.child_own[count] = mine
        frame.child_other[count] = theirs
        frame.child_rank[count] = board_rank(mine, theirs)
        frame.child_stones[count] = left
        frame.child_gamma[count] = wanted
        frame.score[count] = 100 * bank
        frame.again[count] = 1 if again else 0
        frame.hole[count] = hole
        count += 1
    frame.children = count
    return np.int64(NO_HOLE)


@jit
def _prefetch(frame, cells, most_stones, transpositions):
    """Read the entries of all children, so that their memory latencies overlap."""
    # A proof waits for memory: its tables are far larger than the caches. Six reads that do not depend on each other
    # take little more time than one: two to three times as many boards a second above a tablebase of 25 stones.
    prefetched = ZERO
    for i in range(frame.children):
        rank = np.int64(frame.child_rank[i])
        if frame.child_stones[i] <= most_stones:
            # Sums of what is read keep the compiler from leaving the reads out.
            prefetched += np.uint64(cells[rank])
        else:
            prefetched += transpositions[slot_of(transpositions, rank)]
    frame.prefetched = prefetched


@jit
def _score_of(frame, i, hash_move, rest, noise):
    """Return the score of the move to a child for move ordering, in hundredths of a stone."""
    expected = guess(frame.child_own[i], frame.child_other[i], rest)
    score = np.int64(frame.score[i]) + (expected if frame.again[i] else -expected)
    if noise != ZERO:
        # Up to 127 hundredths of a stone, seven bits of a hash of board and thread: another thread orders
        # likely moves differently and meets the first one in the table.
        low = np.uint64(frame.child_rank[i]) & np.uint64(0x7FFFFFFF)  # no product passes 2**64, see `slot_of`
        score += np.int64(((low ^ noise) * noise) >> np.uint64(55))
    return score + (HASH_MOVE_BONUS if frame.hole[i] == hash_move else 0)


@jit
def _expand(frame, hash_move, cells, most_stones, transpositions, rest, noise):
    """Expand a frame; return YES after a cutoff, NO if all moves fail, else OPEN with the children in order."""
    stones = stones_of(frame.own) + stones_of(frame.other)
    hole = _sow_all(frame, stones, rest)
    if hole != NO_HOLE:
        store(transpositions, frame.rank, frame.gamma, stones, hole, 1)
        return YES
    _prefetch(frame, cells, most_stones, transpositions)
    count = 0
    for i in range(frame.children):
        gamma = np.int64(frame.child_gamma[i])
        answer = _look_up(cells, most_stones, transpositions, frame.child_rank[i], frame.child_stones[i], gamma)
        if answer == (YES if frame.again[i] else NO):
            store(transpositions, frame.rank, frame.gamma, stones, frame.hole[i], 1)
            return YES
        if answer == OPEN:
            frame.score[i] = _score_of(frame, i, hash_move, rest, noise)
            place = count
            while place > 0 and frame.score[frame.order[place - 1]] < frame.score[i]:
                frame.order[place] = frame.order[place - 1]
                place -= 1
            frame.order[place] = i
            count += 1
    frame.children = count
    frame.cursor = 0
    if count == 0:
        # Not at least gamma, so at most gamma - 2: values of one board differ by even numbers.
        store(transpositions, frame.rank, -stones, frame.gamma - 2, NO_HOLE, 1)
        return NO
    return OPEN


@jit
def _enter(frame, cells, most_stones, transpositions, rest, noise):
    """Enter a new frame: return its answer from bounds and known entries, or expand it."""
    stones = stones_of(frame.own) + stones_of(frame.other)
    gamma = np.int64(frame.gamma)
    # |value| <= stones: both players share what lies on the board.
    if gamma > stones:
        return NO
    if gamma <= -stones:
        return YES
    answer = _look_up(cells, most_stones, transpositions, frame.rank, stones, gamma)
    if answer != OPEN:
        return answer
    entry = probe(transpositions, frame.rank)
    hash_move = hole_of(entry) if entry != ZERO else np.int64(NO_HOLE)
    return _expand(frame, hash_move, cells, most_stones, transpositions, rest, noise)


@jit
def _back_up(frame, answer, transpositions, nodes):
    """Back up the answer of the current child; return the answer of the frame, or OPEN when the next child is due."""
    child = np.int64(frame.order[frame.cursor])
    stones = stones_of(frame.own) + stones_of(frame.other)
    spent = nodes - np.int64(frame.began)
    if answer == (YES if frame.again[child] else NO):
        store(transpositions, frame.rank, frame.gamma, stones, frame.hole[child], spent)
        return YES
    frame.cursor += 1
    if frame.cursor < frame.children:
        return OPEN
    store(transpositions, frame.rank, -stones, frame.gamma - 2, NO_HOLE, spent)
    return NO


@jit
def begin(frames, state, own, other, gamma):
    """Set up a search for "value >= gamma?"; gamma is raised to the parity of the stones.

    frames: FRAME[DEPTH], state: int64[4], both modified in place.
    """
    stones = stones_of(own) + stones_of(other)
    frames[0].own = own
    frames[0].other = other
    frames[0].rank = board_rank(own, other)
    frames[0].gamma = gamma + ((gamma - stones) & 1)
    frames[0].began = 0
    state[DEPTH_AT] = 0
    state[NODES] = 0
    state[ANSWER] = OPEN
    state[ENTERED] = 0


@jit
def search(frames, state, cells, most_stones, transpositions, rest, noise, stop, nodes):
    """Continue a search for at most `nodes` nodes; return the answer, or OPEN.

    frames: FRAME[DEPTH], state: int64[4]: the search, modified in place.  cells: uint8, all boards of at most
    most_stones.  transpositions: uint64[2**b], modified in place, may be shared between threads.  rest: +1 or -1, see
    `layer_kernels`.  noise: 0, or an odd number of 31 bits that varies the order of moves.  stop: uint8[1];
    not 0 ends all.
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
        answer = _enter(frames[depth], cells, most_stones, transpositions, rest, noise)
        while answer != OPEN and depth > 0:
            depth -= 1
            answer = _back_up(frames[depth], answer, transpositions, state[NODES])
        is_entered = True
    state[DEPTH_AT] = depth
    state[ENTERED] = is_entered
    state[ANSWER] = answer
    return answer
