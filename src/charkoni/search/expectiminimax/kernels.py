"""Expectiminimax for games with dice: the compiled kernels.

Depth counts throws, not plies: a turn of several decisions is searched to its end.  Values are the expected points of
the root player's side, 0 to 1, so that throws not yet searched are bounded: a chance node is cut off as soon as its
other throws cannot bring it back into the window (Star1), and before they are searched, one line of each throw is
probed, which often suffices (Star2: Ballard, 1983; Hauk, Buro and Schaeffer, 2004).
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.game_types import record_dtype
from charkoni.search.transposition_table import (
    EXACT,
    LOWER,
    NO_CODE,
    SOLVED,
    UPPER,
    bound_of,
    depth_of,
    hash_words,
    pack,
    probe,
    score_of,
    store,
)

PLIES = 64  # twelve throws (`search.DEEPEST`) with turns of some decisions each
TABLE_SCALE = 2_000_000  # a value of 1 in the transposition table: below 2**21, what the 22 bits of a score hold

ENTER, NEXT, DONE = range(3)  # phases of a frame

FRAME = record_dtype(
    ("key", np.uint64),
    ("check", np.uint64),
    ("phase", np.int64),
    ("turn", np.int64),
    ("sign", np.int64),  # 1 when the root player's side decides, -1 for others
    ("depth", np.int64),  # remaining depth in throws
    ("is_probe", np.int64),  # Star2 probe: only the first move of each decision of this turn is searched
    ("probes", np.int64),  # of a chance node: the first round, in which each throw is probed
    ("alpha", np.float64),
    ("beta", np.float64),
    ("best", np.float64),
    ("low", np.float64),  # of a chance node: the lower bound, summed by weight; unsearched throws count 0
    ("high", np.float64),  # the upper bound; unsearched throws count 1
    ("code", np.int64),
    ("solved", np.int64),
    ("first", np.int64),  # the moves or throws: places in `codes`
    ("count", np.int64),
    ("next", np.int64),
    ("total", np.float64),  # of all weights
    ("length", np.int64),  # of the principal variation, which ends at the next throw
)


def context_dtype(widest: int, players: int, words: int) -> np.dtype[np.void]:
    """Return the dtype of the search context, one record.

    widest: the longest list of legal moves.  words: uint64 words of a state.
    """
    return record_dtype(
        ("ply", np.int64),
        ("nodes", np.int64),
        ("player", np.int64),  # the root player
        ("age", np.int64),
        ("salt", np.uint64),
        ("mask", np.uint64, (words,)),
        ("signs", np.int64, (players,)),
        ("codes", np.int64, (PLIES * widest,)),
        ("ranks", np.int64, (PLIES * widest,)),  # of a decision's moves
        ("lows", np.float64, (PLIES * widest,)),  # of throws: bounds of the value after each
        ("highs", np.float64, (PLIES * widest,)),
        ("weights", np.float64, (PLIES * widest,)),
        ("pv", np.int64, (PLIES + 1, PLIES + 1)),  # triangular table of the principal variation
    )


@jit
def run(game, contexts, frames, states, words, transpositions, out, weights, values, points, nodes):
    """Continue a search for at most so many nodes; return whether it is finished.  The result is in frame 0.

    The arrays are those of `charkoni.search.alphabeta.kernels.run`, which is long for the same reason, and weights:
    int64[WIDEST].
    """
    context = contexts[0]
    ply = np.int64(context.ply)
    limit = context.nodes + nodes
    while ply >= 0 and context.nodes < limit:
        frame = frames[ply]
        parent = frames[max(ply - 1, 0)]
        if frame.phase == ENTER:
            context.nodes += 1
            frame.phase = DONE
            frame.count = 0
            frame.length = 0
            frame.solved = 0
            frame.code = NO_CODE
            s = states[ply]
            if frame.turn == OVER:
                game.score(s, points)
                frame.best = np.float64(points[context.player]) / POINT
                frame.solved = 1
            # The horizon lies before a throw: there the static value, the mean over all throws, is what the evaluation
            # was fitted to.
            elif (frame.turn == CHANCE and frame.depth == 0) or ply == PLIES - 1:
                game.value(s, values)
                frame.best = values[context.player]
            elif frame.turn == CHANCE:
                _, key, check = hash_words(words, ply, context.mask, context.salt)
                frame.key = key
                frame.check = check
                if not _is_cutoff(frame, probe(transpositions, key, check)):
                    _list_throws(game, context, frame, parent, s, ply, out, weights)
            else:
                _list_moves(game, context, frame, parent, s, ply, out)
        elif frame.phase == NEXT:
            if frame.next == frame.count:
                _end_of_round(frame)
                continue
            code = context.codes[frame.first + frame.next]
            states[ply + 1] = states[ply]
            game.play(states[ply + 1], code)
            ply = _push(game, context, frame, frames[ply + 1], states[ply + 1], ply)
        else:
            if ply == 0:
                ply = np.int64(-1)
                continue
            if frame.turn == CHANCE and frame.count > 0:
                store(transpositions, frame.key, frame.check, _transposition_entry(frame, np.int64(context.age)))
            ply -= 1
            if parent.turn == CHANCE:
                _take_throw_value(context, parent, frame)
            else:
                _take_move_value(context, parent, frame, ply)
    context.ply = ply
    return ply < 0


@jit
def begin(game, contexts, frames, states, depth, count):
    """Set up the search of the position in states[0]; `count` moves are in `codes`, sorted, or none for a throw."""
    context = contexts[0]
    frame = frames[0]
    frame.turn = game.turn(states[0])
    frame.sign = 1
    frame.depth = depth
    frame.is_probe = 0
    frame.probes = 0
    frame.alpha = -1.0
    frame.beta = 2.0
    frame.phase = ENTER
    frame.first = 0
    frame.count = count
    frame.next = 0
    frame.best = -1.0
    frame.code = NO_CODE
    frame.solved = 1
    frame.length = 0
    if count > 0:
        frame.phase = NEXT
    context.ply = 0


# --- entering a node --------------------------------------------------------------------------------------------------


@jit
def _list_moves(game, context, frame, parent, s, ply, out):
    """List the moves of a decision by the game's own order; in a probe only the first."""
    first = np.int64(0) if ply == 0 else parent.first + parent.count
    n = np.int64(game.legal(s, out))
    for i in range(n):
        rank = np.int64(game.order(s, out[i]))
        j = first + i
        # Insertion sort: a turn of dice has few moves, and the first is all that a probe needs.
        while j > first and context.ranks[j - 1] < rank:
            context.ranks[j] = context.ranks[j - 1]
            context.codes[j] = context.codes[j - 1]
            j -= 1
        context.ranks[j] = rank
        context.codes[j] = out[i]
    frame.first = first
    frame.count = 1 if frame.is_probe > 0 else n
    frame.next = 0
    frame.best = -1.0 if frame.sign > 0 else 2.0
    frame.solved = 1 if frame.is_probe == 0 or n == 1 else 0
    frame.phase = NEXT


@jit
def _list_throws(game, context, frame, parent, s, ply, out, weights):
    """List the throws, each with the bounds 0 and 1."""
    first = np.int64(0) if ply == 0 else parent.first + parent.count
    n = np.int64(game.throws(s, out, weights))
    total = 0.0
    for i in range(n):
        context.codes[first + i] = out[i]
        context.weights[first + i] = np.float64(weights[i])
        context.lows[first + i] = 0.0
        context.highs[first + i] = 1.0
        total += context.weights[first + i]
    frame.first = first
    frame.count = n
    frame.next = 0
    frame.total = total
    frame.low = 0.0
    frame.high = total
    frame.solved = 1
    # Star2: with one move of each throw tried, its l_i (or h_i, where the opponent decides) is far better than 0 or 1,
    # and often the node is cut off before a throw is searched whole. A window as wide as all values cuts nothing, so
    # that probing it would be lost work.
    frame.probes = 1 if frame.depth > 0 and frame.beta - frame.alpha < 1.0 else 0
    frame.phase = NEXT


@jit
def _is_cutoff(frame, data):
    """Return whether an entry of the transposition table decides the node; then set the frame's value."""
    if data == np.uint64(0) or depth_of(data) < frame.depth:
        return False
    value = np.float64(score_of(data)) / TABLE_SCALE
    bound = bound_of(data)
    if bound == EXACT or (bound == LOWER and value >= frame.beta) or (bound == UPPER and value <= frame.alpha):
        frame.best = value
        frame.solved = 1 if depth_of(data) == SOLVED else 0
        return True
    return False


@jit
def _push(game, context, frame, child, s, ply):
    """Set up the frame of the position s with the window in which its value can still matter.  Return its ply."""
    child.turn = game.turn(s)
    child.sign = context.signs[child.turn] if child.turn >= 0 else 1
    child.depth = frame.depth
    child.is_probe = 0
    child.alpha = frame.alpha
    child.beta = frame.beta
    if frame.turn == CHANCE:
        child.depth = frame.depth - 1
        child.is_probe = frame.probes
        if frame.probes > 0:  # a probe finds a bound only
            child.alpha = -1.0
            child.beta = 2.0
        else:
            child.alpha = _alpha_of_throw(context, frame)
            child.beta = _beta_of_throw(context, frame)
    elif frame.is_probe > 0 and child.turn != CHANCE and child.sign == frame.sign:
        child.is_probe = 1
    child.phase = ENTER
    return ply + 1


@jit
def _alpha_of_throw(context, frame):
    """Return alpha for the next throw: at or below it the chance node fails low."""
    at = frame.first + frame.next
    # Star1. The value of a chance node is the mean of the values v_i after its throws, with weights w_i of sum W. Each
    # v_i lies between l_i and h_i, 0 and 1 before it is searched; L = sum w_i l_i and H = sum w_i h_i are kept up to
    # date (`low`, `high`). If all others get as much as they can, throw i decides against alpha as soon as
    #
    #     (H - w_i h_i + w_i v_i) / W <= alpha,  that is  v_i <= (alpha W - H) / w_i + h_i
    return max((frame.alpha * frame.total - frame.high) / context.weights[at] + context.highs[at], -1.0)


@jit
def _beta_of_throw(context, frame):
    """Return beta for the next throw: at or above it the chance node fails high."""
    at = frame.first + frame.next
    # And against beta, if all others get as little as they can:
    #
    #     (L - w_i l_i + w_i v_i) / W >= beta,   that is  v_i >= (beta W - L) / w_i + l_i
    #
    # Bounds below 0 and above 1 stay a little outside (-1 and 2): such a window never cuts.
    return min((frame.beta * frame.total - frame.low) / context.weights[at] + context.lows[at], 2.0)


# --- back up ----------------------------------------------------------------------------------------------------------


@jit
def _take_move_value(context, frame, child, ply):
    """Back up the value of a move; a proved whole point ends the node."""
    value = child.best
    frame.solved &= child.solved
    # Nothing is better than the whole point, or, for the others, than none.
    is_all = child.solved > 0 and value == (1.0 if frame.sign > 0 else 0.0)
    if is_all or ((value > frame.best) if frame.sign > 0 else (value < frame.best)):
        frame.best = value
        frame.code = context.codes[frame.first + frame.next]
        context.pv[ply, 0] = frame.code
        length = np.int64(child.length) if child.turn != CHANCE else np.int64(0)
        for i in range(length):
            context.pv[ply, i + 1] = context.pv[ply + 1, i]
        frame.length = length + 1
    frame.next += 1
    if is_all:
        frame.solved = 1
        frame.phase = DONE
        return
    if frame.sign > 0:
        frame.alpha = max(frame.alpha, frame.best)
    else:
        frame.beta = min(frame.beta, frame.best)
    if frame.alpha >= frame.beta and frame.next < frame.count:
        frame.solved = 0
        frame.phase = DONE


@jit
def _take_throw_value(context, frame, child):
    """Back up the value of a throw: a bound from a probe or from outside its window, else the value."""
    at = frame.first + frame.next
    low = child.best
    high = child.best
    is_low = False
    is_high = False
    if frame.probes == 0:
        is_low = child.best <= _alpha_of_throw(context, frame)
        is_high = child.best >= _beta_of_throw(context, frame)
        frame.solved &= child.solved
    elif child.solved == 0:  # a probe: the side that decides may do better
        low = child.best if child.turn >= 0 and child.sign > 0 else 0.0
        high = child.best if child.turn >= 0 and child.sign < 0 else 1.0
    low = max(low, context.lows[at])
    high = min(high, context.highs[at])
    frame.low += (low - context.lows[at]) * context.weights[at]
    frame.high -= (context.highs[at] - high) * context.weights[at]
    context.lows[at] = low
    context.highs[at] = high
    frame.next += 1
    if is_high or frame.low >= frame.beta * frame.total:
        _cut(frame, max(frame.low / frame.total, frame.beta))
    elif is_low or frame.high <= frame.alpha * frame.total:
        _cut(frame, min(frame.high / frame.total, frame.alpha))


@jit
def _cut(frame, value):
    """Finish a chance node whose value is outside its window."""
    frame.best = value
    frame.solved = 0
    frame.phase = DONE


@jit
def _end_of_round(frame):
    """Finish a round of moves or throws; after the probes the throws are searched."""
    if frame.turn == CHANCE:
        if frame.probes > 0:
            frame.probes = 0
            frame.next = 0
            return
        # All throws are searched: both bounds are the mean.
        frame.best = frame.low / frame.total
    frame.phase = DONE


@jit
def _transposition_entry(frame, age):
    """Return the transposition table data of a chance node."""
    bound = LOWER if frame.best >= frame.beta else UPPER if frame.best <= frame.alpha else EXACT
    depth = SOLVED if frame.solved > 0 else min(frame.depth, SOLVED - 1)
    # Rounded to whole steps of half a millionth; + 0.5 rounds to the nearest.
    return pack(NO_CODE, np.int64(frame.best * TABLE_SCALE + 0.5), depth, bound, age)
