"""A festival of two sections on the command line, from the first entry to the lists of all."""

from pathlib import Path

from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli


def test_two_sections_in_one_hall(run: Cli) -> None:
    for name, people in (("u12", "Ada Boris Carl Dora"), ("women", "Ece Fatma Gül Hana")):
        ok(run("new", name, f"name={name.upper()}", "rounds=3"))
        for person in people.split():
            ok(run("enter", name, person))
    printed = ok(run("festival", "new", "steppe", "u12", "women", "--name", "Steppe 2026"))
    assert "U12: entries: 4, round 0 of 3, tables 1 to 4" in printed and "WOMEN: entries: 4" in printed
    ok(run("festival", "set", "steppe", "times=2026-11-21 10:00,2026-11-21 12:00,2026-11-21 14:00"))
    assert ok(run("festival", "show", "steppe", "timetable")).count("November 21, 10:00") == 2
    assert "Ada: from U12 to WOMEN, entry #5" in ok(run("festival", "move", "steppe", "u12", "Ada", "women"))
    refused = run("enter", "u12", "Ece")
    assert refused.code == 2 and "Ece is in WOMEN as entry #1: move the person from there" in refused.err
    ok(run("festival", "tables", "steppe"))
    for name in ("u12", "women"):
        run("close-list", name)
        run("pair", name, "--publish")
    names = ok(run("festival", "show", "steppe", "names"))
    tables = [int(line.split()[2]) for line in names.splitlines() if "WOMEN" in line]
    assert "Boris" in names and len(tables) == 5 and min(tables) > 4, names
    ok(run("festival", "print", "steppe", "pairings", "-o", "pairings.txt"))
    assert "Steppe 2026" in Path("pairings.txt").read_text(encoding="utf-8")
    for words, why in (
        (("festival", "move", "steppe", "u18", "Ada", "women"), "there is no section u18"),
        (("festival", "print", "steppe", "badges", "-o", "b.pdf"), "there is no list badges"),
        (("festival", "show", "u12"), "is not a festival"),
    ):
        result = run(*words)
        assert result.code == 2 and why in result.err and len(result.err.splitlines()) == 1, result


def test_an_old_file_is_checked_for_people_in_two_sections(run: Cli) -> None:
    for name in ("a", "b"):
        ok(run("new", name, f"name={name.upper()}", "rounds=1"))
        for person in ("Ada", f"Only {name.upper()}"):
            ok(run("enter", name, person, "birth=2010"))
        run("close-list", name)
    Path("steppe").write_text('{"name": "Steppe", "sections": ["a", "b"]}')
    assert run("check", "a").code == 0  # the name of the file does not say that it is a festival
    refused = run("festival", "new", "other", "a", "b")
    assert refused.code == 2 and "Ada is in A and in B" in refused.err and not Path("other.festival").exists()
    assert "Ada is in A and in B; move the person" in run("festival", "show", "steppe").err
    assert Path("steppe.festival").exists() and not Path("steppe").exists()
    for name in ("a", "b"):
        checked = run("check", name)
        assert checked.code == 1 and "Ada is in A and in B; move the person" in checked.out
    ok(run("withdraw", "b", "Ada"))
    assert run("check", "a", "b").code == 0
    refused = run("return", "b", "Ada")
    assert refused.code == 2 and "Ada is in A as entry #1" in refused.err
