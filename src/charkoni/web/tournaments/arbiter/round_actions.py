"""Actions of arbiters on rounds: publishing, tables by hand, late pairs, lots, results, closing."""

import re
from collections.abc import Sequence

from pydantic import Field

from charkoni.core.errors import N_
from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.acts.results import ConfirmReport, Dispute
from charkoni.tournament.acts.rounds import Close, Draft, DrawLot, Edit, Unpublish, open_round
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadPairing, BadResult, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board
from charkoni.tournament.pairing.drafts import Boards, Unpaired, unpaired, with_movers
from charkoni.web.tournaments.forms import (
    Form,
    Line,
    Lines,
    ListText,
    Number,
    NumberOrZero,
    OptionalNumber,
    ReasonForm,
    ResultForm,
)

_NO_BOARD = N_("there is no table {board}")
_NOT_FREE = N_("{who} has a table already")
_NOBODY = N_("say who is to be paired")
_TABLES = N_("tables are written with pairing numbers: 1-5 6-2 7")
_LINES = N_("results are written as table and result, as many as you like: 7 1 8 30:18")


class CloseListForm(Form):
    """rounds: 0 for the default number."""

    rounds: NumberOrZero = 0


class AllowForm(ReasonForm):
    """allow: rules of the pairing check that may be broken, with spaces between them (P3 P5)."""

    allow: Line = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that may be broken."""
        return tuple(self.allow.split())


class RoundForm(ReasonForm):
    """An act about one round."""

    round: Number


class TablesForm(AllowForm):
    """tables: with pairing numbers, 1-5 6-2 7; a single number has the bye."""

    tables: ListText = ""


class LatePairForm(AllowForm):
    """entry, with: the two to be paired."""

    entry: NumberOrZero = 0
    other: NumberOrZero = Field(0, alias="with")


class SwapTablesForm(AllowForm):
    """board, with: numbers of two tables."""

    board: Number
    other: Number = Field(alias="with")


class SwapSidesForm(AllowForm):
    """board: number of a table."""

    board: Number


class TableResultForm(ResultForm):
    """The result of a table."""

    round: Number
    board: Number
    reason: Line = ""


class ResultLinesForm(Form):
    """lines: tables and results: 7 1 8 30:18; also with line breaks, commas or semicolons between them."""

    lines: Lines = ""


class TableForm(ReasonForm):
    """An act about one table."""

    round: Number
    board: Number


class LotForm(Form):
    """A lot drawn by hand: value (of the initial lot), or round, board and entry (who moves first)."""

    value: Line = ""
    round: OptionalNumber = None
    board: OptionalNumber = None
    entry: OptionalNumber = None


# --- tables -----------------------------------------------------------------------------------------------------------


def close_list(director: Director, form: CloseListForm) -> None:
    """Close the list of entries, and draw lots."""
    director.close_list(form.rounds)


def publish(director: Director, form: AllowForm) -> None:
    """Publish the draft."""
    director.publish(allow=form.rules, reason=form.reason)


def unpublish(director: Director, form: RoundForm) -> None:
    """Withdraw a published round."""
    director.do(Unpublish(round=form.round), reason=form.reason, seen=form.seen, key=form.key)


def set_tables(director: Director, form: TablesForm) -> None:
    """Set the tables of the open round by hand, or draft the next round so."""
    state, current = director.state, director.state.current
    is_open = current is not None and current.state != "closed"
    number = len(state.rounds) + (not is_open)
    boards, absent = typed_boards(state, number, form.tables)
    if is_open:
        edit = Edit(round=number, boards=boards, away=absent, allow=form.rules)
        director.do(edit, reason=form.reason, seen=form.seen, key=form.key)
    else:
        draft = Draft(round=number, boards=boards, away=absent, allow=form.rules, by_hand=True)
        director.do(draft, reason=form.reason, seen=form.seen, key=form.key)


def typed_boards(state: Tournament, number: int, text: str) -> tuple[Boards, Unpaired]:
    """Return the boards of typed tables, with first movers as before where they stay, and the entries without a board.

    Raises BadPairing for unreadable tables.
    """
    seats = _typed_seats(state, text)
    old = {(b.first, b.second): b.mover for round_ in state.rounds[number - 1 : number] for b in round_.boards}
    boards = tuple((a, b, old.get((a, b), mover)) for a, b, mover in with_movers(state, number, seats))
    return boards, unpaired(state, number, seats)


def _typed_seats(state: Tournament, text: str) -> list[tuple[int, int]]:
    """Return the entries at tables written with pairing numbers, 0 beside a bye; raise BadPairing."""
    by_number, seats = state.by_number(), []
    for word in text.replace(",", " ").split():
        match = re.fullmatch(r"(\d{1,4})(?:[-:–](\d{1,4}))?", word)
        numbers = [int(part) for part in match.groups() if part] if match else []
        if not numbers or any(number not in by_number for number in numbers):
            raise refusal(BadPairing, word, _TABLES)
        ids = [by_number[number].id for number in numbers]
        seats.append((ids[0], ids[1] if len(ids) > 1 else 0))
    return seats


def free_entries(state: Tournament) -> list[Entry]:
    """Return the entries that could be paired late: those without a game in the open round."""
    round_ = open_round(state)
    seated = {id_ for board in round_.boards if not board.is_bye for id_ in (board.first, board.second)}
    return [e for e in state.entries if e.number and e.id not in seated and not e.expelled and not e.left]


def pair_late(director: Director, form: LatePairForm) -> None:
    """Pair two entries that have no game in the open round; who had the bye loses it."""
    state, round_ = director.state, open_round(director.state)
    one, other = form.entry, form.other
    known = {entry.id for entry in free_entries(state)}
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


def swap_tables(director: Director, form: SwapTablesForm) -> None:
    """Exchange the numbers of two tables."""
    boards = list(open_round(director.state).boards)
    one, other = _place(boards, form.board), _place(boards, form.other)
    boards[one], boards[other] = boards[other], boards[one]
    _edit(director, form, boards)


def swap_sides(director: Director, form: SwapSidesForm) -> None:
    """Exchange the sides of a table; the first mover stays the same."""
    boards = list(open_round(director.state).boards)
    place = _place(boards, form.board)
    board = boards[place]
    if not board.is_bye:
        boards[place] = Board(board.number, board.second, board.first, board.mover)
    _edit(director, form, boards)


def _place(boards: Sequence[Board], number: int) -> int:
    if not 1 <= number <= len(boards):
        raise refusal(BadPairing, number, _NO_BOARD, board=number)
    return number - 1


def _edit(director: Director, form: AllowForm, boards: Sequence[Board]) -> None:
    """Set the tables of the open round; lots are drawn for new ones."""
    state, round_ = director.state, open_round(director.state)
    seats = [(board.first, board.second) for board in boards]
    drawn = with_movers(state, round_.number, seats)
    act = Edit(
        round=round_.number,
        boards=tuple((b.first, b.second, b.mover or new[2]) for b, new in zip(boards, drawn, strict=True)),
        away=unpaired(state, round_.number, seats),
        allow=form.rules,
    )
    director.do(act, reason=form.reason, seen=form.seen, key=form.key)


# --- results ----------------------------------------------------------------------------------------------------------


def enter_result(director: Director, form: TableResultForm) -> None:
    """Enter the result of a table."""
    director.result(
        form.board, form.text, round_=form.round, reason=form.reason, seen=form.seen, key=form.key, view="mover"
    )


def result_pairs(text: str, *, with_halves: bool = False) -> list[tuple[str, str]]:
    """Return tables and results that are typed on one line or several; raise BadResult.

    Three numbers are a table and the counts of both sides: 7 30 18.  with_halves: 2,5 is a number.
    """
    pairs: list[tuple[str, str]] = []
    separators = r"[;\n]|(?<!\d),|,(?!5(?!\d))" if with_halves else r"[;,\n]"
    for line in filter(str.strip, re.split(separators, text)):
        words = line.split()
        if len(words) == 3 and all(re.fullmatch(r"\d+(?:[.,]5)?", word) for word in words):
            words = [words[0], f"{words[1]}:{words[2]}"]
        tables = words[::2]
        if len(words) % 2 or not all(table.isascii() and table.isdigit() for table in tables):
            raise refusal(BadResult, line.strip(), _LINES)
        pairs += zip(tables, words[1::2], strict=True)
    if not pairs:
        raise refusal(BadResult, text, _LINES)
    return pairs


def enter_results(director: Director, form: ResultLinesForm) -> None:
    """Enter results of several tables."""
    with_halves = director.state.settings.games != "1"
    for place, (board, text) in enumerate(result_pairs(form.lines, with_halves=with_halves)):
        key = f"{form.key}-{place}" if form.key else ""
        director.result(int(board), text, seen=form.seen, key=key, view="mover")


def confirm(director: Director, form: TableForm) -> None:
    """Confirm the report of one side."""
    act = ConfirmReport(round=form.round, board=form.board)
    director.do(act, reason=form.reason, seen=form.seen, key=form.key)


def dispute(director: Director, form: TableForm) -> None:
    """Mark the result of a table as disputed."""
    act = Dispute(round=form.round, board=form.board)
    director.do(act, reason=form.reason, seen=form.seen, key=form.key)


def draw_lot(director: Director, form: LotForm) -> None:
    """Enter a lot that was drawn by hand."""
    if form.value:
        director.do(DrawLot(purpose="initial", value=form.value, source="hand"))
        return
    round_, board, entry = (form.demand(name) for name in ("round", "board", "entry"))
    act = DrawLot(purpose="first", round=round_, board=board, entry=entry, source="hand")
    director.do(act, key=form.key)


def close_round(director: Director, form: RoundForm) -> None:
    """Close the running round."""
    director.do(Close(round=form.round), seen=form.seen, key=form.key)
