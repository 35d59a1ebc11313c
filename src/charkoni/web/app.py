"""The application: everything put together."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from html import escape
from time import perf_counter
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from charkoni.web.api import rest
from charkoni.web.clock import Time
from charkoni.web.config import Settings
from charkoni.web.http import assets
from charkoni.web.http.security import Guard, is_own_origin
from charkoni.web.http.site import Problem, Site
from charkoni.web.live.commands import Refused
from charkoni.web.live.hub import Hub
from charkoni.web.live.sockets import Socket
from charkoni.web.pages import cards, documents, home, invites, lessons, table
from charkoni.web.store import StoreError
from charkoni.web.tournaments.routes import Tournaments

logger = logging.getLogger(__name__)
Handler = Callable[[Request], Awaitable[Response]]


def create_app(settings: Settings | None = None, time: Time | None = None) -> FastAPI:
    """Return the application.  `time` replaces the clocks of the machine, for tests."""
    hub = Hub(settings or Settings.from_environment(), time)
    site = Site(hub)
    tournaments = Tournaments(site)

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        await hub.open()
        await tournaments.open()
        try:
            yield
        finally:
            await tournaments.close()
            await hub.close()

    app = FastAPI(
        title="Charkoni",
        version="1",
        description="Play seven board games by program.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.hub = hub
    app.state.site = site
    app.state.tournaments = tournaments
    app.include_router(rest.router(site))
    _add_pages(app, site, tournaments)
    _add_care(app, hub)
    _add_socket(app, site)
    _add_errors(app, site)
    app.add_middleware(GZipMiddleware, minimum_size=600)
    app.add_middleware(Guard)
    return app


def _add_pages(app: FastAPI, site: Site, tournaments: Tournaments) -> None:
    for path, handler in assets.routes(site):
        app.add_route(path, _timed(site, handler), ["GET"], include_in_schema=False)
    for part in (documents, invites, table, lessons, cards, home):
        for path, handler, method in part.routes(site):
            app.add_route(path, _timed(site, handler), [method], include_in_schema=False)

    for path, handler, method in tournaments.routes():
        app.add_route(path, _timed(site, handler), [method], include_in_schema=False)

    async def described(request: Request) -> Response:
        """The API as a page.  Context: operations (method, path, summary, description)."""
        operations = [
            (method.upper(), path, operation.get("description") or operation.get("summary", ""))
            for path, item in app.openapi()["paths"].items()
            for method, operation in item.items()
        ]
        return site.page(request, "pages/api.html", operations=operations)

    app.add_route("/api/v1/docs", described, include_in_schema=False)


def _timed(site: Site, handler: Any) -> Handler:
    """Return the handler; how long it takes is counted."""

    async def timed(request: Request) -> Response:
        started = perf_counter()
        try:
            answer: Response = await handler(request)
        finally:
            site.hub.metrics.took("page", perf_counter() - started)
        site.hub.metrics.count("pages_total", status=str(answer.status_code))
        return answer

    return timed


def _add_care(app: FastAPI, hub: Hub) -> None:
    async def health(request: Request) -> Response:
        """Tell whether the server and its database are well."""
        try:
            async with asyncio.timeout(3):
                await hub.store.value("secret")
        except (StoreError, TimeoutError):
            return JSONResponse({"status": "ill", "database": False}, 503)
        done, of = hub.engine.progress
        return JSONResponse({"status": "well", "database": True, "computer": {"ready": done, "of": of}})

    async def metrics(request: Request) -> Response:
        gauges: dict[str, float] = {
            "rooms": len(hub.rooms),
            "boards": sum(len(room.viewers) for room in hub.rooms.values()),
            "computer_queue": hub.engine.queued,
            "computer_games_ready": len(hub.engine.ready),
        }
        return PlainTextResponse(hub.metrics.text(gauges), media_type="text/plain; version=0.0.4")

    app.add_route("/health", health, include_in_schema=False)
    app.add_route("/metrics", metrics, include_in_schema=False)


def _add_socket(app: FastAPI, site: Site) -> None:
    async def socket(wire: WebSocket) -> None:
        hub = site.hub
        if not is_own_origin(wire, hub.settings.origins):
            hub.metrics.count("refused_total", code="BAD_ORIGIN")
            await wire.close(4403)
            return
        try:
            by_token = await site.by_token(wire)
        except StoreError:
            await wire.close(1013)
            return
        await wire.accept()
        guest = by_token[0] if by_token else site.visitor(wire).guest
        hub.metrics.count("sockets_total")
        await Socket(hub, wire, guest).serve()

    app.router.routes.append(WebSocketRoute("/ws", socket))


def _add_errors(app: FastAPI, site: Site) -> None:
    """Say what went wrong: programs get JSON, people a page."""

    def answer(request: Request, status: int, code: str, text: str, rule: str = "") -> Response:
        if request.url.path.startswith(("/api/", "/explore")):
            found = {"code": code, "text": text} | ({"rule": rule} if rule else {})
            headers = {"www-authenticate": "Bearer"} if status == 401 else None
            return JSONResponse(found, status, headers=headers)
        return site.page(request, "pages/problem.html", status, text=text)

    async def refused(request: Request, error: Any) -> Response:
        clause = error.reason.clause if error.reason else ""
        status = {"NO_GAME": 404, "NOT_STORED": 503, "TOO_FAST": 429}.get(error.code, 409)
        return answer(request, status, error.code, error.say(site.visitor(request).words), clause)

    async def problem(request: Request, error: Any) -> Response:
        words = site.visitor(request).words
        return answer(request, error.status, error.code, Refused(error.code).say(words))

    async def api_error(request: Request, error: Any) -> Response:
        return answer(request, error.status, error.code, error.text)

    async def store_error(request: Request, error: Any) -> Response:
        logger.error("the store failed: %s", error)
        words = site.visitor(request).words
        return answer(request, 503, "NOT_STORED", Refused("NOT_STORED").say(words))

    async def http_error(request: Request, error: Any) -> Response:
        words = site.visitor(request).words
        found = answer(request, error.status_code, "NO_SUCH_PAGE", Refused("NO_SUCH_PAGE").say(words))
        for name, value in (error.headers or {}).items():
            found.headers[name] = value
        return found

    async def invalid(request: Request, error: Any) -> Response:
        detail = [
            {"loc": [str(part) for part in each["loc"]], "msg": each["msg"], "type": each["type"]}
            for each in error.errors()
        ]
        return JSONResponse({"detail": detail}, 422)

    async def fault(request: Request, error: Exception) -> Response:
        site.hub.metrics.count("faults_total")
        return HTMLResponse(f"<!doctype html><title>500</title><p>{escape(type(error).__name__)}</p>", 500)

    for kind, handler in (
        (Refused, refused),
        (Problem, problem),
        (rest.ApiError, api_error),
        (StoreError, store_error),
        (HTTPException, http_error),
        (RequestValidationError, invalid),
        (Exception, fault),
    ):
        app.add_exception_handler(kind, handler)
