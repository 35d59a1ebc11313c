"""Security of requests: headers for browsers, and what is refused before a handler sees it."""

import logging
from collections.abc import Iterable, Mapping

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from charkoni.web.http import texts
from charkoni.web.http.bodies import LONGEST_BODY, Exchange, Spool, most_of
from charkoni.web.http.origins import is_own_host, without_port
from charkoni.web.http.quotas import RateLimited, User
from charkoni.web.http.site import Site

logger = logging.getLogger(__name__)

# Only files of this server, no script or style within a page: what gets into a page by a fault is not executed.
# `wasm-unsafe-eval` lets pages compile WebAssembly, the searches of this server; it allows no other code.
# `data:` images are the boards that pages hold as text; forms go to this server only, and no page may frame another.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), interest-cohort=()",
}

DATA_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
"""The headers of JSON, which scripts ask for every few seconds: the others are about documents."""

NO_ROOM_S = 10  # a large body takes seconds to arrive and to be read
"""After how many seconds a large body may be sent again that found no room."""
STRICT_TRANSPORT = "max-age=31536000"  # a year; sent over https only, since a server at home has no certificate

_WRONG_HOST = "This server does not answer for the name {host}.  Its administrator can add it: charkoni serve --origin https://{host}"


class SecurityMiddleware:
    """Adds the headers to every response; answers 421 to foreign hosts, 429 and 413 to too many and too large requests.

    hosts: further names of this server.  admission: knows visitors, and where they pay for requests and uploads.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], admission: Site) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._admission = admission
        self._spool = Spool()
        self._has_told = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        # Once: an attacker could else fill the log with a header.
        if not self._has_told and "x-forwarded-for" in headers:
            self._watch_proxy(scope, headers["x-forwarded-for"])
        host = headers.get("host", "")
        if not is_own_host(host, self._hosts):
            if scope["type"] == "websocket":
                # Before the socket is accepted: the browser gets a refused handshake.
                await send({"type": "websocket.close", "code": 4403})
            else:
                await PlainTextResponse(_WRONG_HOST.format(host=without_port(host)), 421)(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._open_socket(scope, receive, send)
        else:
            await self._exchange(scope, receive, send, headers.get("content-length"))

    def _watch_proxy(self, scope: Scope, forwarded: str) -> None:
        """Log once that a sender not configured as a proxy forwards visitors' addresses.

        Uvicorn has already replaced the sender of a request by the address given by a trusted proxy.
        """
        sender = scope["client"][0] if scope.get("client") else ""
        if sender and sender not in (address.strip() for address in forwarded.split(",")):
            self._has_told = True
            logger.warning(
                "X-Forwarded-For of %s is not believed; if that is your proxy, name it: --proxy %s", sender, sender
            )

    async def _open_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket that can be paid; its turn ends when it is accepted or refused."""
        user = self._admission.user(HTTPConnection(scope))
        try:
            self._admission.quotas.spend(user, "request")
        except RateLimited:
            await send({"type": "websocket.close", "code": 1013})
            return

        async def send_after_turn(message: Message) -> None:
            # A socket lives for hours: its turn is for the handshake only.
            turn.give_back()
            await send(message)

        async with self._admission.requests.turn(user) as turn:
            await self._app(scope, receive, send_after_turn)

    async def _exchange(self, scope: Scope, receive: Receive, send: Send, length: str | None) -> None:
        """Serve a request with a limited body.  length: by its header, None without one."""
        most = most_of(scope, length is not None)
        # A length that is no number counts as too large.
        sent = int(length or 0) if (length or "0").isascii() and (length or "0").isdigit() else most + 1
        user = self._admission.user(Request(scope))
        if refusal := self._refusal(Request(scope), user, sent, most):
            await _refuse(refusal, scope, receive, send)
            return
        # Small bodies are read by the handler as they come; large ones wait on the disk, and none of them holds a turn.
        if sent <= LONGEST_BODY:
            await self._answer(scope, receive, send, most, user)
            return
        async with self._spool.received(user.address, sent, receive) as replay:
            if replay:
                await self._answer(scope, replay, send, most, user)
            else:  # the sender is gone or stalls
                await _refuse(Response(status_code=408), scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, most: int, user: User) -> None:
        """Answer a request that may be answered, unless its body is too large."""
        strict = {"strict-transport-security": STRICT_TRANSPORT} if scope["scheme"] == "https" else {}

        def headers_of(kind: str) -> Mapping[str, str]:
            return (DATA_HEADERS if kind == "application/json" else HEADERS) | strict

        turn = self._admission.requests.turn(user)
        exchange = Exchange(receive, send, most, headers_of, turn)
        try:
            async with turn:
                await self._app(scope, exchange.receive, exchange.send)
        # A refused body looks to the application like a client that is gone.
        except ClientDisconnect:
            if not exchange.is_refused:
                raise
        if exchange.is_refused:
            refusal = self._admission.too_large(Request(scope), exchange.received, most)
            await _refuse(refusal, scope, receive, send)

    def _refusal(self, request: Request, user: User, sent: int, most: int) -> Response | None:
        """Return the refusal of a request that is too large or cannot be paid; else None, and it is paid."""
        try:
            self._admission.quotas.spend(user, "request")
        except RateLimited as spent:
            return self._admission.hold_off(request, spent)
        if sent > most:
            return self._admission.too_large(request, sent, most)
        if sent > LONGEST_BODY:
            words = self._admission.visitor(request).words
            if not self._spool.has_room(user.address, sent):  # those of others fill the room that there is for them
                headers = {"retry-after": str(NO_ROOM_S)}
                return self._admission.problem(request, 503, "NOT_NOW", words._(texts.NO_ROOM), headers)
            try:
                self._admission.quotas.spend(user, "upload", sent / 1_000_000)
            except RateLimited as spent:
                return self._admission.problem(request, 429, spent.code, spent.message(words), spent.headers)
        return None


async def _refuse(refusal: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with a refusal, and close the connection, of which the body has not been read."""
    refusal.headers.update({"connection": "close", **HEADERS})
    await refusal(scope, receive, send)
