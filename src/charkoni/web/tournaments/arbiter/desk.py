"""The desk of an event: the running round with all its tables, one table, the log and the protests."""

import asyncio

from starlette.responses import RedirectResponse, Response

from charkoni.core.errors import Refusal
from charkoni.tournament.actions.rounds import free_entries, new_numbers
from charkoni.tournament.model.event import CHIEF, HELPER
from charkoni.tournament.model.rounds import Round
from charkoni.tournament.pairing.absentees import absentees
from charkoni.tournament.pairing.lots import seed_hash
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.printouts.sheets import team_lines
from charkoni.tournament.standings.round_tables import TableRow, reports_of, table_rows
from charkoni.web.http.errors import number_in
from charkoni.web.tournaments import calls, page_cache, permissions
from charkoni.web.tournaments.arbiter.settings import advice
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.online import fair_play, games, interventions
from charkoni.web.tournaments.visits import ArbiterVisit, CasterVisit, EventRouter, Visit, table_in

MOST_ACTS = 300
LAST_ACTS = 6
"""How many acts the desk shows."""

MISSING = ("open", "reported", "disputed")
"""The states of tables without a final result."""

router = EventRouter()


@router.get("/t/{event}/desk")
async def desk(visit: CasterVisit) -> Response:
    """Return the desk; casters are redirected to their own page.

    Context: number and state (draft, published or closed) of the last round; tables (of TableRow, those without a
    result first); busy, elapsed (s) and error (of the pairing); present (how many entries are); default (number of
    rounds); acts (of LogEntry), undone (numbers of acts); seed_hash (of the lots); free (entries that can be paired
    late); holder (entry with the bye, 0 for none); advice (sentences); calls (of Call); has_games (games of the round
    are played on this server); absent (of Absentee: unpaired entries), absent_round (their round); own_link (path that
    makes a chief, shown to the chief of a new event, else empty); unopened (table, entry, name: who has not opened the
    link to an online table); new_numbers (a sentence or "").
    """
    if not visit.member.may(HELPER):
        return RedirectResponse(f"/t/{visit.event.id}/desk/caster", 303)
    event, state = visit.event, visit.state
    current, settings, number = state.current, state.settings, len(state.rounds)
    rows = await _tables(visit, number) if current else []
    is_open = current is not None and current.state == "published"
    absent_round = number + (current is None or current.state == "closed")
    count, system = len(state.entries), system_of(settings)
    tips = advice(visit.words, system, count, accelerated=settings.accelerated)
    own_link = ""
    if state.phase == "planned" and visit.member.role == CHIEF:
        own_link = f"/t/{event.id}/staff/{CHIEF}/{permissions.key_of(visit.hub.access, event, 'staff', CHIEF)}"
    return visit.page(
        "tournaments/arbiter/desk.html",
        number=number,
        state=current.state if current else "",
        tables=sorted(rows, key=lambda row: (row.state not in MISSING, row.number)),
        present=sum(entry.here and not entry.left and not entry.expelled for entry in state.entries),
        default=settings.rounds or (system.round_choices(count)[1] if count > 1 else 0),
        acts=event.log[: -LAST_ACTS - 1 : -1],
        undone=event.undone,
        seed_hash=seed_hash(settings.seed),
        free=free_entries(state) if is_open else [],
        holder=next((row.first.entry for row in rows if row.second is None), 0),
        advice=tips if state.phase in ("planned", "registration") else (),
        calls=calls.open_calls(event),
        absent=absentees(state, absent_round) if state.phase == "playing" else [],
        absent_round=absent_round,
        new_numbers=new_numbers(visit.words, event.director) if current and settings.boards != "online" else "",
        own_link=own_link,
        unopened=_unopened(event, current) if current and is_open else [],
        has_games=bool(current) and any(key.startswith(f"{number}:") for key in event.mapping("games")),
        **_pairing_context(visit),
    )


def _unopened(event: OpenEvent, round_: Round) -> list[tuple[int, int, str]]:
    """Return who has not opened the link of an open table of an online event: table, entry, name."""
    return [
        (board.number, id_, event.state.name(id_))
        for board in round_.boards
        if board.is_open
        for id_ in sorted(games.unopened(event, board))
    ]


@router.get("/t/{event}/desk/round/{round}/board/{board}")
async def table(visit: ArbiterVisit, round: str, board: str) -> Response:
    """Return a table.

    Context: number (of the round), row (TableRow), lines (of boards), reports (see `reports_of`), history (of
    LogEntry), undone (numbers of acts), closed, game_at (id of the last game, or empty), live_game (LiveGame, or None),
    thinking_times and absences (see `fair_play`), interventions (who, what, reason).
    """
    event, state = visit.event, visit.state
    number = number_in(round, len(state.rounds))
    board_ = table_in(board, state.rounds[number - 1])
    place = (number, board_.number)
    known, room = await games.played(visit.hub, event, *place)
    log = reversed(event.log)
    return visit.page(
        "tournaments/arbiter/board.html",
        number=number,
        row=(await _tables(visit, number))[place[1] - 1],
        history=[act for act in log if (act.data.get("round"), act.data.get("board")) == place],
        undone=event.undone,
        reports=reports_of(state, board_),
        lines=team_lines(state, board_),
        closed=state.rounds[number - 1].state == "closed",
        game_at=known[-1] if known else "",
        live_game=room.live if room else None,
        thinking_times=fair_play.thinking_times(room.live) if room else [],
        absences=fair_play.absences(event, number, board_),
        interventions=interventions.interventions(visit.words, event, *place),
    )


@router.get("/t/{event}/desk/log")
async def log(visit: ArbiterVisit) -> Response:
    """Return the last acts of the log.  Context: acts (of LogEntry), undone (numbers), total (how many there are)."""
    acts = visit.event.log
    return visit.page(
        "tournaments/arbiter/log.html", acts=acts[: -MOST_ACTS - 1 : -1], undone=visit.event.undone, total=len(acts)
    )


@router.get("/t/{event}/desk/protests")
async def protests(visit: ArbiterVisit) -> Response:
    """Return the record of protests."""
    return visit.page("tournaments/arbiter/protests.html")


def _pairing_context(visit: Visit) -> dict[str, object]:
    """Return the state of the pairing: busy, elapsed (s), error (a sentence)."""
    job = visit.event.drafting
    is_busy = job is not None and not job.is_done
    elapsed = round(asyncio.get_running_loop().time() - job.since) if job and is_busy else 0
    error = job.error if job else None
    reason = error.message(visit.words._) if isinstance(error, Refusal) else visit.words._(str(error)) if error else ""
    return {"busy": is_busy, "elapsed": elapsed, "error": reason}


async def _tables(visit: Visit, number: int) -> list[TableRow]:
    """Return the tables of a round or of a draft."""
    state = visit.state
    if state.rounds[number - 1].state != "draft":
        return await page_cache.current_round_tables(visit.current, number)
    return await asyncio.to_thread(table_rows, state, number)
