"""Puzzles that come with the package: a few for each game, found by `charkoni puzzles` in games of levels and matches.

`python bench/puzzles.py` makes them anew from the games that are kept, and says by which commands.
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
