"""Errors as pages for people and as JSON for programs."""

import errno
import logging
from collections.abc import Awaitable, Callable, Mapping
from html import escape
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from charkoni.web.http.errors import Problem, WebError
from charkoni.web.http.quotas import RateLimited
from charkoni.web.http.site import FOR_PROGRAMS, site_of
from charkoni.web.store import StoreError

logger = logging.getLogger(__name__)

SCARCE = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBUSY)
"""Errors of a machine that lacks something: no faults of the program, and they pass."""

ErrorHandler = Callable[[Request, Any], Awaitable[Response]]


async def refused(request: Request, error: WebError) -> Response:
    """Answer an error: for programs JSON with code, text, and rule or field if there are; for people a page."""
    site = site_of(request)
    text = error.message(site.visitor(request).words)
    # By the path, for browsers and programs fill in the Accept header alike, but those of forms that scripts send.
    if FOR_PROGRAMS.fullmatch(request.url.path) or request.headers.get("accept") == "application/json":
        more = {"rule": error.reason.clause if error.reason else "", "field": error.field}
        content = {"code": error.code, "text": text} | {name: value for name, value in more.items() if value}
        # HTTP requires a 401 to say how to authenticate.
        headers = {"www-authenticate": "Bearer"} if error.status == 401 else None
        response: Response = JSONResponse(content, error.status, headers=headers)
    else:
        response = site.page(request, "pages/problem.html", error.status, text=text)
    if isinstance(error, RateLimited):
        response.headers.update(error.headers)
    return response


async def store_error(request: Request, error: StoreError) -> Response:
    """Answer a failure of the database."""
    logger.error("the store failed: %s", error)
    return await refused(request, Problem(503, "NOT_STORED"))


async def machine_error(request: Request, error: OSError) -> Response:
    """Answer an error of the machine, as of a full disk; any other one is a fault of the program."""
    # A missing file of the package is a fault; a full disk is not, and passes.
    if error.errno not in SCARCE:
        raise error
    logger.error("the machine lacks something for %s: %s", request.url.path, error)
    try:
        return await refused(request, Problem(503, "NOT_NOW"))
    except OSError:  # the page of the problem cannot be read either
        return PlainTextResponse("503", 503, {"retry-after": "5"})


async def gone(_request: Request, _error: ClientDisconnect) -> Response:
    """Answer a request whose connection was closed: the answer is not read."""
    return Response(status_code=400)


async def http_error(request: Request, error: HTTPException) -> Response:
    """Answer an error of the router: no such path, another method."""
    response = await refused(request, Problem(error.status_code, "NO_SUCH_PAGE"))
    response.headers.update(error.headers or {})
    return response


async def invalid_request(_request: Request, error: RequestValidationError) -> Response:
    """Answer a body or parameter of the API that does not fit its schema."""
    detail = [
        {"loc": [str(part) for part in each["loc"]], "msg": each["msg"], "type": each["type"]}
        for each in error.errors()
    ]
    return JSONResponse({"detail": detail}, 422)


async def fault(request: Request, error: Exception) -> Response:
    """Answer a fault of the server, and count it."""
    request.app.state.metrics.count("faults")
    # No template: what failed may have been the templates. The name of the exception alone, no message, which could
    # hold data.
    return HTMLResponse(f"<!doctype html><title>500</title><p>{escape(type(error).__name__)}</p>", 500)


HANDLERS: Mapping[type[Exception], ErrorHandler] = {
    WebError: refused,
    StoreError: store_error,
    OSError: machine_error,
    ClientDisconnect: gone,
    HTTPException: http_error,
    RequestValidationError: invalid_request,
    Exception: fault,
}
"""The answers to exceptions that handlers raise."""
