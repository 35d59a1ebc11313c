"""Random games of Mangala compared with OpenSpiel's mancala, in one run, and the targets derived from it.

    python -m venv /tmp/peer && /tmp/peer/bin/pip install -e . open_spiel
    /tmp/peer/bin/python bench/openspiel.py

OpenSpiel's mancala (Kalah) is played through its Python interface, as its users do: legal_actions, apply_action.  Both
programs alternate on one core; medians count.  The targets are 15 times OpenSpiel's games a second in Mangala, and, on
a machine where OpenSpiel gives 19 000 games a second (scaled by what it gives here), 10 M moves a second in Mangala and
1 M in every other game.
"""

import os
import random
import sys
import time
from statistics import median

import numpy as np

from charkoni import game, games
from charkoni.benchmarks.figures import PLAYOUT_CAP, machine
from charkoni.core.game import Game
from charkoni.core.playout import playouts
from charkoni.core.random_numbers import seeded

try:
    import pyspiel
except ImportError:
    sys.exit("open_spiel is missing: pip install open_spiel (see the head of this file)")

ROUNDS = 7
SECONDS = 0.6
REFERENCE = 19_000
RATIO = 15
MANGALA_MOVES = 10_000_000
OTHER_MOVES = 1_000_000


class Peer:
    """OpenSpiel's mancala, game by game."""

    def __init__(self) -> None:
        self.game = pyspiel.load_game("mancala")
        self.rng = random.Random(1)

    def rates(self) -> tuple[float, float]:
        """Return games and moves a second of one round."""
        done, moves, begin = 0, 0, time.perf_counter()
        choice = self.rng.choice
        while time.perf_counter() - begin < SECONDS:
            state = self.game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
                moves += 1
            done += 1
        seconds = time.perf_counter() - begin
        return done / seconds, moves / seconds


class Ours:
    """One of our games."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.batch = 64
        self.arrays = (
            np.zeros(game.players + 1, np.int64),
            np.zeros(game.widest, np.int64),
            np.zeros(game.widest, np.int64),
        )
        self.root, self.work = game.start().state, game.blank()
        self.rates()

    def rates(self) -> tuple[float, float]:
        """Return games and moves a second of one round."""
        while True:
            rng = seeded(1, self.batch)
            begin = time.perf_counter()
            plies = playouts(self.game.kernels, self.root, self.work, rng, self.batch, PLAYOUT_CAP, *self.arrays)
            seconds = time.perf_counter() - begin
            if seconds > SECONDS / 2:
                return self.batch / seconds, plies / seconds
            self.batch *= 2


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    players = {"open_spiel": Peer(), **{name: Ours(game(name)) for name in games()}}
    rounds: dict[str, list[tuple[float, float]]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, one in players.items():
            rounds[name].append(one.rates())
    figures = {name: tuple(median(column) for column in zip(*rows, strict=True)) for name, rows in rounds.items()}
    peer = figures["open_spiel"][0]
    scale = peer / REFERENCE
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    print(f"{'':14}{'games/s':>12}{'moves/s':>14}{'target':>14}")
    print(f"{'open_spiel':14}{peer:12,.0f}{figures['open_spiel'][1]:14,.0f}")
    for name in games():
        target = (MANGALA_MOVES if name == "mangala" else OTHER_MOVES) * scale
        reached = "reached" if figures[name][1] >= target else "NOT REACHED"
        print(f"{name:14}{figures[name][0]:12,.0f}{figures[name][1]:14,.0f}{target:14,.0f}  {reached}")
    ratio = figures["mangala"][0] / peer
    reached = "reached" if ratio >= RATIO else "NOT REACHED"
    print(f"Mangala / OpenSpiel's mancala, games: {ratio:.1f} (target {RATIO}): {reached}")


if __name__ == "__main__":
    main()
