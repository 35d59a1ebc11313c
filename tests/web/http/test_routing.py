"""Routes that are imported when they are asked for."""

import subprocess
import sys

from fastapi import APIRouter, FastAPI
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from charkoni.web.http.routing import DeferredRoutes

WHEN_LOADED = """
import sys
from charkoni.web.app import create_app
from charkoni.web.config import Settings
from charkoni.web.http.routing import DeferredRoutes
app = create_app(Settings(database="sqlite:///" + sys.argv[1]))
late = {"charkoni.tournament", "charkoni.web.api.rest", "charkoni.web.pages.rulebook", "numba"}
early = late & set(sys.modules)
assert not early, early
scope = {"type": "http", "method": "GET", "path": "", "root_path": "", "headers": []}
hidden = [
    route.path
    for route in (*app.state.api.load(), *app.state.deferred.load())
    for other in app.routes
    if not isinstance(other, DeferredRoutes) and other.matches(scope | {"path": route.path})[0].value
]
assert not hidden, hidden
assert "charkoni.tournament.printouts" in sys.modules
"""


def test_a_request_that_nothing_else_answers_imports_the_deferred_routes_once() -> None:
    imported = []

    def routers() -> list[APIRouter]:
        imported.append(True)
        router = APIRouter()

        @router.get("/late/{name}")
        async def late(name: str) -> PlainTextResponse:
            return PlainTextResponse(name)

        return [router]

    app = FastAPI()

    @app.get("/early")
    async def early() -> PlainTextResponse:
        return PlainTextResponse("")

    app.router.routes.append(DeferredRoutes(routers, "/late"))
    client = TestClient(app)
    assert client.get("/early").status_code == 200
    assert client.get("/other").status_code == 404
    assert not imported
    assert client.get("/late/one").text == "one"
    assert client.post("/late/one").status_code == 405
    assert client.get("/other").status_code == 404
    assert imported == [True]


def test_a_server_starts_without_what_no_first_game_needs_and_its_first_routes_hide_no_others(tmp_path: object) -> None:
    command = [sys.executable, "-c", WHEN_LOADED, f"{tmp_path}/g.sqlite"]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stderr == ""
