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

from charkoni.web.http.errors import ApiError, Problem, Refused
from charkoni.web.http.quotas import RateLimited
from charkoni.web.http.site import FOR_PROGRAMS, site_of
from charkoni.web.store import StoreError

logger = logging.getLogger(__name__)

STATUS = {"NO_GAME": 404, "NOT_STORED": 503, "TOO_FAST": 429}
"""The HTTP status of refused commands; 409 for all other codes."""

SCARCE = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBUSY)
"""Errors of a machine that lacks something: no faults of the program, and they pass."""

ErrorHandler = Callable[[Request, Any], Awaitable[Response]]


def error_response(request: Request, status: int, code: str, text: str, **more: str) -> Response:
    """Return an error: for programs JSON with code, text, and rule or field if there are; for people a page."""
    # By the path, not by the Accept header, which browsers and programs fill in alike.
    if FOR_PROGRAMS.fullmatch(request.url.path):
        content = {"code": code, "text": text} | {name: value for name, value in more.items() if value}
        # HTTP requires a 401 to say how to authenticate.
        headers = {"www-authenticate": "Bearer"} if status == 401 else None
        return JSONResponse(content, status, headers=headers)
    return site_of(request).page(request, "pages/problem.html", status, text=text)


async def refused(request: Request, error: Refused) -> Response:
    """Answer with a command's refusal and, if it comes from the rules, its clause."""
    clause = error.reason.clause if error.reason else ""
    text = error.message(site_of(request).visitor(request).words)
    response = error_response(request, STATUS.get(error.code, 409), error.code, text, rule=clause)
    if isinstance(error, RateLimited):
        response.headers.update(error.headers)
    return response


async def problem(request: Request, error: Problem) -> Response:
    """Answer with the status and sentence of a problem."""
    return error_response(request, error.status, error.code, error.message(site_of(request).visitor(request).words))


async def api_error(request: Request, error: ApiError) -> Response:
    """Answer with the status, code, sentence and field of an error of the API."""
    return error_response(request, error.status, error.code, error.text, field=error.field)


async def store_error(request: Request, error: StoreError) -> Response:
    """Answer a failure of the database."""
    logger.error("the store failed: %s", error)
    return await problem(request, Problem(503, "NOT_STORED"))


async def machine_error(request: Request, error: OSError) -> Response:
    """Answer an error of the machine, as of a full disk; any other one is a fault of the program."""
    # A missing file of the package is a fault; a full disk is not, and passes.
    if error.errno not in SCARCE:
        raise error
    logger.error("the machine lacks something for %s: %s", request.url.path, error)
    try:
        return await problem(request, Problem(503, "NOT_NOW"))
    except OSError:  # the page of the problem cannot be read either
        return PlainTextResponse("503", 503, {"retry-after": "5"})


async def gone(_request: Request, _error: ClientDisconnect) -> Response:
    """Answer a request whose connection was closed: the answer is not read."""
    return Response(status_code=400)


async def http_error(request: Request, error: HTTPException) -> Response:
    """Answer an error of the router: no such path, another method."""
    response = await problem(request, Problem(error.status_code, "NO_SUCH_PAGE"))
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
    Refused: refused,
    Problem: problem,
    ApiError: api_error,
    StoreError: store_error,
    OSError: machine_error,
    ClientDisconnect: gone,
    HTTPException: http_error,
    RequestValidationError: invalid_request,
    Exception: fault,
}
"""The answers to exceptions that handlers raise."""
