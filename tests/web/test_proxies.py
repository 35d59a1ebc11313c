"""The settings of the documents for proxies: whoever can be served is served, whatever has failed before."""

import http.server
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import httpx2
import pytest
from tests.chaos.supervised_server import free_port
from tests.web import proxies

pytestmark = pytest.mark.compiled_only

LONGEST_S = 3.0
"""How long a form may be refused after a kill."""


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers with the port; /held stays open, as a socket does, until the server is killed."""

    ended: ClassVar[threading.Event]

    def do_GET(self) -> None:
        body = str(self.server.server_port).encode()  # type: ignore[attr-defined]
        self.send_response(200)
        is_held = self.path == "/held"
        self.send_header(*(("x-accel-buffering", "no") if is_held else ("content-length", str(len(body)))))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
        if is_held:
            self.ended.wait(60)
        self.close_connection = True

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


class Upstream:
    """A server of one port that can be killed and started again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.start()

    def start(self) -> None:
        self._ended = threading.Event()
        handler = type("OwnHandler", (Handler,), {"ended": self._ended})
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def kill(self) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(params=proxies.PROXIES)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[httpx2.Client, list[Upstream]]]:
    """A client of two servers behind a proxy."""
    program = proxies.install(request.param)
    if program is None:
        pytest.skip(f"{request.param} is not installed")
    upstreams = [Upstream(), Upstream()]
    ports = [each.port for each in upstreams]
    folder = tmp_path / "proxy"
    with proxies.running(request.param, program, folder, free_port(), ports) as address:
        limits = httpx2.Limits(max_keepalive_connections=0)
        with httpx2.Client(base_url=address, timeout=5, limits=limits) as client:
            yield client, upstreams
    for each in upstreams:
        each.kill()


def answers(client: httpx2.Client) -> set[str]:
    """Return the ports that answer some requests; every one must be answered.

    Caddy cannot send a body again, and takes a second to notice a killed server: forms have so long.
    """
    found = set()
    for _ in range(4):
        answer = client.get("/")
        assert answer.status_code == 200, answer.text
        found.add(answer.text)
    end = time.monotonic() + LONGEST_S
    while (answer := client.post("/", content=b"a form")).status_code != 200 and time.monotonic() < end:
        time.sleep(0.1)
    for _ in range(4):
        answer = client.post("/", content=b"a form")
        assert answer.status_code == 200, answer.text
        found.add(answer.text)
    return found


def test_nobody_waits_for_a_server_that_runs_again(site: tuple[httpx2.Client, list[Upstream]]) -> None:
    """As nginx does it usually, everybody is refused for ten seconds from the second kill on."""
    client, (one, two) = site
    assert answers(client) == {str(one.port), str(two.port)}
    one.kill()
    assert answers(client) == {str(two.port)}
    one.start()
    two.kill()
    with client.stream("GET", "/held") as held:
        assert held.status_code == 200
        assert answers(client) == {str(one.port)}
    two.start()
    one.kill()
    assert answers(client) == {str(two.port)}
    one.start()
