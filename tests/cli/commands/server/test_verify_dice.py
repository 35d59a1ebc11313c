"""`charkoni verify-dice`: the dice of a finished game."""

import json
from pathlib import Path

import pytest

from charkoni.cli.main import run
from charkoni.web.live.game import dice

KEY = "0" * 64
SEEDS = ["1" * 64, "2" * 64]
PROMISES = [dice.seed_commitment("g", seat, seed) for seat, seed in enumerate(SEEDS)]
DOCUMENT = {
    "version": 2,
    "id": "g",
    "game": "mangala",
    "start": "",
    "faces": "",
    "commitments": PROMISES,
    "commitment": dice.key_commitment("g", KEY, "", PROMISES),
    "key": KEY,
    "seeds": SEEDS,
    "plies": [{"m": "4", "seat": 0}],
}


def test_dice_are_verified_from_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, receipt = tmp_path / "dice.json", tmp_path / "receipt.json"
    path.write_text(json.dumps(DOCUMENT))
    receipt.write_text(json.dumps({"game": "g", "commitment": DOCUMENT["commitment"], "seeds": {"1": SEEDS[1]}}))
    command = ["--lang", "en", "verify-dice", str(path)]
    assert run([*command, "--receipt", str(receipt)]) == 0
    assert "seed of the receipt (seat 2) was secret" in capsys.readouterr().out
    assert run([*command, "--commitment", str(DOCUMENT["commitment"])]) == 0
    assert "only the receipt of a player" in capsys.readouterr().out
    assert run(command) == 1
    assert "a document alone proves nothing" in capsys.readouterr().err
    assert run([*command, "--commitment", "0" * 64]) == 1
    path.write_text("{}")
    assert run([*command, "--receipt", str(receipt)]) == 1
    receipt.write_text("[]")
    assert run([*command, "--receipt", str(receipt)]) == 1
    assert run(["--lang", "en", "verify-dice", str(tmp_path / "none")]) == 2
