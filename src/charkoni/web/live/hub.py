"""The hub: store, engine, clock and rooms of a server.  Rooms are loaded on demand and evicted when idle."""

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from typing import Annotated

from fastapi import Depends

from charkoni.core.compiler import compiled
from charkoni.core.errors import Reason
from charkoni.core.game import Game
from charkoni.core.registry import named
from charkoni.games.match_format import MatchState
from charkoni.games.opponents import STYLES, computer_of
from charkoni.graphics.move_highlights import motion_ms
from charkoni.graphics.scene import TrackedPosition
from charkoni.web.allowances import UNFINISHED_GAMES
from charkoni.web.config import Clock, Settings
from charkoni.web.engine.background import KeyedLocks
from charkoni.web.engine.pool import compile_all
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http import texts
from charkoni.web.http.errors import Refused
from charkoni.web.http.quotas import User
from charkoni.web.http.request_queue import RequestQueue
from charkoni.web.http.routing import service
from charkoni.web.http.sessions import is_id, new_id
from charkoni.web.live.broadcaster import Broadcaster
from charkoni.web.live.cluster import Cluster
from charkoni.web.live.game.clocks import Control
from charkoni.web.live.game.live_game import LiveGame, Official
from charkoni.web.live.match_sets import SetOpener
from charkoni.web.live.observers.clock_watch import Alarms, ClockWatch
from charkoni.web.live.observers.computer_player import ComputerPlayer
from charkoni.web.live.observers.daily_turns import DailyTurns, settle_vacation
from charkoni.web.live.observers.dice_promises import DiceKeeper
from charkoni.web.live.room import Room, Services, as_text
from charkoni.web.live.uptime import RECORD_S, UptimeFile
from charkoni.web.ratings.conditions import obstacle
from charkoni.web.store import GameRow, LogRow, SeatRow, StoreError
from charkoni.web.store.tables import ChallengeRow

logger = logging.getLogger(__name__)

ALIVE_S = 2.0
"""How often the database gets the time and the uptime."""

HEAD_START_S = 1.0
"""The delay of the engine's processes after a start, in which pages have all cores."""

QUIET_BEATS = 15
"""By what factor these records are rarer while no clock runs in this process."""

YIELD_ROWS = 50
"""After how many applied rows of a log the loop yields to other tasks."""


SET_ID_LENGTH = 16  # hexadecimal digits, 64 bits: an id that cannot be guessed


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A game to be created.

    seats: one per player, "me", "open" or a computer as in `opponents.computer_of`.  watch: its creator agrees that
    anybody may watch.  start: a position of the notation, "" for the usual one.  names: by seat, of people at one
    device; "" for the name of the creator.  match: of which the game is one, None for a single game.  rated: its result
    changes the ratings of its players, and anybody may watch.  terms: of a challenge, as far as the creator chooses
    them (person, low, high, since, several); None: free seats are taken by the link.
    """

    game: Game
    seats: tuple[str, ...]
    control: Control = field(default_factory=Control)
    watch: bool = False
    start: str = ""
    names: tuple[str, ...] = ()
    match: MatchState | None = None
    rated: bool = False
    terms: ChallengeRow | None = None


class Hub(Services):
    """The shared parts of a running server, and the rooms in its memory."""

    def __init__(self, settings: Settings, time: Clock | None = None) -> None:
        super().__init__(settings, time or Clock())
        self.requests = RequestQueue()
        self.rooms: dict[str, Room] = {}
        self.cluster = Cluster(self.store, self.room)
        self.cluster.handlers["gone"] = lambda note: self.forget(note["game"])
        self.cluster.handlers["sessions"] = lambda _: self.tasks.spawn(self._read_sessions())
        self.alarms = Alarms(self.room)
        self.booted = self.time.wall()
        self.last_alive = 0
        self.was_down = True
        # A lock each game while it is loaded: two requests must not make two rooms of one game, and one slow log must
        # not hold up the others.
        self._locks = KeyedLocks()
        self.turns = KeyedLocks()
        """By person: held while it is looked whether he may begin something, and until it has begun."""
        self._uptime_file: UptimeFile | None = None
        self._tested = 0.0

    # --- life ---------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the store, resume the games that go on, and start the engine."""
        await self.store.open()
        # Made by the first process and kept: cookies and keys stay valid over restarts, and are the same in all
        # processes.
        secret = self.settings.secret or await self.store.first_value("secret", new_id(40))
        self.access.set_secret(secret)
        await self.people.sessions.read_ends()
        self.last_alive = int(await self.store.value("alive") or 0)
        self.booted, self.booted_now = self.time.wall(), self.time.now()
        await self._start_uptime()
        await self.cluster.open()
        self.was_down = self.cluster.is_leader
        if not self.was_down:  # another process has served all the time
            self.last_alive = self.booted
        self.engine.on_progress = self._progressed
        # The rest comes later: pages are answered before the games are taken up again.
        for work in (self._resume(), self._record_alive(), self._evict_regularly(), self._start_engine()):
            self.tasks.spawn(work)

    async def _start_engine(self) -> None:
        """Start the engine's processes, or compile for the next start, when the first pages have been served."""
        # The processes of the engine compile: the first pages come before that.
        await asyncio.sleep(HEAD_START_S)
        self.engine.start()
        if not compiled() and not self.engine.is_on:
            await compile_all(playable())

    async def close(self) -> None:
        """End all rooms and processes, and close the store."""
        self.tasks.cancel()
        await self.tasks.ended()
        # First what could load games, then the rooms, at last the store: nobody writes to what is closed.
        await self.alarms.close()
        for room in self.rooms.values():
            room.close()
        await asyncio.gather(*(room.ended() for room in self.rooms.values()))
        with contextlib.suppress(StoreError):
            await self._write_alive()
        if self._uptime_file:
            self._uptime_file.close(self.uptime)
        await self.cluster.close()
        await self.engine.stop()
        await self.store.close()

    async def _resume(self) -> None:
        """Load the games without an owner whose clocks run or whose computer has to move."""
        for game in await self.cluster.unowned_games():
            try:
                await self.room(game)
            except Exception:
                logger.exception("the game %s cannot be taken up again", game)
        self.uptime.is_resuming = False

    async def _start_uptime(self) -> None:
        """Count the uptime from the last record on; raise StoreError."""
        # The larger of both records: the file is newer after a kill, the database after a power failure.
        self.uptime.advance(await self.store.uptime())
        if self.store.file:
            try:
                self._uptime_file = UptimeFile(self.store.file)
            except OSError as error:
                raise StoreError(str(error)) from error
            self.uptime.advance(self._uptime_file.read())
            self._uptime_file.record(self.uptime, lambda: bool(self.rooms or self.alarms))
        self.uptime.start()

    async def _record_alive(self) -> None:
        """Record regularly in the database that the server is alive, rarely while no clock runs."""
        due = quiet = 0.0
        while True:
            is_timed = bool(self.alarms) or any(room.live.clocks.running is not None for room in self.rooms.values())
            now = monotonic()
            with contextlib.suppress(StoreError):
                if now >= (due if is_timed else quiet):
                    due, quiet = now + ALIVE_S, now + QUIET_BEATS * ALIVE_S
                    await self._write_alive()
                elif is_timed and self.store.is_shared:
                    await self.store.record_uptime(self.uptime.now())
            await asyncio.sleep(RECORD_S if self.store.is_shared else ALIVE_S)

    async def write_test(self) -> None:
        """Write a value into the database, at most once a second; raise StoreError."""
        # Health checks of several balancers would else write many times a second.
        if monotonic() >= self._tested + 1:
            await self.store.keep_value("written", str(self.time.wall()))
            self._tested = monotonic()

    async def _write_alive(self) -> None:
        await self.store.keep_value("alive", str(self.time.wall()))
        await self.store.record_uptime(self.uptime.now())

    async def _read_sessions(self) -> None:
        with contextlib.suppress(StoreError):  # they are read again soon
            await self.people.sessions.read_ends()

    async def _evict_regularly(self) -> None:
        while True:
            await asyncio.sleep(max(1.0, self.settings.evict_s / 4))
            self.evict()
            await self._read_sessions()
            with contextlib.suppress(StoreError):
                await self.people.sessions.note_seen()
                for game in await self.store.overdue(self.time.wall()):
                    await self.room(game)
                now = self.time.wall()
                for person in await self.people.vacations.begun(now) if self.cluster.is_leader else ():
                    await self.settle_vacations(person)
                await self._note_present()
                if self.cluster.is_leader:
                    await self.people.vacations.note_begun(now)

    async def _note_present(self) -> None:
        """Let the challenges stand whose makers are on the site."""
        seated = [(room, seat) for room in self.rooms.values() for seat in room.online()]
        waiting = {room.id for room, _ in seated if room.live.state == "waiting"}
        await self.challenges.note_present({room.live.seats[seat].owner for room, seat in seated} - {""}, waiting)

    async def settle_vacations(self, person: str) -> None:
        """Stop or start the clocks of a person in all games that wait for him, after his vacation has changed."""
        for game in await self.store.awaiting(person):
            room = await self.room(game)
            if room is not None:
                # The move that another process has written needs no vacation, nor does a game that is deleted.
                with contextlib.suppress(Refused):
                    await room.ask_command(partial(settle_vacation, room))

    def evict(self) -> None:
        """Close the idle rooms that were not used for a while, those of ended games earlier."""
        now, disuse_ms = self.time.now(), round(self.settings.evict_s * 1000)
        for name, room in list(self.rooms.items()):
            # Games that are over are only looked at, and many are open for a while after the end.
            is_settled = room.live.state not in ("waiting", "open") and not room.offers  # it is loaded again to look at
            if room.is_idle and now - room.last_used > (disuse_ms // 4 if is_settled else disuse_ms):
                # Days are looked for in the database once in a while; a timer for each would keep thousands of games in
                # mind.
                due = room.next_deadline() if room.live.control.kind != "daily" else None
                is_kept = due is not None and self.cluster.owns(name)
                self.forget(name, is_kept)
                # The clock goes on without the room: an alarm loads the game when it has run out.
                if is_kept and due is not None:
                    self.alarms.set(name, (due - self.time.now()) / 1000)

    def forget(self, game: str, is_kept: bool = False) -> None:
        """Take a game out of the memory.  is_kept: its clocks still belong to this process."""
        self.alarms.drop(game)
        room = self.rooms.pop(game, None)
        if room:
            room.close()
        self.cluster.detach(game, is_kept)

    def _progressed(self) -> None:
        for room in self.rooms.values():
            if room.subscribers and any(seat.kind == "computer" for seat in room.live.seats):
                room.table_changed()

    # --- games --------------------------------------------------------------------------------------------------------

    async def room(self, game_id: str) -> Room | None:
        """Return the room of a game, loaded from the store if need be; None when there is no such game."""
        # Before the store is asked: addresses are tried at random.
        if game_id not in self.rooms and not is_id(game_id):
            return None
        async with self._locks[game_id]:
            # Within the lock: who comes while it is loaded waits for the whole of it.
            room = self.rooms.get(game_id)
            if room is None:
                await self._load_room(game_id)
            elif room.is_broken:
                await room.refresh()
            if room := self.rooms.get(game_id):  # not if it was deleted meanwhile
                room.last_used = self.time.now()  # it stays while its caller waits for something else
            return room

    async def _load_room(self, game_id: str) -> None:
        """Make the room of a game, if there is such a game."""
        live = await self.load(game_id)
        if live is None:
            return
        self.alarms.drop(game_id)
        room = self.rooms[game_id] = Room(self, live)
        owners = (ClockWatch, ComputerPlayer, DailyTurns, DiceKeeper, SetOpener)
        room.observers = [Broadcaster(room), *(each(room, self.cluster) for each in owners)]
        self.cluster.attach(room)
        # A game whose last seat was taken by a process that died then begins here.
        with contextlib.suppress(Refused):  # it is deleted just now
            await room.ask_command(room.begin)
            self.cluster.synchronize(room)

    async def refresh(self, person: str) -> None:
        """Load the games at which a person sits again, after he or his name has changed; those in memory here."""
        await self.people.sessions.read_ends()
        for room in list(self.rooms.values()):
            if any(seat.owner == person for seat in room.live.seats):
                await room.refresh()

    async def load(self, game_id: str) -> LiveGame | None:
        """Return a game as its log has it, or None."""
        stored = await self.store.game(game_id)
        if stored is None:
            return None
        row, seats, log = stored
        # Rules are compiled or loaded before the log is applied.
        await warm(named(row.name))
        # From the beginning, by the log alone: the summary is only for lists.
        live = LiveGame(replace(row, state="waiting", result="", reason="", ply=0), seats)
        started = self.time.now()
        for step, each in enumerate(log):
            live.apply(each, started)
            if step % YIELD_ROWS == YIELD_ROWS - 1:
                await asyncio.sleep(0)
        live.resumed(started, self.time.now(), self.uptime.since(log[-1].uptime) - _motion(live) if log else 0)
        return live

    async def create(self, request: GameRequest, person: str, name: str, user: User, program: int = 0) -> str:
        """Create a game and return its id; raise StoreError, Refused (RateLimited or QUOTA).

        program: 1 if a program of the person asks for it and plays.
        """
        names, watch = dict(enumerate(request.names)), int(request.watch or request.rated)
        seats = [
            SeatRow("", seat, "computer", computer[1] if computer[1] in STYLES[1:] else "", level=computer[0])
            if (computer := computer_of(entry))
            else SeatRow("", seat, "human", names.get(seat) or name, person, watch=watch, program=program)
            if entry == "me"
            else SeatRow("", seat, "open", watch=watch)
            for seat, entry in enumerate(request.seats)
        ]
        async with self.turns[person]:  # who asks for many at once may have no more than one after the other
            if request.terms:
                await self.challenges.check(person, request.terms.person)
            # Counted before it is paid: a refusal costs nothing.
            if await self.store.removal.unfinished(person) >= UNFINISHED_GAMES:
                raise Refused("QUOTA", Reason("QUOTA", "", texts.TOO_MANY_GAMES, {"most": UNFINISHED_GAMES}))
            self.quotas.spend(user, "game")
            return await self.create_with_seats(request, seats)

    async def create_with_seats(
        self,
        request: GameRequest,
        seats: Sequence[SeatRow],
        previous: str = "",
        game_id: str = "",
        official: Official | None = None,
        invite: str = "",
    ) -> str:
        """Create a game with these seats and return its id; raise StoreError, or Refused (UNRATED).

        previous: the id of the game before, or the address of the player's page of an event.  game_id: by default a
        new one.  official: the rules of a game of an event.  invite: the code of its invitation, of a game that
        needs it no more; by default a new one.
        """
        if any(seat.kind == "computer" for seat in seats):
            # The engine gets ready for this game first, while the player looks at the board.
            self.engine.want(request.game.name)
        await warm(request.game)
        game_id, at = game_id or new_id(), self.time.wall()
        control = request.control
        row = GameRow(
            id=game_id,
            name=request.game.name,
            clock=control.kind,
            base=control.base,
            increment=control.increment,
            # Not the id of the game: spectators must not be able to take a seat.
            invite=invite or new_id(8),
            open=int(request.terms is not None and not request.terms.person),
            dice_key="",
            created=at,
            changed=at,
            start=request.start,
            previous=previous,
            match=str(request.match or ""),
            rated=int(request.rated),
        )
        unrated = obstacle(row, seats) if request.rated else None
        if unrated:
            raise Refused(unrated.code, unrated)
        places = [replace(seat, game=game_id) for seat in seats]
        first: list[LogRow] = []
        if all(seat.kind != "open" for seat in places):
            live = LiveGame(row, places)
            first = [replace(live.row_for_start(at, official), uptime=self.uptime.now())]
            row = live.summary(first[0])
        terms = partial(self.challenges.write, request.terms, row) if request.terms and not first else None
        await self.store.add_game(row, places, first, terms)
        self.metrics.count("games", game=request.game.family.name)
        if first:
            await self.room(game_id)
        return game_id

    async def rematch(self, live: LiveGame) -> str:
        """Create the next game of the same people, rotated by one seat, and return its id; raise RateLimited.

        A match that goes on has its next set, which costs nothing more and has an id of its own from the beginning, so
        that it is created once; after a match that is over a new one begins.
        """
        match, game_id = live.next_match, ""
        if match:
            # The same id from every process and every try: the next set is created once, whoever comes first.
            game_id = hashlib.sha256(self.access.signature("set", live.row.id).encode()).hexdigest()[:SET_ID_LENGTH]
            if await self.room(game_id) is not None:
                return game_id
        else:
            self.quotas.spend(self.addresses.of(next((seat.owner for seat in live.owners() if seat.owner), "")), "game")
            match = _request_of(live).match
        count, owners = live.game.players, live.owners()
        stored = (await self.store.seats_of([live.row.id]))[live.row.id]  # their consent may have changed meanwhile
        # Colours change with each game.
        order = [(seat + 1) % count for seat in range(count)]
        seats = [replace(owners[old], seat=seat, watch=stored[old].watch) for seat, old in enumerate(order)]
        request = replace(_request_of(live), match=match)
        return await self.create_with_seats(request, seats, live.row.id, game_id)

    async def take_seat(
        self, room: Room, seat: int | None, person: str, name: str, program: int = 0, leaving: str = ""
    ) -> int | None:
        """Give a person, or a program of his (1), an open seat, by default the first; return it, None for none.

        leaving: see `Store.take_seat`.  Raises Refused (UNRATED, NOT_INVITED, BLOCKED).
        """
        who = SeatRow("", 0, "human", name, person, program=program)
        try:
            return await room.ask(partial(self._take_seat, room, seat, who, leaving))
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self.rooms.get(room.id) is room or (task and task.cancelling()):
                raise
            return None  # the game was deleted meanwhile, as when its maker has moved to another one

    async def _take_seat(self, room: Room, seat: int | None, who: SeatRow, leaving: str) -> int | None:
        live = room.live
        seated = [replace(each, seat=0) for each in live.seats if each.kind == "human"]
        refusal = obstacle(live.row, [*seated, who]) if live.row.rated else None
        refusal = refusal or await self.challenges.refusal(live.row, who.owner)
        if refusal:
            raise Refused(refusal.code, refusal)
        # In the queue of the room, and checked again by the database: seats are taken by other processes, too.
        free = [place.seat for place in live.seats if place.kind == "open" and seat in (None, place.seat)]
        if live.state != "waiting" or not free:
            return None
        if {place.owner for place in live.seats} & await self.people.complaints.blockers(who.owner):
            raise Refused("BLOCKED")
        # The database decides: of two people who click at the same time one gets the seat.
        if not await self.store.take_seat(replace(who, game=live.row.id, seat=free[0]), leaving):
            return None
        of_table = live.seats[free[0]]
        live.seats[free[0]] = replace(who, game=of_table.game, seat=free[0], watch=of_table.watch)
        await room.begin()
        if live.state == "waiting":
            room.reset_board("start")
        else:
            with contextlib.suppress(Refused, StoreError):  # this game has begun whatever becomes of the next one
                await self._offer_again(live, free[0])
        return free[0]

    async def move_on(self, own: Room, person: str, name: str) -> str:
        """Let a person join an older game instead of his own search; return its id, "" if none fits."""
        for row in await self.challenges.fitting(own.live.row, person):
            room = await self.room(row.id)
            free = [seat.seat for seat in room.live.seats if seat.kind == "open"] if room else []
            with contextlib.suppress(Refused):  # by whoever is there
                if room and free and await self.take_seat(room, free[0], person, name, leaving=own.id) is not None:
                    for seat in free[1:]:
                        await self.take_seat(room, seat, person, name)
                    self.forget(own.id)
                    return room.id
        return ""

    async def _offer_again(self, live: LiveGame, taken: int) -> None:
        """Offer the same once more where the last free seat of a challenge to several opponents is taken."""
        terms = (await self.challenges.of([live.row.id])).get(live.row.id)
        maker = next(seat.owner for seat in live.seats if seat.seat != taken)
        if terms and terms.several and await self.store.removal.unfinished(maker) < UNFINISHED_GAMES:
            free = replace(live.seats[taken], kind="open", owner="", name="", program=0)
            seats = [free if seat.seat == taken else seat for seat in live.seats]
            request = replace(_request_of(live), terms=terms)
            await self.create_with_seats(request, seats, invite=live.row.invite)

    def announce_restart(self) -> None:
        """Send `bye` to all subscribers: the server restarts."""
        for room in self.rooms.values():
            for subscriber in list(room.subscribers):
                # With a pause of a second: all boards would else come back to a server that is not up yet.
                subscriber.end(as_text({"type": "bye", "code": "RESTART", "retry": 1000}))


def _request_of(live: LiveGame) -> GameRequest:
    """Return what another game like one is created by, without its seats."""
    match = MatchState(live.match.format) if live.match else None
    return GameRequest(live.game, (), live.control, start=live.row.start, match=match, rated=bool(live.row.rated))


def _motion(live: LiveGame) -> int:
    """Return for how many ms no clock has run after the last row, while its pieces moved."""
    if live.last is None or live.last.kind not in ("move", "throw") or live.official or live.clocks.running is None:
        return 0
    return motion_ms(TrackedPosition(live.record.positions[-2]).play(live.last.text))


HubDep = Annotated[Hub, Depends(service("hub"))]
