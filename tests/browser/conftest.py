"""Set-up of the tests in a browser: Chromium of the system, a server, and people at tables."""

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.browser.people import PATIENCE_MS, Person
from tests.setting_up import alone, install_packages

from charkoni.core.translations import LOCALE

HERE = Path(__file__).parent
AXE = HERE / "tools" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = "/usr/bin/chromium"
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
import asyncio, pathlib, socket, sys, uvicorn
from charkoni.core import translations
from charkoni.core.registry import named
from charkoni.web.app import create_app
from charkoni.web.config import Settings
from charkoni.web.engine.warm import playable, warm
database, door, workers = sys.argv[1], socket.socket(fileno=int(sys.argv[2])), int(sys.argv[3])
translations.LOCALE = pathlib.Path(sys.argv[4])
port = door.getsockname()[1]
fast = dict(pace=0.0, gone_ms=1500, post_rate=100.0, message_rate=1000.0)
settings = Settings(database=database, port=port, workers=workers, **fast)
config = uvicorn.Config(create_app(settings), log_level="warning", ws_per_message_deflate=False)
for name in playable():
    asyncio.run(warm(named(name)))
uvicorn.Server(config).run(sockets=[door])
"""
"""It gets its door open, so that no other process can take the port meanwhile; and it opens with all games compiled.

Tests send more forms and messages than people do.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in Path(item.path).parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.compiled_only)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; installed from the system's packages when it is missing and that is allowed."""
    with alone("chromium"):
        if not Path(CHROMIUM).exists():
            install_packages("chromium", "fonts-dejavu-core")
    found = CHROMIUM if Path(CHROMIUM).exists() else shutil.which("chromium") or shutil.which("google-chrome")
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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for people alone: it starts fast and leaves the machine to the browser."""
    yield from running(tmp_path_factory.mktemp("server"), workers=0)


@pytest.fixture
def server_with_computer(tmp_path: Path) -> Iterator[str]:
    """The address of a server with a computer to play against."""
    yield from running(tmp_path, workers=1)


def running(folder: Path, workers: int, locale: Path = LOCALE) -> Generator[str]:
    """Run a server while its address is used.  locale: the folder of the catalogues."""
    log = folder / "log.txt"
    with socket.create_server(("127.0.0.1", 0)) as door, log.open("w") as out:
        database, handle = f"sqlite:///{folder / 'games.db'}", door.fileno()
        command = [sys.executable, "-c", SERVER, database, str(handle), str(workers), str(locale)]
        process = subprocess.Popen(command, stdout=out, stderr=out, pass_fds=[handle])
        address = f"http://127.0.0.1:{door.getsockname()[1]}"
        try:
            wait_for(address + "/health", process, log)
            yield address
        finally:
            end(process)


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a server answers; fail with what it wrote when it has gone or is silent for minutes."""
    until = time.monotonic() + 240
    while process.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=30):
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"{address} does not answer:\n{log.read_text()}")


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process of ours, kindly if it listens."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(20)


@pytest.fixture(scope="session")
def axe(tools: Path) -> str:
    """The checker's program."""
    assert AXE.is_file()
    return AXE.read_text(encoding="utf-8")


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Callable[..., Person]]:
    """Make visitors, each with a browser of his own; at the end none of their consoles may hold an error."""
    people: list[Person] = []
    contexts: list[BrowserContext] = []

    def make(**wishes: Any) -> Person:
        settings = wishes.pop("settings", {})
        usual = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US", "reduced_motion": "reduce"}
        context = browser.new_context(base_url=server, **usual | wishes)
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        if context.browser and wishes.get("java_script_enabled", True):
            text = ",".join(f'"{key}":{value}' for key, value in {"motion": '"off"', "volume": 0, **settings}.items())
            context.add_init_script(f"try {{ localStorage.setItem('settings', '{{{text}}}'); }} catch {{}}")
        page: Page = context.new_page()
        person = Person(page)
        people.append(person)
        return person

    yield make
    errors = [error for person in people for error in person.errors]
    for context in contexts:
        context.close()
    assert errors == []
