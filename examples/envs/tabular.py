"""Q-learning in a table: Mosty with two bridges a side, against a player who moves at random.

The first player can always win; after some thousand games the table does.
"""

from collections import defaultdict

import gymnasium
import numpy as np

import charkoni.envs.gymnasium_env  # registers the games


def main(episodes: int = 3000, seed: int = 1) -> float:
    """Learn, print and return the mean reward of the last 500 episodes."""
    env = gymnasium.make("charkoni/mosty-v1", game="mosty:size=2")
    values: defaultdict[bytes, np.ndarray] = defaultdict(lambda: np.zeros(env.action_space.n))
    random = np.random.default_rng(seed)
    rewards = []
    for episode in range(episodes):
        observation, info = env.reset(seed=seed + episode)
        ended = False
        while not ended:
            legal = np.flatnonzero(info["action_mask"])
            known = values[observation.tobytes()]
            explores = random.random() < 0.3 * (1 - episode / episodes)
            action = int(random.choice(legal) if explores else legal[np.argmax(known[legal])])
            observation, reward, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
            after = values[observation.tobytes()]
            best = 0.0 if ended else after[np.flatnonzero(info["action_mask"])].max()
            known[action] += 0.2 * (reward + best - known[action])
        rewards.append(reward)
    mean = float(np.mean(rewards[-500:]))
    print(f"{len(values)} positions, mean reward of the last 500 episodes {mean:.3f}")
    return mean


if __name__ == "__main__":
    assert charkoni.envs.gymnasium_env
    main()
