"""Online rounds: games start by themselves, results flow in, the server may start the rounds.

Once a second every running event is compared with its games, and what is missing is done; each step is written before
the next, so a server that was killed goes on where it was.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.desk import Desk
from charkoni.tournament.model import Act, Board, Round
from charkoni.web.desk import bans, games, rights
from charkoni.web.desk.events import Event, Events
from charkoni.web.hub import Hub
from charkoni.web.match import NotNow as NotNowHere
from charkoni.web.room import Room

logger = logging.getLogger(__name__)
BEAT_S = 1.0
AWAY_S = 30.0
SILENCE_S = 300.0
OUTAGE_MS = 60_000
CREDIT_MS = {True: 20_000, False: 10_000}
"""What a game gets after a restart: the side to move, and the other."""

TRIES = 2
SERVER = "server"
_ABSENT = mark("not there when round {round} was paired")


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
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        for id_ in self.events.recent():
            await self._safely(id_, self.look_after)
        while True:
            await asyncio.sleep(BEAT_S)
            for id_ in self.events.open_ids():
                await self._safely(id_, self.look_after)

    async def _safely(self, id_: str, work: Callable[[Event], Awaitable[None]]) -> None:
        try:
            event = await self.events.get(id_)
            if event is not None:
                await work(event)
        except Exception:
            logger.exception("the event %s cannot be looked after", id_)

    async def look_after(self, event: Event) -> None:
        """Do what is to be done at an event now; never twice at the same time."""
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
        if event.state.settings.rounds_by == SERVER:
            await self._rounds(event)

    # --- games --------------------------------------------------------------------------------------------------------

    async def _boards(self, event: Event, current: Round) -> None:
        known = event.mapping("games")
        for board in current.boards:
            if not board.is_open:
                continue
            game = known.get(f"{current.number}:{board.number}")
            if game is None and games.is_online(event, board):
                game = await games.begin(self.hub, event, current.number, board)
            if game:
                await self._game(event, current, board, str(game))

    async def _game(self, event: Event, current: Round, board: Board, game: str) -> None:
        room = await self.hub.room(game)
        if room is None:
            if games.is_online(event, board):
                await games.begin(self.hub, event, current.number, board)
            return
        await self._take_up(room)
        if room.match.state != "over":
            return
        result, reason, idle = games.outcome(room.match, board)
        if not result or f"{current.number}:{board.number}" in event.mapping("recorded"):
            return  # called off, or taken down at a table, where both players confirm

        def work(desk: Desk) -> None:
            key = f"game-{current.number}-{board.number}-{game}"
            desk.result(board.number, result, round_=current.number, source="game", reason=reason, key=key)
            for id_ in idle:
                desk.do("checkin", {"entry": id_, "here": False}, key=f"{key}-{id_}")

        await event.run(work, SERVER, SERVER)
        await self._after(event, board, idle)

    async def _after(self, event: Event, board: Board, idle: list[int]) -> None:
        """Ban who did not come to an online event; who played to the end is free again."""
        if event.state.settings.boards != "online":
            return
        for id_ in (board.first, board.second):
            guest = rights.guest_of(event, id_)
            if id_ in idle:
                await bans.ban(self.hub.store, guest, event.state.settings.name, self.hub.time.wall())
            else:
                await bans.clear(self.hub.store, guest)

    async def _take_up(self, room: Room) -> None:
        """After a restart give time to both sides, once; after a long outage the game waits for the arbiter."""
        game = room.match.row.id
        if game in self._taken_up:
            return
        self._taken_up.add(game)
        match = room.match
        if match.state != "open" or not match.official or match.paused or match.last_at >= self.hub.booted:
            return
        outage = self.hub.booted - max(self.hub.last_alive, match.last_at)

        async def work() -> None:
            decider = match.decider
            more = {seat: CREDIT_MS[seat == decider] for seat in range(match.game.players)}
            kind = "pause" if outage > OUTAGE_MS else "clock"
            await room.commit(match.row_for_desk(kind, self.hub.time.now(), self.hub.time.wall(), more))

        try:
            await room.ask(work)
        except NotNowHere:
            return

    async def _lone_reports(self, event: Event, current: Round) -> None:
        """Let a report count that nobody has answered for five minutes, where the event allows that."""
        for board in current.boards:
            if board.is_open and len(board.reports) == 1 and not board.disputed:
                place = (current.number, board.number)
                said = next(act for act in reversed(event.desk.acts) if _reports(act, place))
                if _seconds_since(event, said.at) >= SILENCE_S:
                    data = {"round": current.number, "board": board.number}
                    await _act(event, "confirm", data, key=f"lone-{said.number}")

    # --- rounds -------------------------------------------------------------------------------------------------------

    async def _rounds(self, event: Event) -> None:
        """Close the round, wait, pair and publish the next one, or finish."""
        state, current = event.state, event.state.current
        if current is not None and current.state == "published":
            if not any(board.is_open or board.disputed for board in current.boards):
                await event.run(lambda desk: desk.close_round(), SERVER, SERVER)
            return
        if current is not None and current.state == "draft":
            if event.drafting and event.drafting.by == SERVER and event.drafting.is_done and not current.by_hand:
                await event.run(lambda desk: desk.publish(), SERVER, SERVER)
            return
        if _seconds_since(event, event.desk.acts[-1].at) < state.settings.interval:
            return
        if len(state.rounds) >= state.settings.rounds:
            await event.run(lambda desk: desk.do("finish", {}), SERVER, SERVER)
            return
        await self._next_round(event, len(state.rounds) + 1)

    async def _next_round(self, event: Event, number: int) -> None:
        place = (event.id, number)
        if event.drafting and not event.drafting.is_done:
            return
        if self._tries.get(place, 0) >= TRIES:
            return
        self._tries[place] = self._tries.get(place, 0) + 1
        await self._ask_presence(event, number)
        now = asyncio.get_running_loop().time()
        task = self.events.draft(event, SERVER, SERVER, now)
        if task is not None:
            await asyncio.wait([task])

    async def _ask_presence(self, event: Event, number: int) -> None:
        """Set those absent who play online and are not there."""
        now = asyncio.get_running_loop().time()
        for entry in event.state.entries:
            is_away = now - event.seen.get(entry.id, -AWAY_S) > AWAY_S
            if entry.here and not entry.left and rights.guest_of(event, entry.id) and is_away:
                data = {"entry": entry.id, "here": False}
                await _act(event, "checkin", data, reason=_ABSENT.format(round=number))


def _reports(act: Act, place: tuple[int, int]) -> bool:
    return act.kind == "result" and (act.data["round"], act.data["board"]) == place


async def _act(event: Event, kind: str, data: dict[str, Any], reason: str = "", key: str = "") -> None:
    """Do an act in the name of the server."""
    await event.run(lambda desk: desk.do(kind, data, reason=reason, key=key), SERVER, SERVER)


def _seconds_since(event: Event, at: str) -> float:
    began = datetime.fromisoformat(at.replace("Z", "+00:00"))
    return (event.desk.now() - began).total_seconds()
