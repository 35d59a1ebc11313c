"""Proof-number search (Allis 1994): can a side force its win within so many plies?

The tree merges no transpositions: a proof follows from the lines below a node alone, never from how it was reached, so
that repetition cannot falsify it.  A node is an OR node where the side decides and an AND node
where the other does.  Its proof number is the least count of leaves that must be won to prove it, its disproof number
the least count that must be lost to refute it; the search always opens a leaf that lowers both at the root.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER
from charkoni.solve.proof.graph_kernels import WINS, end_for

INFINITE = 1 << 30
LEAF = -1
AND, OR = range(2)
PROVED, REFUTED, OUT_OF_NODES = range(1, 4)

# A tree: one row of seven int32 a node, 28 bytes.  The children of a node stand together, CHILDREN rows from FIRST on.
#
#     OR node   proof = min of its children, disproof = sum
#     AND node  proof = sum, disproof = min
#
# From the root the child of the least proof number (at an OR node) or disproof number leads to the most-proving leaf.
PARENT, FIRST, CHILDREN, CODE, PROOF, DISPROOF, KIND, FIELDS = range(8)


@jit
def search(game, sides, side, limit, states, codes, points, tree, used):
    """Search until the root is proved, refuted or the tree is full; return which.

    sides: int64[players].  side: the one that is to win.  limit: plies; what lasts longer counts as refuted.
    states: STATE[limit + 2], the root first, the rest scratch.  codes: int64[widest], points: int64[players]: scratch.
    tree: int32[nodes, FIELDS], modified.  used: int64[1], the number of nodes, modified.
    """
    tree[0, PARENT] = LEAF
    _init_leaf(game, sides, side, states[0], codes, tree, 0)
    used[0] = 1
    while tree[0, PROOF] != 0 and tree[0, DISPROOF] != 0:
        node, depth = _most_proving_node(game, states, tree)
        if not _expand(game, sides, side, limit, states, depth, codes, points, tree, used, node):
            return OUT_OF_NODES
        _back_up(tree, node)
    return PROVED if tree[0, PROOF] == 0 else REFUTED


@jit
def _init_leaf(game, sides, side, s, codes, tree, node):
    """Initialize a leaf: proof and disproof numbers by the number of moves."""
    is_own = sides[game.turn(s)] == side
    moves = game.legal(s, codes)
    # Instead of 1 and 1: a leaf where the other has many moves needs as many proofs, which the search would otherwise
    # learn by opening it.
    if is_own:
        _init(tree, node, OR, 1, moves)
    else:
        _init(tree, node, AND, moves, 1)


@jit
def _init(tree, node, kind, proof, disproof):
    """Initialize a node without children."""
    tree[node, FIRST] = LEAF
    tree[node, CHILDREN] = 0
    tree[node, KIND] = kind
    tree[node, PROOF] = proof
    tree[node, DISPROOF] = disproof


@jit
def _most_proving_node(game, states, tree):
    """Return the most proving node and its depth; its position is states[depth]."""
    node = 0
    depth = 0
    while tree[node, FIRST] != LEAF:
        number = PROOF if tree[node, KIND] == OR else DISPROOF
        best = tree[node, FIRST]
        for child in range(tree[node, FIRST], tree[node, FIRST] + tree[node, CHILDREN]):
            if tree[child, number] < tree[best, number]:
                best = child
        states[depth + 1] = states[depth]
        game.play(states[depth + 1], np.int64(tree[best, CODE]))
        node = best
        depth += 1
    return node, depth


@jit
def _expand(game, sides, side, limit, states, depth, codes, points, tree, used, node):
    """Expand a leaf; return False when the tree is full."""
    moves = game.legal(states[depth], codes)
    first = used[0]
    if first + moves > len(tree):
        return False
    # Codes first: `game.legal` of a child overwrites them.
    for i in range(moves):
        tree[first + i, CODE] = codes[i]
        tree[first + i, PARENT] = node
    for i in range(moves):
        child = first + i
        states[depth + 1] = states[depth]
        game.play(states[depth + 1], np.int64(tree[child, CODE]))
        if game.turn(states[depth + 1]) != OVER and depth + 1 < limit:
            _init_leaf(game, sides, side, states[depth + 1], codes, tree, child)
            continue
        is_won = False
        if game.turn(states[depth + 1]) == OVER:
            game.score(states[depth + 1], points)
            is_won = end_for(sides, side, points) == WINS
        _init(tree, child, OR, 0 if is_won else INFINITE, INFINITE if is_won else 0)
    tree[node, FIRST] = first
    tree[node, CHILDREN] = moves
    used[0] = first + moves
    return True


@jit
def _back_up(tree, node):
    """Update proof and disproof numbers from a node to the root."""
    while node != LEAF:
        least = INFINITE
        total = 0
        one = PROOF if tree[node, KIND] == OR else DISPROOF
        all_of_them = DISPROOF if tree[node, KIND] == OR else PROOF
        for child in range(tree[node, FIRST], tree[node, FIRST] + tree[node, CHILDREN]):
            least = min(least, np.int64(tree[child, one]))
            # Sums stay at infinity: twice infinity would not fit.
            total = min(total + np.int64(tree[child, all_of_them]), INFINITE)
        tree[node, one] = least
        tree[node, all_of_them] = total
        node = np.int64(tree[node, PARENT])
