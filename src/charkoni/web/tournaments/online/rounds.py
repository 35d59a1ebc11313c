"""Online rounds: games start by themselves, results flow in, the server may start the rounds.

Once a second every running event is compared with its games, and what is missing is done; each step is written before
the next, so a server that was killed goes on where it was.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial

from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.acts.event import Finish
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.acts.results import ConfirmReport
from charkoni.tournament.director import Director
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.model.schedule import timetable
from charkoni.web.http.errors import Refused
from charkoni.web.live.hub import Hub
from charkoni.web.live.room import Room
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import Event, Events
from charkoni.web.tournaments.online import bans, games, presence

logger = logging.getLogger(__name__)
BEAT_S = 1.0
SILENCE_S = 300.0
OUTAGE_MS = 60_000
CREDIT_MS = {True: 20_000, False: 10_000}
"""What a game gets after a restart: the side to move, and the other."""

TRIES = 2
SERVER, TIMES = "server", "times"
BREAKS = frozenset(["numbers", "close", "import", "pause", "undo", "unpublish"])
"""Acts after which the time between two rounds is counted anew."""


class Online:
    """What the server itself does at events."""

    def __init__(self, hub: Hub, events: Events) -> None:
        self.hub = hub
        self.events = events
        self._taken_up: set[str] = set()
        self._tries: dict[tuple[str, int], int] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to look after the events."""
        self.hub.cluster.on_seen = lambda id_, entry: self.hub.spawn(self._seen(id_, entry))
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """Look after all events again and again; after those that others may have opened when this begins to lead."""
        has_led = False
        while True:
            leads = self.hub.cluster.is_leader
            for id_ in self.events.open_ids() if has_led else self.events.recent() if leads else ():
                await self._safely(id_, self.look_after)
            has_led = leads
            await asyncio.sleep(BEAT_S)

    async def _seen(self, id_: str, entry: int) -> None:
        """Note that somebody is there who looks at pages of another process."""
        event = await self.events.get(id_)
        if event is not None:
            event.seen[entry] = asyncio.get_running_loop().time()

    async def _safely(self, id_: str, work: Callable[[Event], Awaitable[None]]) -> None:
        try:
            event = await self.events.get(id_)
            if event is not None:
                await work(event)
        except Exception:
            logger.exception("the event %s cannot be looked after", id_)

    async def look_after(self, event: Event) -> None:
        """Do what is to be done at an event now, in one process of the server; never twice at the same time."""
        if not self.hub.cluster.is_leader:
            return
        async with self._locks.setdefault(event.id, asyncio.Lock()):
            await self._look_after(event)

    async def _look_after(self, event: Event) -> None:
        state = event.state
        if state.phase != "playing" or state.paused:
            return
        current = state.current
        if current is not None and current.state == "published":
            await self._boards(event, current)
            if state.settings.lone_reports:
                await self._lone_reports(event, current)
        if event.state.settings.rounds_by in (SERVER, TIMES):
            await self._rounds(event)

    # --- games --------------------------------------------------------------------------------------------------------

    async def _boards(self, event: Event, current: Round) -> None:
        for board in current.boards:
            if board.is_open and (games.is_online(event, board) or games.all_of(event, current.number, board.number)):
                await self._board(event, current.number, board)

    async def _board(self, event: Event, number: int, board: Board) -> None:
        """Begin the game of a table, or the next one of its match; take over what came of them."""
        if games.is_recorded(event, number, board.number):
            return  # taken down at a table, where both players confirm the result
        known = games.all_of(event, number, board.number)
        came: list[games.Came] = []
        for game in range(1, len(known) + 1):
            room = await self.hub.room(await games.begin(self.hub, event, number, board, game))
            assert room is not None
            await self._take_up(room)
            if room.live.state != "over":
                return
            found = games.outcome(room.live, games.seats_of_game(event.state, number, board, game))
            if found is None:
                return
            came.append(found)
        result = games.text_of(event.state.settings, board, came)
        if not result:
            await games.begin(self.hub, event, number, board, len(known) + 1)
            event.tell()
            return
        await self._result(event, number, board, result, came)

    async def _result(self, event: Event, number: int, board: Board, text: str, came: list[games.Came]) -> None:
        idle, reason = came[0].idle, came[-1].reason
        # Whom nobody has seen either is absent from the next round on, whatever the clock of the other has brought him.
        seats = {board.first, board.second}
        gone = seats & {*idle, *presence.not_there(self.hub, event)} if idle else set()

        def work(director: Director) -> None:
            key = f"game-{number}-{board.number}-{board.first}-{board.second}"
            director.result(board.number, text, round_=number, source="game", reason=reason, key=key)
            for id_ in sorted(gone):
                director.do(CheckIn(entry=id_, here=False), key=f"{key}-{id_}")

        await event.run(work, SERVER, SERVER)
        await self._after(event, board, idle)

    async def _after(self, event: Event, board: Board, idle: Sequence[int]) -> None:
        """Ban who did not come to an online event; who played to the end is free again."""
        if event.state.settings.boards != "online":
            return
        for id_ in (board.first, board.second):
            guest = permissions.guest_of(event, id_)
            if id_ in idle:
                await bans.ban(self.hub.store, guest, event.state.settings.name, event.id, self.hub.time.wall())
            else:
                await bans.clear(self.hub.store, guest)

    async def _take_up(self, room: Room) -> None:
        """After a restart give time to both sides, once; after a long outage the game waits for the arbiter."""
        game = room.live.row.id
        if game in self._taken_up:
            return
        self._taken_up.add(game)
        match = room.live
        if match.state != "open" or not match.official or match.paused or match.last_at >= self.hub.booted:
            return
        if not self.hub.was_down:
            return
        outage = self.hub.booted - max(self.hub.last_alive, match.last_at)

        async def work() -> None:
            decider = match.decider
            more = {seat: CREDIT_MS[seat == decider] for seat in range(match.game.players)}
            kind = "pause" if outage > OUTAGE_MS else "clock"
            await room.commit(match.row_for_arbiter(kind, self.hub.time.now(), self.hub.time.wall(), more))

        try:
            await room.ask(work)
        except Refused:
            return

    async def _lone_reports(self, event: Event, current: Round) -> None:
        """Let a report count that nobody has answered for five minutes, where the event allows that."""
        for board in current.boards:
            if board.is_open and len(board.reports) == 1 and not board.disputed:
                place = (current.number, board.number)
                said = next(act for act in reversed(event.director.log) if _reports(act, place))
                if _seconds_since(event, said.at) >= SILENCE_S:
                    act = ConfirmReport(round=current.number, board=board.number)
                    key = f"lone-{said.number}"
                    await event.run(partial(Director.do, act=act, key=key), SERVER, SERVER)

    # --- rounds -------------------------------------------------------------------------------------------------------

    async def _rounds(self, event: Event) -> None:
        """Close the round, wait, pair and publish the next one, or finish."""
        state, current = event.state, event.state.current
        if current is not None and current.state == "published":
            if not any(board.is_open or board.disputed for board in current.boards):
                await event.run(lambda director: director.close_round(), SERVER, SERVER)
            return
        if current is not None and current.state == "draft":
            if event.drafting and event.drafting.by == SERVER and event.drafting.is_done and not current.by_hand:
                await event.run(lambda director: director.publish(), SERVER, SERVER)
            return
        if len(state.rounds) >= state.settings.rounds:
            if _rested(event):
                await event.run(lambda director: director.do(Finish()), SERVER, SERVER)
            return
        if is_due(event):
            await self._next_round(event, len(state.rounds) + 1)

    async def _next_round(self, event: Event, number: int) -> None:
        place = (event.id, number)
        if event.drafting and not event.drafting.is_done:
            return
        if self._tries.get(place, 0) >= TRIES:
            return
        self._tries[place] = self._tries.get(place, 0) + 1
        await presence.set_absent(self.hub, event, SERVER, SERVER)
        now = asyncio.get_running_loop().time()
        task = self.events.draft(event, SERVER, SERVER, now)
        if task is not None:
            await asyncio.wait([task])


def is_due(event: Event) -> bool:
    """Tell whether the server is to start the next round now: at its time, or a while after the last game."""
    settings, number = event.state.settings, len(event.state.rounds)
    if settings.rounds_by == TIMES and number < len(settings.times):
        return event.director.now() >= timetable(settings.times, settings.zone)[number]
    return _rested(event)


def _rested(event: Event) -> bool:
    """Tell whether the time between two rounds is over."""
    last = next((act for act in reversed(event.director.log) if act.kind in BREAKS), event.director.log[0])
    return _seconds_since(event, last.at) >= event.state.settings.interval


def _reports(act: LogEntry, place: tuple[int, int]) -> bool:
    return act.kind == "result" and (act.data["round"], act.data["board"]) == place


def _seconds_since(event: Event, at: str) -> float:
    began = datetime.fromisoformat(at.replace("Z", "+00:00"))
    return (event.director.now() - began).total_seconds()
