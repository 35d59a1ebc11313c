"""Whole turns at a glance, one knowledge against another:  python bench/glance.py OTHER/evaluate.py [--games 4000]

Plays Chaupar between the package's `evaluate.py` and another file of that kind: of all ways to play a throw each side
takes the one that looks best at its end.  Thousands of games tell small differences apart that matches of searches
cannot.  Printed is the share of games that the package's knowledge wins, with its standard error.
"""

import argparse
import math
import re
import types
from pathlib import Path
from typing import Any

import numba
import numpy as np

from charkoni import game
from charkoni.core.kernel import seeded
from charkoni.core.playout import throw
from charkoni.core.terms import CHANCE, OVER
from charkoni.games.chaupar import evaluate
from charkoni.search.rollout import work_of
from charkoni.search.turns_kernels import play_turn

_JIT = re.compile(r"^from charkoni\.core\.kernel import jit$", re.MULTILINE)


@numba.njit
def wins(game, one, other, state, start, work, rng, games):
    """Return how many of the games `one` wins; it begins every other game."""
    points, won = np.zeros(4, np.int64), 0
    for number in range(games):
        state[0] = start[0]
        while game.turn(state[0]) != OVER:
            if game.turn(state[0]) == CHANCE:
                game.play(state[0], throw(game, state[0], rng, work.codes[0], work.weights))
                continue
            if work.sides[game.turn(state[0])] == number & 1:
                play_turn(game, one, state, work)
            else:
                play_turn(game, other, state, work)
        game.score(state[0], points)
        won += (points[0] > 0) == (number & 1 == 0)
    return won


def value_of(path: Path) -> Any:
    """Return the kernel `value` of a file, compiled."""
    text, times = _JIT.subn("from numba import njit as jit", path.read_text(encoding="utf-8"))
    if not times:
        raise SystemExit(f"{path} is no evaluate.py")
    module = types.ModuleType("knowledge")
    exec(compile(text, str(path), "exec"), module.__dict__)
    return module.value


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=11)
    wish = parser.parse_args()
    chaupar = game("chaupar")
    own, other = value_of(Path(evaluate.__file__)), value_of(wish.other)
    states = chaupar.blank(), chaupar.start().state
    won = wins(chaupar.kernels, own, other, *states, work_of(chaupar), seeded(wish.seed), wish.games) / wish.games
    print(
        f"{wish.games} games, seed {wish.seed}: {100 * won:.1f} % ± {100 * math.sqrt(won * (1 - won) / wish.games):.1f}"
    )


if __name__ == "__main__":
    main()
