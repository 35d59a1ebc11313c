"""Tables of a round as plain values: seats, results, and what both players have reported."""

from collections.abc import Mapping
from dataclasses import dataclass

from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import Board, Result
from charkoni.tournament.model.settings import points_text, printed_points
from charkoni.tournament.pairing.input_from_event import input_after


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of a table.

    number: the pairing number.  points: before the round.  moves_first: by lot or by the pairing.  side: first or
    second, as the pairing allocates it.
    """

    entry: int
    number: int
    name: str
    points: str
    moves_first: bool
    side: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a round.

    first: the first mover.  second: the opponent, None for a bye.  result: from the first mover's view.  state: bye,
    open, reported, disputed, adjourned or done.  stones: both stores.  corrected: the result, after the round was
    closed.
    """

    number: int
    first: Seat
    second: Seat | None
    result: str
    state: str
    stones: str = ""
    corrected: bool = False


def table_rows(state: Tournament, number: int) -> list[TableRow]:
    """Return the tables of a round."""
    points = points_before(state, number)
    return [table_row(state, points, board) for board in state.rounds[number - 1].boards]


def points_before(state: Tournament, number: int) -> dict[int, str]:
    """Return the points of all entries before a round, by pairing number, as text."""
    pairing_input = input_after(state, number - 1)
    return {player.number: points_text(pairing_input.score(player)) for player in pairing_input.players}


def table_row(state: Tournament, points: Mapping[int, str], board: Board) -> TableRow:
    """Return a table of a round.  points: see `points_before`."""
    one, other = board.seats
    first = _seat(state, points, board, one)
    second = _seat(state, points, board, other) if other else None
    stones = board.seen.counts if board.seen and board.seen.stones else ""
    return TableRow(board.number, first, second, shown_result(state, board), _state(board), stones, board.corrected)


def shown_result(state: Tournament, board: Board) -> str:
    """Return the result of a table as the first mover sees it, the points of a bye, or an empty text."""
    if board.is_bye:
        return printed_points(state.settings.points.bye)
    return board.seen.shown if board.seen else ""


def _seat(state: Tournament, points: Mapping[int, str], board: Board, id_: int) -> Seat:
    is_known = state.settings.first == "lots" or board.mover > 0
    moves_first = not board.is_bye and (board.mover or board.first) == id_ and is_known
    entry = state.entry(id_)
    side = "first" if id_ == board.first else "second"
    return Seat(id_, entry.number, state.name(id_), points.get(entry.number, points_text(0)), moves_first, side)


def reports_of(state: Tournament, board: Board) -> list[tuple[str, str, Result]]:
    """Return the reports of a table: side (first or second of the pairing), name, result for the first mover."""
    is_turned = board.seats[0] == board.second
    sides = {"first": board.first, "second": board.second}
    return [
        (report.source, state.name(sides[report.source]), report.turned if is_turned else report)
        for report in board.reports
    ]


def _state(board: Board) -> str:
    if board.is_bye:
        return "bye"
    if board.disputed:
        return "disputed"
    if board.result is None:
        return "reported" if board.reports else "open"
    return "adjourned" if board.result.adjourned else "done"
