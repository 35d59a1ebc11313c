"""`charkoni check`: the reports of the conformance kit."""

import os
import sys
from pathlib import Path

import pexpect
import pytest
from tests.cli.conftest import Cli

import charkoni
from charkoni.check.report import Finding, Report, Trouble


def test_a_game_that_is_well(cli: Cli) -> None:
    code, out, err = cli("check", "mangala")
    assert (code, err) == (0, "")
    assert out.startswith("mangala: ")
    assert out.endswith(", 0 findings\n")


def test_a_game_that_is_not(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def report(game: charkoni.Game) -> Report:
        return Report(game.name, ("start",), (Finding(game.name, "start", Trouble("it is wrong")),), 1)

    monkeypatch.setattr("charkoni.cli.commands.development.check.check_game", report)
    code, out, err = cli("check", "mangala", "mosty:size=3")
    assert (code, err) == (1, "")
    assert "mangala, start: it is wrong\n" in out
    assert "mosty:size=3, start: it is wrong\n" in out


@pytest.mark.terminal
@pytest.mark.compiled_only
def test_results_go_to_standard_output_while_a_bar_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "out"
    script = f'"{sys.executable}" -m charkoni check mangala > "{target}"'
    drawn, code = pexpect.run(
        f"sh -c '{script}'", withexitstatus=True, timeout=120, env={**os.environ, "TERM": "xterm"}
    )
    assert code == 0
    assert target.read_text().startswith("mangala: ")
    assert b"1/1" in drawn
    assert b"findings" not in drawn
