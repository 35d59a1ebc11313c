"""Exact chances of the end of Chaupar, with all pieces in the lanes or Home.

In the lanes the colours do not interact: heights no longer matter, only the lane cells a colour holds.  The **rank** of
a colour is the index of that set in SETS, the sets of at most MOST_PILES lane cells; 0 is the empty set, all Home.  A
tablebase gives the winning probability of black and yellow for the ranks of the four colours and the colour whose throw
is due.

Every move brings a piece closer to Home, so positions with a shorter distance are computed first.  Only a round without
moves leads back to the same position: its four values are computed by value iteration.
"""

from itertools import combinations

import numpy as np

from charkoni.core.compiler import jit
from charkoni.games.chaupar.rules import COLOURS, FACES, PARTNER, THROWS, TRIPLES, WEIGHTS

LANE_CELLS = 7

# Piles of a colour: 1 + 7 + 21 sets of cells.  With three it would be 64 sets, 64**4 * 4 = 67 million positions and
# half a gigabyte: four hours of the processor at the speed of two piles (543 s for 2.8 million).
MOST_PILES = 2
SETS = [cells for piles in range(MOST_PILES + 1) for cells in combinations(range(1, LANE_CELLS + 1), piles)]
NOTHING = LET_GO = -1
WORST = np.array([-1.0, 2.0])  # below and above all chances, for the team that wants a high and a low one
SETTLED = 1e-14  # chances that change by less are final; float64 tells 1e-16 apart
WEIGHT_OF_ALL = int(WEIGHTS.sum())


def _uses():
    """Return the ranks after each move, int16[sets, values 0..6, MOST_PILES] by ascending lane cell, or NOTHING.

    Also whether it steps Home, a bool of the same shape.
    """
    after = np.full((len(SETS), 7, MOST_PILES), NOTHING, np.int16)
    home = np.zeros(after.shape, np.bool_)
    for rank, cells in enumerate(SETS):
        for value in range(1, 7):
            for place, cell in enumerate(cells):
                if cell + value <= LANE_CELLS + 1:
                    moved = {*cells} - {cell} | {cell + value}
                    after[rank, value, place] = SETS.index(tuple(sorted(moved - {LANE_CELLS + 1})))
                    home[rank, value, place] = cell + value == LANE_CELLS + 1
    return after, home


AFTER, COMES_HOME = _uses()
WAY = np.array([sum(LANE_CELLS + 1 - cell for cell in cells) for cells in SETS], np.int64)


@jit
def place_of(ranks, thrower, sets):
    """Return the index of a position in a tablebase.  ranks: int64[4].  sets: the number of sets of a colour."""
    place = np.int64(0)
    for colour in range(COLOURS):
        # index = (((r0 * S + r1) * S + r2) * S + r3) * 4 + thrower, S sets of a colour
        place = place * sets + ranks[colour]
    return place * COLOURS + thrower


@jit
def compute(way, sets, dice, ranks, chances):
    """Fill in all positions with `way` steps to go in all; those with fewer are filled in.

    ranks: int64[4], scratch.  chances: float64[sets**4 * 4], modified in place: black's and yellow's chance to win.
    """
    for place in range(sets * sets * sets * sets):
        left = np.int64(place)
        total = np.int64(0)
        for colour in range(COLOURS - 1, -1, -1):
            ranks[colour] = left % sets
            total += WAY[ranks[colour]]
            left //= sets
        if total == way:
            _settle(sets, dice, ranks, chances)


@jit
def _settle(sets, dice, ranks, chances):
    """Compute the four values of ranks by value iteration."""
    first = place_of(ranks, 0, sets)
    winner = _winner(ranks)
    for thrower in range(COLOURS):
        chances[first + thrower] = 0.5 if winner == NOTHING else 1.0 - winner
    change = 1.0 if winner == NOTHING else 0.0
    while change > SETTLED:
        change = 0.0
        for thrower in range(COLOURS - 1, -1, -1):
            chance = throw_due(sets, dice, ranks, thrower, chances)
            change = max(change, abs(chance - chances[first + thrower]))
            chances[first + thrower] = chance


@jit
def _winner(ranks):
    """Return the team that is Home, or NOTHING."""
    for team in range(2):
        if ranks[team] == 0 and ranks[team + PARTNER] == 0:
            return team
    return NOTHING


@jit
def throw_due(sets, dice, ranks, thrower, chances):
    """Return the chance before a throw of a colour."""
    total = 0.0
    for i in range(THROWS):
        u = FACES[dice, TRIPLES[i, 0]]
        v = FACES[dice, TRIPLES[i, 1]]
        w = FACES[dice, TRIPLES[i, 2]]
        # 20 triples stand for all 64 throws of three dice, weighted by their permutations.
        total += WEIGHTS[i] * three_left(sets, ranks, thrower, u, v, w, chances)
    return total / WEIGHT_OF_ALL


@jit
def none_left(sets, ranks, thrower, chances):
    """Return the chance when the next colour is to throw, or when the game is over."""
    winner = _winner(ranks)
    if winner != NOTHING:
        return 1.0 - winner
    return chances[place_of(ranks, (thrower + 1) % COLOURS, sets)]


@jit
def _better(thrower, one, other):
    """Return the chance that the team of a colour prefers."""
    return max(one, other) if thrower & 1 == 0 else min(one, other)


@jit
def can_use(ranks, colour, value, place):
    """Return whether a pile of a colour can use a value (C10, C11)."""
    if AFTER[ranks[colour], value, place] == NOTHING:
        return False
    return colour < PARTNER or ranks[colour - PARTNER] == 0 or not COMES_HOME[ranks[colour], value, place]


@jit
def deciding_colour(ranks, thrower, value):
    """Return the colour that uses a value: the thrower, or the partner if the thrower has no move (C18)."""
    for place in range(MOST_PILES):
        if can_use(ranks, thrower, value, place):
            return thrower
    return thrower ^ PARTNER


@jit
def _use(ranks, colour, value, place):
    """Use a value for a pile, or for none (LET_GO); return whether that is possible.  ranks: modified in place."""
    if place == LET_GO:
        return True
    if not can_use(ranks, colour, value, place):
        return False
    ranks[colour] = AFTER[ranks[colour], value, place]
    return True


@jit
def one_left(sets, ranks, thrower, value, chances):
    """Return the chance with one value left: it is played, handed over and played, or not used; 0 for none."""
    best = WORST[thrower & 1]
    mover = deciding_colour(ranks, thrower, value)
    before = ranks[mover]
    for place in range(LET_GO, MOST_PILES):
        if _use(ranks, mover, value, place):
            best = _better(thrower, best, none_left(sets, ranks, thrower, chances))
            ranks[mover] = before
    return best


@jit
def two_left(sets, ranks, thrower, u, v, chances):
    """Return the chance with up to two values left, in either order; 0 for none."""
    best = WORST[thrower & 1]
    for turn in range(1 if u == v else 2):
        value, later = (u, v) if turn == 0 else (v, u)
        mover = deciding_colour(ranks, thrower, value)
        before = ranks[mover]
        for place in range(LET_GO, MOST_PILES):
            if _use(ranks, mover, value, place):
                best = _better(thrower, best, one_left(sets, ranks, thrower, later, chances))
                ranks[mover] = before
    return best


@jit
def three_left(sets, ranks, thrower, u, v, w, chances):
    """Return the chance with up to three values left, in any order: ascending, with zeros behind them."""
    best = WORST[thrower & 1]
    for turn in range(3):
        value, x, y = (u, v, w) if turn == 0 else (v, u, w) if turn == 1 else (w, u, v)
        if (turn == 1 and v == u) or (turn == 2 and w == v):
            continue
        mover = deciding_colour(ranks, thrower, value)
        before = ranks[mover]
        for place in range(LET_GO, MOST_PILES):
            if _use(ranks, mover, value, place):
                best = _better(thrower, best, two_left(sets, ranks, thrower, x, y, chances))
                ranks[mover] = before
    return best


@jit
def handed_over(sets, ranks, thrower, value, u, v, chances):
    """Return the chance while the partner decides about a value; u and v are what remains, 0 for nothing."""
    best = WORST[thrower & 1]
    mover = thrower ^ PARTNER
    before = ranks[mover]
    for place in range(LET_GO, MOST_PILES):
        if _use(ranks, mover, value, place):
            best = _better(thrower, best, two_left(sets, ranks, thrower, u, v, chances))
            ranks[mover] = before
    return best
