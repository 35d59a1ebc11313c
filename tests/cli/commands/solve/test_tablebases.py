"""`solve tablebase` and `verify` for every game that has tablebases, and certificates of proofs."""

from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from charkoni.solve import tablebase_files
from charkoni.solve.tablebase_files import HEADER

pytestmark = pytest.mark.compiled_only

WON = "4/6/5,g,2/8/3,grr,4/8/r,5/4 a 0:0"
WON_AT_ONCE = "4/6/8/3,g,4/3,r,4/8/rr,5/4 a 0:2"


def test_a_table_of_barbakan_is_made_and_verified_by_command(cli: Cli, tmp_path: Path) -> None:
    code, out, err = cli("solve", "tablebase", "barbakan:board=mini3", "2,1", "--folder", tmp_path)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "2730 positions; 1 MB of memory, 1 MB of disk"
    assert lines[1].split()[0] == "1"  # one ply back
    assert lines[-1].startswith(f"{tmp_path / 'barbakan-mini3-2-1.table'}: CRC-32 ")
    assert cli("solve", "tablebase", "barbakan:board=mini3", "2,1", "--folder", tmp_path).out == lines[-1] + "\n"
    code, out, err = cli("verify", "barbakan", "--folder", tmp_path, "--all")
    assert (code, err) == (0, "")
    assert f": whole, {lines[-1].split(': ')[1]}; 2730 entries recomputed" in out
    assert cli("verify", "chaupar", "--folder", tmp_path).code == 2
    assert cli("verify", "--tablebase", "2,2", "--folder", tmp_path).code == 2


def test_a_table_of_chaupar_is_made_and_verified_by_command(cli: Cli, tmp_path: Path) -> None:
    code, out, err = cli("solve", "tablebase", "chaupar", 1, "--folder", tmp_path)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "16384 positions; 1 MB of memory, 1 MB of disk"
    assert "28/28" in out
    assert " 3 entries recomputed" in cli("verify", "chaupar", "--folder", tmp_path, "--sample", 3).out
    path = tmp_path / "chaupar-1256-1.table"
    content = bytearray(path.read_bytes())
    content[HEADER + 777] ^= 2
    path.write_bytes(content)
    code, _, err = cli("verify", "--folder", tmp_path)
    assert code == 2
    assert "section 0 of the tablebase is damaged" in err


def test_too_little_memory_is_reported_before_anything_is_written(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tablebase_files, "free_memory", lambda: 1000)
    for game, size in (("barbakan:board=mini3", "3,3"), ("chaupar", "2"), ("mangala", "12")):
        code, _, err = cli("solve", "tablebase", game, size, "--folder", tmp_path)
        assert code == 2
        assert "MB of memory are needed, 0 are free" in err
    assert not list(tmp_path.glob("*.table"))


def test_a_proof_is_written_down_and_verified(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "won.proof"
    code, out, err = cli("solve", "prove", "focus", "--from", WON, "--certificate", path, "--nodes", 20_000)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == WON
    assert lines[1].startswith("Red wins within 5 plies; ")
    assert lines[2] == "1:0, 5 plies"
    assert cli("verify", path).out == f"{path}: holds: Red wins within 5 plies; 16 positions checked\n"
    content = path.read_bytes()
    path.write_bytes(content.replace(b"+5", b"+3"))
    code, out, err = cli("verify", path)
    assert (code, out) == (2, "")
    assert "the certificate is damaged" in err


def test_explore_proves_what_no_table_holds(cli: Cli) -> None:
    lines = cli("explore", "focus", WON_AT_ONCE, "--nodes", 600).out.splitlines()
    assert lines[:2] == [WON_AT_ONCE, "1:0, 1 ply"]
    assert [line for line in lines if line.startswith("* ")] == ["* d4-d5:1: 1:0, 0 plies"]
    assert cli("explore", "focus", WON_AT_ONCE, "--nodes", 0).out.splitlines()[1] == "not known"


def test_explore_and_solve_print_the_same_line(cli: Cli) -> None:
    out = cli("solve", "prove", "mosty:size=2", "--openings", "--line").out.splitlines()
    assert out[0].startswith("./1/../") or out[1] == "1:0"
    assert sum(": 1:0" in line for line in out) == 5
    assert " ." in out[-2]
