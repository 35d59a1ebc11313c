"""Security of requests: headers for browsers, the Origin check, a limit on the size of bodies."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_BODY = 64 * 1024
"""The most bytes of a request's body."""

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


def is_own_origin(request: HTTPConnection, further: tuple[str, ...] = ()) -> bool:
    """Return whether a request comes from an own page or has no Origin header.  further: other own origins."""
    origin = request.headers.get("origin")
    if origin is None:
        return True
    if origin in further:
        return True
    return urlsplit(origin).netloc.lower() == request.headers.get("host", "").lower() != ""


class SecurityMiddleware:
    """Adds the headers to every response, and answers 413 to requests that are too large."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdigit() or int(length) > LONGEST_BODY:
            await _too_large(send)
            return
        exchange = _Exchange(receive, send)
        try:
            await self._app(scope, exchange.receive, exchange.send)
        except ClientDisconnect:
            if not exchange.is_too_large:
                raise
        if exchange.is_too_large and not exchange.has_answered:
            await _too_large(send)


class _Exchange:
    """One request and its response: counts the bytes of the body, and adds the headers."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._received = 0
        self.has_answered = False

    @property
    def is_too_large(self) -> bool:
        """Whether more has been received than is allowed."""
        return self._received > LONGEST_BODY

    async def receive(self) -> Message:
        """Pass the body on; end the request where it is too large."""
        message = await self._receive()
        self._received += len(message.get("body", b""))
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
        await self._send(message)


async def _too_large(send: Send) -> None:
    await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})
