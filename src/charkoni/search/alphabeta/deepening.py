"""Alpha-beta by iterative deepening with aspiration windows and several lines, as a kernel that can be interrupted."""

from typing import NamedTuple

import numpy as np

from charkoni.core.compiler import driver, jit
from charkoni.core.game_types import Array
from charkoni.search.alphabeta.context import PROVED_WIN, SPAN, WIN
from charkoni.search.alphabeta.kernels import begin, count_path, run, score_of_points
from charkoni.search.decision.ranking import (
    begin_context,
    begin_ranking,
    copy_row,
    nodes_left,
    publish,
    to_front,
    write_row,
)
from charkoni.search.transposition_table import NO_CODE, hash_path

INFINITY = 1 << 20  # above every score


class Search(NamedTuple):
    """The arrays of one thread of a search: see `run`."""

    contexts: Array
    frames: Array
    states: Array
    words: Array
    transpositions: Array
    endings: Array
    out: Array
    values: Array
    points: Array


@driver
def deepen(game, task, search, nodes):
    """Search to one depth after the other for at most so many nodes; return whether the search is over.

    task, search: a `Task` and a `Search`, modified.  nodes: a negative number ends the search.
    """
    request = task.request[0]
    progress = task.progress[0]
    context = search.contexts[0]
    if progress.is_begun == 0:
        _begin_search(game, task, search)
    is_over = _search(game, task, search, nodes_left(request.nodes, progress, nodes))
    progress.nodes = context.nodes
    if not is_over and (nodes < 0 or nodes_left(request.nodes, progress, 1) <= 0):
        _keep_partial_result(progress, task.rows, context, search.frames[0])
        is_over = True
    return is_over


@driver
def _begin_search(game, task, search):
    """Set up the search of the last position of the path."""
    request = task.request[0]
    context = search.contexts[0]
    begin_context(task, context, search.words, search.transpositions)
    for i in range(task.words.shape[1]):
        context.mask[i] = request.mask[i]
    context.played = request.played
    context.cap = request.ply_cap
    context.repeats = request.repeats
    context.draw = request.draw
    # That a pass only harms is known for two sides; with more it may send the next enemy to another one.
    context.may_try_null_move = 1 if request.sides == 2 else 0
    hash_path(task.path, search.contexts, request.positions)
    count_path(search.contexts, request.positions)
    # Moves that were good in the last position are likely to be so after two plies, but less.
    if request.forgets > 0:
        context.history[:] = 0
    else:
        np.floor_divide(context.history, 8, context.history)
    game.value(task.states[0], search.values)
    score = score_of_points(search.values[request.player])
    begin_ranking(
        game, request, task.progress[0], task.rows, task.states[0], NO_CODE, np.float64(score), points_of(score)
    )


@driver
def _search(game, task, search, nodes):
    """Search for at most so many nodes; return whether the ranking is decided."""
    request = task.request[0]
    progress = task.progress[0]
    context = search.contexts[0]
    limit = context.nodes + nodes
    table = search.transpositions[: request.table]
    while progress.now <= request.deepest:
        if progress.is_set_up == 0:
            if progress.place == progress.lines:
                is_solved = publish(progress, task.rows, request.count)
                # A proved win ends the search; the first depths are searched all the same, as they may show a shorter
                # one.
                is_proved = progress.lines == 1 and abs(task.rows[0, 0].score) > PROVED_WIN and progress.depth > 2
                if is_solved or is_proved:
                    return True
                continue
            _begin_line(request, progress, task.rows)
        if progress.is_set_up < 2:
            count = request.count - progress.place
            codes = context.codes
            left = progress.left
            for i in range(count):
                codes[i] = left[i]
            low = progress.window[0]
            high = progress.window[1]
            begin(game, search.contexts, search.frames, search.states, low, high, progress.now, count)
            progress.is_set_up = 2
        if not run(
            game,
            search.contexts,
            search.frames,
            search.states,
            search.words,
            table,
            search.endings,
            search.out,
            search.values,
            search.points,
            limit - context.nodes,
        ):
            return False
        _take_score(request, progress, task.rows, context, search.frames[0])
    return True


@driver
def _begin_line(request, progress, rows):
    """Begin to search for the best of the moves that have no line yet at this depth."""
    list_left(progress.order, request.count, rows, progress.place, progress.left)
    best = progress.left[0]
    window = progress.window
    window[0] = -INFINITY
    window[1] = INFINITY
    window[2] = request.window
    for place in range(progress.rows):
        row = rows[0, place]
        if row.code == best and row.depth > 0 and progress.now > 3 and abs(row.score) < PROVED_WIN:
            window[0] = np.int64(row.score) - window[2]
            window[1] = np.int64(row.score) + window[2]
    progress.is_set_up = 1


@jit(counted=False)
def list_left(order, count, rows, ranked, left):
    """List the moves that have no line yet at this depth."""
    place = 0
    for i in range(count):
        if not has_line(rows, ranked, order[i]):
            left[place] = order[i]
            place += 1


@jit(counted=False)
def has_line(rows, ranked, code):
    """Return whether a move is among those ranked at this depth, which are so many."""
    place = ranked - 1
    while place >= 0 and rows[1, place].code != code:
        place -= 1
    return place >= 0


@driver
def _take_score(request, progress, rows, context, frame):
    """Take the score of a finished search as a line, or let it be repeated with a wider window."""
    window = progress.window
    if window[0] < frame.best < window[1]:
        write_line(
            rows[1, progress.place], context.pv[0], frame, points_of(frame.best), np.int64(frame.solved), progress.now
        )
        progress.place += 1
        progress.is_set_up = 0
        return
    # Outside the window: it grows quickly, since a score that jumps once often jumps again.
    window[2] *= 8
    if frame.best <= window[0]:
        window[0] = -INFINITY if window[2] > SPAN else window[0] - window[2]
    else:
        to_front(progress.left, request.count - progress.place, frame.code)
        window[1] = INFINITY if window[2] > SPAN else window[1] + window[2]
    progress.is_set_up = 1


@jit(counted=False)
def write_line(row, line, frame, value, solved, depth):
    """Write the result of a search as a row.  line: int64[n], the principal variation.  value: of its score."""
    score = np.int64(frame.best)
    plies = np.int64(WIN - abs(score)) if abs(score) > PROVED_WIN else np.int64(0)
    length = np.int64(frame.length)
    write_row(row, np.int64(frame.code), np.float64(score), value, plies, solved, depth, line, length)


@driver
def _keep_partial_result(progress, rows, context, frame):
    """Out of time: keep a move that already beat the best one of the last iteration, and the lines of this one."""
    if frame.code != NO_CODE and frame.best > progress.window[0] and progress.rows == 1:
        write_line(rows[0, 0], context.pv[0], frame, points_of(frame.best), 0, progress.now)
    # The moves ranked at this depth come first, then those of the last one.
    place = np.int64(progress.place)
    for i in range(progress.rows):
        if place < progress.lines and not has_line(rows, progress.place, rows[0, i].code):
            copy_row(rows[1, place], rows[0, i])
            place += 1
    if progress.place > 0:
        for i in range(place):
            copy_row(rows[0, i], rows[1, i])
        progress.rows = place
    progress.version += 1


@driver
def points_of(score):
    """Return the expected points of a score."""
    if abs(score) > PROVED_WIN:
        return 1.0 if score > 0 else 0.0
    return min(max((score / SPAN + 1) / 2, 0.0), 1.0)
