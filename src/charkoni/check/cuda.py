"""Random games on a GPU: one thread plays one game, by the same kernels and with the same random numbers.

    python -m charkoni.check.cuda [GAME ...]               digest and speed per game, next to the stored digest

Needs a GPU with the extra `gpu` (numba-cuda), or Numba's simulator: NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1.
(Compiled functions do not accept the simulator's arrays.)
"""

import sys
import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import config, cuda, types

from charkoni.check import fingerprint
from charkoni.check.variants import all_games, any_game
from charkoni.core.game import Game
from charkoni.core.game_types import Array
from charkoni.core.machine_code.gpu import aligned
from charkoni.core.playout import trail
from charkoni.core.random_numbers import seeded

THREADS = 64
_SPEED_GAMES = 64 * 1024
_SPEED_CAP = 200


@cache
def trails(game: Game) -> Any:
    """Return the kernel that plays one random game per thread; the game's kernels are constants of its code.

    Its arguments: states: STATE[games], modified in place.  seeds: uint64[games, 2], modified.
    paths: int64[games, cap], modified in place: the codes.  plies: int64[games], modified in place.
    """
    kernels, widest = game.kernels, game.widest

    @cuda.jit
    def run(states, seeds, paths, plies):
        i = cuda.grid(1)
        if i < plies.shape[0]:
            codes = cuda.local.array(widest, types.int64)
            weights = cuda.local.array(widest, types.int64)
            plies[i] = trail(kernels, states[i : i + 1], seeds[i], paths[i], codes, weights)

    return run


def play(game: Game, games: int, seed: int, cap: int) -> tuple[Array, Array, Array]:
    """Return the codes int64[games, cap], the numbers of plies int64[games] and the last states STATE[games]."""
    states, seeds, paths, plies = map(cuda.to_device, _arguments(game, games, seed, cap))
    blocks = (games + THREADS - 1) // THREADS
    trails(game)[blocks, min(games, THREADS)](states, seeds, paths, plies)
    return paths.copy_to_host(), plies.copy_to_host(), states.copy_to_host().astype(game.dtype)


def _arguments(game: Game, games: int, seed: int, cap: int) -> tuple[Array, Array, Array, Array]:
    """Return the arguments of `trails` at the beginning of the games."""
    states = aligned(np.repeat(game.start().state, games))
    seeds = np.stack([seeded(seed, stream) for stream in range(games)])
    return states, seeds, np.zeros((games, cap), np.int64), np.zeros(games, np.int64)


def cuda_digest(game: Game, games: int, seed: int, cap: int) -> str:
    """Return what `fingerprint.digest` returns for the same arguments, from games played on the device."""
    paths, plies, states = play(game, games, seed, cap)
    return fingerprint.digest_of((paths[i, : plies[i]], states[i : i + 1]) for i in range(games))


def main(names: Sequence[str]) -> int:
    """Run as a program; return 1 when a digest differs from the stored one."""
    exit_code = 0
    for game in map(any_game, names) if names else all_games():
        digest = cuda_digest(game, fingerprint.GAMES, fingerprint.SEED, fingerprint.CAP)
        kept = fingerprint.kept().get(game.name, "none kept")
        exit_code |= digest != kept
        print(f"{game.name}: {digest} {'as kept' if digest == kept else f'not {kept}'}", end="")
        print("" if config.ENABLE_CUDASIM else f", {_speed(game) / 1e6:.1f} M plies/s", flush=True)
    return exit_code


def _speed(game: Game) -> float:
    """Return the plies per second of many games, without copies to and from the device."""
    states, seeds, paths, plies = map(cuda.to_device, _arguments(game, _SPEED_GAMES, 1, _SPEED_CAP))
    cuda.synchronize()
    began = time.perf_counter()
    trails(game)[_SPEED_GAMES // THREADS, THREADS](states, seeds, paths, plies)
    cuda.synchronize()
    return float(plies.copy_to_host().sum()) / (time.perf_counter() - began)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
