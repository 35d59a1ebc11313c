"""The application: hub, site and tournaments of a server, and all its routes."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, PlainTextResponse, Response

from charkoni.core.translations import Words
from charkoni.web import status
from charkoni.web.classroom.rooms import Classrooms
from charkoni.web.config import Clock, Settings
from charkoni.web.engine import browser
from charkoni.web.engine.warm import load_compiler
from charkoni.web.explorer.indexer import index_regularly
from charkoni.web.http import assets, error_pages
from charkoni.web.http.assets import ClientFiles
from charkoni.web.http.connections import ConnectionLimits
from charkoni.web.http.metrics import CONTENT_TYPE
from charkoni.web.http.network_access import NetworkAccess
from charkoni.web.http.routing import DeferredRoutes, PageRouter, PlainRoute
from charkoni.web.http.security import SecurityMiddleware
from charkoni.web.http.site import Site, SiteDep
from charkoni.web.live import sockets
from charkoni.web.live.analysis_jobs import Analyses
from charkoni.web.live.hub import Hub, HubDep
from charkoni.web.live.retention import sweep_regularly
from charkoni.web.notices.sender import Notices
from charkoni.web.pages import board_pictures, cards, dice, home, invites, new_game, position_queries, settings
from charkoni.web.pages.table import guide, page, sharing
from charkoni.web.store import StoreError
from charkoni.web.tournaments.service import Tournaments

HEALTH_S = 3.0
"""How long the database may take before the server counts as ill."""

FIRST_PAGE_S = 0.5
"""After how long a server loads the compiler's part that compiled kernels need: the first page has been served."""

FIRST_GAME_S = 1.5
"""After how long from then on it loads what no first game needs."""

COMPRESSION = 5
"""The level of gzip: the best one takes two fifths more time for three percent."""

router = PageRouter(PlainRoute)

PAGES = (
    board_pictures,
    sharing,  # before the table: /g/{id}.svg is no id of a game
    position_queries,
    invites,
    guide,
    dice,
    page,
    cards,
    home,
    new_game,
    settings,
)
"""The modules with the pages up to a first game and through it, in the order in which their routes are tried."""


class Application(FastAPI):
    """FastAPI with a schema of the routes for programs, which are imported on the first request for one of them."""

    def openapi(self) -> dict[str, object]:
        """Return the schema of the API."""
        if self.openapi_schema is None:
            routes = self.state.api.load()
            self.openapi_schema = get_openapi(
                title=self.title, version=self.version, description=self.description, routes=routes
            )
        return self.openapi_schema


def create_app(settings: Settings | None = None, time: Clock | None = None) -> FastAPI:
    """Return the application.  `time` replaces the clocks of the machine, for tests."""
    app = Application(
        title="Charkoni",
        version="1",
        description="Play seven board games by program.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    hub = Hub(settings or Settings.from_environment(), time)
    files = ClientFiles(hub.settings.dev)
    network = NetworkAccess(hub.settings)
    site = Site(hub.settings, hub.access, files, hub.quotas, hub.requests, network)
    app.state.hub, app.state.metrics = hub, hub.metrics
    app.state.client_files, app.state.site, app.state.network = files, site, network
    app.state.analyses, app.state.png_cache = Analyses(hub), dict[str, bytes]()
    app.state.notices = Notices(hub)
    app.state.tournaments = Tournaments(hub, app.state.notices.outbox)
    app.state.classrooms = Classrooms(hub)
    network.changed = app.state.classrooms.show_again
    hub.people.on_moved = partial(_hand_over, app)
    app.state.connections = ConnectionLimits()
    app.state.event_lines = partial(_event_lines, app.state.tournaments)
    app.state.api = DeferredRoutes(_api_routers, "/api/v1/")
    app.state.deferred = DeferredRoutes(_deferred_routers)
    # One list: nested routers would cost each page 0.2 ms, and make every route of the API anew.
    for each in (
        assets.router,
        browser.router,
        *(pages.router for pages in PAGES),
        sockets.router,
        status.router,
        router,
    ):
        app.router.routes += each.routes
    app.router.routes += [app.state.api, app.state.deferred]
    for kind, handler in error_pages.HANDLERS.items():
        app.add_exception_handler(kind, handler)
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=COMPRESSION)
    app.add_middleware(SecurityMiddleware, hosts=hub.settings.hosts, admission=site)
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the server's resources, and close them at the end."""
    await app.state.hub.open()
    await app.state.tournaments.open()
    tasks = [
        asyncio.create_task(work)
        for work in (
            sweep_regularly(app.state.hub),
            index_regularly(app.state.hub),
            app.state.notices.run(),
            _load_the_rest(app),
        )
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await app.state.tournaments.close()
        await app.state.hub.close()


async def _hand_over(app: FastAPI, guest: str, person: str) -> None:
    """Give what a guest has outside the database, or what is in memory of it, to a person, or to nobody ("")."""
    app.state.classrooms.hand_over(guest)
    await app.state.tournaments.hand_over(guest, person)


async def _event_lines(tournaments: Tournaments, words: Words) -> list[dict[str, object]]:
    """Return the running events for the home page, see `pages.home.EventLines`."""
    if not (tournaments.are_there and tournaments.events.recent()):
        return []
    from charkoni.web.tournaments.public.overview import running_events

    return await running_events(tournaments.events, words)


def _api_routers() -> Iterator[APIRouter]:
    """Import the router for programs, whose models of requests and answers take a tenth of a server's start."""
    from charkoni.web.api import acts, rest

    yield rest.router
    yield acts.router


def _deferred_routers() -> Iterator[APIRouter]:
    """Import the routers of pages that no first game needs, in the order in which they are tried."""
    from charkoni.web.classroom import pupil_pages, teacher_pages
    from charkoni.web.pages import explorer, lessons, lobby, my_games, puzzles, ratings, study
    from charkoni.web.pages.analyses import ending
    from charkoni.web.pages.analyses import pages as analyses
    from charkoni.web.pages.people import complaints, data, kept, me, moderation, notices, sign_in
    from charkoni.web.pages.rulebook import pages as rulebook
    from charkoni.web.pages.table import guided_game
    from charkoni.web.tournaments import routes as tournaments

    learning = (guided_game, ending, lessons, analyses, puzzles, study, rulebook)
    people = (complaints, data, kept, me, moderation, notices, sign_in)
    for module in (*learning, *people, my_games, lobby, ratings, explorer):
        yield module.router
    for module in (pupil_pages, teacher_pages):  # /class/me.json and the like are no rooms
        yield module.router
    yield from tournaments.ROUTERS


def _import_tournaments() -> None:
    """Import what runs tournaments."""
    from charkoni.web.tournaments import event_quotas, events, page_cache  # noqa: F401
    from charkoni.web.tournaments.online import rounds  # noqa: F401


async def _load_the_rest(app: FastAPI) -> None:
    """Load what compiled kernels need, then tournaments, the routes for programs and the deferred pages."""
    await asyncio.sleep(FIRST_PAGE_S)
    await asyncio.to_thread(load_compiler)
    await asyncio.sleep(FIRST_GAME_S)
    await asyncio.to_thread(_import_tournaments)
    app.state.tournaments.begin()
    await asyncio.to_thread(app.state.hub.browser_engines.prepare)
    await asyncio.to_thread(app.state.api.load)
    await asyncio.to_thread(app.state.deferred.load)
    await asyncio.to_thread(app.state.site.prepare)
    await asyncio.to_thread(new_game.game_choices, Words("en"))  # reads what the games say about themselves
    from charkoni.web.classroom.leaving import sweep_regularly as sweep_classrooms  # with the pages of people

    await sweep_classrooms(app.state.classrooms, app.state.tournaments)


@router.get("/api/v1/docs")
async def api_page(request: Request, site: SiteDep) -> Response:
    """Return the API as a page.  Context: operations (method, path, summary or description)."""
    operations = [
        (method.upper(), path, operation.get("description") or operation.get("summary", ""))
        for path, item in request.app.openapi()["paths"].items()
        for method, operation in item.items()
    ]
    return site.page(request, "pages/api.html", operations=operations)


@router.get("/health")
async def health(hub: HubDep) -> Response:
    """Return whether the server and its database are well, as JSON; status 503 when they are not."""
    try:
        async with asyncio.timeout(HEALTH_S):
            await hub.write_test()
    except (StoreError, TimeoutError):
        return JSONResponse({"status": "ill", "database": False}, 503)
    done, of = hub.engine.progress
    return JSONResponse({"status": "well", "database": True, "computer": {"ready": done, "of": of}})


@router.get("/metrics")
async def metrics(hub: HubDep) -> Response:
    """Return counters, timers and gauges for Prometheus."""
    gauges: dict[str, float] = {
        "rooms": len(hub.rooms),
        "boards": sum(len(room.subscribers) for room in hub.rooms.values()),
        "computer_queue": hub.engine.queued,
        "computer_games_ready": len(hub.engine.ready),
        "requests_waiting": len(hub.requests),
    }
    return PlainTextResponse(hub.metrics.text(gauges), media_type=CONTENT_TYPE)
