"""`charkoni solve`: tablebases, proofs of values, books and balanced starts."""

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

from charkoni import game
from charkoni.cli.commands.solve.deprecated_spelling import respelled
from charkoni.solve.mangala import tablebase
from charkoni.solve.mangala.book import book_path
from charkoni.solve.mangala.solver import moved_starts
from charkoni.solve.mangala.tablebase import Endgames
from charkoni.solve.tablebase_files import HEADER

pytestmark = [pytest.mark.compiled_only, pytest.mark.usefixtures("folder")]

COMMANDS = ("tablebase", "prove", "book", "starts")
LATE = "3b/1rb/r2b/2b/1b2/r1b/rrr1 a 1"
WON = "4/6/5,g,2/8/3,grr,4/8/r,5/4 a 0:0"
FEW = "0,0,0,1,0,2:20/1,0,0,0,0,0:24 a"


def test_solve_builds_a_table_and_prints_its_memory(cli: Cli, folder: Path) -> None:
    code, out, err = cli("solve", "tablebase", "mangala", 8, "--folder", folder)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "125970 positions; 1 MB of memory, 1 MB of disk"
    assert lines[5].split()[:3] == ["4", "1820", "11eda69b"]
    assert lines[-1] == f"{folder / 'mangala-take-08.table'}: CRC-32 b36f2bfb"
    again = cli("solve", "tablebase", "mangala", 8, "--folder", folder)
    assert again.out.splitlines() == lines[-1:]


def test_solve_in_memory_leaves_no_file(cli: Cli, folder: Path) -> None:
    out = cli("solve", "tablebase", "mangala", 7, "--folder", folder, "--in-memory", "--rest", "keep").out
    assert "0 MB of disk" in out
    assert [path.name for path in folder.iterdir()] == ["mangala-take-06.table"]


def test_solve_proves_values_openings_and_a_line(cli: Cli, folder: Path) -> None:
    options = ("solve", "prove", "mangala", "--each", 1, "--folder", folder, "--memory", 1, "--threads", 1)
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
    options = ("--each", 1, "--folder", folder, "--memory", 1, "--threads", 1)
    lines = cli("solve", "starts", "mangala", 1, *options).out.splitlines()
    whole, start = tablebase.build_in_memory(12).tablebase, game("mangala").parse(lines[1])
    leads = {str(at): Endgames(whole, 12, "take").lead(at) for at in moved_starts(start, 1)}
    signs = [f"{at}  a {'=' if lead == 0 else '>' if lead > 0 else '<'} 0" for at, lead in leads.items()]
    assert sorted(lines[2:-1]) == sorted(signs)
    assert sum(line.endswith("a = 0") for line in lines) > 10
    lines = cli("solve", "book", "mangala", 1, *options).out.splitlines()
    assert lines[2] == f"{lines[1]}  1=-2 2=+0 3=+0 4=+0 5=-2 6=+0"
    assert lines[3] == str(book_path(folder))
    assert book_path(folder).read_text().count("\n") == 2


def test_a_proof_is_saved(cli: Cli, folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "one.proof"
    for _ in range(2):
        options = ("--each", 1, "--folder", folder, "--memory", 1, "--threads", 1, "--checkpoint", kept)
        assert cli("solve", "prove", "mangala", *options).out.splitlines()[2] == "a +0"
        assert kept.stat().st_size == HEADER + (1 << 20)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("mangala",), "'mangala': choose one of the commands tablebase, prove, book, starts"),
        (("tablebase", "mosty", 3), "'mosty': no tablebases are made for this game"),
        (("prove", "mosty", "--each", 3), "'mosty': this game has no such start"),
        (("prove", "mosty", "--at-least", 3), "'mosty': leads are proved only where tablebases of them are made"),
        (("prove", "mosty", "--certificate", "x"), "'x': this value follows from a tablebase or a theory"),
        (("prove", "mangala", "--certificate", "x"), "'x': this value follows from a tablebase or a theory"),
        (("starts", "mangala", 3), "'3': one or two stones can be moved"),
        (("starts", "mosty", 1), "'mosty': leads are proved only where tablebases of them are made"),
        (("book", "mosty", 1), "'mosty': leads are proved only where tablebases of them are made"),
        (("tablebase", "mangala:fortress", 3), "'mangala:fortress': there are no tablebases of this variant"),
        (("tablebase", "mangala", 3, "--rest", "half"), "'half': there are the readings take, keep"),
        (("tablebase", "mangala", "3,3"), "'3,3': no such size; sizes are written like this: 14"),
        (("tablebase", "--", "mangala", -1), "'-1': no such size; sizes are written like this: 14"),
        (("tablebase", "mangala", 41), "'41': a tablebase covers the boards of at most 0 to 40 stones"),
        (("tablebase", "barbakan", 3), "'3': no such size; sizes are written like this: 3,3"),
        (("tablebase", "barbakan", "13,1"), "'13,1': a player has 1 to 12 pawns on this board (K2)"),
        (("tablebase", "barbakan", "12,12"), "positions are more than the program counts"),
        (("tablebase", "barbakan:board=mini3,players=3", "3,3"), "only positions for two players are solved (K2)"),
        (("tablebase", "barbakan", "1,1", "--rest", "take"), "'take': there are the readings -"),
        (("tablebase", "chaupar", 3), "'3': a tablebase covers positions with at most 0 to 2 piles left"),
        (("prove", "chaupar"), "nothing can be proved here: dice are thrown"),
        (("tablebase", "focus", 3), "'focus': no tablebases are made for this game"),
        (("prove", "focus", "--nodes", 300), "nothing was proved with 300 nodes"),
        (("tablebase", "mangala", 3, "--device", "fpga"), "'fpga': there are the devices cpu, cuda"),
        (("prove", "mangala", "--each", 5), "'5': each hole may hold 1 to 4 stones (M1)"),
        (("prove", "mangala", "--each", 4, "--memory", 16_000_000), "MB of memory are needed"),
        (("tablebase", "mangala", 40), "MB of memory are needed"),
    ],
)
def test_impossible_options_are_refused(cli: Cli, folder: Path, arguments: tuple[object, ...], line: str) -> None:
    code, _, err = cli("solve", arguments[0], "--folder", folder, *arguments[1:])
    assert code == 2
    assert line in err
    assert err.startswith("charkoni: ")
    assert len(err.splitlines()) == 1


def test_a_wrong_option_is_refused_before_a_table_is_built(cli: Cli, tmp_path: Path) -> None:
    assert cli("solve", "starts", "mangala", 3, "--folder", tmp_path / "new").code == 2
    assert not (tmp_path / "new").exists()


OLD_SPELLINGS = {
    "mangala --tablebase 7": "tablebase mangala 7",
    "mangala --tablebase=7 --rest keep --each 2": "tablebase mangala 7 --rest keep",
    "--tablebase 7 mangala --in-memory": "tablebase mangala 7 --in-memory",
    "mangala --tablebase -1": "tablebase -- mangala -1",
    "mangala --rest keep": "tablebase mangala --rest keep",
    "mosty:size=3 --value --openings": "prove mosty:size=3 --openings",
    "mangala --value --tablebase 8 --each 1 --at-least -2": "prove mangala --tablebase 8 --each 1 --at-least -2",
    "mangala --value --fair 1 --each 1 --line": "starts mangala 1 --each 1",
    "mangala --tablebase 8 --value --book 3 --nodes 5": "book mangala 3 --tablebase 8",
    "mangala --help": "--help",
}


@pytest.mark.parametrize("old", OLD_SPELLINGS)
def test_the_spelling_of_version_1_0_is_respelled(old: str) -> None:
    assert respelled(old.split(), COMMANDS) == OLD_SPELLINGS[old].split()


def test_the_spelling_of_version_1_0_works_and_prints_the_new_one(cli: Cli, folder: Path) -> None:
    now = cli("solve", "tablebase", "mangala", 7, "--folder", folder)
    code, out, err = cli("solve", "mangala", "--tablebase", 7, "--folder", folder)
    assert (code, out) == (0, now.out.splitlines()[-1] + "\n")
    assert err == f"charkoni: deprecated; write: charkoni solve tablebase mangala 7 --folder {folder}\n"
    old = cli("solve", "mangala", "--value", "--each", 5, "--folder", folder)
    assert old.code == 2 and old.err.splitlines()[1] == "charkoni: '5': each hole may hold 1 to 4 stones (M1)"
    assert cli("solve", "mangala", "--tablebase", -1).err.splitlines()[1].startswith("charkoni: '-1': no such size")
    for words in (("mangala",), ("mangala", "--openings"), ("--nodes", 7), ("tablebas",)):
        assert cli("solve", *words).err == f"charkoni: '{words[0]}': choose one of the commands {', '.join(COMMANDS)}\n"


def test_a_proof_prints_its_nodes_and_its_time(cli: Cli) -> None:
    """The count of the search with two bridges a turn; a value by theory takes none."""
    line = re.compile(r"(\d+) nodes, \d+\.\d s")
    last = [line.fullmatch(cli("solve", "prove", *words).out.splitlines()[-1]) for words in (
        ("mosty:size=4",), ("mosty:links=2,size=4", "--from", LATE), ("focus", "--from", WON, "--nodes", "20000")
    )]  # fmt: skip
    assert [each and int(each[1]) > 1 for each in last] == [False, True, True]


def test_a_proof_of_a_game_without_draws_is_shared_and_kept(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "size4.jsonl"
    words = ("solve", "prove", "mosty:links=2,size=4", "--from", LATE, "--checkpoint", path, "--nodes", 4)
    first, again = cli(*words), cli(*words)
    assert (first.code, first.out.splitlines()[:2]) == (0, [LATE, "0:1"])
    assert again.out.splitlines()[:2] == first.out.splitlines()[:2]
    assert path.read_text().startswith('{"charkoni-shared-proof":1,')
    refused = cli("solve", "prove", "focus", "--checkpoint", path)
    assert (refused.code, "leads are proved only" in refused.err) == (2, True)
