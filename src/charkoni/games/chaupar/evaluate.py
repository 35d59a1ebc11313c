"""Static evaluation and move ordering of Chaupar: progress of piles, chances to join, danger of capture.

A pile walks as one piece (C12), so four pieces in a pile have a quarter of the way to go.  Partners are evaluated
together, since a colour that is Home throws for the other.
"""

import math

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE
from charkoni.core.errors import N_
from charkoni.core.playout import chance_of
from charkoni.games.chaupar import rules

_ON_THE_WAY = (
    N_("single pieces on the way"),
    N_("piles of two on the way"),
    N_("piles of three on the way"),
    N_("piles of four on the way"),
)
_DANGER = N_("steps in danger")
_MARKS = np.array([1, 8, 18, 28, 38, 48, 58, 68, 77, 85])
"""Steps made at which the value of a pile is fitted, interpolated between them; the last is Home."""
_MARKS_COUNT = len(_MARKS)
FEATURES = (
    *(name for name in _ON_THE_WAY for _ in range(_MARKS_COUNT)),
    N_("pieces Home"),
    N_("pieces in the Charkoni"),
    N_("pieces in the Charkoni while others are on the way"),
    N_("piles beyond the first"),
    N_("distance between own piles"),
    N_("chances to join"),
    *(_DANGER for _ in range(rules.COLOURS)),  # from the colours that throw next, second, third, last
    N_("the move"),
)
# In logits at a scale of 1, fitted to games of one-ply play (docs/strength.md, `tune --nodes 0`).
WEIGHTS = np.array([
    -3.72, -3.79, -3.79, -3.76, -3.64, -3.68, -4.12, -4.02, -4.23, -4.77, -3.32, -3.35, -3.27,
    -3.27, -3.28, -3.02, -3.13, -2.65, -2.51, -2.92, -2.87, -2.85, -2.74, -2.8, -2.83, -2.88,
    -3.21, -2.91, -3.1, -3.18, -2.75, -2.52, -2.23, -1.85, -1.39, -0.912, -0.419, 0.151,
    0.612, 0.946, 0.399, -1.22, 0.705, 3.64, -0.929, 0.255, -0.513, -0.224, -0.278, -0.0768,
    0.221,
])  # fmt: skip
_AT_HOME = 4 * _MARKS_COUNT
_WAITING, _WAITING_BESIDE, _EXTRA_PILES, _GAP, _JOIN_CHANCE, _FIRST_DANGER = range(_AT_HOME + 1, _AT_HOME + 7)
_MOVE = _FIRST_DANGER + rules.COLOURS
_SCALE = 10.0  # scale(s) = _SCALE / sqrt(_SCALE_STEPS + steps / 2): the shorter the way, the more a lead decides
_SCALE_STEPS = 20.0
_FARTHEST = 18  # the largest sum of three values
_FAR = 30  # larger distances between piles count as this one
_HUNDRED = 100.0
_AVERAGE_THROW = 10.5  # steps


def _chances():
    """Return the share of throws by which one piece can go exactly that many steps, float64[dice, steps] (C16, C17).

    It goes by one value or by the sum of two or three.
    """
    chances = np.zeros((len(rules.FACES), _FARTHEST + 1))
    for dice, faces in enumerate(rules.FACES.tolist()):
        for throw in range(rules.THROWS):
            i, j, k = (faces[face] for face in rules.TRIPLES[throw])
            for steps in {i, j, k, i + j, i + k, j + k, i + j + k}:
                chances[dice, steps] += rules.WEIGHTS[throw] / 64
    return chances


HIT = _chances()


@jit
def features(s, player, out):
    """Write the value of each of FEATURES for a colour.  out: float64[51], modified in place."""
    for i in range(_MOVE + 1):
        out[i] = 0.0
    piles = np.int64(0)
    before = np.int64(rules.CHARKONI)
    i = 0
    while i < 4:
        piece = np.int64(s.pieces[player, i])
        height = _pile_height(s, player, i)
        i += height
        if piece == rules.HOME:
            out[_AT_HOME] += height
        elif piece == rules.CHARKONI:
            out[_WAITING] += 1.0
        else:
            piles += 1
            made = rules.progress(piece)
            k = np.int64(0)
            while k < _MARKS_COUNT - 2 and made >= _MARKS[k + 1]:
                k += 1
            share = (made - _MARKS[k]) / (_MARKS[k + 1] - _MARKS[k])
            out[(height - 1) * _MARKS_COUNT + k] += 1.0 - share
            out[(height - 1) * _MARKS_COUNT + k + 1] += share
            if piece < rules.LANE:
                if before != rules.CHARKONI:
                    gap = abs(made - rules.progress(before))
                    out[_GAP] += min(gap, _FAR) / np.float64(_FAR)
                    out[_JOIN_CHANCE] += HIT[s.dice, gap] if gap <= _FARTHEST else 0.0
                before = piece
                if not rules.IS_CASTLE[piece >> 1]:
                    for turn in range(rules.COLOURS):
                        danger = _danger(s, _thrower_at(s, turn), player, piece)
                        out[_FIRST_DANGER + turn] += danger * ((height - 1) * rules.WAY + made) / _HUNDRED
    out[_EXTRA_PILES] = max(piles - 1, 0)
    out[_WAITING_BESIDE] = out[_WAITING] if piles > 0 else 0.0
    out[_MOVE] = _share_of_a_throw(s) if s.thrower == player else 0.0


@jit
def _pile_height(s, player, i):
    """Return the number of pieces from the i-th on in one pile; in the Charkoni each is single."""
    piece = np.int64(s.pieces[player, i])
    height = np.int64(1)
    if piece != rules.CHARKONI:
        while i + height < 4 and np.int64(s.pieces[player, i + height]) == piece:
            height += 1
    return height


@jit
def _thrower_at(s, turn):
    """Return the colour of the next throw (turn 0), of the one after it (turn 1), and so on."""
    return (np.int64(s.thrower) + turn + (0 if s.turn == CHANCE else 1)) & 3


@jit
def _share_of_a_throw(s):
    """Return the steps left to the thrower as a share of an average throw, 1 before he throws."""
    if s.turn == CHANCE:
        return 1.0
    steps = np.int64(0)
    for face in range(4):
        steps += s.values[face] * rules.FACES[s.dice, face]
    return steps / _AVERAGE_THROW


@jit
def scale(s):
    """Return the factor of a lead: higher with fewer steps to go for all."""
    steps = np.int64(0)
    for colour in range(rules.COLOURS):
        i = 0
        while i < 4:
            steps += rules.WAY - rules.progress(np.int64(s.pieces[colour, i]))
            i += _pile_height(s, colour, i)
    return _SCALE / math.sqrt(_SCALE_STEPS + 0.5 * steps)


@jit
def _danger(s, enemy, colour, piece):
    """Return about the probability that the next throw of `enemy` captures a pile (C14); 0 for a colour of its team."""
    if (enemy ^ colour) & 1 == 0:
        return 0.0
    cell = rules.cell_of(colour, piece >> 1)
    height = np.int64(s.cells[cell]) & 7
    safe = 1.0
    before = np.int64(rules.HOME)
    for i in range(4):
        other = np.int64(s.pieces[enemy, i])
        if other > rules.LANE:
            break
        if other == before:
            continue
        before = other
        distance = _distance(enemy, other, cell)
        if 0 < distance <= _FARTHEST and rules.height_of(s, enemy, other) >= height:
            safe *= 1.0 - HIT[s.dice, distance]
    return 1.0 - safe


@jit
def _distance(colour, piece, cell):
    """Return the number of steps from a piece on the edge or in the Charkoni to a cell."""
    step = np.int64(0) if piece == rules.CHARKONI else piece >> 1
    distance = cell - rules.cell_of(colour, step + 1) + 1
    return distance if distance > 0 else distance + rules.STEPS


def _pile_values():
    """Return the value of a pile, in logits, by its height minus 1 and the steps made, float64[4, steps]."""
    steps = np.arange(rules.WAY + 1)
    values = np.stack([np.interp(steps, _MARKS, WEIGHTS[k * _MARKS_COUNT :][:_MARKS_COUNT]) for k in range(4)])
    values.flags.writeable = False
    return values


_PILE_VALUES = _pile_values()


@jit
def value(s, out):
    """Write the expected points.  out: float64[4], modified in place."""
    lead = 0.0
    steps = np.int64(0)
    for colour in range(rules.COLOURS):
        logits = WEIGHTS[_MOVE] * _share_of_a_throw(s) if s.thrower == colour else 0.0
        piles = np.int64(0)
        waiting = np.int64(0)
        before = np.int64(rules.CHARKONI)
        i = 0
        while i < 4:
            piece = np.int64(s.pieces[colour, i])
            height = _pile_height(s, colour, i)
            i += height
            if piece == rules.HOME:
                logits += WEIGHTS[_AT_HOME] * height
                continue
            made = rules.progress(piece)
            steps += rules.WAY - made
            if piece == rules.CHARKONI:
                waiting += 1
                continue
            piles += 1
            logits += _PILE_VALUES[height - 1, made]
            if piece < rules.LANE:
                if before != rules.CHARKONI:
                    gap = abs(made - rules.progress(before))
                    logits += WEIGHTS[_GAP] * min(gap, _FAR) / _FAR
                    if gap <= _FARTHEST:
                        logits += WEIGHTS[_JOIN_CHANCE] * HIT[s.dice, gap]
                before = piece
                if not rules.IS_CASTLE[piece >> 1]:
                    danger = 0.0
                    for turn in range(rules.COLOURS):
                        danger += WEIGHTS[_FIRST_DANGER + turn] * _danger(s, _thrower_at(s, turn), colour, piece)
                    logits += danger * ((height - 1) * rules.WAY + made) / _HUNDRED
        logits += WEIGHTS[_WAITING] * waiting
        if piles > 0:
            logits += WEIGHTS[_WAITING_BESIDE] * waiting + WEIGHTS[_EXTRA_PILES] * (piles - 1)
        lead += logits if colour & 1 == 0 else -logits
    out[0] = chance_of(lead * _SCALE / math.sqrt(_SCALE_STEPS + 0.5 * steps))
    out[1] = 1.0 - out[0]
    out[2] = out[0]
    out[3] = out[1]


@jit
def order(s, code):
    """Return the priority of a move in move ordering: captures first, then moves to safety, unused values last."""
    move = np.int64(code)
    if not rules.moves_piece(move):
        return np.int64(-3 if move >= rules.DROP else -2)
    me = np.int64(s.turn)
    target = rules.landing(s, move)
    if target > rules.LANE:
        return np.int64(4 if target == rules.HOME else 3)
    there = np.int64(s.cells[rules.cell_of(me, target >> 1)])
    if there > 0 and (there >> 3) - 1 != me:
        return 10 + (there & 7)
    if there > 0 or rules.IS_CASTLE[target >> 1]:
        return np.int64(3)
    piece = rules.origin(move)
    if piece == rules.CHARKONI:
        return np.int64(2)
    return np.int64(0 if rules.IS_CASTLE[piece >> 1] else 1)


# --- the fixed evaluation of plain MCTS, a baseline for other engines -------------------------------------------------


@jit
def baseline_value(s, out):
    """Write the expected points from the race alone.  out: float64[4], modified in place."""
    lead = np.float64(0.0)
    for colour in range(4):
        for i in range(4):
            steps = np.float64(rules.progress(np.int64(s.pieces[colour, i])))
            # The second half of the way counts more: fewer enemies come from behind, and Home is safe.
            weight = steps + 0.5 * steps * steps / rules.WAY
            lead += weight if colour % 2 == 0 else -weight
    out[0] = 0.5 + 0.5 * lead / (150.0 + abs(lead))
    out[1] = 1.0 - out[0]
    out[2] = out[0]
    out[3] = out[1]
