"""Bodies of requests: their limits, how much of them the server holds in memory, and forms that are read from them.

A large body is a file that an arbiter brings: a tournament or a list of entries.  All large bodies together may take
`MOST_HELD` until their requests are answered, and their forms are read in a thread, for the reading takes seconds.
"""

import asyncio
import re
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import FormData, MutableHeaders
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from charkoni.web.http.request_queue import Turn

LONGEST_BODY = 64 * 1024
"""The most bytes of a request's body."""
LONGEST_FILE = 20_000_000
"""The most bytes of a file that is sent: a tournament, or a list of entries."""
LONGEST_UPLOAD = LONGEST_FILE + LONGEST_BODY
"""The most bytes of the body that brings it."""
UPLOADS = re.compile(r"/events/take|/t/[^/]+/desk/(preview|import)")
"""The paths of such bodies."""
MOST_HELD = 2 * LONGEST_UPLOAD
MOST_FIELDS = 60
"""The most fields of a form."""


class HeldBodies:
    """How many bytes of large bodies the server holds in memory."""

    def __init__(self, most: int = MOST_HELD) -> None:
        self._most = most
        self.held = 0

    @property
    def is_full(self) -> bool:
        """Whether no more may be received now."""
        return self.held > self._most


class Exchange:
    """One request and its response: counts the bytes of the body, and adds headers.

    most: the most bytes of the body.  When they are exceeded, or all large bodies together are too large, the
    application hears that the client is gone, and what it answers is dropped.  turn: the request's, which is given back
    while a part of the body is awaited.
    """

    def __init__(
        self, receive: Receive, send: Send, most: int, held: HeldBodies, headers: Mapping[str, str], turn: Turn
    ) -> None:
        self._receive, self._send = receive, send
        self._most, self._held, self._headers, self._turn = most, held, headers, turn
        self.received = 0
        self.has_answered = False
        self.finds_no_room = False

    @property
    def is_too_large(self) -> bool:
        """Whether more has been received than is allowed."""
        return self.received > self._most

    @property
    def is_refused(self) -> bool:
        """Whether the body is refused, and no answer has begun."""
        return (self.is_too_large or self.finds_no_room) and not self.has_answered

    async def receive(self) -> Message:
        """Return the next part of the body, or the disconnection of a client whose body is refused."""
        self._turn.give_back()  # a body may take a minute to come
        message = await self._receive()
        await self._turn.take()
        size = len(message.get("body", b""))
        self.received += size
        if self._most > LONGEST_BODY:
            self._held.held += size
            self.finds_no_room |= size > 0 and self._held.is_full
        return {"type": "http.disconnect"} if self.is_too_large or self.finds_no_room else message

    async def send(self, message: Message) -> None:
        """Pass the response on with the headers; drop the response to a refused body."""
        if self.is_refused:
            return
        self.has_answered = True
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers.setdefault(name, value)
        await self._send(message)

    def end(self) -> None:
        """Count the body no more."""
        if self._most > LONGEST_BODY:
            self._held.held -= self.received


def most_of(scope: Scope, has_length: bool) -> int:
    """Return the most bytes of a body.  A large one must say its length, by which it is paid for."""
    return LONGEST_UPLOAD if has_length and UPLOADS.fullmatch(scope["path"]) else LONGEST_BODY


async def read_form(request: Request) -> FormData:
    """Return the form of a request, which holds no files."""
    length = request.headers.get("content-length", "")
    if not length.isdecimal() or int(length) <= LONGEST_BODY:
        return await _form_of(request)
    return await asyncio.to_thread(_read, request.scope, await request.body())


def _read(scope: Scope, body: bytes) -> FormData:
    """Return the form in a body that has been received."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    reading: Any = _form_of(Request(scope, receive)).__await__()
    try:
        next(reading)
    except StopIteration as end:  # it waits for nothing, since all is there
        form: FormData = end.value
        return form
    raise RuntimeError("the reading of a form waits")


async def _form_of(request: Request) -> FormData:
    return await request.form(max_files=0, max_fields=MOST_FIELDS, max_part_size=LONGEST_UPLOAD)
