"""What a player of Chaupar has to know: the race, and which piles the enemies can hit.

A pile walks as one piece (C12), so that the race is one of piles: four pieces in one have a quarter of the way to go.
Partners race together, for who is Home throws for the other.
"""

import math

import numpy as np

from charkoni.core.errors import mark
from charkoni.core.kernel import jit
from charkoni.core.playout import chance_of
from charkoni.core.terms import OVER
from charkoni.games.chaupar.rules import (
    CHARKONI,
    DROP,
    END,
    FACES,
    HAND,
    HOME,
    IS_CASTLE,
    LANE,
    PARTNER,
    STEPS,
    THROWS,
    TRIPLES,
    WALK,
    cell_of,
    landing,
    origin,
)
from charkoni.games.chaupar.rules import WEIGHTS as CASES

FEATURES = (
    mark("steps to go, a pile as one piece"),
    mark("steps in danger"),
    mark("piles on castles and in lanes, pieces Home"),
    mark("pieces in the Charkoni"),
    mark("the move"),
)
# In logits at the scale of 1, by hand: weights fitted to games without search lost more matches (docs/strength.md).
WEIGHTS = np.array([-0.05, -0.025, 0.4, -0.5, 0.4])
_WAY = STEPS + END + HOME - LANE
_SHARP = 10.0  # a lead decides the more, the shorter the way is
_BLUNT = 20.0
_FARTHEST = 18


def _chances():
    """Return the share of throws by which one piece can go exactly so many steps, float64[dice, steps] (C16, C17).

    It goes by one value, by the sum of two, or of all three.
    """
    chances = np.zeros((len(FACES), _FARTHEST + 1))
    for dice, faces in enumerate(FACES.tolist()):
        for throw in range(THROWS):
            i, j, k = (faces[at] for at in TRIPLES[throw])
            for steps in {i, j, k, i + j, i + k, j + k, i + j + k}:
                chances[dice, steps] += CASES[throw] / 64
    return chances


HIT = _chances()


@jit
def progress(piece):
    """Return how many steps a piece has behind it, 0 in the Charkoni and 85 Home."""
    if piece == CHARKONI:
        return np.int64(0)
    if piece > LANE:
        return STEPS + END + piece - LANE
    step = piece >> 1
    if piece & 1 == 1 and step <= END:
        return STEPS + step
    return step


@jit
def features(s, player, out):
    """Write what a colour has of each of FEATURES.  out: float64[5], modified in place."""
    for i in range(5):
        out[i] = 0.0
    i = 0
    while i < 4:
        piece = np.int64(s.pieces[player, i])
        height = _height_from(s, player, i)
        i += height
        if piece == HOME:
            out[2] += height
            continue
        made = np.float64(progress(piece))
        out[0] += _WAY - made
        if piece == CHARKONI:
            out[3] += 1.0
        elif piece > LANE or IS_CASTLE[piece >> 1]:
            out[2] += 1.0
        else:
            out[1] += _danger(s, player, piece) * ((height - 1) * _WAY + made)
    out[4] = 1.0 if s.turn != OVER and s.thrower == player else 0.0


@jit
def _height_from(s, player, i):
    """Return how many pieces from the i-th on are one pile; those in the Charkoni are not."""
    piece = np.int64(s.pieces[player, i])
    height = np.int64(1)
    if piece != CHARKONI:
        while i + height < 4 and np.int64(s.pieces[player, i + height]) == piece:
            height += 1
    return height


@jit
def scale(s):
    """Return how sharply a lead decides: the more, the fewer steps all have to go."""
    steps = 0.0
    for colour in range(4):
        i = 0
        while i < 4:
            steps += _WAY - np.float64(progress(np.int64(s.pieces[colour, i])))
            i += _height_from(s, colour, i)
    return _SHARP / math.sqrt(_BLUNT + 0.5 * steps)


@jit
def _danger(s, colour, piece):
    """Return about how likely the pile of a piece is hit by the next throws of the two enemies (C14)."""
    step = piece >> 1
    cell = cell_of(colour, step)
    height = np.int64(s.cells[cell]) & 7
    safe = 1.0
    for enemy in range(1 - (colour & 1), 4, PARTNER):
        before = np.int64(HOME)
        for i in range(4):
            other = np.int64(s.pieces[enemy, i])
            if other > LANE:
                break
            if other == before:
                continue
            before = other
            distance = _distance(enemy, other, cell)
            if 0 < distance <= _FARTHEST and _height(s, enemy, other) >= height:
                safe *= 1.0 - HIT[s.dice, distance]
    return 1.0 - safe


@jit
def _distance(colour, piece, cell):
    """Return how many steps a piece of the edge or the Charkoni is behind a cell."""
    step = np.int64(0) if piece == CHARKONI else piece >> 1
    distance = cell - cell_of(colour, step + 1) + 1
    return distance if distance > 0 else distance + STEPS


@jit
def _height(s, colour, piece):
    return np.int64(1) if piece == CHARKONI else np.int64(s.cells[cell_of(colour, piece >> 1)]) & 7


@jit
def value(s, out):
    """Write the expected points.  out: float64[4], modified in place."""
    lead = 0.0
    steps = 0.0
    for colour in range(4):
        hope = 0.0
        i = 0
        while i < 4:
            piece = np.int64(s.pieces[colour, i])
            height = _height_from(s, colour, i)
            i += height
            if piece == HOME:
                hope += WEIGHTS[2] * height  # so that the last step of the lane is a gain
                continue
            made = np.float64(progress(piece))
            steps += _WAY - made
            hope += WEIGHTS[0] * (_WAY - made)
            if piece == CHARKONI:
                hope += WEIGHTS[3]
            elif piece > LANE or IS_CASTLE[piece >> 1]:
                hope += WEIGHTS[2]
            else:
                hope += WEIGHTS[1] * _danger(s, colour, piece) * ((height - 1) * _WAY + made)
        if s.turn != OVER and s.thrower == colour:
            hope += WEIGHTS[4]
        lead += hope if colour & 1 == 0 else -hope
    out[0] = chance_of(lead * _SHARP / math.sqrt(_BLUNT + 0.5 * steps))
    out[1] = 1.0 - out[0]
    out[2] = out[0]
    out[3] = out[1]


@jit
def order(s, code):
    """Return how promising a move is: hits first, then ways to safety, what is unused last."""
    move = np.int64(code)
    if move >= DROP:
        return np.int64(-3)
    if move >= HAND:
        return np.int64(-2)
    me = np.int64(s.turn)
    target = landing(s, move)
    if target > LANE:
        return np.int64(4 if target == HOME else 3)
    there = np.int64(s.cells[cell_of(me, target >> 1)])
    if there > 0 and (there >> 3) - 1 != me:
        return 10 + (there & 7)
    if there > 0 or IS_CASTLE[target >> 1]:
        return np.int64(3)
    if move < WALK:
        return np.int64(2)
    return np.int64(0 if IS_CASTLE[origin(move) >> 1] else 1)


# --- at first sight: for the plain tree search (mcts), a yardstick that stays as it is --------------------------------


@jit
def glance(s, out):
    """Write the expected points from the race alone.  out: float64[4], modified in place."""
    lead = np.float64(0.0)
    for colour in range(4):
        for i in range(4):
            steps = np.float64(progress(np.int64(s.pieces[colour, i])))
            # The second half of the way is worth more: fewer enemies come from behind, and Home is safe.
            weight = steps + 0.5 * steps * steps / (STEPS + END + HOME - LANE)
            lead += weight if colour % 2 == 0 else -weight
    out[0] = 0.5 + 0.5 * lead / (150.0 + abs(lead))
    out[1] = 1.0 - out[0]
    out[2] = out[0]
    out[3] = out[1]
