"""Analysis of a game: every position searched, every move graded."""

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from charkoni.analysis.chances import Shares, curve, estimates, turns, without_bias
from charkoni.analysis.grading import Grade, grade, overall
from charkoni.analysis.record_search import RecordSearcher, Row
from charkoni.analysis.threats import Threat, threat
from charkoni.core.constants import CHANCE
from charkoni.core.record import LETTERS, Record
from charkoni.search import Limits, Stop

LINES = 3


def analyse_position(
    record: Record, ply: int, searcher: RecordSearcher, limits: Limits, stop: Stop | None = None
) -> Row | None:
    """Search the position before a ply, or the last one; return the row, None if stopped.

    Shape: {"ply": int, "values": [float of each player], "best": str | None, "lines": [{"move", "value", "line",
    "exact"}], "nodes": int, "exact": bool}, and with a threat "threat": {"answer": str, "cost": float}.
    """
    there = record_after(record, ply)
    wanted = limits if limits.lines != 1 else replace(limits, lines=LINES)
    result = searcher.search(there, wanted, stop)
    if stop and stop():
        return None
    row: Row = {
        "ply": ply,
        "values": [round(value, 5) for value in result.values],
        "best": result.move,
        "lines": [
            {"move": choice.move, "value": round(choice.value, 5), "line": list(choice.line), "exact": choice.exact}
            for choice in result.ranking[:LINES]
        ],
        "nodes": result.nodes,
        "exact": result.exact,
    }
    danger = threat(there, result, searcher, limits, stop)
    if stop and stop():
        return None
    return row | ({"threat": {"answer": danger.answer, "cost": round(danger.cost, 5)}} if danger else {})


def rows(
    record: Record,
    limits: Limits,
    known: Iterable[Row] = (),
    stop: Stop | None = None,
    on_row: Callable[[Row], None] = lambda row: None,
) -> Iterator[Row]:
    """Yield the row of each position in order.  known: rows to reuse.  on_row: called with each new row."""
    searcher = RecordSearcher()
    done = {row["ply"]: row for row in known}
    for ply in range(len(record) + 1):
        row = done.get(ply)
        if row is None:
            row = analyse_position(record, ply, searcher, limits, stop)
            if row is None:
                return
            on_row(row)
        yield row


def analyse(record: Record, limits: Limits) -> "Report":
    """Return the report of a record, each position searched within the limits."""
    return report(record, list(rows(record, limits)))


@dataclass(frozen=True, slots=True)
class PlyVerdict:
    """The verdict on a ply.

    player: the mover, None for a throw.  value, after: the mover's expected points before and after the move.  loss:
    points lost, 0 for a throw.  gain: points won by each player.  is_forced: there was one legal move.  line, answer:
    principal variations before and after the move.  is_answered: the answer is another player's.
    """

    ply: int
    move: str
    player: int | None
    value: float
    after: float
    loss: float
    best: str | None
    line: tuple[str, ...]
    answer: tuple[str, ...]
    grade: Grade
    exact: bool
    is_forced: bool
    gain: tuple[float, ...]
    is_answered: bool = False
    threat: Threat | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """The analysis of the first plies of a record.

    values: of each player before each ply, without side-to-move bias.  curve: the same, smoothed, without a result on
    the board.  accuracies: of each player, None without a choice.  luck: total points gained by each player through
    throws.  turns: the plies at which the game turned.
    """

    record: Record
    verdicts: tuple[PlyVerdict, ...]
    values: tuple[Shares, ...]
    curve: tuple[Shares, ...]
    accuracies: tuple[float | None, ...]
    luck: tuple[float, ...] | None
    turns: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        """Whether every ply has a verdict."""
        return len(self.verdicts) == len(self.record)


def annotated(result: Report) -> Record:
    """Return a copy of the record with the marks of an analysis, and its best line beside each move that costs points.

    A mark that a move has already stays.

    >>> import charkoni
    >>> record = charkoni.Record(charkoni.game("mosty", size=3))
    >>> for move in ("a1", "c3", "e1"):
    ...     record.play(move)
    >>> [ply.mark for ply in annotated(analyse(record, Limits(nodes=1000)))]
    ['', '', '??']
    """
    record = copy.copy(result.record)
    for verdict in result.verdicts:
        if verdict.grade:
            record.annotate(place=verdict.ply, mark=record.plies[verdict.ply].mark or verdict.grade.value)
            if verdict.line and verdict.line[0] != verdict.move:
                record.vary(verdict.ply, verdict.line)
    return record


def report(record: Record, rows: Sequence[Row]) -> Report:
    """Return the report of the first positions of a record, from their rows."""
    values = tuple(without_bias(record, rows))
    unbiased = [row | {"values": value} for row, value in zip(rows, values, strict=True)]
    verdicts = [_verdict(record, before, after) for before, after in pairwise(unbiased)]
    throws = [verdict for verdict in verdicts if verdict.player is None]
    estimated = estimates(record, rows)
    luck = tuple(sum(throw.gain[player] for throw in throws) for player in range(record.game.players))
    return Report(
        record,
        tuple(verdicts),
        values,
        tuple(curve(record, estimated)),
        tuple(_accuracy(verdicts, player) for player in range(record.game.players)),
        luck if throws else None,
        tuple(turn.ply for turn in turns(record, estimated)),
    )


def _verdict(record: Record, before: Row, after: Row) -> PlyVerdict:
    """Return the verdict on a ply from the rows before and after it.

    The best move of the search loses nothing, whatever a later search finds; neither does a move better than expected.
    """
    ply = before["ply"]
    move, position = record.moves[ply], record.positions[ply]
    gain = tuple(x - y for x, y in zip(after["values"], before["values"], strict=True))
    answer = tuple(after["lines"][0]["line"]) if after["lines"] else ()
    if position.turn == CHANCE:
        return PlyVerdict(ply, move, None, 0.0, 0.0, 0.0, None, (), answer, Grade.GOOD, False, False, gain)
    player = position.turn
    value, left = before["values"][player], after["values"][player]
    loss = 0.0 if move == before["best"] else max(value - left, 0.0)
    exact = before["exact"] and after["exact"]
    danger = before.get("threat")
    return PlyVerdict(
        ply=ply,
        move=move,
        player=player,
        value=value,
        after=left,
        loss=loss,
        best=before["best"],
        line=tuple(before["lines"][0]["line"]) if before["lines"] else (),
        answer=answer,
        grade=grade(loss, exact),
        exact=exact,
        is_forced=len(position.moves) == 1,
        gain=gain,
        is_answered=record.positions[ply + 1].turn not in (player, CHANCE),
        threat=Threat(danger["answer"], danger["cost"]) if danger else None,
    )


def _accuracy(verdicts: Sequence[PlyVerdict], player: int) -> float | None:
    own = [verdict for verdict in verdicts if verdict.player == player and not verdict.is_forced]
    return overall([verdict.loss for verdict in own], [verdict.value for verdict in own])


def as_json(report: Report) -> dict[str, object]:
    """Return a report as a JSON object, as `charkoni analyse --json` prints it."""
    return {
        "game": report.record.game.name,
        "complete": report.is_complete,
        "accuracies": [None if each is None else round(each, 1) for each in report.accuracies],
        "luck": None if report.luck is None else [round(each, 4) for each in report.luck],
        "turning_points": list(report.turns),
        "values": [list(row) for row in report.values],
        "moves": [
            {
                "ply": verdict.ply + 1,
                "move": verdict.move,
                "player": None if verdict.player is None else LETTERS[verdict.player],
                "value": round(verdict.value, 4),
                "after": round(verdict.after, 4),
                "loss": round(verdict.loss, 4),
                "grade": verdict.grade.value,
                "best": verdict.best,
                "line": list(verdict.line),
                "answer": list(verdict.answer),
                "exact": verdict.exact,
                "threat": verdict.threat.answer if verdict.threat else None,
            }
            for verdict in report.verdicts
        ],
    }


def record_after(record: Record, plies: int) -> Record:
    """Return the record after so many plies; with all of them, the record itself, with its end."""
    if plies == len(record):
        return record
    shorter = Record(record.game, record.start)
    for move in record.moves[:plies]:
        shorter.play(move)
    return shorter
