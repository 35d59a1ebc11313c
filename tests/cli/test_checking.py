"""`check`, `bench` and `warm`."""

import json
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest
from tests.cli.conftest import Cli

import charkoni
from charkoni.check.report import Finding, Report, Trouble

FIGURES = {
    "games": {"mangala": {"moves_per_s": 12_345_678.0, "cold_s": 2.5}},
    "machine": {"python": "3.13", "cores": 2},
}


def test_a_game_that_is_well(cli: Cli) -> None:
    code, out, err = cli("check", "mangala")
    assert (code, err) == (0, "")
    assert out.startswith("mangala: ")
    assert out.endswith(", 0 findings\n")


def test_a_game_that_is_not(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def report(game: charkoni.Game) -> Report:
        return Report(game.name, ("start",), (Finding(game.name, "start", Trouble("it is wrong")),), 1)

    monkeypatch.setattr("charkoni.check.check_game", report)
    code, out, err = cli("check", "mangala", "mosty:size=3")
    assert (code, err) == (1, "")
    assert "mangala, start: it is wrong\n" in out
    assert "mosty:size=3, start: it is wrong\n" in out


@pytest.mark.terminal
@pytest.mark.compiled_only
def test_results_go_to_standard_output_while_a_bar_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "out"
    script = f'"{sys.executable}" -m charkoni.cli check mangala > "{target}"'
    drawn, code = pexpect.run(f"sh -c '{script}'", withexitstatus=True, timeout=120, env={"TERM": "xterm"})
    assert code == 0
    assert target.read_text().startswith("mangala: ")
    assert b"1/1" in drawn
    assert b"findings" not in drawn


def test_bench_prints_json_or_a_table(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(names: list[str], step: Any) -> dict[str, Any]:
        step(names[0], 0, 1)
        return FIGURES

    monkeypatch.setattr("charkoni.benchmarks.measure", measure)
    assert json.loads(cli("bench", "--game", "mangala", "--json").out) == FIGURES
    lines = cli("bench").out.splitlines()
    assert lines[0].split() == ["game", "moves_per_s", "cold_s"]
    assert lines[1].split() == ["mangala", "12", "345", "678", "2.5"]
    assert lines[2] == "python 3.13, cores 2"


def test_warm_needs_no_words(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.games", lambda: ("mangala",))
    assert cli("warm") == (0, "", "")


def test_warm_tells_when_nothing_is_kept(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.games", lambda: ("mangala",))
    monkeypatch.setattr("charkoni.cli.checking.CACHED", False)
    assert cli("warm").err == "Nothing is kept: no folder for compiled code can be written.\n"
