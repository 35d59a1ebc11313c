"""Public pages of the rounds, the standings and the crosstable, the screen in the hall, and the same as JSON."""

import asyncio
from collections.abc import Sequence

from starlette.responses import JSONResponse, Response

from charkoni.core.translations import Words
from charkoni.tournament.formats import json_files
from charkoni.tournament.model.event import HELPER, Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.settings import TIEBREAKS, Settings
from charkoni.tournament.pairing import openings
from charkoni.tournament.pairing.absentees import absentees
from charkoni.tournament.printouts import editions
from charkoni.web.http.errors import Problem, number_in, number_or
from charkoni.web.live.hub import HubDep
from charkoni.web.tournaments import broadcast, page_cache
from charkoni.web.tournaments.online.games import latest
from charkoni.web.tournaments.rows.entry_rows import category_filter, in_category
from charkoni.web.tournaments.rows.table_rows import TableRow
from charkoni.web.tournaments.visits import EventRouter, PublicVisit, Visit

MOST_LAST = 6
"""How many of the last results the screen shows."""

MOST_RANKS = 20
"""How many rows of the standings the screen shows."""

POLL_S = 10.0
"""How many seconds a request for updates waits."""

router = EventRouter()


@router.get("/t/{event}/round/{round}")
async def round_page(visit: PublicVisit, round: str, by: str = "") -> Response:
    """Return a round.

    by: "name" sorts by name.  Context: number, tables (of TableRow), by_name (Seat and its TableRow, when sorted by
    name), away (of Absentee), is_open, games (ids by `round:table`, empty while live boards are delayed), opening
    (of its games, a sentence or "").
    """
    state = visit.event.public
    number = number_in(round, len(state.rounds))
    rows = await page_cache.round_tables(visit.event, number)
    games = {} if state.settings.delay and not visit.member.may(HELPER) else latest(visit.event)
    context = round_context(visit.words, state, number, rows, by)
    is_open = state.rounds[number - 1].state == "published"
    return visit.page("tournaments/public/round.html", games=games, is_open=is_open, **context)


def round_context(words: Words, state: Tournament, number: int, rows: Sequence[TableRow], by: str) -> dict[str, object]:
    """Return the context of `round_page`, without games and is_open."""
    seats = [(seat, row) for row in rows for seat in (row.first, row.second) if seat] if by == "name" else []
    return {
        "number": number,
        "tables": rows,
        "by_name": sorted(seats, key=lambda each: sort_key(each[0].name, words.language)),
        "away": absentees(state, number),
        "opening": openings.sentence(words, state.settings, number),
    }


@router.get("/t/{event}/screen")
async def screen(visit: PublicVisit) -> Response:
    """Return the screen in the hall.

    Context: tables (of TableRow of the last round), top (of Rank), title (of the broadcast), last (tables with the last
    results).
    """
    state = visit.event.public
    number = len(state.rounds)
    rows = await page_cache.round_tables(visit.event, number) if number else []
    ranks = await page_cache.ranks(visit.event) if visit.event.public.closed else []
    return visit.page(
        "tournaments/public/screen.html",
        tables=rows,
        top=ranks[:MOST_RANKS],
        title=broadcast.title(visit.event),
        last=_last_results(visit, rows),
    )


def _last_results(visit: Visit, rows: list[TableRow]) -> list[TableRow]:
    """Return the tables of the last round whose results came in last, the newest first."""
    number = len(visit.event.public.rounds)
    tables: dict[int, None] = {}
    for act in reversed(visit.event.director.log):
        if act.kind == "publish" and act.data["round"] == number:
            break
        if act.kind in ("result", "confirm") and act.data["round"] == number:
            tables.setdefault(act.data["board"])
    by_number = {row.number: row for row in rows if row.result}
    return [by_number[table] for table in tables if table in by_number][:MOST_LAST]


@router.get("/t/{event}/standings")
async def standings(visit: PublicVisit, after: str = "", category: str = "") -> Response:
    """Return the standings.

    after: a round, by default the last that is closed.  category: a name, by default all.  Context: ranks (of Rank),
    after, filter (Filter), editions (see `editions.lines`), digest (see `editions.log_digest`), meanings (code,
    meaning, article of each tie-break).
    """
    settings, last = visit.event.public.settings, visit.event.public.closed
    number = number_or(after, last, last)
    ranks = await page_cache.ranks(visit.event, number if number < last else 0)
    shown = category_filter(visit.words, visit.event.public, category)
    if shown.chosen:
        ranks = in_category(visit.event.public, ranks, shown.ids)
    return visit.page(
        "tournaments/public/standings.html",
        ranks=ranks,
        after=number,
        filter=shown,
        editions=editions.lines(visit.words, settings),
        digest=editions.log_digest(visit.words, visit.event.public),
        meanings=meanings(visit.words, settings),
    )


def meanings(words: Words, settings: Settings) -> list[tuple[str, str, str]]:
    """Return code, meaning and article of each tie-break."""
    return [(name, words._(TIEBREAKS[name].text), TIEBREAKS[name].article) for name in settings.tiebreaks]


@router.get("/t/{event}/cross")
async def crosstable(visit: PublicVisit) -> Response:
    """Return the crosstable.  Context: cross (a Crosstable), ids (of the entries by their numbers in it)."""
    cross, ids = await page_cache.crosstable(visit.event)
    return visit.page("tournaments/public/crosstable.html", cross=cross, ids=ids)


# --- for scripts and programs ---


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
