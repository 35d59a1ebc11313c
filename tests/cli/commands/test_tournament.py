"""The command line: a whole event, and every word that is refused."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import Cli
from tests.tournament.conftest import GOLDEN

from charkoni.tournament.director import Director
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing import dutch
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Pairing

PEOPLE = 35


class InProcess:
    """The engine without a process of its own, for quick tests."""

    def pair(self, before: PairingInput) -> Pairing:
        return dutch.pair(before)

    def close(self) -> None:
        pass


@pytest.fixture
def run(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("charkoni.cli.commands.tournament.event_files.Engine", InProcess)

    def tournament(*words: object, **more: str) -> object:
        return cli("tournament", *words, **more)

    return tournament  # type: ignore[return-value]  # the same shape with a word in front


def ok(result: object) -> str:
    code, out, err = result  # type: ignore[misc]  # a named tuple
    assert (code, err) == (0, ""), err
    return str(out)


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an event of four with a published round; its last act has the number 8."""
    path = tmp_path_factory.mktemp("event") / "e"
    with Director.create(path, {"name": "Open", "seed": "s", "rounds": 3}) as director:
        for number in range(4):
            director.enter(Person(f"Name {number + 1}"), rating=2000 - number, club="Club")
        director.close_list()
        director.draft()
        director.publish()
    return path


@pytest.fixture
def begun(run: Cli, event: Path, tmp_path: Path) -> Cli:
    """The program in a folder with that event, as `e`."""
    shutil.copy(event, tmp_path / "e")
    return run


def test_a_full_event_of_35_players_over_7_rounds(run: Cli, tmp_path: Path) -> None:
    ok(run("new", "cup", "name=Кубок Степи", "place=Бишкек", "seed=dice-35", "half-byes=1"))
    lines = ["ФИО;Рейтинг;Клуб"] + [f"Игрок {n:02} Ёлкин;{2400 - 17 * n};Клуб {n % 5}" for n in range(PEOPLE - 1)]
    (tmp_path / "list.csv").write_bytes("\n".join(lines).encode("cp1251"))
    assert ok(run("import", "cup", "list.csv")) == "34 entries\n"
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
    assert ok(run("check", "cup.trf")) == "cup.trf: 7 rounds, all as the engine pairs them\n"
    ok(run("import", "again", "cup.trf"))
    assert ok(run("export", "again", "trf")) == ok(run("export", "cup", "trf"))
    ok(run("export", "cup", "archive", "-o", "cup.jsonl"))
    ok(run("import", "third", "cup.jsonl"))
    assert ok(run("show", "third", "cross")) == ok(run("show", "cup", "cross"))
    assert "the chain holds" in ok(run("verify", "cup"))
    for what, suffix in (("standings", "pdf"), ("cross", "html"), ("pairings", "txt"), ("slips", "pdf")):
        ok(run("print", "cup", what, "-o", f"{what}.{suffix}", lang="ru"))
        assert (tmp_path / f"{what}.{suffix}").stat().st_size > 1000
    log = ok(run("log", "cup"))
    assert "slip read again" in log and "dice-35" in log
    ratings = list(csv.DictReader(io.StringIO(ok(run("ratings", "cup")))))
    assert len(ratings) == PEOPLE and all(int(row["games"]) <= 7 for row in ratings)


def test_the_seed_is_secret_until_the_end(begun: Cli) -> None:
    begun("new", "secret", "seed=very-secret")
    for command in (("set", "secret"), ("log", "secret"), ("show", "secret", "regulations")):
        assert "very-secret" not in ok(begun(*command))


def test_settings_are_shown_and_changed(begun: Cli) -> None:
    assert "name=Open\n" in ok(begun("set", "e"))
    ok(begun("set", "e", "place=Ankara"))
    shown = ok(begun("set", "e"))
    assert "place=Ankara\n" in shown and "points=1,0.5,0,1\n" in shown and "tiebreaks=BH/C1,BH,SB,DE,WIN\n" in shown


def test_looking(begun: Cli) -> None:
    data = json.loads(ok(begun("show", "e", "pairings", "--json")))
    assert len(data["boards"]) == 2
    assert json.loads(ok(begun("show", "e", "--json")))["schema"] == "charkoni-tournament"
    assert len(json.loads(ok(begun("show", "e", "standings", "--json")))["lines"]) == 4
    assert "Round 1, table 1" in ok(begun("why", "e", "--table", "1"))
    assert "Name 1" in ok(begun("why", "e", "--not", "1", "--not", "2"))
    assert "C.07" in ok(begun("why", "e", "--who", "1", "--tiebreak", "bh"))
    assert ok(begun("plan", "35")).splitlines()[-2:] == [
        "the end: 14:40; 4 h 40 min without long breaks",
        "17 tables, as many sets and clocks; 7 rounds",
    ]
    assert "expel" in ok(begun("expel", "e", "4", "--reason", "unfair play"))


def test_a_plan_becomes_the_timetable_of_an_event(begun: Cli) -> None:
    wishes = ("--begin", "2026-11-21 10:00", "--rounds", "3", "--minutes", "20", "--pause", "5", "--games", "2")
    said = ok(begun("plan", "8", *wishes, "--sitting", "2", "--rest", "30", "--into", "e"))
    assert "a long break of 30 minutes\nround 3: 12:00 – 12:40" in said
    assert "times=2026-11-21 10:00,2026-11-21 10:45,2026-11-21 12:00\n" in ok(begun("set", "e"))
    assert "2026-11-21 10:45" in ok(begun("show", "e", "timetable"))


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
    told = begun("finish", "e", "--early", "--reason", "fire alarm")
    assert told.code == 2 and "round 2 is not closed" in told.err  # type: ignore[attr-defined]  # a named tuple
    assert "the engine would have: " in ok(begun("pair", "e", "--by-hand", "1-2 3-4", "--reason", "wish"))
    ok(begun("edit", "e", "2-1 3-4", "--reason", "sides"))
    (tmp_path / "stick").mkdir()
    ok(begun("copies", "e", "stick"))
    assert (tmp_path / "stick" / "e").is_file()
    assert begun("erase", "e", "4").code == 0  # type: ignore[attr-defined]  # a named tuple


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("new", "e", "name=x"), "it exists already"),
        (("new", "x", "names=x"), "there is no such name"),
        (("new", "x", "rounds=many"), "a whole number is needed"),
        (("new", "x", "points=1,2"), "points are written"),
        (("new", "x", "name"), "NAME=VALUE"),
        (("new", "x", "game=nothing"), "nothing"),
        (("show", "none"), "there is no such file"),
        (("enter", "e", "name 1"), "the list already"),
        (("enter", "e", "N", "rating=-5"), "a whole number is needed"),
        (("enter", "e", "N", "shoe=43"), "there is no such name"),
        (("result", "e", "1"), "go together"),
        (("result", "e", "x", "1"), "a table is a number"),
        (("result", "e", "1", "31:16"), "48 stones"),
        (("result", "e", "7", "1"), "has no table 7"),
        (("withdraw", "e", "Nobody"), "nobody of this number or name"),
        (("withdraw", "e", "Name"), "several fit: #1 Name 1"),
        (("withdraw", "e", "#9"), "nobody"),
        (("pair", "e"), "round 1 is not closed yet"),
        (("edit", "e", "1-9", "--reason", "x"), "there is no number 9"),
        (("edit", "e", "a-b", "--reason", "x"), "tables are written"),
        (("edit", "e", "1-2", "--reason", "x"), "number 3 is present and has no table (P1)"),
        (("unpublish", "e"), "needs a reason"),
        (("undo", "e", "2"), "cannot be undone"),
        (("export", "e", "doc"), "there is no such form"),
        (("print", "e", "cross", "-o", "x.doc"), "print-outs are"),
        (("print", "e", "menu", "-o", "x.txt"), "there is no print-out"),
        (("why", "e"), "say --table"),
        (("why", "e", "--table", "1", "--round", "9"), "there is no round 9"),
        (("import", "e", "none.csv"), "there is no such file"),
        (("show", "e", "cross", "--json"), "as JSON there are"),
        (("plan", "10", "--begin", "late"), "a time is written"),
        (("plan", "10", "--system", "chess"), "there are swiss"),
        (("set", "e", "zone=Bishkek"), "a zone is written"),
        (("lot", "e"), "say --side"),
        (("finish", "e"), "round 1 is not closed yet"),
    ],
)
def test_words_that_are_refused_change_nothing(begun: Cli, words: tuple[str, ...], problem: str) -> None:
    before = ok(begun("log", "e"))
    result = begun(*words)
    assert result.code == 2 and result.out == "" and result.err.startswith("charkoni: ") and problem in result.err
    assert ok(begun("log", "e")) == before


def test_stale_sight_is_told_with_both_values(begun: Cli) -> None:
    ok(begun("result", "e", "1", "1", "--seen", "8"))
    told = begun("result", "e", "1", "0", "--seen", "8")
    assert told.code == 2 and "you wanted 0:1, now it is 1:0" in told.err


def test_reports_are_read_checked_and_refused(run: Cli, tmp_path: Path) -> None:
    ok(run("simulate", "--players", "9", "--seed", "x", "-o", "a.trf"))
    assert (tmp_path / "a.trf").read_bytes().endswith(b"\r\n")
    text = (tmp_path / "a.trf").read_text()
    (tmp_path / "b.trf").write_text(text[: len(text) // 3])
    told = run("check", "a.trf", "b.trf")
    assert told.code == 1 and "a.trf: 5 rounds" in told.out and "b.trf" in told.err
    assert ok(run("import", "new", "a.trf", "--preview")).count("\n") == 9
    assert not (tmp_path / "new").exists()
    ok(run("import", "new", "a.trf"))
    told = run("import", "new", "a.trf")
    assert told.code == 2 and "exists already" in told.err


def test_a_report_with_other_boards_fails_the_check(run: Cli) -> None:
    golden = GOLDEN / "small_00001.trf"
    lines = golden.read_text().splitlines()
    swapped = [line.replace("142 4", "142 9").replace("XXR 4", "XXR 9").replace("152 B", "152 W") for line in lines]
    Path("other.trf").write_text("\n".join(swapped))
    told = run("check", "other.trf")
    assert told.code == 1 and "round 1: in the file" in told.out


def test_help_names_every_command(run: Cli) -> None:
    out = run("--help").out
    for command in ("new", "enter", "pair", "publish", "result", "undo", "check", "why", "verify", "print"):
        assert command in out
