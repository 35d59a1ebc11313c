"""Analyses that the visitor's device searches: what it asks, and the rows from what it has found.

Its rows are shown to it alone and never stored: nobody else has to believe them.  Threats are not searched.
"""

import base64
from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from charkoni.analysis.features import features
from charkoni.core.constants import CHANCE
from charkoni.core.game import Game, Outcome
from charkoni.core.record import Record
from charkoni.games.opponents import ADVICE_NODES
from charkoni.search import Limits
from charkoni.search.engine import values_of
from charkoni.web.engine.browser import LINES, BrowserEngines
from charkoni.web.http.errors import Problem
from charkoni.web.live.analysis_jobs import OUTLINE_NODES, Run

MOST_AT_ONCE = 16
"""The most positions that are asked with one answer."""

Code = Annotated[int, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Line = tuple[Share, Annotated[list[Code], Field(max_length=10)]]
FoundRow = tuple[Annotated[int, Field(ge=0)], Annotated[list[Line], Field(max_length=LINES)]]
"""Nodes and lines of a position: the points of the player to move and the codes of the moves; no line where the game is
over, one without moves where a throw is due."""


class Found(BaseModel):
    """What a page has found: outline of all positions or none, and rows of the first ones, as in `Run`."""

    outline: list[FoundRow]
    rows: list[FoundRow]


_FOUND = TypeAdapter(Found)


def questions(engines: BrowserEngines, record: Record, first: int) -> dict[str, object]:
    """Return what a page asks about the positions of a record from a ply on, at most MOST_AT_ONCE of them.

    engine (address of the search); plies (of the record); outline (nodes of a small search); requests: base64, "" of a
    position in which the game is over.
    """
    limits, outcome = Limits(nodes=ADVICE_NODES, lines=LINES), outcome_on_board(record)
    requests = []
    for ply, position in enumerate(record.positions[first : first + MOST_AT_ONCE], first):
        is_over = outcome is not None and ply == len(record)
        asked = b"" if is_over else engines.of(record.game).request(position, record.positions[:ply], limits).to_bytes()
        requests.append(base64.b64encode(asked).decode())
    address = engines.address(record.game)
    return {"engine": address, "plies": len(record), "outline": OUTLINE_NODES, "requests": requests}


def outcome_on_board(record: Record) -> Outcome | None:
    """Return how the moves of a record end the game; None where they do not, as before a resignation."""
    played = Record(record.game, record.start)
    for move in record.moves:
        played.play(move)
    return played.outcome


def local_run(run: Run, text: str) -> Run:
    """Return an analysis with the rows that a page has found; raise Problem BAD_MESSAGE.  text: JSON, see `Found`."""
    try:
        found = _FOUND.validate_json(text)
    except ValidationError:
        raise Problem(400, "BAD_MESSAGE") from None
    places = len(run.record) + 1
    if len(found.rows) > places or len(found.outline) not in (0, places):
        raise Problem(400, "BAD_MESSAGE")
    outcome = outcome_on_board(run.record)
    outline, rows = (
        [_row(run.record, ply, each, outcome) for ply, each in enumerate(part)] for part in (found.outline, found.rows)
    )
    return Run(run.key, run.record, rows, outline, run.puzzle, is_wanted=True)


def _row(record: Record, ply: int, found: FoundRow, outcome: Outcome | None) -> dict[str, object]:
    """Return a row as `report.analyse_position` has it, with features; raise Problem BAD_MESSAGE."""
    position, (nodes, lines) = record.positions[ply], found
    counted = {"features": [[each.name, each.weight, *each.amounts] for each in features(position)]}
    if outcome and ply == len(record):
        values = [float(points) for points in outcome.scores]
        return {"ply": ply, "values": values, "best": None, "lines": [], "nodes": 0, "exact": True, "features": []}
    if not lines or (
        position.turn != CHANCE and any(codes[:1] == [] or codes[0] not in position.codes for _, codes in lines)
    ):
        raise Problem(400, "BAD_MESSAGE")
    shown = [
        {"move": moves[0], "value": round(value, 5), "line": moves, "exact": False}
        for value, codes in lines
        if position.turn != CHANCE and (moves := _moves(record.game, codes))
    ]
    values = [round(share, 5) for share in values_of(record.game, lines[0][0], max(position.turn, 0))]
    best = shown[0]["move"] if shown else None
    return {"ply": ply, "values": values, "best": best, "lines": shown, "nodes": nodes, "exact": False} | counted


def _moves(game: Game, codes: Sequence[int]) -> list[str]:
    if any(code >= game.family.most_codes for code in codes):
        raise Problem(400, "BAD_MESSAGE")
    return [game.move(code) for code in codes]
