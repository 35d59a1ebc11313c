"""Random and illegal actions, found in the masks of environments."""

import numpy as np

from charkoni.core.bit_sets import count_bits
from charkoni.core.compiler import inlined, jit
from charkoni.core.constants import OVER
from charkoni.core.random_numbers import below

# The legal actions of so many are counted at once in long masks: eight words of eight entries, added bytewise.
SPAN = 64

_NONE = np.uint64(0)
_LAST_BYTE = np.uint64(56)
_LOW_BITS = np.uint64(0x0101010101010101)  # times n: n in each byte
_HIGH_BITS = np.uint64(0x8080808080808080)

# A mask is bytes of 0 and 1, eight of which are read as a word.  The n-th legal action, counted from 0, is found
# without a loop that ends anywhere, as its end would be mispredicted; for n = 2, entry 0 first:
#
#     entries          0 1 1 0 1 0 0 1
#     running sums     0 1 2 2 3 3 3 4      three shifts and additions
#     below n + 1      * * * *              four sums are at most 2: the action is entry 4
#
# The draw of an action took 12 ns of a step by a loop and takes 8 (bench/README.md, 2026-11-26).


@jit(counted=False)
def first_masked(masks, to_play, actions, chosen, first, last):
    """Return the first chosen environment whose action is not in its mask, or -1; finished ones are ignored."""
    for i in range(np.uint64(first), np.uint64(last)):
        if chosen[i] and to_play[i] != OVER:
            # A negative action would be counted from the end of the row.
            if actions[i] < 0 or actions[i] >= masks.shape[1] or not masks[i, actions[i]]:
                return np.int64(i)
    return np.int64(-1)


@jit(counted=False)
def random_actions(masks, counts, generators, rng, actions, first, last):
    """Write a random legal action of each environment, 0 where there is none.

    masks, counts: of `Buffers`.  generators: uint64[n, 2], modified.  rng: uint64[2], scratch: a row of an array as an
    argument would cost two counted references.  actions: int64[n], modified.
    """
    for i in range(np.uint64(first), np.uint64(last)):
        action = np.int64(0)
        if counts[i] > 0:
            rng[0] = generators[i, 0]
            rng[1] = generators[i, 1]
            action = _nth_masked(masks, i, below(rng, np.int64(counts[i])))
            generators[i, 0] = rng[0]
            generators[i, 1] = rng[1]
        actions[i] = action


@inlined
def _nth_masked(masks, i, n):
    """Return the n-th legal action of an environment, counted from 0."""
    if masks.shape[1] <= SPAN:
        return _nth_of_span(masks, i, n, np.int64(0), np.int64(0))
    begin, before = _span(masks, i, n)
    return _nth_of_span(masks, i, n, begin, before)


@jit(counted=False)
def _span(masks, i, n):
    """Return the start of the span of a long mask with the n-th legal action, and the number of those before it."""
    begin, before = np.int64(0), np.int64(0)
    while begin + SPAN < masks.shape[1]:
        sums = _NONE  # no byte of it is above 8
        for at in range(begin, begin + SPAN, 8):
            sums += _eight_masked(masks, i, at)
        within = np.int64(_summed(sums) >> _LAST_BYTE)
        if n < before + within:
            break
        before += within
        begin += SPAN
    return begin, before


@inlined
def _nth_of_span(masks, i, n, begin, before):
    """Return the n-th legal action, which is in the given span; `before` legal actions precede the span.

    First the word is found in which it is, then how many entries of the word have at most n up to them.  There is no
    branch that would often be mispredicted.
    """
    length = masks.shape[1]
    word_begin = begin
    counted = np.int64(before)
    for at in range(begin, min(begin + SPAN, length) - 7, 8):
        # Every word is looked at, also behind the place: a loop of constant length is unrolled, and conditional moves
        # take the place of jumps.
        counted += count_bits(_eight_masked(masks, i, at))
        is_before = counted <= n
        word_begin = at + 8 if is_before else word_begin
        before = counted if is_before else before
    rest = length - word_begin
    word = _eight_masked(masks, i, word_begin) if rest >= 8 else _last_masked(masks, i, length, rest)
    return word_begin + _below(_summed(word), np.uint64(n - before + 1) * _LOW_BITS)


@inlined
def _eight_masked(masks, i, begin):
    """Return eight entries of a mask as the bytes of a word; the compiler makes one load of it."""
    word = _NONE
    for at in range(8):
        word |= np.uint64(masks[i, np.uint64(begin + at)]) << np.uint64(8 * at)
    return word


@inlined
def _last_masked(masks, i, end, rest):
    """Return the last entries of a mask as the lowest bytes of a word: `rest` of them, 1 to 7."""
    if end >= 8:
        # A whole word that ends with the mask, shifted: no loop, and no read behind the row.
        return _eight_masked(masks, i, end - 8) >> np.uint64(8 * (8 - rest))
    word = _NONE
    for at in range(end):
        word |= np.uint64(masks[i, np.uint64(at)]) << np.uint64(8 * at)
    return word


@inlined
def _summed(word):
    """Return a word whose k-th byte is the sum of the bytes 0 to k, all of them together less than 64."""
    word += word << np.uint64(8)
    word += word << np.uint64(16)
    return word + (word << np.uint64(32))


@inlined
def _below(sums, bounds):
    """Return how many bytes of a word are below those of another one, all of them less than 128."""
    # Per byte, 128 + sum - bound keeps its high bit where sum >= bound; no byte borrows from the next.
    return 8 - count_bits((sums | _HIGH_BITS) - bounds & _HIGH_BITS)
