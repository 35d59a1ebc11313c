"""`charkoni verify-dice`: the dice of a finished game."""

import json
from pathlib import Path

import pytest

from charkoni.cli.main import run
from charkoni.web.live.game import dice


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
