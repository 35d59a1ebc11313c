"""Sockets: messages are sent in order; why a connection ends is counted and logged, and no task stays behind."""

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.websockets import WebSocketState
from tests.web.conditions import until

from charkoni.web.allowances import with_budgets
from charkoni.web.http.metrics import Metrics
from charkoni.web.http.quotas import Quotas, User
from charkoni.web.live import sockets
from charkoni.web.live.board_view import Perspective
from charkoni.web.live.messages.requests import LONGEST_BYTES
from charkoni.web.live.sockets import MOST_QUEUED, MOST_REFUSED, USUAL, OpenBoard, Socket

PATIENCE_S = 30


class Wire:
    """A connection; a stuck one never finishes sending.  frames: the texts that the client sends."""

    application_state = WebSocketState.CONNECTED

    def __init__(self, is_stuck: bool) -> None:
        self.sent: list[str] = []
        self.closed: list[int] = []
        self.frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._is_stuck = is_stuck

    async def receive(self) -> dict[str, Any]:
        return await self.frames.get()

    async def send_text(self, text: str) -> None:
        if self._is_stuck:
            await asyncio.Event().wait()
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.closed.append(code)


class Hub:
    """What a socket uses of a hub."""

    def __init__(self, idle_s: float = 60.0, budgets: str = "") -> None:
        self.settings = SimpleNamespace(idle_s=idle_s)
        self.access = SimpleNamespace(ended_at=lambda *_: 0)
        self.quotas = Quotas(with_budgets(budgets))
        self.time = SimpleNamespace(wall=lambda: 0)
        self.metrics = Metrics()

    def ended(self) -> list[str]:
        """Return the reasons of all endings."""
        return re.findall(r'charkoni_closed_total{reason="(\w+)"} 1.0', self.metrics.text({}))


def socket_on(wire: Wire, hub: Hub | None = None) -> Socket:
    return Socket(cast(Any, hub or Hub()), cast(Any, wire), "guest", User("", "guest"))


def tasks() -> int:
    return len(asyncio.all_tasks())


def test_messages_are_sent_in_order_and_no_task_waits_for_the_next() -> None:
    async def run() -> None:
        wire, before = Wire(False), tasks()
        socket = socket_on(wire)
        for i in range(5):
            socket.put(str(i))
        await until(lambda: tasks() == before)
        socket.put("5")
        await until(lambda: tasks() == before)
        assert wire.sent == [str(i) for i in range(6)]

    asyncio.run(run())


def ending(of: Callable[[Wire, Socket], Awaitable[None]], is_stuck: bool, hub: Hub) -> list[int]:
    """Serve a socket to whose connection something happens, to the end; return the codes of its closing."""

    async def run() -> list[int]:
        wire, before = Wire(is_stuck), tasks()
        socket = socket_on(wire, hub)
        served = asyncio.create_task(socket.serve())
        await of(wire, socket)
        await asyncio.wait_for(served, PATIENCE_S)
        await until(lambda: tasks() == before)
        socket.put("too late")
        assert tasks() == before
        return wire.closed

    return asyncio.run(run())


def test_every_ending_of_a_socket_is_counted_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sockets, "SEND_TIMEOUT", 0.02)
    caplog.set_level(logging.INFO)

    async def frames(wire: Wire, *texts: str, code: int = 0) -> None:
        for text in texts:
            wire.frames.put_nowait({"type": "websocket.receive", "text": text})
        if code:
            wire.frames.put_nowait({"type": "websocket.disconnect", "code": code})

    async def receives_nothing(_wire: Wire, socket: Socket) -> None:
        socket.put("a")

    async def is_slow(_wire: Wire, socket: Socket) -> None:
        await asyncio.sleep(0)  # until it is served
        for i in range(MOST_QUEUED + 1):
            socket.put(str(i))

    async def is_silent(_wire: Wire, _socket: Socket) -> None:
        pass

    async def breaks(wire: Wire, socket: Socket) -> None:
        monkeypatch.setattr(socket, "_pong", lambda _request: {}["a fault of the server"])
        await frames(wire, ping)

    ping = '{"type":"ping","t":1}'
    cases: list[tuple[str, int, Callable[[Wire, Socket], Awaitable[None]], bool]] = [
        ("CLIENT", 1001, lambda wire, _: frames(wire, code=1001), False),
        ("RESTART", 1012, lambda wire, _: frames(wire, code=1012), False),
        ("TOO_LONG", 1000, lambda wire, _: frames(wire, " " * (LONGEST_BYTES + 1)), False),
        ("FLOOD", 1000, lambda wire, _: frames(wire, *[ping] * (MOST_REFUSED + 50)), False),
        ("STUCK", 1013, receives_nothing, True),
        ("SLOW", 1013, is_slow, True),
        ("IDLE", 1000, is_silent, False),
        ("FAULT", 1011, breaks, False),
    ]
    for reason, code, of, is_stuck in cases:
        hub = Hub(0.02 if reason == "IDLE" else 60.0, "message.guest=30+1")
        assert ending(of, is_stuck, hub) == [1000 if reason in USUAL else code], reason
        assert hub.ended() == [reason]
        assert (f": {reason}, {code}" in caplog.text) == (reason not in USUAL)
    assert "KeyError: 'a fault of the server'" in caplog.text


def test_the_end_of_the_server_is_said_once() -> None:
    """Not by each board, and not again when the port is closed."""

    async def work() -> list[str]:
        wire = Wire(is_stuck=False)
        socket = socket_on(wire)
        room = SimpleNamespace(id="g")
        ends = (socket.put, socket.end)
        boards = [OpenBoard("", cast(Any, room), Perspective(), frozenset(), *ends) for _ in range(2)]
        for board in (*boards, *boards):
            board.end("bye")
        await until(lambda: socket._writer is None)
        return wire.sent

    assert asyncio.run(work()) == ["bye"]


def test_the_sockets_of_one_person_share_a_budget() -> None:
    async def run() -> None:
        hub = Hub(budgets="message.guest=5+1")
        wires = [Wire(False), Wire(False)]
        served = [asyncio.create_task(socket_on(wire, hub).serve()) for wire in wires]
        for wire in wires:
            for _ in range(4):
                wire.frames.put_nowait({"type": "websocket.receive", "text": '{"type":"ping","t":1}'})
            wire.frames.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(asyncio.gather(*served), PATIENCE_S)
        replies = [json.loads(text)["type"] for wire in wires for text in wire.sent]
        assert (replies.count("pong"), replies.count("nack")) == (5, 3)

    asyncio.run(run())
