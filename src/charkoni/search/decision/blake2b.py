"""BLAKE2b (RFC 7693) without a key, as a kernel: its first 56 bits."""

import numpy as np

from charkoni.core.compiler import driver
from charkoni.core.random_numbers import add

_SIGMA = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ]
)
"""The order of the message words in each round."""

_QUARTERS = np.array(
    [
        *([0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]),
        *([0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]),
    ]
)
"""The words that a step of a round mixes: columns, then diagonals."""

_START = np.array(
    [
        *(0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1),
        *(0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179),
    ],
    np.uint64,
)
_ROUNDS = 12
_WORDS = 16  # of a block
SIZE = 7
"""Bytes of the digest."""


@driver
def _rotated(x, n):
    return x >> np.uint64(n) | x << np.uint64(64 - n)


@driver
def _mix(v, quarter, x, y):
    """Mix two words of the message into four of the state (G of the RFC).  v: uint64[16], modified."""
    a, b, c, d = quarter
    v[a] = add(add(v[a], v[b]), x)
    v[d] = _rotated(v[d] ^ v[a], 32)
    v[c] = add(v[c], v[d])
    v[b] = _rotated(v[b] ^ v[c], 24)
    v[a] = add(add(v[a], v[b]), y)
    v[d] = _rotated(v[d] ^ v[a], 16)
    v[c] = add(v[c], v[d])
    v[b] = _rotated(v[b] ^ v[c], 63)


@driver
def digest(message, length, work):
    """Return the digest of the first `length` bytes as a number, the first byte the highest.

    message: uint64[n], zero behind them.  work: uint64[24], scratch.
    """
    h = work[:8]
    v = work[8:]
    for i in range(8):
        h[i] = _START[i]
    h[0] ^= np.uint64(0x01010000 + SIZE)
    blocks = max(-(-length // (8 * _WORDS)), 1)
    for block in range(blocks):
        is_last = block == blocks - 1
        for i in range(8):
            v[i] = h[i]
            v[i + 8] = _START[i]
        v[12] ^= np.uint64(length if is_last else 8 * _WORDS * (block + 1))
        if is_last:
            v[14] = ~v[14]
        for number in range(_ROUNDS):
            order = _SIGMA[number % len(_SIGMA)]
            for step in range(8):
                quarter = (_QUARTERS[step, 0], _QUARTERS[step, 1], _QUARTERS[step, 2], _QUARTERS[step, 3])
                first = _WORDS * block + order[2 * step]
                second = _WORDS * block + order[2 * step + 1]
                x = message[first] if first < len(message) else np.uint64(0)
                y = message[second] if second < len(message) else np.uint64(0)
                _mix(v, quarter, x, y)
        for i in range(8):
            h[i] ^= v[i] ^ v[i + 8]
    number = np.uint64(0)
    for i in range(SIZE):
        number = number << np.uint64(8) | h[0] >> np.uint64(8 * i) & np.uint64(255)
    return number
