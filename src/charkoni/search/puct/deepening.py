"""PUCT as a kernel that can be interrupted: visits, and the moves ranked by what is proved and by visits."""

from typing import NamedTuple

import numpy as np

from charkoni.core.compiler import driver, jit
from charkoni.core.game_types import Array
from charkoni.search.decision.layout import NO_MOVE
from charkoni.search.decision.ranking import is_published, nodes_left, write_row
from charkoni.search.puct.kernels import (
    NONE,
    ROOT,
    is_decided,
    keep_subtree,
    new_tree,
    node_value,
)
from charkoni.search.puct.kernels import (
    search as run_visits,
)
from charkoni.search.transposition_table import hash_path

LONGEST_LINE = 40  # moves that are shown


class PuctSearch(NamedTuple):
    """The arrays of a search.

    contexts: [1] of `context_dtype`.  nodes: of `node_dtype`.  moved: int64[nodes], scratch.  states: STATE[3], and
    words: uint64[3, n], the same memory.  out, weights, points, values: see `search` in the kernels.  visits:
    int64[WIDEST], of the moves in the order of the tree.  order: int64[2, WIDEST], scratch.  shares: float64[players],
    the expected points of each player after the best move.
    """

    contexts: Array
    nodes: Array
    moved: Array
    states: Array
    words: Array
    out: Array
    weights: Array
    points: Array
    values: Array
    visits: Array
    order: Array
    shares: Array


@driver
def deepen(game, task, search, nodes):
    """Value at most so many positions more; return whether the search is over.

    task, search: a `Task` and a `PuctSearch`, modified.  nodes: a negative number ends the search.
    """
    request = task.request[0]
    progress = task.progress[0]
    if progress.is_begun == 0:
        _begin_search(game, task, search)
    before = progress.nodes
    is_over = run(game, search, nodes_left(request.nodes, progress, nodes), request.deepest)
    progress.nodes = search.contexts[0].nodes
    is_over = is_over or nodes < 0 or nodes_left(request.nodes, progress, 1) <= 0
    if is_over or is_published(before, progress.nodes):
        _publish(task, search)
    return is_over


@driver
def run(game, search, count, deepest):
    """Value so many positions more; return whether the search is over."""
    return run_visits(
        game,
        search.contexts,
        search.nodes,
        search.states,
        search.words,
        search.out,
        search.weights,
        search.points,
        search.values,
        count,
        deepest,
    )


@driver
def _begin_search(game, task, search):
    """Set up the search of the last position of the path: in a new tree, or in the subtree that is kept."""
    request = task.request[0]
    progress = task.progress[0]
    context = search.contexts[0]
    for i in range(task.words.shape[1]):
        search.words[0, i] = task.words[0, i]
        context.mask[i] = request.mask[i]
    for player in range(len(context.side)):
        context.side[player] = request.side[player]
    context.players = request.players
    context.sides = request.sides
    context.played = request.played
    context.cap = request.ply_cap
    context.repeats = request.repeats
    context.rng[0] = request.rng[0]
    context.rng[1] = request.rng[1]
    context.nodes = 0
    context.deepest = 0
    hash_path(task.path, search.contexts, request.positions)
    context.now = request.positions - 1
    if context.kept > 0:
        keep_subtree(search.contexts, search.nodes, context.kept - 1, search.moved)
    else:
        new_tree(game, search.contexts, search.nodes, search.states)
    context.kept = 0
    if search.nodes[ROOT].first == NONE:  # even without time: there must be moves to choose from
        run(game, search, 1, request.deepest)
    progress.is_begun = 1
    progress.nodes = context.nodes
    _publish(task, search)


@driver
def _publish(task, search):
    """Rank the moves by what is known now."""
    progress = task.progress[0]
    count_visits(search.nodes, search.visits)
    progress.rows = rank_moves(
        search.nodes, search.visits, search.order, task.rows, progress.lines, LONGEST_LINE, search.shares
    )
    progress.depth = search.contexts[0].deepest
    progress.version += 1


@jit
def count_visits(nodes, visits):
    """Write the visits of the moves.  Trees of the same root have them in the same places."""
    root = nodes[ROOT]
    for i in range(root.count):
        visits[i] = nodes[root.first + i].visits


@jit
def rank_moves(nodes, visits, order, rows, lines, longest, shares):
    """Write the best moves as rows, and the expected points of each player after the first; return their number.

    Moves proved best come first, moves proved no better last; else the most visits decide, then the higher value.
    Where a throw is due the only row is the value.

    visits: int64[WIDEST], of the moves in all trees: they are added up by visits, not by values, as a mean of one visit
    would weigh as much as one of a thousand.  order: int64[2, WIDEST], scratch.  rows: ROW[2, lines].  longest: the
    moves of a line.
    """
    root = nodes[ROOT]
    if root.turn < 0:
        value = node_value(root, 0)
        write_row(rows[0, 0], NO_MOVE, value, value, 0, np.int64(is_decided(root)), 0, visits, 0)
        _share_out(root, shares)
        return 1
    _grade(nodes, visits, order[1])
    ranked = np.int64(0)
    for i in range(root.count):
        at = ranked
        while at > 0 and _precedes(nodes, visits, order[1], i, order[0, at - 1]):
            order[0, at] = order[0, at - 1]
            at -= 1
        order[0, at] = i
        ranked = min(ranked + 1, lines)
    for i in range(ranked):
        place = root.first + order[0, i]
        node = nodes[place]
        value = node_value(node, root.turn)
        is_proved = np.int64(node.low[root.turn] == node.high[root.turn])
        write_row(rows[0, i], node.code, value, value, 0, is_proved, visits[order[0, i]], visits, 0)
        rows[0, i].length = _write_line(nodes, place, longest, rows[0, i].line)
    _share_out(nodes[root.first + order[0, 0]], shares)
    return ranked


@jit
def _share_out(node, shares):
    """Write the expected points of each player at a node."""
    for player in range(len(shares)):
        shares[player] = node_value(node, player)


@jit
def _grade(nodes, visits, grades):
    """Write the grades of the moves: two more for those proved best, one less for those proved no better."""
    root = nodes[ROOT]
    player = root.turn
    floor = 0.0
    for child in range(root.first, root.first + root.count):
        floor = max(floor, nodes[child].low[player])
    busiest = np.int64(0)
    most = np.int64(-1)
    for i in range(root.count):
        if nodes[root.first + i].high[player] > floor and visits[i] > most:
            most = visits[i]
            busiest = i
    points = node_value(nodes[root.first + busiest], player)
    is_secure = floor > 0.0 and (is_decided(root) or points <= floor)
    for i in range(root.count):
        node = nodes[root.first + i]
        is_best = is_secure and node.low[player] == floor
        is_worse = node.high[player] <= node.low[player] and node.high[player] < points
        grades[i] = 2 * np.int64(is_best) + 1 - np.int64(is_worse)


@jit
def _precedes(nodes, visits, grades, one, other):
    """Return whether a move is better than another one."""
    if grades[one] != grades[other]:
        return grades[one] > grades[other]
    if visits[one] != visits[other]:
        return visits[one] > visits[other]
    root = nodes[ROOT]
    return node_value(nodes[root.first + one], root.turn) > node_value(nodes[root.first + other], root.turn)


@jit
def _write_line(nodes, place, longest, line):
    """Write the moves most visited, from a child of the root on, to the next throw; return their number."""
    line[0] = nodes[place].code
    length = 1
    while length < longest:
        node = nodes[place]
        if node.first == NONE or node.turn < 0 or node.visits < 2:
            break
        place = _next_of_line(nodes, node)
        line[length] = nodes[place].code
        length += 1
    return length


@jit
def _next_of_line(nodes, node):
    """Return the child that proves the upper bound of a node, else the most visited."""
    surest = np.int64(node.first)
    busiest = np.int64(node.first)
    for child in range(node.first, node.first + node.count):
        if nodes[child].low[node.turn] > nodes[surest].low[node.turn]:
            surest = np.int64(child)
        if nodes[child].visits > nodes[busiest].visits:
            busiest = np.int64(child)
    return surest if nodes[surest].low[node.turn] == node.high[node.turn] else busiest
