"""Alpha-beta search for any game without dice: the compiled kernels.

The stack is explicit: a frame per ply holds what a recursive function would keep in local variables, so that the search
stops after any number of nodes and resumes later.  Scores are from the point of view of the player to move; after every
move the side of the next player is read from the state, so extra turns are scored correctly.  With more than two sides
all others play against the root player (paranoid search: Sturtevant and Korf, 2000).

Principal variation search (Marsland and Campbell, 1982) with late move reductions, quiescence search and, where the
game has a pass that can only harm, null-move pruning.  A repetition within the line is a draw, one of a position of the
game counts by the referee's rule.  A score is solved when no static value, no repetition and no ply cap contributed to
it.
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
    NULL_MOVE,
    PLIES,
    PROVED_WIN,
    QUIESCENCE_PLIES,
    SPAN,
    WIN,
)
from charkoni.search.alphabeta.move_ordering import (
    ORDER,
    list_moves,
    next_move,
    push,
    push_null_move,
    take_score,
    transposition_entry,
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
def run(game, contexts, frames, states, words, transpositions, endings, out, values, points, nodes):
    """Continue a search for at most so many nodes; return whether it is finished.  The result is in frame 0.

    contexts: [1] of `context_dtype`.  frames: FRAME[PLIES + 1].  states: STATE[PLIES + 1].  words: uint64[PLIES + 1,
    n], the same memory.  transpositions: uint64[size, 2].  endings: uint8[n], read by the game's kernel `known`; empty
    for none.
    out: int64[WIDEST].  values: float64[players].  points: int64[players].

    Long, because a call that passes seven arrays costs more than the work it would hold.
    """
    context = contexts[0]
    ply = np.int64(context.ply)
    limit = context.nodes + nodes
    while ply >= 0 and context.nodes < limit:
        frame = frames[ply]
        parent = frames[max(ply - 1, 0)]
        if frame.phase == ENTER:
            context.nodes += 1
            frame.phase = LEAF
            frame.length = 0
            frame.hashed = 0
            frame.solved = 0
            frame.code = NO_CODE
            s = states[ply]
            if _is_ended(game, context, frame, s, ply, endings, points):
                continue
            if context.cap > 0 and context.played + ply >= context.cap:
                game.capped(s, values)
                frame.best = frame.sign * score_of_points(values[context.player])
                continue
            frame.urgent = game.urgent(s)
            if frame.urgent > 0 and ply < 2 * context.depth:  # players who threaten in turn would never stop
                frame.depth = max(frame.depth, 0) + 1
            is_horizon = frame.depth <= 0 or ply == PLIES
            if is_horizon and ply > 1:  # at the root's children a repetition is checked first
                _quiesce(game, context, frame, parent, s, ply, out, values)
                continue
            same, key, check = hash_words(words, ply, context.mask, context.salt)
            frame.same = same
            frame.key = key
            frame.check = check
            if context.repeats > 0 and _is_repeated(context, frame, ply):
                continue
            if is_horizon:
                _quiesce(game, context, frame, parent, s, ply, out, values)
                continue
            if _is_cutoff(frame, probe(transpositions, key, check), ply):
                continue
            frame.phase = LIST
            if context.may_try_null_move > 0 and _may_try_null_move(frame, parent):
                game.value(s, values)
                if frame.sign * score_of_points(values[context.player]) >= frame.beta:  # below it a pass fails
                    states[ply + 1] = states[ply]
                    if game.null_move(states[ply + 1]) > 0:
                        frame.first = parent.first + parent.count
                        ply = push_null_move(game, frame, frames[ply + 1], states[ply + 1], ply)
        elif frame.phase == LIST:
            list_moves(game, context, frame, parent, states[ply], ply, out)
        elif frame.phase == NEXT:
            if frame.next == frame.count:
                frame.solved = frame.whole | frame.sure
                frame.phase = DONE
                continue
            next_move(context, frame, ply)
            states[ply + 1] = states[ply]
            game.play(states[ply + 1], frame.current)
            ply = push(game, context, frame, frames[ply + 1], states[ply + 1], ply)
        else:
            if frame.phase == DONE and frame.depth > 0 and ply > 0:  # the root's moves may be a part of all
                store(transpositions, frame.key, frame.check, transposition_entry(frame, ply, np.int64(context.age)))
            if frame.hashed > 0:
                context.path_counts[frame.same & _SEEN] -= 1
            if ply > 0:
                ply = take_score(context, parent, frame, frames[max(ply - 2, 0)], ply - 1)
            else:
                ply = np.int64(-1)
    context.ply = ply
    return ply < 0


@jit
def begin(game, contexts, frames, states, alpha, beta, depth, count):
    """Set up the search of the position in states[0], whose `count` moves are in `codes`, sorted."""
    context = contexts[0]
    frame = frames[0]
    frame.turn = game.turn(states[0])
    frame.sign = 1
    frame.depth = depth
    frame.alpha = alpha
    frame.lowest = alpha
    frame.beta = beta
    frame.best = -WIN
    frame.code = NO_CODE
    frame.solved = 0
    frame.whole = 1
    frame.sure = 0
    frame.urgent = 0
    frame.hashed = 0
    frame.first = 0
    frame.count = count
    frame.next = 0
    frame.length = 0
    frame.phase = NEXT
    for i in range(count):
        # The root comes sorted from the last iteration; equal ranks keep that order.
        context.ranks[i] = 0
    context.depth = depth
    context.ply = 0


@jit
def count_path(contexts, count):
    """Count the hashes of the game's positions, the root last; clear the killer moves and the countermoves."""
    context = contexts[0]
    for i in range(len(context.path_counts)):
        context.path_counts[i] = 0
    for i in range(count):
        context.path_counts[context.path[i] & _SEEN] += 1
    context.now = count - 1
    for ply in range(PLIES + 1):
        context.killers[ply, 0] = NO_CODE
        context.killers[ply, 1] = NO_CODE
    for code in range(len(context.countermoves)):
        context.countermoves[code] = NO_CODE


# --- entering a node --------------------------------------------------------------------------------------------------


@jit
def _is_ended(game, context, frame, s, ply, endings, points):
    """Return whether the game is over, settled, or in the tablebase; then set the frame's score."""
    plies = np.int64(0)
    if frame.turn == OVER:
        game.score(s, points)
    else:
        plies = np.int64(game.settled(s, points))
        # At the root a move is wanted, which a tablebase of values does not name.
        if plies == 0 and ply > 0:
            plies = np.int64(game.known(s, endings, points))
        if plies == 0:
            return False
    frame.best = frame.sign * _score_at_end(np.int64(points[context.player]), ply + plies)
    frame.solved = 1
    return True


@jit
def _score_at_end(points, ply):
    """Return the score of an end with so many points for the root player, after so many plies."""
    if points == POINT:
        return WIN - ply
    if points == 0:
        return ply - WIN
    # Shared points, a draw between two: on the scale of static values, so that they compare with them.
    return (2 * points - POINT) * SPAN // POINT


@jit
def score_of_points(points):
    """Return the score of a static value, the root player's expected points."""
    # score = (2 * points - 1) * SPAN: 0 points are -SPAN, an even share of two is 0, 1 point is SPAN.
    return np.int64((2.0 * points - 1.0) * SPAN)


@jit
def _quiesce(game, context, frame, parent, s, ply, out, values):
    """Enter a quiescence node: stand pat on the static value, or list the noisy moves."""
    game.value(s, values)
    frame.best = frame.sign * score_of_points(values[context.player])
    # Stand pat: the mover need not take, so the static value is a lower bound of what he has, as long as there is a
    # quiet move at least as good.
    if frame.best >= frame.beta or frame.depth <= -QUIESCENCE_PLIES or ply == PLIES:
        return
    first = parent.first + parent.count
    kept = np.int64(0)
    n = np.int64(game.legal(s, out))
    for i in range(n):
        code = out[i]
        if game.noisy(s, code) > 0:
            context.codes[first + kept] = code
            context.ranks[first + kept] = game.order(s, code) * ORDER
            kept += 1
    if kept > 0:
        frame.first = first
        frame.count = kept
        frame.next = 0
        frame.lowest = frame.alpha
        frame.alpha = max(frame.alpha, frame.best)
        # Moves are left out, and a static value counts: nothing is proved below.
        frame.whole = 0
        frame.sure = 0
        frame.phase = NEXT


@jit
def _is_repeated(context, frame, ply):
    """Return whether the position repeats one of the line, or occurs a third time in the game (R5); else record it."""
    place = context.now + ply
    if context.path_counts[frame.same & _SEEN] > 0:
        # Once within the line suffices: whoever could repeat a position once could do so again, and a search that goes
        # round twice finds nothing new. Of positions before the root two earlier ones are needed, as the referee counts
        # (R5).
        times = 0
        for i in range(place - 1, -1, -1):
            if context.path[i] == frame.same:
                times += 1
                if i > context.now or times == 2:
                    frame.best = frame.sign * context.draw
                    return True
    context.path[place] = frame.same
    context.path_counts[frame.same & _SEEN] += 1
    frame.hashed = 1
    return False


@jit
def _is_cutoff(frame, data, ply):
    """Return whether an entry of the transposition table decides the node; then set the frame's score.

    Sets the hash move."""
    frame.hash_move = NO_CODE
    if data == np.uint64(0):
        return False
    frame.hash_move = code_of(data)
    depth = depth_of(data)
    # A deeper or equal search decides. In an open window only a proved score does, since a node of the principal
    # variation that ends at an entry would lose its line.
    if depth < frame.depth or (frame.beta - frame.alpha > 1 and depth < SOLVED):
        return False
    score = score_of(data)
    # The table holds distances from the node, a line needs them from the root:
    #
    #     stored = score + ply, a win     stored = score - ply, a loss
    #
    # so that an entry is right wherever in the tree its position comes up.
    if score > PROVED_WIN:
        score -= ply
    elif score < -PROVED_WIN:
        score += ply
    bound = bound_of(data)
    if bound == EXACT or (bound == LOWER and score >= frame.beta) or (bound == UPPER and score <= frame.alpha):
        frame.best = score
        frame.code = frame.hash_move
        frame.solved = 1 if depth == SOLVED else 0
        return True
    return False


@jit
def _may_try_null_move(frame, parent):
    """Return whether the null move may be tried: not twice in a row, under threat, or near a proved win."""
    # Two passes in a row would prove the position by itself; under a threat passing loses more than a tempo; and where
    # a proved result is at stake a pass, which is no move of the game, proves nothing.
    is_quiet = frame.urgent == 0 and abs(frame.beta) < PROVED_WIN
    return frame.depth > 2 and frame.beta - frame.alpha == 1 and is_quiet and parent.stage != NULL_MOVE
