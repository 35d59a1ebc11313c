"""Puzzles: positions of played games in which exactly one move is right, verified deeper than found.

One move wins or saves the game.  In slow games, as those of many columns are, no single move does: there it is enough
that any other move is a blunder.  Where dice decide, a position with thrown dice is a puzzle when one move is clearly
best by the points to be expected over all throws to come.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from charkoni.analysis.record_search import RecordSearcher
from charkoni.analysis.report import record_after
from charkoni.core.constants import CHANCE
from charkoni.core.errors import BadText, Reason, Refusal, mark
from charkoni.core.position import Position
from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.search import Limits, SearchResult, Stop

WINS, KEEPS = 0.85, 0.40
GAP = 0.30
GAP_OF_BEST, GAP_WITH_DICE = 0.15, 0.10
"""By so many points the right move is better than every other: when it wins or saves the game, when it is only the
best one (BLUNDER in `grading`), and on average over throws (MISTAKE there)."""
GLANCE = 2 / 3
"""The share of these points that is enough at a glance: what a move is worth shows only when it is searched deeper."""
DEEPER = 8
FEWEST_MOVES = 3
MOST_OF_A_GAME = 2

_NO_PUZZLE = mark("this is no puzzle: {problem}")


class BadPuzzle(BadText):
    """A text that holds no puzzle."""


class Theme(StrEnum):
    """What is to be done."""

    WIN = "win"
    SAVE = "save"
    BEST = "best"
    MEAN = "mean"

    @property
    def task(self) -> str:
        """What is to be done, a sentence to be translated."""
        return _TASKS[self]

    @property
    def stake(self) -> str:
        """What the right move and the next best are worth, a sentence to be translated with {kept} and {lost}."""
        return _MEAN_STAKE if self is Theme.MEAN else _STAKE

    @property
    def missed(self) -> str:
        """What is said to another move, a sentence to be translated."""
        return {Theme.MEAN: _MEAN_MISSED, Theme.BEST: _BEST_MISSED}.get(self, _MISSED)


_STAKE = mark("The right move keeps {kept} of the point, the next best {lost}.")
_MEAN_STAKE = mark("On average over all throws, the right move brings {kept} of the point, the next best {lost}.")
_MISSED = mark("No, that gives it away. Try again.")
_BEST_MISSED = mark("No, another move is clearly better. Try again.")
_MEAN_MISSED = mark("No, another move brings more on average. Try again.")
_TASKS = {
    Theme.WIN: mark("One move wins. Which?"),
    Theme.SAVE: mark("One move saves the game. Which?"),
    Theme.BEST: mark("One move is clearly best. Which?"),
    Theme.MEAN: mark("One move is clearly best, on average over all throws to come. Which?"),
}


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
    searcher = RecordSearcher()
    for ply in range(len(record)):
        position = record.positions[ply]
        if position.turn == CHANCE or len(position.moves) < FEWEST_MOVES:
            continue
        if stop and stop():
            return
        yield puzzle(record_after(record, ply), searcher, limits, f"{source} {ply}".strip())


def puzzle(record: Record, searcher: RecordSearcher, limits: Limits, source: str = "") -> Puzzle | None:
    """Return the puzzle that a position is, or None.

    One move is worth at least GAP points more than every other one, and wins (WINS) or saves the game (KEEPS), or it is
    the best by GAP_OF_BEST points in a game that is not lost; with dice, where nothing is sure, by GAP_WITH_DICE
    points, however the game stands.  So finds a search DEEPER times as long as the one
    that saw it at a glance, with dice through more throws.  The position is searched without its past, as whoever
    solves it sees it.
    """
    position = record.position
    dice = position.game.has_dice
    shallow = searcher.search(position, replace(limits, lines=2))
    if _theme(shallow, dice, GLANCE) is None:
        return None
    deep = searcher.search(position, _deeper(limits))
    theme = _theme(deep, dice)
    if (
        theme is None
        or deep.move != shallow.move
        or (theme in (Theme.BEST, Theme.MEAN) and not _looks_farther(deep, shallow))
    ):
        return None
    best, second = deep.ranking[:2]
    return Puzzle(position, theme, best.line, best.value, second.value, deep.nodes, best.exact and second.exact, source)


def _theme(found: SearchResult, dice: bool, share: float = 1.0) -> Theme | None:
    """Return what is to be done in a position, or None when several moves do or none does.

    share: of the points that the right move has to be better by.
    """
    if len(found.ranking) < 2:
        return None
    best, second = found.ranking[0].value, found.ranking[1].value
    gap = (best - second) / share
    if dice:
        return Theme.MEAN if gap >= GAP_WITH_DICE else None
    if gap < GAP_OF_BEST or best < KEEPS:
        return None
    if gap < GAP:
        return Theme.BEST
    return Theme.WIN if best >= WINS else Theme.SAVE


def _looks_farther(deep: SearchResult, shallow: SearchResult) -> bool:
    """Return whether a search looked through more throws than another, or proved what it found."""
    return deep.depth > shallow.depth or (deep.ranking[0].exact and deep.ranking[1].exact)


def clearest(found: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Return at most so many puzzles, those first in which the right move is better than the next best one by most.

    No game gives more than MOST_OF_A_GAME: positions a few moves apart ask for the same idea.  A game is what stands
    before the last word of a puzzle's source.
    """
    chosen: list[Puzzle] = []
    taken: Counter[str] = Counter()
    for one in sorted(found, key=lambda one: one.second - one.value):
        game = one.source.rpartition(" ")[0]
        if len(chosen) < count and taken[game] < MOST_OF_A_GAME:
            chosen.append(one)
            taken[game] += 1
    return chosen


def _deeper(limits: Limits) -> Limits:
    return Limits(
        seconds=None if limits.seconds is None else DEEPER * limits.seconds,
        nodes=None if limits.nodes is None else DEEPER * limits.nodes,
        depth=limits.depth if limits.depth is None else limits.depth + 2,
        threads=limits.threads,
        lines=2,
    )
