"""Notices of rounds, a source of notices (see `notices.outbox`): the table of a person in a round that is published.

The cause is in the file of the event and the notice in the database, so the notices follow the log: whenever an event
is opened or changed, the people of its present round are told unless they were.  A server that dies before does it when
it is back.
"""

import asyncio
from collections.abc import Iterable
from datetime import datetime
from functools import partial

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import Board
from charkoni.web.live.hub import Hub
from charkoni.web.notices.kinds import LASTS_MS, ROUND, Said, Waiting
from charkoni.web.notices.outbox import Outbox
from charkoni.web.store import StoreError
from charkoni.web.store.tables import NoticeRow
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.online.rounds import AWAY_S, at_boards

TABLE, BYE = N_("Round {round}, table {table}: {first} – {second}"), N_("Round {round}: {who} has the bye")
PREFIX = "t/"
RETRY_S = 5.0


async def follow(hub: Hub, outbox: Outbox, event: OpenEvent) -> None:
    """Note the present round of an event for its people, once."""
    while (at := _published(event)) and at + LASTS_MS > hub.time.wall():
        people = [person for person in event.mapping("players") if _board(event, person)]
        try:
            await hub.store.write(partial(outbox.tell, people=people, kind=ROUND, about=PREFIX + event.id, at=at))
            return
        except StoreError:  # the database is away, or another process does the same just now
            await asyncio.sleep(RETRY_S)


async def waiting(hub: Hub, events: Events, person: str, rows: Iterable[NoticeRow]) -> dict[NoticeRow, Waiting]:
    """Return the notices of rounds that are true: a `notices.outbox.Source`."""
    found = {}
    by_id = {row.about.removeprefix(PREFIX): row for row in rows if row.kind == ROUND}
    for event in await events.readable(by_id):
        row, board = by_id[event.id], _board(event, person)
        if board and _published(event) == row.at:
            say = partial(_said, event.state, len(event.state.paired), board)
            seen, entries = at_boards(hub, event), permissions.entries_of(event, person)
            since = asyncio.get_running_loop().time() - AWAY_S
            is_seen = any(entry in seen or event.last_seen.get(entry, since) > since for entry in entries)
            found[row] = Waiting(row, f"/t/{event.id}/me", say, is_seen=is_seen)
    return found


def _published(event: OpenEvent) -> int:
    """Return when the present round of an event was published (ms since 1970), 0 without one."""
    current = event.public.current
    if event.state.phase != "playing" or current is None or current.state != "published":
        return 0
    at = next((act.at for act in reversed(event.director.log) if act.kind == "publish"), "1970-01-01T00:00:00Z")
    return round(datetime.fromisoformat(at.replace("Z", "+00:00")).timestamp() * 1000)


def _board(event: OpenEvent, person: str) -> Board | None:
    """Return the table at which a person still has to play in the present round, or his bye."""
    current, mine = event.public.current, {*permissions.entries_of(event, person)}
    boards = current.boards if current else ()
    return next((each for each in boards if each.result is None and mine & {each.first, each.second}), None)


def _said(state: Tournament, number: int, board: Board, words: Words, now: int) -> Said:
    """Return what the notice of a table says: see `kinds.Said`."""
    if board.is_bye:
        title = words._(BYE, round=number, who=state.name(board.first))
    else:
        first, second = (state.name(entry) for entry in board.seats)
        title = words._(TABLE, round=number, table=board.number, first=first, second=second)
    return Said(title, state.settings.name)
