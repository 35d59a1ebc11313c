"""`charkoni analyse`."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Cli

import charkoni
from charkoni.analysis import report
from charkoni.cli.commands.analysis.analyse import area, bars

GAME = '[Game "mangala"]\n\n4 6 3 1 2\n'
QUICK = ("--nodes", 200)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.charkoni"
    path.write_text(GAME)
    return path


def test_a_report(cli: Cli, path: Path) -> None:
    code, out, err = cli("analyse", path, *QUICK, "--full")
    assert (code, err) == (0, "")
    assert out.startswith("Mangala\n\nRed's chances in percent\n100 ┤")
    assert "Red: accuracy " in out
    assert "   1. Red 4" in out
    assert "   5. " in out


def test_a_report_as_json(cli: Cli, path: Path) -> None:
    found = json.loads(cli("analyse", path, *QUICK, "--json").out)
    assert (found["game"], found["complete"]) == ("mangala", True)
    assert [move["move"] for move in found["moves"]] == ["4", "6", "3", "1", "2"]
    assert all(0 <= value <= 1 for row in found["values"] for value in row)
    assert cli("analyse", path, *QUICK, "--json").out == json.dumps(found) + "\n"


def test_in_russian_and_turkish(cli: Cli, path: Path) -> None:
    for lang in ("ru", "tr"):
        assert cli("analyse", path, *QUICK, "--full", lang=lang).code == 0


def test_a_game_that_is_over(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "over.charkoni"
    path.write_text('[Game "mosty:size=2"]\n[Result "1:0"]\n[Reason "joined"]\n\na1 b2 a3\n')
    code, out, _ = cli("analyse", path, *QUICK)
    assert code == 0
    assert "the shores are joined" in out


def interrupt_after(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Interrupt the search of a position as Ctrl-C does."""
    analyse_position, calls = report.analyse_position, []

    def interrupted(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) > count:
            raise KeyboardInterrupt
        return analyse_position(*arguments)

    monkeypatch.setattr(report, "analyse_position", interrupted)


def test_ctrl_c_prints_what_is_done_and_the_file_goes_on(
    cli: Cli, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "analysis.jsonl"
    with monkeypatch.context() as patch:
        interrupt_after(patch, 3)
        code, output, err = cli("analyse", path, *QUICK, "--out", out)
    assert code == 130
    assert "only 2 of 5 plies are analysed" in output
    assert err == "Stopped; the progress is saved, and the same command continues.\n"
    assert len(out.read_text().splitlines()) == 4
    out.write_text(out.read_text() + '{"ply":3,')
    code, output, err = cli("analyse", path, *QUICK, "--out", out)
    assert code == 0
    assert err == f"The last line of {out} was half written and is dropped.\n3 positions are done already.\n"
    assert output == cli("analyse", path, *QUICK).out


def test_ctrl_c_without_a_file(cli: Cli, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(monkeypatch, 0)
    code, out, err = cli("analyse", path, *QUICK)
    assert (code, err) == (130, "Stopped; with --out FILE the progress would be saved.\n")
    assert "only 0 of 5 plies are analysed" in out


def test_the_file_of_another_analysis_is_refused(cli: Cli, path: Path, tmp_path: Path) -> None:
    out = tmp_path / "analysis.jsonl"
    cli("analyse", path, *QUICK, "--out", out)
    code, _, err = cli("analyse", path, "--nodes", 300, "--out", out)
    assert (code, err) == (2, f"charkoni: '{out}': the file contains something else: its nodes is 200, not 300\n")
    path.write_text(GAME.replace(" 2\n", " 3\n"))
    assert "its moves is " in cli("analyse", path, *QUICK, "--out", out).err


def test_hints_in_steps(cli: Cli, path: Path) -> None:
    found = [cli("analyse", path, *QUICK, "--hint", step, "--at", 0).out.splitlines() for step in (1, 2, 3)]
    assert [len(lines) for lines in found] == [1, 2, 3]
    assert found[2][1].startswith("Look at Red's hole ")
    assert found[2][2].startswith("Play ")


BAD = [
    ("/nonexistent", "charkoni: /nonexistent: there is no such file or folder"),
    ("FILE --nodes 0", "charkoni: --nodes: the number is too small"),
    ("FILE --nodes x", "charkoni: --nodes: a whole number is needed"),
    ("FILE --time 0", "charkoni: --time: the number is too small"),
    ("FILE --time -1", "charkoni: --time: the number is too small"),
    ("FILE --hint 4", "charkoni: --hint: the number is too large"),
    ("FILE --hint 1 --at 6", "charkoni: '6': the record has 5 plies"),
    ("FILE --out /", "charkoni: /: this is a folder, not a file"),
    ("FILE --out FILE", "charkoni: 'FILE': the file was not written by this command: line 1 cannot be read"),
]


@pytest.mark.parametrize(("line", "message"), BAD, ids=[line for line, _ in BAD])
def test_bad_input_gets_one_line(cli: Cli, path: Path, line: str, message: str) -> None:
    code, out, err = cli("analyse", *(word.replace("FILE", str(path)) for word in line.split()))
    assert (code, out) == (2, "")
    assert err.startswith(message.replace("FILE", str(path)))
    assert err.count("\n") == 1
    assert path.read_text() == GAME


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the tag Game is missing"),
        ('[Game "mangala"]\n', "the record has no moves: there is nothing to analyse"),
        ('[Game "mangla"]\n\n4\n', "'mangla': no such game"),
        ('[Game "gana"]\n\n4 6 3\n', "line 3, column 1: '4'"),
        ("{}", "line 1"),
    ],
)
def test_a_record_that_cannot_be_analysed(cli: Cli, path: Path, content: str, message: str) -> None:
    path.write_text(content)
    code, out, err = cli("analyse", path)
    assert (code, out) == (2, "")
    assert message in err


def test_the_graph() -> None:
    assert bars([0.0, 0.5, 1.0], 1) == [" ▄█"]
    assert bars([0.0, 0.5, 1.0], 2) == ["  █", " ██"]
    assert area([1.0])[0] == "100 ┤█"
    assert [len(line) for line in bars([0.5] * 1000, 2)] == [66, 66]
    assert bars([], 2) == ["", ""]


def test_a_record_is_written_with_marks_and_better_lines(cli: Cli, path: Path, tmp_path: Path) -> None:
    new = tmp_path / "annotated.txt"
    assert cli("analyse", path, *QUICK, "--annotate", new).code == 0
    before, after = (next(charkoni.read_records(each)) for each in (path, new))
    assert after.moves == before.moves
    graded = [ply for ply in after if ply.mark]
    assert graded and all(ply.variations for ply in graded)
    shown = cli("record", "show", new).out
    assert all(f"{ply.move}{ply.mark}\n" in shown for ply in graded)
    assert cli("analyse", path, *QUICK, "--annotate", new).err == f"charkoni: {str(new)!r}: the file exists already\n"
