"""Puzzle sets of the package, a few puzzles for each game, found by `charkoni puzzles` in games of levels and matches.

`python bench/puzzles.py` builds them from the kept games and prints the commands.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from charkoni.analysis.puzzles import Puzzle, Theme, read

FOLDER = Path(__file__).resolve().parent / "puzzle_sets"


class Outline(NamedTuple):
    """A puzzle as its line has it, without the rules of its game: the game's name, the position's text, the task."""

    game: str
    position: str
    theme: Theme


@cache
def puzzle_set(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, by its name without flags, the easiest first; none for a game without a set."""
    path = FOLDER / f"{name}.jsonl"
    if not path.is_file():
        return ()
    return tuple(read(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())


@cache
def count(name: str) -> int:
    """Return the number of puzzles of a game, without parsing their positions."""
    path = FOLDER / f"{name}.jsonl"
    return len(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else 0


@cache
def outline(name: str, place: int) -> Outline:
    """Return a puzzle of a game, counted from 0, without loading the rules of the game."""
    row = json.loads((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[place])
    return Outline(row["game"], row["position"], Theme(row["theme"]))
