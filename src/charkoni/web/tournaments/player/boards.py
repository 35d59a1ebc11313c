"""The table of a player: reports, recording on a phone, a phone as a clock, absences from an online game."""

from functools import partial
from typing import Annotated

from fastapi import Depends
from pydantic import Field
from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadResult, refusal
from charkoni.tournament.model.event import HELPER, PLAYER
from charkoni.tournament.model.rounds import Board
from charkoni.tournament.model.schedule import MOST_ENTRIES
from charkoni.tournament.printouts.sheets import team_lines
from charkoni.tournament.standings.round_tables import reports_of
from charkoni.web.http.errors import found, number_in, number_or
from charkoni.web.http.sessions import Access
from charkoni.web.live.hub import Hub
from charkoni.web.tournaments import page_cache, permissions
from charkoni.web.tournaments.broadcast import hides
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.forms import Form, FormOf, Line, NumberOrZero, OptionalNumber
from charkoni.web.tournaments.online import fair_play, games, interventions
from charkoni.web.tournaments.visits import EventRouter, PublicVisit, Visit, table_in

_NOT_HERE = N_("you do not sit at this table")
_OPPOSITE = {"1": "0", "0": "1", "=": "="}

router = EventRouter()


class SlipForm(Form):
    """player, slip: the entry of a code on the slip, and its key, for visitors without an entry."""

    player: NumberOrZero = 0
    slip: Line = ""


class ReportForm(SlipForm):
    """A report for a side, first or second.

    result: as the first mover sees it; or in its place first-stones and second-stones (both store counts), own (1, = or
    0 for the reporting side), or same (the recorded result from the first mover's view).
    """

    side: Line = ""
    result: Line = ""
    first_stones: Line = Field("", alias="first-stones")
    second_stones: Line = Field("", alias="second-stones")
    own: Line = ""
    same: Line = ""

    def as_mover(self, moves_first: bool) -> str:
        """Return the result from the first mover's view.  moves_first: whether the reporting side moves first."""
        if self.same:
            return self.same
        if self.own in _OPPOSITE:
            return self.own if moves_first else _OPPOSITE[self.own]
        has_counts = self.first_stones or self.second_stones
        return f"{self.first_stones}:{self.second_stones}" if has_counts else self.result


class AbsenceForm(Form):
    """game: its id.  seconds: for how long the window was hidden until now."""

    game: Line = ""
    seconds: OptionalNumber = None


async def table_of(visit: PublicVisit, round: str, board: str) -> tuple[int, Board]:
    """Return the number of the round and the board of an address; raise Problem 404."""
    rounds = visit.public.rounds
    number = number_in(round, len(rounds))
    return number, table_in(board, rounds[number - 1])


TableDep = Annotated[tuple[int, Board], Depends(table_of)]


@router.post("/t/{event}/me/away")
async def note_absence(form: FormOf[AbsenceForm], visit: PublicVisit) -> Response:
    """Note that the window of a player's game was hidden on his move; the answer is empty.  Form: see `AbsenceForm`."""
    event, rounds = visit.event, visit.public.rounds
    room = found(await visit.hub.room(form.game))
    key = found(next((key for key, game_id in event.mapping("games").items() if game_id == form.game), ""))
    number, table, game = (*map(int, key.split(":")), 1)[:3]
    board = rounds[number - 1].board(table) if number <= len(rounds) else None
    if board and not games.is_recorded(event, number, table):
        order = games.seats_of_game(event.state, number, board, game)
        until = visit.hub.time.wall()
        since = until - 1000 * min(form.demand("seconds"), fair_play.LONGEST_S)
        sides = room.live.game.sides
        for side in {sides[seat.seat] for seat in room.live.seats if seat.owner == visit.person}:
            place = f"{number}:{table}"
            await fair_play.note_absence(event, room.live, place, order[side], side, since, until)
    return Response(status_code=204)


@router.get("/t/{event}/round/{round}/board/{board}")
async def table(visit: PublicVisit, place: TableDep, key: str = "", player: str = "") -> Response:
    """Return a table; for its players, and with a code of its slip, with a form for the report.

    player, key: the entry of the code, and its key. Context: number (of the round), row (TableRow), lines (of boards),
    reports (see `reports_of`), sides (first, second: may be reported for), slip and holder (the key and its
    entry, if right), is_open, game_at (id of the game, or empty), is_recorded, filled (the recorded result),
    interventions (who, what, reason).
    """
    event, state = visit.event, visit.public
    number, board = place
    holder = _holder(visit.hub.access, event, place, number_or(player, MOST_ENTRIES, 0), key)
    known, room = await games.played(visit.hub, event, number, board.number)
    may_watch = bool(_sides(visit, board, 0)) or visit.member.may(HELPER)
    is_hidden = room is not None and not may_watch and hides(event, room.live, visit.hub.time.wall())
    return visit.page(
        "tournaments/player/board.html",
        number=number,
        row=await page_cache.current_table(visit.current, number, board.number),
        reports=reports_of(state, board),
        lines=team_lines(state, board),
        sides=_sides(visit, board, holder),
        slip=key if holder else "",
        holder=holder,
        is_open=state.rounds[number - 1].state != "closed",
        game_at="" if is_hidden or not known else known[-1],
        is_recorded=games.is_recorded(event, number, board.number),
        filled=await recorded_result(visit.hub, event, place),
        interventions=interventions.interventions(visit.words, event, number, board.number),
    )


@router.post("/t/{event}/round/{round}/board/{board}/report")
async def report(form: FormOf[ReportForm], visit: PublicVisit, place: TableDep) -> Response:
    """Report the result of a table for one side.  Form: see `ReportForm`.

    Refused: sides of others, a device that has reported for the opponent, a code that another device has used.
    """
    number, board = place
    holder = _holder(visit.hub.access, visit.event, place, form.player, form.slip)
    if form.side not in _sides(visit, board, holder):
        raise refusal(BadResult, form.side, _NOT_HERE)
    entry = board.first if form.side == "first" else board.second
    text = form.as_mover(board.seats[0] == entry)
    name = visit.event.state.name(entry)
    visit.become_person()
    kind = "page" if entry in visit.own else "slip"
    device = f"{kind} {permissions.device_token(visit.hub.access, visit.event, visit.person)}"
    enter = partial(
        Director.result, board=board.number, text=text, round_=number, source=form.side, key=form.key, view="mover",
        device=device,
    )  # fmt: skip
    await visit.event.run(enter, name, PLAYER)
    query = f"?player={form.player}&key={form.slip}" if form.slip else ""
    answer = visit.completed(form, f"/round/{number}/board/{board.number}{query}")
    return visit.site.with_person(answer, visit.visitor, visit.request)


@router.post("/t/{event}/round/{round}/board/{board}/record")
async def record(form: FormOf[SlipForm], visit: PublicVisit, place: TableDep) -> Response:
    """Begin to record the game of a table on this phone, which holds both seats, and redirect to the game.

    Form: see `SlipForm`.  Refused: visitors without a side.
    """
    number, board = place
    if not _sides(visit, board, _holder(visit.hub.access, visit.event, place, form.player, form.slip)):
        raise refusal(BadResult, board.number, _NOT_HERE)
    visit.become_person()
    game_id = await games.begin_recording(visit.hub, visit.event, number, board.number, visit.person)
    return visit.redirect(f"/g/{game_id}")


@router.get("/t/{event}/round/{round}/board/{board}/clock")
async def clock(visit: PublicVisit, place: TableDep) -> Response:
    """Return a phone as the clock of a table.  Context: number (of the round), row (TableRow)."""
    row = await page_cache.current_table(visit.current, place[0], place[1].number)
    return visit.page("tournaments/player/clock.html", number=place[0], row=row)


async def recorded_result(hub: Hub, event: OpenEvent, place: tuple[int, Board]) -> str:
    """Return the result of a recorded game from the first mover's view; else an empty text."""
    number, board = place
    _, room = await games.played(hub, event, number, board.number)
    if room is None or not games.is_recorded(event, number, board.number):
        return ""
    seats = games.seats_by_move(board)
    result = games.game_result(room.live, seats)
    return games.result_text(event.state.settings, result, *seats) if result else ""


def _holder(access: Access, event: OpenEvent, place: tuple[int, Board], player: int, key: str) -> int:
    """Return the entry whose code on the slip of a table has this key, 0 for a wrong one."""
    number, board = place
    return player if permissions.is_key(access, event, key, "slip", number, board.number, player) else 0


def _sides(visit: Visit, board: Board, holder: int) -> list[str]:
    """Return the sides for which a visitor may report: his own, else that of the holder of a code on the slip."""
    if board.is_bye:
        return []
    sides = (("first", board.first), ("second", board.second))
    own = [side for side, id_ in sides if id_ in visit.own]
    return own or [side for side, id_ in sides if id_ == holder]
