"""Whole events by commands."""

import csv
import io
import re
from pathlib import Path

import pytest
from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli

PEOPLE = 35


@pytest.mark.long  # its twin is the test after it
def test_a_full_event_of_35_players_over_7_rounds(run: Cli, tmp_path: Path) -> None:
    ok(run("new", "cup", "name=Кубок Степи", "place=Бишкек", "seed=dice-35", "half-byes=1"))
    lines = ["ФИО;Рейтинг;Клуб"] + [f"Игрок {n:02} Ёлкин;{2400 - 17 * n};Клуб {n % 5}" for n in range(PEOPLE - 1)]
    (tmp_path / "list.csv").write_bytes("\n".join(lines).encode("cp1251"))
    assert ok(run("import", "cup", "list.csv", "--sure")) == "34 entries\n"
    ok(run("enter", "cup", "Çağlayan İbrahim", "rating=2222", "country=TUR", "categories=U20,F"))
    ok(run("start", "cup"))
    assert "rounds 0 of 7" in ok(run("show", "cup"))
    for number in range(1, 8):
        if number == 2:
            ok(run("bye", "cup", "5", "--code", "H"))
        if number == 4:
            ok(run("withdraw", "cup", "Игрок 07"))
        out = ok(run("pair", "cup", "--publish"))
        tables = [int(line.split()[0]) for line in out.splitlines() if line[:5].strip().isdigit() and "bye" not in line]
        results = " ".join(f"{table} {['30:18', '20:28', '24:24', '1', '0'][(table * number) % 5]}" for table in tables)
        ok(run("result", "cup", typed=results))
        if number == 3:
            ok(run("result", "cup", 1, 0, "--reason", "slip read again"))
            ok(run("undo", "cup"))
        ok(run("close", "cup"))
    assert "seed=dice-35" in ok(run("finish", "cup"))
    assert "rounds 7 of 7" in ok(run("show", "cup"))
    table = list(csv.reader(io.StringIO(ok(run("export", "cup", "standings")))))
    assert len(table) == PEOPLE + 1
    points = [float(row[4]) for row in table[1:]]
    assert points == sorted(points, reverse=True)
    ok(run("export", "cup", "trf", "-o", "cup.trf"))
    assert ok(run("check", "cup.trf")) == "cup.trf: rounds: 7, all as the rules pair them\n"
    ok(run("import", "again", "cup.trf"))
    assert ok(run("export", "again", "trf")) == ok(run("export", "cup", "trf"))
    ok(run("export", "cup", "archive", "-o", "cup.jsonl"))
    ok(run("import", "third", "cup.jsonl"))
    assert ok(run("show", "third", "cross")) == ok(run("show", "cup", "cross"))
    assert "the chain is intact" in ok(run("verify", "cup"))
    sealed = re.search(r"in the log: (\d+); digest of the last: ([0-9a-f]{12})", ok(run("show", "cup", "standings")))
    assert sealed
    assert "the print-out is of this log" in ok(run("verify", "cup", "--printed", f"{sealed[1]} {sealed[2]}"))
    for wrong in (f"{int(sealed[1]) - 1} {sealed[2]}", f"9999 {sealed[2]}", "57", "0 aaaaaaaaaaaa", ""):
        assert run("verify", "cup", "--printed", wrong).code != 0 or not wrong
    for what, suffix in (("standings", "pdf"), ("cross", "html"), ("pairings", "txt"), ("slips", "pdf")):
        ok(run("print", "cup", what, "-o", f"{what}.{suffix}", lang="ru"))
        assert (tmp_path / f"{what}.{suffix}").stat().st_size > 1000
    log = ok(run("log", "cup"))
    assert "table 1: 0:1 «slip read again»" in log and "{" not in log
    assert '"kind": "result"' in (acts := ok(run("log", "cup", "--json"))) and "dice-35" in acts
    ratings = list(csv.DictReader(io.StringIO(ok(run("ratings", "cup")))))
    assert len(ratings) == PEOPLE and all(int(row["games"]) <= 7 for row in ratings)


def test_a_school_event_of_ten_pupils_in_sets_of_five(run: Cli, tmp_path: Path) -> None:
    begun = run("new", "school", "name=Okul Turnuvası", "sets=5", "seed=dice-10", "system=swiss")
    assert "A round may last 150 minutes: games 5, in each 15 minutes for each player" in begun.err
    assert run("set", "school", "clock=6", "round-minutes=60").err == ""  # type: ignore[attr-defined]
    assert "games=sets-of-5" in ok(run("set", "school")) and "tiebreaks=GP,GD," in ok(run("set", "school"))
    pupils = "Çağlayan İbrahim Işıl Ömer Şule Ayşegül Gökhan Ünal Zeynep Ğ."
    lines = [
        "Ad;Doğum;Kulüp",
        *(f"{name} Öğrenci;{2012 + n % 3};{n % 2 + 4}. sınıf" for n, name in enumerate(pupils.split())),
    ]
    (tmp_path / "pupils.csv").write_text("\n".join(lines), encoding="utf-8")
    assert ok(run("import", "school", "pupils.csv")) == "10 entries\n"
    ok(run("start", "school", "--rounds", 4))
    scores = ("3:1", "2,5:2,5", "0:3", "3.5:0.5", "1½:3½")
    for number in range(1, 5):
        ok(run("pair", "school", "--publish"))
        refused = run("result", "school", 1, "2:1")
        assert "over with 3 points of a side" in refused.err
        ok(run("result", "school", 1, "2:1", "--reason", "the bell rang"))
        ok(run("result", "school", typed=" ".join(f"{table} {scores[(table + number) % 5]}" for table in range(2, 6))))
        ok(run("close", "school"))
    ok(run("finish", "school"))
    rows = list(csv.DictReader(io.StringIO(ok(run("export", "school", "standings")))))
    assert sum(float(row["points"]) for row in rows) == 20
    assert sum(float(row["GP"]) for row in rows) == 4 * 3 + sum(
        sum(float(half.replace(",", ".").replace("½", ".5")) for half in scores[(table + number) % 5].split(":"))
        for number in range(1, 5)
        for table in range(2, 6)
    )
    assert sum(int(row["GD"]) for row in rows) == 0
    assert re.search(r"\d[ab] 2½:2½", ok(run("show", "school", "cross")))
    ok(run("export", "school", "trf", "-o", "school.trf"))
    assert ok(run("check", "school.trf")) == "school.trf: rounds: 4, all as the rules pair them\n"
    ok(run("import", "again", "school.trf"))
    for what in ("standings", "cross"):
        shown = [ok(run("show", event, what)).partition("Acts in the log:")[0] for event in ("again", "school")]
        assert shown[0] == shown[1]
    for what in ("pairings", "slips", "regulations", "diplomas", "standings"):
        for suffix in ("pdf", "html", "txt"):
            ok(run("print", "school", what, "-o", f"{what}.{suffix}", lang="tr"))
            assert (tmp_path / f"{what}.{suffix}").stat().st_size > 200
    assert "2½:2½" in (tmp_path / "pairings.txt").read_text()
    assert "en çok 5 set" in " ".join((tmp_path / "regulations.txt").read_text().split())


def test_acts_on_people_and_tables(begun: Cli, tmp_path: Path) -> None:
    ok(begun("correct", "e", "Name 2", "name=Name Two", "rating=1500"))
    ok(begun("lot", "e", "--table", "1", "--who", "1"))
    ok(begun("result", "e", 1, 1, "--source", "first"))
    ok(begun("confirm", "e", 1))
    ok(begun("result", "e", 2, "adj"))
    ok(begun("undo", "e"))
    ok(begun("result", "e", 2, "0"))
    ok(begun("close", "e"))
    ok(begun("checkin", "e", "3", "--away"))
    ok(begun("checkin", "e", "3"))
    ok(begun("forbid", "e", "1", "2", "--reason", "brothers"))
    ok(begun("forbid", "e", "1", "2", "--off", "--reason", "none"))
    ok(begun("withdraw", "e", "3"))
    ok(begun("return", "e", "3"))
    ok(begun("pair", "e"))
    ok(begun("publish", "e"))
    ok(begun("unpublish", "e", "--reason", "wrong"))
    result = begun("finish", "e", "--early", "--reason", "fire alarm")
    assert result.code == 2 and "round 2 is not closed" in result.err  # type: ignore[attr-defined]  # a named tuple
    assert "the engine would have: " in ok(begun("pair", "e", "--by-hand", "1-2 3-4", "--reason", "wish"))
    ok(begun("edit", "e", "2-1 3-4", "--reason", "sides"))
    (tmp_path / "stick").mkdir()
    ok(begun("copies", "e", "stick"))
    assert (tmp_path / "stick" / "e").is_file()
    assert begun("erase", "e", "4").code == 0  # type: ignore[attr-defined]  # a named tuple
