"""Sockets: messages are sent in order; a connection that does not keep up is closed, and leaves no task behind."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.websockets import WebSocketState
from tests.web.conditions import until

from charkoni.web.live import sockets
from charkoni.web.live.hub import Hub
from charkoni.web.live.sockets import MOST_QUEUED, Socket


class Wire:
    """A connection; a stuck one never finishes sending."""

    application_state = WebSocketState.CONNECTED

    def __init__(self, is_stuck: bool) -> None:
        self.sent: list[str] = []
        self.closed: list[int] = []
        self._is_stuck = is_stuck

    async def send_text(self, text: str) -> None:
        if self._is_stuck:
            await asyncio.Event().wait()
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.closed.append(code)


def socket_on(wire: Wire) -> Socket:
    hub = SimpleNamespace(settings=SimpleNamespace(message_rate=10.0))
    return Socket(cast(Hub, hub), cast(Any, wire), "guest")


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


def test_a_socket_that_receives_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SEND_TIMEOUT", 0.02)

    async def run() -> None:
        wire, before = Wire(True), tasks()
        socket = socket_on(wire)
        socket.put("a")
        await until(lambda: tasks() == before)
        assert (wire.sent, wire.closed) == ([], [1013])
        socket.put("b")
        assert tasks() == before

    asyncio.run(run())


def test_a_socket_that_is_too_slow_is_closed() -> None:
    async def run() -> None:
        wire = Wire(True)
        socket = socket_on(wire)
        for i in range(MOST_QUEUED + 1):
            socket.put(str(i))
        await until(lambda: wire.closed)
        assert wire.closed == [1013]

    asyncio.run(run())
