"""Puzzles that come with the package: a few for each game, found by `charkoni puzzles` in games of levels.

Those of Chaupar and Banglagor were made by these commands, the others before there was `--best`:

    charkoni puzzles bench/results/chaupar-best-mcts-20ms.jsonl --nodes 40000 --best 12 > chaupar.jsonl
    charkoni match level=5 level=6 --game banglagor --games 24 --seed 2 --out banglagor-levels-5-6.jsonl
    charkoni puzzles bench/results/puzzles/banglagor-levels-5-6.jsonl --nodes 5000 --best 12 > banglagor.jsonl
"""

import json
from functools import cache
from pathlib import Path

from charkoni.analysis.puzzles import Puzzle, read

FOLDER = Path(__file__).resolve().parent / "puzzle_sets"


@cache
def puzzle_set(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, by its name without flags, the easiest first; none for a game without a set."""
    path = FOLDER / f"{name}.jsonl"
    if not path.is_file():
        return ()
    return tuple(read(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())


@cache
def count(name: str) -> int:
    """Return how many puzzles there are of a game, without reading their positions."""
    path = FOLDER / f"{name}.jsonl"
    return len(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else 0
