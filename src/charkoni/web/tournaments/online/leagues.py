"""The leagues of a server, led without an arbiter: their lists, the events of their seasons, and games over days.

    list (an event that takes entries) --> season, noted beside its log --> events of its divisions --> games
                                                 ^                                   |
                                                 +---------- all are finished -------+

Whatever is due follows from these files, each of which is written whole or not at all: so a killed server, or the next
leading process, goes on where the last one stopped.
"""

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import sqlalchemy as sa

from charkoni.tournament import leagues
from charkoni.tournament.acts.challenges import Challenge
from charkoni.tournament.acts.entries import Withdraw
from charkoni.tournament.director import Director
from charkoni.tournament.leagues import SERVER, next_divisions
from charkoni.tournament.model.event import PLAYER
from charkoni.tournament.model.league import LADDER, League
from charkoni.tournament.model.times import time_of
from charkoni.web.http.errors import Refused
from charkoni.web.live.hub import Hub
from charkoni.web.store.tables import games as game_rows
from charkoni.web.tournaments import ENDING, LEAGUE, permissions
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.online import fair_play, games

logger = logging.getLogger(__name__)
SEASON = "season"
"""The name of the value beside the log of a list: season, and for each division the id of its event and its entries."""

CHALLENGES = "challenges"
"""The name of the value with the challenges that a ladder leaves to the next season: entries of the list, and when."""

Boards = Callable[[OpenEvent, int, Collection[str]], Awaitable[None]]
"""`OnlineRounds.boards`."""


class Leagues:
    """The leagues of a server; their seasons are led by the leading process only."""

    def __init__(self, hub: Hub, events: Events, boards: Boards) -> None:
        self.hub = hub
        self.events = events
        self._boards = boards
        self._lock = asyncio.Lock()

    @property
    def now(self) -> datetime:
        """The present time."""
        return datetime.fromtimestamp(self.hub.time.wall() / 1000, UTC)

    def _path(self, id_: str) -> Path:
        return self.events.folder / f"{id_}{ENDING}"

    # --- lists --------------------------------------------------------------------------------------------------------

    async def lists(self) -> list[OpenEvent]:
        """Return the lists of all leagues, whose ids end with letters; damaged files are left out."""
        ids = self.events.ids()
        return await self.events.readable(id_ for id_ in ids if id_.startswith(LEAGUE) and not id_[-1].isdigit())

    async def list_of(self, league: League) -> OpenEvent:
        """Return the list of a league, created if necessary; raise OSError."""
        id_ = f"{LEAGUE}{''.join(filter(str.isalnum, league.game))}{league.kind[0]}{league.pace[0]}"
        if not self._path(id_).exists():
            self.events.folder.mkdir(parents=True, exist_ok=True)
            values = {"league": json.dumps(asdict(league)), "self-entry": "closed"}
            await asyncio.to_thread(leagues.create, self._path(id_), leagues.settings_of(league), values)
        [found] = await self.events.readable([id_])
        found.director.now = lambda: self.now
        return found

    async def seasons(self, members: OpenEvent, *, is_running: bool = True) -> list[OpenEvent]:
        """Return the events of the last season of a list, the highest division first, only those that go on."""
        found = await self.events.readable(id_ for id_, _ in season_of(members)[1])
        for event in found:
            event.director.now = lambda: self.now
        return [event for event in found if not (is_running and event.state.is_over)]

    async def enter(self, league: League, person: str, name: str) -> None:
        """Enter a person, or let one who has left come back: at once on a ladder, else from the next month on.

        Raises TournamentError.
        """
        async with self._lock:
            members = await self.list_of(league)
            for event in (members, *(await self.seasons(members) if league.kind == LADDER else ())):
                key = self.hub.access.signature("league", event.id, person)
                entry = await event.run(
                    partial(leagues.join, name=name, entry=entry_of(event, person), key=key), name, PLAYER
                )
                await permissions.seat(event, person, entry)
            if self.hub.cluster.is_leader:
                await self._lead(members)  # the fourth begins a season

    async def leave(self, league: League, person: str, name: str) -> None:
        """Let a person leave a league: games that go on are lost as his clocks run out.  Raises TournamentError."""
        async with self._lock:
            members = await self.list_of(league)
            for event in (*await self.seasons(members), members):
                entry = entry_of(event, person)
                if entry and not event.state.entry(entry).left:
                    await event.run(partial(Director.do, act=Withdraw(entry=entry)), name, PLAYER)

    async def challenge(self, league: League, person: str, name: str, opponent: int) -> None:
        """Challenge an entry of a ladder; raise TournamentError."""
        async with self._lock:
            for event in await self.seasons(await self.list_of(league)):
                act = Challenge(entry=entry_of(event, person), opponent=opponent, at=event.director.time)
                await event.run(partial(Director.do, act=act), name, PLAYER)

    # --- seasons ------------------------------------------------------------------------------------------------------

    async def lead(self) -> None:
        """Carry out what is due in all leagues of a server that has some."""
        for members in await self.lists() if self.hub.settings.leagues != "off" else ():
            try:
                async with self._lock:
                    await self._lead(members)
            except Exception:
                logger.exception("the league %s cannot be led", members.id)

    async def _lead(self, members: OpenEvent) -> None:
        """Create the events of the season of a league, lead them, and begin the next season."""
        league, (season, divisions), now = members.league, season_of(members), self.now
        assert league is not None
        for place, (id_, entries) in enumerate(divisions, 1):
            if season == league.season(now) and not self._path(id_).exists():
                players = {permissions.guest_of(members, entry): [seat] for seat, entry in enumerate(entries, 1)}
                values = {"league": members.value("league"), "players": json.dumps(players), "self-entry": "closed"}
                names, number = [members.state.name(entry) for entry in entries], place if divisions[1:] else 0
                seats = {entry: seat for seat, entry in enumerate(entries, 1)}
                kept = json.loads(members.value(CHALLENGES) or "[]") if league.kind == LADDER else ()
                carried = leagues.carried(members.director, league, kept, seats)
                await asyncio.to_thread(leagues.begin, self._path(id_), league, number, names, now, values, carried)
        for event in await self.seasons(members):
            if games.is_by_days(event) and not event.state.paused:
                await self._games(event, league)
            await event.run(partial(leagues.advance, league=league, season=season), SERVER, SERVER)
        if season < league.season(now) and league.may_begin(now) and not await self.seasons(members):
            ranks, challenges = list[list[int]](), list[tuple[int, int, str]]()
            for event in await self.seasons(members, is_running=False):
                # By person: entries of a ladder have come since its season was noted.
                of = {
                    seat: entry_of(members, permissions.guest_of(event, seat)) for seat in leagues.ranks(event.director)
                }
                ranks.append(list(of.values()))
                challenges += [(of[one], of[other], at) for one, other, at in event.state.challenges]
            new = next_divisions(league.kind, ranks, staying(members))
            if new:  # from here on its events are created, whatever dies
                noted = [(f"{LEAGUE}{secrets.randbits(48)}", entries) for entries in new]
                await members.set_value(CHALLENGES, json.dumps(challenges))
                await members.set_value(SEASON, json.dumps([league.season(now), noted]))
                await self._lead(members)

    # --- games over days ----------------------------------------------------------------------------------------------

    async def _games(self, event: OpenEvent, league: League) -> None:
        """Begin the games of a division, end those beyond the deadline, and take over results."""
        latest = games.latest(event)
        pending = {
            f"{round_.number}:{board.number}"
            for round_ in event.state.rounds
            for board in round_.boards
            if board.is_pending
        }
        # Of many games few are over: the others need not be in memory.
        ids = [latest[key] for key in pending & latest.keys()]
        query = sa.select(game_rows.c.id).where(game_rows.c.id.in_(ids), game_rows.c.state == "open")
        running = set(await self.hub.store.scalars(query))
        for round_ in event.state.rounds:
            deadline = league.deadline(time_of(round_.clock.began)) if round_.clock else None
            if deadline and self.now >= deadline:
                for game in [latest.get(f"{round_.number}:{board.number}", "") for board in round_.boards]:
                    if game in running:
                        await self._end(game)
                        running.discard(game)
            if pending and round_.clock:
                await self._boards(event, round_.number, running)

    async def _end(self, game: str) -> None:
        """End a game at the deadline: the side that has used more time loses on time."""
        room = await self.hub.room(game)
        assert room is not None
        live = room.live
        used = [fair_play.time_on_move(live, side, live.row.created, self.hub.time.wall()) for side in (0, 1)]
        with contextlib.suppress(Refused):  # it has ended meanwhile
            await room.ask(partial(room.write, live.row_for, "flag", live.game.sides.index(used.index(max(used)))))


def season_of(members: OpenEvent) -> tuple[str, list[tuple[str, list[int]]]]:
    """Return the last season of a list, "" before the first one; by division the id of its event, and its entries."""
    season, divisions = json.loads(members.value(SEASON) or '["", []]')
    return season, divisions


def entry_of(event: OpenEvent, person: str) -> int:
    """Return the entry of a person, 0 without one."""
    return next(iter(permissions.entries_of(event, person)), 0)


def staying(members: OpenEvent) -> list[int]:
    """Return the entries of a list that take part: those that have not left, and whose person is still here."""
    return [entry.id for entry in members.state.entries if not entry.left and permissions.guest_of(members, entry.id)]
