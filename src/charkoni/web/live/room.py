"""A game in the memory of the server: one actor that does one thing at a time, and the sockets that look on.

Everything that changes the game is put into the room's queue.  A change is written to the store first, then applied,
then shown.  When the store fails, the room reads everything anew before its next work.  When another process has been
faster, the room takes over what that one wrote.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from charkoni.graphics.piece_identity import Mismatch
from charkoni.web.live import computer_player
from charkoni.web.live.actor import Actor, T
from charkoni.web.live.board_view import Face, motion_ms
from charkoni.web.live.broadcast import Showing, Viewer, as_text
from charkoni.web.live.live_game import Match, NotNow
from charkoni.web.live.peer_presence import Elsewhere, Here
from charkoni.web.store import LogRow, StoreError, Taken

if TYPE_CHECKING:
    from charkoni.web.live.hub import Hub

AGAIN_S = 1.0
"""After how long something is tried again that the store refused."""

MARKED_AT_ONCE = 4
"""Of how many moves the icons are found before others have their turn."""

logger = logging.getLogger(__name__)


class Overtaken(NotNow):
    """Another process was faster; the room has taken over what that one wrote."""

    def __init__(self) -> None:
        super().__init__("STALE")


@dataclass(slots=True)
class Offer:
    """Something offered by a seat; it holds when nobody is waited for any more."""

    kind: str
    seat: int
    waiting: set[int] = field(default_factory=set)


class Room(Actor, Showing):
    """A game and everybody at its table."""

    def __init__(self, hub: "Hub", match: Match) -> None:
        super().__init__()
        self.hub = hub
        self.match = match
        self.face = Face(match)
        self.viewers: set[Viewer] = set()
        self.elsewhere = Elsewhere(self)
        self.offers: dict[str, Offer] = {}
        self.next_game = ""
        self.used = hub.time.now()
        self.left_at: dict[int, int] = {}
        self._stale = False
        self._follows = False
        self.motion = 0
        self._timer: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._thinking: tuple[int, int] | None = None

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Let the actor do some work when its turn comes, and return what that returns."""
        self.used = self.hub.time.now()
        return await super().ask(work)

    async def ready(self) -> None:
        """Read everything anew when nobody knows whether the last write got through."""
        if self._stale:
            await self._reload()

    async def _reload(self) -> None:
        match = await self.hub.load(self.match.row.id)
        if match is not None:
            self.match = match
            self._stale = False
            self.renew("stale")
            await self.begin()

    def close(self) -> None:
        """Stop everything that this room does."""
        for timer in (self._timer, self._presence):
            if timer:
                timer.cancel()
        super().close()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost when this room is forgotten for now."""
        is_timed = self.match.clocks.running is not None and self.match.control.kind != "daily"
        is_needed = is_timed and self.hub.neighbours.keeps(self.match.row.id)
        return not self.viewers and not is_needed and self._thinking is None

    # --- changing the game --------------------------------------------------------------------------------------------

    async def commit(self, row: LogRow) -> None:
        """Write a row, apply it and show what it changed; raise Overtaken or StoreError."""
        try:
            await self.hub.store.append(row, self.match.summary(row))
        except Taken:
            self._stale = True
            await self.catch_up()
            raise Overtaken from None
        except StoreError:
            self._stale = True
            raise
        self.hub.metrics.count("rows", kind=row.kind)
        self._take_in(row)
        self.watch()

    def _take_in(self, row: LogRow, age: int = 0) -> None:
        """Apply a row that was written so many ms ago, and show what it changed."""
        if row.kind in ("move", "throw"):
            self._play(row, age)
            return
        self.match.apply(row, self.hub.time.now() - age)
        if row.kind in ("undo", "start"):
            self.renew(row.kind)
        else:
            self.offers.clear()
            self.show_table()

    async def begin(self) -> None:
        """Start the game if it has not begun though every seat is taken."""
        if self.match.state == "waiting" and all(seat.kind != "open" for seat in self.match.seats):
            with contextlib.suppress(Overtaken):
                await self.commit(self.match.row_for_start(self.hub.time.wall()))
        self.watch()

    def follow(self) -> None:
        """Read what other processes have written, when the actor's turn comes."""
        if not self._follows:
            self._follows = True
            self.spawn(self._follow())

    async def _follow(self) -> None:
        with contextlib.suppress(StoreError):  # then the room is stale, and read anew before its next work
            await self.ask(self.catch_up)

    async def catch_up(self) -> None:
        """Take over what other processes have written; raise StoreError."""
        self._follows = False
        match = self.match
        try:
            seats, rows = await self.hub.store.since(match.row.id, match.seq)
        except StoreError:
            self._stale = True
            raise
        if [row.seq for row in rows] != list(range(match.seq, match.seq + len(rows))):
            await self._reload()
            return
        self._stale = False
        has_new_people = match.state == "waiting" and seats != match.seats
        if has_new_people:
            match.seats = seats
        for row in rows:
            self._take_in(row, max(0, self.hub.time.wall() - row.at))
        if has_new_people and match.state == "waiting":
            self.renew("start")
        await self.begin()

    def _play(self, row: LogRow, age: int) -> None:
        follows = True
        try:
            self.face.advance(row.text)
        except Mismatch:
            logger.exception("a board does not follow its game: %s", self.match.game.name)
            follows = False
        self.motion = motion_ms(self.face.events) if follows else 0
        self.match.apply(row, self.hub.time.now() - age, self._free_motion())
        self.offers.pop("takeback", None)
        self.offers.pop("draw", None)
        if follows:
            self._show_ply(row)
        else:
            self.renew("stale")
        self.mark_later()

    def _free_motion(self) -> int:
        """Return for how long no clock runs while the pieces move: never in a game of an event."""
        return 0 if self.match.control.kind == "none" or self.match.official else self.motion

    def renew(self, cause: str) -> None:
        """Show everybody the whole board anew."""
        self.face = Face(self.match)
        self.offers.clear()
        self._each(lambda eye, seats: self.view(eye, seats, cause))
        self.mark_later()

    def mark_later(self) -> None:
        """Find the icons of many moves after everybody has seen the board, and tell who decides."""
        face = self.face
        if face.has_marks or not any(self.match.decider in viewer.seats for viewer in self.viewers):
            return
        self.spawn(self._mark(face, self.match.v))

    async def _mark(self, face: Face, v: int) -> None:
        while not face.mark_some(MARKED_AT_ONCE):
            await asyncio.sleep(0)
            if self.face is not face or self.match.v != v:
                return
        found = {"type": "marks", "g": self.match.row.id, "v": v, "prefix": [], "marks": face.marks()}
        for viewer in list(self.viewers):
            if self.match.decider in viewer.seats:
                viewer.send(as_text(found))

    # --- who is there -------------------------------------------------------------------------------------------------

    def here(self) -> Here:
        """Return the seats that somebody looks from in this process, and how many look on without a seat."""
        seats = frozenset(seat for viewer in self.viewers for seat in viewer.seats)
        return seats, sum(not viewer.seats for viewer in self.viewers)

    def online(self) -> set[int]:
        """Return the seats that somebody looks from."""
        return self.elsewhere.online() | self.here()[0]

    def watchers(self) -> int:
        """Return how many look on without a seat."""
        return self.here()[1] + self.elsewhere.watchers()

    def come(self, viewer: Viewer) -> None:
        """Let somebody look on."""
        self.viewers.add(viewer)
        self._presence_changed()
        if self.match.away.keys() & viewer.seats:
            self.spawn(self.ask(lambda: self._come_back(viewer.seats)))

    async def _come_back(self, seats: frozenset[int]) -> None:
        """Let people play again for whom the computer has played."""
        for row in self.match.rows_for_return(seats, self.hub.time.now(), self.hub.time.wall()):
            await self.commit(row)

    def go(self, viewer: Viewer) -> None:
        """Let somebody go."""
        before = self.online()
        self.viewers.discard(viewer)
        if not self.viewers:
            self.face.rest()
        self.used = self.hub.time.now()
        self.note_gone(before)

    def note_gone(self, before: set[int]) -> None:
        """Note who is gone of those who were there before."""
        for seat in before - self.online():
            self.left_at[seat] = self.hub.time.now()
        self._presence_changed()
        if self.match.state == "open" and self.viewers:
            asyncio.get_running_loop().call_later(self.hub.settings.gone_ms / 1000 + 0.05, self._presence_changed)

    def _presence_changed(self) -> None:
        if self._presence is None or self._presence.cancelled():
            self._presence = asyncio.get_running_loop().call_later(0.05, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence = None
        self.elsewhere.tell_presence()
        self.show_table()

    def take_offer(self, kind: str, seat: int, waiting: Sequence[int]) -> None:
        """Take in how an offer stands that was made in another process; seat: -1 when it is gone.

        Of two that were made at the same time the one of the lower seat stays, in both processes.
        """
        mine = self.offers.get(kind)
        if seat < 0:
            self.offers.pop(kind, None)
        elif mine is None or seat <= mine.seat:
            self.offers[kind] = Offer(kind, seat, set(waiting))
        self.show_table()

    def claimable(self, mine: frozenset[int]) -> bool:
        """Return whether the opponent who has to do something is gone for so long that the win may be claimed."""
        decider = self.match.decider
        if decider is None or decider in mine or not self.match.is_human(decider) or decider in self.online():
            return False
        if self.match.control.kind == "daily" or self.match.official:
            return False
        patience = max(self.hub.settings.gone_ms, self.match.control.base // 4)
        return self.hub.time.now() - self.left_at.get(decider, self.hub.booted_now) >= patience

    # --- time and computers -------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Set the timer for what comes next, and let a computer think if it is its turn."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        due, decider = self.next_deadline(), self.match.decider
        thinks = decider is not None and self.match.seats[decider].kind == "computer"
        if (due is not None or thinks) and not self.hub.neighbours.keeps(self.match.row.id):
            self._thinking = None
            self.hub.neighbours.try_to_keep(self)
            return
        if due is not None:
            wait = max(0, due - self.hub.time.now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait + 0.001, self._time_up)
        if decider is not None and thinks:
            at = (self.match.v, decider)
            if self._thinking != at:
                self._thinking = at
                self.spawn(computer_player.play(self, *at))
        else:
            self._thinking = None

    def think_again(self) -> None:
        """Let the computer try anew."""
        self._thinking = None
        self.watch()

    def next_deadline(self) -> int | None:
        """Return when a clock runs out, or a game is called off because nobody begins."""
        match = self.match
        if match.state == "open" and match.control.kind != "none" and not match.steps and not match.official:
            is_daily = match.control.kind == "daily"
            return match.clocks.since + (match.control.base if is_daily else self.hub.settings.start_ms)
        return match.clocks.deadline() if match.state == "open" else None

    def _time_up(self) -> None:
        self.spawn(self._on_time())

    async def _on_time(self) -> None:
        """Do what the time demands; when the store is not there, later."""
        try:
            await self.ask(self.tick)
        except Overtaken:
            return
        except StoreError as error:
            logger.error("a clock has run out, and the store does not take it: %s", error)
            self._timer = asyncio.get_running_loop().call_later(AGAIN_S, self._time_up)

    async def tick(self) -> None:
        """Do what the time demands."""
        due = self.next_deadline()
        now = self.hub.time.now()
        if due is None or now < due:
            self.watch()
            return
        running = self.match.clocks.seats_running()
        kind, seat = ("flag", self.match.decider) if running else ("call-off", -1)
        await self.commit(self.match.row_for_end(kind, -1 if seat is None else seat, now, self.hub.time.wall()))
