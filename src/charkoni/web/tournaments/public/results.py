"""Public pages of the rounds, standings and crosstable, explanations of them, the screen in the hall, and JSON."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import Query
from starlette.responses import JSONResponse, Response

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament import explain
from charkoni.tournament.acts.late_changes import with_late_changes
from charkoni.tournament.formats import json_files
from charkoni.tournament.model.category_members import category_filter
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.event import HELPER, Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.settings import TIEBREAKS, Settings, points_text
from charkoni.tournament.pairing import openings
from charkoni.tournament.pairing.absentees import absentees
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.printouts import editions
from charkoni.tournament.standings.crosstable import SIGNS
from charkoni.tournament.standings.rank_list import in_category
from charkoni.tournament.standings.ranking import Line
from charkoni.tournament.standings.round_tables import TableRow
from charkoni.tournament.standings.tiebreaks import Term, Value
from charkoni.web.http.errors import Problem, found, number_in, number_or
from charkoni.web.tournaments import broadcast, page_cache
from charkoni.web.tournaments.online.games import latest
from charkoni.web.tournaments.page_cache import Snapshot
from charkoni.web.tournaments.visits import EventRouter, EventsDep, PublicVisit, Visit

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
    state = visit.public
    number = number_in(round, len(state.rounds))
    rows = await page_cache.round_tables(visit.current, number)
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
    state = visit.public
    number = len(state.rounds)
    rows = await page_cache.round_tables(visit.current, number) if number else []
    ranks = await page_cache.ranks(visit.current) if visit.public.closed else []
    return visit.page(
        "tournaments/public/screen.html",
        tables=rows,
        top=ranks[:MOST_RANKS],
        title=broadcast.title(visit.event),
        last=_last_results(visit, rows),
    )


def _last_results(visit: Visit, rows: list[TableRow]) -> list[TableRow]:
    """Return the tables of the last round whose results came in last, the newest first."""
    number = len(visit.public.rounds)
    tables: dict[int, None] = {}
    for act in reversed(visit.event.log):
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
    settings, last = visit.public.settings, visit.public.closed
    number = number_or(after, last, last)
    ranks = await page_cache.ranks(visit.current, number if number < last else 0)
    shown = category_filter(visit.words, visit.public, category)
    if shown.chosen:
        ranks = in_category(visit.public, ranks, shown.ids)
    return visit.page(
        "tournaments/public/standings.html",
        ranks=ranks,
        after=number,
        filter=shown,
        editions=editions.lines(visit.words, settings),
        digest=editions.log_digest(visit.words, visit.public),
        meanings=meanings(visit.words, settings),
    )


def meanings(words: Words, settings: Settings) -> list[tuple[str, str, str]]:
    """Return code, meaning and article of each tie-break."""
    return [(name, words._(TIEBREAKS[name].text), TIEBREAKS[name].article) for name in settings.tiebreaks]


@router.get("/t/{event}/cross")
async def crosstable(visit: PublicVisit) -> Response:
    """Return the crosstable.  Context: cross (a Crosstable), ids (of the entries by their numbers in it)."""
    cross, ids = await page_cache.crosstable(visit.current)
    return visit.page("tournaments/public/crosstable.html", cross=cross, ids=ids)


# --- for scripts and programs ---


@router.get("/t/{event}/news")
async def updates(visit: PublicVisit, after: str = "") -> Response:
    """Return the version of the pages as soon as it differs from `after`, as JSON {shown, now}; players are present.

    now: the time of the server in ms since 1970, by which countdowns go.
    """
    for id_ in visit.own:
        visit.event.last_seen[id_] = asyncio.get_running_loop().time()
        visit.hub.cluster.publish(visit.event.id, "seen", entry=id_)
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
    state = visit.public
    if what == "standings":
        standings = await page_cache.standings(visit.current)
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


# --- explanations: of a pairing, of one that was not made, and of a tie-break with all its terms ----------------------


@router.get("/t/{event}/why")
async def pairing(
    visit: PublicVisit,
    events: EventsDep,
    round_: Annotated[str, Query(alias="round")] = "",
    table: str = "",
    a: str = "",
    b: str = "",
) -> Response:
    """Explain a table, and why two players do not meet.

    round: by default the last.  table: its number.  a, b: pairing numbers.
    Context: number (of the round), table, lines (sentences about the table), answer (a sentence about a and b), a, b,
    tables (of TableRow), people (pairing number, name).
    """
    words, state = visit.words, visit.public
    number = found(number_or(round_, len(state.rounds), len(state.rounds)))
    rows = await page_cache.round_tables(visit.current, number)
    chosen = number_or(table, len(rows), 0)
    count = len(state.by_number())
    one, other = number_or(a, count, 0), number_or(b, count, 0)
    engine, log = events.engine.pair, visit.event.log
    lines, answer = [], ""
    if chosen:
        name = f"explanation-{words.language}-{number}-{chosen}"

        def lines_of(current: Snapshot) -> list[str]:
            return explain.board(words, with_late_changes(current.state, log), number, chosen, engine)

        lines = await page_cache.cached(visit.current, name, lines_of, number)
    if one and other and system_of(state.settings).is_checked:
        known = with_late_changes(state, log)
        answer = await asyncio.to_thread(explain.not_paired, words, known, number, one, other, engine)
    people = [(each, state.name(entry.id)) for each, entry in sorted(state.by_number().items())]
    return visit.page(
        "tournaments/public/pairing_explanation.html",
        number=number,
        table=chosen,
        lines=lines,
        answer=answer,
        a=one,
        b=other,
        tables=rows,
        people=people,
    )


@router.get("/t/{event}/entry/{entry}/why/{name}")
async def tiebreak(visit: PublicVisit, entry: str, name: str, after: str = "") -> Response:
    """Explain the value of a tie-break.

    name: code of the tie-break, "-" in place of "/".  after: a round, by default the last closed one.
    Context: name, meaning (a sentence), article (of FIDE), value, rows (see `_term_row`), after, who, entry, points,
    product (whether the terms are products), points_text.  Refused: a tie-break that the event does not use.
    """
    state, words = visit.public, visit.words
    id_, code = number_in(entry, len(state.entries)), name.replace("-", "/")
    number = found(number_or(after, state.closed, state.closed))
    if code not in state.settings.tiebreaks:
        raise refusal(BadSetting, code, N_("this event does not use the tie-break {name}"), name=code)
    lines = (await page_cache.standings(visit.current, number)).lines
    line = found(next((line for line in lines if line.number == state.entry(id_).number), None))
    context = tiebreak_context(words, state, id_, code, line)
    return visit.page("tournaments/public/tiebreak_explanation.html", after=number, **context)


def tiebreak_context(words: Words, state: Tournament, entry: int, code: str, line: Line) -> dict[str, object]:
    """Return the context of `tiebreak`, without after.  line: of the entry in the standings."""
    value = line.values[state.settings.tiebreaks.index(code)]
    return {
        "name": code,
        "meaning": words._(TIEBREAKS[code].text),
        "article": TIEBREAKS[code].article,
        "value": value,
        "rows": [_term_row(words, state, code, term) for term in value.terms],
        "points_text": points_text,
        "who": state.name(entry),
        "entry": entry,
        "points": points_text(line.points),
        "product": code.partition("/")[0] == "SB",
    }


def _term_row(words: Words, state: Tournament, name: str, term: Term) -> dict[str, object]:
    """Return a term of a tie-break: term, opponent (an entry, or None), mark (the result), value, note (in words)."""
    family = name.partition("/")[0]
    value = str(term.value)
    if family == "SB":
        value = str(Value(term.value, 4))
    elif family in ("BH", "PS", "KS", "DE"):
        value = points_text(term.value)
    notes = [words._("struck: the lowest, or the highest, does not count")] if term.cut else []
    notes += [words._("a round that was not played by choice")] if term.is_voluntary else []
    return {
        "term": term,
        "opponent": state.by_number().get(term.opponent),
        "mark": SIGNS.get(term.mark, term.mark),
        "value": value,
        "note": "; ".join(notes),
    }
