"""MaskablePPO of sb3-contrib on Mangala: `pip install sb3-contrib`."""

import gymnasium
from sb3_contrib import MaskablePPO

from charkoni.envs import gymnasium_env


def main(steps: int = 20_000) -> float:
    """Train against random moves; print and return the mean reward of 100 games."""
    env = gymnasium.make(f"{gymnasium_env.__name__}:charkoni/mangala-v1")
    model = MaskablePPO("MlpPolicy", env, seed=1)
    model.learn(steps)
    total = 0.0
    for number in range(100):
        observation, _ = env.reset(seed=number)
        ended = False
        while not ended:
            action, _ = model.predict(observation, action_masks=env.unwrapped.action_masks())
            observation, reward, terminated, truncated, _ = env.step(int(action))
            ended = terminated or truncated
        total += float(reward)
    print(f"mean reward of 100 games {total / 100:+.2f}")
    return total / 100


if __name__ == "__main__":
    main()
