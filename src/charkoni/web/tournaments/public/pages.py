"""Pages of an event for everybody: overview, entries, rounds, standings, cross table, players, log, hall screen."""

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.acts.reducer import undone
from charkoni.tournament.formats import json_files
from charkoni.tournament.model.errors import BadFile
from charkoni.tournament.model.event import HELPER, Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.profiles import departures, profiles
from charkoni.tournament.model.rounds import Result
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.pairing import lots
from charkoni.tournament.printouts import handouts
from charkoni.tournament.printouts.document import Text
from charkoni.web.http.errors import Problem
from charkoni.web.tournaments import page_cache, views
from charkoni.web.tournaments.arbiter import broadcast_admin
from charkoni.web.tournaments.events import Event
from charkoni.web.tournaments.online.games import latest
from charkoni.web.tournaments.page_base import Frame, Route, Visit, game_title, told

POLL_S = 10.0
"""How long a request for news waits."""

MOST_LOG = 200
LAST_SHOWN = 6
MOST_EVENTS = 100
KINDS = {
    "set": mark("Settings"), "import": mark("Taken from a file"), "enter": mark("Entry"), "late": mark("Late entry"),
    "numbers": mark("Pairing numbers given"), "correct": mark("Entry corrected"), "checkin": mark("Check-in"),
    "request-bye": mark("Bye asked for"), "withdraw": mark("Withdrawal"), "return": mark("Return"),
    "expel": mark("Expulsion"), "prohibit": mark("Ban on a pairing"), "lot": mark("Lot drawn by hand"),
    "draft": mark("Draft"), "edit": mark("Tables changed by hand"), "publish": mark("Round published"),
    "unpublish": mark("Round withdrawn"), "result": mark("Result"), "confirm": mark("Report confirmed"),
    "dispute": mark("Result disputed"), "pause": mark("Pause"), "close": mark("Round closed"),
    "finish": mark("End of the event"), "undo": mark("Undone"),
}  # fmt: skip
_UNSEEN = frozenset(["draft", "checkin"])
"""Acts that are not for the public: a draft is secret, a check-in is nobody's business."""


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of the public pages."""
    site = frame.site

    async def events(request: Request) -> Response:
        """All events.  Context: events (id, name, where, phase, game)."""
        words = site.visitor(request).words
        lines = []
        for id_ in frame.events.ids()[:MOST_EVENTS]:
            with contextlib.suppress(BadFile):  # a damaged file must not hide the others
                event = await frame.events.get(id_)
                lines += [_event_line(words, event)] if event else []
        return site.page(request, "tournaments/events.html", events=lines)

    async def overview(request: Request) -> Response:
        """The event.  Context: top (the first of the standings), count, seal, seed, mine, tables, times, departs."""
        visit = await frame.visit(request)
        state = visit.event.public
        ranks = await page_cache.ranks(visit.event) if state.rounds else []
        return frame.page(
            request, visit, "tournaments/public/overview.html", top=ranks[:10], count=len(state.entries),
            seal=lots.seal(state.settings.seed), seed=state.settings.seed, mine=await mine_of(visit),
            tables=_sensible(visit), times=state.settings.times,
            departs=departures(dump(state.settings)),
            departure=profiles()[state.settings.profile].departure,
        )  # fmt: skip

    async def entries(request: Request) -> Response:
        """The list of entries.  Context: rows (views.ListRow)."""
        visit = await frame.visit(request)
        words = visit.words
        rows = await page_cache.listed(visit.event, words)
        return frame.page(request, visit, "tournaments/public/entries.html", rows=rows)

    async def round_(request: Request) -> Response:
        """A round.  Context: number, state, tables (views.TableRow), by_name (name, entry, row), away."""
        visit = await frame.visit(request)
        number, state = _round(request, visit), visit.event.public
        rows = await page_cache.table_rows(visit.event, number)
        games = {} if state.settings.delay and not visit.member.may(HELPER) else latest(visit.event)
        names = []
        if request.query_params.get("by") == "name":
            names = [(seat, row) for row in rows for seat in (row.first, row.second) if seat]
            names.sort(key=lambda each: sort_key(each[0].name, visit.words.language))
        away = [state.name(id_) for id_, _ in state.rounds[number - 1].away if not state.entry(id_).left]
        return frame.page(
            request, visit, "tournaments/public/round.html", number=number, tables=rows, by_name=names, away=away,
            is_open=state.rounds[number - 1].state == "published", games=games,
        )  # fmt: skip

    async def standings(request: Request) -> Response:
        """The standings.  Context: ranks (views.Rank), after, tiebreaks."""
        visit = await frame.visit(request)
        state = visit.event.public
        last = len(state.rounds)
        text = request.query_params.get("after", "")
        after = int(text) if text.isascii() and text.isdigit() and 1 <= int(text) <= last else last
        ranks = await page_cache.ranks(visit.event, after if after < last else 0)
        return frame.page(request, visit, "tournaments/public/standings.html", ranks=ranks, after=after)

    async def cross(request: Request) -> Response:
        """The cross table.  Context: head, rows (views.CrossRow)."""
        visit = await frame.visit(request)
        head, rows = await page_cache.crossing(visit.event)
        return frame.page(request, visit, "tournaments/public/crosstable.html", head=head, rows=rows)

    async def entry(request: Request) -> Response:
        """A player.  Context: entry, person, rank, past (views.Past)."""
        visit = await frame.visit(request)
        state, id_ = visit.event.public, _entry(request, visit)
        ranks = await page_cache.ranks(visit.event)
        rank = next((rank for rank in ranks if rank.entry == id_), None)
        table = await page_cache.table(visit.event)
        is_in = id_ <= len(table.tournament.entries)
        past = views.career(table.tournament, id_, table.field) if is_in else []
        return frame.page(
            request, visit, "tournaments/public/entry.html", entry=state.entry(id_), person=state.person(id_),
            rank=rank, past=past,
        )  # fmt: skip

    async def regulations(request: Request) -> Response:
        """The regulations.  Context: lines, seal, command."""
        visit = await frame.visit(request)
        sheet = handouts.regulations(visit.words, visit.event.public)
        lines = [line.partition(". ")[2] for part in sheet.parts if isinstance(part, Text) for line in part.lines]
        commands = [lots.command("initial"), lots.command("first", 1, 1)]
        return frame.page(request, visit, "tournaments/public/regulations.html", lines=lines, commands=commands)

    async def log(request: Request) -> Response:
        """The log.  Context: acts, more (there are older ones)."""
        visit = await frame.visit(request)
        acts = [act for act in visit.event.director.log if act.kind not in _UNSEEN and not _is_secret(visit, act)]
        lines = [log_line(visit, act) for act in reversed(acts[-MOST_LOG:])]
        return frame.page(request, visit, "tournaments/public/log.html", acts=lines, more=len(acts) > MOST_LOG)

    async def screen(request: Request) -> Response:
        """The screen in the hall.  Context: number, tables, top, hours, title (of the caster), last (results)."""
        visit = await frame.visit(request)
        state = visit.event.public
        number = len(state.rounds)
        rows: list[Any] = []
        if number:
            rows = await page_cache.table_rows(visit.event, number)
        ranks = await page_cache.ranks(visit.event) if number else []
        return frame.page(
            request, visit, "tournaments/public/screen.html", number=number, tables=rows, top=ranks[:20],
            hours=views.hours(visit.event), is_open=bool(number) and state.rounds[-1].state == "published",
            title=broadcast_admin.title(visit.event), last=await _last_results(visit, rows),
        )  # fmt: skip

    async def news(request: Request) -> Response:
        """The counter of what pages show, once it is another one than `after`."""
        visit = await frame.visit(request)
        for id_ in visit.own:
            visit.event.seen[id_] = asyncio.get_running_loop().time()
            frame.site.hub.cluster.publish(visit.event.id, "seen", entry=id_)
        text = request.query_params.get("after", "")
        after = int(text) if text.isascii() and text.isdigit() else -1
        shown = await visit.event.news(after, POLL_S)
        return JSONResponse({"shown": shown}, headers={"cache-control": "no-store"})

    async def data(request: Request) -> Response:
        """Rounds, standings and players as JSON for programs."""
        visit = await frame.visit(request)
        state, what = visit.event.public, request.path_params["what"]
        if what == "standings":
            found: Any = await page_cache.kept(
                visit.event, "standings-json", lambda of: json_files.standings_json(of.state, None, of.lines())
            )
        elif what == "event":
            found = {
                "id": visit.event.id, "name": state.settings.name, "game": state.settings.game, "phase": state.phase,
                "rounds": state.settings.rounds, "published": len(state.rounds), "entries": len(state.entries),
            }  # fmt: skip
        elif what.isdigit() and 1 <= int(what) <= len(state.rounds):
            found = json_files.round_json(state, int(what))
        else:
            raise Problem(404, "NO_SUCH_PAGE")
        return JSONResponse(found, headers={"cache-control": "no-store"})

    return told(
        frame,
        [
            ("/events", events, "GET"),
            ("/t/{event}", overview, "GET"),
            ("/t/{event}/entries", entries, "GET"),
            ("/t/{event}/round/{round}", round_, "GET"),
            ("/t/{event}/standings", standings, "GET"),
            ("/t/{event}/cross", cross, "GET"),
            ("/t/{event}/entry/{entry}", entry, "GET"),
            ("/t/{event}/regulations", regulations, "GET"),
            ("/t/{event}/log", log, "GET"),
            ("/t/{event}/screen", screen, "GET"),
            ("/t/{event}/news", news, "GET"),
            ("/t/{event}/data/{what}.json", data, "GET"),
        ],
    )


async def _last_results(visit: Visit, rows: list[views.TableRow]) -> list[views.TableRow]:
    """Return the tables of the round whose results came in last, the newest first."""
    number = len(visit.event.public.rounds)
    places: dict[int, None] = {}
    for act in reversed(visit.event.director.log):
        if act.kind == "publish" and act.data["round"] == number:
            break
        if act.kind in ("result", "confirm") and act.data["round"] == number:
            places.setdefault(act.data["board"])
    of = {row.number: row for row in rows if row.result}
    return [of[place] for place in places if place in of][:LAST_SHOWN]


def _event_line(words: Words, event: Event) -> dict[str, Any]:
    state = event.public
    settings = state.settings
    dates = " – ".join(dict.fromkeys(part for part in (settings.start, settings.end) if part))
    return {
        "id": event.id,
        "name": settings.name or "—",
        "where": " · ".join(part for part in (settings.place, dates) if part),
        "phase": views.phase(words, state),
        "game": game_title(words, settings),
        "count": len(state.entries),
    }


async def mine_of(visit: Visit) -> list[tuple[int, str, views.TableRow | None]]:
    """Return the visitor's own entries with their tables in the running round."""
    state = visit.event.public
    found: list[tuple[int, str, views.TableRow | None]] = []
    for id_ in visit.own:
        board = state.rounds[-1].board_of(id_) if state.rounds and state.rounds[-1].state == "published" else None
        row = await page_cache.table_row(visit.event, len(state.rounds), board.number) if board else None
        found.append((id_, state.name(id_), row))
    return found


def _sensible(visit: Visit) -> tuple[int, int]:
    """Return how many results of the running round are in, and how many tables there are."""
    state = visit.event.public
    if not state.rounds:
        return 0, 0
    games = [board for board in state.rounds[-1].boards if not board.is_bye]
    return sum(not board.is_open for board in games), len(games)


def _round(request: Request, visit: Visit) -> int:
    text = request.path_params["round"]
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= len(visit.event.public.rounds)):
        raise Problem(404, "NO_SUCH_PAGE")
    return int(text)


def _entry(request: Request, visit: Visit) -> int:
    text = request.path_params["entry"]
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= len(visit.event.state.entries)):
        raise Problem(404, "NO_SUCH_PAGE")
    return int(text)


def _is_secret(visit: Visit, act: LogEntry) -> bool:
    """Tell whether an act speaks of a round that is not published."""
    number = act.data.get("round")
    return (
        act.kind in ("edit", "lot", "unpublish") and isinstance(number, int) and number > len(visit.event.public.rounds)
    )


def log_line(visit: Visit, act: LogEntry) -> dict[str, Any]:
    """Return an act as a line of a log: number, at, who, what, about, reason, level, undone."""
    state, words = visit.event.state, visit.words
    kind = words._(KINDS.get(act.kind, act.kind))
    gone = visit.event.kept.get("undone", (-1, frozenset()))
    if gone[0] != state.version:
        gone = visit.event.kept["undone"] = (state.version, undone(visit.event.director.log))
    return {
        "number": act.number,
        "at": act.at,
        "who": act.who,
        "kind": act.kind,
        "what": kind,
        "about": about(words, state, act),
        "reason": act.reason or str(act.data.get("reason", "")),
        "level": act.severity,
        "undone": act.number in gone[1],
    }


_ACT = mark("act {number}")
_TABLE = mark("round {round}, table {table}: {what}")
_ROUND = mark("round {round}")


def about(words: Words, state: Tournament, act: LogEntry) -> str:
    """Return what an act is about, for people; never anything private."""
    data = act.data
    if act.kind == "undo":
        return words._(_ACT, number=data["act"])
    if act.kind == "set":
        hidden = data.get("settings", {})
        return ", ".join(f"{name} = {value}" for name, value in hidden.items() if name != "seed")
    if "board" in data and "round" in data:
        return words._(_TABLE, round=data["round"], table=data["board"], what=_result(state, data) or "—")
    if "entry" in data:
        return _who(state, data["entry"])
    if act.kind in ("enter", "late"):
        person = state.people.get(str(data.get("person")))
        return person.name if person else "—"
    if "entries" in data:
        return " – ".join(_who(state, id_) for id_ in data["entries"])
    return words._(_ROUND, round=data["round"]) if "round" in data else ""


def _result(state: Tournament, data: Mapping[str, Any]) -> str:
    """Return the result of an act as who moves first sees it."""
    if "first" not in data or "second" not in data:
        return ""
    found = Result(data["first"], data["second"], adjourned=bool(data.get("adjourned")))
    if data.get("stones"):
        found = replace(found, stones=(data["stones"][0], data["stones"][1]))
    boards = state.rounds[data["round"] - 1].boards if data["round"] <= len(state.rounds) else ()
    seat = next((board for board in boards if board.number == data["board"]), None)
    if seat and seat.seats[0] == seat.second:
        found = found.turned
    stones = views.counts(found)
    return f"{found.text} ({stones})" if stones else found.text


def _who(state: Tournament, id_: object) -> str:
    return state.name(id_) if isinstance(id_, int) and 1 <= id_ <= len(state.entries) else str(id_)


__all__ = ["KINDS", "about", "log_line", "mine_of", "routes"]
