"""Public pages about an event: the list of events, the overview, entries, players, regulations, the log."""

import asyncio
from collections.abc import Sequence

from starlette.responses import Response

from charkoni.core.translations import Words
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.model.category_members import by_entry, category_filter
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.games import departures, profiles
from charkoni.tournament.model.league import League
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.pairing import lots
from charkoni.tournament.printouts import editions
from charkoni.tournament.printouts import regulations as booklet
from charkoni.tournament.setting_texts import setting_names
from charkoni.tournament.standings.player_rounds import player_rounds
from charkoni.tournament.standings.rank_list import Rank
from charkoni.tournament.standings.round_tables import TableRow
from charkoni.web.http.errors import number_in
from charkoni.web.pages.visits import VisitDep
from charkoni.web.tournaments import LEAGUE, LESSON, event_rows, page_cache
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.visits import EventRouter, EventsDep, PublicVisit, Visit

MOST_EVENTS = 100
MOST_RECENT = 10
"""How many events are looked at for those that are running."""

MOST_ACTS = 200
MOST_RANKS = 10
"""How many rows of the standings the overview shows."""

_HIDDEN = frozenset(["draft", "checkin"])
"""Acts that are not for the public: a draft is secret, a check-in is private."""

router = EventRouter()


@router.get("/events")
async def events(visit: VisitDep, events: EventsDep) -> Response:
    """Return the list of events, the last changed first.  Context: events (see `_event_line`), has_leagues."""
    ids = [id_ for id_ in events.ids() if not id_.startswith((LEAGUE, LESSON))][:MOST_EVENTS]
    lines = [_event_line(visit.words, each) for each in await events.readable(ids)]
    has_leagues = visit.hub.settings.leagues != "off"
    return visit.page("tournaments/events.html", events=lines, has_leagues=has_leagues)


async def running_events(events: Events, words: Words) -> list[dict[str, object]]:
    """Return the events that are not finished, among those changed last, as lines: see `_event_line`."""
    ids = [id_ for id_ in events.recent() if not id_.startswith((LEAGUE, LESSON))][:MOST_RECENT]
    known = await events.readable(ids)
    return [_event_line(words, event) for event in known if not event.state.is_over]


@router.get("/t/{event}")
async def overview(visit: PublicVisit) -> Response:
    """Return the overview of an event.

    Context: top (the first ranks), editions (see `editions.lines`), seed_hash (of the lots), mine (see `own_tables`),
    tables (how many results of the running round are in, and how many tables there are), times (of the rounds, in
    words), departures (the settings that deviate from the profile, in words), departure (the sentence about them).
    """
    state = visit.public
    ranks = await page_cache.ranks(visit.current) if state.closed else []
    context = overview_context(visit.words, state, ranks) | {"mine": await own_tables(visit)}
    return visit.page("tournaments/public/overview.html", **context)


def overview_context(words: Words, state: Tournament, ranks: Sequence[Rank]) -> dict[str, object]:
    """Return the context of `overview` for a visitor without entries.  ranks: empty before round 1 is closed."""
    settings = state.settings
    games = [board for board in state.rounds[-1].boards if not board.is_bye] if state.rounds else []
    return {
        "top": ranks[:MOST_RANKS],
        "editions": editions.lines(words, settings),
        "seed_hash": lots.seed_hash(settings.seed),
        "mine": [],
        "tables": (sum(not board.is_open for board in games), len(games)),
        "times": event_rows.begins(words, settings),
        "departures": setting_names(words, departures(dump(settings))),
        "departure": profiles()[settings.profile].departure,
    }


@router.get("/t/{event}/entries")
async def entries(visit: PublicVisit, category: str = "") -> Response:
    """Return the list of entries.

    category: a name, by default all.  Context: rows (of EntryRow), filter (Filter), lists (of ratings, in words).
    """
    shown = category_filter(visit.words, visit.state, category)
    rows = [row for row in await page_cache.entries(visit.current, visit.words) if row.entry.id in shown.ids]
    lists = editions.rating_lists(visit.words, visit.state)
    return visit.page("tournaments/public/entries.html", rows=rows, filter=shown, lists=lists)


@router.get("/t/{event}/entry/{entry}")
async def player(visit: PublicVisit, entry: str) -> Response:
    """Return the page of a player.

    Context: entry, rank (a Rank, or None before round 1 is closed), past (of PlayerRound), categories (names).
    """
    state = visit.public
    id_ = number_in(entry, len(state.entries))
    ranks = await page_cache.ranks(visit.current) if state.closed else []
    rank = next((rank for rank in ranks if rank.entry == id_), None)
    standings = await page_cache.standings(visit.current)
    # The standings may be those before an entry that came late.
    is_known = id_ <= len(standings.tournament.entries)
    past = player_rounds(standings.tournament, id_, standings.pairing_input) if is_known else []
    return visit.page(
        "tournaments/public/entry.html",
        entry=state.entry(id_),
        rank=rank,
        past=past,
        categories=by_entry(state)[id_],
    )


@router.get("/t/{event}/regulations")
async def regulations(visit: PublicVisit) -> Response:
    """Return the regulations.

    Context: sections (of `regulations.Section`), legend (the meaning of the signs, "" for none), signs (by verdict),
    commands (that recompute the lots).
    """
    context = await asyncio.to_thread(regulations_context, visit.words, visit.public, visit.event.league)
    return visit.page("tournaments/public/regulations.html", **context)


def regulations_context(words: Words, state: Tournament, league: League | None = None) -> dict[str, object]:
    """Return the context of `regulations`."""
    return {
        "sections": booklet.sections(words, state, league),
        "legend": profiles()[state.settings.profile].legend,
        "signs": booklet.SIGNS,
        "commands": [lots.command("initial"), lots.command("first", 1, 1)],
    }


@router.get("/t/{event}/log")
async def log(visit: PublicVisit) -> Response:
    """Return the log, the newest act first.  Context: acts (of LogEntry), undone (numbers of acts)."""
    published = len(visit.public.rounds)

    def is_public(act: LogEntry) -> bool:
        number = act.data.get("round")
        is_about_draft = isinstance(number, int) and number > published
        return act.kind not in _HIDDEN and not (is_about_draft and act.kind in ("edit", "lot", "unpublish"))

    acts = list(filter(is_public, visit.event.log))
    return visit.page("tournaments/public/log.html", acts=acts[: -MOST_ACTS - 1 : -1], undone=visit.event.undone)


async def own_tables(visit: Visit) -> list[tuple[int, str, TableRow | None]]:
    """Return the visitor's entries: id, name, and the table in the running round."""
    state = visit.public
    tables: list[tuple[int, str, TableRow | None]] = []
    for id_ in visit.own:
        board = state.rounds[-1].board_of(id_) if state.rounds and state.rounds[-1].state == "published" else None
        row = await page_cache.current_table(visit.current, len(state.rounds), board.number) if board else None
        tables.append((id_, state.name(id_), row))
    return tables


def _event_line(words: Words, event: OpenEvent) -> dict[str, object]:
    """Return an event as a line of the list: its `event_context`, and its id."""
    return event_rows.event_context(words, event.public) | {"id": event.id}
