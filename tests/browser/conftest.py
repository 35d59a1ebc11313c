"""Set-up of the tests in a browser: Chromium of the system, a server, and people at tables."""

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.browser.people import Person
from tests.setting_up import alone, install_packages

HERE = Path(__file__).parent
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
import sys, uvicorn
from charkoni.web.app import create_app
from charkoni.web.config import Settings
settings = Settings(database=sys.argv[1], port=int(sys.argv[2]), workers=int(sys.argv[3]), pace=0.0, gone_ms=1500)
uvicorn.run(create_app(settings), port=settings.port, log_level="warning", ws_per_message_deflate=False)
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
    expect.set_options(timeout=30_000)  # a machine that does much at once is slow, not wrong
    with sync_playwright() as tools:
        opened = tools.chromium.launch(executable_path=chromium, args=FLAGS)
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


def running(folder: Path, workers: int) -> Iterator[str]:
    """Run a server while its address is used."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, "-c", SERVER, f"sqlite:///{folder / 'games.db'}", str(port), str(workers)]
    with (folder / "log.txt").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        address = f"http://127.0.0.1:{port}"
        try:
            wait_for(address + "/health")
            yield address
        finally:
            process.terminate()
            process.wait(20)


def wait_for(address: str) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"{address} does not answer")


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
        context.set_default_timeout(30_000)
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
