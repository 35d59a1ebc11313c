"""`charkoni serve` as a process."""

import errno
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest
from tests.fork_server import Program

from charkoni.cli.main import run
from charkoni.web.serve import bound, has_display, unusable
from charkoni.web.store import StoreError


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program uses."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_in_use_is_reported_or_another_one_is_used(taken: int, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OSError) as error:
        bound("127.0.0.1", taken, may_differ=False)
    assert error.value.errno == errno.EADDRINUSE
    with bound("127.0.0.1", taken, may_differ=True) as door:
        assert door.getsockname()[1] != taken
    assert run(["--lang", "en", "serve", "--port", str(taken), "--workers", "0"]) == 2
    assert f"127.0.0.1:{taken}: another program uses this address already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("nowhere/games.db", "its folder does not exist"),
        ("text.txt", "the file is not a database of SQLite"),
        (".", "the file cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line(tmp_path: Path, name: str, problem: str) -> None:
    (tmp_path / "text.txt").write_text("no database" * 100)
    arguments = ("serve", "--port", 0, "--workers", 0, "--database", tmp_path / name)
    with Program(*arguments, env={**os.environ, "CHARKONI_LANG": "en"}, stderr=subprocess.PIPE) as program:
        assert program.stderr
        lines = program.stderr.read().splitlines()
        assert program.wait(30) == 2
    assert len(lines) == 1
    assert lines[0].endswith(f"this database cannot be used: {problem}")


def test_a_password_is_not_shown() -> None:
    error = unusable("postgresql://user:secret@host/name", StoreError("connection refused"))
    assert "secret" not in str(error)
    assert "no server answers" in str(error)


def test_a_browser_is_opened_only_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_display()


def serving_in(folder: Path) -> Program:
    settings = {"CHARKONI_LANG": "en", "CHARKONI_DATABASE": f"sqlite:///{folder / 'games.db'}"}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return Program("serve", "--port", 0, "--workers", 0, "--open", env={**without_display(), **settings}, **streams)


def without_display() -> dict[str, str]:
    names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return {name: value for name, value in os.environ.items() if name not in names}


def address_of(process: Program) -> str:
    assert process.stdout
    found = re.search(r"http://localhost:\d+", process.stdout.readline())
    assert found
    return found[0].replace("localhost", "127.0.0.1")


def test_a_killed_server_goes_on_with_its_games_and_ctrl_c_twice_ends_it_quietly(tmp_path: Path) -> None:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with serving_in(tmp_path) as first:
        address = address_of(first)
        home = browser.open(address).read().decode()
        token = re.search('name="csrf" content="([^"]+)"', home)
        assert token
        form = urlencode({"csrf": token[1], "game": "mangala", "opponent": "here"}).encode()
        table = browser.open(f"{address}/new", form).url
        first.kill()
    with serving_in(tmp_path) as second:
        page = browser.open(table.replace(address, address_of(second)))
        assert "<svg" in page.read().decode()
        second.send_signal(signal.SIGINT)
        time.sleep(0.03)  # the server needs longer for its end
        second.send_signal(signal.SIGINT)
        assert second.wait(30) in (0, -signal.SIGINT)  # on a busy machine the second one comes when all is done
        assert second.stdout and second.stderr
        out, err = second.stdout.read(), second.stderr.read()
    assert [line for line in err.splitlines() if json.loads(line)["level"] != "info"] == []
    assert "This machine has no screen for a browser" in out and "--host 0.0.0.0" in out
    assert out.endswith("Charkoni has ended; all games are kept.\n")
