"""The compiled functions that checks call, on arrays of one record.  game: a `Kernels` value.  states: STATE[1]."""

from typing import Any

import numpy as np

from charkoni.core.compiler import jit


@jit
def count(game: Any, states: Any) -> Any:
    """Return the number of legal moves by the kernel `count` of the game."""
    return np.int64(game.count(states[0]))


@jit
def nth(game: Any, states: Any, i: Any) -> Any:
    """Return the code of the legal move number i."""
    return np.int64(game.nth(states[0], i))


@jit
def value(game: Any, states: Any, out: Any) -> None:
    """Write the expected points.  out: float64[players], modified in place."""
    game.value(states[0], out)
