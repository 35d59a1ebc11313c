"""Transposition table: hash keys of states, and a lockless table of entries.

A key is a hash of the bytes of a state.  Its products are of 32 by 32 bits and cannot overflow, so that plain Python
computes the same.  An entry is two words, the data and the data XORed with a second, independent hash (Hyatt and Mann,
2002): 64 bits verify it beyond those of its index, and an entry torn by two threads fails the check.
"""

import numpy as np

from charkoni.core.compiler import jit

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
# The odd constants of xxHash32, whose bits look random: each product spreads the low bits of a word upwards.
_A = np.uint64(0x9E3779B1)
_B = np.uint64(0x85EBCA77)
_C = np.uint64(0xC2B2AE3D)
_D = np.uint64(0x27D4EB2F)
_ONE = np.uint64(1)

# The data of an entry, one word:
#
#     bit  63    58 57  52 51   50 49    42 41           20 19     0
#         |  zero  |  age |  bound |  depth |  score + 2^21 |  code  |
#
# Beside it stands the data XORed with the check word: the place, 64 bits of check and the data must fit together.  The
# widest code space of the seven games has 55,681 codes; 20 bits leave room for games of other packages.
CODE_BITS = 20
NO_CODE = (1 << CODE_BITS) - 1
_SCORE_AT = np.uint64(20)
_DEPTH_AT = np.uint64(42)
_BOUND_AT = np.uint64(50)
_AGE_AT = np.uint64(52)
_SCORE_OFFSET = 1 << 21

LOWER = 1
UPPER = 2
EXACT = 3
SOLVED = 255  # as a depth: the score is proved


@jit
def fold(x, a, b):
    """Return a uint64 that depends on every bit of x."""
    # Both halves are multiplied apart, 32 by 32 bits: a product of 64 bits would overflow, which NumPy reports as a
    # warning where the kernel runs as plain Python.
    high = (x >> _HALF) * b
    return (x & _LOW) * a ^ (high >> _HALF | high << _HALF)


@jit
def hash_words(words, place, mask, salt):
    """Return three hashes of a state, uint64: for repetition (R5), the table key, and the check of an entry.

    words: uint64[places, n], the bytes of the states.  mask: uint64[n], the bits compared for R5.  salt: uint64, a key
    for everything besides the state that the value depends on.
    """
    first = _C
    second = _A
    rest = salt
    for i in range(len(mask)):
        word = words[place, i] & mask[i]
        # What the mask leaves out (a draw counter) changes the value of a position, but not whether it is the same by
        # R5: it goes into the key of the table only.
        rest ^= words[place, i] ^ word
        first = fold(first ^ word, _A, _B)
        second = fold(second ^ word ^ first, _C, _D)
    return first, fold(fold(first ^ rest, _D, _C), _B, _A), fold(second ^ rest, _A, _C)


@jit
def hash_path(path, contexts, count):
    """Write the repetition hashes of so many states into the context's `path`.  path: uint64[count, n]."""
    context = contexts[0]
    for i in range(count):
        same, _, _ = hash_words(path, i, context.mask, np.uint64(0))
        context.path[i] = same


@jit
def pack(code, score, depth, bound, age):
    """Return the data of an entry, uint64."""
    return (
        np.uint64(code)
        | np.uint64(score + _SCORE_OFFSET) << _SCORE_AT
        | np.uint64(depth) << _DEPTH_AT
        | np.uint64(bound) << _BOUND_AT
        | np.uint64(age) << _AGE_AT
    )


@jit
def code_of(data):
    """Return the move of an entry, or NO_CODE."""
    return np.int64(data & np.uint64(NO_CODE))


@jit
def score_of(data):
    """Return the score of an entry."""
    return np.int64(data >> _SCORE_AT & np.uint64(0x3FFFFF)) - _SCORE_OFFSET


@jit
def depth_of(data):
    """Return the depth of an entry, or SOLVED."""
    return np.int64(data >> _DEPTH_AT & np.uint64(0xFF))


@jit
def bound_of(data):
    """Return the bound type of an entry: LOWER, UPPER or EXACT."""
    return np.int64(data >> _BOUND_AT & np.uint64(3))


@jit
def _age_of(data):
    return np.int64(data >> _AGE_AT & np.uint64(63))


@jit
def probe(table, key, check):
    """Return the data of a position, or 0.  table: uint64[size, 2], size a power of two, at least 2."""
    place = key & np.uint64(len(table) - 1)
    # Two neighbours, place and place ^ 1: the second look is mostly at the same cache line.
    for way in range(2):
        data = table[place ^ np.uint64(way), 0]
        if data ^ table[place ^ np.uint64(way), 1] == check and data != np.uint64(0):
            return data
    return np.uint64(0)


@jit
def store(table, key, check, data):
    """Store a position: in its own entry, or in place of the older or shallower of two neighbours."""
    place = key & np.uint64(len(table) - 1)
    worst = place
    least = np.int64(1 << 20)
    for way in range(2):
        at = place ^ np.uint64(way)
        old = table[at, 0]
        if old ^ table[at, 1] == check:
            worst = at
            break
        # An entry of an earlier search goes first, whatever its depth: it was stored for another root and is found less
        # often. Within one search the shallower one goes, which is the quicker to be found again.
        priority = depth_of(old) + (256 if _age_of(old) == _age_of(data) else 0)
        if priority < least:
            least = priority
            worst = at
    table[worst, 0] = data
    table[worst, 1] = data ^ check
