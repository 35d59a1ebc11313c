"""Report files: simulated, checked, imported, refused."""

from pathlib import Path

import pytest
from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli
from tests.tournament.conftest import GOLDEN


def test_reports_are_read_checked_and_refused(run: Cli, tmp_path: Path) -> None:
    ok(run("simulate", "--players", "9", "--seed", "x", "-o", "a.trf"))
    assert (tmp_path / "a.trf").read_bytes().endswith(b"\r\n")
    text = (tmp_path / "a.trf").read_text()
    (tmp_path / "b.trf").write_text(text[: len(text) // 3])
    result = run("check", "a.trf", "b.trf")
    assert result.code == 1 and "a.trf: rounds: 5" in result.out and "b.trf" in result.err
    assert ok(run("import", "new", "a.trf", "--preview")).count("\n") == 9
    assert not (tmp_path / "new").exists()
    ok(run("import", "new", "a.trf"))
    result = run("import", "new", "a.trf")
    assert result.code == 2 and "exists already" in result.err


def test_a_report_with_other_boards_fails_the_check(run: Cli) -> None:
    golden = GOLDEN / "small_00001.trf"
    lines = golden.read_text().splitlines()
    swapped = [line.replace("142 4", "142 9").replace("XXR 4", "XXR 9").replace("152 B", "152 W") for line in lines]
    Path("other.trf").write_text("\n".join(swapped))
    result = run("check", "other.trf")
    assert result.code == 1 and "round 1: in the file" in result.out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("192 FIDE_DUTCH", "192 FIDE_DUTCH_2017", "dutch-2017"),
        ('"edition":"dutch-2026-02-01"', '"edition":"dutch-2031-01-01"', "dutch-2031-01-01"),
    ],
)
def test_a_report_of_another_edition_is_one_line(run: Cli, old: str, new: str, said: str) -> None:
    ok(run("simulate", "--players", "6", "--rounds", "2", "-o", "a.trf"))
    text = Path("a.trf").read_text()
    assert old in text
    Path("b.trf").write_text(text.replace(old, new))
    result = run("check", "b.trf")
    assert result.code == 1 and result.err.count("\n") == 1 and said in result.err and "dutch-2026-02-01" in result.err
    result = run("import", "event", "b.trf")
    assert result.code == 0 and said in result.err


def test_trf16_says_what_it_cannot_hold(run: Cli) -> None:
    ok(run("new", "cup", "rounds=3", "first=lots"))
    for name in ("Anna", "Boris", "Cem", "Dina"):
        ok(run("enter", "cup", name))
    run("start", "cup")
    ok(run("forbid", "cup", "Anna", "Boris", "--first", "2", "--last", "2"))
    result = run("export", "cup", "trf16", "-o", "old.trf")
    assert "Anna – Boris, rounds 2 to 2" in result.err and "clubs" in result.err
    assert "XXP" not in Path("old.trf").read_text()
    assert run("export", "cup", "trf").err == ""


def test_print_outs_have_more_languages_than_the_program(run: Cli) -> None:
    ok(run("new", "cup", "name=Кубок"))
    ok(run("enter", "cup", "Әлия"))
    ok(run("print", "cup", "entries", "-o", "a.txt", "--language", "kk"))
    assert "Қатысушылар" in Path("a.txt").read_text(encoding="utf-8")
    ok(run("print", "cup", "regulations", "-o", "r.txt", "--language", "ky"))
    assert "Оюндун эрежелери" in Path("r.txt").read_text(encoding="utf-8")
    result = run("print", "cup", "entries", "-o", "b.txt", "--language", "xx")
    assert result.code == 2 and result.err.count("\n") == 1 and not Path("b.txt").exists()
