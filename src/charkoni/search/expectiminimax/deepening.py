"""Expectiminimax by iterative deepening and with several lines, as a kernel that can be interrupted."""

from typing import NamedTuple

import numpy as np

from charkoni.core.compiler import driver
from charkoni.core.game_types import Array
from charkoni.search.decision.layout import NO_MOVE
from charkoni.search.decision.ranking import begin_context, begin_ranking, nodes_left, publish, write_row
from charkoni.search.expectiminimax.kernels import begin, run
from charkoni.search.transposition_table import NO_CODE


class Search(NamedTuple):
    """The arrays of a search: see `run`."""

    contexts: Array
    frames: Array
    states: Array
    words: Array
    transpositions: Array
    out: Array
    weights: Array
    values: Array
    points: Array


@driver
def deepen(game, task, search, nodes):
    """Search to one depth after the other for at most so many nodes; return whether the search is over.

    task, search: a `Task` and a `Search`, modified.  nodes: a negative number ends the search.
    """
    return deepen_within(game, task, search, nodes, task.request[0].nodes)


@driver
def deepen_within(game, task, search, nodes, budget):
    """Do as `deepen`.  budget: of nodes in place of that of the request, or 0."""
    request = task.request[0]
    progress = task.progress[0]
    context = search.contexts[0]
    if progress.is_begun == 0:
        _begin_search(game, task, search)
    is_over = _search(game, task, search, nodes_left(budget, progress, nodes))
    progress.nodes = context.nodes
    if not is_over and (nodes < 0 or nodes_left(budget, progress, 1) <= 0):
        _keep_partial_result(request, progress, task.rows[0, 0], context, search.frames[0])
        is_over = True
    return is_over


@driver
def _begin_search(game, task, search):
    """Set up the search of the last position of the path."""
    request = task.request[0]
    context = search.contexts[0]
    begin_context(task, context, search.words, search.transpositions)
    # No repetition in games with dice: the whole state is the key.
    for i in range(task.words.shape[1]):
        context.mask[i] = ~np.uint64(0)
    game.value(task.states[0], search.values)
    value = search.values[request.player]
    begin_ranking(game, request, task.progress[0], task.rows, task.states[0], NO_MOVE, value, value)


@driver
def _search(game, task, search, nodes):
    """Search for at most so many nodes; return whether the ranking is decided."""
    request = task.request[0]
    progress = task.progress[0]
    context = search.contexts[0]
    limit = context.nodes + nodes
    table = search.transpositions[: request.table]
    # Several lines: every move in a window of its own, since what one move bounds would be no value of another.
    windows = request.count if progress.lines > 1 else 1
    while progress.now <= request.deepest:
        if progress.is_set_up == 0:
            if progress.place == windows:
                if publish(progress, task.rows, request.count):
                    return True
                continue
            count = np.int64(1 if progress.lines > 1 else request.count)
            for i in range(count):
                context.codes[i] = progress.order[progress.place + i]
            begin(game, search.contexts, search.frames, search.states, progress.now, count)
            progress.is_set_up = 1
        if not run(
            game,
            search.contexts,
            search.frames,
            search.states,
            search.words,
            table,
            search.out,
            search.weights,
            search.values,
            search.points,
            limit - context.nodes,
        ):
            return False
        frame = search.frames[0]
        _write_line(task.rows[1, progress.place], context, frame, np.int64(frame.solved), progress.now)
        progress.place += 1
        progress.is_set_up = 0
    return True


@driver
def _write_line(row, context, frame, solved, depth):
    value = frame.best
    write_row(row, np.int64(frame.code), value, value, 0, solved, depth, context.pv[0], np.int64(frame.length))


@driver
def _keep_partial_result(request, progress, best, context, frame):
    """Out of time: keep a move that already beat the best one of the last iteration, which is searched first."""
    is_new = request.count > 0 and frame.next > 0 and frame.code != NO_CODE and frame.code != best.code
    if progress.lines == 1 and progress.now > 0 and is_new:
        _write_line(best, context, frame, 0, progress.now)
        progress.version += 1
