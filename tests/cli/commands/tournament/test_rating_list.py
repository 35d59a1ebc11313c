"""The rating list of a folder on the command line."""

from pathlib import Path

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli
from tests.tournament.formats.test_rating_lists import LINES


def test_the_command_line_reads_searches_and_enters(run: Cli) -> None:
    Path("list.txt").write_text("\n".join(LINES), encoding="utf-8")
    Path("plain.csv").write_text("name;rating\nLee;1500\n", encoding="utf-8")
    ok(run("new", "cup"))
    assert "no rating list in" in run("rating-list", ".").err
    assert "say of which day" in run("rating-list", ".", "--read", "plain.csv").err
    assert "rating list of 2026-11-01; people: 2" in ok(run("rating-list", ".", "--read", "list.txt"))
    assert "Petrova, Anna  birth=2001  sex=f  title=WGM" in ok(run("rating-list", ".", "ann petr"))
    assert "several fit: Petrov, Ivan 34100026, Petrova, Anna" in run("enter", "cup", "name=Petr", "--listed").err
    ok(run("enter", "cup", "name=34100018", "--listed", "club=Osh"))
    assert "the rating list of this folder has no person" in run("enter", "cup", "name=Nobody", "--listed").err
    assert "Petrova, Anna" in ok(run("show", "cup", "entries")) and '"rated": "2026-11-01"' in ok(
        run("export", "cup", "json")
    )
