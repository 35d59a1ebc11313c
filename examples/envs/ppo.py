"""PPO in NumPy on Mangala: a net with one hidden layer learns, in a minute, to beat a player who moves at random."""

import numpy as np

from charkoni.envs.gymnasium_env import OpponentVectorEnv

ENVS, STEPS, EPOCHS, MINIBATCHES = 256, 32, 3, 4
HIDDEN, RATE, CLIP, ENTROPY, DISCOUNT, TRACE = 64, 3e-3, 0.2, 0.01, 1.0, 0.95


class Net:
    """Policy and value with a common hidden layer, trained by Adam."""

    def __init__(self, entries: int, actions: int, random: np.random.Generator) -> None:
        scale = 1 / np.sqrt(entries)
        self.weights = [
            random.normal(0, scale, (entries, HIDDEN)),
            np.zeros(HIDDEN),
            random.normal(0, 0.01, (HIDDEN, actions + 1)),
            np.zeros(actions + 1),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def forward(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return hidden layer, probabilities of the actions, and values."""
        hidden = np.tanh(seen @ self.weights[0] + self.weights[1])
        out = hidden @ self.weights[2] + self.weights[3]
        logits = np.where(masks, out[:, :-1], -1e9)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, odds / odds.sum(axis=1, keepdims=True), out[:, -1]

    def learn(self, seen, masks, actions, before, advantages, returns) -> None:
        """Make one step of gradient descent on the clipped objective."""
        hidden, odds, values = self.forward(seen, masks)
        rows = np.arange(len(actions))
        ratio = odds[rows, actions] / before
        is_free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        push = -advantages * ratio * is_free
        logs = np.log(np.maximum(odds, 1e-12))
        slope = push[:, None] * (np.eye(odds.shape[1])[actions] - odds)
        slope += ENTROPY * odds * (logs - (odds * logs).sum(axis=1, keepdims=True))
        slope = np.column_stack([slope, 0.5 * (values - returns)]) / len(actions)
        inner = (slope @ self.weights[2].T) * (1 - hidden**2)
        self._descend([seen.T @ inner, inner.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)])

    def _descend(self, slopes: list[np.ndarray]) -> None:
        self.updates += 1
        for weight, slope, (first, second) in zip(self.weights, slopes, self.moments, strict=True):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            weight -= RATE * (first / (1 - 0.9**self.updates)) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)


def main(rounds: int = 60, game: str = "mangala", seed: int = 1) -> float:
    """Train, print the progress, and return the mean reward of the episodes of the last rounds."""
    random = np.random.default_rng(seed)
    env = OpponentVectorEnv(game, ENVS, autoreset="same-step", dtype=np.float32)
    seen, info = env.reset(seed=seed)
    net = Net(int(np.prod(seen.shape[1:])), env.single_action_space.n, random)
    results: list[float] = []
    for number in range(rounds):
        kept = {name: [] for name in ("seen", "masks", "actions", "before", "values", "rewards", "ends")}
        for _ in range(STEPS):
            inputs, masks = seen.reshape(ENVS, -1) / 10.0, info["action_mask"].astype(bool)
            _, odds, values = net.forward(inputs, masks)
            actions = (odds.cumsum(axis=1) > random.random((ENVS, 1)) * 0.999999).argmax(axis=1)
            seen, rewards, terminated, truncated, info = env.step(actions)
            ends = terminated | truncated
            row = (inputs, masks, actions, odds[np.arange(ENVS), actions], values, rewards, ends)
            for name, each in zip(kept, row, strict=True):
                kept[name].append(each)
            results += rewards[ends].tolist()
        _, _, after = net.forward(seen.reshape(ENVS, -1) / 10.0, info["action_mask"].astype(bool))
        _train(net, {name: np.array(rows) for name, rows in kept.items()}, after, random)
        if number % 10 == 9:
            print(f"round {number + 1}: mean reward {np.mean(results[-2000:]):+.3f} over {len(results)} episodes")
    return float(np.mean(results[-2000:]))


def _train(net: Net, kept: dict[str, np.ndarray], after: np.ndarray, random: np.random.Generator) -> None:
    """Estimate advantages (GAE) and learn from the steps of a round, several times in random order."""
    advantages, trace = np.zeros_like(kept["values"]), np.zeros(ENVS)
    for t in reversed(range(STEPS)):
        goes_on = ~kept["ends"][t]
        following = kept["values"][t + 1] if t + 1 < STEPS else after
        error = kept["rewards"][t] + DISCOUNT * following * goes_on - kept["values"][t]
        trace = error + DISCOUNT * TRACE * trace * goes_on
        advantages[t] = trace
    returns = (advantages + kept["values"]).ravel()
    scaled = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).ravel()
    flat = [kept[name].reshape(ENVS * STEPS, *kept[name].shape[2:]) for name in ("seen", "masks", "actions", "before")]
    for _ in range(EPOCHS):
        for part in np.array_split(random.permutation(ENVS * STEPS), MINIBATCHES):
            net.learn(*(each[part] for each in flat), scaled[part], returns[part])


if __name__ == "__main__":
    main()
