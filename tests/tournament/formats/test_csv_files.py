"""CSV files: lists of entries of other programs, refused ones, quoted cells."""

import re

import pytest
from tests.tournament.conftest import Make, played_event

from charkoni.tournament.formats import csv_files
from charkoni.tournament.formats.encodings import decode
from charkoni.tournament.model.errors import BadFile, BadSetting
from charkoni.tournament.model.players import Person


def test_entries_from_a_russian_table() -> None:
    text = "ФИО;Рейтинг;Клуб;Год рождения;Категория\nИванов Иван;1900;Москва;2001;U20/Ж\n;;;;\nПетров;;;;\n"
    rows = csv_files.read_entries(decode(text.encode("cp1251")).text)
    assert [(row.person.name, row.person.birth, row.line) for row in rows] == [
        ("Иванов Иван", "2001", 2),
        ("Петров", "", 4),
    ]
    assert rows[0].fields == {"rating": 1900, "club": "Москва", "categories": ["U20", "Ж"]}


def test_columns_can_be_named() -> None:
    rows = csv_files.read_entries("who\tforce\nAnna\t1500\n", {"name": "who", "rating": "force"})
    assert rows[0].person.name == "Anna" and rows[0].fields == {"rating": 1500}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("name\n", "no lines"), ("", "no lines"), ("who,rating\nA,1\n", "no column holds the names"),
        ("name,rating\nA,x\n", "line 2, column 2: 'x'"), ("name,rating\nA,1\nB\u202e,2\n", "line 3"),
        ("name,rating\n,1\n", "a name is needed"), ("name\n" + "A\n" * 20_000, "20001 lines"),
        ('name\n"' + "A" * 200_000, "the double quotes of this line do not match"),
        ("name,rating\nA,1\nB,2,W\n", "line 3, column 3: 'W'"),
        ('name,rating\nA,1\n"B,2\nC,3\n', "line 3, column 1: '\"B,2': the double quotes of this line do not match"),
    ],
)  # fmt: skip
def test_tables_that_are_refused(text: str, problem: str) -> None:
    with pytest.raises(BadFile) as error:
        csv_files.read_entries(text)
    assert problem in str(error.value)


def test_a_surname_in_a_column_of_its_own() -> None:
    rows = csv_files.read_entries("Фамилия;Имя;Отчество\nИванова;Анна;Петровна\n")
    assert rows[0].person.name == "Иванова Анна"
    assert csv_files.read_entries("Ad;Soyad\nAyşe;Öztürk\n")[0].person.name == "Ayşe Öztürk"
    text = "Фамилия;Год\nИванова Анна;2001\n"
    assert csv_files.read_entries(text)[0].person.name == "Иванова Анна"
    assert csv_files.unread_columns(text, {}) == ["Год"]


def test_a_named_column_or_encoding_that_is_not_there() -> None:
    with pytest.raises(BadFile, match="there is no column 'x'"):
        csv_files.read_entries("name\nA\n", {"rating": "x"})
    for name in ("klingon", "\udcff"):
        with pytest.raises(BadFile, match="no encoding"):
            decode(b"name\nA\n", name)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_excel_names_the_separator_in_a_line_of_its_own(end: str) -> None:
    text = end.join(["sep=;", "name;club", "A,B;C", "D;E", ""])
    rows = csv_files.read_entries(text)
    assert [(row.person.name, row.fields["club"], row.line) for row in rows] == [("A,B", "C", 3), ("D", "E", 4)]
    with pytest.raises(BadFile) as error:
        csv_files.read_entries(end.join(["sep=;", "name", 'x"', '"y']))
    assert error.value.line == 4


@pytest.mark.parametrize(
    ("head", "fields"),
    [
        ("ID_No;Name;Rtg int;ClubName;Birthday", "federation_id name rating club birth"),
        ("Name,Title,FIDE-No.,Fed.,RtgI,b-year,M/F", "name title federation_id country rating birth sex"),
        ("Nachname;NAME;Elo;Verein", "name rating club"),
        ("Ad Soyad;UKD;Kulüp;Doğum Yılı", "name rating club birth"),
    ],
)
def test_headings_of_other_programs_are_known(head: str, fields: str) -> None:
    columns = csv_files.column_indexes(re.split("[;,]", head), {})
    assert sorted(columns, key=lambda name: columns[name]) == fields.split()


def test_cells_that_a_spreadsheet_would_compute_are_quoted_and_come_back(make: Make) -> None:
    director = make(0, started=False)
    director.enter(Person("=HYPERLINK(1)"), club="@club")
    text = csv_files.entries_csv(director.state)
    assert "'=HYPERLINK(1)" in text and "'@club" in text
    row = csv_files.read_entries(text)[0]
    assert (row.person.name, row.fields["club"]) == ("=HYPERLINK(1)", "@club")


def test_standings_and_members_of_categories(make: Make) -> None:
    director = played_event(make, prizes=["U20:10"])
    head, *rows = csv_files.standings_csv(director.state, category="u20").splitlines()
    assert head.startswith("place,number,name") and [row.split(",")[2] for row in rows] == ["P2", "P4", "P6"]
    with pytest.raises(BadSetting, match="there is no category U99; there are U20"):
        csv_files.standings_csv(director.state, category="U99")
    assert csv_files.categories_csv(director.state).splitlines() == [
        "category,rule,number,name,place", "U20,mark=U20,2,P2,1", "U20,mark=U20,4,P4,2", "U20,mark=U20,6,P6,3",
    ]  # fmt: skip
