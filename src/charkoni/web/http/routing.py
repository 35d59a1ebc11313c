"""Routers of pages: handlers at module level, out of the API's schema, timed and counted."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable
from time import perf_counter
from typing import Any

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from charkoni.web.http.metrics import Metrics

Handler = Callable[[Request], Coroutine[object, object, Response]]


def service(name: str) -> Callable[[HTTPConnection], Awaitable[object]]:
    """Return the dependency of handlers on a service of the server, by its name in the state of the application."""

    async def find(request: HTTPConnection) -> object:
        return getattr(request.app.state, name)

    return find


class PlainRoute(APIRoute):
    """A route that answers HEAD wherever it answers GET."""

    def __init__(self, path: str, endpoint: Callable[..., object], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self._start = path.partition("{")[0]
        if self.methods and "GET" in self.methods:
            self.methods.add("HEAD")

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether this is the route of a request; most are ruled out by the start of their path."""
        # A comparison of strings instead of a regular expression: a request passes many routes before its own.
        if scope["type"] != "http" or not scope["path"].startswith(self._start):
            return Match.NONE, {}
        return super().matches(scope)


class PageRoute(PlainRoute):
    """A page: its time and status go into the metrics."""

    def get_route_handler(self) -> Handler:
        """Return the handler, timed."""
        return timed(super().get_route_handler())


class PageRouter(APIRouter):
    """The routes of a module with pages.  Handlers return a `Response`; they are no part of the API's schema."""

    def __init__(self, route_class: type[PlainRoute] = PageRoute) -> None:
        super().__init__(route_class=route_class, include_in_schema=False)


class DeferredRoutes(BaseRoute):
    """Routes whose modules are imported by `load`, or with the first request that no route before these answers.

    A third of a server's modules serve no first game; without them its start is shorter by as much.
    """

    def __init__(self, routers: Callable[[], Iterable[APIRouter]], start: str = "") -> None:
        """Take the function that imports the routers, and how the paths of all their routes begin."""
        self._routers = routers
        self._start = start
        self._routes: tuple[BaseRoute, ...] | None = None

    def load(self) -> tuple[BaseRoute, ...]:
        """Import the routers if need be, and return their routes, in the order in which they are tried."""
        if self._routes is None:
            self._routes = tuple(route for router in self._routers() for route in router.routes)
        return self._routes

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether one of the routes is that of a request, and the changes of its scope: the first that fits."""
        partial: tuple[Match, Scope] = Match.NONE, {}
        if scope["type"] != "http" or not scope["path"].startswith(self._start):
            return partial
        for route in self.load():
            match, changes = route.matches(scope)
            found = match, {**changes, self._KEY: route}
            if match is Match.FULL:
                return found
            # The path fits and the method does not: another route may still fit whole; else the answer is 405.
            if match is Match.PARTIAL and partial[0] is Match.NONE:
                partial = found
        return partial

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request by the route that `matches` has found."""
        await scope[self._KEY].handle(scope, receive, send)

    _KEY = "charkoni.deferred_route"


def timed(handler: Handler) -> Handler:
    """Return a handler whose time goes into the metrics of its server, as does the status of its response."""

    async def timed_handler(request: Request) -> Response:
        metrics: Metrics = request.app.state.metrics
        started = perf_counter()
        try:
            response = await handler(request)
        finally:
            metrics.observe(perf_counter() - started)
        metrics.count("pages", status=str(response.status_code))
        return response

    return timed_handler
