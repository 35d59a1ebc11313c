"""The compiled functions that checks call, on arrays of one record.  game: a `Kernels` value.  states: STATE[1]."""

import numpy as np

from charkoni.core.compiler import jit


@jit
def count(game, states):
    """Return the number of legal moves by the kernel `count` of the game."""
    return np.int64(game.count(states[0]))


@jit
def nth(game, states, i):
    """Return the code of the legal move number i."""
    return np.int64(game.nth(states[0], i))


OBSERVE, TAPS, DECODE, CANDIDATES, MASK = range(5)


@jit(counted=False)
def encode(game, operation, states, number, rows, masks, codes):
    """Run one kernel of an encoding: one function, so that all are compiled together.

    OBSERVE: write the observation of the player `number` into row 0 of rows.  TAPS: return the taps of the code
    `number`.  DECODE: return the code of the taps `number`, or -1.  CANDIDATES: write the codes of moves that begin
    with the tap `number` and return how many.  MASK: mark the first taps in row 0 of masks and return how many.
    """
    if operation == OBSERVE:
        game.observe(states[0], number, rows, 0)
        return np.int64(0)
    if operation == TAPS:
        return np.int64(game.tap_sequence(game, states[0], number, codes))
    if operation == DECODE:
        return np.int64(game.decode(game, states[0], number, codes))
    if operation == CANDIDATES:
        return np.int64(game.candidates(game, states[0], number, codes))
    return np.int64(game.action_mask(game, states[0], masks, 0, codes))
