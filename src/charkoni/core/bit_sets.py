"""Sets of numbers from 0 to 63 as the bits of a uint64, for boards with a bit per place."""

import numpy as np

from charkoni.core.compiler import jit

NONE = np.uint64(0)
ONE = np.uint64(1)


@jit
def count_bits(x):
    """Return the number of set bits.  LLVM compiles the loop to one instruction."""
    n = np.int64(0)
    while x != NONE:
        x &= x - ONE
        n += 1
    return n


@jit
def lowest_bit(x):
    """Return the index of the lowest set bit of x, which is not 0."""
    return count_bits((x & (~x + ONE)) - ONE)


@jit
def nth_bit(x, i):
    """Return the index of the i-th set bit of x, counted from 0; there are more than i."""
    for _ in range(i):
        x &= x - ONE
    return lowest_bit(x)
