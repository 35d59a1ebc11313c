"""Deadlines of requests and limits of connections, over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import pytest
import uvicorn

from charkoni.web.http import connections
from charkoni.web.http.connections import AdmissionProtocol, ConnectionLimits, raise_descriptor_limit

LATE_S = 5.0
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def serving(limits: ConnectionLimits) -> AsyncIterator[Callable[[], Awaitable[Connection]]]:
    """Serve `app` with limits; yields what opens a connection."""
    protocol: Any = partial(AdmissionProtocol, limits)
    config = uvicorn.Config(app, port=0, log_config=None, lifespan="off", http=protocol)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield lambda: asyncio.open_connection("127.0.0.1", port)
    server.should_exit = True
    server.force_exit = True
    await running


async def is_closed(reader: asyncio.StreamReader) -> bool:
    """Return whether the other side closes the connection in time."""
    try:
        return await asyncio.wait_for(reader.read(1), LATE_S) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("HEADER_S", 0.3), ("BODY_S", 0.3), ("CHECK_S", 0.05)):
        monkeypatch.setattr(connections, name, seconds)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: a\r\nX-Half: ",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf",
    ],
)
def test_a_request_that_does_not_arrive_closes_its_connection(sent: bytes) -> None:
    async def half() -> bool:
        async with serving(ConnectionLimits()) as connect:
            reader, writer = await connect()
            writer.write(sent)
            closed = await is_closed(reader)
            writer.close()
            return closed

    assert asyncio.run(half())


def test_whole_requests_and_the_pause_between_them_are_not_cut() -> None:
    async def twice() -> list[bytes]:
        async with serving(ConnectionLimits()) as connect:
            reader, writer = await connect()
            answers = []
            for pause in (0.0, 1.0):
                await asyncio.sleep(pause)
                writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                answers.append((await asyncio.wait_for(reader.readuntil(b"ok"), LATE_S))[:15])
            writer.close()
            return answers

    assert asyncio.run(twice()) == [b"HTTP/1.1 200 OK"] * 2


@pytest.mark.parametrize(
    ("limits", "open_ones"),
    [({"per_address": 2}, 2), ({"most": 3}, 3), ({"per_address": 2, "exempt": ["127.0.0.1"]}, 4)],
)
def test_connections_are_limited_by_address_and_in_all(limits: dict[str, Any], open_ones: int) -> None:
    async def four() -> int:
        async with serving(ConnectionLimits(**limits)) as connect:
            pairs = [await connect() for _ in range(4)]
            for _, writer in pairs:
                writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            served = 0
            for reader, writer in pairs:
                with suppress(ConnectionResetError):
                    served += (await asyncio.wait_for(reader.read(8), LATE_S)).startswith(b"HTTP")
                writer.close()
            return served

    assert asyncio.run(four()) == open_ones


def test_the_addresses_of_one_customer_count_as_one() -> None:
    limits = ConnectionLimits(per_address=2)

    def admitted(address: str) -> bool:
        transport: Any = type("Transport", (), {"is_closing": lambda self: False})()
        kept.append(transport)
        return limits.admit(address, transport)

    kept: list[Any] = []
    assert [admitted(f"2001:db8::{number}") for number in range(3)] == [True, True, False]
    assert sum(admitted(f"2001:db8:5:{number:x}::1") for number in range(9)) == 4, "a /56 counts as two addresses"
    assert admitted("2001:db8:0:1::1") and admitted("192.0.2.1") and admitted("::ffff:192.0.2.1")
    assert not admitted("192.0.2.1")


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: a\r\nX-Endless: ",
        b"GET /",
        b"GET / HTTP/1.1\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ",
    ],
    ids=["value", "address", "lines", "chunk", "trailer"],
)
def test_a_request_whose_head_has_no_end_is_refused_and_nobody_waits(head: bytes) -> None:
    """60 MB of a header kept a server busy for 14 seconds, for the parser collects it in quadratic time."""

    async def run() -> tuple[int, float, bytes]:
        async with serving(ConnectionLimits()) as connect:
            reader, writer = await connect()
            sent = 0
            part = (b"A: b\r\n" if head.endswith(b"1.1\r\n") else b"a" * 6) * 10_000
            writer.write(head)
            with suppress(ConnectionError):
                for _ in range(600):
                    writer.write(part)
                    await writer.drain()
                    sent += 1
            other, writes = await connect()
            since = asyncio.get_running_loop().time()
            writes.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await asyncio.wait_for(other.readuntil(b"ok"), LATE_S)
            took = asyncio.get_running_loop().time() - since
            try:
                answer = await asyncio.wait_for(reader.read(12), LATE_S)
            except ConnectionError:
                answer = b""
            for each in (writer, writes):
                each.close()
            return sent, took, answer

    sent, took, answer = asyncio.run(run())
    assert sent < 300, "it was closed while more was on its way"
    assert took < 1.0
    assert answer in (b"HTTP/1.1 431", b"HTTP/1.1 400", b""), "a reset may come before it"


def test_large_bodies_and_many_requests_on_a_connection_are_no_endless_head() -> None:
    async def run() -> int:
        async with serving(ConnectionLimits()) as connect:
            reader, writer = await connect()
            for _ in range(3):
                size = 3 * connections.LONGEST_HEAD
                writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % size + b"x" * size)
                await asyncio.wait_for(reader.readuntil(b"ok"), LATE_S)
            for _ in range(2000):
                writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nCookie: %s\r\n\r\n" % (b"c" * 50))
                await asyncio.wait_for(reader.readuntil(b"ok"), LATE_S)
            writer.close()
            return 5

    assert asyncio.run(run())


def test_three_addresses_leave_connections_to_others() -> None:
    limits = ConnectionLimits(most=824)

    def admitted(address: str) -> bool:
        transport: Any = type("Transport", (), {"is_closing": lambda self: False})()
        kept.append(transport)
        return limits.admit(address, transport)

    kept: list[Any] = []
    held = sum(admitted(f"198.51.100.{number}") for number in range(3) for _ in range(400))
    assert 600 < held < 700
    assert [admitted("192.0.2.1") for _ in range(20)].count(True) == connections.FEW_PER_ADDRESS
    assert sum(admitted(f"2001:db8:0:{number:x}::1") for number in range(900)) == 8 * connections.FEW_PER_ADDRESS


def test_closed_connections_make_room() -> None:
    async def in_turn() -> int:
        async with serving(ConnectionLimits(per_address=1)) as connect:
            served = 0
            for _ in range(3):
                reader, writer = await connect()
                writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                served += (await asyncio.wait_for(reader.read(), LATE_S)).endswith(b"ok")
                writer.close()
                await writer.wait_closed()
            return served

    assert asyncio.run(in_turn()) == 3


def test_the_descriptor_limit_is_raised_no_further_than_it_may() -> None:
    assert raise_descriptor_limit(64) >= 64
