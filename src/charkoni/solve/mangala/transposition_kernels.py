"""Transposition table of proofs: bounds of boards, each in one uint64 with the whole rank.

A word is written and read atomically, so threads share the table without locks: every entry is proved.
"""

import numpy as np

from charkoni.core.compiler import jit

# An entry; the whole rank is the key, so that no two boards share one, and an answer is a proof, not a probability:
#
#     bit  63    58 57  55 54       48 47      41 40        0
#         | effort |  hole | high + 64 |  low + 64 |   rank   |
#
# low and high: bounds of the value, proved.  hole: the move that gave the lower bound, or NO_HOLE.  effort: logarithm
# of the nodes spent.  The empty entry is 0: rank 0, the empty board, is never stored.
WAYS = 4
"""Places where a board may be stored: half a cache line."""

NO_HOLE = 7

_NOTHING = np.uint64(0)
_RANK_MASK = np.uint64((1 << 41) - 1)
_LOW_SHIFT = np.uint64(41)
_HIGH_SHIFT = np.uint64(48)
_HOLE_SHIFT = np.uint64(55)
_EFFORT_SHIFT = np.uint64(58)
_SEVEN_BITS = np.uint64(127)
_THREE_BITS = np.uint64(7)
_BIAS = 64


@jit
def slot_of(transpositions, rank):
    """Return the first place of a rank.  transpositions: uint64[2**b]."""
    groups = np.uint64(len(transpositions) // WAYS - 1)
    low = np.uint64(rank) & np.uint64(0x7FFFFFFF)  # no product passes 2**64, where plain Python would warn
    high = np.uint64(rank) >> np.uint64(31)
    mixed = low * np.uint64(0x9E3779B1) + high * np.uint64(0x85EBCA77)
    mixed ^= mixed >> np.uint64(29)
    return np.int64((mixed ^ (mixed >> np.uint64(13))) & groups) * WAYS


@jit
def probe(transpositions, rank):
    """Return the entry of a rank, or 0.  transpositions: uint64[2**b]."""
    slot = slot_of(transpositions, rank)
    for place in range(slot, slot + WAYS):
        entry = transpositions[place]
        if entry & _RANK_MASK == np.uint64(rank):
            return entry
    return _NOTHING


@jit
def low_of(entry):
    """Return the proved lower bound of an entry."""
    return np.int64((entry >> _LOW_SHIFT) & _SEVEN_BITS) - _BIAS


@jit
def high_of(entry):
    """Return the proved upper bound of an entry."""
    return np.int64((entry >> _HIGH_SHIFT) & _SEVEN_BITS) - _BIAS


@jit
def hole_of(entry):
    """Return the hole that gave the lower bound, or NO_HOLE."""
    return np.int64((entry >> _HOLE_SHIFT) & _THREE_BITS)


@jit
def _entry(rank, low, high, hole, effort):
    bounds = (np.uint64(low + _BIAS) << _LOW_SHIFT) | (np.uint64(high + _BIAS) << _HIGH_SHIFT)
    rest = (np.uint64(hole) << _HOLE_SHIFT) | (np.uint64(effort) << _EFFORT_SHIFT)
    return np.uint64(rank) | bounds | rest


@jit
def store(transpositions, rank, low, high, hole, nodes):
    """Store bounds of a board, combined with those stored, else in place of the entry of least effort.

    transpositions: uint64[2**b], modified in place.  rank: not 0.  nodes: spent on the bounds.
    """
    slot = slot_of(transpositions, rank)
    effort = 0
    while nodes > 1:
        nodes >>= 1
        effort += 1
    worst, least = slot, 64
    for place in range(slot, slot + WAYS):
        entry = transpositions[place]
        if entry & _RANK_MASK == np.uint64(rank):
            if hole == NO_HOLE:
                hole = hole_of(entry)
            # Bounds of one board are joined: a yes raises the lower, a no lowers the upper one.
            effort = max(effort, np.int64(entry >> _EFFORT_SHIFT))
            transpositions[place] = _entry(rank, max(low, low_of(entry)), min(high, high_of(entry)), hole, effort)
            return
        # Of four the entry that is cheapest to find again goes, an empty place before all.
        kept = np.int64(entry >> _EFFORT_SHIFT) if entry != _NOTHING else -1
        if kept < least:
            worst, least = place, kept
    transpositions[worst] = _entry(rank, low, high, hole, effort)


@jit
def merge(transpositions, other):
    """Store the entries of another transposition table.

    transpositions: uint64[2**b], modified in place.  other: uint64[n].
    """
    for i in range(len(other)):
        entry = other[i]
        if entry != _NOTHING:
            nodes = np.int64(1) << np.int64(entry >> _EFFORT_SHIFT)
            store(transpositions, np.int64(entry & _RANK_MASK), low_of(entry), high_of(entry), hole_of(entry), nodes)
