"""`charkoni warm`: no output unless nothing can be cached."""

import pytest
from tests.cli.conftest import Cli


def test_warm_prints_nothing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.games", lambda: ("mangala",))
    assert cli("warm") == (0, "", "")


def test_warm_reports_that_nothing_is_cached(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.games", lambda: ("mangala",))
    monkeypatch.setattr("charkoni.cli.commands.development.warm.CACHED", False)
    monkeypatch.setattr("charkoni.cli.commands.development.warm.compile_stage", None)
    assert cli("warm").err == "Nothing is kept: no folder for compiled code can be written.\n"
