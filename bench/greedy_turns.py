"""Games of greedy turns between two evaluations:  python bench/greedy_turns.py OTHER/evaluate.py [--games 4000]

Plays Chaupar between the package's `evaluate.py` and another file of that kind: of all ways to play a throw each side
takes the one with the highest value at its end.  Thousands of games resolve small differences that matches of searches
do not.  Printed: the share of games that the package's evaluation wins, with its standard error.
"""

import argparse
import importlib
import math
import sys
import tempfile
from pathlib import Path

import numba
import numpy as np

from charkoni import game
from charkoni.core import compiler
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game_kernels import Kernels, kernels_of
from charkoni.core.playout import throw
from charkoni.core.random_numbers import seeded
from charkoni.search.rollouts.kernels import play_turn
from charkoni.search.rollouts.search import turn_scratch

OTHER = "other_knowledge"
FILES = {
    "__init__.py": "",
    "rules.py": "from charkoni.games.chaupar.rules import *\n",
}


@numba.njit
def wins(game, other, state, start, work, rng, games):
    """Return how many games the evaluation of `game` wins against that of `other`; it begins every other game."""
    points, won = np.zeros(4, np.int64), 0
    for number in range(games):
        state[0] = start[0]
        while game.turn(state[0]) != OVER:
            if game.turn(state[0]) == CHANCE:
                game.play(state[0], throw(game, state[0], rng, work.codes[0], work.weights))
                continue
            if work.sides[game.turn(state[0])] == number & 1:
                play_turn(game, state, work)
            else:
                play_turn(other, state, work)
        game.score(state[0], points)
        won += (points[0] > 0) == (number & 1 == 0)
    return won


def kernels_with(path: Path, folder: Path) -> Kernels:
    """Return Chaupar with the evaluation of a file, as a game of its own in a folder."""
    package = folder / OTHER
    package.mkdir()
    for name, text in (FILES | {"evaluate.py": path.read_text(encoding="utf-8")}).items():
        (package / name).write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    compiler.CACHED = False  # of a folder that is gone soon nothing is kept
    found = kernels_of(OTHER)
    if not hasattr(importlib.import_module(f"{OTHER}.evaluate"), "value"):
        raise SystemExit(f"{path} is no evaluate.py")
    return found


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args()
    chaupar = game("chaupar")
    states = chaupar.blank(), chaupar.start().state
    with tempfile.TemporaryDirectory() as folder:
        other = kernels_with(args.other, Path(folder))
        won = wins(chaupar.kernels, other, *states, turn_scratch(chaupar), seeded(args.seed), args.games) / args.games
    print(
        f"{args.games} games, seed {args.seed}: {100 * won:.1f} % ± {100 * math.sqrt(won * (1 - won) / args.games):.1f}"
    )


if __name__ == "__main__":
    main()
