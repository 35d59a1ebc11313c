"""`charkoni solve`, `verify` and `explore`."""

import zlib
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from charkoni import game
from charkoni.cli.progress import progress_log
from charkoni.solve.mangala import tablebase_generator
from charkoni.solve.mangala.balanced_starts import moved_starts
from charkoni.solve.mangala.book import book_path
from charkoni.solve.mangala.open_tablebases import OpenTablebases
from charkoni.solve.mangala.solver import SOLVER
from charkoni.solve.mangala.tablebase import Endgames
from charkoni.solve.tablebase_files import HEADER

pytestmark = pytest.mark.compiled_only

FEW = "0,0,0,1,0,2:20/1,0,0,0,0,0:24 a"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of tables that holds one of 6 stones."""
    place = tmp_path / "tables"
    tablebase_generator.made_endgames(6, folder=place)
    monkeypatch.setattr(SOLVER, "tablebases", OpenTablebases(place))
    return place


def test_solve_builds_a_table_and_prints_its_memory(cli: Cli, folder: Path) -> None:
    code, out, err = cli("solve", "mangala", "--tables", 8, "--folder", folder)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "125970 positions; 1 MB of memory, 1 MB of disk"
    assert lines[5].split()[:3] == ["4", "1820", "11eda69b"]
    assert lines[-1] == f"{folder / 'mangala-take-08.table'}: CRC-32 b36f2bfb"
    again = cli("solve", "mangala", "--tables", 8, "--folder", folder)
    assert again.out.splitlines() == lines[-1:]


def test_solve_in_memory_leaves_no_file(cli: Cli, folder: Path) -> None:
    out = cli("solve", "mangala", "--tables", 7, "--folder", folder, "--in-memory", "--rest", "keep").out
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
    whole, start = tablebase_generator.build_in_memory(12).table, game("mangala").parse(lines[1])
    leads = {str(at): Endgames(whole, 12, "take").lead(at) for at in moved_starts(start, 1)}
    signs = [f"{at}  a {'=' if lead == 0 else '>' if lead > 0 else '<'} 0" for at, lead in leads.items()]
    assert sorted(lines[2:-1]) == sorted(signs)
    assert sum(line.endswith("a = 0") for line in lines) > 10
    lines = cli(*options, "--book", 1).out.splitlines()
    assert lines[2] == f"{lines[1]}  1=-2 2=+0 3=+0 4=+0 5=-2 6=+0"
    assert lines[3] == str(book_path(folder))
    assert book_path(folder).read_text().count("\n") == 2


def test_verify_compares_a_book_with_tables_and_itself(cli: Cli, folder: Path) -> None:
    cli("solve", "mangala", "--value", "--each", 1, "--folder", folder, "--memory", 1, "--threads", 1, "--book", 3)
    code, out, err = cli("verify", "--folder", folder, "--tables", "book")
    assert (code, err) == (0, "")
    compared = int(out.split("; ")[1].split()[0])
    lines = book_path(folder).read_text().splitlines()
    assert 20 < compared < 6 * len(lines)
    body = lines[1].rsplit(" | ", 1)[0].replace("4=+0", "4=+2")
    lines[1] = f"{body} | {zlib.crc32(body.encode()):08x}"
    book_path(folder).write_text("\n".join([*lines, ""]))
    code, out, err = cli("verify", "--folder", folder, "--tables", "book")
    assert code == 2
    assert "after 4 a leads by +0" in err


def test_a_proof_is_saved(cli: Cli, folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "one.proof"
    for _ in range(2):
        options = ("--value", "--each", 1, "--folder", folder, "--memory", 1, "--threads", 1, "--checkpoint", kept)
        assert cli("solve", "mangala", *options).out.splitlines()[2] == "a +0"
        assert kept.stat().st_size == HEADER + (1 << 20)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("mangala",), "'mangala': say what is to be solved: --tables or --value"),
        (("mosty", "--tables", 3), "'mosty': no tables are made for this game"),
        (("mosty", "--value", "--each", 3), "'mosty': this game has no such start"),
        (("mosty", "--value", "--at-least", 3), "'mosty': leads are proved only where tables of them are made"),
        (("mosty", "--value", "--certificate", "x"), "'x': this value follows from a table or a theory"),
        (("mangala", "--value", "--certificate", "x"), "'x': this value follows from a table or a theory"),
        (("mangala", "--value", "--fair", 3), "'3': one or two stones can be moved"),
        (("mosty", "--value", "--fair", 1), "'mosty': leads are proved only where tables of them are made"),
        (("mosty", "--value", "--book", 1), "'mosty': leads are proved only where tables of them are made"),
        (("mangala:fortress", "--tables", 3), "'mangala:fortress': there are no tables of this variant"),
        (("mangala", "--tables", 3, "--rest", "half"), "'half': there are the readings take, keep"),
        (("mangala", "--tables", "3,3"), "'3,3': a table is asked for as in --tables 14"),
        (("mangala", "--tables", -1), "'-1': a table is asked for as in --tables 14"),
        (("mangala", "--tables", 41), "'41': a table holds the boards of at most 0 to 40 stones"),
        (("barbakan", "--tables", 3), "'3': a table is asked for as in --tables 3,3"),
        (("barbakan", "--tables", "13,1"), "'13,1': a player has 1 to 12 pawns on this board (K2)"),
        (("barbakan", "--tables", "12,12"), "positions are more than the program counts"),
        (("barbakan:board=mini3,players=3", "--tables", "3,3"), "only positions for two players are solved (K2)"),
        (("barbakan", "--tables", "1,1", "--rest", "take"), "'take': there are the readings -"),
        (("chaupar", "--tables", 3), "'3': a table holds positions with at most 0 to 2 piles left"),
        (("chaupar", "--value"), "nothing can be proved here: dice are thrown"),
        (("focus", "--tables", 3), "'focus': no tables are made for this game"),
        (("focus", "--value", "--nodes", 300), "nothing was proved with 300 nodes"),
        (("mangala", "--tables", 3, "--device", "fpga"), "'fpga': there are the devices cpu, cuda"),
        (("mangala", "--value", "--each", 5), "'5': each hole may hold 1 to 4 stones (M1)"),
        (("mangala", "--value", "--each", 4, "--memory", 16_000_000), "MB of memory are needed"),
        (("mangala", "--tables", 40), "MB of memory are needed"),
    ],
)
def test_what_solve_refuses(cli: Cli, folder: Path, arguments: tuple[object, ...], line: str) -> None:
    code, _, err = cli("solve", *arguments, "--folder", folder)
    assert code == 2
    assert line in err
    assert err.startswith("charkoni: ")
    assert len(err.splitlines()) == 1


def test_a_wrong_option_is_refused_before_a_table_is_built(cli: Cli, tmp_path: Path) -> None:
    assert cli("solve", "mangala", "--value", "--fair", 3, "--folder", tmp_path / "new").code == 2
    assert not (tmp_path / "new").exists()


def test_verify_prints_what_it_checked(cli: Cli, folder: Path) -> None:
    code, out, err = cli("verify", "--folder", folder, "--all")
    assert (code, err) == (0, "")
    assert f"{folder / 'mangala-take-06.table'}: whole, CRC-32 3b4714c2; " in out
    assert cli("verify", "--folder", folder, "--tables", 6, "--sample", 100).code == 0


def test_verify_refuses_a_damaged_table(cli: Cli, folder: Path) -> None:
    path = folder / "mangala-take-06.table"
    content = bytearray(path.read_bytes())
    content[HEADER + 18_000] ^= 16
    path.write_bytes(content)
    code, out, err = cli("verify", "--folder", folder)
    assert (code, out) == (2, "")
    assert "mangala-take-06.table': section 6 of the table is damaged" in err


def test_verify_needs_a_table(cli: Cli, tmp_path: Path) -> None:
    code, _, err = cli("verify", "--folder", tmp_path / "none")
    assert code == 2
    assert "there is no such table in this folder" in err


def test_explore_shows_every_move(cli: Cli) -> None:
    code, out, err = cli("explore", "mangala", FEW)
    assert (code, err) == (0, "")
    assert out.splitlines() == [FEW, "0:1, a leads by -4", "  4: 0:1, a leads by -8", "* 6: 0:1, a leads by -4"]


def test_explore_agrees_with_the_published_openings(cli: Cli) -> None:
    lines = cli("explore", "mangala").out.splitlines()
    assert lines[1] == "1/2:1/2, a leads by +0" and lines[2] == "  1: 0:1, a leads by -8"
    assert [line for line in lines if line.startswith("*")] == ["* 5: 1/2:1/2, a leads by +0"]


def test_explore_marks_unproved_values(cli: Cli) -> None:
    lines = cli("explore", "mangala", "5,3,4,4,4,4:0/4,4,4,4,4,4:0 a").out.splitlines()
    assert lines[1:3] == ["not known", "  1: not known"]
    over = "0,0,0,0,0,0:30/0,0,0,0,0,0:18 ."
    assert cli("explore", "mangala", over).out.splitlines() == [over, "1:0, a leads by +12, 0 plies"]
    assert cli("explore", "chess").code == 2


def test_long_work_reports_its_progress(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    monkeypatch.setattr("charkoni.cli.progress.time.monotonic", lambda: now[0])
    log = progress_log(60)
    for now[0] in (1, 59, 61, 62, 119, 122):
        log(f"at {now[0]}")
    assert capsys.readouterr().err == "at 61\nat 122\n"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    now[0] = 1000
    log("on a terminal")
    assert capsys.readouterr().err == ""
