"""`charkoni solve`: tablebases and proofs of values."""

from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from charkoni import game
from charkoni.solve.mangala import tablebase_generator
from charkoni.solve.mangala.balanced_starts import moved_starts
from charkoni.solve.mangala.book import book_path
from charkoni.solve.mangala.tablebase import Endgames
from charkoni.solve.tablebase_files import HEADER

pytestmark = [pytest.mark.compiled_only, pytest.mark.usefixtures("folder")]

FEW = "0,0,0,1,0,2:20/1,0,0,0,0,0:24 a"


def test_solve_builds_a_table_and_prints_its_memory(cli: Cli, folder: Path) -> None:
    code, out, err = cli("solve", "mangala", "--tablebase", 8, "--folder", folder)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "125970 positions; 1 MB of memory, 1 MB of disk"
    assert lines[5].split()[:3] == ["4", "1820", "11eda69b"]
    assert lines[-1] == f"{folder / 'mangala-take-08.table'}: CRC-32 b36f2bfb"
    again = cli("solve", "mangala", "--tablebase", 8, "--folder", folder)
    assert again.out.splitlines() == lines[-1:]


def test_solve_in_memory_leaves_no_file(cli: Cli, folder: Path) -> None:
    out = cli("solve", "mangala", "--tablebase", 7, "--folder", folder, "--in-memory", "--rest", "keep").out
    assert "0 MB of disk" in out
    assert [path.name for path in folder.iterdir()] == ["mangala-take-06.table"]


def test_solve_proves_values_openings_and_a_line(cli: Cli, folder: Path) -> None:
    options = ("solve", "mangala", "--value", "--each", 1, "--folder", folder, "--memory", 1, "--threads", 1)
    code, out, err = cli(*options, "--openings", "--line")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[1:3] == ["1,1,1,1,1,1:18/1,1,1,1,1,1:18 a", "a +0"]
    assert lines[3:9] == ["1: a -2", "2: a +0", "3: a +0", "4: a +0", "5: a -2", "6: a +0"]
    assert lines[9].startswith("1,1,1,1,1,1:18/1,1,1,1,1,1:18 a  2  =3 =4 =6  1?6 5?6")
    assert " nodes, " in lines[-1]
    assert cli(*options, "--at-least", 0).out.splitlines()[2] == "a >= +0"
    assert cli(*options, "--at-least", 1).out.splitlines()[2] == "a < +1"


def test_solve_finds_fair_starts_and_writes_a_book(cli: Cli, folder: Path) -> None:
    options = ("solve", "mangala", "--value", "--each", 1, "--folder", folder, "--memory", 1, "--threads", 1)
    lines = cli(*options, "--fair", 1).out.splitlines()
    whole, start = tablebase_generator.build_in_memory(12).tablebase, game("mangala").parse(lines[1])
    leads = {str(at): Endgames(whole, 12, "take").lead(at) for at in moved_starts(start, 1)}
    signs = [f"{at}  a {'=' if lead == 0 else '>' if lead > 0 else '<'} 0" for at, lead in leads.items()]
    assert sorted(lines[2:-1]) == sorted(signs)
    assert sum(line.endswith("a = 0") for line in lines) > 10
    lines = cli(*options, "--book", 1).out.splitlines()
    assert lines[2] == f"{lines[1]}  1=-2 2=+0 3=+0 4=+0 5=-2 6=+0"
    assert lines[3] == str(book_path(folder))
    assert book_path(folder).read_text().count("\n") == 2


def test_a_proof_is_saved(cli: Cli, folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "one.proof"
    for _ in range(2):
        options = ("--value", "--each", 1, "--folder", folder, "--memory", 1, "--threads", 1, "--checkpoint", kept)
        assert cli("solve", "mangala", *options).out.splitlines()[2] == "a +0"
        assert kept.stat().st_size == HEADER + (1 << 20)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("mangala",), "'mangala': say what is to be solved: --tablebase or --value"),
        (("mosty", "--tablebase", 3), "'mosty': no tablebases are made for this game"),
        (("mosty", "--value", "--each", 3), "'mosty': this game has no such start"),
        (("mosty", "--value", "--at-least", 3), "'mosty': leads are proved only where tablebases of them are made"),
        (("mosty", "--value", "--certificate", "x"), "'x': this value follows from a tablebase or a theory"),
        (("mangala", "--value", "--certificate", "x"), "'x': this value follows from a tablebase or a theory"),
        (("mangala", "--value", "--fair", 3), "'3': one or two stones can be moved"),
        (("mosty", "--value", "--fair", 1), "'mosty': leads are proved only where tablebases of them are made"),
        (("mosty", "--value", "--book", 1), "'mosty': leads are proved only where tablebases of them are made"),
        (("mangala:fortress", "--tablebase", 3), "'mangala:fortress': there are no tablebases of this variant"),
        (("mangala", "--tablebase", 3, "--rest", "half"), "'half': there are the readings take, keep"),
        (("mangala", "--tablebase", "3,3"), "'3,3': a tablebase is asked for as in --tablebase 14"),
        (("mangala", "--tablebase", -1), "'-1': a tablebase is asked for as in --tablebase 14"),
        (("mangala", "--tablebase", 41), "'41': a tablebase holds the boards of at most 0 to 40 stones"),
        (("barbakan", "--tablebase", 3), "'3': a tablebase is asked for as in --tablebase 3,3"),
        (("barbakan", "--tablebase", "13,1"), "'13,1': a player has 1 to 12 pawns on this board (K2)"),
        (("barbakan", "--tablebase", "12,12"), "positions are more than the program counts"),
        (("barbakan:board=mini3,players=3", "--tablebase", "3,3"), "only positions for two players are solved (K2)"),
        (("barbakan", "--tablebase", "1,1", "--rest", "take"), "'take': there are the readings -"),
        (("chaupar", "--tablebase", 3), "'3': a tablebase holds positions with at most 0 to 2 piles left"),
        (("chaupar", "--value"), "nothing can be proved here: dice are thrown"),
        (("focus", "--tablebase", 3), "'focus': no tablebases are made for this game"),
        (("focus", "--value", "--nodes", 300), "nothing was proved with 300 nodes"),
        (("mangala", "--tablebase", 3, "--device", "fpga"), "'fpga': there are the devices cpu, cuda"),
        (("mangala", "--value", "--each", 5), "'5': each hole may hold 1 to 4 stones (M1)"),
        (("mangala", "--value", "--each", 4, "--memory", 16_000_000), "MB of memory are needed"),
        (("mangala", "--tablebase", 40), "MB of memory are needed"),
    ],
)
def test_impossible_options_are_refused(cli: Cli, folder: Path, arguments: tuple[object, ...], line: str) -> None:
    code, _, err = cli("solve", *arguments, "--folder", folder)
    assert code == 2
    assert line in err
    assert err.startswith("charkoni: ")
    assert len(err.splitlines()) == 1


def test_a_wrong_option_is_refused_before_a_table_is_built(cli: Cli, tmp_path: Path) -> None:
    assert cli("solve", "mangala", "--value", "--fair", 3, "--folder", tmp_path / "new").code == 2
    assert not (tmp_path / "new").exists()
