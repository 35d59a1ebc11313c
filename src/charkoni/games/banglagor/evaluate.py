"""Static evaluation and move ordering of Banglagor."""

import numpy as np

from charkoni.core.bit_sets import NONE, ONE, count_bits
from charkoni.core.compiler import jit
from charkoni.core.constants import OVER
from charkoni.core.errors import N_
from charkoni.core.playout import chance_of
from charkoni.games.banglagor import rules

FEATURES = (
    N_("height"),
    N_("height that is bound"),
    N_("columns that can be taken"),
    N_("columns next to enemies"),
    N_("height on enemy land"),
    N_("the move"),
)
WEIGHTS = np.array([0.25, -0.16, -0.10, 0.02, 0.015, 0.25])  # in logits

_NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
_LAND = np.uint64((1 << 48) - 1)
_ROW = np.uint64(8)
_TOP = np.uint64(40)


@jit
def features(s, player, out):
    """Write the value of each of FEATURES for a player.  out: float64[6], modified in place."""
    out[0] = _height(s, player)
    out[1] = _bound_height(s, player)
    placing = rules.is_placing(s)
    out[2] = 0.0 if placing else _capturable_height(s, player)
    out[3] = 0.0 if placing else _columns_next_to_enemies(s, player)
    out[4] = 0.0 if placing else _height_on_enemy_land(s, player)
    out[5] = 1.0 if s.turn == player else 0.0


@jit
def value(s, out):
    """Write the expected points.  out: float64[2], modified in place.

    A lead counts relative to the total height, since less than half of the other's loses (B15), and less while nobody
    invades (B16).
    """
    lead = _logits(s, 0) - _logits(s, 1)
    if s.turn != OVER:
        lead += WEIGHTS[5] if s.turn == 0 else -WEIGHTS[5]
    out[0] = chance_of(lead * scale(s))
    out[1] = 1.0 - out[0]


@jit
def scale(s):
    """Return the factor of a lead: higher with little height left, lower while nobody invades."""
    quiet = np.float64(s.counter) / rules.DRAW_PLIES
    return 72.0 / (20.0 + _height(s, 0) + _height(s, 1)) * (1.0 - 0.7 * quiet * quiet)


@jit
def _logits(s, side):
    """Return the weighted sum of a side's features, the move excluded, in logits before `scale`."""
    logits = WEIGHTS[0] * _height(s, side) + WEIGHTS[1] * _bound_height(s, side)
    if rules.is_placing(s):
        return logits
    return (
        logits
        + WEIGHTS[2] * _capturable_height(s, side)
        + WEIGHTS[3] * _columns_next_to_enemies(s, side)
        + WEIGHTS[4] * _height_on_enemy_land(s, side)
    )


@jit
def _height(s, side):
    """Return the total height of a side's columns, those in hand included."""
    height = np.float64(rules.total(s, side))
    for size in range(3):
        height += (size + 1.0) * s.hand[side, size]
    return height


@jit
def _total_height(cells, odd, tall):
    """Return the total height of the columns on given cells of a half."""
    return count_bits(cells & odd) + 2 * count_bits(cells & tall)


@jit
def _bound_height(s, side):
    """Return the total height of a side's bound columns."""
    height = np.int64(0)
    for half in range(2):
        height += _total_height(s.columns[side, half] & s.bound[half], s.odd[half], s.tall[half])
    return np.float64(height)


@jit
def _height_on_enemy_land(s, side):
    """Return the total height of a side's free columns on enemy land."""
    half = 1 - side
    return np.float64(_total_height(s.columns[side, half] & ~s.bound[half], s.odd[half], s.tall[half]))


@jit
def _adjacent(here, other, half):
    """Return the cells of a half adjacent to `here` in it or, across the border, to `other` in the other half."""
    across = (other & _LAND) >> _TOP if half == 1 else other << _TOP
    near = (here << _ROW) | (here >> _ROW) | ((here & _NOT_H) << ONE) | ((here & _NOT_A) >> ONE)
    return (near | across) & _LAND


@jit
def _columns_next_to_enemies(s, side):
    """Return the number of a side's free columns next to an enemy."""
    count = np.int64(0)
    for half in range(2):
        foes = _adjacent(s.columns[1 - side, half], s.columns[1 - side, 1 - half], half)
        count += count_bits(s.columns[side, half] & ~s.bound[half] & foes)
    return np.float64(count)


@jit
def _capturable_height(s, side):
    """Return the total height of a side's columns that enemies, together higher, can attack in one turn.

    Obstacles are ignored: a column of height h can attack all cells at h + 1, h - 1 ... steps.
    """
    height = np.int64(0)
    foe = 1 - side
    for half in range(2):
        low = _reach(s, foe, half, 1)
        middle = _reach(s, foe, half, 2)
        high = _reach(s, foe, half, 3)
        mine = s.columns[side, half]
        ones = mine & s.odd[half] & ~s.tall[half]
        twos = mine & s.tall[half] & ~s.odd[half]
        threes = mine & s.tall[half] & s.odd[half]
        beside = _adjacent(s.columns[foe, half] & ~s.bound[half], s.columns[foe, 1 - half] & ~s.bound[1 - half], half)
        height += count_bits(ones & (middle | high | (low & beside)))
        height += 2 * count_bits(twos & (high | (middle & beside)))
        height += 3 * count_bits(threes & ((high & beside) | (high & middle)))
    return np.float64(height)


@jit
def _reach(s, side, half, size):
    """Return the cells of a half that free columns of a size can attack after a walk, ignoring other columns."""
    here = _sized(s, side, half, size)
    other = _sized(s, side, 1 - half, size)
    for _ in range(size + 1):
        onward = _adjacent(here, other, half)
        other = _adjacent(other, here, 1 - half)
        here = onward
    return here


@jit
def _sized(s, side, half, size):
    """Return the free columns of a size."""
    columns = s.columns[side, half] & ~s.bound[half]
    if size == 1:
        return columns & ~s.tall[half]
    return columns & s.tall[half] & (~s.odd[half] if size == 2 else s.odd[half])


@jit
def _captured_height(s, start, end, way):
    """Return the height of the column that a movement captures (B10), negated if it is only bound."""
    me = np.int64(s.turn)
    target = np.int64(rules.NEIGHBOUR[end, way])
    strength = rules.height(s, start)
    for side in range(1, rules.WAYS):
        cell = np.int64(rules.NEIGHBOUR[target, side])
        if cell >= 0 and cell != start and cell != end and rules.is_attacker(s, me, cell):
            strength += rules.height(s, cell)
    taken = rules.height(s, target)
    if strength > taken:
        return taken
    return np.int64(0) if s.bound[target // rules.LAND_CELLS] & rules.mask_of(target) != NONE else -taken


@jit
def order(s, code):
    """Return the priority of an action in move ordering: by the height it captures, binds or frees."""
    move = np.int64(code)
    if move < rules.MOVE or move == rules.PASS:
        return np.int64(0)
    if move >= rules.FREE:
        return rules.height(s, move - rules.FREE) - 1
    if move >= rules.LIFT:
        return np.int64(-2)
    walk = (move - rules.MOVE) // rules.WAYS
    way = (move - rules.MOVE) % rules.WAYS
    if way == 0:
        return np.int64(0)
    taken = _captured_height(s, walk // rules.CELLS, walk % rules.CELLS, way)
    return 3 + 3 * taken if taken > 0 else -taken


@jit
def noisy(s, code):
    """Return whether an action captures a column, so that quiescence search follows it."""
    return 1 if code < rules.LIFT and order(s, code) > 5 else 0


@jit
def null_move(s):
    """Pass the turn, for null-move pruning; return 0 where that is not possible.  s: STATE, modified in place."""
    if rules.is_placing(s):
        return 0
    s.turn = 1 - np.int64(s.turn)
    return 1


# --- the fixed evaluation of plain MCTS, a baseline for other engines -------------------------------------------------


@jit
def baseline_value(s, out):
    """Write the expected points from the shares of the total height.  out: float64[2], modified in place.

    A side below a third of the total has lost (B15).  Columns in hand count in full, bound ones three quarters.
    """
    blue = _strength(s, 0)
    green = _strength(s, 1)
    lead = (blue - green) / max(blue + green, 1.0)
    out[0] = min(max(0.5 + 1.5 * lead, 0.02), 0.98)
    out[1] = 1.0 - out[0]


@jit
def _strength(s, owner):
    """Return a side's total height, bound columns counted three quarters."""
    return _height(s, owner) - 0.25 * _bound_height(s, owner)
