"""Updates of an event for open pages, and its data as JSON for programs."""

import asyncio

from starlette.responses import JSONResponse, Response

from charkoni.tournament.formats import json_files
from charkoni.web.http.errors import Problem
from charkoni.web.live.hub import HubDep
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import PublicVisit

POLL_S = 10.0
"""How many seconds a request for updates waits."""

router = EventRouter()


@router.get("/t/{event}/news")
async def updates(visit: PublicVisit, hub: HubDep, after: str = "") -> Response:
    """Return the version of the pages as soon as it differs from `after`, as JSON {shown, now}; players are present.

    now: the time of the server in ms since 1970, by which countdowns go.
    """
    for id_ in visit.own:
        visit.event.last_seen[id_] = asyncio.get_running_loop().time()
        hub.cluster.publish(visit.event.id, "seen", entry=id_)
    version = int(after) if after.isascii() and after.isdigit() else -1
    shown = await visit.event.changed(version, POLL_S)
    now = round(visit.event.director.now().timestamp() * 1000)
    return JSONResponse({"shown": shown, "now": now}, headers={"cache-control": "no-store"})


@router.get("/t/{event}/data/{what}.json")
async def event_data(visit: PublicVisit, what: str) -> Response:
    """Return the event, its standings or a round as JSON.

    what: "event" (id, name, game, phase, rounds, published, entries), "standings" (see `json_files.standings_json`), or
    the number of a round (see `json_files.round_json`).
    """
    state = visit.event.public
    if what == "standings":
        standings = await page_cache.standings(visit.event)
        data: object = json_files.standings_json(standings.tournament, None, standings.lines)
    elif what == "event":
        data = {
            "id": visit.event.id,
            "name": state.settings.name,
            "game": state.settings.game,
            "phase": state.phase,
            "rounds": state.settings.rounds,
            "published": len(state.rounds),
            "entries": len(state.entries),
        }
    elif what.isdigit() and 1 <= int(what) <= len(state.rounds):
        data = json_files.round_json(state, int(what))
    else:
        raise Problem(404, "NO_SUCH_PAGE")
    return JSONResponse(data, headers={"cache-control": "no-store"})
