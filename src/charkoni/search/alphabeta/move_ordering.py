"""Alpha-beta: move ordering, late move reductions, and backing up scores."""

import math

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.game_types import Array
from charkoni.search.alphabeta.context import (
    DONE,
    ENTER,
    FULL_WINDOW,
    LEAF,
    NEXT,
    NULL_MOVE,
    NULL_WINDOW,
    PROVED_WIN,
    REDUCED,
    SORTED,
    WIN,
)
from charkoni.search.transposition_table import EXACT, LOWER, NO_CODE, SOLVED, UPPER, pack

# The rank of a move is a sum; every term outweighs all below it together:
#
#     2**60      the hash move
#     n * 2**24  the game's own order, `order` of its evaluation: captures and the like, 0 for a quiet move
#     2**22      first killer move of the ply        2**21  second killer move
#     2**20      countermove: it last refuted the move before
#     +-2**19    history, see `_record_cutoff`
#
# So a rank below ORDER tells a quiet move, which is what reductions and killers are about.
_FROM_TABLE = 1 << 60
ORDER = 1 << 24
_FIRST_KILLER = 1 << 22
_SECOND_KILLER = 1 << 21
_COUNTERMOVE = 1 << 20
_HISTORY = 1 << 19


def _reductions() -> Array:
    """Return the late move reductions in plies, int8[depth, place]."""
    # R = 0.3 + ln(depth) * ln(place) / 2.4, cut to whole plies: 1 at depth 3 and place 5, 2 at depth 8 and place 16, 4
    # at depth 20 and place 40, places counted from 0. The form is that of chess programs; its numbers were not measured
    # here.
    plies = np.zeros((64, 64), np.int8)
    for depth in range(3, 64):
        for place in range(2, 64):
            plies[depth, place] = int(0.3 + math.log(depth) * math.log(place) / 2.4)
    return plies


_REDUCTIONS = _reductions()


@jit
def list_moves(game, context, frame, parent, s, ply, out):
    """List and rank the moves: hash move, the game's own order, killer moves, countermove, history."""
    n = np.int64(game.legal(s, out))
    first = parent.first + parent.count
    countermove = context.countermoves[parent.current] if parent.current != NO_CODE else np.int64(NO_CODE)
    side = (1 - frame.sign) >> 1
    for i in range(n):
        code = out[i]
        rank = np.int64(game.order(s, code)) * ORDER + context.history[side, code]
        if code == frame.hash_move:
            rank += _FROM_TABLE
        if code == context.killers[ply, 0]:
            rank += _FIRST_KILLER
        elif code == context.killers[ply, 1]:
            rank += _SECOND_KILLER
        if code == countermove:
            rank += _COUNTERMOVE
        context.codes[first + i] = code
        context.ranks[first + i] = rank
    frame.first = first
    frame.count = n
    frame.next = 0
    frame.best = -WIN
    frame.lowest = frame.alpha
    frame.whole = 1
    frame.sure = 0
    frame.phase = NEXT


# --- next move --------------------------------------------------------------------------------------------------------


@jit
def next_move(context, frame, ply):
    """Select the next move, and its stage: full window, null window or reduced depth."""
    i = np.int64(frame.next)
    if ply > 0 and i < SORTED:
        _select_best(context, frame.first + i, frame.first + frame.count)
    frame.next += 1
    frame.current = context.codes[frame.first + i]
    frame.rank = context.ranks[frame.first + i]
    frame.stage = FULL_WINDOW
    # Principal variation search: the first move is expected to be the best; of the others only "better than alpha?" is
    # asked, with a window of width 1.
    if i > 0 and frame.depth > 0:
        frame.stage = NULL_WINDOW
        # Late move reductions: a quiet move that the ordering puts third or later is searched less deep first. Not at
        # the root, whose ranking is what the search returns, nor under a threat, where a late move may be the only
        # defence.
        if i > 1 and frame.depth > 2 and frame.rank < ORDER and frame.urgent == 0 and ply > 0:
            if _REDUCTIONS[min(frame.depth, 63), min(i, 63)] > 0:
                frame.stage = REDUCED


@jit
def _select_best(context, place, end):
    """Swap the move of highest rank to `place`."""
    best = place
    for j in range(place + 1, end):
        if context.ranks[j] > context.ranks[best]:
            best = j
    code = context.codes[best]
    rank = context.ranks[best]
    context.codes[best] = context.codes[place]
    context.ranks[best] = context.ranks[place]
    context.codes[place] = code
    context.ranks[place] = rank


@jit
def push(game, context, frame, child, s, ply):
    """Set up the frame of the position s after the current move.  Return its ply."""
    child.turn = game.turn(s)
    child.sign = context.signs[child.turn] if child.turn >= 0 else 1
    depth = frame.depth - 1
    if frame.stage == REDUCED:
        depth = max(depth - _REDUCTIONS[min(frame.depth, 63), min(frame.next - 1, 63)], 1)
    return _open(frame, child, depth, ply)


@jit
def _open(frame, child, depth, ply):
    """Set the window and depth of a child by the stage.  Return its ply."""
    beta = frame.beta if frame.stage == FULL_WINDOW else frame.alpha + 1
    # The same side moves again (an extra turn, or a partner): the window is not turned.
    if child.sign == frame.sign:
        child.alpha = frame.alpha
        child.beta = beta
    else:
        child.alpha = -beta
        child.beta = -frame.alpha
    child.depth = depth
    child.phase = ENTER
    return ply + 1


@jit
def push_null_move(game, frame, child, s, ply):
    """Set up the frame after a null move, with a null window at beta.  Return its ply."""
    frame.stage = NULL_MOVE
    frame.current = NO_CODE
    frame.count = 0
    child.turn = game.turn(s)
    child.sign = -frame.sign
    child.alpha = -frame.beta
    child.beta = 1 - frame.beta
    # Null-move pruning: where passing keeps beta, a move does so, too, and a search of the pass that is shorter by
    #
    #     R = 3 + depth // 4
    #
    # plies decides the node: two plies and a quarter of the depth less than a move would get. Taken from chess
    # programs, not measured here.
    child.depth = max(frame.depth - 3 - (frame.depth >> 2), 0)
    child.phase = ENTER
    return ply + 1


# --- back up ----------------------------------------------------------------------------------------------------------


@jit
def transposition_entry(frame, ply, age):
    """Return the transposition table data of a finished frame."""
    score = np.int64(frame.best)
    bound = LOWER if score >= frame.beta else UPPER if score <= frame.lowest else EXACT
    if score > PROVED_WIN:
        score += ply
    elif score < -PROVED_WIN:
        score -= ply
    depth = SOLVED if frame.solved > 0 else min(frame.depth, SOLVED - 1)
    return pack(frame.code, score, depth, bound, age)


@jit
def take_score(context, frame, child, before, ply):
    """Back up the score of the current move, or re-search it.  before: the frame above.  Return the next ply."""
    score = child.best * child.sign * frame.sign
    if frame.stage == NULL_MOVE:
        if score >= frame.beta:
            # A win after a pass is no proof: nobody may pass. So the score stays at the bound, and the frame is a LEAF,
            # not stored.
            frame.best = min(score, PROVED_WIN)
            frame.phase = LEAF
        return ply
    # A reduced move that turns out better is searched again, step by step:
    #
    #     REDUCED, null window --> full depth, null window --> full depth, full window
    if frame.stage == REDUCED and score > frame.alpha:
        frame.stage = NULL_WINDOW
        return _open(frame, child, frame.depth - 1, ply)
    if frame.stage == NULL_WINDOW and frame.alpha < score < frame.beta:
        frame.stage = FULL_WINDOW
        return _open(frame, child, frame.depth - 1, ply)
    frame.whole &= child.solved
    if score > frame.best:
        frame.best = score
        frame.code = frame.current
        # One proved win proves the node; a loss or a draw only if all moves are proved (`whole`).
        frame.sure = child.solved if score > PROVED_WIN else 0
        if score > frame.alpha:
            if frame.beta - frame.lowest > 1:
                _update_pv(context, frame, child, ply)
            frame.alpha = score
        if score >= frame.beta:
            frame.solved = child.solved
            frame.phase = DONE
            if frame.depth > 0 and frame.rank < ORDER:
                _record_cutoff(context, frame, before, ply)
    return ply


@jit
def _update_pv(context, frame, child, ply):
    """Set the principal variation to the current move and that of the child."""
    context.pv[ply, 0] = frame.current
    for i in range(child.length):
        context.pv[ply, i + 1] = context.pv[ply + 1, i]
    frame.length = child.length + 1


@jit
def _record_cutoff(context, frame, before, ply):
    """Update killer moves, countermove and history after a cutoff; moves tried before it lose history."""
    code = np.int64(frame.current)
    side = (1 - frame.sign) >> 1
    if context.killers[ply, 0] != code:
        context.killers[ply, 1] = context.killers[ply, 0]
        context.killers[ply, 0] = code
    if ply > 0 and before.current != NO_CODE:
        context.countermoves[before.current] = code
    # History with a pull towards 0, so that it never leaves +-H (H = _HISTORY) and old merit fades:
    #
    #     h += gain * (H - h) / H    for the move that caused the cut-off
    #     h -= gain * (H + h) / H    for those tried before it
    #
    # A cut-off counts by the square of its depth, since the subtree it saved grows with it; from depth 6 on alike. The
    # numbers are chosen, not measured.
    gain = min(frame.depth * frame.depth * 32, 1024)
    context.history[side, code] += gain * (_HISTORY - context.history[side, code]) // _HISTORY
    for i in range(frame.first, frame.first + frame.next - 1):
        other = context.codes[i]
        context.history[side, other] -= gain * (_HISTORY + context.history[side, other]) // _HISTORY
