"""All rooms of a server: loaded from the store when somebody comes, forgotten when nobody needs them."""

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection

from charkoni.core.compiler import compiled
from charkoni.core.game import Game, named
from charkoni.web.config import Clock, Settings, SystemClock
from charkoni.web.engine.opponents import STYLES, computer_of
from charkoni.web.engine.pool import Engine, compile_all
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.metrics import Metrics
from charkoni.web.http.sessions import Access, is_id, new_id
from charkoni.web.live import dice
from charkoni.web.live.broadcast import as_text
from charkoni.web.live.clocks import Control
from charkoni.web.live.cluster import Neighbours
from charkoni.web.live.live_game import Match, Official
from charkoni.web.live.room import Room
from charkoni.web.store import GameRow, LogRow, SeatRow, Store, StoreError

logger = logging.getLogger(__name__)

ALIVE_S = 2.0
"""How often the server notes that it is alive: after a crash at most this much of a thought is given back."""

HEAD_START_S = 1.0
"""How long people have the machine for themselves after a start: their first page comes before the computer."""

QUIET_BEATS = 15
"""While no clock runs in its memory, the server notes that only so many times more rarely."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A game somebody wants: seats are "me", "open" or a computer as in `levels.computer_of`."""

    game: Game
    seats: tuple[str, ...]
    control: Control = field(default_factory=Control)
    is_public: bool = False
    start: str = ""


class Hub:
    """The rooms, the store, the computers and the clock of a server."""

    def __init__(self, settings: Settings, time: Clock | None = None) -> None:
        self.settings = settings
        self.time: Clock = time or SystemClock()
        self.store = Store(settings.database)
        self.engine = Engine(max(0, settings.workers), playable())
        self.metrics = Metrics()
        self.access = Access(settings.secret or "not yet open")
        self.rooms: dict[str, Room] = {}
        self.neighbours = Neighbours(self)
        self.booted = self.time.wall()
        self.booted_now = self.time.now()
        self.last_alive = 0
        self.was_down = True
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks: list[asyncio.Task[None]] = []

    # --- life ---------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the store, take up the games that go on, and start the computers."""
        await self.store.open()
        secret = self.settings.secret or await self.store.first_value("secret", new_id(40))
        self.access.set_secret(secret)
        self.last_alive = int(await self.store.value("alive") or 0)
        self.booted, self.booted_now = self.time.wall(), self.time.now()
        await self.neighbours.open()
        self.was_down = self.neighbours.leads
        if not self.was_down:  # another process is up: there was no time in which nobody served
            self.last_alive = self.booted
        self.engine.on_progress = self._progressed
        works = (self._resume(), self._keep_alive(), self._tidy(), self._start_computers())
        self._tasks = [asyncio.create_task(work) for work in works]

    async def _start_computers(self) -> None:
        """Start the processes of the computer, or compile for the next start, when the first page has been served."""
        if not compiled():
            logger.info("nothing is compiled yet: the rules run as plain Python until the next start")
        await asyncio.sleep(HEAD_START_S)
        self.engine.start()
        if not compiled() and not self.engine.is_on:
            await compile_all(playable())

    async def close(self) -> None:
        """Let everything go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.rooms.values():
            room.close()
        await asyncio.gather(*(room.ended() for room in self.rooms.values()))
        with contextlib.suppress(StoreError):
            await self._note_alive()
        await self.neighbours.close()
        await self.engine.stop()
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do some work in the background as long as the server runs."""
        task = asyncio.create_task(work)
        self._tasks.append(task)
        task.add_done_callback(lambda done: self._tasks.remove(done) if done in self._tasks else None)
        return task

    async def _resume(self) -> None:
        """Load the games whose clocks run or whose computer has to move."""
        for game in await self.neighbours.orphans():
            try:
                await self.room(game)
            except Exception:
                logger.exception("the game %s cannot be taken up again", game)

    async def _keep_alive(self) -> None:
        for beat in itertools.count():
            is_timed = any(room.match.clocks.running is not None for room in self.rooms.values())
            if is_timed or beat % QUIET_BEATS == 0:
                with contextlib.suppress(StoreError):
                    await self._note_alive()
            await asyncio.sleep(ALIVE_S)

    async def _note_alive(self) -> None:
        await self.store.keep_value("alive", str(self.time.wall()))

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(max(1.0, self.settings.evict_s / 4))
            self.evict()
            with contextlib.suppress(StoreError):
                for game in await self.store.overdue(self.time.wall()):
                    await self.room(game)

    def evict(self) -> None:
        """Forget rooms that nobody has used for a while."""
        oldest = self.time.now() - round(self.settings.evict_s * 1000)
        for name, room in list(self.rooms.items()):
            if room.is_idle and room.used < oldest:
                room.close()
                del self.rooms[name]
                self._locks.pop(name, None)
                self.neighbours.release(name)

    def _progressed(self) -> None:
        for room in self.rooms.values():
            if room.viewers and any(seat.kind == "computer" for seat in room.match.seats):
                room.show_table()

    # --- games --------------------------------------------------------------------------------------------------------

    async def room(self, game_id: str) -> Room | None:
        """Return the room of a game, loaded if it is not; None when there is no such game."""
        room = self.rooms.get(game_id)
        if room is not None:
            return room
        if not is_id(game_id):
            return None
        async with self._locks.setdefault(game_id, asyncio.Lock()):
            if game_id not in self.rooms:
                match = await self.load(game_id)
                if match is None:
                    self._locks.pop(game_id, None)
                    return None
                room = self.rooms[game_id] = Room(self, match)
                await room.ask(room.begin)
                if self.store.is_shared:  # what was written while it was read
                    room.follow()
                    room.elsewhere.ask()
            return self.rooms[game_id]

    async def load(self, game_id: str) -> Match | None:
        """Return a game as its log tells it."""
        found = await self.store.game(game_id)
        if found is None:
            return None
        row, seats, log = found
        await warm(named(row.name))
        match = Match(replace(row, state="waiting", result="", reason="", ply=0), seats)
        now = self.time.now()
        for step, each in enumerate(log):
            match.apply(each, now)
            if step % 50 == 49:
                await asyncio.sleep(0)
        match.resumed(self.time.now(), self._charged(match))
        return match

    def _charged(self, match: Match) -> int:
        """Return how much of the time since the last row counts: not that in which no server ran."""
        now = self.time.wall()
        if match.last_at >= self.booted:
            return max(0, now - match.last_at)
        return max(0, self.last_alive - match.last_at) + max(0, now - self.booted)

    async def create(self, wish: Wish, guest: str, name: str, previous: str = "") -> str:
        """Make a game and return its id."""
        seats = [
            SeatRow("", seat, "computer", _style(computer[1]), level=computer[0])
            if (computer := computer_of(who))
            else SeatRow("", seat, "human", name, guest)
            if who == "me"
            else SeatRow("", seat, "open")
            for seat, who in enumerate(wish.seats)
        ]
        return await self.found(wish, seats, previous)

    async def found(
        self,
        wish: Wish,
        seats: Sequence[SeatRow],
        previous: str = "",
        game_id: str = "",
        official: Official | None = None,
    ) -> str:
        """Make a game with these seats and return its id; official: a game of an event, whose id is known before."""
        await warm(wish.game)
        game_id, at = game_id or new_id(), self.time.wall()
        control = wish.control
        row = GameRow(
            id=game_id,
            name=wish.game.name,
            clock=control.kind,
            base=control.base,
            increment=control.increment,
            invite=new_id(8),
            open=int(wish.is_public),
            dice_key=dice.new_key(),
            created=at,
            changed=at,
            start=wish.start,
            previous=previous,
        )
        places = [replace(seat, game=game_id) for seat in seats]
        first: list[LogRow] = []
        if all(seat.kind != "open" for seat in places):
            start = Match(row, places).row_for_start(at, official)
            row = replace(row, state="open", open=0)
            first = [start]
        await self.store.add_game(row, places, first)
        self.metrics.count("games", game=wish.game.family.name)
        if first:
            await self.room(game_id)
        return game_id

    async def rematch(self, match: Match) -> str:
        """Make the next game of the same people, who move on by one seat, and return its id."""
        count = match.game.players
        seats = [replace(match.owners()[(seat + 1) % count], seat=seat) for seat in range(count)]
        wish = Wish(match.game, (), match.control, start=match.row.start)
        return await self.found(wish, seats, match.row.id)

    async def sit(self, room: Room, seat: int | None, guest: str, name: str) -> int | None:
        """Let a guest take an open seat, by default the first; return it, or None when none is free."""

        async def work() -> int | None:
            match = room.match
            free = [place.seat for place in match.seats if place.kind == "open" and seat in (None, place.seat)]
            if match.state != "waiting" or not free:
                return None
            if not await self.store.take_seat(match.row.id, free[0], guest, name):
                return None
            match.seats[free[0]] = replace(match.seats[free[0]], kind="human", owner=guest, name=name)
            await room.begin()
            if match.state == "waiting":
                room.renew("start")
            return free[0]

        return await room.ask(work)

    def say_goodbye(self) -> None:
        """Tell everybody who looks on that the server ends, and to come back."""
        for room in self.rooms.values():
            for viewer in list(room.viewers):
                viewer.send(as_text({"type": "bye", "code": "RESTART", "retry": 1000}))


async def hub_of(request: HTTPConnection) -> Hub:
    """Return the hub of the server that answers a request or socket."""
    found: Hub = request.app.state.hub
    return found


HubDep = Annotated[Hub, Depends(hub_of)]


def _style(name: str) -> str:
    """Return what the database has of a style: nothing of the usual one."""
    return name if name in STYLES[1:] else ""
