"""Random games beside C++:  python bench/random_games.py [--seconds 0.3] [--rounds 9] [--compiler c++]

Mangala and Mosty by the compiled kernels of the package and by bench/random_games.cpp, compiled for this machine, in
one process on one core.  All take turns; printed are medians of games in a second of processor time, and the ratio of
ours to the C++ of the same way, the median of those of the rounds.  With one seed Mangala's games are the same in all
four.
"""

import argparse
import ctypes
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from charkoni import game
from charkoni.benchmarks.figures import PLAYOUT_CAP, machine
from charkoni.core.playout import playouts, results
from charkoni.core.random_numbers import seeded

TARGETS = {"mangala": 1.0, "mosty": 0.9}
SEED = 5
WAYS = ("the plain way", "the shortest way")
"""Plain: by single moves, in C++ of Mosty by a shuffle of the crossings.  Shortest: `charkoni.games.*.playout`."""

Play = Callable[[int], list[int]]
"""Plays so many games and returns the points of both sides in twelfths."""


def ours(name: str, kernel: Callable[..., object]) -> Play:
    """Return random games of the package."""
    chosen = game(name)
    root, work = chosen.start().state, chosen.blank()
    codes, weights = np.zeros(chosen.widest, np.int64), np.zeros(chosen.widest, np.int64)

    def play(games: int) -> list[int]:
        points = np.zeros(chosen.players + 1, np.int64)
        kernel(chosen.kernels, root, work, seeded(SEED), games, PLAYOUT_CAP, points, codes, weights)
        return [int(each) for each in points[:-1]]

    return play


def theirs(function: Any) -> Play:
    """Return random games of a function of the C++ program."""
    function.restype = ctypes.c_int64

    def play(games: int) -> list[int]:
        points, rng = np.zeros(2, np.int64), seeded(SEED)
        function(ctypes.c_void_p(rng.ctypes.data), ctypes.c_int64(games), ctypes.c_void_p(points.ctypes.data))
        return [int(each) for each in points]

    return play


def compiled(compiler: str, folder: str) -> ctypes.CDLL:
    """Compile and load the C++ program."""
    source, library = Path(__file__).with_name("random_games.cpp"), f"{folder}/random_games.so"
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, str(source)], check=True)
    return ctypes.CDLL(library)


def batch_for(play: Play, seconds: float) -> int:
    """Return how many games fill the time."""
    play(1)  # compiles
    batch = 1000
    while True:
        begin = time.process_time()
        play(batch)
        spent = time.process_time() - begin
        if spent > seconds / 4:
            return max(1, round(batch * seconds / spent))
        batch *= 2


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--compiler", default="c++")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        try:
            peer = compiled(args.compiler, folder)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"a C++ compiler is needed: {error}")
        plays = {
            ("mangala", WAYS[0]): (ours("mangala", playouts), theirs(peer.mangala_plain)),
            ("mangala", WAYS[1]): (ours("mangala", results), theirs(peer.mangala_packed)),
            ("mosty", WAYS[0]): (ours("mosty", playouts), theirs(peer.mosty_plain)),
            ("mosty", WAYS[1]): (ours("mosty", results), theirs(peer.mosty_filled)),
        }
        print(", ".join(f"{name} {value}" for name, value in machine().items()))
        print(subprocess.run([args.compiler, "--version"], capture_output=True, text=True).stdout.splitlines()[0])
        rates = measured(plays, args.seconds, args.rounds)
    report(plays, rates)


def measured(
    plays: dict[tuple[str, str], tuple[Play, Play]], seconds: float, rounds: int
) -> dict[tuple[str, str], list[tuple[float, float]]]:
    """Return the games in a second of ours and theirs, in each round."""
    batches = {key: [batch_for(play, seconds) for play in pair] for key, pair in plays.items()}
    rates: dict[tuple[str, str], list[tuple[float, float]]] = {key: [] for key in plays}
    for _ in range(rounds):
        for key, pair in plays.items():
            both = []
            for play, batch in zip(pair, batches[key], strict=True):
                begin = time.process_time()
                play(batch)
                both.append(batch / (time.process_time() - begin))
            rates[key].append((both[0], both[1]))
    return rates


def report(
    plays: dict[tuple[str, str], tuple[Play, Play]], rates: dict[tuple[str, str], list[tuple[float, float]]]
) -> None:
    """Print the table; refuse games of Mangala that differ."""
    print(f"{'':8} {'':20} {'ours, games/s':>14} {'C++, games/s':>14} {'ratio':>7}")
    for (name, way), rows in rates.items():
        mine, other = (median(column) for column in zip(*rows, strict=True))
        ratio = median(a / b for a, b in rows)
        said = (
            f"  target {TARGETS[name]}: {'reached' if ratio >= TARGETS[name] else 'NOT reached'}"
            if way == WAYS[1]
            else ""
        )
        print(f"{name:8} {way:20} {mine:14,.0f} {other:14,.0f} {ratio:7.2f}{said}")
    shares = {key: [play(20_000) for play in pair] for key, pair in plays.items()}
    mangala = [points for (name, _), pair in shares.items() if name == "mangala" for points in pair]
    if any(points != mangala[0] for points in mangala):
        sys.exit(f"the games of Mangala differ: {mangala}")
    for key, pair in shares.items():
        if key[0] == "mosty":
            print(f"mosty {key[1]}: the first player wins {pair[0][0] / 240_000:.3f} and {pair[1][0] / 240_000:.3f}")


if __name__ == "__main__":
    main()
