"""Analyses as pages: the choice of a game or record, the growing report, and its data for the client."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.core.errors import BadText, IllegalMove
from charkoni.core.record import Record
from charkoni.games import names
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.routing import PageRouter, service
from charkoni.web.http.site import FormDep, Site, SiteDep, Visitor, VisitorDep, safe
from charkoni.web.live.analysis_jobs import MOST_PLIES, Analyses, Run, game_in
from charkoni.web.live.hub import Hub, HubDep
from charkoni.web.pages.analyses.report import progress, shown_report
from charkoni.web.pages.board_pictures import board_of_text, for_any_screen, game_of, picture_url
from charkoni.web.pages.game_list import game_lines
from charkoni.web.pages.limits import left_text
from charkoni.web.pages.table.records import record_of

PREFIX = "a1-"
"""The prefix of the element ids of the board in the page."""

LONGEST_RECORD = 60_000
"""The most characters of a record."""

MOST_OWN = 12
"""The most own games offered for analysis."""

router = PageRouter()


AnalysesDep = Annotated[Analyses, Depends(service("analyses"))]


async def run_of(key: str, analyses: AnalysesDep) -> Run:
    """Return the analysis of an address; raise Problem 404."""
    run = await analyses.find(key) if key.isalnum() and len(key) <= 32 else None
    if run is None:
        raise Problem(404, "NO_SUCH_PAGE")
    return run


RunDep = Annotated[Run, Depends(run_of)]


@router.get("/analysis")
async def overview(request: Request, site: SiteDep, visitor: VisitorDep, hub: HubDep, game: str = "") -> Response:
    """Return the page that begins an analysis.  game: id of the chosen one.  Context: see `_overview`."""
    return await _overview(request, site, visitor, hub, game)


@router.post("/analysis")
async def begin(
    request: Request, form: FormDep, site: SiteDep, visitor: VisitorDep, hub: HubDep, analyses: AnalysesDep
) -> Response:
    """Begin the analysis of a game or of a record, and redirect to its page.

    Form: game (id of a game that is over), or record (as text or JSON).  A bad record is answered with status 400 and
    the page that begins an analysis.  Refused otherwise: NO_GAME, TOO_LONG, RateLimited.
    """
    text = str(form.get("record", ""))
    try:
        record = await record_of_game(hub, str(form["game"])) if form.get("game") else await read_record(text)
    except Refused as refused:
        chosen = request.query_params.get("game", "")
        return await _overview(request, site, visitor, hub, chosen, refused.message(visitor.words), text)
    run = await analyses.add(record)
    if hub.engine.is_on:
        analyses.start(run, site.user(request))
    return RedirectResponse(f"/analysis/{run.key}", 303)


@router.get("/analysis/{key}.json")
async def analysis_as_json(
    request: Request, run: RunDep, site: SiteDep, visitor: VisitorDep, part: str = ""
) -> Response:
    """Return the progress of an analysis as JSON: see `progress`.

    part: "report" adds html (the report) and data (see `_client_data`).
    """
    state: dict[str, object] = progress(run, visitor.words)
    if part == "report":
        report = await asyncio.to_thread(shown_report, run, visitor.words)
        page = site.page(request, "analysis/report.html", report=report, progress=state)
        state |= {"html": bytes(page.body).decode(), "data": _client_data(run, report)}
    return JSONResponse(state, headers={"cache-control": "no-store"})


@router.get("/analysis/{key}")
async def analysis(request: Request, run: RunDep, site: SiteDep, visitor: VisitorDep, hub: HubDep) -> Response:
    """Return an analysis as a page.

    Context: title and name (of the game), result (a sentence), progress (see `progress`), report (see `shown_report`),
    board (SVG), pictures (addresses, of the decisive moves), data (see `_client_data`), is_on (the computer
    plays).
    """
    words, record = visitor.words, run.record
    game, start = record.game, str(record.start)
    title = names.game_name(words, game)
    report = await asyncio.to_thread(shown_report, run, words)
    return site.page(
        request,
        "analysis/analysis.html",
        title=title,
        name=game.family.name,
        result=names.result(words, game, record.outcome) if record.outcome else "",
        progress=progress(run, words),
        report=report,
        board=safe(for_any_screen(game, 0, PREFIX, partial(board_of_text, start, title))),
        pictures=[picture_url(game.name, str(record.positions[move["ply"] - 1])) for move in report["moments"]],
        data=_client_data(run, report),
        is_on=hub.engine.is_on,
    )


@router.post("/analysis/{key}")
async def change(
    request: Request, form: FormDep, run: RunDep, site: SiteDep, hub: HubDep, analyses: AnalysesDep
) -> Response:
    """Stop an analysis or resume it, and redirect to its page.

    Form: action (stop, or anything else to resume).  Refused: RateLimited.
    """
    if form.get("action") == "stop":
        analyses.stop(run)
    elif hub.engine.is_on:
        analyses.start(run, site.user(request))
    return RedirectResponse(f"/analysis/{run.key}", 303)


async def _overview(
    request: Request, site: Site, visitor: Visitor, hub: Hub, chosen: str, error: str = "", text: str = ""
) -> Response:
    """Return the page that begins an analysis.

    Context: games (own ones that are over, see `game_line`), chosen (id of the chosen game), error (a sentence), text
    (of a record), is_on (whether the computer plays), left (see `left_text`).
    """
    rows = await hub.store.mine(visitor.guest) if visitor.guest else []
    finished = [row for row in rows if row.state == "over"][:MOST_OWN]
    return site.page(
        request,
        "analysis/overview.html",
        400 if error else 200,
        games=await game_lines(hub, visitor.words, finished),
        chosen=chosen if chosen.isalnum() else "",
        error=error,
        text=text,
        is_on=hub.engine.is_on,
        left=left_text(visitor.words, site.quotas.remaining(site.user(request), "analysis")),
    )


async def record_of_game(hub: Hub, game_id: str) -> Record:
    """Return the record of a game that is over; raise Refused NOT_NOW, Problem NO_GAME."""
    room = await hub.room(game_id) if game_id.isalnum() and len(game_id) <= 32 else None
    if room is None:
        raise Problem(404, "NO_GAME")
    if room.live.state not in ("over", "called-off") or not len(room.live.record):
        raise Refused("NOT_NOW")
    return await asyncio.to_thread(Record.parse, str(record_of(room.live)))


async def read_record(text: str) -> Record:
    """Return a record from text or JSON.

    Raises Refused: BAD_RECORD, EMPTY_RECORD.  Raises Problem: TOO_LONG, NO_GAME.
    """
    text = text.replace("\r\n", "\n").strip() + "\n"
    if len(text) > LONGEST_RECORD:
        raise Problem(413, "TOO_LONG")
    is_json = text.lstrip().startswith("{")
    if not is_json:
        name = game_in(text)
        if name.partition(":")[0] in playable():
            await warm(game_of(name))
    try:
        record = await asyncio.to_thread(Record.from_json if is_json else Record.parse, text)
    except (BadText, IllegalMove) as error:
        raise Refused("BAD_RECORD", error.reason) from None
    if record.game.family.name not in playable():
        raise Problem(404, "NO_GAME")
    if not len(record):
        raise Refused("EMPTY_RECORD")
    if len(record) > MOST_PLIES:
        raise Problem(413, "TOO_LONG")
    return record


def _client_data(run: Run, report: Mapping[str, object]) -> dict[str, object]:
    """Return the data for the client: game, start (position), moves and first (see `shown_report`)."""
    return {
        "game": run.record.game.name,
        "start": str(run.record.start),
        "moves": report["moves"],
        "first": report["start"],
    }
