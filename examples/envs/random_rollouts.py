"""Random games of any game, and who wins them: `python examples/envs/random_rollouts.py [GAME] [EPISODES]`."""

import sys
import time

import numpy as np

from charkoni.envs import BatchEnv, generators


def main(game: str = "mangala", episodes: int = 20_000, size: int = 1024) -> list[float]:
    """Play random episodes, print the mean reward of each seat and the speed, and return the rewards."""
    env = BatchEnv(game, size, autoreset="same-step")
    env.reset(seed=1)
    rngs = generators(np.full(size, 2), np.arange(size))
    total, ended, steps, begin = np.zeros(env.game.players), 0, 0, time.perf_counter()
    while ended < episodes:
        step = env.step(env.random_actions(rngs))
        total += step.rewards.sum(axis=0)
        ended += int((step.terminated | step.truncated).sum())
        steps += size
    rewards = [round(float(each), 3) for each in total / ended]
    print(f"{game}: {ended} episodes, mean rewards {rewards}, {steps / (time.perf_counter() - begin):,.0f} steps/s")
    return rewards


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
