"""Alpha-beta search for any game without dice: the compiled half.

The tree is walked by a machine whose whole state lies in arrays, so that it stops after any number of nodes and goes
on later.  A frame per ply holds what a recursive function would.  Scores are those of whoever decides; whether the
next one is on the same side is asked after every step, so that extra turns come out right.  With more than two sides
all others play against the one who searches (paranoid search: Sturtevant and Korf, 2000).

Principal variation search (Marsland and Campbell, 1982); late moves are looked at less deeply first; where the game
allows a pass that only harms, the null move prunes.  A position met again on the way is a draw, one met in the game
counts as the referee counts it.  A score is solved when no estimate, no repetition and no ply cap took part in it.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER, POINT
from charkoni.search.alphabeta.context import (
    DONE,
    ENTER,
    LEAF,
    LIST,
    NEXT,
    PLIES,
    QUIET_PLIES,
    SKIPPED,
    SPAN,
    SURE,
    WIN,
)
from charkoni.search.alphabeta.move_ordering import (
    ORDER,
    choose,
    entry,
    list_moves,
    push,
    push_skip,
    take,
)
from charkoni.search.transposition_table import (
    EXACT,
    LOWER,
    NO_CODE,
    SOLVED,
    UPPER,
    bound_of,
    code_of,
    depth_of,
    hash_words,
    probe,
    score_of,
    store,
)

_SEEN = np.uint64(4095)


@jit
def run(game, desk, frames, states, words, table, endings, out, values, points, nodes):
    """Continue a search for at most so many nodes; return whether it is finished.  The result is in frame 0.

    desk: [1] of `context_dtype`.  frames: FRAME[PLIES + 1].  states: STATE[PLIES + 1].  words: uint64[PLIES + 1, n],
    the same memory.  table: uint64[size, 2].  endings: uint8[n], read by the game's kernel `known`; empty for none.
    out: int64[WIDEST].  values: float64[players].  points: int64[players].

    Long, because a call that passes seven arrays costs more than the work it would hold.
    """
    d = desk[0]
    level = np.int64(d.level)
    limit = d.nodes + nodes
    while level >= 0 and d.nodes < limit:
        f = frames[level]
        parent = frames[max(level - 1, 0)]
        if f.phase == ENTER:
            d.nodes += 1
            f.phase = LEAF
            f.length = 0
            f.hashed = 0
            f.solved = 0
            f.code = NO_CODE
            s = states[level]
            if _is_ended(game, d, f, s, level, endings, points):
                continue
            if d.cap > 0 and d.played + level >= d.cap:
                game.capped(s, values)
                f.best = f.sign * score_of_points(values[d.player])
                continue
            f.urgent = game.urgent(s)
            if f.urgent > 0 and level < 2 * d.depth:
                f.depth = max(f.depth, 0) + 1
            is_quiet = f.depth <= 0 or level == PLIES
            if is_quiet and level > 1:  # the moves themselves may repeat a position, however shallow the search is
                _look_quietly(game, d, f, parent, s, level, out, values)
                continue
            same, key, check = hash_words(words, level, d.mask, d.salt)
            f.same = same
            f.key = key
            f.check = check
            if d.repeats > 0 and _is_repeated(d, f, level):
                continue
            if is_quiet:
                _look_quietly(game, d, f, parent, s, level, out, values)
                continue
            if _is_known(f, probe(table, key, check), level):
                continue
            f.phase = LIST
            if d.skips > 0 and _may_skip(f, parent):
                game.value(s, values)
                if f.sign * score_of_points(values[d.player]) >= f.beta:
                    states[level + 1] = states[level]
                    if game.skip(states[level + 1]) > 0:
                        f.first = parent.first + parent.count
                        level = push_skip(game, d, f, frames[level + 1], states[level + 1], level)
        elif f.phase == LIST:
            list_moves(game, d, f, parent, states[level], level, out)
        elif f.phase == NEXT:
            if f.next == f.count:
                f.solved = f.whole | f.sure
                f.phase = DONE
                continue
            choose(d, f, level)
            states[level + 1] = states[level]
            game.play(states[level + 1], f.current)
            level = push(game, d, f, frames[level + 1], states[level + 1], level)
        else:
            if f.phase == DONE and f.depth > 0 and level > 0:
                store(table, f.key, f.check, entry(f, level, np.int64(d.age)))
            if f.hashed > 0:
                d.seen[f.same & _SEEN] -= 1
            if level > 0:
                level = take(d, parent, f, frames[max(level - 2, 0)], level - 1)
            else:
                level = np.int64(-1)
    d.level = level
    return level < 0


@jit
def begin(game, desk, frames, states, alpha, beta, depth, count):
    """Set up the search of the position in states[0], whose first `count` moves lie in `codes`, sorted."""
    d = desk[0]
    f = frames[0]
    f.turn = game.turn(states[0])
    f.sign = 1
    f.depth = depth
    f.alpha = alpha
    f.lowest = alpha
    f.beta = beta
    f.best = -WIN
    f.code = NO_CODE
    f.solved = 0
    f.whole = 1
    f.sure = 0
    f.urgent = 0
    f.hashed = 0
    f.first = 0
    f.count = count
    f.next = 0
    f.length = 0
    f.phase = NEXT
    for i in range(count):
        d.ranks[i] = 0
    d.depth = depth
    d.level = 0


@jit
def note_path(desk, count):
    """Count the hashes of the game's positions, the present one last, and forget what belongs to the last search."""
    d = desk[0]
    for i in range(len(d.seen)):
        d.seen[i] = 0
    for i in range(count):
        d.seen[d.path[i] & _SEEN] += 1
    d.now = count - 1
    for level in range(PLIES + 1):
        d.killers[level, 0] = NO_CODE
        d.killers[level, 1] = NO_CODE
    for code in range(len(d.answers)):
        d.answers[code] = NO_CODE


@jit
def hash_path(words, desk, count):
    """Write the hashes, as they count for repetition, of so many states into `path`."""
    d = desk[0]
    for i in range(count):
        same, _, _ = hash_words(words, i, d.mask, np.uint64(0))
        d.path[i] = same


# --- entering a position ---------------------------------------------------------------------------------------------


@jit
def _is_ended(game, d, f, s, level, endings, points):
    """Return whether the game is over, settled, or known to the end; then the score is the frame's."""
    plies = np.int64(0)
    if f.turn == OVER:
        game.score(s, points)
    else:
        plies = np.int64(game.settled(s, points))
        if plies == 0 and level > 0:
            plies = np.int64(game.known(s, endings, points))
        if plies == 0:
            return False
    f.best = f.sign * _result(np.int64(points[d.player]), level + plies)
    f.solved = 1
    return True


@jit
def _result(points, level):
    """Return the score of an end with so many points for the searcher, after so many plies."""
    if points == POINT:
        return WIN - level
    if points == 0:
        return level - WIN
    return (2 * points - POINT) * SPAN // POINT


@jit
def score_of_points(points):
    """Return the score of an estimate, the searcher's expected points."""
    return np.int64((2.0 * points - 1.0) * SPAN)


@jit
def _look_quietly(game, d, f, parent, s, level, out, values):
    """At the horizon: the estimate, and only moves that change much."""
    game.value(s, values)
    f.best = f.sign * score_of_points(values[d.player])
    if f.best >= f.beta or f.depth <= -QUIET_PLIES or level == PLIES:
        return
    first = parent.first + parent.count
    kept = np.int64(0)
    n = np.int64(game.legal(s, out))
    for i in range(n):
        code = out[i]
        if game.noisy(s, code) > 0:
            d.codes[first + kept] = code
            d.ranks[first + kept] = game.order(s, code) * ORDER
            kept += 1
    if kept > 0:
        f.first = first
        f.count = kept
        f.next = 0
        f.lowest = f.alpha
        f.alpha = max(f.alpha, f.best)
        f.whole = 0
        f.sure = 0
        f.phase = NEXT


@jit
def _is_repeated(d, f, level):
    """Return whether a position was met on the way already, or twice in the game (R5); else note it."""
    place = d.now + level
    if d.seen[f.same & _SEEN] > 0:
        times = 0
        for i in range(place - 1, -1, -1):
            if d.path[i] == f.same:
                times += 1
                if i > d.now or times == 2:
                    f.best = f.sign * d.draw
                    return True
    d.path[place] = f.same
    d.seen[f.same & _SEEN] += 1
    f.hashed = 1
    return False


@jit
def _is_known(f, data, level):
    """Return whether an entry of the table makes a search needless; then its score is the frame's."""
    f.hint = NO_CODE
    if data == np.uint64(0):
        return False
    f.hint = code_of(data)
    depth = depth_of(data)
    if depth < f.depth or (f.beta - f.alpha > 1 and depth < SOLVED):
        return False
    score = score_of(data)
    if score > SURE:
        score -= level
    elif score < -SURE:
        score += level
    bound = bound_of(data)
    if bound == EXACT or (bound == LOWER and score >= f.beta) or (bound == UPPER and score <= f.alpha):
        f.best = score
        f.code = f.hint
        f.solved = 1 if depth == SOLVED else 0
        return True
    return False


@jit
def _may_skip(f, parent):
    """Return whether the null move may be tried: not twice in a row, nor when much is at stake."""
    return f.depth > 2 and f.beta - f.alpha == 1 and f.urgent == 0 and abs(f.beta) < SURE and parent.stage != SKIPPED
