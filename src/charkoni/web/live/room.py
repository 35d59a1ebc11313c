"""A room: a live game in memory, its queue of commands, its subscribers.

Every change goes through the room's queue: its row is appended to the log, then applied to the `LiveGame`, then passed
to the room's observers (`RoomObserver`).  When the store fails, the room reloads the game before its next work.  When
another process has written first, the room applies the rows of that process.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Concatenate, ParamSpec

from charkoni.graphics.move_highlights import motion_ms
from charkoni.web.challenges.challenges import Challenges
from charkoni.web.config import Clock, Settings
from charkoni.web.engine.background import Actor, T, TaskSet
from charkoni.web.engine.browser import BrowserEngines
from charkoni.web.engine.pool import EnginePool
from charkoni.web.engine.warm import playable
from charkoni.web.http.errors import Refused
from charkoni.web.http.metrics import Metrics
from charkoni.web.http.quotas import Addresses, Quotas
from charkoni.web.http.sessions import Access
from charkoni.web.live.board_view import BoardPresenter
from charkoni.web.live.conditional_moves import ConditionalMoves
from charkoni.web.live.game.live_game import LESSON, LiveGame
from charkoni.web.live.messages.replies import OfferKind
from charkoni.web.live.room_observer import Cause, Presence, RoomObserver, Subscriber
from charkoni.web.live.uptime import Uptime
from charkoni.web.people import People
from charkoni.web.ratings.ratings import Ratings
from charkoni.web.store import Conflict, LogRow, Store, StoreError

PRESENCE_DELAY_S = 0.05
"""How long changes of presence are collected before they are sent: a reload of a page leaves and comes back."""

NEVER_MS = 10**12  # thirty years
"""The age of an event that never happened."""

P = ParamSpec("P")


# A change takes this way, so that nothing is shown that a restart would not find again:
#
#     command --> queue --> commit --> store (the log) --> LiveGame --> observers
#                   ^                    |                               broadcast, clock, computer, dice, peers
#                   |                    v  failed: stale, reloaded before the next work
#                one at a time           v  conflict: rows of another process first, then STALE or once more
class WriteConflict(Refused):
    """Another process has written first; the room has applied its rows."""

    def __init__(self) -> None:
        super().__init__("STALE")


@dataclass(slots=True)
class Offer:
    """An offer of a seat (draw, takeback or rematch); it takes effect when no seat in `waiting` is left."""

    kind: OfferKind
    seat: int
    waiting: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Asked:
    """A search that a page is asked for in a version of the game.

    answer: the move, "" for none.  is_late: it did not come in time, or the page was hidden or closed.
    """

    v: int
    board: Subscriber
    answer: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    is_late: bool = False

    def give_up(self) -> None:
        """End the wait for the page, unless it has answered."""
        if not self.answer.done():
            self.answer.set_result("")
            self.is_late = True


def as_text(message: object) -> str:
    """Return a message as JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Services:
    """The shared parts of a running server that rooms use.

    load: returns a game as its log has it, or None.  rematch: creates the next game of the same people, and returns its
    id.  booted_now: the start of the server on the monotonic clock.
    """

    load: Callable[[str], Awaitable[LiveGame | None]]
    rematch: Callable[[LiveGame], Awaitable[str]]

    def __init__(self, settings: Settings, time: Clock) -> None:
        self.settings = settings
        self.time = time
        self.store = Store(settings.database)
        self.ratings = Ratings(self.store)
        self.conditions = ConditionalMoves(self.store)
        self.store.consequences += [self.ratings.consequence, self.conditions.consequence]
        self.quotas = Quotas(settings.budgets, settings.schools, settings.budget_factor)
        self.browser_engines = BrowserEngines()
        self.engine = EnginePool(max(0, settings.workers), playable(), self.quotas)
        self.metrics = Metrics()
        self.access = Access(settings.secret or "not yet open")
        self.people = People(self.store, self.access)
        self.challenges = Challenges(self.store, self.ratings, self.people.complaints, time.wall)
        self.booted_now = time.now()
        self.uptime = Uptime(time)
        self.addresses = Addresses()
        self.on_refusal: Callable[[str, str, str], None] = lambda _person, _game, _clause: None
        """Called when the rules refuse a tap or move of a person: with his id, the game's name, and the clause."""
        self.tasks = TaskSet()


class Room(Actor):
    """A game, its subscribers and offers."""

    def __init__(self, host: Services, live: LiveGame) -> None:
        super().__init__()
        self.host = host
        self.live = live
        self.board = BoardPresenter(live)
        self.observers: list[RoomObserver] = []
        self.subscribers: set[Subscriber] = set()
        self.peers: dict[str, Presence] = {}
        self.offers: dict[OfferKind, Offer] = {}
        self.asked: Asked | None = None
        self.next_game = ""
        self.last_used = host.time.now()
        self.visited_at = -NEVER_MS
        self.absent_since: dict[int, int] = {}
        self.motion = 0
        self._is_stale = False
        self.is_broken = False
        self._is_catching_up = False
        self._presence_timer: asyncio.TimerHandle | None = None
        self._claim_timers: dict[int, asyncio.TimerHandle] = {}

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.live.row.id

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Queue some work, and return its result or raise its exception."""
        self.last_used = self.host.time.now()
        return await super().ask(work)

    async def ask_command(self, work: Callable[[], Awaitable[T]]) -> T:
        """Queue a command of somebody, and return its result or raise its exception; Refused, NO_GAME: it is removed.

        A command that waits while the game is removed would else end with its sender's connection.
        """
        try:
            return await self.ask(work)
        except asyncio.CancelledError:
            sender = asyncio.current_task()
            if not self._has_ended or (sender and sender.cancelling()):
                raise
            raise Refused("NO_GAME") from None

    def visit(self) -> None:
        """Note a request for the game by a page or the API."""
        # Computers play on for a while after a visit, so that a page without a socket sees them move.
        self.last_used = self.visited_at = self.host.time.now()
        self.advanced()

    async def prepare(self) -> None:
        """Reload the game when it is not known whether the last write succeeded."""
        if self._is_stale:
            await self._reload()

    async def refresh(self) -> None:
        """Load the game again, since its rows were changed beside the log; raise StoreError."""
        self._is_stale = True
        with contextlib.suppress(Refused):  # it has left the memory meanwhile
            await self.ask_command(self.prepare)

    def close(self) -> None:
        """Cancel all tasks and timers of the room."""
        if self._presence_timer:
            self._presence_timer.cancel()
        for timer in self._claim_timers.values():  # they would keep the room in memory
            timer.cancel()
        for observer in self.observers:
            observer.closed()
        self.observers = []  # they refer to the room: without that the whole game would wait for the garbage collector
        self.cancel()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost when this room leaves the memory."""
        return not self.subscribers and not any(observer.is_busy for observer in self.observers)

    # --- the log ------------------------------------------------------------------------------------------------------

    async def commit(self, row: LogRow) -> None:
        """Append a row to the log, apply it and notify the observers; raise WriteConflict or StoreError."""
        # Clocks are charged by uptime, not by the time of day: time in which no server ran costs nobody anything.
        row = replace(row, uptime=self.host.uptime.now())
        try:
            # Row and summary in one transaction: the lists of games would else show a game as it is not.
            await self.host.store.append(row, self.live.summary(row))
        # The number of a row is unique: of two processes that write number n one fails, reads the other row and is
        # right again.
        except Conflict:
            self._is_stale = True
            await self.catch_up()
            raise WriteConflict from None
        # Whether the row was written is not known: a connection may break after the commit.
        except StoreError:
            self._is_stale = True
            raise
        self.host.metrics.count("rows", kind=row.kind)
        self._apply(row)
        self.advanced()

    async def write(self, make: Callable[Concatenate[int, int, P], LogRow], *args: P.args, **more: P.kwargs) -> None:
        """Commit a row that a function of the live game makes at this time; raise as `commit` and the function."""
        await self.commit(make(self.host.time.now(), self.host.time.wall(), *args, **more))

    async def begin(self) -> None:
        """Start the game if it has not begun though every seat is taken."""
        if self.live.state == "waiting" and all(seat.kind != "open" for seat in self.live.seats):
            # Another process has begun it: its row is applied by now.
            with contextlib.suppress(WriteConflict):
                await self.commit(self.live.row_for_start(self.host.time.wall()))
        self.advanced()

    def schedule_catch_up(self) -> None:
        """Queue a catch-up, unless one is queued."""
        # Notices of rows come one by one; a catch-up reads all rows that are there.
        if not self._is_catching_up:
            self._is_catching_up = True
            self.spawn(self._catch_up_in_turn())

    async def _catch_up_in_turn(self) -> None:
        with contextlib.suppress(StoreError):  # then the room is stale, and reloaded before its next work
            await self.ask(self.catch_up)

    async def catch_up(self) -> None:
        """Apply the rows and seats that other processes have written; raise StoreError."""
        # Before the read, not after: a row that is written meanwhile queues another catch-up.
        self._is_catching_up = False
        live = self.live
        try:
            seats, rows = await self.host.store.since(live.row.id, live.seq)
        except StoreError:
            self._is_stale = True
            raise
        # A gap, or rows known already: the log was shortened or this state is ahead of it. Only the whole log helps.
        if [row.seq for row in rows] != list(range(live.seq, live.seq + len(rows))):
            await self._reload()
            return
        self._is_stale = False
        has_new_people = live.state == "waiting" and seats != live.seats
        if has_new_people:
            live.seats = seats
        for row in rows:
            self._apply(row, self.host.uptime.since(row.uptime))
        if has_new_people and live.state == "waiting":
            self.reset_board("start")
        await self.begin()

    async def _reload(self) -> None:
        live = await self.host.load(self.id)
        if live is not None:
            self.live = live
            self._is_stale = self.is_broken = False
            self.reset_board("stale")
            await self.begin()

    def _apply(self, row: LogRow, age_ms: int = 0) -> None:
        """Apply a row that was written `age_ms` ago, and notify the observers.

        When that fails, as for want of file descriptors, the game is loaded again before anybody sees it.
        """
        # Half applied the state is of no use, though the row is in the log.
        self._is_stale = self.is_broken = True
        now = self.host.time.now() - age_ms
        if row.kind in ("move", "throw"):
            self.board.advance(row.text)
            self.motion = motion_ms(self.board.events)
            # No clock runs while the pieces move, but in an event: else he who waits would pay for a long animation.
            is_charged = self.live.control.kind == "none" or self.live.official
            self.live.apply(row, now, 0 if is_charged else self.motion)
            # The position that was to be taken back, or called even, is gone; a rematch would still be one.
            self.offers.pop("takeback", None)
            self.offers.pop("draw", None)
        else:
            self.live.apply(row, now)
            self.offers.clear()
            if row.kind in ("undo", "start"):
                self.board = BoardPresenter(self.live)
        self._is_stale = self.is_broken = False
        for observer in self.observers:
            observer.committed(row)

    def advanced(self) -> None:
        """Notify the observers that something may be due."""
        for observer in self.observers:
            observer.advanced()

    # --- changes that are not in the log ------------------------------------------------------------------------------

    def reset_board(self, cause: Cause) -> None:
        """Send the whole board to all subscribers; offers are dropped."""
        self.board = BoardPresenter(self.live)
        self.offers.clear()
        for observer in self.observers:
            observer.board_reset(cause)

    def table_changed(self) -> None:
        """Notify the observers of a change beside the board."""
        for observer in self.observers:
            observer.table_changed()

    def offer_changed(self, kind: OfferKind) -> None:
        """Notify the observers of a change of an offer."""
        for observer in self.observers:
            observer.offer_changed(kind)

    def receive_offer(self, kind: OfferKind, seat: int, waiting: Sequence[int]) -> None:
        """Set an offer to its state in another process; seat: -1 when it is dropped.

        Of two offers made at the same time that of the lower seat stays, in both processes.
        """
        known = self.offers.get(kind)
        if seat < 0:
            self.offers.pop(kind, None)
        # Two processes hear of two offers in different orders: a rule without time makes both keep the same one.
        elif known is None or seat <= known.seat:
            self.offers[kind] = Offer(kind, seat, set(waiting))
        self.table_changed()

    def set_next_game(self, game_id: str, origin: RoomObserver | None = None) -> None:
        """Set the next game of these people; origin: the observer that reports it, which is not notified."""
        self.next_game = game_id
        for observer in self._observers_but(origin):
            observer.next_game_known()
        self.table_changed()

    def say(self, seat: int, phrase: str, origin: RoomObserver | None = None) -> None:
        """Broadcast a preset phrase of a seat; origin: the observer that reports it, which is not notified."""
        for observer in self._observers_but(origin):
            observer.phrase_said(seat, phrase)

    def _observers_but(self, origin: RoomObserver | None) -> Iterator[RoomObserver]:
        return (observer for observer in self.observers if observer is not origin)

    # --- presence -----------------------------------------------------------------------------------------------------

    def subscribe(self, subscriber: Subscriber) -> None:
        """Add a subscriber: it gets a view, and all messages from now on.  Stand-ins at its seats end."""
        self.subscribers.add(subscriber)
        self._schedule_presence()
        for observer in self.observers:
            observer.subscribed(subscriber)
        self.advanced()
        # A returning player plays in person: the stand-in ends with the first board that opens.
        if self.live.away.keys() & subscriber.seats:
            self.spawn(self.ask(lambda: self._end_absence(subscriber.seats)))

    async def _end_absence(self, seats: frozenset[int]) -> None:
        """End the stand-ins of the computer at some seats."""
        for seat in sorted(self.live.away.keys() & seats) if self.live.state == "open" else ():
            await self.write(self.live.row_for, "return", seat)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        before = self.online()
        self.subscribers.discard(subscriber)
        if self.asked and self.asked.board is subscriber:
            self.asked.give_up()
        # Caches hold nodes and texts of each perspective: the largest part of a room, and quickly made again.
        if not self.subscribers:
            self.board.drop_caches()
        self.last_used = self.host.time.now()
        self._note_absence(before)

    def local_presence(self) -> Presence:
        """Return the presence in this process."""
        seats = frozenset(seat for subscriber in self.subscribers for seat in subscriber.seats)
        return Presence(seats, sum(not subscriber.seats for subscriber in self.subscribers))

    def set_peer_presence(self, process: str, presence: Presence) -> None:
        """Set the presence in another process."""
        before = self.online()
        # An empty presence is none: else processes that are gone would stay in the table.
        if presence == Presence():
            self.peers.pop(process, None)
        else:
            self.peers[process] = presence
        self._note_absence(before)

    def online(self) -> set[int]:
        """Return the seats that are subscribed in any process."""
        return {seat for presence in (self.local_presence(), *self.peers.values()) for seat in presence.seats}

    def watchers(self) -> int:
        """Return how many are subscribed without a seat, in all processes."""
        return sum(presence.watchers for presence in (self.local_presence(), *self.peers.values()))

    def _note_absence(self, before: set[int]) -> None:
        """Record since when seats are absent that were online before."""
        patience = self._patience()
        for seat in before - self.online():
            self.absent_since[seat] = self.host.time.now()
            if seat in self._claim_timers:
                self._claim_timers[seat].cancel()
            if self.live.state == "open" and patience is not None:  # when the win may be claimed, its button is shown
                loop = asyncio.get_running_loop()
                # Nothing else would happen at that moment to show the button.
                self._claim_timers[seat] = loop.call_later(patience / 1000, self._schedule_presence)
        self._schedule_presence()

    def _patience(self) -> int | None:
        """Return after how many ms of absence the win may be claimed; None: never."""
        if self.live.control.kind == "daily" or self.live.official or self.live.row.previous == LESSON:
            return None
        # A quarter of the base time: with an hour on the clock a player may be away longer than with a minute.
        return max(self.host.settings.gone_ms, self.live.control.base // 4)

    def _schedule_presence(self) -> None:
        if self._presence_timer is None or self._presence_timer.cancelled():
            self._presence_timer = asyncio.get_running_loop().call_later(PRESENCE_DELAY_S, self._notify_presence)

    def _notify_presence(self) -> None:
        self._presence_timer = None
        for observer in self.observers:
            observer.presence_changed()
        self.advanced()
        self.table_changed()

    # --- deadlines ----------------------------------------------------------------------------------------------------

    def claimable(self, mine: frozenset[int]) -> bool:
        """Return whether the opponent to act is absent for so long that holders of `mine` may claim the win."""
        decider, patience = self.live.decider, self._patience()
        if decider is None or decider in mine or not self.live.is_human(decider) or decider in self.online():
            return False
        if patience is None:
            return False
        # A seat not seen since the start of the server is absent since then: downtime is not absence.
        return self.host.time.now() - self.absent_since.get(decider, self.host.booted_now) >= patience

    def next_deadline(self) -> int | None:
        """Return when (monotonic ms) a clock runs out, or the game is called off without a first move; None: never."""
        live = self.live
        if live.state == "open" and live.control.kind != "none" and not live.steps and not live.official:
            is_daily = live.control.kind == "daily"
            # Nobody has moved: no clock runs yet, but a game that nobody begins must not wait for ever.
            return live.clocks.since + (live.control.base if is_daily else self.host.settings.start_ms)
        return live.clocks.deadline() if live.state == "open" else None

    async def enforce_deadline(self) -> bool:
        """End the game if its deadline has passed, and return whether it had; raise WriteConflict or StoreError."""
        due = self.next_deadline()
        if due is None or self.host.time.now() < due:
            return False
        decider = self.live.decider
        # A clock that runs has run out; without one it was the deadline of the first move.
        kind, seat = ("flag", decider) if self.live.clocks.seats_running() else ("call-off", None)
        await self.write(self.live.row_for, kind, -1 if seat is None else seat)
        return True
