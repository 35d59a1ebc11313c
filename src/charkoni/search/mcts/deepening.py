"""Monte Carlo tree search as a kernel that can be interrupted: playouts, and the moves ranked by visits."""

from typing import NamedTuple

import numpy as np

from charkoni.core.compiler import driver, jit
from charkoni.core.game_types import Array
from charkoni.search.decision.ranking import is_published, nodes_left, write_row
from charkoni.search.mcts.kernels import NONE, ROOT, Scratch, Tree, best_move, new_tree, winning_move
from charkoni.search.mcts.kernels import search as run_playouts

# Plies.  Random games need not end: in one of the seven games half of them last more than 9,158 plies.  At the cap
# the game's baseline value counts, without the evaluation of the other searches, whose yardstick this one is.
PLAYOUT_CAP = 100

# See `kernels._select_child`.  Chosen, and never to be changed: the yardstick of all matches must stay the same.
EXPLORATION = 0.7


class MctsSearch(NamedTuple):
    """The arrays of a search.

    tree, scratch: see `kernels`.  root, work: STATE[1].  places: int64[WIDEST], of each move in the order of their
    texts, its child of the root.  order: int64[WIDEST], scratch.  shares: float64[players], the expected points of each
    player after the best move.
    """

    tree: Tree
    scratch: Scratch
    root: Array
    work: Array
    places: Array
    order: Array
    shares: Array


@driver
def deepen(game, task, search, nodes):
    """Run at most so many playouts, which count as nodes; return whether the search is over.

    task, search: a `Task` and a `MctsSearch`, modified.  nodes: a negative number ends the search.
    """
    request = task.request[0]
    progress = task.progress[0]
    if progress.is_begun == 0:
        _begin_search(game, task, search)
    if progress.is_set_up == 0:
        return True
    count = nodes_left(request.nodes, progress, nodes)
    if count > 0:
        run(game, search, request.rng, count)
        progress.nodes += count
    is_over = nodes < 0 or nodes_left(request.nodes, progress, 1) <= 0
    if is_over or is_published(progress.nodes - count, progress.nodes):
        _publish(task, search)
    return is_over


@driver
def run(game, search, rng, count):
    """Run so many playouts."""
    run_playouts(game, search.root, search.work, search.tree, search.scratch, rng, count, PLAYOUT_CAP, EXPLORATION)


@driver
def _begin_search(game, task, search):
    """Start a new tree at the last position of the path; a single move and one that wins at once need no playouts."""
    request = task.request[0]
    progress = task.progress[0]
    progress.is_begun = 1
    progress.nodes = 0
    search.root[0] = task.states[0]
    count = new_tree(game, search.root, search.tree, search.scratch, request.rng)
    list_places(search.tree, request.codes, search.places)
    code = NONE if count == 1 else winning_move(game, search.root, search.work, search.scratch)
    progress.is_set_up = 1 if count > 1 and code == NONE else 0
    _publish(task, search)
    if code != NONE:
        search.scratch.codes[0] = code
        write_row(task.rows[0, 0], code, 1.0, 1.0, 0, 0, 0, search.scratch.codes, 1)
        progress.rows = 1
        for player in range(request.players):
            search.shares[player] = 1.0 if request.side[player] == request.side[request.player] else 0.0


@driver
def _publish(task, search):
    """Rank the moves by what is known now."""
    progress = task.progress[0]
    progress.rows = rank_moves(
        search.tree,
        search.scratch,
        search.places,
        search.order,
        task.rows,
        progress.lines,
        search.shares,
        task.request[0].sides,
    )
    progress.version += 1


@jit
def list_places(tree, codes, places):
    """Write the child of the root of each of the codes into places."""
    root = tree.nodes[ROOT]
    for child in range(root.first, root.first + root.count):
        place = 0
        while codes[place] != tree.nodes[child].code:
            place += 1
        places[place] = child


@jit
def rank_moves(tree, scratch, places, order, rows, lines, shares, sides):
    """Write the best moves as rows, and the expected points of each player after the first; return their number.

    The move to play comes first, then those most visited, of equals in the order of their texts.

    places: see `MctsSearch`.  order: int64[WIDEST], scratch.  rows: ROW[2, lines].  sides: how many there are.
    """
    root = tree.nodes[ROOT]
    best = best_move(tree)
    ranked = np.int64(0)
    for i in range(root.count):
        place = places[i]
        visits = np.int64(tree.nodes[place].visits)
        at = ranked
        while at > 0 and order[at - 1] != best and (place == best or visits > tree.nodes[order[at - 1]].visits):
            order[at] = order[at - 1]
            at -= 1
        order[at] = place
        ranked = min(ranked + 1, lines)
    for i in range(ranked):
        node = tree.nodes[order[i]]
        scratch.codes[0] = node.code
        value = _mean(tree, order[i], root.turn, sides)
        write_row(rows[0, i], node.code, value, value, 0, 0, np.int64(node.visits), scratch.codes, 1)
    for player in range(len(shares)):
        shares[player] = _mean(tree, best, player, sides)
    return ranked


@jit
def _mean(tree, place, player, sides):
    """Return the mean points of a player in the playouts through a node, an equal share without one."""
    visits = np.int64(tree.nodes[place].visits)
    return tree.totals[place, player] / visits if visits > 0 else 1.0 / sides
