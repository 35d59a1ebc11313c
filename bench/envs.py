"""Environment steps a second of one core, for all games and sizes of batches, beside other libraries in the same run.

    python bench/envs.py [--games mangala,mosty] [--sizes 1,256,4096] [--seconds 0.5] [--rounds 5]

A step is: a random legal action drawn from the mask, checked, played; then rewards, observation and mask of the next
position, episodes begun anew at once.  Two rates of the bare rules stand beside it, without masks, observations or
environments: "drawn" are the random games of `core.playout`, as `charkoni bench` counts them, where most games draw a
move without a list; in "listed" ones all legal moves of a position are listed and one is drawn.  The target, 0.8 of the
bare kernels' rate, compares steps with the moves of "drawn".  A move of several taps is several steps: the shares in
moves stand beside it.
Rounds of all these alternate on one core; seconds are processor time of this process, and the best round counts.
Also: the time to begin 65,536 episodes, the memory of an environment, and the time to the first step.  PettingZoo,
OpenSpiel and Pgx are measured where they are installed.  The targets are those of a machine where OpenSpiel plays
19,000 random games of its mancala a second from Python; they are scaled by what it plays in the same run.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import charkoni
from charkoni.core.compiler import jit
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.playout import pick_listed, playouts, throw
from charkoni.core.random_numbers import seeded
from charkoni.envs import BatchEnv, generators

MANY = 65_536
TARGETS = {"mangala": 10e6, "mosty": 10e6}
OTHER_TARGET = 2e6
SHARE = 0.8
RESET_MS = 20
REFERENCE = 19_000
"""OpenSpiel's random games of mancala a second, from Python, on the machine of the targets."""


def rates(works: dict[str, Callable[[], int]], seconds: float, rounds: int) -> dict[str, float]:
    """Return the best rates of alternating rounds, per second of processor time.  works: each returns what it did."""
    best = dict.fromkeys(works, 0.0)
    for _ in range(rounds):
        for name, work in works.items():
            done, begin = 0, time.process_time()
            while (spent := time.process_time() - begin) < seconds:
                done += work()
            best[name] = max(best[name], done / spent)
    return best


class Batch:
    """Environments that make random steps."""

    def __init__(self, name: str, size: int, actions: str) -> None:
        begin = time.process_time()
        self.env = BatchEnv(name, size, actions=actions, autoreset="same-step")
        self.env.reset(seed=1)
        self.rngs = generators(np.full(size, 2), np.arange(size))
        self.actions = np.zeros(size, np.int64)
        self.step()
        self.start_up = time.process_time() - begin
        for _ in range(50):
            self.step()

    def step(self) -> int:
        """Make a step of each environment."""
        self.env.random_actions(self.rngs, self.actions)
        self.env.step(self.actions)
        return self.env.size

    @property
    def bytes_each(self) -> float:
        """The memory of one environment."""
        return sum(array.nbytes for array in self.env.buffers) / self.env.size


@jit
def listed_playouts(game, root, work, rng, games, cap, codes, weights):  # type: ignore[no-untyped-def]
    """Play random games in which the legal moves of every position are listed; return the number of moves."""
    moves = np.int64(0)
    for _ in range(games):
        work[0] = root[0]
        plies = np.int64(0)
        while plies < cap and game.turn(work[0]) != OVER:
            if game.turn(work[0]) == CHANCE:
                code = throw(game, work[0], rng, codes, weights)
            else:
                code = pick_listed(game, work[0], rng, codes)
                plies += 1
            game.play(work[0], code)
        moves += plies
    return moves


def bare(name: str, is_listed: bool) -> Callable[[], int]:
    """Return random games by the rules alone, one call for a dozen of them; drawn ones count throws as moves."""
    game = charkoni.game(name)
    root, rng = game.start().state, seeded(1)
    work, points = root.copy(), np.zeros(game.players + 1, np.int64)
    codes, weights = np.zeros(game.widest, np.int64), np.zeros(game.widest, np.int64)
    cap = game.referee.cap or 5000
    if is_listed:
        return lambda: int(listed_playouts(game.kernels, root, work, rng, 12, cap, codes, weights))
    return lambda: int(playouts(game.kernels, root, work, rng, 12, cap, points, codes, weights))


def taps_a_move(batch: Batch) -> float:
    """Return how many steps a move takes."""
    env, moves, steps = batch.env, 0, 0
    for _ in range(200):
        batch.step()
        moves += int((env.buffers.pending == 0).sum())
        steps += env.size
    return steps / moves


def measure(name: str, sizes: list[int], seconds: float, rounds: int, scale: float) -> bool:
    """Print the figures of a game; return whether its targets are reached."""
    batches = {(actions, size): Batch(name, size, actions) for actions in ("taps", "codes") for size in sizes}
    works = {f"{actions} {size}": batch.step for (actions, size), batch in batches.items()}
    works |= {"listed": bare(name, is_listed=True), "drawn": bare(name, is_listed=False)}
    found = rates(works, seconds, rounds)
    listed, drawn = found["listed"], found["drawn"]
    print(f"\n{name}: bare rules {drawn / 1e6:.2f} M moves/s drawn, {listed / 1e6:.2f} M listed", flush=True)
    best = 0.0
    for (actions, size), batch in batches.items():
        steps = found[f"{actions} {size}"]
        best = max(best, steps)
        taps = taps_a_move(batch) if actions == "taps" else 1.0
        print(
            f"  {actions:5} batch {size:5}: {steps / 1e6:7.3f} M steps/s, {steps / drawn:.2f} of the drawn moves; "
            f"{taps:.2f} steps a move, so in moves {steps / taps / drawn:.2f} of the drawn, "
            f"{steps / taps / listed:.2f} of the listed; {batch.bytes_each:,.0f} bytes each; "
            f"first step after {batch.start_up:.1f} s",
            flush=True,
        )
    wanted = TARGETS.get(name, OTHER_TARGET) * scale
    share = best / drawn
    print(f"  best {best / 1e6:.2f} M steps/s; wanted {wanted / 1e6:.1f} M{'' if best >= wanted else ': NOT REACHED'}")
    print(f"  best share {share:.2f}; wanted {SHARE}{'' if share >= SHARE else ': NOT REACHED'}")
    return resets(name) and best >= wanted and share >= SHARE


def resets(name: str) -> bool:
    """Print the time to begin many episodes, and return whether it is short enough."""
    env = BatchEnv(name, MANY)
    times = []
    for seed in range(5):
        begin = time.process_time()
        env.reset(seed=seed)
        times.append(time.process_time() - begin)
    milliseconds = min(times[1:]) * 1e3
    is_short = milliseconds <= RESET_MS
    print(
        f"  reset of {MANY:,} environments: first {times[0] * 1e3:.1f} ms, then {milliseconds:.1f} ms; "
        f"wanted {RESET_MS}{'' if is_short else ': NOT REACHED'}"
    )
    return is_short


def pace(seconds: float, rounds: int) -> float:
    """Return by how much the targets are scaled, and print it."""
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed: the targets are those of its reference machine")
        return 1.0
    game = pyspiel.load_game("mancala")

    def work() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        return 1

    games = rates({"mancala": work}, seconds, rounds)["mancala"]
    print(f"OpenSpiel: {games:,.0f} random games of mancala a second from Python; targets are scaled by", end=" ")
    print(f"{games / REFERENCE:.2f}", flush=True)
    return games / REFERENCE


def peers(seconds: float, rounds: int) -> None:
    """Print the rates of other libraries."""
    for label, make in (
        ("OpenSpiel mancala, from Python", openspiel_steps),
        ("OpenSpiel mancala, its C++ loop", openspiel_rollouts),
        ("PettingZoo connect_four, AEC", pettingzoo_steps),
        ("Pgx connect_four, batch 4096", pgx_steps),
    ):
        try:
            work = make()
        except ImportError as missing:
            print(f"  {label}: not installed ({missing.name})")
            continue
        print(f"  {label}: {rates({label: work}, seconds, rounds)[label]:,.0f} steps/s", flush=True)


def openspiel_steps() -> Callable[[], int]:
    """Return a random game of OpenSpiel's mancala, with observations."""
    import pyspiel

    game = pyspiel.load_game("mancala")

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return work


def openspiel_rollouts() -> Callable[[], int]:
    """Return random games of OpenSpiel's mancala in its own C++ loop, without observations."""
    import pyspiel

    steps, game, games = openspiel_steps(), pyspiel.load_game("mancala"), 20
    length = sum(steps() for _ in range(500)) / 500
    bots = [pyspiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(2)]

    def work() -> int:
        for seed in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return round(games * length)

    return work


def pettingzoo_steps() -> Callable[[], int]:
    """Return a random game of PettingZoo's Connect Four."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def work() -> int:
        env.reset()
        steps = 0
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else env.action_space(agent).sample(seen["action_mask"]))
            steps += 1
        return steps

    return work


def pgx_steps() -> Callable[[], int]:
    """Return steps of a batch of Pgx's Connect Four."""
    import jax
    import pgx

    env, size = pgx.make("connect_four"), 4096
    step = jax.jit(jax.vmap(env.step))
    box: dict[str, Any] = {"state": jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), size))}

    def work() -> int:
        state = box["state"]
        actions = jax.numpy.argmax(state.legal_action_mask, axis=1)
        box["state"] = step(state, actions)
        box["state"].observation.block_until_ready()
        return size

    work()
    return work


def main() -> int:
    """Measure; return 1 when a target is not reached."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default=",".join(charkoni.games()))
    parser.add_argument("--sizes", default="1,64,1024,4096")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"Python {sys.version.split()[0]}, load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    reached, scale = True, pace(options.seconds, options.rounds)
    sizes = [int(size) for size in options.sizes.split(",")]
    for name in options.games.split(","):
        reached &= measure(name, sizes, options.seconds, options.rounds, scale)
    print("\nothers:")
    peers(options.seconds, options.rounds)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
