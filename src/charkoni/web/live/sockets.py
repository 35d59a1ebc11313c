"""WebSockets: a connection reads requests, executes them in the rooms, and writes replies."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fastapi import APIRouter
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from charkoni.web.engine.background import TaskSet
from charkoni.web.http import texts
from charkoni.web.http.errors import Refused
from charkoni.web.http.origins import is_own_origin
from charkoni.web.http.quotas import RateLimited, User
from charkoni.web.http.sessions import bearer_digest, is_pupil, now_ms
from charkoni.web.http.site import SiteDep
from charkoni.web.http.texts import words_in
from charkoni.web.live import broadcaster, commands, queries
from charkoni.web.live.board_view import Perspective
from charkoni.web.live.hub import Hub, HubDep
from charkoni.web.live.messages import requests
from charkoni.web.live.observers import dice_promises, visitor_device
from charkoni.web.live.room import Room, as_text
from charkoni.web.store import StoreError

logger = logging.getLogger(__name__)

MOST_REFUSED = 200
"""The most messages beyond the budget before the connection is closed."""

MOST_QUEUED = 500
"""The most unsent messages before the connection is closed: the client does not keep up."""

SEND_TIMEOUT = 2.0
"""How many seconds the sending of a message may take."""

BOARD_WAIT_S = 10.0
"""How long a board that cannot be paid at once waits for its turn, before it is refused."""

RESTARTED = 1012
"""The code of a disconnection that the server's end causes."""


class ConnectionEnd(NamedTuple):
    """The end of a connection.

    reason: CLIENT (left or lost), RESTART, IDLE, FLOOD and TOO_LONG (announced to the client first), SLOW (too many
    unsent messages), STUCK (one could not be sent), FAULT (an unexpected exception).  code: of the WebSocket's close.
    """

    reason: str
    code: int


USUAL = ("CLIENT", "RESTART")  # logged for debugging only, and closed as a normal end

router = APIRouter()


@router.websocket("/ws")
async def serve_socket(wire: WebSocket, hub: HubDep, site: SiteDep) -> None:
    """Serve a socket of an own page or of a program with a bearer token.

    Close codes: 4403 for a foreign origin, 1013 when the database fails or the client does not keep up, 1011 after a
    fault of the server.
    """
    # Browsers send cookies with sockets of any page: without this check a foreign page could play for its visitor.
    if not is_own_origin(wire, hub.settings.origins):
        hub.metrics.count("refused", code="BAD_ORIGIN")
        await wire.close(4403)
        return
    try:
        program = await hub.people.credentials.token(bearer_digest(wire.headers))
    except StoreError:
        await wire.close(1013)
        return
    await wire.accept()
    hub.metrics.count("sockets")
    visitor = site.visitor(wire)
    person = program[0] if program else visitor.person
    address = wire.client.host if wire.client else ""
    hub.addresses.seen(person, address)
    user = User(address, person) if person else site.user(wire)
    await Socket(hub, wire, person, user, "" if program else visitor.session).serve()


@dataclass(eq=False, slots=True)
class OpenBoard:
    """A board of a socket: the subscriber of one room.  send, end: queue a message of the room, and the last one."""

    person: str
    room: Room
    perspective: Perspective
    seats: frozenset[int]
    send: Callable[[str], None]
    end: Callable[[str], None]
    thinks: bool = False


class Socket:
    """A connection and its boards, by the id of their games.  user: the charged user.  session: of a member, or ""."""

    def __init__(self, hub: Hub, wire: WebSocket, person: str, user: User, session: str = "") -> None:
        self.hub = hub
        self.wire = wire
        self.person, self._session = person, session
        self._user = user
        self.boards: dict[str, OpenBoard] = {}
        self.lang = "en"
        self._out: list[str] = []
        self._writer: asyncio.Task[None] | None = None
        self._is_gone = self._has_ended = False
        self._broken: ConnectionEnd | None = None
        self._reader: asyncio.Task[None] | None = None
        self._refused = 0
        self._since = now_ms()
        self._tasks = TaskSet()

    # --- the wire -----------------------------------------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Queue a message, given as JSON; close a socket that does not keep up.

        A task runs only while messages are unsent.
        """
        if self._is_gone:
            return
        # A client that does not read would else fill the memory with messages, one board after the other.
        if len(self._out) >= MOST_QUEUED:
            self._break("SLOW")
            return
        self._out.append(text)
        # Thousands of sockets are idle at a time; a task for each would cost memory and no message.
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())

    def send(self, message: dict[str, object]) -> None:
        """Queue a message."""
        self.put(as_text(message))

    def end(self, text: str) -> None:
        """Queue the last message, given as JSON, unless it is queued: it comes from each board of the socket."""
        if not self._has_ended:
            self._has_ended = True
            self.put(text)

    async def _close(self, code: int) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            if self.wire.application_state == WebSocketState.CONNECTED:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await self.wire.close(code)

    async def serve(self) -> None:
        """Serve the connection until it ends; count the reason of its end, and log it."""
        self._reader = asyncio.current_task()
        try:
            ended = await self._read()
        except WebSocketDisconnect as error:
            ended = ConnectionEnd("RESTART" if error.code == RESTARTED else "CLIENT", error.code)
        except asyncio.CancelledError:
            if not (self._broken and self._reader):
                raise
            # `_break` has cancelled the reader itself: that is an end of the connection, not of the server.
            self._reader.uncancel()
            ended = self._broken
        except Exception:
            self.hub.metrics.count("faults")
            logger.exception("a socket is closed, for a request could not be executed")
            ended = ConnectionEnd("FAULT", 1011)
        finally:
            self._reader = None
            for board in self.boards.values():
                board.room.unsubscribe(board)
            self.boards.clear()  # they refer to the socket, and would keep their games in memory
            self._tasks.cancel()
        if self._writer:
            # What was announced, such as the reason of the end, is still sent.
            await asyncio.wait({self._writer}, timeout=SEND_TIMEOUT)
        self._is_gone = True
        ended = self._broken or ended
        self.hub.metrics.count("closed", reason=ended.reason)
        logger.log(logging.DEBUG if ended.reason in USUAL else logging.INFO, "a socket was closed: %s, %d", *ended)
        await self._close(1000 if ended.reason in USUAL else ended.code)

    def _break(self, reason: str) -> None:
        """End a connection that does not keep up."""
        self._is_gone = True
        # The first reason counts: the ones after it follow from it.
        self._broken = self._broken or ConnectionEnd(reason, 1013)
        if self._reader:
            self._reader.cancel()

    async def _write(self) -> None:
        """Send queued messages until none is left."""
        try:
            while self._out:
                async with asyncio.timeout(SEND_TIMEOUT):  # unlike wait_for it starts no task per message
                    await self.wire.send_text(self._out[0])
                # Removed only when sent: until then it counts as unsent.
                del self._out[0]
        except TimeoutError:  # before OSError, its base class
            self._break("STUCK")
        except (WebSocketDisconnect, RuntimeError, OSError):  # closed by the client, which `_read` detects as well
            self._is_gone = True
        finally:
            self._writer = None

    async def _read(self) -> ConnectionEnd:
        """Execute requests until the server ends the connection, and return why."""
        while True:
            try:
                async with asyncio.timeout(self.hub.settings.idle_s):
                    frame = await self.wire.receive()
            except TimeoutError:
                self.send({"type": "bye", "code": "IDLE", "retry": 0})
                return ConnectionEnd("IDLE", 1000)
            if frame["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(frame.get("code", 1005))
            text = frame.get("text") or ""  # of a binary frame
            self.hub.metrics.count("messages")
            if len(text.encode()) > requests.LONGEST_BYTES:
                self._refuse(Refused("TOO_LONG"))
                return ConnectionEnd("TOO_LONG", 1000)
            # "Sign out everywhere" must reach sockets that are open.
            if self.hub.access.ended_at(self.person, self._session) > self._since:
                return ConnectionEnd("SESSION", 1000)
            try:
                self.hub.quotas.spend(self._user, "message")
            except RateLimited:
                self._refused += 1
                # Refusals cost work, too, and this client does not react to them.
                if self._refused > MOST_REFUSED:
                    self.send({"type": "bye", "code": "FLOOD", "retry": 10_000})
                    return ConnectionEnd("FLOOD", 1000)
                self._refuse(Refused("TOO_FAST"))
            else:
                await self.take(text)

    # --- messages -----------------------------------------------------------------------------------------------------

    def _refuse(self, error: Refused, request: requests.Request | None = None) -> None:
        reply: dict[str, object] = {"type": "nack", "code": error.code}
        for name in ("g", "n"):
            if hasattr(request, name):
                reply[name] = getattr(request, name)
        board = self.boards.get(getattr(request, "g", ""))
        reply["text"] = error.message(words_in(board.perspective.lang if board else self.lang))
        if error.reason and error.reason.clause:
            reply["rule"] = error.reason.clause
        if board and "rule" in reply:
            self.hub.on_refusal(self.person, board.room.live.game.name, str(reply["rule"]))
        self.hub.metrics.count("refused", code=error.code if error.code in texts.REFUSALS else "RULES")
        self.send(reply)

    async def take(self, text: str) -> None:
        """Read a request and answer it."""
        try:
            # Parsed and checked in one step of the library; every field is bounded by its type.
            request = requests.REQUEST.validate_json(text)
        except ValidationError:
            self._refuse(Refused("BAD_MESSAGE"))
            return
        try:
            await self._answer(request)
        except Refused as error:
            self._refuse(error, request)
            # The client has missed something: with the refusal it gets the board as it is.
            if error.code == "STALE" and not isinstance(request, requests.Ping):
                board = self.boards[request.g]
                self.send(broadcaster.view(board.room, board.perspective, board.seats, "stale"))
        except StoreError:
            self._refuse(Refused("NOT_STORED"), request)

    async def _answer(self, request: requests.Request) -> None:
        if isinstance(request, requests.Ping):
            self._pong(request)
        elif isinstance(request, requests.Hello):
            await self._hello(request)
        elif isinstance(request, requests.Leave):
            board = self.boards.pop(request.g, None)
            if board:
                board.room.unsubscribe(board)
        elif request.g not in self.boards:
            raise Refused("NO_GAME")
        elif isinstance(request, requests.Thinks):
            board = self.boards[request.g]
            visitor_device.set_thinking(board.room, board, request.on)
        elif isinstance(request, requests.AskPeek | requests.AskWhy | requests.AskMarks):
            self._query(self.boards[request.g], request)
        elif isinstance(request, requests.AskHint):
            # A search takes a second: the socket reads on meanwhile.
            self._tasks.spawn(self._hint(self.boards[request.g], request))
        else:
            board = self.boards[request.g]
            if isinstance(request, requests.Chat) and is_pupil(self.person):
                raise Refused("NOT_NOW")
            await commands.execute(board.room, _COMMANDS[request.type], board.seats, *request.arguments)
            self.send({"type": "ack", "g": request.g, "n": request.n})

    def _pong(self, request: requests.Ping) -> None:
        if request.rtt is not None:
            for board in self.boards.values():
                for seat in board.seats:
                    # Measured by the client, so bounded by the server: see `clocks.MOST_LAG`.
                    board.room.live.clocks.add_round_trip(seat, request.rtt)
        self.send({"type": "pong", "t": request.t, "server": self.hub.time.wall()})

    async def _hello(self, request: requests.Hello) -> None:
        game = request.g
        # A board that is open already only changes its perspective.
        if game not in self.boards and len(self.boards) >= requests.MOST_BOARDS:
            raise Refused("NOT_NOW")
        await self._pay_board()
        self.lang = request.lang
        # A board may load a game and its rules: it queues with the pages. Moves do not queue.
        async with self.hub.requests.turn(self._user):
            room = await self.hub.room(game)
            if room is None:
                raise Refused("NO_GAME")
            seats = await self._seats(game, request.keys)
            bottom = min(seats, default=0) if request.bottom is None else request.bottom
            if bottom >= room.live.game.players:
                raise Refused("BAD_MESSAGE")
            old = self.boards.pop(game, None)
            perspective = Perspective(request.lang, bottom, request.portrait)
            board = self.boards[game] = OpenBoard(self.person, room, perspective, seats, self.put, self.end)
            # The new board before the old one goes: presence does not flicker.
            room.subscribe(board)
            if old:
                old.room.unsubscribe(old)

    async def _pay_board(self) -> None:
        """Pay for a board, after a short wait if need be; raise RateLimited."""
        try:
            self.hub.quotas.spend(self._user, "board")
        except RateLimited as spent:
            if spent.wait_s > BOARD_WAIT_S:
                raise
            # A page of many boards, as of a round of an event, opens more than a burst allows: they come one after the
            # other.
            await asyncio.sleep(spent.wait_s)
            self.hub.quotas.spend(self._user, "board")

    async def _seats(self, game: str, keys: Sequence[str]) -> frozenset[int]:
        """Return the seats of this connection: those of its person, and those of its keys; raise Refused."""
        seats = set(await self.hub.store.held(game, self.person)) if self.person else set()
        for key in keys:
            keyed = self.hub.access.seat_of(key)
            # A key is of one seat of one game.
            if keyed is None or keyed[0] != game:
                raise Refused("NOT_YOUR_SEAT")
            seats.add(keyed[1])
        return frozenset(seats)

    def _query(self, board: OpenBoard, request: requests.Query) -> None:
        room, live = board.room, board.room.live
        # The answer would be about a board that is gone; the client asks again by itself.
        if request.v != live.v:
            return
        prefix = tuple(request.prefix)
        decides = live.decider in board.seats
        if isinstance(request, requests.AskPeek):
            self.send(queries.peek(room, board.perspective, decides, prefix, request.m))
        elif isinstance(request, requests.AskWhy):
            words = words_in(board.perspective.lang)
            reason = queries.why(room, words, decides, prefix, request.zone, request.m)
            self.send(reason)
            self.hub.on_refusal(self.person, live.game.name, str(reason.get("rule", "")))
        elif decides:
            self.send(queries.marks(room, prefix))

    async def _hint(self, board: OpenBoard, request: requests.AskHint) -> None:
        try:
            words = words_in(board.perspective.lang)
            self.send(await commands.hint(board.room, board.seats, request.v, words) | {"n": request.n})
        except Refused as error:
            self._refuse(error, request)


_COMMANDS: Mapping[str, Callable[..., Awaitable[None]]] = {
    "do": commands.play_move,
    "throw": commands.throw_dice,
    "promise": dice_promises.promise,
    "reveal": dice_promises.reveal,
    "undo": commands.take_back,
    "offer": commands.make_offer,
    "answer": commands.answer_offer,
    "resign": commands.resign,
    "claim": commands.claim_win,
    "chat": commands.say,
    "thought": visitor_device.answer,
}
"""By types of requests their commands, whose arguments are the fields of the request."""
