"""A server process: its log, its database, whom it believes, how it ends."""

import asyncio
import contextlib
import json
import logging
import os
import re
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.web.server_process import Live

from charkoni.web.config import Settings
from charkoni.web.http.connections import ConnectionLimits
from charkoni.web.serve import InUse, JsonLines, ShortLines, bound, claimed, configuration


def test_logs_are_json() -> None:
    record = logging.LogRecord("x", logging.INFO, "f", 1, "wrote %s", ("a\nb",), None)
    assert json.loads(JsonLines().format(record))["message"] == "wrote a\nb"


def test_a_line_of_the_log_has_an_end() -> None:
    """A refused file of 2 MB stood in one line."""
    record = logging.LogRecord("a", logging.WARNING, "", 1, "begin %s end", ("x" * 2_000_000,), None)
    for formatter in (JsonLines(), ShortLines()):
        line = formatter.format(record)
        assert len(line) < 10_000 and "begin" in line and "end" in line


@pytest.mark.parametrize("link", [os.symlink, os.link], ids=["symbolic", "hard"])
def test_a_second_server_is_refused_through_links(tmp_path: Path, link: object) -> None:
    database, other = tmp_path / "web.db", tmp_path / "other.db"
    database.touch()
    assert callable(link)
    link(database, other)
    with claimed(f"sqlite:///{database}"), pytest.raises(InUse), claimed(f"sqlite:///{other}"):
        pass
    with claimed(f"sqlite:///{other}"):
        pass


def test_two_servers_that_start_together_have_two_ports() -> None:
    with bound("127.0.0.1", 0, may_differ=False) as first:
        port = first.getsockname()[1]
        with bound("127.0.0.1", port, may_differ=True) as second:
            assert second.getsockname()[1] != port
        with pytest.raises(OSError, match="in use"), bound("127.0.0.1", port, may_differ=False):
            pass


@pytest.mark.parametrize(
    ("proxies", "sender", "known"),
    [
        ((), "127.0.0.1", "127.0.0.1"),
        (("10.0.0.1",), "127.0.0.1", "127.0.0.1"),
        (("10.0.0.1",), "10.0.0.1", "203.0.113.7"),
    ],
)
def test_an_invented_address_is_believed_of_trusted_proxies_alone(
    proxies: tuple[str, ...], sender: str, known: str
) -> None:
    seen: list[str] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(scope["client"][0])

    config = configuration(app, Settings(proxies=proxies), ConnectionLimits())
    config.load()
    headers = [(b"x-forwarded-for", b"203.0.113.7")]
    scope: Any = {"type": "http", "client": (sender, 1), "headers": headers}
    asyncio.run(config.loaded_app(scope, None, None))  # type: ignore[arg-type]  # nothing is received or sent
    assert seen == [known]


def test_a_server_with_waiting_pages_ends_at_once_without_a_trace(tmp_path: Path) -> None:
    """Pages of events and streams of games come again as soon as they are answered, as browsers do."""
    server = Live(tmp_path)
    is_running = True

    async def poll(web: httpx2.AsyncClient, path: str) -> list[int]:
        statuses = []
        with contextlib.suppress(httpx2.TransportError):
            while True:
                statuses.append((await web.get(path)).status_code)
        return statuses

    async def follow(web: httpx2.AsyncClient, path: str, head: dict[str, str]) -> str:
        last = ""
        with contextlib.suppress(httpx2.TransportError):
            while True:
                async with web.stream("GET", path, headers=head) as answer:
                    async for line in answer.aiter_lines():
                        last = line or last
        return last

    async def run() -> None:
        nonlocal is_running
        async with httpx2.AsyncClient(base_url=server.origin, timeout=60) as web:
            token = re.search('name="csrf" content="([^"]+)"', (await web.get("/events/new")).text)
            assert token
            form = {"csrf": token[1], "name": "Cup", "game": "mangala"}
            desk = (await web.post("/events/new", data=form, headers={"origin": server.origin})).headers["location"]
            news = desk.replace("desk", "news")
            shown = (await web.get(news)).json()["shown"]
            head = {"authorization": f"Bearer {(await web.post('/api/v1/tokens', json={'name': 'x'})).json()['token']}"}
            g = (await web.post("/api/v1/games", json={"game": "mangala"}, headers=head)).json()["id"]
            pages = [asyncio.create_task(poll(web, f"{news}?after={shown}")) for _ in range(3)]
            stream = asyncio.create_task(follow(web, f"/api/v1/games/{g}/events", head))
            await asyncio.sleep(1)
            await asyncio.to_thread(server.stop)
            is_running = False
            async with asyncio.timeout(30):
                assert await asyncio.gather(*pages) == [[200]] * 3
                assert json.loads((await stream).removeprefix("data: "))["code"] == "RESTART"

    try:
        asyncio.run(run())
    finally:
        if is_running:
            server.kill()
    log = (tmp_path / "server.log").read_text()
    assert "Traceback" not in log
    assert "timeout graceful shutdown exceeded" not in log
