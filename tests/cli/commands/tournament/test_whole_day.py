"""The whole day of an event of 24 with a final, on the command line, with all that goes wrong in a hall."""

from pathlib import Path

import pytest
from tests.cli.commands.tournament.conftest import ok
from tests.cli.conftest import Cli
from tests.tournament.whole_day import CATEGORIES, LATE, LIST, PRIZES, RESULTS

from charkoni.tournament.director import Director

pytestmark = pytest.mark.long


def enter_missing(run: Cli, number: int) -> None:
    """Enter the results of a round that are missing."""
    texts = RESULTS[number - 1]
    missing = ok(run("show", "day")).splitlines()[-1].rpartition(": ")[2].split(", ")
    ok(run("result", "day", typed="\n".join(f"{table} {texts[int(table) % len(texts)]}" for table in missing)))


def rest(run: Cli, number: int) -> None:
    """Enter the results of a round that are missing, and close it."""
    enter_missing(run, number)
    ok(run("close", "day"))


def test_a_whole_day(run: Cli, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(LIST, encoding="utf-8")
    settings = (f"categories={CATEGORIES}", f"prizes={PRIZES}", "name=Кубок Великой Степи", "arbiter=А. Ибраимова")
    ok(run("new", "day", "game=mangala", "half-byes=1", "seed=7", "start=2026-11-21", *settings))
    assert "line 4: Жүсіпбекова Айгүл  1820  Алматы  KAZ  2008  ж" in ok(run("import", "day", "list.csv", "--preview"))
    assert "24 entries" in ok(run("import", "day", "list.csv"))
    ok(run("plan", "24", "--begin", "2026-11-21 10:00", "--rounds", "7", "--into", "day"))
    ok(run("checkin", "day", "--begin"))
    assert "not here yet: #24 Ли Вэй" in ok(run("checkin", "day", *(f"#{number}" for number in range(1, 24))))
    ok(run("start", "day"))
    # Round 1: a no-show.
    assert "Not paired: Ли Вэй (not checked in)" in ok(run("pair", "day"))
    ok(run("publish", "day"))
    ok(run("clock", "day", "start"))
    ok(run("result", "day", "5", "+"))
    rest(run, 1)
    # Round 2: a late entry, somebody who has come, a half-point bye.
    assert "categories U18" in ok(run("enter", "day", LATE, "rating=1350", "birth=2009", "sex=м", "club=Ош"))
    ok(run("checkin", "day", "Ли Вэй"))
    assert "Ли Вэй is here already" in ok(run("checkin", "day", "Ли Вэй"))
    ok(run("bye", "day", "Сыдыков", "--round", "3", "--code", "H"))
    assert "did not come to round 1" in ok(run("pair", "day", "--publish"))
    ok(run("result", "day", "1", "30:18"))
    rest(run, 2)
    # Round 3: a double forfeit, and a protest.
    assert "asked for a half-point bye" in ok(run("pair", "day", "--publish"))
    ok(run("result", "day", "3", "--", "4", "26:22"))
    ok(run("protest", "day", "3", "камни из моей лунки", "--clause", "M8"))
    enter_missing(run, 3)
    assert "open protests: 1" in run("close", "day").err
    ok(run("decide", "day", "1", "upheld", "камни возвращены"))
    ok(run("close", "day"))
    # Round 4, and a correction two rounds back.
    ok(run("pair", "day", "--publish"))
    rest(run, 4)
    ok(run("result", "day", "1", "0", "--round", "2", "--reason", "бланк прочитан неверно"))
    # Round 5: paired by hand.
    ok(run("pair", "day"))
    with Director.open(tmp_path / "day") as director:
        number = director.state.numbers()
        one, other = [board for board in director.state.rounds[4].boards if not board.is_bye][-2:]
    exchanged = (one.first, other.second, other.first, one.second)
    ok(run("edit", "day", "{}-{} {}-{}".format(*(number[id_] for id_ in exchanged)), "--reason", "одна семья"))
    ok(run("publish", "day"))
    rest(run, 5)
    # Round 6: somebody leaves; round 7.
    ok(run("withdraw", "day", "Yılmaz"))
    for number in (6, 7):
        ok(run("pair", "day", "--publish"))
        rest(run, number)
    ok(run("finish", "day"))
    # Prizes, diplomas and files.
    assert "Diploma" in ok(run("show", "day", "diplomas")) and "\nU18\n" in ok(run("show", "day", "prizes"))
    ok(run("export", "day", "trf", "-o", "day.trf"))
    checked = ok(run("check", "day", "day.trf"))
    assert checked.count("rounds: 7, every difference has its act") == 2 and "бланк прочитан неверно" in checked
    # The final in the fortress game.
    ok(run("final", "day", "final", "game=mangala:fortress", "name=Финал"))
    for tables in (2, 1):
        ok(run("pair", "final", "--publish"))
        ok(run("result", "final", *(word for table in range(1, tables + 1) for word in (table, "30:18"))))
        ok(run("close", "final"))
    ok(run("finish", "final"))
    assert "3–4" in ok(run("show", "final", "standings"))
    assert ok(run("show", "final", "diplomas")).count("Place 3") == 2
    assert "fortress" in ok(run("set", "final"))
