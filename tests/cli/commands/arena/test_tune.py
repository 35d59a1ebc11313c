"""`charkoni tune`."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from charkoni import game
from charkoni.arena.tuning import Tuning

SMALL = ("mosty:size=3", "--games", 4, "--nodes", 30)


def test_games_are_kept_and_the_table_is_printed(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    code, out, err = cli("tune", *SMALL, "--out", path)
    assert (code, err) == (0, f"The games are kept in {path}\n")
    lines = out.splitlines()
    assert lines[0].split() == ["feature", "weight", "fitted", "±", "worth"]
    assert [line[:20].strip() for line in lines[1:4]] == ["bridges still needed", "bridges needed if a", "the move"]
    assert " positions of 3 games; " in lines[4]  # one game holds no position whose result is open
    kept = path.read_bytes()
    assert cli("tune", *SMALL, "--out", path, "--table").out == out
    assert cli("tune", *SMALL, "--out", path).out == out
    assert path.read_bytes() == kept


def test_what_never_differs_is_not_in_the_table(cli: Cli, tmp_path: Path) -> None:
    out = cli("tune", "mangala", "--games", 2, "--nodes", 30, "--out", tmp_path / "games.jsonl").out
    assert "stones in hole 1" in out
    assert "fortress" not in out


def test_games_of_other_tunings_count_too(cli: Cli, tmp_path: Path) -> None:
    first, other = tmp_path / "first.jsonl", tmp_path / "other.jsonl"

    def positions(*options: object) -> int:
        found = json.loads(cli("tune", *SMALL, "--out", first, "--json", *options).out)
        assert isinstance(found["positions"], int)
        return found["positions"]

    own = positions()
    others = json.loads(cli("tune", *SMALL, "--seed", 2, "--out", other, "--json").out)["positions"]
    assert own > 0
    assert others > 0
    assert positions("--also", other) == own + others
    assert positions("--also", other, "--also", other) == own + 2 * others
    missing = cli("tune", *SMALL, "--out", first, "--also", tmp_path / "none.jsonl")
    assert missing.code == 2
    assert "there is no such file or folder" in missing.err
    assert not (tmp_path / "none.jsonl").exists()
    bigger = cli("tune", "mosty:size=4", "--games", 1, "--nodes", 30, "--out", tmp_path / "x.jsonl", "--also", other)
    assert bigger.code == 2
    assert "its game is mosty:size=3, not mosty:size=4" in bigger.err


def test_half_a_game_is_played_again(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    out = cli("tune", *SMALL, "--out", path).out
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:-1]) + rows[-1][:25])
    assert cli("tune", *SMALL, "--out", path).out == out
    assert path.read_bytes().splitlines()[1:] == [row.rstrip(b"\n") for row in rows[1:]]


def test_the_result_as_json(cli: Cli, tmp_path: Path) -> None:
    found = json.loads(cli("tune", *SMALL, "--out", tmp_path / "games.jsonl", "--json").out)
    assert found["game"] == "mosty:size=3"
    assert len(found["weights"]) == len(found["worths"]) == 3
    assert found["games"] == 3


def test_games_that_are_too_short_are_told(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    code, out, err = cli("tune", "mosty:size=2", "--games", 2, "--nodes", 30, "--out", path)
    assert (code, out) == (1, "")
    assert err == f"The games are kept in {path}\nThe games are too short to learn from.\n"
    assert cli("tune", "mosty:size=2", "--out", path, "--nodes", 30, "--table").code == 2


def test_impossible_options_are_refused(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    empty = cli("tune", *SMALL, "--out", path, "--table")
    assert empty.code == 2
    assert "there are no games to learn from yet; omit --table" in empty.err
    other = cli("tune", "mosty:size=3", "--nodes", 31, "--out", path)
    assert other.code == 2
    assert "its nodes is 30, not 31" in other.err


def test_weights_are_written_into_the_sources(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "evaluate.py"
    source.write_text("import numpy as np\n\nWEIGHTS = np.array([1.0, -2.0, 0.5])  # in logits\nOTHER = 1\n")
    knowledge = Tuning(game("mosty:size=3")).knowledge
    monkeypatch.setattr(knowledge, "__file__", str(source))
    cli("tune", *SMALL, "--out", tmp_path / "games.jsonl", "--write")
    lines = source.read_text().splitlines()
    assert lines[2].startswith("WEIGHTS = np.array([")
    assert lines[2].endswith("])  # in logits")
    assert "1.0, -2.0, 0.5" not in lines[2]
    assert lines[3] == "OTHER = 1"
    source.write_text("nothing\n")
    refused = cli("tune", *SMALL, "--out", tmp_path / "games.jsonl", "--write", "--table")
    assert refused.code == 2
    assert "the weights cannot be written into" in refused.err


def test_games_at_a_glance_are_not_kept(cli: Cli) -> None:
    found = json.loads(cli("tune", "chaupar", "--games", 6, "--nodes", 0, "--json").out)
    assert found["games"] == 6
    assert len(found["weights"]) == 51
    refused = cli("tune", "mosty:size=3", "--nodes", 0)
    assert refused.code == 2
    assert "in games with dice only, not in mosty:size=3" in refused.err
