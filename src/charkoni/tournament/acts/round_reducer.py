"""Rounds in the fold: draft, edit, publish, results, close, finish."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.model import json_shape
from charkoni.tournament.model.errors import BadPairing, BadResult, NotNow, refusal
from charkoni.tournament.model.event import Board, Result, Round, Tournament
from charkoni.tournament.model.results import checked_result
from charkoni.tournament.pairing.checker import demand
from charkoni.tournament.pairing.input import Field
from charkoni.tournament.pairing.input_from_event import field_before

Data = Mapping[str, Any]

_NOT_CLOSED = mark("the list of entries is not closed yet")
_NEXT = mark("the next round to be paired is {round}")
_OPEN_ROUND = mark("round {round} is not closed yet")
_ALL_DONE = mark("all {rounds} rounds are paired")
_NO_ROUND = mark("there is no round {round}")
_NO_BOARD = mark("round {round} has no table {board}")
_NOT_DRAFT = mark("round {round} is no draft")
_NOT_PUBLISHED = mark("round {round} is not published")
_HAS_RESULTS = mark("round {round} has results already")
_RESULT_LOST = mark("table {board} of round {round} has a result and must stay as it is")
_MISSING = mark("results are missing at the tables {boards}")
_DISPUTED = mark("the results at the tables {boards} are disputed")
_ADJOURNED = mark("adjourned games are left")
_ROUNDS_LEFT = mark("{left} rounds are still to be played; to stop now, give the reason")
_ROBIN = mark("this system's boards follow its table and are not made by hand")
_NO_REPORT = mark("nobody has reported a result there")
_NOT_SEATED = mark("entry {entry} does not sit at this table")
_EMPTY = mark("a round needs at least one game")
_NOT_LOST = frozenset("1=WD+")
EXPELLED = "expelled"


def round_of(state: Tournament, data: Data) -> Round:
    """Return the round that an act is about; raise NotNow."""
    number = data.get("round")
    if not isinstance(number, int) or not 1 <= number <= len(state.rounds):
        raise refusal(NotNow, number, _NO_ROUND, round=number)
    return state.rounds[number - 1]


def board_of(round_: Round, data: Data) -> Board:
    """Return the board that an act is about; raise BadResult."""
    number = data.get("board")
    found = next((board for board in round_.boards if board.number == number), None)
    if found is None:
        raise refusal(BadResult, number, _NO_BOARD, round=round_.number, board=number)
    return found


def with_round(state: Tournament, round_: Round) -> Tournament:
    """Return the state with a round replaced."""
    rounds = list(state.rounds)
    rounds[round_.number - 1] = round_
    return replace(state, rounds=tuple(rounds))


def with_board(state: Tournament, round_: Round, board: Board) -> Tournament:
    """Return the state with a board replaced."""
    boards = tuple(board if old.number == board.number else old for old in round_.boards)
    return with_round(state, replace(round_, boards=boards))


def seated_field(state: Tournament, number: int, away: Sequence[tuple[int, str]]) -> Field:
    """Return the field before a round as it was paired: exactly the given entries were absent."""
    field = field_before(state, number)
    codes = {state.entry(id_).number: code for id_, code in away}
    return replace(field, players=tuple(replace(p, absent=codes.get(p.number, "")) for p in field.players))


def judged(state: Tournament, round_: Round, late: Collection[int] = ()) -> None:
    """Raise BadPairing unless our own checks pass; tables of other systems are not Swiss and follow their own.

    late: entries that came when the round was paired already, and need no table in it.
    """
    if state.settings.system != "swiss":
        return
    field = field_before(state, round_.number)
    if late:
        free = {state.entry(id_).number for id_ in late}
        players = (replace(p, absent=p.absent or "Z") if p.number in free else p for p in field.players)
        field = replace(field, players=tuple(players))
    number_of = {entry.id: entry.number for entry in state.entries} | {0: 0}
    boards = [(number_of[board.first], number_of[board.second]) for board in round_.boards]
    demand(field, boards, {*round_.allowed, "P7"} if round_.by_hand else round_.allowed)


def _boards(data: Data) -> tuple[Board, ...]:
    boards = tuple(
        Board(place, int(first), int(second), int(mover))
        for place, (first, second, mover) in enumerate(data["boards"], 1)
    )
    if not any(board.second for board in boards):
        raise refusal(BadPairing, data.get("round"), _EMPTY)
    return boards


def _away(data: Data) -> tuple[tuple[int, str], ...]:
    return tuple((int(id_), str(code)) for id_, code in data.get("away", ()))


def _draft(state: Tournament, data: Data, fresh: bool) -> Tournament:
    """Put a draft up; a draft that is there already is replaced."""
    if state.phase != "playing":
        raise refusal(NotNow, data.get("round"), _NOT_CLOSED)
    behind = state.rounds[:-1] if state.rounds and state.rounds[-1].state == "draft" else state.rounds
    number = len(behind) + 1
    if data.get("round") != number:
        raise refusal(NotNow, data.get("round"), _NEXT, round=number)
    if number > state.settings.rounds:
        raise refusal(NotNow, number, _ALL_DONE, rounds=state.settings.rounds)
    if behind and behind[-1].state != "closed":
        raise refusal(NotNow, number, _OPEN_ROUND, round=number - 1)
    by_hand, allowed = bool(data.get("by_hand")), tuple(data.get("allow", ()))
    if by_hand and state.settings.system != "swiss":
        raise refusal(NotNow, number, _ROBIN)
    round_ = Round(number, "draft", _boards(data), _away(data), by_hand, allowed, data.get("account", {}))
    state = replace(state, rounds=(*behind, round_))
    if fresh:
        judged(state, round_)
    return state


def _edit(state: Tournament, data: Data, fresh: bool) -> Tournament:
    """Change tables by hand: of a draft any, of a published round those without a result."""
    round_ = round_of(state, data)
    if round_.state == "closed":
        raise refusal(NotNow, round_.number, _NOT_PUBLISHED, round=round_.number)
    if state.settings.system != "swiss":
        raise refusal(NotNow, round_.number, _ROBIN)
    old = {(board.first, board.second): board for board in round_.boards}
    boards = tuple(
        replace(old[(b.first, b.second)], number=b.number, mover=b.mover) if (b.first, b.second) in old else b
        for b in _boards(data)
    )
    kept = {(board.first, board.second) for board in boards}
    for seats, board in old.items():
        if seats not in kept and (board.result or board.reports):
            raise refusal(NotNow, round_.number, _RESULT_LOST, board=board.number, round=round_.number)
    allowed = tuple(data.get("allow", ()))
    seated = {id_ for board in round_.boards for id_ in (board.first, board.second)}
    is_running = round_.state == "published"
    round_ = replace(round_, boards=boards, away=_away(data), by_hand=True, allowed=allowed)
    state = with_round(state, round_)
    if fresh:
        judged(state, round_, [id_ for id_, _ in round_.away if is_running and id_ not in seated])
    return state


def _publish(state: Tournament, data: Data, fresh: bool) -> Tournament:
    round_ = round_of(state, data)
    if round_.state != "draft":
        raise refusal(NotNow, round_.number, _NOT_DRAFT, round=round_.number)
    round_ = replace(round_, allowed=tuple(sorted({*round_.allowed, *data.get("allow", ())})))
    if fresh:
        judged(state, round_)
    return with_round(state, replace(round_, state="published"))


def _unpublish(state: Tournament, data: Data, fresh: bool) -> Tournament:
    round_ = _running(state, data)
    if any(board.result or board.reports for board in round_.boards):
        raise refusal(NotNow, round_.number, _HAS_RESULTS, round=round_.number)
    return with_round(state, replace(round_, state="draft"))


def _running(state: Tournament, data: Data) -> Round:
    round_ = round_of(state, data)
    if round_.state != "published":
        raise refusal(NotNow, round_.number, _NOT_PUBLISHED, round=round_.number)
    return round_


def _result(state: Tournament, data: Data, fresh: bool) -> Tournament:
    """Enter a result.  A player's is a report: two that agree count, two that differ are disputed."""
    round_ = round_of(state, data)
    if round_.state == "draft":
        raise refusal(NotNow, round_.number, _NOT_PUBLISHED, round=round_.number)
    board = board_of(round_, data)
    result = json_shape.load(Result, {key: data[key] for key in data if key not in ("round", "board")}, "result")
    if fresh:
        result = checked_result(state.settings, board, result)
    if result.source not in ("first", "second"):
        return with_board(state, round_, replace(board, result=result, disputed=False))
    reports = (*(report for report in board.reports if report.source != result.source), result)
    board = replace(board, reports=reports)
    if board.result is not None and board.result.source not in ("first", "second"):
        return with_board(state, round_, board)  # what the arbiter entered prevails; the report stays visible
    if len(reports) == 2:
        agreed = reports[0].agreed(reports[1])
        board = replace(board, result=agreed, disputed=agreed is None)
    return with_board(state, round_, board)


def _confirm(state: Tournament, data: Data, fresh: bool) -> Tournament:
    """Let the only report count."""
    round_ = round_of(state, data)
    board = board_of(round_, data)
    if not board.reports:
        raise refusal(BadResult, board.number, _NO_REPORT)
    return with_board(state, round_, replace(board, result=board.reports[-1], disputed=False))


def _dispute(state: Tournament, data: Data, fresh: bool) -> Tournament:
    round_ = _running(state, data)
    return with_board(state, round_, replace(board_of(round_, data), disputed=True, result=None))


def _close(state: Tournament, data: Data, fresh: bool) -> Tournament:
    round_ = _running(state, data)
    disputed = [board.number for board in round_.boards if board.disputed]
    if disputed:
        raise refusal(NotNow, round_.number, _DISPUTED, boards=", ".join(map(str, disputed)))
    missing = [board.number for board in round_.boards if board.is_open]
    if missing:
        raise refusal(NotNow, round_.number, _MISSING, boards=", ".join(map(str, missing)))
    state = with_round(state, replace(round_, state="closed"))
    # Who did not come and had not said so is absent from now on, until the arbiter confirms that he is back.
    gone = set(absentees(round_))
    entries = tuple(replace(entry, here=False) if entry.id in gone else entry for entry in state.entries)
    return replace(state, entries=entries)


def absentees(round_: Round) -> list[int]:
    """Return the entries that lost by forfeit in a round."""
    found = []
    for board in round_.boards:
        if board.result is not None:
            marks = zip((board.first, board.second), (board.result.first, board.result.second), strict=True)
            found += [id_ for id_, mark_ in marks if mark_ == "-"]
    return found


def forfeited(state: Tournament, entry: int, *, past: bool) -> Tournament:
    """Return the state with the open games of an expelled entry forfeited; `past`: also what it has won and drawn."""
    for round_ in state.rounds:
        board = round_.board_of(entry)
        if board is None or board.is_bye or round_.state == "draft":
            continue
        mine = board.result and (board.result.first if board.first == entry else board.result.second)
        if board.is_open or (past and mine in _NOT_LOST):
            first, second = ("-", "+") if board.first == entry else ("+", "-")
            if board.result is not None and (board.result.second if first == "-" else board.result.first) == "-":
                first = second = "-"  # the other side had not come either
            result = Result(first, second, reason=EXPELLED)
            state = with_board(state, state.rounds[round_.number - 1], replace(board, result=result, disputed=False))
    return state


def _finish(state: Tournament, data: Data, fresh: bool) -> Tournament:
    for round_ in state.rounds:
        if round_.state != "closed":
            raise refusal(NotNow, "finish", _OPEN_ROUND, round=round_.number)
        if any(board.result and board.result.adjourned for board in round_.boards):
            raise refusal(NotNow, "finish", _ADJOURNED)
    left = state.settings.rounds - len(state.rounds)
    if (left or not state.rounds) and not data.get("early"):
        raise refusal(NotNow, "finish", _ROUNDS_LEFT, left=left)
    return replace(state, phase="archived" if data.get("archive") else "finished")


def hand_lot(state: Tournament, data: Data, fresh: bool) -> Tournament:
    """Take down who moves first at a board, drawn by hand."""
    round_ = round_of(state, data)
    board = board_of(round_, data)
    if data.get("entry") not in (board.first, board.second) or board.is_bye:
        raise refusal(BadResult, data.get("entry"), _NOT_SEATED, entry=data.get("entry"))
    if board.result is not None:
        raise refusal(NotNow, board.number, _RESULT_LOST, board=board.number, round=round_.number)
    return with_board(state, round_, replace(board, mover=int(data["entry"])))


STEPS: dict[str, Callable[[Tournament, Data, bool], Tournament]] = {
    "draft": _draft,
    "edit": _edit,
    "publish": _publish,
    "unpublish": _unpublish,
    "result": _result,
    "confirm": _confirm,
    "dispute": _dispute,
    "close": _close,
    "finish": _finish,
}
