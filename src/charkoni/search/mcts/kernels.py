"""Monte Carlo tree search for any game: dice, any number of players, sides (Kocsis and Szepesvari, 2006: UCT).

A node is identified by the moves that lead to it; its state is computed by replaying them from the root.  A chance node
has all throws as children and samples one by its weight.  Every node holds a total per player, so that each player
maximizes his own points; players of one side have the same points.

Only additions, divisions and square roots are used, which round alike on every machine: with equal random numbers
the search finds the same move everywhere.
"""

import math
from typing import NamedTuple

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.game_types import record_dtype
from charkoni.core.playout import options
from charkoni.core.random_numbers import below

ROOT = 0
NONE = -1


# 40 bytes a node, so that a tree of 2**20 nodes and two players takes 56 MiB; the points of the players stand apart,
# since their number differs between games.
NODE = record_dtype(
    ("code", np.int64),  # the move that leads here
    ("visits", np.int32),  # playouts through the node
    ("weight", np.int32),  # the weight of the move if it is a throw
    ("parent", np.int32),
    ("first", np.int32),  # the first child, or NONE; the children of a node are consecutive
    ("count", np.int32),  # the number of children
    ("winning", np.int32),  # a child with which the player to move wins at once, or NONE
    ("turn", np.int64),  # the player to move; int64, so that all nodes are aligned
)


class Tree(NamedTuple):
    """nodes: NODE[size].  totals: float64[size, players], points gathered by each.  used: int64[1], nodes in use."""

    nodes: np.ndarray
    totals: np.ndarray
    used: np.ndarray


class Scratch(NamedTuple):
    """Work arrays of a search.

    codes, weights: int64[WIDEST].  points: int64[players].  values: float64[players].
    """

    codes: np.ndarray
    weights: np.ndarray
    points: np.ndarray
    values: np.ndarray


@jit
def new_tree(game, root, tree, scratch, rng):
    """Start a new tree at a position; return the number of legal moves.  root: STATE[1], read only."""
    tree.used[0] = 0
    _add(tree, NONE, 0, 0)
    return _expand(game, root[0], tree, ROOT, scratch, rng)


@jit
def search(game, root, work, tree, scratch, rng, iterations, cap, explore):
    """Run a number of playouts through the tree.

    root: STATE[1], read only; a player decides.  work: STATE[1], scratch.  tree: after `new_tree`, modified in place.
    rng: uint64[2], modified.  cap: plies of a playout, after which the static value counts.  explore: the exploration
    constant, float64.
    """
    for _ in range(iterations):
        work[0] = root[0]
        leaf = _select_leaf(game, work[0], tree, scratch, rng, explore)
        _evaluate(game, work[0], tree, leaf, scratch, rng, cap)
        _back_up(tree, leaf, scratch.values)


@jit
def best_move(tree):
    """Return the child of the root to play: one that wins at once, else the most visited, of equals the better one."""
    root = tree.nodes[ROOT]
    if root.winning != NONE:
        return np.int64(root.winning)
    best = np.int64(root.first)
    for child in range(best + 1, best + root.count):
        # The most visited child, not the one of the best mean: a mean of few visits is mostly luck.
        more = np.int64(tree.nodes[child].visits) - np.int64(tree.nodes[best].visits)
        if more > 0 or (more == 0 and tree.totals[child, root.turn] > tree.totals[best, root.turn]):
            best = child
    return best


@jit
def winning_move(game, root, work, scratch):
    """Return the code of a move that ends the game with the whole point for its mover, or NONE."""
    player = np.int64(game.turn(root[0]))
    n = game.legal(root[0], scratch.codes)
    for i in range(n):
        work[0] = root[0]
        game.play(work[0], scratch.codes[i])
        if game.turn(work[0]) == OVER:
            game.score(work[0], scratch.points)
            if scratch.points[player] == POINT:
                return np.int64(scratch.codes[i])
    return np.int64(NONE)


@jit
def _add(tree, parent, code, weight):
    """Append a node."""
    place = tree.used[0]
    tree.used[0] += 1
    for player in range(tree.totals.shape[1]):
        tree.totals[place, player] = 0.0
    node = tree.nodes[place]
    node.code = code
    node.visits = 0
    node.weight = weight
    node.parent = parent
    node.first = NONE
    node.count = 0
    node.winning = NONE
    node.turn = OVER


@jit
def _expand(game, s, tree, place, scratch, rng):
    """Expand a node: append its children in random order; return their number, 0 without room.  s: its state."""
    node = tree.nodes[place]
    node.turn = game.turn(s)
    n = options(game, s, scratch.codes, scratch.weights)
    if tree.used[0] + n > len(tree.nodes):
        return 0
    node.first = tree.used[0]
    node.count = n
    for i in range(n):
        # Fisher and Yates: without it, moves listed first would be tried first wherever the visits do not suffice for
        # all.
        j = i + below(rng, n - i)
        code = scratch.codes[j]
        weight = scratch.weights[j] if node.turn == CHANCE else np.int64(1)
        scratch.codes[j] = scratch.codes[i]
        scratch.weights[j] = scratch.weights[i]
        _add(tree, place, code, weight)
    return n


@jit
def _select_leaf(game, s, tree, scratch, rng, explore):
    """Select a leaf, playing the moves in s; a leaf visited before is expanded first.  Return the leaf."""
    place = np.int64(ROOT)
    while True:
        node = tree.nodes[place]
        if node.first == NONE:
            # A leaf is expanded at its second visit: most are visited once, and the children of those would only take
            # room.
            if node.visits == 0 or game.turn(s) == OVER:
                return place
            if _expand(game, s, tree, place, scratch, rng) == 0:
                return place
        if node.turn == CHANCE:
            place = _sample_throw(tree, node, rng)
        else:
            place = _select_child(tree, node, explore)
        game.play(s, tree.nodes[place].code)


@jit
def _sample_throw(tree, node, rng):
    """Return a random child of a chance node, by the weights of the throws."""
    first = np.int64(node.first)
    total = np.int64(0)
    for child in range(first, first + node.count):
        total += tree.nodes[child].weight
    left = below(rng, total)
    child = first
    while left >= tree.nodes[child].weight:
        left -= tree.nodes[child].weight
        child += 1
    return child


@jit
def _select_child(tree, node, explore):
    """Return the child to visit by UCB1: an immediate win, an unvisited one, or the highest upper confidence bound."""
    if node.winning != NONE:
        return np.int64(node.winning)
    player = node.turn
    # UCB1 (Kocsis and Szepesvari 2006): the child with the highest
    #
    #     mean + c * sqrt(log2(N + 1) / n)
    #
    # N the visits of the node, n those of the child, c the exploration constant. With natural logarithms c would be 1.2
    # times as large.
    exploration = explore * math.sqrt(_log2(np.int64(node.visits) + 1))
    best = np.int64(node.first)
    highest = -1.0
    for child in range(node.first, node.first + node.count):
        visits = np.float64(tree.nodes[child].visits)
        # An unvisited child has no bound: it comes first, in the random order of the expansion.
        if visits == 0.0:
            return np.int64(child)
        bound = tree.totals[child, player] / visits + exploration / math.sqrt(visits)
        if bound > highest:
            highest = bound
            best = np.int64(child)
    return best


@jit
def _log2(n):
    """Return the binary logarithm, linear between powers of two: that of the C library differs between machines."""
    whole = np.int64(0)
    power = np.int64(1)
    # Exact at powers of two, between them at most 0.086 too low, and the same on every machine.
    while 2 * power <= n:
        power *= 2
        whole += 1
    return np.float64(whole) + np.float64(n - power) / np.float64(power)


@jit
def _evaluate(game, s, tree, leaf, scratch, rng, cap):
    """Play out from a leaf; write the points of each player to scratch.values, at the cap those by the static value."""
    plies = game.finish(game, s, rng, cap, scratch.codes, scratch.weights)
    if game.turn(s) != OVER:
        game.baseline_value(s, scratch.values)
        return
    game.score(s, scratch.points)
    for player in range(len(scratch.points)):
        scratch.values[player] = np.float64(scratch.points[player]) / POINT
    if plies == 0 and leaf != ROOT:
        _mark_win(tree, leaf, scratch.points)


@jit
def _mark_win(tree, leaf, points):
    """Mark in the parent of a leaf where the game is over that its player wins by this move."""
    parent = np.int64(tree.nodes[leaf].parent)
    player = tree.nodes[parent].turn
    if player != CHANCE and points[player] == POINT:
        tree.nodes[parent].winning = leaf


@jit
def _back_up(tree, leaf, values):
    """Back up a playout: count the visit and add the points from the leaf to the root."""
    place = leaf
    while place != NONE:
        tree.nodes[place].visits += 1
        for player in range(len(values)):
            tree.totals[place, player] += values[player]
        place = np.int64(tree.nodes[place].parent)
