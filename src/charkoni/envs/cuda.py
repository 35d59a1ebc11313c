"""Environments on a GPU: one thread steps one environment, by the same kernels and with the same random numbers.

    python -m charkoni.envs.cuda GAME ...                  digests and speed, beside those of the CPU

Needs a GPU with the extra `gpu` (numba-cuda), or Numba's simulator: NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1.
Nothing else depends on it.
"""

import sys
import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import config, cuda, float64, int64, uint64

from charkoni.core.game import Game
from charkoni.core.game_types import Array
from charkoni.core.machine_code.gpu import aligned
from charkoni.envs import kernels, mask_kernels
from charkoni.envs.batch import BatchEnv
from charkoni.envs.fingerprint import digest
from charkoni.envs.kernels import Buffers, EnvSettings, Work
from charkoni.envs.seeding import generators

# Threads of a block.  Chosen, not measured: environments take different ways through the rules, so that a warp waits
# for its slowest one whatever the block; small blocks spread few environments over all processors.
THREADS = 64
_SPEED_SIZE, _SPEED_STEPS = 64 * 1024, 200


class CudaEnv:
    """Environments whose arrays stay on the device; the arguments are those of `BatchEnv`.

    `device` holds the arrays; they have `__cuda_array_interface__` and DLPack, so that torch and JAX share them.
    `buffers` copies them to the host.  Actions are not checked: an illegal one leads to an undefined state.
    """

    def __init__(self, game: Game | str, size: int = 1, **arguments: Any) -> None:
        self._host = BatchEnv(game, size, **arguments)
        self.game, self.size, self.settings = self._host.game, size, self._host.settings
        flat = self._host.flat._replace(states=aligned(self._host.flat.states))
        # An array of size 0 cannot be copied to a device: a row of one stands for it, which no kernel touches.
        self.device: Any = Buffers(*(cuda.to_device(array if array.size else np.zeros((size, 1))) for array in flat))
        root, places = aligned(self._host.root), self._host.spaces.places
        self._fixed = [cuda.to_device(array if array.size else np.zeros(1, np.int64)) for array in (root, places)]
        self._chosen = cuda.to_device(np.ones(size, np.bool_))
        self._actions = cuda.to_device(np.zeros(size, np.int64))
        self._run = _launcher(self.game, self.settings, len(places) > 0)

    @property
    def buffers(self) -> Buffers:
        """Copies of all arrays on the host, in their shapes."""
        buffers = []
        for here, there in zip(self._host.buffers, self.device, strict=True):
            copied = here if here.size == 0 else there.copy_to_host()
            copied = copied.astype(here.dtype) if here.dtype.names else copied.view(here.dtype)
            buffers.append(copied.reshape(here.shape))
        return Buffers(*buffers)

    def reset(self, seed: int = 0) -> None:
        """Begin all episodes."""
        self.device.generators.copy_to_device(generators(np.full(self.size, seed), np.arange(self.size)))
        self._launch(0, self._actions)

    def step(self, actions: object) -> None:
        """Make a step.  actions: int64[size], on the device or the host."""
        is_here = isinstance(actions, np.ndarray | list)
        self._launch(1, cuda.to_device(np.asarray(actions, np.int64)) if is_here else actions)

    def random_actions(self, rngs: Array) -> Array:
        """Return random legal actions on the host.  rngs: uint64[size, 2], on the host, modified."""
        on_device = cuda.to_device(rngs)
        self.random_actions_on_device(on_device)
        rngs[:] = on_device.copy_to_host()
        return self._actions.copy_to_host()

    def random_actions_on_device(self, rngs: Array) -> Array:
        """Return random legal actions on the device.  rngs: uint64[size, 2], on the device, modified."""
        blocks = (self.size + THREADS - 1) // THREADS
        _choose[blocks, min(self.size, THREADS)](self.device.masks, self.device.counts, rngs, self._actions)
        return self._actions

    def _launch(self, operation: int, actions: object) -> None:
        blocks = (self.size + THREADS - 1) // THREADS
        arguments = (*self._fixed, *self.device, self._chosen, actions, operation)
        self._run[blocks, min(self.size, THREADS)](*arguments)


@cuda.jit
def _choose(masks, counts, rngs, actions):
    i = cuda.grid(1)
    if i < actions.shape[0]:
        rng = cuda.local.array(2, uint64)
        mask_kernels.random_actions(masks, counts, rngs, rng, actions, i, i + 1)


@cache
def _launcher(game: Game, settings: EnvSettings, has_places: bool) -> Any:
    """Return the kernel of a game: operation 0 begins episodes, 1 makes a step.  Settings are constants of its code."""
    rules, widest, players = game.family.encoding_kernels, game.widest, game.players
    # Bound here and so constants of the kernel: branches that a game does not need are not compiled.
    taps, explicit, autoreset, cap, sides, actions_, whole, entries, pending_ = settings

    @cuda.jit
    def run(
        root, places, states, rngs, plies, pending, viewers, to_play, masks, counts, seen, last_seen, rewards,
        terminated, truncated, chosen, actions, operation,
    ):  # fmt: skip
        i = cuda.grid(1)
        if i < plies.shape[0]:
            b = Buffers(
                states, rngs, plies, pending, viewers, to_play, masks, counts, seen, last_seen, rewards, terminated,
                truncated,
            )  # fmt: skip
            o = EnvSettings(taps, explicit, autoreset, cap, sides, actions_, whole, entries, pending_)
            # Scratch of each thread, in its local memory: its size must be known when the kernel is compiled.
            codes = cuda.local.array(widest, int64)
            weights = cuda.local.array(widest, int64)
            points = cuda.local.array(players, int64)
            shares = cuda.local.array(players, float64)
            throws = cuda.local.array(1, int64)
            patterns = cuda.local.array(1, int64)
            work = Work(codes, weights, points, shares, throws, patterns)
            tap_places = places if has_places else places[:0]
            if operation == 0:
                kernels.reset(rules, root, b, o, tap_places, work, chosen, i, i + 1)
            else:
                kernels.step(rules, root, b, o, tap_places, work, actions, chosen, i, i + 1)

    return run


def main(names: Sequence[str]) -> int:
    """Run as a program; return 1 when a digest differs from that of the CPU."""
    exit_code = 0
    for name in names:
        for actions in ("taps", "codes"):
            here, there = digest(name, actions, CudaEnv), digest(name, actions)
            exit_code |= here != there
            print(f"{name} {actions} {here} {'as on the CPU' if here == there else f'not {there}'}", end="")
            print("" if config.ENABLE_CUDASIM else f", {_speed(name) / 1e6:.1f} M steps/s", flush=True)
    return exit_code


def _speed(name: str) -> float:
    """Return the steps per second of many environments, random actions drawn on the device."""
    env = CudaEnv(name, _SPEED_SIZE, autoreset="same-step")
    env.reset(1)
    rngs = cuda.to_device(generators(np.full(_SPEED_SIZE, 1), np.arange(_SPEED_SIZE)))
    env.step(env.random_actions_on_device(rngs))
    cuda.synchronize()
    began = time.perf_counter()
    for _ in range(_SPEED_STEPS):
        env.step(env.random_actions_on_device(rngs))
    cuda.synchronize()
    return _SPEED_SIZE * _SPEED_STEPS / (time.perf_counter() - began)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
