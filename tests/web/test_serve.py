"""A server process: its log, its database, whom it believes."""

import asyncio
import json
import logging
import os
from pathlib import Path
from typing import Any

import pytest

from charkoni.web.config import Settings
from charkoni.web.http.connections import ConnectionLimits
from charkoni.web.serve import InUse, JsonLines, claimed, configuration


def test_logs_are_json() -> None:
    record = logging.LogRecord("x", logging.INFO, "f", 1, "wrote %s", ("a\nb",), None)
    assert json.loads(JsonLines().format(record))["message"] == "wrote a\nb"


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
