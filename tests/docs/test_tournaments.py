"""The page for organisers: every command on it works, in its order."""

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.commands.tournament.conftest import InProcess
from tests.cli.conftest import Cli

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tournaments.md"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_every_command_of_the_page(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("charkoni.cli.commands.tournament.event_files.PairingWorker", InProcess)
    # How many tables the third round has depends on the lots: on whether who forfeits is who asks for the bye.
    monkeypatch.setattr("charkoni.tournament.pairing.lots.new_seed", lambda: "4" * 32)
    (tmp_path / "list.csv").write_text(blocks("csv")[0], encoding="utf-8")
    (tmp_path / "stick").mkdir()
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("charkoni ")]
    assert len(lines) > 40
    outputs = {}
    for line in lines:
        result = cli(*shlex.split(line)[1:])
        assert result.code == 0, f"{line}\n{result.err}"
        outputs[line] = result.out
    assert "entries: 9; rounds: 1 of 3" in outputs["charkoni tournament show cup"]
    checked = outputs["charkoni tournament check cup cup.trf"]
    assert "the chain is intact" in checked and "cup.trf: rounds: 3, " in checked and "without an act" not in checked
    assert "not here yet: –" not in outputs["charkoni tournament check-in cup"]


def test_the_page_names_every_command(cli: Cli) -> None:
    text = PAGE.read_text(encoding="utf-8")
    commands = set(re.findall(r"^  ([\w-]+) ", cli("tournament", "--help").out, re.MULTILINE))
    left = {name for name in commands if f"`{name}" not in text and f"tournament {name} " not in text}
    assert left == {"Run"}, left  # the first word of the help itself
