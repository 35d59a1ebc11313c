"""People of earlier events on the command line."""

from pathlib import Path

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli


def test_people_are_remembered_found_and_forgotten(run: Cli, tmp_path: Path) -> None:
    for name in ("one", "two"):
        ok(run("new", name, "start=2026-11-21"))
    ok(run("enter", "one", "Петрова Анна", "birth=2009-05-31", "club=Ош", "rating=1800"))
    assert "no earlier event" in run("enter", "two", "name=Petrova", "--known").err
    ok(run("enter", "one", "name=Ким Артём"))
    assert "name=" not in ok(run("show", "one", "entries"))
    assert "one: people remembered: 2" in ok(run("people", ".", "--remember", "one"))
    ok(run("enter", "two", "petrova", "--known", "club=Osh"))
    assert "Петрова Анна" in ok(run("show", "two", "entries")) and "1800" in ok(run("show", "two", "entries"))
    assert "Петрова Анна  birth=2009  club=Ош  mangala 1800 (2026-11-21)" in ok(run("people", ".", "Петр"))
    assert "deleted" in ok(run("people", ".", "Петр", "--forget"))
    assert "no person with this name is known" in run("people", ".", "Петр").err
    for words in (("people", "nowhere"), ("people", ".", "--forget"), ("people", ".", "Пе")):
        result = run(*words)
        assert result.code == 2 and len(result.err.splitlines()) == 1, words
