"""A Swiss of teams on the command line, from the entries to the report."""

from pathlib import Path

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli


def test_teams_meet_on_boards(run: Cli) -> None:
    ok(run("new", "cup", "name=Cup", "system=team-swiss", "games=boards-of-3", "rounds=3", "first=balanced"))
    for place, team in enumerate(("Osh", "Naryn", "Talas", "Batken")):
        members = f"members={team} A 1500; {team} B 1400; {team} C; {team} D"
        ok(run("enter", "cup", team, members, f"rating={1500 - place}"))
    run("close-list", "cup")
    printed = ok(run("pair", "cup", "--publish"))
    assert printed.count(" ●") == 6 and "Osh A" in printed
    assert "1 3 4" not in ok(run("line-up", "cup", "Osh", "1", "3", "4"))
    assert "Osh D" in ok(run("show", "cup", "pairings")) and "Osh B" not in ok(run("show", "cup", "pairings"))
    refused = run("line-up", "cup", "Naryn", "2", "1", "3")
    assert refused.code == 2 and "in rising order" in refused.err
    assert "write the mark of each board in turn" in run("results", "cup", "1", "1").err
    ok(run("results", "cup", "1", "1=0", "2", "110"))
    ok(run("close", "cup"))
    standings = ok(run("show", "cup", "standings"))
    assert "2.0" in standings or "2" in standings
    ok(run("export", "cup", "trf", "-o", "cup.trf"))
    report = Path("cup.trf").read_text(encoding="utf-8")
    assert report.count("\n310 ") == 4 and "\n352 WBW" in report and "Osh A" in report
    assert run("check", "cup", "cup.trf").code == 0
    ok(run("import", "again", "cup.trf"))
    assert ok(run("show", "again", "standings")).splitlines()[3:12] == standings.splitlines()[3:12]
