"""What arbiters do to the tables of a round: late pairs, pairs around the bye, other tables, other sides."""

from collections.abc import Callable, Sequence

from charkoni.core.errors import mark
from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.acts.rounds import Edit
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadPairing, NotNow, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.pairing.systems import away, with_movers
from charkoni.web.tournaments.forms import Form

_NO_ROUND = mark("no round is open whose tables could be changed")
_NO_BOARD = mark("there is no table {board}")
_NOT_FREE = mark("{who} has a table already")
_NOBODY = mark("say who is to be paired")


def open_round(state: Tournament) -> Round:
    """Return the draft or the round being played; raise NotNow."""
    if state.current is None or state.current.state == "closed":
        raise refusal(NotNow, "round", _NO_ROUND)
    return state.current


def free(state: Tournament) -> list[Entry]:
    """Return who could be paired late: everybody of the field without a game in the round being played."""
    round_ = open_round(state)
    seated = {id_ for board in round_.boards if not board.is_bye for id_ in (board.first, board.second)}
    return [e for e in state.entries if e.number and e.id not in seated and not e.expelled and not e.left]


def late_pair(director: Director, form: Form) -> None:
    """Pair two who have no game in the round being played; who had the bye loses it."""
    state, round_ = director.state, open_round(director.state)
    one, other = form.number("entry", 0), form.number("with", 0)
    known = {entry.id for entry in free(state)}
    for id_ in (one, other):
        if not 1 <= id_ <= len(state.entries) or one == other:
            raise refusal(BadPairing, id_, _NOBODY)
        if id_ not in known:
            raise refusal(BadPairing, id_, _NOT_FREE, who=state.name(id_))
    for id_ in (one, other):
        if not state.entry(id_).here:
            director.do(CheckIn(entry=id_, here=True))
    byes = {board.first for board in round_.boards if board.is_bye}
    if other in byes:
        one, other = other, one
    boards = [board for board in round_.boards if board.first not in (one, other)]
    boards.append(Board(0, one, other))
    _edit(director, form, boards)


def swap_tables(director: Director, form: Form) -> None:
    """Exchange the places of two tables."""
    boards = list(open_round(director.state).boards)
    one, other = (_place(boards, form.number(name)) for name in ("board", "with"))
    boards[one], boards[other] = boards[other], boards[one]
    _edit(director, form, boards)


def swap_sides(director: Director, form: Form) -> None:
    """Exchange the sides of a table; who moves first stays who he is."""
    boards = list(open_round(director.state).boards)
    place = _place(boards, form.number("board"))
    found = boards[place]
    if not found.is_bye:
        boards[place] = Board(found.number, found.second, found.first, found.mover)
    _edit(director, form, boards)


def _place(boards: Sequence[Board], number: int) -> int:
    if not 1 <= number <= len(boards):
        raise refusal(BadPairing, number, _NO_BOARD, board=number)
    return number - 1


def _edit(director: Director, form: Form, boards: Sequence[Board]) -> None:
    """Put up the tables in their new order; new ones get their lots."""
    state, round_ = director.state, open_round(director.state)
    seats = [(board.first, board.second) for board in boards]
    drawn = with_movers(state, round_.number, seats)
    act = Edit(
        round=round_.number,
        boards=tuple((b.first, b.second, b.mover or new[2]) for b, new in zip(boards, drawn, strict=True)),
        away=away(state, round_.number, seats),
        allow=tuple(form.text("allow").split()),
    )
    director.do(act, reason=form.text("reason"), seen=form.seen, key=form.key)


DEEDS: dict[str, Callable[[Director, Form], None]] = {
    "late-pair": late_pair,
    "swap-tables": swap_tables,
    "swap": swap_sides,
}
"""The deeds of this module by their names; all of them are the chief arbiter's."""
