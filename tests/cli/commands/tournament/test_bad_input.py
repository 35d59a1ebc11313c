"""Bad input of organisers: one line that says what, where, why and what would be right; nothing is lost or dropped."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.cli.commands.tournament.conftest import ok
from tests.cli.commands.tournament.test_refused_words import log_of
from tests.cli.conftest import Cli

REFUSED = (
    (("set", "e", "game=mangala:castle"), "there is no flag castle; flags here: fortress, rest, first"),
    (("set", "e", "game=mangala:rest=half"), "the flag rest cannot be 'half'; its values: take, keep"),
    (("set", "e", "game=mangala:rest=take,rest=keep"), "the flag rest is named twice"),
    (("set", "e", "game=barbakan:players=3"), "tournaments pair two sides; barbakan:players=3 has 3"),
    (("set", "e", "categories=U18: 2009+, 2011+"), "the category U18 has two rules about the same thing"),
    (("set", "e", "categories=U18: young"), "a category is written with its rule"),
    (("set", "e", "categories=U18: 2009+; u18: 2010+"), "there are two categories u18"),
    (("set", "e", "prizes=300; U18:100; u18:50"), "there are two prize funds for one category"),
    (("set", "e", "prizes=300; U18:100; W/U18:50"), "'W': a fund is written"),
    (("set", "e", "start=2026-11-21", "end=2026-11-20"), "the last day, 2026-11-20, is before the first one"),
    (("set", "e", "start=20261121"), "a date is written 2026-11-21"),
    (("set", "e", "tiebreaks=BH,SB,BH", "--reason", "x"), "the tie-break BH is named twice"),
    (("set", "e", "late_half=yess"), "is yes or no"),
    (("forbid", "e", "1", "4", "--first", "3", "--last", "2", "--reason", "x"), "for rounds 3 to 2 holds for none"),
    (("forbid", "e", "1", "4", "--off", "--reason", "x"), "there is no prohibition of exactly these players"),
    (("enter", "e", "Name 2"), "if this is a different person, confirm it (--twin)"),
    (("enter", "e", "New", f"club={'x' * 201}"), "at most 200 signs"),
    (("enter", "e", "New", "federation_id=13700005"), "13700005 is the ID of Name 1 (#1) already"),
    (("correct", "e", "Name 2", "federation_id=13700005"), "13700005 is the ID of Name 1 (#1) already"),
    (("protest", "e", "1", "too late", "--round", "1"), "round 1 is closed: protests must be filed before that"),
    (("pages", "e", "site"), "other files are there already; give a new or an empty folder"),
    (("pages", "e", "e"), "e"),
    (("checkin", "f", "2"), "pairing numbers are given when the list is closed; until then entry 2 is #2: Boris"),
)
"""Words of commands, and what is said of them."""


def test_what_is_wrong_is_one_line_and_changes_nothing(begun: Cli, tmp_path: Path) -> None:
    ok(begun("correct", "e", "Name 1", "federation_id=13700005"))
    ok(begun("result", "e", 1, 1, 2, 1))
    ok(begun("close", "e"))
    ok(begun("new", "f", "name=F"))
    for name in ("Ada", "Boris"):
        ok(begun("enter", "f", name))
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "thesis.txt").write_text("all my work")
    before = log_of(tmp_path / "e"), log_of(tmp_path / "f")
    for words, said in REFUSED:
        result = begun(*words)
        assert result.code == 2 and result.out == "", words
        assert result.err.startswith("charkoni: ") and result.err.count("\n") == 1 and said in result.err, result.err
    assert (log_of(tmp_path / "e"), log_of(tmp_path / "f")) == before
    assert (tmp_path / "site" / "thesis.txt").read_text() == "all my work"


def test_a_category_that_fits_nobody_is_told_when_it_is_set_and_when_prizes_are_made(begun: Cli) -> None:
    said = "no entry belongs to the category Elders (born 1930 or earlier)"
    assert said in begun("set", "e", "categories=Elders: 1930-", "prizes=100;Elders:50;Babies:10").err
    made = begun("print", "e", "prizes", "-o", "prizes.txt")
    assert said in made.err and "the prizes name a category Babies, which does not exist; there are Elders" in made.err
    assert made.out == "prizes.txt\n"


def test_one_id_stands_for_one_person_in_a_list(begun: Cli, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("name;fide id\nAda;77\nBoris;78\nCem;77\n")
    ok(begun("new", "f", "name=F"))
    for more in ((), ("--preview",)):
        result = begun("import", "f", "list.csv", *more)
        assert result.code == 2 and "line 4" in result.err and "77 is the ID of Ada (#1) already" in result.err
    assert "entries: 0" in ok(begun("show", "f"))


def test_nothing_of_a_list_is_dropped_without_a_word(begun: Cli, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("name,sex,hobby,categories\nAda,f,chess,VIP\n")
    ok(begun("new", "f", "name=F", "categories=U18: 2009+"))
    for more in (("--preview",), ()):
        said = begun("import", "f", "list.csv", *more).err
        assert "columns that are not read: hobby" in said and "no category uses the mark VIP" in said
    (tmp_path / "list.csv").write_text("name,categories\nBoris,W,U18\n")
    said = begun("import", "nowhere", "list.csv", "--preview").err
    assert "line 2, column 3: 'U18': the line has 3 cells, the heading 2" in said
    (tmp_path / "list.csv").write_text("name,birth\nBoris,3020\n")
    said = begun("import", "nowhere", "list.csv", "--preview").err
    assert "line 2, column 2: '3020': a year or date of birth" in said
    assert not (tmp_path / "nowhere").exists()


def test_two_of_one_name_in_a_list_are_told_by_their_lines(begun: Cli, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("name;birth\nAda;2000\nBoris;\nada;2000\n")
    ok(begun("new", "f", "name=F"))
    said = begun("import", "f", "list.csv").err
    assert "line 4, column 1: 'ada': Ada is also on line 2" in said and said.rstrip().endswith("(--twins)")
    assert "3 entries" in ok(begun("import", "f", "list.csv", "--twins"))


def test_a_list_completes_who_is_there(begun: Cli, tmp_path: Path) -> None:
    ok(begun("new", "f", "name=F"))
    (tmp_path / "list.csv").write_text("name;birth;rating\nAda;2009;1500\n")
    assert ok(begun("import", "f", "list.csv")) == "1 entry\n"
    (tmp_path / "more.csv").write_text("name;birth;rating;club\nAda;2009;1600;Alpha\nBoris;2010;;\n")
    assert "as entry 1  adds Alpha" in ok(begun("import", "f", "more.csv", "--preview")).replace(";", " ")
    said = begun("import", "f", "more.csv").err
    assert "Ada: 1500 → 1600" in said and said.rstrip().endswith("(--sure)")
    done = ok(begun("import", "f", "more.csv", "--sure"))
    assert "Rating 1600" in done and "Club Alpha" in done and done.endswith("1 entry\n")
    assert ok(begun("import", "f", "more.csv")) == "0 entries\n"


def test_a_guessed_encoding_is_asked_about(begun: Cli, tmp_path: Path) -> None:
    ok(begun("new", "f", "name=F"))
    (tmp_path / "list.csv").write_bytes("name\nGüneş Işıl\n".encode("cp1254"))
    said = begun("import", "f", "list.csv")
    assert said.code == 2 and "Turkish (Windows-1254): Güneş" in said.err and "--sure" in said.err
    assert "Güneş Işıl" in begun("import", "f", "list.csv", "--preview").out
    assert ok(begun("import", "f", "list.csv", "--sure")) == "1 entry\n"
    (tmp_path / "other.csv").write_bytes("name\nŞükrü\n".encode("cp1254"))
    assert ok(begun("import", "f", "other.csv", "--encoding", "cp1254")) == "1 entry\n"


def test_new_numbers_after_a_late_entry_are_told(begun: Cli) -> None:
    ok(begun("result", "e", 1, 1, 2, 1))
    ok(begun("close", "e"))
    ok(begun("enter", "e", "Late", "rating=2950"))
    paired = begun("pair", "e")
    assert paired.code == 0 and "Pairing numbers given" in paired.out
    assert "printed again: 1 Late, 2 Name 1, 3 Name 2, 4 Name 3, 5 Name 4" in paired.err


def test_the_log_has_the_times_of_the_event(begun: Cli) -> None:
    ok(begun("set", "e", "zone=+13:00"))
    assert f" {datetime.now(UTC) + timedelta(hours=13):%Y-%m-%d} " in ok(begun("log", "e"))
    ok(begun("start-clock", "e"))
    began = datetime.now(UTC) + timedelta(hours=13)
    said = begun("start-clock", "e").err
    assert any(f"{began - timedelta(minutes=late):at %H:%M;}" in said for late in range(3))


def test_what_a_report_cannot_hold_is_told(begun: Cli) -> None:
    ok(begun("forbid", "e", "1", "4", "--first", "2", "--last", "2", "--reason", "sisters"))
    ok(begun("bye", "e", "2", "--round", "3"))
    result = begun("export", "e", "trf16", "-o", "e.trf")
    assert result.code == 0
    for said in ("Name 1 – Name 4", "Name 2"):
        assert said in result.err, result.err
    assert begun("export", "e", "trf", "-o", "e26.trf").err == ""
