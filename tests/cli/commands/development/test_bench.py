"""`charkoni bench`: figures as JSON or as a table."""

import json
from typing import Any

import pytest
from tests.cli.conftest import Cli

FIGURES = {
    "games": {"mangala": {"moves_per_s": 12_345_678.0, "cold_s": 2.5}},
    "machine": {"python": "3.13", "cores": 2},
}


def test_bench_prints_json_or_a_table(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(names: list[str], step: Any) -> dict[str, Any]:
        step(names[0], 0, 1)
        return FIGURES

    monkeypatch.setattr("charkoni.cli.commands.development.bench.measure", measure)
    assert json.loads(cli("bench", "--game", "mangala", "--json").out) == FIGURES
    lines = cli("bench").out.splitlines()
    assert lines[0].split() == ["game", "moves_per_s", "cold_s"]
    assert lines[1].split() == ["mangala", "12", "345", "678", "2.5"]
    assert lines[2] == "python 3.13, cores 2"
