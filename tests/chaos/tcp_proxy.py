"""A TCP proxy that does to connections what bad networks do: delay, loss, cuts, and silence.

A user of TCP never sees a lost packet: it is sent again after a timeout that doubles, and all that follows it waits.
That is what `loss` does.
"""

import asyncio
import contextlib
import random
import socket
import struct
from dataclasses import dataclass


@dataclass
class Network:
    """The state of a network, which may be changed at any time.

    delay_s, jitter_s: of each chunk.  loss: the share of chunks that are lost once or more often.  chunk: the most
    bytes that pass at once.  is_silent: nothing passes, and nobody is told.
    """

    delay_s: float = 0.0
    jitter_s: float = 0.0
    loss: float = 0.0
    chunk: int = 65536
    is_silent: bool = False


RETRANSMISSION_S = 0.2
SILENCE_S = 0.05


class TcpProxy:
    """A proxy before a port of this machine."""

    def __init__(self, target: int, network: Network, seed: int = 0) -> None:
        self.network = network
        self.luck = random.Random(seed)
        self.cuts = 0
        self._target = target
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        """The port at which the proxy listens."""
        assert self._server
        return int(self._server.sockets[0].getsockname()[1])

    async def __aenter__(self) -> "TcpProxy":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server
        self._server.close()
        self.cut(1.0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        ends = {writer, far_writer}
        self._open |= ends
        try:
            await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
        except asyncio.CancelledError:
            pass  # the experiment ends
        finally:
            self._open -= ends
            for each in ends:
                each.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(self.network.chunk):
                await asyncio.sleep(self._late_s())
                while self.network.is_silent:
                    await asyncio.sleep(SILENCE_S)
                writer.write(data)
                await writer.drain()
        with contextlib.suppress(OSError):
            writer.close()

    def _late_s(self) -> float:
        """Return how late a chunk arrives."""
        late, timeout = self.network.delay_s + self.luck.random() * self.network.jitter_s, RETRANSMISSION_S
        while self.luck.random() < self.network.loss:
            late, timeout = late + timeout, 2 * timeout
        return late

    def cut(self, share: float) -> int:
        """Reset a share of all connections at both ends, and return how many ends that were."""
        ends = [each for each in self._open if self.luck.random() < share]
        for each in ends:
            wire = each.get_extra_info("socket")
            with contextlib.suppress(OSError):
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            each.transport.abort()
        self.cuts += len(ends)
        return len(ends)
