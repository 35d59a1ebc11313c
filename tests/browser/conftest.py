"""Fixtures of the tests in a browser: one Chromium and one server per test process, a fresh context per visitor."""

import os
import select
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from tests.browser.visitor import PATIENCE_MS, Visitor, meet_all_games
from tests.browser.webdriver import end
from tests.installation import alone, install_packages
from tests.search.modules import built_module

from charkoni.core.registry import named
from charkoni.core.translations import LOCALE
from charkoni.search import full_width

HERE = Path(__file__).parent
AXE = HERE / "tools" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = "/usr/bin/chromium"
HEADLESS_SHELL = "/usr/bin/chromium-headless-shell"
"""The headless shell of Chromium: the same pages for a third of the processor time."""
START_S = 240
CLOCK = "clock"
"""The file that says by how many ms the clocks of a server are ahead."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--mute-audio",
]
SERVER = """
import asyncio, mmap, os, pathlib, socket, sys, uvicorn
from charkoni.core import translations
from charkoni.core.registry import named
from charkoni.web.app import create_app
from charkoni.web.config import Clock, Settings
from charkoni.web.engine.warm import playable, warm
from charkoni.web.notices import sender
database, (handle, ready, workers), locale, clock, *owned = sys.argv[1], map(int, sys.argv[2:5]), *sys.argv[5:]
with open(clock, "r+b") as file:
    ahead = mmap.mmap(file.fileno(), 8)
class Ahead(Clock):
    def now(self):
        return super().now() + int.from_bytes(ahead[:8], "little")
    def wall(self):
        return super().wall() + int.from_bytes(ahead[:8], "little")
sender.EVERY_S = 0.5
listener = socket.socket(fileno=handle)
translations._catalogues[0] = (pathlib.Path(locale), translations.DOMAIN)
class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets=sockets)
        os.write(ready, b"ready")
        os.close(ready)
port = listener.getsockname()[1]
fast = dict(pace=0.0, gone_ms=1500, budget_factor=50.0, notices="all")
settings = Settings(database=database, port=port, workers=workers, **fast)
app = create_app(settings, Ahead())
if owned:
    app.state.network.opener = print  # never called: it makes everybody on this computer the owner
config = uvicorn.Config(app, log_level="warning", ws_per_message_deflate=False)
for name in playable():
    asyncio.run(warm(named(name)))
Server(config).run(sockets=[listener])
"""
"""A server with all games compiled.  It inherits a listening socket, so that no other process can take the port
meanwhile, and writes to a pipe when it accepts requests.  Its clocks are ahead by the ms in a file.  Tests send more
forms and messages than people do, and the push service of a test is on this machine.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.compiled_only)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; installed from the system's packages when it is missing and that is allowed."""
    usual = (HEADLESS_SHELL, CHROMIUM)
    with alone("chromium"):
        if not any(Path(each).exists() for each in usual):
            install_packages("chromium-headless-shell", "fonts-dejavu-core")
        if not any(Path(each).exists() for each in usual):
            install_packages("chromium", "fonts-dejavu-core")
    found = next((each for each in usual if Path(each).exists()), None)
    found = found or shutil.which("chromium") or shutil.which("google-chrome")
    if not found:
        pytest.skip("needs Chromium; on Debian and Ubuntu: apt install chromium")
    return found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as tools:
        opened = tools.chromium.launch(executable_path=chromium, args=FLAGS, timeout=4 * PATIENCE_MS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the files of `server`."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def server(server_folder: Path) -> Iterator[str]:
    """The address of a server that starts fast: without computer players."""
    yield from running(server_folder, workers=0)


@pytest.fixture
def pass_by(server: str, server_folder: Path) -> Callable[[int], None]:
    """Lets some ms pass by at `server`."""

    def move(ms: int) -> None:
        with (server_folder / CLOCK).open("r+b") as file:
            ahead = int.from_bytes(file.read(8), "little") + ms
            file.seek(0)
            file.write(ahead.to_bytes(8, "little"))

    return move


@pytest.fixture
def server_with_computer(tmp_path: Path) -> Iterator[str]:
    """The address of a server with computer players."""
    yield from running(tmp_path, workers=1)


def running(folder: Path, workers: int, locale: Path = LOCALE, is_owned: bool = False) -> Generator[str]:
    """Run a server while its address is used.  locale: the folder of the catalogues.  is_owned: by its visitors."""
    log, clock = folder / "log.txt", folder / CLOCK
    clock.write_bytes(bytes(8))
    reading, writing = os.pipe()
    with socket.create_server(("127.0.0.1", 0)) as listener, log.open("w") as out, os.fdopen(reading, "rb") as ready:
        database, handle = f"sqlite:///{folder / 'games.db'}", listener.fileno()
        numbers = map(str, (handle, writing, workers, locale, clock))
        command = [sys.executable, "-c", SERVER, database, *numbers, *["owned"] * is_owned]
        process = subprocess.Popen(command, stdout=out, stderr=out, pass_fds=[handle, writing])
        os.close(writing)
        try:
            is_heard, _, _ = select.select([ready], [], [], START_S)
            assert is_heard and ready.read() == b"ready", f"the server does not start:\n{log.read_text()}"
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            end(process)


@pytest.fixture(scope="session")
def axe(tools: Path) -> str:
    """The script of axe, the accessibility checker."""
    assert AXE.is_file()
    return AXE.read_text(encoding="utf-8")


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Callable[..., Visitor]]:
    """Create visitors, each with a context of its own; at the end no console may contain an error.

    Options are those of a context; settings: of the page, as JSON texts by name; has_met: whether the device knows all
    games, so that no card presents them.
    """
    visitors: list[Visitor] = []
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> Visitor:
        settings, has_met = options.pop("settings", {}), options.pop("has_met", True)
        usual = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US", "reduced_motion": "reduce"}
        context = browser.new_context(**{"base_url": server} | usual | options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        if has_met:
            meet_all_games(context, options.get("base_url", server))
        if options.get("java_script_enabled", True):
            text = ",".join(f'"{key}":{value}' for key, value in {"motion": '"off"', "volume": 0, **settings}.items())
            context.add_init_script(f"try {{ localStorage.setItem('settings', '{{{text}}}'); }} catch {{}}")
        visitor = Visitor(context.new_page())
        visitors.append(visitor)
        return visitor

    yield make
    errors = [error for visitor in visitors for error in visitor.errors]
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(scope="session")
def modules() -> str:
    """The game whose search is built for browsers."""
    one = named("mosty")
    built_module(one, full_width(one))
    return "mosty"
