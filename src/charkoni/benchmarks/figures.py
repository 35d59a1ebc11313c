"""Speed of each game on one thread: medians of rounds in which the games alternate."""

import importlib.metadata
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean, median

import numpy as np

from charkoni.core.compiler import compiled, compiler_version
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.core.playout import playouts, results
from charkoni.core.random_numbers import seeded
from charkoni.core.record import Record
from charkoni.core.registry import named as game
from charkoni.players import player

ROUNDS = 5
SECONDS = 0.3
PLAYOUT_CAP = 1000
SEARCH = 2000
GAMES_REPLAYED = 6
PLIES_REPLAYED = 200
FIRST_USES = 2

Progress = Callable[[str, int, int], None]
"""A callback with the name of the game, the steps done and the number of steps."""


def measure(names: Sequence[str], progress: Progress | None = None, seed: int = 1) -> dict[str, object]:
    """Return the figures of games and the machine they were measured on.

    Per game: playouts_per_s (results of random games), moves_per_s (of random games by single moves; both cut off after
    1000 plies), play_per_s (`Position.play`), mcts_per_s (playouts of the search), moves_mean, moves_max (legal moves
    seen), cold_s, warm_s (first use in a fresh process, with an empty or full compile cache), import_s, compiler_s,
    memory_mb.
    """
    benches = [_Bench(game(name), seed) for name in names]
    steps = [*benches] * ROUNDS
    total = len(steps) + len(benches)
    for done, bench in enumerate(steps):
        if progress:
            progress(bench.game.name, done, total)
        bench.round()
    figures = {}
    for done, bench in enumerate(benches, len(steps)):
        if progress:
            progress(bench.game.name, done, total)
        figures[bench.game.name] = bench.figures() | first_use(bench.game.name)
    return {"games": figures, "machine": machine()}


def machine() -> dict[str, object]:
    """Return the machine, the versions and the time of a measurement."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "system": platform.platform(),
        "python": platform.python_version(),
        "numba": compiler_version(),
        "numpy": np.__version__,
        "charkoni": importlib.metadata.version("charkoni"),
        "compiled": compiled(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def first_use(name: str) -> dict[str, float]:
    """Return the seconds and memory of the first use of a game in fresh processes, cache empty and full."""
    with tempfile.TemporaryDirectory() as folder:
        cold = _in_process(name, folder)
        warm = [_in_process(name, folder) for _ in range(FIRST_USES)]
    return {
        "cold_s": round(cold["first_use_s"], 3),
        "warm_s": round(median(one["first_use_s"] for one in warm), 3),
        "import_s": round(median(one["import_s"] for one in warm), 3),
        "compiler_s": round(median(one["compiler_s"] for one in warm), 3),
        "memory_mb": round(median(one["memory_mb"] for one in warm), 1),
    }


class _Bench:
    """The measurements of one game, by rounds."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        self._batches = {playouts: 1, results: 1}
        self._rates = defaultdict[str, list[float]](list)
        self._paths, self._widths = _random_games(game, seed)
        self._searcher = player(f"mcts:{SEARCH}", seed)
        self._record = _first_decision(game)
        for kernel in self._batches:
            self._random_games(kernel)  # compiles, and finds the batch that fills the time
        self._searcher.choose(self._record)

    def round(self) -> None:
        """Measure everything once."""
        games, _, seconds = self._random_games(results)
        self._rates["playouts_per_s"].append(games / seconds)
        _, plies, seconds = self._random_games(playouts)
        self._rates["moves_per_s"].append(plies / seconds)
        self._rates["play_per_s"].append(self._replays())
        begin = time.perf_counter()
        self._searcher.choose(self._record)
        self._rates["mcts_per_s"].append(SEARCH / (time.perf_counter() - begin))

    def figures(self) -> dict[str, float]:
        """Return the medians of all rounds, and the lengths of the legal lists seen."""
        rates = {name: round(median(values)) for name, values in self._rates.items()}
        return {**rates, "moves_mean": round(mean(self._widths), 1), "moves_max": max(self._widths)}

    def _random_games(self, kernel: Callable[..., int]) -> tuple[int, int, float]:
        """Play random games for about SECONDS; return their number, their plies (of `playouts`) and the time."""
        root, work = self.game.start().state, self.game.blank()
        points = np.zeros(self.game.players + 1, np.int64)
        codes, weights = np.zeros(self.game.widest, np.int64), np.zeros(self.game.widest, np.int64)
        while True:
            batch = self._batches[kernel]
            rng = seeded(self.seed, batch)
            begin = time.perf_counter()
            plies = kernel(self.game.kernels, root, work, rng, batch, PLAYOUT_CAP, points, codes, weights)
            seconds = time.perf_counter() - begin
            if seconds > SECONDS / 2:
                return batch, int(plies or 0), seconds
            self._batches[kernel] *= 2

    def _replays(self) -> float:
        """Return the moves per second of `Position.play` along the chosen games."""
        start = self.game.start()
        begin = time.perf_counter()
        for path in self._paths:
            position = start
            for move in path:
                position = position.play(move)
        return sum(map(len, self._paths)) / (time.perf_counter() - begin)


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


def _in_process(name: str, cache: str) -> dict[str, float]:
    # By its path: with -m the package would be imported first.
    command = [sys.executable, "-P", str(Path(__file__).with_name("first_use.py")), name]
    environment = {**os.environ, "CHARKONI_CACHE": cache}
    figures: dict[str, float] = json.loads(subprocess.check_output(command, env=environment))
    return figures


def _random_games(game: Game, seed: int) -> tuple[list[list[str]], list[int]]:
    """Return the moves of random games and the lengths of the legal lists in them."""
    rng = random.Random(seed)
    paths: list[list[str]] = []
    widths: list[int] = []
    for _ in range(GAMES_REPLAYED):
        position: Position = game.start()
        path: list[str] = []
        while position.turn != OVER and len(path) < PLIES_REPLAYED:
            path.append(rng.choice(position.moves))
            if position.turn != CHANCE:
                widths.append(len(position.moves))
            position = position.play(path[-1])
        paths.append(path)
    return paths, widths


def _first_decision(game: Game) -> Record:
    """Return a record at the first decision with a choice."""
    record = Record(game)
    while len(record.position.moves) < 2 or record.turn == CHANCE:
        record.play(record.position.moves[0])
    return record
