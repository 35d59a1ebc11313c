"""Puzzles: positions of played games with exactly one right move.  `puzzle_search` finds them.

One move wins or saves the game.  In slow games no single move does: there it is enough that every other move is a
blunder.  In games with dice, a position with thrown dice is a puzzle when one move is clearly best by the expected
points over all throws to come.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from charkoni.core.constants import CHANCE
from charkoni.core.errors import N_, BadText, Reason, Refusal
from charkoni.core.files.data_files import read_texts
from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.core.registry import named

GAP = 0.30
GAP_OF_BEST, GAP_WITH_DICE = 0.15, 0.10
"""Points by which the right move is better than every other: when it wins or saves the game, when it is only the best
one (BLUNDER in `grading`), and on average over throws (MISTAKE there)."""
SHALLOW_SHARE = 2 / 3
"""The share of these points that suffices in the shallow search: the full gap shows only in a deeper one."""
FEWEST_MOVES = 3
MOST_OF_A_GAME = 2

_TEXTS = read_texts(Path(__file__).with_suffix(".toml"))
_NO_PUZZLE = N_("this is no puzzle: {problem}")


class BadPuzzle(BadText):
    """A JSON object that is not a puzzle."""


class Theme(StrEnum):
    """The task of a puzzle."""

    WIN = "win"
    SAVE = "save"
    BEST = "best"
    MEAN = "mean"

    @property
    def task(self) -> str:
        """The task, a sentence to be translated."""
        return _TEXTS[f"task {self}"]

    @property
    def stake(self) -> str:
        """The values of the right move and the next best, a sentence to be translated with {kept} and {lost}."""
        return _TEXTS.get(f"stake {self}", _TEXTS["stake"])

    @property
    def missed(self) -> str:
        """The reply to another move, a sentence to be translated."""
        return _TEXTS.get(f"missed {self}", _TEXTS["missed"])


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with exactly one right move.

    line: the solution, starting with the move.  value: its expected points.  second: those of the second-best move.
    nodes: of the verifying search.  exact: both values are proved.  source: of the position: file, number of the game,
    ply.
    """

    position: Position
    theme: Theme
    line: tuple[str, ...]
    value: float
    second: float
    nodes: int
    exact: bool
    source: str = ""

    @property
    def move(self) -> str:
        """The right move."""
        return self.line[0]

    def json(self) -> dict[str, object]:
        """Return the puzzle as a JSON object, the inverse of `read`: a line of a puzzle set."""
        return {
            "charkoni-puzzle": 1,
            "game": self.position.game.name,
            "position": str(self.position),
            "theme": self.theme.value,
            "line": list(self.line),
            "value": round(self.value, 4),
            "second": round(self.second, 4),
            "nodes": self.nodes,
            "exact": self.exact,
            "source": self.source,
        }


def read(row: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of a JSON object; raise BadPuzzle."""
    try:
        if row.get("charkoni-puzzle") != 1:
            raise ValueError("its kind is missing")
        position = named(row["game"]).parse(row["position"])
        line = tuple(row["line"])
        position.play(line[0])
        return Puzzle(
            position,
            Theme(row["theme"]),
            line,
            float(row["value"]),
            float(row["second"]),
            int(row["nodes"]),
            bool(row["exact"]),
            str(row.get("source", "")),
        )
    except (KeyError, IndexError, TypeError, ValueError) as error:
        problem = str(error) if isinstance(error, Refusal | ValueError) else f"{error!s} is missing or wrong"
        raise BadPuzzle(str(row)[:80], Reason("NO_PUZZLE", "", _NO_PUZZLE, {"problem": problem})) from None


def promising(record: Record, rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return the plies of an analysed record where a puzzle may be found: missed best moves first, then by the gap.

    rows: of the analysis, one per position (see `report.analyse_position`).
    """
    least = SHALLOW_SHARE * (GAP_WITH_DICE if record.game.has_dice else GAP_OF_BEST)
    candidates = []
    for ply, (move, row) in enumerate(zip(record.moves, rows, strict=False)):
        position = record.positions[ply]
        if position.turn == CHANCE or len(position.moves) < FEWEST_MOVES or len(row["lines"]) < 2:
            continue
        gap = row["lines"][0]["value"] - row["lines"][1]["value"]
        if gap >= least:
            candidates.append((move == row["best"], -gap, ply))
    return [ply for _, _, ply in sorted(candidates)]


def clearest(candidates: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Return at most `count` puzzles, those with the largest gap first, at most MOST_OF_A_GAME of a game.

    Positions a few moves apart have the same idea, and one position may come in two games.  The source of a puzzle
    without its last word identifies the game.
    """
    chosen: list[Puzzle] = []
    taken: Counter[str] = Counter()
    different = {one.position: one for one in candidates}
    for one in sorted(different.values(), key=lambda one: one.second - one.value):
        game = one.source.rpartition(" ")[0]
        if len(chosen) < count and taken[game] < MOST_OF_A_GAME:
            chosen.append(one)
            taken[game] += 1
    return chosen


FOLDER = Path(__file__).resolve().parent / "puzzle_sets"


class Outline(NamedTuple):
    """A puzzle as its line has it, without the rules of its game: the game's name, the position's text, the task."""

    game: str
    position: str
    theme: Theme


@cache
def _lines(name: str) -> list[str]:
    """Return the lines of the puzzle set of a game, none without a set."""
    path = FOLDER / f"{name}.jsonl"
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


@cache
def puzzle_set(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, by its name without flags, the easiest first; none for a game without a set."""
    return tuple(read(json.loads(line)) for line in _lines(name))


def count(name: str) -> int:
    """Return the number of puzzles of a game, without parsing their positions."""
    return len(_lines(name))


def outline(name: str, place: int) -> Outline:
    """Return a puzzle of a game, counted from 0, without loading the rules of the game."""
    row = json.loads(_lines(name)[place])
    return Outline(row["game"], row["position"], Theme(row["theme"]))
