"""A game in the memory of the server: one actor that does one thing at a time, and the sockets that look on.

Everything that changes the game is put into the room's queue.  A change is written to the store first, then applied,
then shown.  When the store fails, the room reads everything anew before its next work.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from charkoni.core.terms import CHANCE
from charkoni.core.words import Words
from charkoni.draw.tracker import Mismatch
from charkoni.games import names
from charkoni.web import beside, computing, sayings
from charkoni.web.faces import Eye, Face, coach, motion_ms, scene_url, view_of, words_in
from charkoni.web.match import Match
from charkoni.web.store import LogRow, StoreError

if TYPE_CHECKING:
    from charkoni.web.hub import Hub

T = TypeVar("T")
MARKED_AT_ONCE = 4
"""Of how many moves the icons are found before others have their turn."""

logger = logging.getLogger(__name__)


class Viewer(Protocol):
    """Whoever looks at a room: a socket, or a stream of the API."""

    eye: Eye
    seats: frozenset[int]

    def send(self, text: str) -> None:
        """Take a message; never waits."""
        ...


@dataclass(slots=True)
class Offer:
    """Something offered by a seat; it holds when nobody is waited for any more."""

    kind: str
    seat: int
    waiting: set[int] = field(default_factory=set)


def as_text(message: Any) -> str:
    """Return a message as JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Room:
    """A game and everybody at its table."""

    def __init__(self, hub: "Hub", match: Match) -> None:
        self.hub = hub
        self.match = match
        self.face = Face(match)
        self.viewers: set[Viewer] = set()
        self.offers: dict[str, Offer] = {}
        self.next_game = ""
        self.used = hub.time.now()
        self.left_at: dict[int, int] = {}
        self._stale = False
        self.motion = 0
        self._queue: asyncio.Queue[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = asyncio.Queue()
        self._timer: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking: tuple[int, int] | None = None
        self.spawn(self._run())

    # --- the actor ----------------------------------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let some work run beside the actor, until the room is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Let the actor do some work when its turn comes, and return what that returns."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.used = self.hub.time.now()
        await self._queue.put((work, answer))
        return await answer

    async def _run(self) -> None:
        while True:
            work, answer = await self._queue.get()
            try:
                if self._stale:
                    await self._reload()
                result = await work()
                if not answer.done():
                    answer.set_result(result)
            except asyncio.CancelledError:
                answer.cancel()
                raise
            except Exception as error:
                if answer.done():
                    logger.exception("nobody waits for this answer")
                else:
                    answer.set_exception(error)

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
        for task in list(self._tasks):
            task.cancel()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost when this room is forgotten for now."""
        is_timed = self.match.clocks.running is not None and self.match.control.kind != "daily"
        return not self.viewers and not is_timed and self._thinking is None

    # --- changing the game --------------------------------------------------------------------------------------------

    async def commit(self, row: LogRow) -> None:
        """Write a row, apply it and show what it changed; raise StoreError."""
        try:
            await self.hub.store.append(row, self.match.summary(row))
        except StoreError:
            self._stale = True
            raise
        self.hub.metrics.count("rows_total", kind=row.kind)
        if row.kind in ("move", "throw"):
            self._play(row)
        else:
            self.match.apply(row, self.hub.time.now())
            if row.kind in ("undo", "start"):
                self.renew(row.kind)
            else:
                self.offers.clear()
                self.show_table()
        self.watch()

    async def begin(self) -> None:
        """Start the game if it has not begun though every seat is taken."""
        if self.match.state == "waiting" and all(seat.kind != "open" for seat in self.match.seats):
            await self.commit(self.match.row_for_start(self.hub.time.wall()))
        self.watch()

    def _play(self, row: LogRow) -> None:
        follows = True
        try:
            self.face.advance(row.text)
        except Mismatch:
            logger.exception("a board does not follow its game: %s", self.match.game.name)
            follows = False
        self.motion = motion_ms(self.face.events) if follows else 0
        self.match.apply(row, self.hub.time.now(), self._free_motion())
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

    # --- showing ------------------------------------------------------------------------------------------------------

    def _each(self, make: Callable[[Eye, frozenset[int]], Any]) -> None:
        """Send everybody a message; it is made once for all who look alike."""
        made: dict[tuple[Eye, frozenset[int]], str] = {}
        for viewer in list(self.viewers):
            key = (viewer.eye, viewer.seats)
            if key not in made:
                made[key] = as_text(make(*key))
            viewer.send(made[key])

    def show_table(self) -> None:
        """Send everybody what stands beside the board."""
        self._each(lambda eye, seats: self._table_message(eye, seats))

    def _table_message(self, eye: Eye, seats: frozenset[int]) -> dict[str, Any]:
        table = beside.table(self, eye.lang, seats)
        return {"type": "table", "g": self.match.row.id, "v": self.match.v, "table": table}

    def _show_ply(self, row: LogRow) -> None:
        self._each(lambda eye, seats: self._ply(row, eye, seats))

    def _ply(self, row: LogRow, eye: Eye, seats: frozenset[int]) -> dict[str, Any]:
        delta = self.face.delta(eye)
        if delta is None:
            return self.view(eye, seats, "stale")
        seat = row.seat if row.kind == "move" else -1
        return {"type": "ply", "m": row.text, "seat": seat} | self._board(eye, seats) | delta

    def view(self, eye: Eye, seats: frozenset[int], cause: str = "hello") -> dict[str, Any]:
        """Return the whole board for a way of looking."""
        match = self.match
        return self._board(eye, seats) | {
            "type": "view",
            "cause": cause,
            "game": match.game.name,
            "title": names.game_name(words_in(eye.lang), match.game),
            "lang": eye.lang,
            "bottom": eye.bottom,
            "portrait": eye.portrait,
            "scene": scene_url(view_of(match.game, eye.bottom, eye.portrait)),
            "nodes": self.face.nodes(eye),
            "zones": self.face.zones(eye.lang),
            "log": [(ply.move, made.seat) for ply, made in zip(match.record.plies, match.made, strict=True)],
        }

    def _board(self, eye: Eye, seats: frozenset[int]) -> dict[str, Any]:
        match, words = self.match, words_in(eye.lang)
        table = beside.table(self, eye.lang, seats)
        decides = match.decider is not None and match.decider in seats
        found: dict[str, Any] = {
            "g": match.row.id,
            "v": match.v,
            "ply": len(match.record),
            "say": coach(match.position, (), words) if decides else table["status"]["text"],
            "hud": self.face.hud(eye.lang),
            "table": table,
        }
        last = self.face.last(eye.lang)
        if last:
            found["last"] = last
        if decides and match.turn != CHANCE:
            found |= self.face.for_decider(eye.lang)
        return found

    def note(self, words: Words) -> str:
        """Return what everybody should know: that the computer is not ready yet."""
        engine = self.hub.engine
        waits = any(seat.kind == "computer" for seat in self.match.seats) and engine.is_on
        if not waits or self.match.state != "open" or self.match.game.family.name in engine.ready:
            return ""
        n, of = engine.progress
        return words._(sayings.GETTING_READY, n=n, of=of)

    # --- who is there -------------------------------------------------------------------------------------------------

    def online(self) -> set[int]:
        """Return the seats that somebody looks from."""
        return {seat for viewer in self.viewers for seat in viewer.seats}

    def watchers(self) -> int:
        """Return how many look on without a seat."""
        return sum(not viewer.seats for viewer in self.viewers)

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
        self.viewers.discard(viewer)
        self.used = self.hub.time.now()
        for seat in viewer.seats - self.online():
            self.left_at[seat] = self.hub.time.now()
        self._presence_changed()
        if self.match.state == "open" and self.viewers:
            asyncio.get_running_loop().call_later(self.hub.settings.gone_ms / 1000 + 0.05, self._presence_changed)

    def _presence_changed(self) -> None:
        if self._presence is None or self._presence.cancelled():
            self._presence = asyncio.get_running_loop().call_later(0.05, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence = None
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
        due = self.next_deadline()
        if due is not None:
            wait = max(0, due - self.hub.time.now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait + 0.001, self._time_up)
        decider = self.match.decider
        if decider is not None and self.match.seats[decider].kind == "computer":
            at = (self.match.v, decider)
            if self._thinking != at:
                self._thinking = at
                self.spawn(computing.play(self, *at))
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
        self.spawn(self.ask(self.tick))

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
