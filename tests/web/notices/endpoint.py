"""A server of somebody else: it answers requests as a test says, and keeps them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field


@dataclass
class Endpoint:
    """What was posted: path, headers and body of each request.

    answer: the first line; "" for none at all.  pause_s: how long it takes to answer.
    """

    port: int = 0
    answer: str = "201 Created"
    pause_s: float = 0.0
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.append(writer)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            lines = head.split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            self.requests.append((lines[0].split(" ")[1], headers, body))
            if self.answer:
                if self.pause_s:
                    await asyncio.sleep(self.pause_s)
                writer.write(f"HTTP/1.1 {self.answer}\r\ncontent-length: 0\r\n\r\n".encode())
                await writer.drain()
                writer.close()
            else:
                await reader.read()


@contextlib.asynccontextmanager
async def endpoint(answer: str = "201 Created") -> AsyncIterator[Endpoint]:
    """Run such a server on a free port."""
    kept = Endpoint(answer=answer)
    server = await asyncio.start_server(kept.handle, "127.0.0.1", 0)
    kept.port = server.sockets[0].getsockname()[1]
    try:
        yield kept
    finally:
        server.close()
        await asyncio.sleep(0)  # connections that were just accepted have writers, too
        for writer in kept.writers:
            writer.transport.abort()
        await asyncio.sleep(0)
