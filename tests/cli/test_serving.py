"""`charkoni serve` and `charkoni verify-dice`, as far as they need no server."""

import json
from pathlib import Path

import pytest

from charkoni.cli import serving
from charkoni.cli.starting import run
from charkoni.web import dice


def test_without_its_packages_the_server_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serving, "NEEDED", ("no_such_package",))
    assert run(["--lang", "en", "serve"]) == 2
    assert "pip install 'charkoni[web]'" in capsys.readouterr().err


def test_dice_are_verified_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = "0" * 64
    document = {"id": "g", "game": "mangala", "start": "", "commitment": dice.commitment(key), "key": key}
    path = tmp_path / "dice.json"
    path.write_text(json.dumps(document | {"plies": [{"m": "4"}]}))
    assert run(["--lang", "en", "verify-dice", str(path)]) == 0
    assert "0 throws" in capsys.readouterr().out
    path.write_text(json.dumps(document | {"commitment": "x", "plies": []}))
    assert run(["--lang", "en", "verify-dice", str(path)]) == 1
    path.write_text("{}")
    assert run(["--lang", "en", "verify-dice", str(path)]) == 1
    assert run(["--lang", "en", "verify-dice", str(tmp_path / "none")]) == 2
