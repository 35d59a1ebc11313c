"""Moves as sequences of taps, for programs that learn: kernels that follow from the declared moves of a game.

A tap is a number, `Moves.zones` in order.  A sequence of taps is a number, too: the first tap plus one in the lowest
byte, then the others.  `game` is a `Kernels` value.  A game may have a kernel of its own of the same name where a
faster one is measured, in its module `moves` or `encoding`; that calls these for what it does not change.

The tables of a game are in TAP_TABLES; `tap_table(s)` is the number of those valid in a state.
"""

import numpy as np

from charkoni.core.compiler import inlined, jit

OPTIONAL = np.int64(1 << 56)
"""Marks a sequence whose last tap is left out where the others determine the move."""
_TAPS = np.int64((1 << 56) - 1)
TAP_BITS = np.int64(8)
"""The bits of a tap in a sequence."""
_ONE = np.uint64(1)
LISTED = np.int64(2)
"""Marks kinds whose moves are listed, among those in which a code is searched for."""


@inlined
def tap_table(s):
    """Return 0: the game has the same taps in all variants and stages."""
    return np.int64(0)


@jit(counted=False)
def full_taps(game, s, code):
    """Return the taps of a move with the last one, even where it is left out; then OPTIONAL is added."""
    tables = game.TAP_TABLES
    table = np.uint64(game.tap_table(s))  # unsigned indices: no code for negative ones
    seat = np.uint64(min(np.int64(game.turn(s)), tables.seats - 1))
    kind = np.uint64(0)
    while code >= tables.firsts[table, kind + _ONE]:
        kind += _ONE
    rest = np.int64(code) - tables.firsts[table, kind]
    head = rest * tables.factors[table, kind] >> 32  # a division by the stride, which would take far longer
    rest -= head * tables.strides[table, kind]
    first = tables.heads[seat, np.uint64(tables.head_rows[table, kind] + head)]
    taps = first | tables.tails[seat, np.uint64(tables.tail_rows[table, kind] + rest)]
    if tables.same > 0 and taps >> 8 & 255 == taps & 255:
        taps += (tables.same - (taps & 255)) << 8
    return taps


@jit(counted=False)
def decode(game, s, taps, codes):
    """Return the code of the move that taps enter, or -1 for a beginning.  codes: int64[WIDEST], scratch."""
    tables = game.TAP_TABLES
    table = np.uint64(game.tap_table(s))
    seat = np.uint64(min(np.int64(game.turn(s)), tables.seats - 1))
    first = np.uint64(taps & 255)
    second = np.uint64(taps >> 8 & 255)
    third = np.uint64(taps >> 16)
    if tables.most == 1 and tables.shares.shape[2] == 1:
        return np.int64(tables.shares[table, seat, 0, 0, first])
    place = np.int64(tables.kinds[table, first, second])
    if place < 0:
        return np.int64(-1)
    kind = np.uint64(place)
    code = np.int64(tables.shares[table, seat, kind, 0, first])
    left = np.int64(tables.lengths[table, kind]) - 1
    if second > 0:
        code += tables.shares[table, seat, kind, 1, first if second == tables.same else second]
        left -= 1
    if third > 0:
        code += tables.shares[table, seat, kind, 2, third]
        left -= 1
    if left == 1 and tables.shortened[table, kind]:
        return np.int64(game.only_move(game, s, code, codes))
    if left > 0:
        return np.int64(-1)
    if tables.searched[table, kind] == LISTED:
        row = tables.head_rows[table, kind] - tables.firsts[table, kind]
        while tables.heads[seat, np.uint64(row + code)] != taps:
            code += 1
    elif tables.searched[table, kind]:
        while np.int64(game.full_taps(game, s, code)) & _TAPS != taps:
            code += 1
    return code


@jit(counted=False)
def only_move(game, s, code, codes):
    """Return the only legal move with the taps of a move but for its last one, or -1 when there are several.

    code: the first move with these taps, legal or not.  codes: int64[WIDEST], scratch.
    """
    taps = np.int64(game.full_taps(game, s, code))
    known = (np.int64(1) << length_of(taps & _TAPS) - TAP_BITS * np.int64(taps >= OPTIONAL)) - 1
    found = np.int64(-1)
    for j in range(game.candidates(game, s, (taps & 255) - 1, codes)):
        if np.int64(game.full_taps(game, s, codes[j])) & known == taps & known:
            if found >= 0:
                return np.int64(-1)
            found = np.int64(codes[j])
    return found


@jit(counted=False)
def tap_sequence(game, s, code, codes):
    """Return the taps that enter a legal move.  No sequence of a position is the beginning of another."""
    taps = np.int64(game.full_taps(game, s, code))
    if taps < OPTIONAL:
        return taps
    short = taps & ((np.int64(1) << length_of(taps & _TAPS) - TAP_BITS) - 1)
    return short if game.decode(game, s, short, codes) >= 0 else taps & _TAPS


@jit(counted=False)
def candidates(game, s, tap, out):
    """Write codes of legal moves and return their number: at least those that begin with a tap.

    tap: one that enters no move alone.  out: int64[WIDEST], modified in place.
    """
    return game.legal(s, out)


@jit(counted=False)
def action_mask(game, s, masks, index, codes):
    """Mark the taps with which legal moves begin, and return their number.

    masks: uint8[n, taps], every entry of row `index` is written here; the kernel of a game may rely on an empty row
    where moves have several taps.  codes: int64[WIDEST], scratch.
    """
    for tap in range(masks.shape[1]):
        masks[index, tap] = False
    count = np.int64(0)
    for j in range(game.legal(s, codes)):
        tap = (np.int64(game.full_taps(game, s, codes[j])) & 255) - 1
        count += 1 - np.int64(masks[index, tap])
        masks[index, tap] = True
    return count


@jit(counted=False)
def observe_with_mask(game, s, rows, masks, index, codes):
    """Write the observation of the player to move, mark the first taps of his moves, and return their number.

    A game whose `observe` and `action_mask` would find the same things twice has a kernel of its own for both.  All
    moves have one tap.  rows, masks: as for `observe` and `action_mask`.
    """
    game.observe(s, np.int64(game.turn(s)), rows, index)
    return game.action_mask(game, s, masks, index, codes)


@jit(counted=False)
def observe(s, viewer, rows, index):
    """Write nothing: the game has no observations."""


@inlined
def length_of(taps):
    """Return the number of bits of a sequence, or of its beginning."""
    length = np.int64(0)
    while taps >> length != 0:
        length += TAP_BITS
    return length
