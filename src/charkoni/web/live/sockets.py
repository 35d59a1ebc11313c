"""The WebSocket: reads messages, lets the rooms act, and writes what they have to say."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fastapi import APIRouter
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from charkoni.web.http import texts
from charkoni.web.http.errors import Refused
from charkoni.web.http.rate_limits import RateLimit
from charkoni.web.http.security import is_own_origin
from charkoni.web.http.sessions import bearer_digest
from charkoni.web.http.site import SiteDep
from charkoni.web.http.texts import words_in
from charkoni.web.live import commands, queries, snapshots
from charkoni.web.live.board_view import Perspective
from charkoni.web.live.hub import Hub, HubDep
from charkoni.web.live.messages import LONGEST_IN, MOST_BOARDS, REQUEST
from charkoni.web.live.room import Room
from charkoni.web.live.snapshots import as_text
from charkoni.web.store import StoreError

logger = logging.getLogger(__name__)

BURST_S = 3.0
MOST_REFUSED = 200
MOST_QUEUED = 500
SEND_TIMEOUT = 2.0

COMMANDS: Mapping[str, tuple[Callable[..., Awaitable[None]], tuple[str, ...]]] = {
    "do": (commands.play_move, ("v", "m")),
    "throw": (commands.throw_dice, ("v", "salt")),
    "undo": (commands.take_back, ("v",)),
    "offer": (commands.make_offer, ("kind",)),
    "answer": (commands.answer_offer, ("kind", "yes")),
    "resign": (commands.resign, ("seat",)),
    "claim": (commands.claim_win, ()),
    "stand-in": (commands.let_computer_play, ()),
}
"""By the type of a message: the command, and the fields that are its arguments."""

router = APIRouter()


@router.websocket("/ws")
async def serve_socket(wire: WebSocket, hub: HubDep, site: SiteDep) -> None:
    """Serve a socket of an own page or of a program with a bearer token; closed with 4403 or 1013 when refused."""
    if not is_own_origin(wire, hub.settings.origins):
        hub.metrics.count("refused", code="BAD_ORIGIN")
        await wire.close(4403)
        return
    digest = bearer_digest(wire.headers)
    try:
        program = await hub.store.token(digest) if digest else None
    except StoreError:
        await wire.close(1013)
        return
    await wire.accept()
    hub.metrics.count("sockets")
    await Socket(hub, wire, program[0] if program else site.visitor(wire).guest).serve()


class Board:
    """A board that a socket looks at."""

    def __init__(self, socket: "Socket", room: Room, perspective: Perspective, seats: frozenset[int]) -> None:
        self.socket = socket
        self.room = room
        self.perspective = perspective
        self.seats = seats

    def send(self, text: str) -> None:
        """Take a message of the room."""
        self.socket.put(text)


class Socket:
    """A connection, and the boards it looks at."""

    def __init__(self, hub: Hub, wire: WebSocket, guest: str) -> None:
        self.hub = hub
        self.wire = wire
        self.guest = guest
        self.boards: dict[str, Board] = {}
        self.lang = "en"
        self._out: list[str] = []
        self._writer: asyncio.Task[None] | None = None
        self._is_gone = False
        self._bucket = RateLimit(hub.settings.message_rate, BURST_S * hub.settings.message_rate)
        self._refused = 0
        self._asked: set[asyncio.Task[None]] = set()

    # --- the wire -----------------------------------------------------------------------------------------------------

    def put(self, text: str) -> None:
        """Queue a message; a socket that does not keep up is closed.  While there is none, no task waits for one."""
        if self._is_gone:
            return
        if len(self._out) >= MOST_QUEUED:
            self._spawn(self._close(1013))
            return
        self._out.append(text)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())

    def say(self, message: dict[str, Any]) -> None:
        """Queue a message."""
        self.put(as_text(message))

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)

    async def _close(self, code: int) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            if self.wire.application_state == WebSocketState.CONNECTED:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await self.wire.close(code)

    async def serve(self) -> None:
        """Serve the connection until it ends."""
        try:
            await self._read()
        except (WebSocketDisconnect, RuntimeError):
            pass
        except TimeoutError:
            self.say({"type": "bye", "code": "IDLE", "retry": 0})
        finally:
            for board in self.boards.values():
                board.room.unsubscribe(board)
            for task in list(self._asked):
                task.cancel()
            if self._writer:
                await asyncio.wait({self._writer}, timeout=SEND_TIMEOUT)
            self._is_gone = True
            await self._close(1000)

    async def _write(self) -> None:
        """Send what is queued, until nothing is."""
        try:
            while self._out:
                async with asyncio.timeout(SEND_TIMEOUT):  # unlike wait_for no task for each message
                    await self.wire.send_text(self._out[0])
                del self._out[0]
        except TimeoutError:  # an OSError, too
            self._is_gone = True
            await self._close(1013)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._is_gone = True
        finally:
            self._writer = None

    async def _received(self) -> str:
        """Return the text of the next frame, "" for one of bytes; raise WebSocketDisconnect."""
        frame = await self.wire.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", 1005))
        return frame.get("text") or ""

    async def _read(self) -> None:
        while True:
            async with asyncio.timeout(self.hub.settings.idle_s):
                text = await self._received()
            self.hub.metrics.count("messages")
            if len(text.encode()) > LONGEST_IN:
                self._refuse(Refused("TOO_LONG"))
                return
            if not self._bucket.take():
                self._refused += 1
                if self._refused > MOST_REFUSED:
                    self.say({"type": "bye", "code": "FLOOD", "retry": 10_000})
                    return
                self._refuse(Refused("TOO_FAST"))
                continue
            await self.take(text)

    # --- messages -----------------------------------------------------------------------------------------------------

    def _refuse(self, error: Refused, message: dict[str, Any] | None = None) -> None:
        found: dict[str, Any] = {"type": "nack", "code": error.code}
        for name in ("g", "n"):
            if message and name in message:
                found[name] = message[name]
        found["text"] = error.say(words_in(self._lang_of(message)))
        if error.reason and error.reason.clause:
            found["rule"] = error.reason.clause
        self.hub.metrics.count("refused", code=error.code if error.code in texts.REFUSALS else "RULES")
        self.say(found)

    def _lang_of(self, message: dict[str, Any] | None) -> str:
        board = self.boards.get(message.get("g", "")) if message else None
        return board.perspective.lang if board else self.lang

    async def take(self, text: str) -> None:
        """Take a message and answer it."""
        try:
            message = REQUEST.validate_json(text)
        except ValidationError:
            self._refuse(Refused("BAD_MESSAGE"))
            return
        try:
            await self._answer(message)
        except Refused as error:
            self._refuse(error, message)
            if error.code == "STALE":
                board = self.boards[message["g"]]
                self.say(snapshots.view(board.room, board.perspective, board.seats, "stale"))
        except StoreError:
            self._refuse(Refused("NOT_STORED"), message)

    async def _answer(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "ping":
            self._pong(message)
        elif kind == "hello":
            await self._hello(message)
        elif kind == "leave":
            board = self.boards.pop(message["g"], None)
            if board:
                board.room.unsubscribe(board)
        else:
            board = self.boards.get(message["g"])
            if board is None:
                raise Refused("NO_GAME")
            if kind in ("peek", "why", "marks"):
                self._ask(board, message)
            elif kind == "hint":
                self._spawn(self._hint(board, message))
            else:
                await self._act(board, message)
                self.say({"type": "ack", "g": message["g"], "n": message["n"]})

    def _pong(self, message: dict[str, Any]) -> None:
        if "rtt" in message:
            for board in self.boards.values():
                for seat in board.seats:
                    board.room.live.clocks.trip(seat, message["rtt"])
        self.say({"type": "pong", "t": message["t"], "server": self.hub.time.wall()})

    async def _hello(self, message: dict[str, Any]) -> None:
        name = message["g"]
        if name not in self.boards and len(self.boards) >= MOST_BOARDS:
            raise Refused("NOT_NOW")
        self.lang = message["lang"]
        room = await self.hub.room(name)
        if room is None:
            raise Refused("NO_GAME")
        seats = await self._seats(name, message.get("keys", ()))
        bottom = message.get("bottom", min(seats, default=0))
        if bottom >= room.live.game.players:
            raise Refused("BAD_MESSAGE")
        perspective = Perspective(message["lang"], bottom, message.get("portrait", False))
        old = self.boards.pop(name, None)
        board = self.boards[name] = Board(self, room, perspective, seats)
        room.subscribe(board)
        if old:
            old.room.unsubscribe(old)

    async def _seats(self, game: str, keys: Any) -> frozenset[int]:
        """Return the seats that this connection may decide for: those of its guest, and those it has keys of."""
        found = set(await self.hub.store.held(game, self.guest)) if self.guest else set()
        for key in keys:
            named = self.hub.access.seat_of(key)
            if named is None or named[0] != game:
                raise Refused("NOT_YOUR_SEAT")
            found.add(named[1])
        return frozenset(found)

    async def _act(self, board: Board, message: dict[str, Any]) -> None:
        room, seats, kind = board.room, board.seats, message["type"]
        if kind == "chat":
            await self._chat(board, message["phrase"])
        else:
            command, names = COMMANDS[kind]
            await commands.execute(room, command, seats, *(message.get(name, "") for name in names))

    async def _chat(self, board: Board, phrase: str) -> None:
        if not board.seats:
            raise Refused("NOT_YOUR_SEAT")
        board.room.say(min(board.seats), phrase)

    def _ask(self, board: Board, message: dict[str, Any]) -> None:
        room, live = board.room, board.room.live
        if message["v"] != live.v:
            return
        prefix = tuple(message["prefix"])
        decides = live.decider in board.seats
        if message["type"] == "peek":
            self.say(queries.peek(room, board.perspective, decides, prefix, message.get("m")))
        elif message["type"] == "why":
            words, zone = words_in(board.perspective.lang), message["zone"]
            self.say(queries.why(room, words, decides, prefix, zone, message.get("m")))
        elif decides:
            self.say(queries.marks(room, prefix))

    async def _hint(self, board: Board, message: dict[str, Any]) -> None:
        try:
            words = words_in(board.perspective.lang)
            self.say(await commands.hint(board.room, board.seats, message["v"], words) | {"n": message["n"]})
        except Refused as error:
            self._refuse(error, message)
