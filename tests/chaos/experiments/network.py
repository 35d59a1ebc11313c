"""Networks that delay, lose, cut and fall silent, and clients that are too slow."""

import asyncio
import contextlib
import json
import socket

from tests.chaos.crowd import NETWORK_ERRORS, Crowd
from tests.chaos.experiments.place import Place, close_books, is_over, pause, running
from tests.chaos.report import Row
from tests.chaos.supervised_server import Server
from tests.chaos.tcp_proxy import Network, TcpProxy
from websockets.asyncio.client import connect

GOES_ON = 4
HALF_REQUESTS = 300
"""Fewer than the 400 connections that one address may have: the crowd comes from the same one."""
SLOW_READERS = 20
HELLOS = 100
"""More views than the buffers of a connection hold."""
WEATHER = {
    "delay": Network(delay_s=0.15, jitter_s=0.1),
    "loss": Network(delay_s=0.02, jitter_s=0.02, loss=0.1),
    "trickle": Network(delay_s=0.01, chunk=400),
    "heavy loss": Network(delay_s=0.05, jitter_s=0.2, loss=0.25),
}


async def bad_networks(place: Place) -> Row:
    """Delay, loss and a trickle, one after the other."""
    row = Row("packets delayed and lost")
    async with running(Server(place.folder)) as server, TcpProxy(server.port, Network()) as proxy:
        async with _crowd(place, proxy) as crowd:
            end = place.until()
            while not is_over(end):
                for network in WEATHER.values():
                    proxy.network = network
                    row.injected += 1
                    row.survived += await crowd.moves(3 * GOES_ON)
                    await asyncio.sleep(min(2.0, place.seconds / 8))
            proxy.network = Network()
        await close_books(row, crowd, server)
    return row


async def cuts(place: Place) -> Row:
    """Connections are reset in the middle of anything, or fall silent without an end."""
    row = Row("sockets cut or silent")
    async with running(Server(place.folder)) as server, TcpProxy(server.port, Network(delay_s=0.005)) as proxy:
        async with _crowd(place, proxy) as crowd:
            end = place.until()
            while not is_over(end):
                await pause(place, 0.05, 0.8)
                row.injected += 1
                if place.luck.random() < 0.2:
                    proxy.network = Network(is_silent=True)
                    await pause(place, 0.5, 3.0)
                    proxy.network = Network(delay_s=0.005)
                    proxy.cut(0.5)
                else:
                    proxy.cut(place.luck.choice((0.2, 0.5, 1.0)))
                row.survived += await crowd.moves(GOES_ON)
        await close_books(row, crowd, server)
    return row


async def half_requests(place: Place) -> Row:
    """Connections that never finish their request: half a header, half a body, half a frame, nothing."""
    row = Row("half requests")
    async with running(Server(place.folder)) as server:
        crowd = place.crowd(server.origin)
        async with crowd:
            end = place.until()
            while not is_over(end):
                wires = [_half_request(place, server.port) for _ in range(HALF_REQUESTS)]
                row.injected += len(wires)
                went_on = await crowd.moves(10 * GOES_ON)
                row.survived += len(wires) if went_on else 0
                await pause(place, 0.5, 2.0)
                for wire in wires:
                    wire.close()
        await close_books(row, crowd, server)
    return row


HALVES = (
    b"",
    b"GET / HTT",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ",
    b"POST /new HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 5000\r\n\r\ngame=",
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81\xfe\x10",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
)
"""The last one is the beginning of TLS, spoken to a server without it."""


def _half_request(place: Place, port: int) -> socket.socket:
    """Open a connection and send the beginning of something."""
    wire = socket.create_connection(("127.0.0.1", port), timeout=10)
    with contextlib.suppress(OSError):
        wire.sendall(place.luck.choice(HALVES))
    return wire


async def slow_readers(place: Place) -> Row:
    """Sockets that ask for boards again and again, and read nothing."""
    row = Row("slow readers")
    async with running(Server(place.folder)) as server:
        crowd = place.crowd(server.origin)
        async with crowd:
            before = server.memory_mb()
            end = place.until()
            while not is_over(end):
                row.injected += SLOW_READERS
                g = place.luck.choice(crowd.tables).g
                readers = [asyncio.create_task(_read_nothing(server.port, g)) for _ in range(SLOW_READERS)]
                went_on = await crowd.moves(10 * GOES_ON)
                await asyncio.gather(*readers)
                row.survived += SLOW_READERS if went_on else 0
            row.seen.append(f"memory of the server {before:.0f} to {server.memory_mb():.0f} MB")
        await close_books(row, crowd, server)
    return row


async def _read_nothing(port: int, g: str) -> None:
    """Ask for a board many times at a socket with a small buffer, and never read an answer."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(wire, ("127.0.0.1", port))
    hello = json.dumps({"type": "hello", "g": g, "lang": "en"})
    with contextlib.suppress(*NETWORK_ERRORS):
        address = f"ws://127.0.0.1:{port}/ws"
        async with connect(address, sock=wire, compression=None, max_queue=1, close_timeout=1) as door:
            for _ in range(HELLOS):
                async with asyncio.timeout(5):
                    await door.send(hello)
                await asyncio.sleep(0.05)


def _crowd(place: Place, proxy: TcpProxy) -> Crowd:
    return place.crowd(f"http://127.0.0.1:{proxy.port}", clock="30")
