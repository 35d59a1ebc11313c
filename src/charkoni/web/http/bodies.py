"""Bodies of requests: their limits, where large ones are kept while they arrive, and forms that are read from them.

A large body is a file that an arbiter brings: a tournament or a list of entries.  It arrives on the disk; `MOST_READ`
at a time are read, in a thread, for the reading takes seconds.
"""

import asyncio
import os
import re
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import IO

from starlette.datastructures import FormData, MutableHeaders
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from charkoni.web.http.quotas import networks_of
from charkoni.web.http.request_queue import RequestTurn

LONGEST_BODY = 64 * 1024
"""The most bytes of a request's body."""
LONGEST_FILE = 20_000_000
"""The most bytes of a file that is sent: a tournament, or a list of entries."""
LONGEST_UPLOAD = LONGEST_FILE + LONGEST_BODY
"""The most bytes of the body that brings it."""
UPLOADS = re.compile(r"/events/take|/t/[^/]+/desk/(preview|import)")
"""The paths of such bodies."""
MOST_SPOOLED = 12 * LONGEST_UPLOAD  # 240 MB: a folder for temporary files has that
"""The most bytes of large bodies on the disk at a time."""
SPOOLED_SHARE = 1 / 4
"""The share of them that one address may have."""
MOST_READ = 2  # the body and the form that is read from it
"""How many large bodies are in memory at a time, with the forms that are read from them."""
STALL_S = 5.0
"""After how many seconds without a byte the sender of a large body is gone."""
LEAST_RATE = 20_000  # a file of 20 MB in a quarter of an hour
"""The fewest bytes a second of a large body after its first seconds."""
SPOOL_FOLDER = "/var/tmp" if os.path.isdir("/var/tmp") else None
"""Where large bodies are spooled: /tmp is often in memory."""
MOST_FIELDS = 60
"""The most fields of a form."""


class Spool:
    """Room on the disk for large bodies while they arrive, of which each address has a share."""

    def __init__(self, most: int = MOST_SPOOLED) -> None:
        self._most = most
        self._sizes: Counter[str] = Counter()
        self._reading = asyncio.Semaphore(MOST_READ)

    def has_room(self, address: str, size: int) -> bool:
        """Return whether a body of an address may arrive now."""
        owner = _owner(address)
        # By the length announced, before a byte has come: two large bodies cannot both be promised the last room.
        return self._sizes.total() + size <= self._most and self._sizes[owner] + size <= self._most * SPOOLED_SHARE

    @asynccontextmanager
    async def received(self, address: str, size: int, receive: Receive) -> AsyncIterator[Receive | None]:
        """Receive a body on the disk; yield what replays it, when it may be read, None if it does not come in time."""
        owner = _owner(address)
        self._sizes[owner] += size
        try:
            with tempfile.TemporaryFile(dir=SPOOL_FOLDER) as file:
                if await _has_come(receive, file):
                    # On the disk any number may wait; in memory there are two.
                    async with self._reading:
                        yield _replay(file, receive)
                else:
                    yield None
        finally:
            self._sizes[owner] -= size
            self._sizes += Counter()  # without those at 0


def _owner(address: str) -> str:
    """Return whose share an address has: of IPv6 that of its largest network."""
    networks = [*networks_of(address)]
    # The largest network: else one customer could have a share for each network of 64 bits.
    return networks[-1] if networks else ""


async def _has_come(receive: Receive, file: IO[bytes]) -> bool:
    """Write a body into a file, and return whether all of it has come, fast enough."""
    loop = asyncio.get_running_loop()
    since = loop.time()
    while True:
        try:
            # Two limits: a pause of a few seconds, and a rate on the whole, which a sender of single bytes misses.
            message = await asyncio.wait_for(receive(), STALL_S)
            file.write(message.get("body", b""))
        except (TimeoutError, OSError):  # of a full disk
            return False
        if message["type"] != "http.request" or file.tell() < (loop.time() - since - STALL_S) * LEAST_RATE:
            return False
        if not message.get("more_body"):
            return True


def _replay(file: IO[bytes], receive: Receive) -> Receive:
    """Return what receives the body in a file, and then what comes after it."""
    file.seek(0)
    bodies = iter([file])

    async def replay() -> Message:
        for body in bodies:
            return {"type": "http.request", "body": body.read(), "more_body": False}
        return await receive()

    return replay


class Exchange:
    """One request and its response: counts the bytes of the body, and adds headers.

    most: the most bytes of the body.  When they are exceeded, the application hears that the client is gone, and what
    it answers is dropped.  headers_of: returns the headers of a response by its media type.  turn: the request's, which
    is given back while a part of the body is awaited.
    """

    def __init__(
        self,
        receive: Receive,
        send: Send,
        most: int,
        headers_of: Callable[[str], Mapping[str, str]],
        turn: RequestTurn,
    ) -> None:
        self._receive, self._send = receive, send
        self._most, self._headers_of, self._turn = most, headers_of, turn
        self.received = 0
        self.has_answered = False

    @property
    def is_refused(self) -> bool:
        """Whether the body is refused, and no answer has begun."""
        return self.received > self._most and not self.has_answered

    async def receive(self) -> Message:
        """Return the next part of the body, or the disconnection of a client whose body is refused."""
        self._turn.give_back()  # a body may take a minute to come
        message = await self._receive()
        await self._turn.take()
        self.received += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.received > self._most else message

    async def send(self, message: Message) -> None:
        """Pass the response on with the headers; drop the response to a refused body."""
        if self.is_refused:
            return
        self.has_answered = True
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in self._headers_of(headers.get("content-type", "")).items():
                # A page may have stricter headers of its own.
                headers.setdefault(name, value)
        await self._send(message)


def most_of(scope: Scope, has_length: bool) -> int:
    """Return the most bytes of a body.  A large one must say its length, by which it is paid for."""
    return LONGEST_UPLOAD if has_length and UPLOADS.fullmatch(scope["path"]) else LONGEST_BODY


async def read_form(request: Request) -> FormData:
    """Return the form of a request, which holds no files."""
    length = request.headers.get("content-length", "")
    if not length.isdecimal() or int(length) <= LONGEST_BODY:
        return await _form_of(request)
    # A form of 20 MB is parsed for seconds: moves of players must not wait for it.
    return await asyncio.to_thread(_read, request.scope, await request.body())


def _read(scope: Scope, body: bytes) -> FormData:
    """Return the form in a body that has been received."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return asyncio.run(_form_of(Request(scope, receive)))


async def _form_of(request: Request) -> FormData:
    return await request.form(max_files=0, max_fields=MOST_FIELDS, max_part_size=LONGEST_UPLOAD)
