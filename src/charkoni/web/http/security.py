"""Security of requests: headers for browsers, the hosts a server answers for, the Origin check, the size of bodies."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import cache
from typing import Protocol
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from charkoni.web.http.ledger import Ledger, Spent, User

LONGEST_BODY = 64 * 1024
"""The most bytes of a request's body."""
LONGEST_UPLOAD = 4 * 1024 * 1024
"""The most bytes of a body that brings a file: a list of entries, a tournament."""
UPLOADS = re.compile(r"/events/take|/t/[^/]+/desk/[^/]+")
"""The paths of such bodies."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), interest-cohort=()",
}
STRICT_TRANSPORT = "max-age=31536000"

_WRONG_HOST = "This server does not answer for the name {host}.  Its administrator can add it: charkoni serve --origin https://{host}"


def is_own_origin(request: HTTPConnection, further: tuple[str, ...] = ()) -> bool:
    """Return whether a request comes from an own page or has no Origin header.  further: other own origins."""
    origin = request.headers.get("origin")
    if origin is None:
        return True
    if origin in further:
        return True
    return urlsplit(origin).netloc.lower() == request.headers.get("host", "").lower() != ""


def is_own_host(header: str, further: Iterable[str] = ()) -> bool:
    """Return whether a server answers for the host in a Host header ("" without one).

    A page of another site can name this machine by a domain of its own (DNS rebinding), never by an IP address:
    addresses, localhost and the names of this machine are its own, other names only if they are listed.
    """
    host = _without_port(header)
    return (
        not header
        or _is_address(host)
        or host == "localhost"
        or host.endswith(".localhost")
        or host in machine_names()
        or host in {name.lower() for name in further}
    )


@cache
def machine_names() -> frozenset[str]:
    """Return the names of this machine in its own network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local", f"{short}.lan", f"{short}.home"} - {""})


def _without_port(header: str) -> str:
    host = header.strip().lower()
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0].rstrip(".")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Admission(Protocol):
    """Identifies and charges the senders of requests, and answers those that are refused; `Site` implements it."""

    ledger: Ledger

    def user(self, request: HTTPConnection) -> User:
        """Return who sends a request."""
        ...

    def too_large(self, request: Request, sent: int, most: int) -> Response:
        """Return the page about a body of more than `most` bytes."""
        ...

    def too_fast(self, request: Request, spent: Spent) -> Response:
        """Return the page about a budget that is used up."""
        ...

    def hold_off(self, request: Request, spent: Spent) -> Response:
        """Return the answer to somebody who sends too many requests."""
        ...


class SecurityMiddleware:
    """Adds the headers to every response; answers 421 to foreign hosts, 429 and 413 to too many and too large requests.

    hosts: further names of this server.  admission: knows visitors, and where they pay for requests and uploads.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], admission: Admission) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._admission = admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not is_own_host(host, self._hosts):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4403})
            else:
                await PlainTextResponse(_WRONG_HOST.format(host=_without_port(host)), 421)(scope, receive, send)
        elif scope["type"] == "websocket":
            try:
                self._admission.ledger.spend(self._admission.user(HTTPConnection(scope)), "request")
            except Spent:
                await send({"type": "websocket.close", "code": 1013})
            else:
                await self._app(scope, receive, send)
        else:
            await self._exchange(scope, receive, send, headers.get("content-length", "0"))

    async def _exchange(self, scope: Scope, receive: Receive, send: Send, length: str) -> None:
        """Serve a request with a limited body."""
        sent = int(length) if length.isascii() and length.isdigit() else LONGEST_UPLOAD + 1
        most = LONGEST_UPLOAD if UPLOADS.fullmatch(scope["path"]) else LONGEST_BODY
        refusal = self._refusal(scope, sent, most)
        if refusal:
            refusal.headers.update({"connection": "close", **HEADERS})
            await refusal(scope, receive, send)
            return
        exchange = _Exchange(receive, send, most, is_secure=scope["scheme"] == "https")
        try:
            await self._app(scope, exchange.receive, exchange.send)
        except ClientDisconnect:
            if not exchange.is_too_large:
                raise
        if exchange.is_too_large and not exchange.has_answered:
            refusal = self._admission.too_large(Request(scope), exchange.received, most)
            refusal.headers.update({"connection": "close", **HEADERS})
            await refusal(scope, receive, send)

    def _refusal(self, scope: Scope, sent: int, most: int) -> Response | None:
        """Return the refusal of a request that is too large or cannot be paid; else None, and it is paid."""
        request = Request(scope)
        try:
            self._admission.ledger.spend(self._admission.user(request), "request")
        except Spent as spent:
            return self._admission.hold_off(request, spent)
        if sent > most:
            return self._admission.too_large(request, sent, most)
        if sent > LONGEST_BODY:
            try:
                self._admission.ledger.spend(self._admission.user(request), "upload", sent / 1024)
            except Spent as spent:
                return self._admission.too_fast(request, spent)
        return None


class _Exchange:
    """One request and its response: counts the bytes of the body, and adds the headers."""

    def __init__(self, receive: Receive, send: Send, most: int, is_secure: bool) -> None:
        self._receive, self._send = receive, send
        self._most, self._is_secure = most, is_secure
        self.received = 0
        self.has_answered = False

    @property
    def is_too_large(self) -> bool:
        """Whether more has been received than is allowed."""
        return self.received > self._most

    async def receive(self) -> Message:
        """Pass the body on; end the request where it is too large."""
        message = await self._receive()
        self.received += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.is_too_large else message

    async def send(self, message: Message) -> None:
        """Pass the response on with the headers; drop a response to a body that is too large."""
        if self.is_too_large and not self.has_answered:
            return
        self.has_answered = True
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self._is_secure:
                headers.setdefault("strict-transport-security", STRICT_TRANSPORT)
        await self._send(message)
