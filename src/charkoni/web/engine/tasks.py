"""Tasks of the engine's workers: a row of an analysis, a hint, the values of a position.

They run in a worker of `charkoni.web.engine.pool`.  Arguments and results pass a pipe, so they are plain values.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from time import monotonic
from typing import Any

from charkoni import solve
from charkoni.analysis import hints
from charkoni.analysis.chances import outline
from charkoni.analysis.features import features
from charkoni.analysis.puzzle_search import puzzle
from charkoni.analysis.record_search import RecordSearcher
from charkoni.analysis.report import analyse_position
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.players.longest_defence import LongestDefence
from charkoni.search import Limits

LINES = 3
"""How many best moves are searched with their lines."""

LONGEST_LINE = 8
"""How many moves of a line a result holds."""


@cache
def _searches() -> RecordSearcher:
    """Return the searches of this process, whose transposition tables stay from position to position."""
    return RecordSearcher()


def run(task: str, game: Game, start: str, moves: Sequence[str], options: Mapping[str, object]) -> object:
    """Return the result of a task (look, outline, hint, study or puzzle) in the position after some moves.

    options: see the tasks.
    """
    record = Record(game, game.parse(start) if start else None)
    for move in moves:
        record.play(move)
    return _TASKS[task](record, **options)


def _look(record: Record, nodes: int, holds: bool = False) -> dict[str, object]:
    """Return a row of an analysis as `report.analyse_position` does, with features.

    nodes: the node budget of the search.  features: lists of name, weight and the amount of each player.  holds: of a
    position that is proved to be lost return the move that holds out longest, too.
    """
    row = analyse_position(record, len(record), _searches(), Limits(nodes=nodes, lines=LINES))
    assert row is not None
    counted = [] if record.turn == OVER else features(record.position)
    if holds and record.turn >= 0 and row["exact"] and not row["values"][record.turn]:
        row["holds"] = LongestDefence(_searches().searchers[record.game]).search(record, Limits(nodes=nodes)).move
    return row | {"features": [[each.name, each.weight, *each.amounts] for each in counted]}


def _outline(record: Record, nodes: int, seconds: float) -> list[dict[str, object]]:
    """Return a row of each position of a record, see `chances.outline`.  seconds: after which it ends."""
    end = monotonic() + seconds
    return outline(record, _searches(), Limits(nodes=nodes, lines=1), lambda: monotonic() > end)


def _hint(record: Record, nodes: int, lang: str) -> dict[str, object]:
    """Return a hint: move (text), lines (three sentences).  nodes: the node budget.  lang: of the sentences."""
    hint = hints.hint(Words(lang), record, len(record), _searches(), Limits(nodes=nodes))
    return {"move": hint.move, "lines": list(hint.lines)}


def _study(record: Record, nodes: int) -> dict[str, object]:
    """Return the value of a position and of every move: proved by a solver where possible, else estimated by a search.

    nodes: the node budget of the search; 0: nothing is searched.

    Returns proved: {points (0 to 1 by player), lead, plies} or None; values: the estimated points by player where
    nothing is proved, else None; moves: by move {proved, value (estimated points of the player to move), line (moves),
    is_sure}, the last three only from a search; best: the moves that lose nothing;
    overlays: fields of `solve.Overlay`; features: as in `_look`.
    """
    position = record.position
    proved = solve.probe(position)
    report: dict[str, Any] = {
        "proved": _as_dict(proved),
        "values": None,
        "moves": {},
        "best": [],
        "overlays": [asdict(each) for each in solve.overlays(position)],
        "features": [[each.name, each.weight, *each.amounts] for each in features(position)],
    }
    if position.turn == OVER:
        return report
    if position.turn == CHANCE:
        if proved is None and nodes:
            report["values"] = list(_searches().search(record, Limits(nodes=nodes)).values)
        return report
    values = solve.explore(position)
    report["moves"] = {move: {"proved": _as_dict(value)} for move, value in values.items()}
    if not nodes and any(value is None for value in values.values()):  # none is known to be the best
        report["moves"] = {move: row for move, row in report["moves"].items() if row["proved"]}
        return report
    if proved is None or any(value is None for value in values.values()):
        # Estimates of a search, of the position and of every move.
        result = _searches().search(record, Limits(nodes=nodes, lines=0))
        report["values"] = list(result.values)
        for choice in result.ranking:
            line = list(choice.line[:LONGEST_LINE])
            report["moves"][choice.move] |= {"value": choice.value, "line": line, "is_sure": choice.exact}
    report["best"] = _best(position.turn, values, report)
    first = solve.best_of(position, values)
    if first in report["best"]:  # of equal moves the one that wins sooner or loses later
        report["best"] = [first, *(move for move in report["best"] if move != first)]
    return report


def _puzzle(record: Record, nodes: int) -> dict[str, object] | None:
    """Return the puzzle of a position as JSON (see `Puzzle.json`), or None.  nodes: of the shallow search."""
    best = puzzle(record, _searches(), Limits(nodes=nodes), str(len(record)))
    return best.json() if best else None


def _best(player: int, values: Mapping[str, solve.ExactValue | None], report: Mapping[str, Any]) -> list[str]:
    """Return the best moves: by proved values if all moves have them, else by the search."""
    known = {move: value for move, value in values.items() if value is not None}
    if known and len(known) == len(values):
        sign = 1 if player == 0 else -1
        scores = {move: (value.points[player], sign * (value.lead or 0)) for move, value in known.items()}
    else:
        scores = {move: (round(row.get("value", -1.0), 3), 0) for move, row in report["moves"].items()}
    most = max(scores.values())
    return [move for move, score in scores.items() if score == most]


def _as_dict(value: solve.ExactValue | None) -> dict[str, Any] | None:
    if value is None:
        return None
    return {"points": [float(points) for points in value.points], "lead": value.lead, "plies": value.plies}


_TASKS: Mapping[str, Callable[..., Any]] = {
    "look": _look,
    "outline": _outline,
    "hint": _hint,
    "study": _study,
    "puzzle": _puzzle,
}
