"""What protects browsers and the server: headers, the Origin check, the size of requests."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_BODY = 64 * 1024

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
    """Return whether a request comes from a page of this server; without an Origin it comes from no foreign page."""
    origin = request.headers.get("origin")
    if origin is None:
        return True
    if origin in further:
        return True
    return urlsplit(origin).netloc.lower() == request.headers.get("host", "").lower() != ""


class Guard:
    """Adds the headers to every answer, and refuses requests that are too large."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdigit() or int(length) > LONGEST_BODY:
            await _too_large(send)
            return
        seen, has_answered = 0, False

        async def counted() -> Message:
            """Pass the body on, and end it where it is too large."""
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            return {"type": "http.disconnect"} if seen > LONGEST_BODY else message

        async def with_headers(message: Message) -> None:
            nonlocal has_answered
            if seen > LONGEST_BODY and not has_answered:
                return  # whatever is said of half a body
            has_answered = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._app(scope, counted, with_headers)
        except ClientDisconnect:
            if seen <= LONGEST_BODY:
                raise
        if not has_answered and seen > LONGEST_BODY:
            await _too_large(send)


async def _too_large(send: Send) -> None:
    await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})
