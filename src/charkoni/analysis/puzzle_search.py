"""The search for puzzles in records: a shallow search finds a candidate, a deeper one confirms it."""

from collections.abc import Iterator
from dataclasses import replace

from charkoni.analysis.puzzles import (
    FEWEST_MOVES,
    GAP,
    GAP_OF_BEST,
    GAP_WITH_DICE,
    SHALLOW_SHARE,
    Puzzle,
    Theme,
)
from charkoni.analysis.record_search import RecordSearcher
from charkoni.analysis.report import record_after
from charkoni.core.constants import CHANCE
from charkoni.core.record import Record
from charkoni.search import Limits, SearchResult, Stop

WINS, KEEPS = 0.85, 0.40
DEEPER = 8


def puzzles(record: Record, limits: Limits, source: str = "", stop: Stop | None = None) -> Iterator[Puzzle | None]:
    """Yield a puzzle or None for each position of a record with at least FEWEST_MOVES moves."""
    searcher = RecordSearcher()
    for ply in range(len(record)):
        position = record.positions[ply]
        if position.turn == CHANCE or len(position.moves) < FEWEST_MOVES:
            continue
        if stop and stop():
            return
        yield puzzle(record_after(record, ply), searcher, limits, f"{source} {ply}".strip())


def puzzle(record: Record, searcher: RecordSearcher, limits: Limits, source: str = "") -> Puzzle | None:
    """Return the puzzle of a position, or None.

    One move is better than every other by at least GAP points and wins (WINS) or saves the game (KEEPS), or it is the
    best by GAP_OF_BEST points in a game that is not lost; with dice by GAP_WITH_DICE points.  A shallow search finds
    it, and a search with DEEPER times its limits confirms it, with dice over more throws.  The position is searched
    without its history, as the solver of the puzzle sees it.
    """
    position = record.position
    dice = position.game.has_dice
    shallow = searcher.search(position, replace(limits, lines=2))
    if _theme(shallow, dice, SHALLOW_SHARE) is None:
        return None
    deeper = replace(
        limits,
        seconds=limits.seconds and DEEPER * limits.seconds,
        nodes=limits.nodes and DEEPER * limits.nodes,
        depth=limits.depth and limits.depth + 2,
        lines=2,
    )
    deep = searcher.search(position, deeper)
    theme = _theme(deep, dice)
    if theme is None or deep.move != shallow.move:
        return None
    best, second = deep.ranking[:2]
    if theme in (Theme.BEST, Theme.MEAN) and deep.depth <= shallow.depth and not (best.exact and second.exact):
        return None
    return Puzzle(position, theme, best.line, best.value, second.value, deep.nodes, best.exact and second.exact, source)


def _theme(result: SearchResult, dice: bool, share: float = 1.0) -> Theme | None:
    """Return the theme of a position by a search result, None when no move is right alone.

    share: of the required gap.
    """
    if len(result.ranking) < 2:
        return None
    best, second = result.ranking[0].value, result.ranking[1].value
    gap = (best - second) / share
    if dice:
        return Theme.MEAN if gap >= GAP_WITH_DICE else None
    if gap < GAP_OF_BEST or best < KEEPS:
        return None
    if gap < GAP:
        return Theme.BEST
    return Theme.WIN if best >= WINS else Theme.SAVE
