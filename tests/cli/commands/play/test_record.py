"""`charkoni record check`, `show` and `convert`."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

import charkoni


@pytest.fixture
def record() -> charkoni.Record:
    played = charkoni.Record(charkoni.game("mangala"), tags={"A": "Anna"})
    for move in ("4", "6", "3"):
        played.play(move)
    return played


@pytest.fixture
def path(record: charkoni.Record, tmp_path: Path) -> Path:
    place = tmp_path / "game.charkoni"
    place.write_text(str(record))
    return place


def test_check_prints_what_holds(cli: Cli, path: Path) -> None:
    assert cli("record", "check", path) == (0, f"{path}: mangala, 3 plies, not over\n", "")


def test_check_reports_a_finished_game(cli: Cli, record: charkoni.Record, path: Path) -> None:
    record.resign(0)
    path.write_text(str(record))
    assert cli("record", "check", path).out == f"{path}: mangala, 3 plies, 0:1 (resignation)\n"


def test_check_goes_on_after_a_bad_one_and_fails(cli: Cli, path: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.charkoni"
    bad.write_text('[Game "mangala"]\n\n4 7\n')
    code, out, err = cli("record", "check", bad, tmp_path / "none", path)
    assert code == 1
    assert out == f"{path}: mangala, 3 plies, not over\n"
    lines = err.splitlines()
    assert lines[0].startswith(f"charkoni: {bad}: line 3, column 3: '7'")
    assert lines[1] == f"charkoni: {tmp_path / 'none'}: there is no such file or folder"


def test_a_cut_record_is_refused(cli: Cli, path: Path) -> None:
    path.write_text(path.read_text().replace(" 3\n", "\n"))
    assert cli("record", "check", path).code == 1


def test_show_prints_tags_turns_and_the_last_position(cli: Cli, record: charkoni.Record, path: Path) -> None:
    code, out, err = cli("record", "show", path)
    assert (code, err) == (0, "")
    assert out.startswith("Mangala\nA: Anna\n")
    assert "1. 4+6 3" in out
    assert str(record.position) in out
    assert record.position.diagram in out


def test_show_an_earlier_position(cli: Cli, path: Path) -> None:
    out = cli("record", "show", path, "--at", 1).out
    assert "4,4,4,1,5,5:1/4,4,4,4,4,4:0 a\n" in out
    assert "Red to move" in out


def test_show_refuses_a_ply_that_is_not_there(cli: Cli, path: Path) -> None:
    assert cli("record", "show", path, "--at", 4) == (2, "", "charkoni: '4': the record has 3 plies\n")


def test_show_the_result(cli: Cli, record: charkoni.Record, path: Path) -> None:
    record.agree()
    path.write_text(str(record))
    assert cli("record", "show", path).out.endswith("Draw: by agreement.\n1/2:1/2\n")


def test_convert_there_and_back(cli: Cli, record: charkoni.Record, path: Path, tmp_path: Path) -> None:
    as_json = cli("record", "convert", path).out
    assert json.loads(as_json)["plies"][0] == {"move": "4"}
    other = tmp_path / "game.json"
    other.write_text(as_json)
    assert cli("record", "convert", other).out == path.read_text()
    assert cli("record", "convert", other, "--to", "json").out == as_json


def test_convert_from_standard_input(cli: Cli, record: charkoni.Record) -> None:
    out = cli("record", "convert", "-", "--to", "text", typed=record.json()).out
    assert charkoni.Record.parse(out) == record


def test_convert_into_a_new_file_only(cli: Cli, path: Path, tmp_path: Path) -> None:
    target = tmp_path / "new.json"
    assert cli("record", "convert", path, "-o", target) == (0, "", "")
    assert charkoni.Record.from_json(target.read_text()).moves == ("4", "6", "3")
    assert cli("record", "convert", path, "-o", target) == (
        2,
        "",
        f"charkoni: '{target}': the file exists already\n",
    )


def test_convert_refuses_an_unknown_format(cli: Cli, path: Path) -> None:
    assert cli("record", "convert", path, "--to", "pgn").err == (
        "charkoni: 'pgn': there is no such form; forms are text, json\n"
    )


def test_a_full_disk_is_reported(cli: Cli, path: Path) -> None:
    assert cli("record", "convert", path, "-o", "/dev/full").code == 2
