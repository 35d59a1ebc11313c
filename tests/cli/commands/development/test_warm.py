"""`charkoni warm`: silent, but where nothing can be cached."""

import pytest
from tests.cli.conftest import Cli


def test_warm_needs_no_words(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.games", lambda: ("mangala",))
    assert cli("warm") == (0, "", "")


def test_warm_tells_when_nothing_is_saved(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.games", lambda: ("mangala",))
    monkeypatch.setattr("charkoni.cli.commands.development.warm.CACHED", False)
    assert cli("warm").err == "Nothing is kept: no folder for compiled code can be written.\n"
