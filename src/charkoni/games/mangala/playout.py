"""Random games of Mangala on packed rows: the moves of the single-move playout, in a third of its time.

A row is a uint64: holes 1 to 6 of a side in its bytes 0 to 5, the store in byte 6; byte 7 stays 0.  A sowing is one
addition to each row.  No byte carries into the next one, since there are 48 stones.
"""

import numpy as np

from charkoni.core.compiler import jit
from charkoni.core.constants import OVER
from charkoni.core.playout import playout
from charkoni.core.random_numbers import below
from charkoni.games.mangala.rules import FALLS, RING, STONES, STORE, end_if_empty, last_place

_BYTE = np.uint64(255)
_HOLES = np.uint64((1 << 48) - 1)
_NOTHING, _ONE = np.uint64(0), np.uint64(1)
_ALL = np.uint64((1 << 64) - 1)
_SEVEN, _EIGHT, _FOURTEEN, _TWENTY_EIGHT = np.uint64(7), np.uint64(8), np.uint64(14), np.uint64(28)
_BANK, _NUMBER = np.uint64(48), np.uint64(56)
_BELOW_EIGHTH_BITS = np.uint64(0x7F7F7F7F7F7F)
_EIGHTH_BITS = np.uint64(0x808080808080)
_SIX_BITS = np.uint64(63)
_NOWHERE = 56
"""The shift of the byte that stays 0."""
_CELLS = 64
"""Entries for each hole of the tables of sowings; a power of two is cheaper than 49 stones."""


def _sowings():
    """Return what a sowing adds to the mover's and the other's row, and what follows, uint64[2 * 6 * 64] each.

    The index is (hole + 6 * first) * 64 + stones.  What follows: bits 0-5 the shift of the hole of the other's row from
    which a capture takes, bits 6-11 that of the last stone's hole if it is an own one, then whether an even number is
    captured, and whether it is the other's turn.
    """
    own, other, after = (np.zeros(12 * _CELLS, np.uint64) for _ in range(3))
    for row in range(12):
        for stones in range(1, STONES + 1):
            at = row * _CELLS + stones
            falls = FALLS[row, stones].tolist()
            last = int(last_place(row % 6, stones, RING, row // 6))
            own[at] = sum(n << 8 * place for place, n in enumerate(falls[: STORE + 1]))
            other[at] = sum(n << 8 * place for place, n in enumerate(falls[STORE + 1 :]))
            source = 8 * (last - STORE - 1) if last > STORE else 8 * (STORE - 1 - last) if last < STORE else _NOWHERE
            ending = 8 * last if last < STORE else _NOWHERE
            after[at] = source | ending << 6 | (last > STORE) << 12 | (last != STORE) << 13
    for table in (own, other, after):
        table.flags.writeable = False
    return own, other, after


SOWN_OWN, SOWN_OTHER, AFTER = _sowings()
# For each set of holes that are not empty, a bit each: the holes one after the other in bytes, their number in byte 7.
CHOICES = np.array(
    [
        sum(hole << 8 * i for i, hole in enumerate(holes)) | len(holes) << 56
        for holes in ([hole for hole in range(6) if bits >> hole & 1] for bits in range(64))
    ],
    np.uint64,
)


@jit
def pack(s, side):
    """Return the row of a side."""
    row = np.uint64(s.store[side])
    for hole in range(5, -1, -1):
        row = row << _EIGHT | np.uint64(s.holes[side, hole])
    return row


@jit
def unpack(s, side, row):
    """Write the row of a side.  s: STATE, modified in place."""
    for hole in range(6):
        s.holes[side, hole] = np.int64(row & _BYTE)
        row >>= _EIGHT
    s.store[side] = np.int64(row)


@jit
def filled_holes(row):
    """Return the holes that are not empty, a bit each."""
    bits = ((row & _HOLES) + _BELOW_EIGHTH_BITS & _EIGHTH_BITS) >> _SEVEN
    pairs = bits | bits >> _SEVEN
    return (pairs | pairs >> _FOURTEEN | pairs >> _TWENTY_EIGHT) & _SIX_BITS


@jit
def finish(game, s, rng, cap, codes, weights):
    """Play random moves until the game is over or `cap` are made; return their number.

    The moves and the numbers drawn are those of `charkoni.core.playout.playout`.
    """
    if s.fortress or s.turn == OVER:
        return playout(game, s, rng, cap, codes, weights)
    me = np.int64(s.turn)
    own, other, exchanged, plies = _played_out(pack(s, me), pack(s, 1 - me), np.int64(s.first), cap, rng)
    if exchanged:
        me = 1 - me
    unpack(s, me, own)
    unpack(s, 1 - me, other)
    if not end_if_empty(s):
        s.turn = me
    return plies


@jit
def _played_out(own, other, first, cap, rng):
    """Play random moves with rows; return the mover's row, the other's, whether they were exchanged, and the plies."""
    table = np.uint64(6 * _CELLS * first)
    exchanged = _NOTHING
    plies = np.int64(0)
    while plies < cap:
        choices = CHOICES[filled_holes(own)]
        shift = (choices >> (np.uint64(below(rng, np.int64(choices >> _NUMBER))) * _EIGHT) & _BYTE) * _EIGHT
        at = table + shift * _EIGHT + (own >> shift & _BYTE)
        after = AFTER[at]
        own = (own & ~(_BYTE << shift)) + SOWN_OWN[at]
        other += SOWN_OTHER[at]
        # Both captures at once: every third branch between them would be mispredicted.
        source, ending = after & _SIX_BITS, after >> np.uint64(6) & _SIX_BITS
        caught, alone = other >> source & _BYTE, own >> ending & _BYTE
        even = after >> np.uint64(12) & ~caught
        takes = (even | np.uint64(alone == _ONE) & np.uint64(caught > _NOTHING)) & _ONE
        own += ((caught + alone) * takes << _BANK) - (alone * takes << ending)
        other -= caught * takes << source
        plies += 1
        if own & _HOLES == _NOTHING or other & _HOLES == _NOTHING:
            break
        turns = _ALL * (after >> np.uint64(13))
        differences = (own ^ other) & turns
        own ^= differences
        other ^= differences
        exchanged ^= turns
    return own, other, exchanged != _NOTHING, plies
