"""Online rounds: the server begins games, takes over their results, checks who is present, and may start the rounds.

Once a second every running event is compared with its games, and missing steps are performed; each step is written
before the next, so a killed server continues after its restart.
"""

import asyncio
import contextlib
import logging
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial

from charkoni.core.errors import N_
from charkoni.tournament.acts.base import Act
from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.acts.event import Finish
from charkoni.tournament.acts.results import ConfirmReport
from charkoni.tournament.acts.round_clock import StartRound
from charkoni.tournament.director import Director
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.model.schedule import timetable
from charkoni.tournament.pairing.systems import system_of
from charkoni.web.engine.background import KeyedLocks
from charkoni.web.http.errors import Refused
from charkoni.web.live.hub import Hub
from charkoni.web.live.room import Room
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.members import MemberNames
from charkoni.web.tournaments.online import bans, games
from charkoni.web.tournaments.online.leagues import Leagues

logger = logging.getLogger(__name__)
TICK_S = 1.0
LEAGUE_TICKS = 10
"""After how many ticks leagues are advanced, where something is due once in an hour or a day, and names compared."""

SILENCE_S = 300.0
"""After how many seconds without an answer a lone report counts."""

OUTAGE_MS = 60_000
"""After a longer outage games stay paused until an arbiter resumes them."""

CREDIT_MS = {True: 20_000, False: 10_000}
"""How many ms a game gets after a restart, by whether it is the turn of the side."""

AWAY_S = 30.0
"""After how many seconds without a request of his pages a player counts as away."""

ABSENT = N_("not there when round {round} was paired")

TRIES = 2
SERVER, TIMES = "server", "times"
BREAKS = frozenset(["numbers", "close", "import", "pause", "undo", "unpublish"])
"""Acts from which the interval between two rounds is counted."""


class OnlineRounds:
    """The online rounds of all events of a server."""

    def __init__(self, hub: Hub, events: Events) -> None:
        self.hub = hub
        self.events = events
        self._resumed: set[str] = set()
        self._tries: dict[tuple[str, int], int] = {}
        self._locks = KeyedLocks()
        self._task: asyncio.Task[None] | None = None
        self.leagues = Leagues(hub, events, self.boards)
        self._names = MemberNames(hub, events)

    def begin(self) -> None:
        """Begin to compare events with their games."""
        self.hub.cluster.handlers["seen"] = lambda note: self.hub.tasks.spawn(self._seen(note["game"], note["entry"]))
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """Advance all open events once a second; all recent ones when this process becomes the leader."""
        has_led, tick = False, 0
        while True:
            leads = self.hub.cluster.is_leader
            for id_ in self.events.open_ids() if has_led else self.events.recent() if leads else ():
                try:
                    event = await self.events.peek(id_)
                    if event is not None:
                        await self.advance(event)
                except Exception:
                    logger.exception("the event %s cannot be advanced", id_)
            if tick % LEAGUE_TICKS == 0:
                await self._names.look()
                if leads:
                    await self.leagues.lead()
            has_led, tick = leads, tick + 1
            await asyncio.sleep(TICK_S)

    async def _seen(self, id_: str, entry: int) -> None:
        """Note the presence of a player at another process."""
        event = await self.events.get(id_)
        if event is not None:
            event.last_seen[entry] = asyncio.get_running_loop().time()

    async def advance(self, event: OpenEvent) -> None:
        """Perform the due steps of an event; only in the leading process, and never concurrently."""
        if not self.hub.cluster.is_leader:
            return
        async with self._locks[event.id]:
            state, current = event.state, event.state.current
            if state.phase != "playing" or state.paused:
                return
            if current is not None and current.state == "published":
                if current.clock is None and state.settings.rounds_by in (SERVER, TIMES):
                    await _do(event, StartRound(round=current.number, at=event.director.time))
                if not games.is_by_days(event):  # these are looked at less often
                    await self.boards(event, current.number)
                if state.settings.lone_reports:
                    await self._lone_reports(event, current)
            if event.state.settings.rounds_by in (SERVER, TIMES):
                await self._rounds(event)

    # --- games --------------------------------------------------------------------------------------------------------

    async def boards(self, event: OpenEvent, number: int, running: Collection[str] = ()) -> None:
        """Begin the games of a round that has begun, and go on with those that are known.

        running: games that are passed over.  Of games over days adjourned ones go on as well.
        """
        async with event.tables:
            if number <= len(event.state.rounds):
                await self._boards(event, event.state.rounds[number - 1], running)

    async def _boards(self, event: OpenEvent, current: Round, running: Collection[str]) -> None:
        for board in current.boards:
            known = games.all_of(event, current.number, board.number)
            if known and known[-1] in running:
                continue
            is_open = board.is_pending if games.is_by_days(event) else board.is_open
            begins = current.clock is not None and games.is_online(event, board)
            if is_open and (begins or known):
                await self._play(event, current.number, board)
            elif is_open and (text := overdue(event, current, board)):
                enter = partial(_enter_result, number=current.number, board=board, text=text, reason="absent", gone=())
                await event.run(enter, SERVER, SERVER)

    async def _play(self, event: OpenEvent, number: int, board: Board) -> None:
        """Begin the game of a table, or the next one of its match; take over the result."""
        if games.is_recorded(event, number, board.number):
            return  # recorded at a table, where both players confirm the result
        known = games.all_of(event, number, board.number)
        results: list[games.GameResult] = []
        for game in range(1, len(known) + 1):
            room = await self.hub.room(await games.begin(self.hub, event, number, board, game))
            assert room is not None
            await self._resume_once(event, room)
            if room.live.state != "over":
                return
            played = games.game_result(room.live, games.seats_of_game(event.state, number, board, game))
            if played is None:
                return
            results.append(played)
        result = games.match_text(event.state.settings, board, results)
        if not result:
            await games.begin(self.hub, event, number, board, len(known) + 1)
            event.notify()
            return
        await self._result(event, number, board, result, results)

    async def _result(
        self, event: OpenEvent, number: int, board: Board, text: str, results: list[games.GameResult]
    ) -> None:
        idle, reason = results[0].idle, results[-1].reason
        # An opponent who is also away is checked out, although the idle player's flag gives that opponent a win.
        seats = {board.first, board.second}
        gone = seats & {*idle, *absent(self.hub, event)} if idle else set()
        enter = partial(_enter_result, number=number, board=board, text=text, reason=reason, gone=sorted(gone))
        await event.run(enter, SERVER, SERVER)
        # Bans are for players who missed an online event; those who played have theirs lifted.
        for id_ in (board.first, board.second) if event.state.settings.boards == "online" else ():
            guest = permissions.guest_of(event, id_)
            if id_ in idle:
                await bans.ban(self.hub.store, guest, event.state.settings.name, event.id, self.hub.time.wall())
            else:
                await bans.lift(self.hub.store, guest)

    async def _resume_once(self, event: OpenEvent, room: Room) -> None:
        """After a restart give both sides more time, once; after a long outage pause the game, if there is staff."""
        game = room.live.row.id
        if game in self._resumed:
            return
        self._resumed.add(game)
        live = room.live
        if live.state != "open" or not live.official or live.paused or live.last_uptime >= self.hub.uptime.started:
            return
        if not self.hub.was_down:
            return
        outage = self.hub.booted - max(self.hub.last_alive, live.last_at)

        async def resume() -> None:
            more = {seat: CREDIT_MS[seat == live.decider] for seat in range(live.game.players)}
            is_paused = outage > OUTAGE_MS and bool(permissions.staff(event))
            await room.write(live.row_for, "pause" if is_paused else "clock", more=more)

        with contextlib.suppress(Refused):
            await room.ask(resume)

    async def _lone_reports(self, event: OpenEvent, current: Round) -> None:
        """Confirm reports left unanswered for five minutes."""
        for board in current.boards:
            if board.is_open and len(board.reports) == 1 and not board.disputed:
                place = (current.number, board.number)
                log = reversed(event.log)
                report = next(
                    act for act in log if act.kind == "result" and (act.data["round"], act.data["board"]) == place
                )
                if _seconds_since(event, report.at) >= SILENCE_S:
                    act = ConfirmReport(round=current.number, board=board.number)
                    await _do(event, act, key=f"lone-{report.number}")

    # --- rounds -------------------------------------------------------------------------------------------------------

    async def _rounds(self, event: OpenEvent) -> None:
        """Close the round unless a protest is open, wait, pair and publish the next one, or finish the event."""
        state, current = event.state, event.state.current
        if current is not None and current.state == "published":
            is_complete = not any(board.is_open or board.disputed for board in current.boards)
            if is_complete and not state.open_protests(current.number):
                await event.run(Director.close_round, SERVER, SERVER)
            return
        if current is not None and current.state == "draft":
            if event.drafting and event.drafting.by == SERVER and event.drafting.is_done and not current.by_hand:
                await event.run(Director.publish, SERVER, SERVER)
            return
        if len(state.rounds) >= state.settings.rounds:
            if _rested(event):
                await _do(event, Finish())
            return
        if is_due(event):
            await self._next_round(event, len(state.rounds) + 1)

    async def _next_round(self, event: OpenEvent, number: int) -> None:
        place = (event.id, number)
        if event.drafting and not event.drafting.is_done:
            return
        if self._tries.get(place, 0) >= TRIES:
            return
        self._tries[place] = self._tries.get(place, 0) + 1
        await set_absent(self.hub, event, SERVER, SERVER)
        task = self.events.draft(event, SERVER, SERVER)
        if task is not None:
            await asyncio.wait([task])


def overdue(event: OpenEvent, current: Round, board: Board) -> str:
    """Return the forfeit at a table whose game cannot begin, empty before the announced time.

    At an online event a player without a device by then loses; of two in a knock-out the first mover, whose clock would
    have run.
    """
    clock, settings = current.clock, event.state.settings
    if not board.is_pending or clock is None or clock.stopped:
        return ""
    reporters = {board.first if report.source == "first" else board.second for report in board.reports}
    gone = games.unopened(event, board) - reporters
    if not gone or clock.left(settings.forfeit_after, event.director.now()) > 0:
        return ""
    if len(gone) == 2 and system_of(settings).needs_winner:
        gone = frozenset(games.seats_by_move(board)[:1])
    return "--" if len(gone) == 2 else "-" if board.first in gone else "+"


def is_due(event: OpenEvent) -> bool:
    """Return whether the next round is due: at its time, or an interval after the last game."""
    settings, number = event.state.settings, len(event.state.rounds)
    if settings.rounds_by == TIMES and number < len(settings.times):
        return event.director.now() >= timetable(settings.times, settings.zone)[number]
    return _rested(event)


def _rested(event: OpenEvent) -> bool:
    """Return whether the interval between two rounds is over."""
    last = next((act for act in reversed(event.log) if act.kind in BREAKS), event.log[0])
    return _seconds_since(event, last.at) >= event.state.settings.interval


async def _do(event: OpenEvent, act: Act, key: str = "") -> None:
    """Perform an act as the server."""
    await event.run(partial(Director.do, act=act, key=key), SERVER, SERVER)


def _enter_result(director: Director, number: int, board: Board, text: str, reason: str, gone: Sequence[int]) -> None:
    """Enter the result of a table, and check out players who are gone."""
    rounds = director.state.rounds
    now = rounds[number - 1].board(board.number) if number <= len(rounds) else None
    if now is None or {now.first, now.second} != {board.first, board.second}:
        return  # they sit at another table by now, where the next look finds their game
    key = f"game-{number}-{board.number}-{board.first}-{board.second}"
    director.result(board.number, text, round_=number, source="game", reason=reason, key=key)
    for id_ in gone:
        director.do(CheckIn(entry=id_, here=False), key=f"{key}-{id_}")


def _seconds_since(event: OpenEvent, at: str) -> float:
    began = datetime.fromisoformat(at.replace("Z", "+00:00"))
    return (event.director.now() - began).total_seconds()


def at_boards(hub: Hub, event: OpenEvent) -> set[int]:
    """Return the entries that are connected to their game of the last round."""
    entries: set[int] = set()
    number = len(event.public.rounds)
    for board in event.public.rounds[-1].boards if number else ():
        known = games.all_of(event, number, board.number)
        room = hub.rooms.get(known[-1]) if known else None
        if room is not None:
            order = games.seats_of_game(event.state, number, board, len(known))
            entries |= {order[room.live.game.sides[seat]] for seat in room.online()}
    return entries


def absent(hub: Hub, event: OpenEvent) -> list[int]:
    """Return the entries that would be paired and have a device, but are away."""
    now, playing = asyncio.get_running_loop().time(), at_boards(hub, event)
    return [
        entry.id
        for entry in event.state.entries
        if entry.here and not entry.left and entry.id not in playing and permissions.guest_of(event, entry.id)
        if now - event.last_seen.get(entry.id, now - 2 * AWAY_S) > AWAY_S
    ]


async def set_absent(hub: Hub, event: OpenEvent, who: str, role: str) -> None:
    """Check out all entries that are away.  who, role: the author of the acts."""
    away, reason = absent(hub, event), ABSENT.format(round=len(event.state.rounds) + 1)

    def check_out(director: Director) -> None:
        for id_ in away:
            director.do(CheckIn(entry=id_, here=False), reason=reason)

    if away:
        await event.run(check_out, who, role)
