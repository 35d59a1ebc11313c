"""The ranking of moves by iterative deepening: what the kernels of all its engines share."""

import numpy as np

from charkoni.core.compiler import driver, jit


@driver
def nodes_left(budget, progress, nodes):
    """Return how many of some nodes may be searched within a budget, 0 for none; a negative number stands for 0."""
    left = max(nodes, 0)
    return min(left, budget - progress.nodes) if budget > 0 else left


@driver
def is_published(before, now):
    """Return whether a tree is ranked when its nodes grow from one number to another: after each tenth or so.

    Rankings after each call of some milliseconds took 5 % of the time of Monte Carlo search.
    """
    step = 1
    while step * 16 <= now:
        step *= 2
    return now // step > before // step


@driver
def begin_context(task, context, words, transpositions):
    """Set up what contexts of alpha-beta and expectiminimax have in common.  words: those of the first state."""
    request = task.request[0]
    if request.clears > 0:
        transpositions[: request.table] = np.uint64(0)
    for i in range(task.words.shape[1]):
        words[0, i] = task.words[0, i]
    for player in range(request.players):
        context.signs[player] = 1 if request.side[player] == request.side[request.player] else -1
    context.nodes = 0
    context.player = request.player
    context.age = request.age
    context.salt = request.salt


@driver
def begin_ranking(game, request, progress, rows, s, code, score, value):
    """Order the moves as the game does, and rank the first one by a static value.

    s: the position.  code: in the place of a move where a throw is due.
    """
    codes = request.codes
    left = progress.left
    order = progress.order
    for i in range(request.count):
        rank = game.order(s, codes[i])
        j = i
        # Few moves have a rank above the others; equal ones keep the order of their texts.
        while j > 0 and left[j - 1] < rank:
            left[j] = left[j - 1]
            order[j] = order[j - 1]
            j -= 1
        left[j] = rank
        order[j] = codes[i]
    row = rows[0, 0]
    row.code = code if request.count == 0 else progress.order[0]
    row.score = score
    row.value = value
    row.plies = 0
    row.solved = 0
    row.depth = 0
    row.length = 0
    progress.rows = 1
    progress.version += 1
    progress.depth = 0
    progress.place = 0
    progress.now = request.first
    progress.is_set_up = 0
    progress.is_begun = 1
    progress.nodes = 0


@jit(counted=False)
def write_row(row, code, score, value, plies, solved, depth, line, length):
    """Write a row of the ranking.  line: int64[length or more]."""
    row.code = code
    row.score = score
    row.value = value
    row.plies = plies
    row.solved = solved
    row.depth = depth
    row.length = length
    for i in range(length):
        row.line[i] = line[i]


def _copy(row, other):
    row.setfield(other, row.dtype)


@driver(by_library=_copy)
def copy_row(row, other):
    """Copy a row field by field: a compiler makes thousands of instructions of the assignment of a long record."""
    line = other.line
    write_row(row, other.code, other.score, other.value, other.plies, other.solved, other.depth, line, other.length)


@driver
def publish(progress, rows, count):
    """Rank the lines of an iteration, the best first, and prepare the next one; return whether all are solved.

    count: of the moves.  Equal scores keep the order in which they were found.  The best moves come first at the next
    depth: with them alpha is high early, and most others fail low at once.
    """
    ranked = np.int64(min(progress.place, progress.lines))
    solved = True
    scores = rows["score"][1]
    depths = rows["depth"][1]
    for place in range(ranked):
        best = np.int64(-1)
        for other in range(progress.place):
            if depths[other] >= 0 and (best < 0 or scores[other] > scores[best]):
                best = other
        copy_row(rows[0, place], rows[1, best])
        depths[best] = -1  # taken
        solved = solved and rows[0, place].solved > 0
    for place in range(ranked - 1, -1, -1):
        to_front(progress.order, count, rows[0, place].code)
    progress.rows = ranked
    progress.depth = progress.now
    progress.place = 0
    progress.now += 1
    progress.version += 1
    return solved


@driver
def to_front(codes, count, code):
    """Move a code to the front of a list, if it is there; the others keep their order."""
    place = 0
    while place < count and codes[place] != code:
        place += 1
    if place < count:
        for i in range(place, 0, -1):
            codes[i] = codes[i - 1]
        codes[0] = code
