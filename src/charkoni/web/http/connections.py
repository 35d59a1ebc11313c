"""Connections of a server: deadlines for requests, and limits of open connections, per address and in all."""

import asyncio
import logging
import sys
from collections.abc import Iterable
from ipaddress import ip_network
from time import monotonic
from typing import Any
from weakref import WeakSet

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from charkoni.web.allowances import RESERVED_SHARE
from charkoni.web.http.origins import is_within
from charkoni.web.http.quotas import networks_of

HEADER_S = 15
"""The most seconds until a request's header is complete."""
BODY_S = 60
"""The most seconds until a request's body is complete."""
CHECK_S = 5  # a timer for each connection: rare enough to cost nothing
LONGEST_HEAD = 64 * 1024  # browsers send some kilobytes, most of them cookies
"""The most bytes of a request beside its body: lines before it, header, sizes of chunks, trailer."""
TOO_LONG_HEAD = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
MOST_PER_ADDRESS = 400
"""The most open connections of one address: a school of sixty telephones behind one, each with six."""
FEW_PER_ADDRESS = 16
"""As many, when only the share of all connections is left that is reserved for addresses with few: two browsers."""
RESERVED = 200
"""File descriptors that are not for connections: the database, files of events, pipes of engines."""
WANTED_DESCRIPTORS = 65_536
RECOUNT_S = 0.25
"""How often closed connections are looked for while new ones are refused, which must cost little."""

logger = logging.getLogger(__name__)


def raise_descriptor_limit(wanted: int = WANTED_DESCRIPTORS) -> int:
    """Raise the limit of this process's open files as far as it may, up to `wanted`; return the limit, 0 if unknown."""
    if sys.platform == "win32":
        return 0
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    limit = wanted if hard == unlimited else min(wanted, hard)
    if soft == unlimited or soft >= limit:
        return wanted if soft == unlimited else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return limit


class ConnectionLimits:
    """Counts the open connections of each address, sockets included.

    most: in all, 0: any number.  exempt: IP addresses and networks of trusted proxies, which bring the connections of
    many people.
    """

    def __init__(self, most: int = 0, per_address: int = MOST_PER_ADDRESS, exempt: Iterable[str] = ()) -> None:
        self._most, self._per_address = most, per_address
        self._exempt = tuple(ip_network(each) for each in exempt)
        self._open: dict[str, WeakSet[asyncio.Transport]] = {}
        self._all = WeakSet[asyncio.Transport]()
        self._refused = 0
        self._recounted = -RECOUNT_S

    def admit(self, address: str, transport: Any) -> bool:
        """Return whether one more connection of an address may stay open, and count it.

        Networks of IPv6 count together as they do for quotas: one customer has any number of addresses.
        """
        # Sockets leave the protocol that counts them, so that their ends are looked for, when a place is wanted and not
        # more than four times a second.
        if self._is_full(address) and monotonic() >= self._recounted + RECOUNT_S:
            self._drop_closed()
            self._recounted = monotonic()
        if self._is_full(address):
            self._refused += 1
            # The first refusal and each doubling of their number: some twenty lines for a million refusals.
            if self._refused & (self._refused - 1) == 0:
                logger.warning("connections refused so far: %d, the last from %s", self._refused, address)
            return False
        self._all.add(transport)
        for network in networks_of(address):
            self._open.setdefault(network, WeakSet()).add(transport)
        return True

    def release(self, address: str, transport: Any) -> None:
        """Count a connection no more that has ended; sockets, which have another protocol then, are looked for."""
        self._all.discard(transport)
        for network in networks_of(address):
            self._open.get(network, self._all).discard(transport)

    def _is_full(self, address: str) -> bool:
        if self._most and len(self._all) >= self._most:
            return True
        # The last share is for addresses with few connections: one address cannot take all.
        is_scarce = self._most and len(self._all) >= self._most * (1 - RESERVED_SHARE)
        most = min(self._per_address, FEW_PER_ADDRESS) if is_scarce else self._per_address
        is_over = any(len(self._open.get(each, ())) >= most * times for each, times in networks_of(address).items())
        return is_over and not is_within(address, self._exempt)

    def counts(self) -> dict[str, int]:
        """Return how many connections each address has open, and each larger network of IPv6."""
        self._drop_closed()
        return {address: len(transports) for address, transports in self._open.items()}

    def _drop_closed(self) -> None:
        for transports in (self._all, *self._open.values()):
            for transport in [each for each in transports if each.is_closing()]:
                transports.discard(transport)
        self._open = {address: transports for address, transports in self._open.items() if transports}


class AdmissionProtocol(asyncio.Protocol):
    """The protocol of a connection until it is admitted; it costs little, for an attacker opens thousands a second.

    options: of the protocol that serves the connection then.  Uvicorn makes an instance for each connection.
    """

    __slots__ = ("_limits", "_options")

    def __init__(self, limits: ConnectionLimits, **options: object) -> None:
        self._limits, self._options = limits, options

    def connection_made(self, transport: Any) -> None:
        """Hand a connection over, or close it at once when there are too many."""
        peer = transport.get_extra_info("peername")
        address = peer[0] if peer else ""
        if not self._limits.admit(address, transport):
            # Without a word: an answer would cost more than the connection.
            transport.abort()
            return
        protocol = TimedProtocol(self._limits, address, **self._options)
        transport.set_protocol(protocol)
        protocol.connection_made(transport)


class TimedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # one of two, chosen when uvicorn is imported
    """The HTTP protocol of uvicorn, closed when a request does not arrive in time, or has too much beside its body.

    Uvicorn itself limits only the idle time between requests, and with httptools no header: it would collect one that
    has no end, in time that is quadratic in its length.
    """

    def __init__(self, limits: ConnectionLimits, address: str, **options: object) -> None:
        super().__init__(**options)
        self._limits, self._address = limits, address
        self._head = 0

    def data_received(self, data: bytes) -> None:
        """Take a part of a request, or refuse a request whose head has no end."""
        if self._head > LONGEST_HEAD:
            self.transport.write(TOO_LONG_HEAD)
            self.transport.close()
            return
        self._head += len(data)
        super().data_received(data)

    def on_body(self, body: bytes) -> None:
        """Take a part of a body, which has limits of its own."""
        # Everything received counts as head but what the parser has called body.
        self._head -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End a request."""
        self._head = 0
        super().on_message_complete()

    def connection_made(self, transport: object) -> None:
        """Serve a connection."""
        super().connection_made(transport)
        self._waiting_for: object = self
        self._since = self.loop.time()
        self.loop.call_later(CHECK_S, self._check)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._limits.release(self._address, self.transport)
        super().connection_lost(exc)

    def _check(self) -> None:
        """Close the connection if the same request has been incomplete for too long; look again later."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return  # a socket has its own deadlines
        now, cycle = self.loop.time(), self.cycle
        is_answered = cycle is None or cycle.response_complete
        is_body = not is_answered and cycle.more_body
        is_header = is_answered and self.timeout_keep_alive_task is None
        # What is waited for: the body of one request, or a header. Another one begins a new deadline, more bytes of the
        # same one do not: a sender of one byte a second is cut off as well.
        waiting_for = (id(cycle), is_body) if is_body or is_header else None
        if waiting_for is None or (waiting_for != self._waiting_for and self._waiting_for is not self):
            self._since = now
        self._waiting_for = waiting_for
        if waiting_for and now - self._since >= (BODY_S if is_body else HEADER_S):
            self.transport.abort()
            return
        self.loop.call_later(CHECK_S, self._check)
