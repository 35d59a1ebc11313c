"""Firefox and WebKit, driven by standard protocols: WebDriver BiDi and WebDriver."""

import contextlib
import json
import os
import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import httpx2
from websockets.sync.client import ClientConnection, connect

FIREFOX = Path("/usr/bin/firefox-esr")
WEBKIT_DRIVER = Path("/usr/bin/WebKitWebDriver")
SCREEN = Path("/usr/bin/Xvfb")
PATIENCE_S = 120


def mini_browser() -> Path | None:
    """Return the path of WebKit's MiniBrowser, or None."""
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)


class Tab(Protocol):
    """A page in a browser."""

    def go(self, address: str) -> None:
        """Open a page and wait until it is loaded."""

    def value(self, expression: str) -> Any:
        """Return the value of an expression, converted by JSON; a promise is awaited."""

    def click(self, x: float, y: float) -> None:
        """Click by mouse."""


def pointer(x: float, y: float) -> list[dict[str, Any]]:
    """Return the actions of a click, which are the same in both protocols."""
    move = {"type": "pointerMove", "x": round(x), "y": round(y)}
    steps = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    return [{"type": "pointer", "id": "mouse", "actions": steps}]


class FirefoxTab:
    """A page in Firefox."""

    def __init__(self, wire: ClientConnection) -> None:
        self._wire, self._number = wire, 0
        self._ask("session.new", capabilities={})
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._wire.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (answer := json.loads(self._wire.recv(PATIENCE_S))).get("id") != self._number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def value(self, expression: str) -> Any:
        script = f"(async () => JSON.stringify(await ({expression})) ?? 'null')()"
        target = {"context": self._context}
        answer = self._ask("script.evaluate", expression=script, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def click(self, x: float, y: float) -> None:
        self._ask("input.performActions", context=self._context, actions=pointer(x, y))


class WebKitTab:
    """A page in WebKit."""

    def __init__(self, web: httpx2.Client, browser: Path) -> None:
        self._web = web
        options = {"binary": str(browser), "args": ["--automation"]}
        capabilities = {"alwaysMatch": {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}}
        self._path = ""
        self._path = f"/{self._ask('', capabilities=capabilities)['sessionId']}"
        self._ask("/timeouts", script=PATIENCE_S * 1000, pageLoad=PATIENCE_S * 1000)

    def _ask(self, path: str, **body: Any) -> Any:
        answer = self._web.post(f"/session{self._path}{path}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def go(self, address: str) -> None:
        self._ask("/url", url=address)

    def value(self, expression: str) -> Any:
        script = f"const done = arguments[0]; (async () => JSON.stringify(await ({expression})) ?? 'null')().then(done)"
        return json.loads(self._ask("/execute/async", script=script, args=[]))

    def click(self, x: float, y: float) -> None:
        self._ask("/actions", actions=pointer(x, y))

    def close(self) -> None:
        self._web.delete(f"/session{self._path}")


def end(process: subprocess.Popen[Any]) -> None:
    """Terminate a process; kill it if it does not end."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(20)


@contextlib.contextmanager
def running(command: list[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a program inside a `with` block."""
    process = subprocess.Popen(command, text=True, **more)
    try:
        yield process
    finally:
        end(process)


@contextlib.contextmanager
def firefox() -> Iterator[Tab]:
    """Run Firefox headless."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [str(FIREFOX), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        environment = {**os.environ, "HOME": profile}
        with running(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment) as process:
            assert process.stderr
            with process.stderr:
                lines = iter(process.stderr.readline, "")
                found = next(filter(None, (re.search(r"ws://127\S+|ws://\[::1\]\S+", line) for line in lines)), None)
                assert found, "Firefox prints no address"
                with connect(f"{found[0]}/session", compression=None, max_size=None, open_timeout=PATIENCE_S) as wire:
                    yield FirefoxTab(wire)


@contextlib.contextmanager
def webkit() -> Iterator[Tab]:
    """Run WebKit on a virtual screen."""
    browser = mini_browser()
    assert browser
    reading, writing = os.pipe()
    screen = [str(SCREEN), "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with contextlib.ExitStack() as stack:
        stack.enter_context(running(screen, pass_fds=[writing], **quiet))
        os.close(writing)
        with os.fdopen(reading) as pipe:
            display = pipe.readline().strip()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        more = {"DISPLAY": f":{display}", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        more |= {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "NO_AT_BRIDGE": "1", "GDK_BACKEND": "x11"}
        stack.enter_context(running([str(WEBKIT_DRIVER), f"--port={port}"], env=os.environ | more, **quiet))
        web = stack.enter_context(httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S))
        wait_for(web)
        tab = WebKitTab(web, browser)
        stack.callback(tab.close)
        yield tab


def wait_for(web: httpx2.Client) -> None:
    """Wait until a driver responds."""
    for _ in range(10 * PATIENCE_S):
        with contextlib.suppress(httpx2.TransportError):
            web.get("/status")
            return
        time.sleep(0.1)
    raise TimeoutError("the driver does not respond")
