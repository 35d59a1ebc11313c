"""Fixtures of the server's tests: a server in this process with a manual clock, and its visitors."""

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from tests.web import postgres
from tests.web.server_process import Live, Person

from charkoni.web.allowances import with_budgets
from charkoni.web.app import create_app
from charkoni.web.config import Clock, Settings
from charkoni.web.live.hub import Hub
from charkoni.web.store import Store
from charkoni.web.store.database import Database
from charkoni.web.store.tables import METADATA

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of the server: they run with compiled kernels only."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.compiled_only)


@pytest.fixture(autouse=True)
def no_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers find no modules for browsers, whatever is built on this machine; see `tests.web.browser_modules`."""
    hide_modules(monkeypatch)


def hide_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.search.browser_modules.find_module", lambda game, search: None)


@dataclass
class ManualClock(Clock):
    """A clock that is advanced by the test."""

    ms: int = 1_000_000
    wall_ms: int = 1_800_000_000_000

    def now(self) -> int:
        return self.ms

    def wall(self) -> int:
        return self.wall_ms

    def pass_by(self, ms: int) -> None:
        self.ms += ms
        self.wall_ms += ms


@dataclass
class Socket:
    """A socket of a visitor."""

    wire: WebSocketTestSession
    n: int = 0
    heard: list[dict[str, Any]] = field(default_factory=list)
    pending: list[dict[str, Any]] = field(default_factory=list)

    def send(self, **message: Any) -> int:
        if message.pop("numbered", False):
            self.n += 1
            message["n"] = self.n
        self.wire.send_json(message)
        return self.n

    def hear(self, *kinds: str, **wanted: Any) -> dict[str, Any]:
        """Return the next message of a kind with these values; the others are put into `pending`, all into `heard`."""

        def fits(message: dict[str, Any]) -> bool:
            return message["type"] in kinds and all(message.get(key) == value for key, value in wanted.items())

        for place, message in enumerate(self.pending):
            if fits(message):
                del self.pending[: place + 1]
                return message
        for _ in range(1000):
            message = self.wire.receive_json()
            self.heard.append(message)
            if fits(message):
                return message
            self.pending.append(message)
        raise AssertionError(f"no {kinds} {wanted}")

    def hello(self, g: str, **more: Any) -> dict[str, Any]:
        self.send(type="hello", g=g, lang="en", **more)
        self.pending.clear()
        return self.hear("view", "nack")

    def ask(self, kind: str, /, **message: Any) -> dict[str, Any]:
        """Send a numbered message and return its ack or nack; earlier messages stay in `pending`."""
        n = self.send(type=kind, numbered=True, **message)
        before, self.pending = self.pending, []
        answer = self.hear("ack", "nack", n=n)
        self.pending = before + self.pending
        return answer


class Visitor:
    """A client with cookies of its own."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.cookies: dict[str, str] = {}
        self._tokens: dict[tuple[str, ...], str] = {}

    def _headers(self) -> dict[str, str]:
        jar = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        return {"cookie": jar, "origin": "http://testserver"} if jar else {"origin": "http://testserver"}

    def get(self, path: str, **more: Any) -> Any:
        self.client.cookies.clear()
        return self._kept(self.client.get(path, headers=self._headers(), follow_redirects=False, **more))

    def _kept(self, answer: Any) -> Any:
        self.cookies.update(dict(answer.cookies))
        return answer

    def post(self, path: str, page: str = "", **form: Any) -> Any:
        """Post a form; `page`: the page to load before it."""
        token = self._token(page)
        self.client.cookies.clear()
        data = {"csrf": token, **form}
        return self._kept(self.client.post(path, data=data, headers=self._headers(), follow_redirects=False))

    def _token(self, page: str) -> str:
        """Return the token of a form on a page; without a page the one that was seen with the same cookies."""
        if page or tuple(self.cookies.values()) not in self._tokens:
            found = re.search('name="csrf" content="([^"]+)"', self.get(page or "/about").text)
            assert found
            self._tokens[tuple(self.cookies.values())] = found[1]
        return self._tokens[tuple(self.cookies.values())]

    def new_game(self, game: str = "mangala", **form: Any) -> str:
        answer = self.post("/new", game=game, **form)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"].removeprefix("/g/"))

    def socket(self) -> "WebSocketTestSession":
        self.client.cookies.clear()
        return self.client.websocket_connect("/ws", headers=self._headers())


@dataclass
class LocalServer:
    """A server with its application, hub, clock and settings."""

    client: TestClient
    hub: Hub
    time: ManualClock
    settings: Settings

    def visitor(self) -> Visitor:
        return Visitor(self.client)

    def run(self, work: Any, *arguments: Any) -> Any:
        """Run a coroutine function in the server's loop."""
        assert self.client.portal
        return self.client.portal.call(work, *arguments)

    def pass_by(self, ms: int, g: str) -> None:
        """Advance the clock, and enforce the deadlines of a game."""
        self.time.pass_by(ms)
        room = self.hub.rooms[g]
        self.run(room.ask, room.enforce_deadline)


def page_routes(client: TestClient) -> list[Any]:
    """Return the routes of all pages, also of deferred ones; those of the API are in its schema."""
    app: Any = client.app
    routes = [*app.routes, *app.state.deferred.load()]
    return [route for route in routes if getattr(route, "path", "") and not getattr(route, "include_in_schema", False)]


def settings_in(folder: Path) -> Settings:
    return Settings(
        database=f"sqlite:///{folder / 'web.db'}",
        origins=("http://testserver",),
        workers=0,
        pace=0,
        budget_factor=500,
        budgets=with_budgets("new.server=100000+100000"),
        idle_s=5,
    )


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


@pytest.fixture
def opened(settings: Settings) -> Iterator[Callable[..., LocalServer]]:
    """Opens servers one after the other on the same database."""
    open_clients: list[TestClient] = []

    def open_one(time: ManualClock | None = None) -> LocalServer:
        clock = time or ManualClock()
        app = create_app(settings, clock)
        client = TestClient(app, base_url="http://testserver")
        client.__enter__()
        open_clients.append(client)
        return LocalServer(client, app.state.hub, clock, settings)

    yield open_one
    for client in open_clients:
        client.__exit__(None, None, None)


@pytest.fixture
def visit() -> Iterator[Callable[[Live], Person]]:
    """Creates people at real servers; at the end their connections are closed."""
    people: list[Person] = []

    def come(live: Live) -> Person:
        people.append(Person(live))
        return people[-1]

    yield come
    for person in people:
        person.leave()


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """PostgreSQL; installed from the system's packages when it is missing and that is allowed."""
    programs = postgres.install()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    with postgres.running(programs) as server:
        yield server


Work = Callable[[Store], Awaitable[Any]]


@pytest.fixture
def inside(database_url: str) -> Callable[[Work], Any]:
    """Runs work on an open, empty store."""

    async def opened(work: Work) -> Any:
        store = Store(database_url)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return lambda work: asyncio.run(opened(work))


@pytest.fixture(scope="session")
def local_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server for all tests that need no server of their own."""
    yield from serving(tmp_path_factory.mktemp("server"))


def serving(folder: Path) -> Iterator[LocalServer]:
    """Run a server in this process."""
    settings, clock = settings_in(folder), ManualClock()
    app = create_app(settings, clock)
    with contextlib.ExitStack() as patched:
        hide_modules(patched.enter_context(pytest.MonkeyPatch.context()))  # no fixture of a test is there yet
        with TestClient(app, base_url="http://testserver") as client:
            app.state.hub.browser_engines.prepare()  # each module is looked for once
            patched.close()
            yield LocalServer(client, app.state.hub, clock, settings)


@dataclass
class Pair:
    """Two visitors at a table."""

    local_server: LocalServer
    g: str
    a: Visitor
    b: Visitor

    @contextlib.contextmanager
    def sockets(self) -> Iterator[tuple[Socket, Socket]]:
        """The sockets of both, who have opened the table."""
        with self.a.socket() as one, self.b.socket() as two:
            first, second = Socket(one), Socket(two)
            first.hello(self.g)
            second.hello(self.g)
            yield first, second


@pytest.fixture
def pair(local_server: LocalServer) -> Pair:
    return make_pair(local_server)


def make_pair(local_server: LocalServer, **form: Any) -> Pair:
    a, b = local_server.visitor(), local_server.visitor()
    g = a.new_game(opponent="friend", name="Ada", **form)
    invite = local_server.hub.rooms[g].live.row.invite if g in local_server.hub.rooms else None
    if invite is None:
        room = local_server.run(local_server.hub.room, g)
        invite = room.live.row.invite
    assert b.post(f"/i/{invite}", name="Ben").status_code == 303
    return Pair(local_server, g, a, b)


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database: a file, or that of PostgreSQL, which is emptied after the test."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'test.db'}"
        return
    url = str(request.getfixturevalue("cluster").url)
    yield url
    database = Database(url)
    with database.engine.begin() as connection:
        for table in reversed(METADATA.sorted_tables):
            connection.execute(table.delete())
    database.engine.dispose()
