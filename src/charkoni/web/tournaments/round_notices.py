"""Notices of events, a source of notices (see `notices.outbox`): what an event asks of a person.

    ROUND       his table in a round that is published; in a league at a weekly hour, an hour before, that it begins
    CHALLENGE   on a ladder, for the one who is challenged

The cause is in the file of the event and the notice in the database, so the notices follow the log: whenever an event
is opened or changed, its people are told unless they were.  A server that dies before does it when it is back.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import sqlalchemy as sa

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.leagues import next_players
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.league import DIVISIONS, HOUR, WEEK
from charkoni.tournament.model.rounds import Board
from charkoni.tournament.model.schedule import timetable
from charkoni.tournament.model.times import time_of
from charkoni.tournament.printouts.dates import moment
from charkoni.web.live.hub import Hub
from charkoni.web.notices.games import TITLES
from charkoni.web.notices.kinds import CHALLENGE, LASTS_MS, ROUND, Said, Waiting
from charkoni.web.notices.outbox import Outbox
from charkoni.web.store import StoreError
from charkoni.web.store.tables import NoticeRow
from charkoni.web.tournaments import PREFIX, permissions
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.online.rounds import AWAY_S, at_boards

TABLE, BYE = N_("Round {round}, table {table}: {first} – {second}"), N_("Round {round}: {who} has the bye")
BEGINS, NEXT = N_("Round {round} begins {time}."), N_("next games: {time}")
RETRY_S = 5.0
EARLY_MS = 3_600_000
"""How long before a round at a weekly hour its people are told."""


class Cause(NamedTuple):
    """What an event asks of an entry.  at: when it comes up (ms since 1970).  say: see `kinds.Waiting`."""

    kind: str
    entry: int
    at: int
    say: Callable[[Words, int], Said]


async def follow(hub: Hub, outbox: Outbox, event: OpenEvent) -> None:
    """Note what an event asks of its people, once."""

    def note(connection: sa.Connection) -> None:
        asked: dict[tuple[str, int], set[int]] = {}
        for each in new:
            asked.setdefault((each.kind, each.at), set()).add(each.entry)
        for (kind, at), entries in asked.items():
            people = [person for person, own in event.mapping("players").items() if entries & {*own}]
            outbox.tell(connection, people, kind, PREFIX + event.id, at)

    now = hub.time.wall()
    while new := [each for each in _causes(event, now) if each.at + LASTS_MS > now]:
        try:
            await hub.store.write(note)
            return
        except StoreError:  # the database is away, or another process does the same just now
            await asyncio.sleep(RETRY_S)


async def waiting(hub: Hub, events: Events, person: str, rows: Iterable[NoticeRow]) -> dict[NoticeRow, Waiting]:
    """Return the notices of events that are true: a `notices.outbox.Source`."""
    found, now = {}, hub.time.wall()
    rows = [row for row in rows if row.about.startswith(PREFIX)]
    for event in await events.readable({row.about.removeprefix(PREFIX) for row in rows}):
        entries = permissions.entries_of(event, person)
        since = asyncio.get_running_loop().time() - AWAY_S
        seen = at_boards(hub, event)
        is_seen = any(entry in seen or event.last_seen.get(entry, since) > since for entry in entries)
        causes = {(each.kind, each.at): each for each in _causes(event, now) if each.entry in entries}
        for row in rows:
            cause = causes.get((row.kind, row.at))
            if cause and row.about == PREFIX + event.id and row.at < now + EARLY_MS:
                path = f"/leagues#{event.id}" if row.kind == CHALLENGE and event.league else f"/t/{event.id}/me"
                found[row] = Waiting(row, path, cause.say, is_seen=is_seen and row.kind == ROUND)
    return found


def _causes(event: OpenEvent, now: int) -> Iterator[Cause]:
    """Yield what an event asks of its people at a time (ms since 1970)."""
    state, current, league = event.public, event.public.current, event.league
    if state.phase != "playing":
        return
    name, number = state.settings.name, len(state.rounds)
    begin = league.week(datetime.fromtimestamp(now / 1000, UTC)) + WEEK if league else None
    staying = {entry.id for entry in state.entries if not entry.left}
    for who, opponent, since in state.challenges:
        if {who, opponent} <= staying:
            say = partial(_challenged, state.name(who), name, begin)
            yield Cause(CHALLENGE, opponent, _ms(time_of(since)), say)
    if current is not None and current.state == "published":
        published = next((act.at for act in reversed(event.log) if act.kind == "publish"), "1970-01-01T00:00Z")
        for board in current.boards:
            for entry in (board.first, board.second) if board.result is None else ():
                yield Cause(ROUND, entry, _ms(time_of(published)), partial(_at_table, state, number, board))
    elif begin and league and league.pace == HOUR and number < state.settings.rounds:
        if league.kind == DIVISIONS:
            begin = timetable(state.settings.times, league.zone)[number]
        for entry in next_players(state) & staying:
            yield Cause(ROUND, entry, _ms(begin) - EARLY_MS, partial(_soon, name, number + 1, begin))


def _ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def _challenged(who: str, name: str, begin: datetime | None, words: Words, now: int) -> Said:
    """Return what the notice of a challenge says: see `kinds.Said`.  begin: of the next round, where that is known."""
    details = words._(NEXT, time=moment(words, begin)) if begin else ""
    return Said(words._(TITLES[CHALLENGE], who=who), name, details)


def _soon(name: str, number: int, begin: datetime, words: Words, now: int) -> Said:
    """Return what the notice before a round says."""
    return Said(words._(BEGINS, round=number, time=moment(words, begin)), name)


def _at_table(state: Tournament, number: int, board: Board, words: Words, now: int) -> Said:
    """Return what the notice of a table says."""
    if board.is_bye:
        title = words._(BYE, round=number, who=state.name(board.first))
    else:
        first, second = (state.name(entry) for entry in board.seats)
        title = words._(TABLE, round=number, table=board.number, first=first, second=second)
    return Said(title, state.settings.name)
