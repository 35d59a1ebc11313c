"""Tasks of the engine's workers beside playing: a row of an analysis, a hint, the values of a position.

They run in a worker of `charkoni.web.engine.pool`.  Arguments and results are plain values, for they go over a pipe.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

from charkoni import solve
from charkoni.analysis import hints
from charkoni.analysis.features import features
from charkoni.analysis.record_search import RecordSearcher
from charkoni.analysis.report import analyse_position
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.search import Limits

LINES = 3
"""How many best moves are searched with their lines."""

LONGEST_LINE = 8
"""How many moves of a line a result holds."""


@cache
def _searches() -> RecordSearcher:
    """Return the searches of this process, whose transposition tables stay from position to position."""
    return RecordSearcher()


def run(task: str, game: Game, start: str, moves: Sequence[str], options: Mapping[str, Any]) -> Any:
    """Return the result of a task (look, hint or study) in the position after some moves; options: see the tasks."""
    record = Record(game, game.parse(start) if start else None)
    for move in moves:
        record.play(move)
    return _TASKS[task](record, **options)


def _look(record: Record, nodes: int) -> dict[str, Any]:
    """Return a row of an analysis, as `report.analyse_position` does, with `features`: [name, weight, amounts...]s.

    nodes: the node budget of the search.
    """
    found = analyse_position(record, len(record), _searches(), Limits(nodes=nodes, lines=LINES))
    assert found is not None
    counted = [] if record.turn == OVER else features(record.position)
    return found | {"features": [[each.name, each.weight, *each.amounts] for each in counted]}


def _hint(record: Record, nodes: int, lang: str) -> dict[str, Any]:
    """Return a hint: {move, lines}, the lines being three sentences in the language `lang`."""
    found = hints.hint(Words(lang), record, len(record), _searches(), Limits(nodes=nodes))
    return {"move": found.move, "lines": list(found.lines)}


def _study(record: Record, nodes: int) -> dict[str, Any]:
    """Return the value of a position and of every move: proved where a solver knows it, else estimated by a search.

    proved: {points, lead, plies} or None.  values: points of all players, by the search, where nothing is proved, else
    None.  moves: by move {proved, value (points of the one to move), line, is_sure}, the last three only by the search.
    best: the moves that lose nothing.  overlays: see `solve.Overlay`.  features: as in `_look`.
    """
    position = record.position
    proved = solve.probe(position)
    found: dict[str, Any] = {
        "proved": _exact(proved),
        "values": None,
        "moves": {},
        "best": [],
        "overlays": [asdict(each) for each in solve.overlays(position)],
        "features": [[each.name, each.weight, *each.amounts] for each in features(position)],
    }
    if position.turn == OVER:
        return found
    if position.turn == CHANCE:
        if proved is None:
            found["values"] = list(_searches().search(record, Limits(nodes=nodes)).values)
        return found
    values = solve.explore(position)
    found["moves"] = {move: {"proved": _exact(value)} for move, value in values.items()}
    if proved is None or any(value is None for value in values.values()):
        _add_search(found, record, nodes)
    found["best"] = _best(position.turn, values, found)
    choice = solve.best_of(position, values)
    if choice in found["best"]:  # of equal moves the one by which a win comes sooner, a loss later
        found["best"] = [choice, *(move for move in found["best"] if move != choice)]
    return found


def _add_search(found: dict[str, Any], record: Record, nodes: int) -> None:
    """Add the values that a search estimates, of the position and of every move."""
    seen = _searches().search(record, Limits(nodes=nodes, lines=0))
    found["values"] = list(seen.values)
    for choice in seen.ranking:
        line = list(choice.line[:LONGEST_LINE])
        found["moves"][choice.move] |= {"value": choice.value, "line": line, "is_sure": choice.exact}


def _best(player: int, values: Mapping[str, solve.ExactValue | None], found: Mapping[str, Any]) -> list[str]:
    """Return the best moves: by proved values if all moves have them, else by the search."""
    known = {move: value for move, value in values.items() if value is not None}
    if known and len(known) == len(values):
        worth = {move: (value.points[player], _lead(player, value)) for move, value in known.items()}
    else:
        worth = {move: (round(told.get("value", -1.0), 3), 0) for move, told in found["moves"].items()}
    most = max(worth.values())
    return [move for move, value in worth.items() if value == most]


def _lead(player: int, value: solve.ExactValue) -> int:
    lead = value.lead or 0
    return lead if player == 0 else -lead


def _exact(value: solve.ExactValue | None) -> dict[str, Any] | None:
    if value is None:
        return None
    return {"points": [float(points) for points in value.points], "lead": value.lead, "plies": value.plies}


_TASKS: Mapping[str, Callable[..., Any]] = {"look": _look, "hint": _hint, "study": _study}
