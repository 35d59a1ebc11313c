"""Alpha-beta search for any game without dice: the compiled half.

The tree is walked by a machine whose whole state lies in arrays, so that it stops after any number of nodes and goes
on later.  A frame per ply holds what a recursive function would.  Scores are those of whoever decides; whether the
next one is on the same side is asked after every step, so that extra turns come out right.  With more than two sides
all others play against the one who searches (paranoid search: Sturtevant and Korf, 2000).

Principal variation search (Marsland and Campbell, 1982); late moves are looked at less deeply first; where the game
allows a pass that only harms, the null move prunes.  A position met again on the way is a draw, one met in the game
counts as the referee counts it.  A score is solved when no estimate, no repetition and no ply cap took part in it.
"""

from typing import Any

import numpy as np

from charkoni.core.kernel import jit
from charkoni.core.terms import OVER, POINT
from charkoni.search.table_kernels import (
    EXACT,
    LOWER,
    NO_CODE,
    SOLVED,
    UPPER,
    bound_of,
    code_of,
    depth_of,
    hash_words,
    pack,
    probe,
    score_of,
    store,
)

PLIES = 96
WIN = 1_000_000  # less the plies to it
SURE = WIN - 2000  # a score from here on is a win
SPAN = 900_000  # what an estimate can reach
QUIET_PLIES = 8
SORTED = 24
LONGEST_GAME = 4096
_SEEN = np.uint64(4095)

ENTER, LIST, NEXT, DONE, LEAF = range(5)  # phases of a frame; at LEAF there is nothing to remember
WIDE, NARROW, REDUCED, SKIPPED = range(4)  # how a move is being looked at

FRAME = np.dtype(
    (
        np.record,
        [
            ("same", np.uint64),  # hash of what counts for repetition
            ("key", np.uint64),
            ("check", np.uint64),
            ("phase", np.int64),
            ("turn", np.int64),
            ("sign", np.int64),  # 1 when the searcher's side decides, else -1
            ("depth", np.int64),  # plies still to look at; 0 or less: noisy moves only
            ("lowest", np.int64),  # alpha when the frame was entered
            ("alpha", np.int64),
            ("beta", np.int64),
            ("best", np.int64),
            ("code", np.int64),  # the best move
            ("solved", np.int64),  # whether `best` is
            ("whole", np.int64),  # whether all scores so far are
            ("sure", np.int64),  # whether a win is proved
            ("urgent", np.int64),
            ("hashed", np.int64),
            ("first", np.int64),  # the moves: places in `codes` and `ranks`
            ("count", np.int64),
            ("next", np.int64),
            ("current", np.int64),  # the move that is being looked at
            ("rank", np.int64),
            ("hint", np.int64),  # the move that the table knows
            ("stage", np.int64),
            ("length", np.int64),  # of the best line
        ],
    )
)


def desk_of(widest: int, codes: int, players: int, words: int) -> Any:
    """Return the dtype of what lies about in a search: one record, for one pointer is handed on faster than arrays."""
    return np.dtype(
        (
            np.record,
            [
                ("level", np.int64),  # the frame that goes on
                ("nodes", np.int64),  # positions looked at
                ("now", np.int64),  # the present position's place in `path`
                ("played", np.int64),  # plies of the game so far
                ("cap", np.int64),  # its greatest number, or 0
                ("repeats", np.int64),  # whether positions met again are draws
                ("player", np.int64),  # who searches
                ("draw", np.int64),  # the score of a draw for him
                ("depth", np.int64),  # of this search
                ("age", np.int64),  # its number, 0..63
                ("skips", np.int64),  # whether the null move may prune
                ("salt", np.uint64),
                ("mask", np.uint64, (words,)),  # see `hash_words`
                ("signs", np.int64, (players,)),  # 1 for the searcher and those who win with him, -1 for others
                ("killers", np.int64, (PLIES + 1, 2)),
                ("fewer", np.int64, (64, 64)),  # by how much a late move is looked at less deeply: depth, its place
                ("lines", np.int64, (PLIES + 1, PLIES + 1)),  # the best line from each level on
                ("seen", np.uint16, (4096,)),  # how often a hash, cut to 12 bits, is in `path`
                ("path", np.uint64, (LONGEST_GAME + PLIES,)),  # hashes of the positions of the game, then of the line
                ("history", np.int64, (2, codes)),  # how well a move did, of the searcher's side and of others
                ("answers", np.int64, (codes,)),  # the move that refuted a move
                ("codes", np.int64, ((PLIES + 1) * widest,)),
                ("ranks", np.int64, ((PLIES + 1) * widest,)),
            ],
        )
    )


_FROM_TABLE = 1 << 60
_ORDER = 1 << 24
_FIRST_KILLER = 1 << 22
_SECOND_KILLER = 1 << 21
_ANSWER = 1 << 20
_HISTORY = 1 << 19


@jit
def run(game, desk, frames, states, words, table, out, values, points, nodes):
    """Go on with a search for so many nodes; return whether it is done.  The result lies in frame 0.

    desk: of `desk_of`, [1].  frames: FRAME[PLIES + 1].  states: STATE[PLIES + 1].  words: uint64[PLIES + 1, n], the
    same memory.  table: uint64[size, 2].  out: int64[WIDEST].  values: float64[players].  points: int64[players].

    Long, because each function that is handed seven arrays costs more than what it does.
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
            if _is_ended(game, d, f, s, level, points):
                continue
            if d.cap > 0 and d.played + level >= d.cap:
                game.capped(s, values)
                f.best = f.sign * score_of_points(values[d.player])
                continue
            f.urgent = game.urgent(s)
            if f.urgent > 0 and level < 2 * d.depth:
                f.depth = max(f.depth, 0) + 1
            if f.depth <= 0 or level == PLIES:
                _look_quietly(game, d, f, parent, s, level, out, values)
                continue
            same, key, check = hash_words(words, level, d.mask, d.salt)
            f.same = same
            f.key = key
            f.check = check
            if d.repeats > 0 and _is_repeated(d, f, level):
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
                        level = _push_skip(game, d, f, frames[level + 1], states[level + 1], level)
        elif f.phase == LIST:
            _list(game, d, f, parent, states[level], level, out)
        elif f.phase == NEXT:
            if f.next == f.count:
                f.solved = f.whole | f.sure
                f.phase = DONE
                continue
            _choose(d, f, level)
            states[level + 1] = states[level]
            game.play(states[level + 1], f.current)
            level = _push(game, d, f, frames[level + 1], states[level + 1], level)
        else:
            if f.phase == DONE and f.depth > 0 and level > 0:
                store(table, f.key, f.check, _entry(f, level, np.int64(d.age)))
            if f.hashed > 0:
                d.seen[f.same & _SEEN] -= 1
            if level > 0:
                level = _take(d, parent, f, frames[max(level - 2, 0)], level - 1)
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
def _is_ended(game, d, f, s, level, points):
    """Return whether the game is over, or settled; then the score is the frame's."""
    plies = np.int64(0)
    if f.turn == OVER:
        game.score(s, points)
    else:
        plies = np.int64(game.settled(s, points))
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
            d.ranks[first + kept] = game.order(s, code) * _ORDER
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


@jit
def _list(game, d, f, parent, s, level, out):
    """List and rank the moves: that of the table, those the game praises, killers, answers, by their history."""
    n = np.int64(game.legal(s, out))
    first = parent.first + parent.count
    answer = d.answers[parent.current] if parent.current != NO_CODE else np.int64(NO_CODE)
    side = (1 - f.sign) >> 1
    for i in range(n):
        code = out[i]
        rank = np.int64(game.order(s, code)) * _ORDER + d.history[side, code]
        if code == f.hint:
            rank += _FROM_TABLE
        if code == d.killers[level, 0]:
            rank += _FIRST_KILLER
        elif code == d.killers[level, 1]:
            rank += _SECOND_KILLER
        if code == answer:
            rank += _ANSWER
        d.codes[first + i] = code
        d.ranks[first + i] = rank
    f.first = first
    f.count = n
    f.next = 0
    f.best = -WIN
    f.lowest = f.alpha
    f.whole = 1
    f.sure = 0
    f.phase = NEXT


# --- moves -----------------------------------------------------------------------------------------------------------


@jit
def _choose(d, f, level):
    """Take the next move, and decide how to look at it."""
    i = np.int64(f.next)
    if level > 0 and i < SORTED:
        _bring_forward(d, f.first + i, f.first + f.count)
    f.next += 1
    f.current = d.codes[f.first + i]
    f.rank = d.ranks[f.first + i]
    f.stage = WIDE
    if i > 0 and f.depth > 0:
        f.stage = NARROW
        if i > 1 and f.depth > 2 and f.rank < _ORDER and f.urgent == 0 and level > 0:
            if d.fewer[min(f.depth, 63), min(i, 63)] > 0:
                f.stage = REDUCED


@jit
def _bring_forward(d, place, end):
    """Swap the highest ranked move to the front."""
    best = place
    for j in range(place + 1, end):
        if d.ranks[j] > d.ranks[best]:
            best = j
    code = d.codes[best]
    rank = d.ranks[best]
    d.codes[best] = d.codes[place]
    d.ranks[best] = d.ranks[place]
    d.codes[place] = code
    d.ranks[place] = rank


@jit
def _push(game, d, f, child, s, level):
    """Let the next frame look at the position s.  Return its level."""
    child.turn = game.turn(s)
    child.sign = d.signs[child.turn] if child.turn >= 0 else 1
    depth = f.depth - 1
    if f.stage == REDUCED:
        depth = max(depth - d.fewer[min(f.depth, 63), min(f.next - 1, 63)], 1)
    return _open(f, child, depth, level)


@jit
def _open(f, child, depth, level):
    """Let the next frame look, with the window that the stage asks for."""
    beta = f.beta if f.stage == WIDE else f.alpha + 1
    if child.sign == f.sign:
        child.alpha = f.alpha
        child.beta = beta
    else:
        child.alpha = -beta
        child.beta = -f.alpha
    child.depth = depth
    child.phase = ENTER
    return level + 1


@jit
def _push_skip(game, d, f, child, s, level):
    """Let the next frame look at the position after a null move, whether it is still good enough."""
    f.stage = SKIPPED
    f.current = NO_CODE
    f.count = 0
    child.turn = game.turn(s)
    child.sign = -f.sign
    child.alpha = -f.beta
    child.beta = 1 - f.beta
    child.depth = max(f.depth - 3 - (f.depth >> 2), 0)
    child.phase = ENTER
    return level + 1


# --- going back ------------------------------------------------------------------------------------------------------


@jit
def _entry(f, level, age):
    """Return the data to remember of a frame that is done."""
    score = np.int64(f.best)
    bound = LOWER if score >= f.beta else UPPER if score <= f.lowest else EXACT
    if score > SURE:
        score += level
    elif score < -SURE:
        score -= level
    depth = SOLVED if f.solved > 0 else min(f.depth, SOLVED - 1)
    return pack(f.code, score, depth, bound, age)


@jit
def _take(d, f, child, before, level):
    """Take the score of the move looked at, or look again.  before: the frame above.  Return the next level."""
    score = child.best * child.sign * f.sign
    if f.stage == SKIPPED:
        if score >= f.beta:
            f.best = min(score, SURE)
            f.phase = LEAF
        return level
    if f.stage == REDUCED and score > f.alpha:
        f.stage = NARROW
        return _open(f, child, f.depth - 1, level)
    if f.stage == NARROW and f.alpha < score < f.beta:
        f.stage = WIDE
        return _open(f, child, f.depth - 1, level)
    f.whole &= child.solved
    if score > f.best:
        f.best = score
        f.code = f.current
        f.sure = child.solved if score > SURE else 0
        if score > f.alpha:
            if f.beta - f.lowest > 1:
                _note_line(d, f, child, level)
            f.alpha = score
        if score >= f.beta:
            f.solved = child.solved
            f.phase = DONE
            if f.depth > 0 and f.rank < _ORDER:
                _praise(d, f, before, level)
    return level


@jit
def _note_line(d, f, child, level):
    """The best line is the move, then that of the frame below."""
    d.lines[level, 0] = f.current
    for i in range(child.length):
        d.lines[level, i + 1] = d.lines[level + 1, i]
    f.length = child.length + 1


@jit
def _praise(d, f, before, level):
    """Remember that a move refutes, and that those tried before it did not."""
    code = np.int64(f.current)
    side = (1 - f.sign) >> 1
    if d.killers[level, 0] != code:
        d.killers[level, 1] = d.killers[level, 0]
        d.killers[level, 0] = code
    if level > 0 and before.current != NO_CODE:
        d.answers[before.current] = code
    gain = min(f.depth * f.depth * 32, 1024)
    d.history[side, code] += gain * (_HISTORY - d.history[side, code]) // _HISTORY
    for i in range(f.first, f.first + f.next - 1):
        other = d.codes[i]
        d.history[side, other] -= gain * (_HISTORY + d.history[side, other]) // _HISTORY
