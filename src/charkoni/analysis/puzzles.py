"""Puzzles: positions of played games in which exactly one move keeps what there is, verified deeper than found."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from charkoni.analysis.report import until
from charkoni.analysis.thinking import Searches
from charkoni.core.errors import BadText, Reason, Refusal, mark
from charkoni.core.game import named
from charkoni.core.position import Position
from charkoni.core.record import Record
from charkoni.core.terms import CHANCE
from charkoni.search import Found, Limits, Stop

WINS, KEEPS = 0.85, 0.40
GAP = 0.30
DEEPER = 8
FEWEST_MOVES = 3

_NO_PUZZLE = mark("this is no puzzle: {problem}")


class BadPuzzle(BadText):
    """A text that holds no puzzle."""


class Theme(StrEnum):
    """What is to be done."""

    WIN = "win"
    SAVE = "save"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move is right.

    line: the solution, the move first.  value: the points it keeps.  second: those of the next best move.  nodes: how
    many positions were searched to verify it.  exact: both values are proved.  source: where the position comes from.
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

    def json(self) -> dict[str, Any]:
        """Return the puzzle as JSON; `read` reads it back."""
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


def puzzles(record: Record, limits: Limits, source: str = "", stop: Stop | None = None) -> Iterator[Puzzle | None]:
    """Yield, for each position of a record in which somebody had a choice, a puzzle or None."""
    searches = Searches()
    for ply in range(len(record)):
        position = record.positions[ply]
        if position.turn == CHANCE or len(position.moves) < FEWEST_MOVES:
            continue
        if stop and stop():
            return
        yield puzzle(until(record, ply), searches, limits, f"{source} {ply}".strip())


def puzzle(record: Record, searches: Searches, limits: Limits, source: str = "") -> Puzzle | None:
    """Return the puzzle that a position is, or None.

    One move is worth at least GAP points more than every other one, and wins (WINS) or saves the game (KEEPS); a search
    DEEPER times as long finds the same.  The position is searched without its past, as whoever solves it sees it.
    """
    position = record.position
    shallow = searches.think(position, replace(limits, lines=2))
    if _theme(shallow) is None:
        return None
    deep = searches.think(position, _deeper(limits))
    theme = _theme(deep)
    if theme is None or deep.move != shallow.move:
        return None
    best, second = deep.ranking[:2]
    return Puzzle(position, theme, best.line, best.value, second.value, deep.nodes, best.exact and second.exact, source)


def _theme(found: Found) -> Theme | None:
    """Return what is to be done in a position, or None when several moves do or none does."""
    if len(found.ranking) < 2:
        return None
    best, second = found.ranking[0].value, found.ranking[1].value
    if best - second < GAP:
        return None
    if best >= WINS:
        return Theme.WIN
    return Theme.SAVE if best >= KEEPS else None


def _deeper(limits: Limits) -> Limits:
    return Limits(
        seconds=None if limits.seconds is None else DEEPER * limits.seconds,
        nodes=None if limits.nodes is None else DEEPER * limits.nodes,
        depth=limits.depth if limits.depth is None else limits.depth + 2,
        threads=limits.threads,
        lines=2,
    )
