"""The self-check of a starting server."""

from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest

from charkoni.web import findings
from charkoni.web.config import Settings

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with much room, and a user without privileges."""
    monkeypatch.setattr(findings.shutil, "disk_usage", lambda _: Usage(0, 0, 1 << 40))
    monkeypatch.setattr(findings.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(findings, "_connections", lambda: 5000)
    monkeypatch.setattr(findings, "_free_memory", lambda: 1 << 34)


def codes(**chosen: Any) -> list[str]:
    settings = Settings(**{"database": "sqlite:////srv/games.db", **chosen})
    return [finding.text.code for finding in findings.warnings(settings)]


def test_a_server_for_this_machine_alone_is_not_careless() -> None:
    assert codes() == []
    assert codes(host="::1") == codes(host="localhost") == []


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"host": "0.0.0.0"}, "OPEN"),
        ({"host": "0.0.0.0", "origins": ("https://a.example",), "proxies": ("10.0.0.2",), "dev": True}, "DEV"),
        ({"secret": "abc"}, "SECRET"),
        ({"proxies": ("10.0.0.0/8", "0.0.0.0/0")}, "PROXIES"),
        ({"origins": ("https://a.example",)}, "NO_PROXY"),
        ({"budget_factor": 0}, "RATE"),
        ({"database": "sqlite:////tmp/games.db"}, "TEMPORARY"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_careless_settings_are_named(chosen: dict[str, Any], code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings.tempfile, "gettempdir", lambda: "/tmp")
    assert codes(**chosen) == [code]


def test_a_small_machine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "_connections", lambda: 56)
    monkeypatch.setattr(findings.shutil, "disk_usage", lambda _: Usage(0, 0, 5 << 20))
    monkeypatch.setattr(findings.os, "geteuid", lambda: 0)
    monkeypatch.setattr(findings.time, "time", lambda: 0.0)
    monkeypatch.setattr(findings, "own_folder", lambda _: False)
    monkeypatch.delenv(findings.SWITCH, raising=False)
    settings: dict[str, Any] = {"host": "0.0.0.0", "origins": ("https://a.example",), "proxies": ("127.0.0.1",)}
    assert codes(**settings) == ["ROOT", "DISK", "CONNECTIONS", "CACHE", "CLOCK"]
    assert findings.capacity(Settings(workers=1)).text.args["people"] == 56


def test_secrets_that_others_can_read_and_variables_that_nobody_reads_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "charkoni.toml"
    file.write_text(f"secret = '{'x' * 32}'")
    file.chmod(0o644)
    chosen = Settings.from_environment(str(file), database="/srv/games.db").chosen
    monkeypatch.setenv("CHARKONI_DATABSE", "games.db")
    assert codes(chosen=chosen) == ["READABLE", "UNKNOWN"]
    file.chmod(0o600)
    monkeypatch.delenv("CHARKONI_DATABSE")
    assert codes(chosen=chosen) == []


def test_the_machine_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    people = findings.capacity(Settings(database=f"sqlite:///{tmp_path}/games.db")).text.args["people"]
    assert 0 < int(str(people)) <= findings.MOST_PEOPLE


def test_a_server_for_the_network_tells_the_address_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    local = "http://localhost:8000/"
    monkeypatch.setattr("charkoni.tournament.printouts.addresses.lan_address", lambda: "192.168.1.20")
    assert findings.network_address(Settings(host="0.0.0.0"), local) == "http://192.168.1.20:8000/"
    assert findings.network_address(Settings(), local) == ""
    assert findings.network_address(Settings(host="0.0.0.0", origins=("https://example.org",)), local) == ""
    monkeypatch.setattr("charkoni.tournament.printouts.addresses.lan_address", lambda: "fd00::7")
    assert findings.network_address(Settings(host="::"), local) == "http://[fd00::7]:8000/"
    monkeypatch.setattr("charkoni.tournament.printouts.addresses.lan_address", lambda: "")
    assert findings.network_address(Settings(host="0.0.0.0"), local) == ""
