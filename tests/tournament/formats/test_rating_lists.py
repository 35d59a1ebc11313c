"""The rating list of a federation: read as CSV or fixed columns, searched, and named by the entries it rated."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.conftest import Make

from charkoni.core.translations import Words
from charkoni.tournament.formats.rating_lists import BadLine, head_of_list, list_rows
from charkoni.tournament.known_people import KnownPerson
from charkoni.tournament.model.errors import BadFile
from charkoni.tournament.model.players import Person
from charkoni.tournament.printouts.editions import rating_lists
from charkoni.tournament.rating_list_index import FILE, RatingList

HEAD = (
    "ID Number      Name                                                         "
    "Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag"
)


def fixed(number: str, name: str, country: str, sex: str, title: str, rating: str, year: str) -> str:
    """Return a line of FIDE's list."""
    return f"{number:<15}{name:<61}{country} {sex}   {title:<29}{rating:<6}0   20 {year}"


LINES = (
    HEAD,
    fixed("34100018", "Petrova, Anna", "KGZ", "F", "WGM", "2210", "2001"),
    fixed("34100026", "Petrov, Ivan", "KAZ", "M", "", "", "0000"),
)


def read(folder: Path, content: bytes, day: str = "2026-11-01", **mapping: str) -> tuple[RatingList, list[BadLine]]:
    """Return a list that is read from a file, and the lines left out."""
    (folder / "list.txt").write_bytes(content)
    head = head_of_list(folder / "list.txt", mapping=mapping)
    rows = list(list_rows(folder / "list.txt", head, day))
    found = RatingList(folder)
    found.replace(rows, day)
    return found, [row for row in rows if isinstance(row, BadLine)]


def test_fixed_columns_of_fide_are_read_whole(tmp_path: Path) -> None:
    found, _ = read(tmp_path, "\r\n".join(LINES).encode())
    assert head_of_list(tmp_path / "list.txt").month == "2026-11-01" and found.about() == ("2026-11-01", 2)
    (anna,) = found.find("34100018")
    rated = {"": ("2026-11-01", 2210)}
    assert anna == KnownPerson("Petrova, Anna", "", 2001, "f", "", "KGZ", "WGM", "34100018", rated)
    assert anna.rating("mangala:fortress") == 2210
    (ivan,) = found.find("34100026")
    assert (ivan.rating("mangala"), ivan.year, ivan.sex, ivan.country) == (0, 0, "m", "KAZ")


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251", "utf-16"])
def test_a_table_in_any_encoding_of_the_import_is_read(tmp_path: Path, encoding: str) -> None:
    text = "ФИО;Рейтинг;Год рождения;ID;Звание;Клуб\nПетрова Анна;1800;2009-05-31;0;КМС;Ош\n\nКим;12345;;;;\n"
    found, left_out = read(tmp_path, text.encode(encoding))
    (anna,) = found.find("petr an")
    assert anna == KnownPerson("Петрова Анна", year=2009, title="КМС", club="Ош", ratings={"": ("2026-11-01", 1800)})
    assert [(each.line, each.error.text) for each in left_out] == [(4, "12345")]
    assert "05-31" not in (tmp_path / FILE).read_bytes().decode("latin-1")


def test_the_encoding_follows_from_a_late_line(tmp_path: Path) -> None:
    lines = [b"name;rating", *([b"Lee;1500"] * 20_000), "Şükrü Öğüt;1900".encode("cp1254")]
    found, _ = read(tmp_path, b"\n".join(lines))
    assert found.find("sukru")[0].name == "Şükrü Öğüt"


def test_the_whole_name_is_found_though_many_begin_so(tmp_path: Path) -> None:
    people = [f"Ivanov{letter} Petr{n};1000" for letter in ("", "a", "ic") for n in range(20)]
    found, _ = read(tmp_path, "\n".join(["name;rating", *people, "Ivan Ivanov;1000"]).encode())
    assert "Ivan Ivanov" in [each.name for each in found.find("ivan ivanov")]
    assert found.find("iv") == [] and len(found.find("iva")) == 8
    assert [each.name for each in found.find("ПЕТР7 иванова")] == ["Ivanova Petr7"]


NAMES = st.lists(st.lists(st.text("abcе", min_size=1, max_size=3), min_size=1, max_size=3), min_size=1, max_size=7)


@given(names=NAMES, wanted=st.lists(st.text("abcе", min_size=1, max_size=3), min_size=1, max_size=2))
def test_a_search_finds_who_a_look_at_every_name_finds(
    tmp_path_factory: pytest.TempPathFactory, names: list[list[str]], wanted: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("list")
    found = RatingList(folder)
    found.replace((KnownPerson(" ".join(words), federation_id=str(n)) for n, words in enumerate(names, 1)), "")
    latin = {n: [word.replace("е", "e") for word in words] for n, words in enumerate(names, 1)}
    asked = [word.replace("е", "e") for word in wanted]
    expected = {str(n) for n, words in latin.items() if sum(map(len, asked)) >= 3 and _fits(words, asked)}
    assert {person.federation_id for person in found.find(" ".join(wanted))} == expected


def _fits(words: list[str], asked: list[str]) -> bool:
    """Return whether different words of a name begin with what is asked."""
    if not asked:
        return True
    own = [n for n, word in enumerate(words) if word.startswith(asked[0])]
    return any(_fits(words[:n] + words[n + 1 :], asked[1:]) for n in own)


def test_a_list_that_cannot_be_read_leaves_the_old_one(tmp_path: Path) -> None:
    found, _ = read(tmp_path, b"name;rating\nLee;1500\n")
    (tmp_path / "bad.csv").write_bytes(b"name;rating\n" + b"Lee;1500\n" * 20_000 + b"\xff\xfe;1\n")
    head = head_of_list(tmp_path / "list.txt")
    with pytest.raises(BadFile, match="cannot be read in the encoding utf-8"):
        found.replace(list_rows(tmp_path / "bad.csv", head, ""), "2027-01-01")
    assert found.about() == ("2026-11-01", 1)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    (tmp_path / FILE).write_bytes(b"something else" * 100)
    with pytest.raises(BadFile, match="not a rating list"):
        found.find("lee")


def test_entries_keep_the_day_of_the_list_of_their_rating(make: Make, tmp_path: Path) -> None:
    director = make(0, started=False)
    read(director.store.path.parent, "\n".join(LINES).encode())
    director.enter(Person("Anna Petrova", federation_id="34100018"), rating=2210)
    director.enter(Person("Ivan Petrov", federation_id="34100026"), rating=1500)
    assert [entry.rated for entry in director.state.entries] == ["2026-11-01", ""]
    words = Words("en")
    assert rating_lists(words, director.state) == "Ratings from the federation's list of November 1, 2026: 1 of 2."
    director.correct(1, {"rating": 2210, "club": "Osh"})
    assert director.state.entries[0].rated == "2026-11-01"
    director.correct(1, {"rating": 2200})
    assert director.state.entries[0].rated == "" and rating_lists(words, director.state) == ""
    director.correct(1, {"rating": 2210})
    assert director.state.entries[0].rated == "2026-11-01"
