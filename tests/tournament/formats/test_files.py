"""Files of others: quirks that are read, and everything that is refused, with its place."""

import json
from dataclasses import replace

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.tournament.acts.entries import Prohibit, RequestBye
from charkoni.tournament.formats import csv_files
from charkoni.tournament.formats import json_files as json_form
from charkoni.tournament.formats.trf import reader as trf_read
from charkoni.tournament.formats.trf import writer as trf_write
from charkoni.tournament.formats.trf.lines import decoded
from charkoni.tournament.model.errors import BadFile
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing.input import baku
from charkoni.tournament.pairing.input_from_event import input_after, input_before

HEAD = "012 Test\n142 3\n152 W\n"
#        1         2         3         4         5         6         7         8         9
# 23456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789
ROWS = """\
001    1      One                               2000                             1.0    1     2 w 1
001    2      Two                               1900                             0.0    4     1 b 0
001    3      Three                             1800                             0.5    2     4 w =
001    4      Four                              1700                             0.5    3     3 b =
"""


def refused(text: str, **options: bool) -> BadFile:
    with pytest.raises(BadFile) as error:
        trf_read.read(text, **options)
    return error.value


def changed(line: int, column: int, new: str) -> str:
    """Return the report with something else in a line (from 1, without the head) from a column (from 1) on."""
    lines = ROWS.splitlines()
    old = lines[line - 1]
    lines[line - 1] = old[: column - 1] + new + old[column - 1 + len(new) :]
    return HEAD + "\n".join(lines) + "\n"


def test_a_plain_report() -> None:
    found = trf_read.read(HEAD + ROWS)
    assert found.notes == ()
    assert [found.tournament.name(id_) for id_ in (1, 2, 3, 4)] == ["One", "Two", "Three", "Four"]
    assert input_after(found.tournament).boards(1) == [(1, 2), (3, 4)]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_mark(ends: str, mark: str) -> None:
    text = mark + (HEAD + ROWS).replace("\n", ends)
    assert trf_read.read(decoded(text.encode())).tournament == trf_read.read(HEAD + ROWS).tournament


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "empty"), (b"  \n", "empty"), (b"\0\1\2", "zero byte at 1"), ("Имя".encode("cp1251"), "not UTF-8"),
        (b"x" * 20_000_001, "larger than 20 MB"),
    ],
)  # fmt: skip
def test_contents_that_are_no_text(content: bytes, problem: str) -> None:
    with pytest.raises(BadFile) as error:
        decoded(content)
    assert problem in str(error.value)


def test_no_player_line() -> None:
    assert "no line begins with 001" in str(refused("012 Only a name\n"))


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        (changed(2, 5, "  x2"), 5, 5, "a number is needed"),
        (changed(2, 49, "19OO"), 5, 49, "a number is needed"),
        (changed(2, 81, " 0.3"), 5, 81, "points are written like 3.5"),
        (changed(2, 92, "  1 b 0 "), 5, 92, "round 1 is out of its columns"),
        (changed(2, 97, "x"), 5, 97, "the side is w, b or -"),
        (changed(2, 99, "?"), 5, 99, "no result letter '?'"),
        (changed(2, 99, "X"), 5, 99, "no result letter 'X'"),
        (changed(2, 5, "   1"), 5, 5, "number 1 is on line 4 too"),
        (changed(4, 5, "   5"), 7, 5, "the numbers 4 are missing"),
        (changed(1, 92, "   1"), 4, 92, "number 1 plays itself"),
        (changed(1, 92, "   9"), 4, 92, "there is no opponent 9"),
        (changed(1, 92, "   3"), 4, 92, "names 3, whose line 6 says: '4 w ='"),
        (changed(2, 97, "w"), 4, 97, "both have the side w"),
        (changed(2, 99, "1"), 4, 99, "1 of 1 and 1 of 2 (line 5) exclude each other"),
        (changed(1, 81, " 2.0"), 4, 81, "2.0 points are written, the results give 1.0"),
        (changed(1, 92, "0000 - U"), 5, 92, "names 1, whose line 4 says"),
        (changed(1, 99, "Z"), 4, 99, "no result letter 'Z'"),
        (HEAD + ROWS[:70], 4, 53, "ends before the points"),
    ],
)
def test_contradictions_are_refused_with_their_place(text: str, line: int, column: int, problem: str) -> None:
    error = refused(text)
    assert problem in str(error)
    assert (error.line, error.column) == (line, column)
    assert error.picture().splitlines()[1].index("^") == column - 1


def test_gaps_are_closed_on_request() -> None:
    text = changed(4, 5, "   7").replace("     4 w =", "     7 w =")
    found = trf_read.read(text, renumber=True)
    assert "7 → 4" in found.notes[0].say(str)
    assert input_after(found.tournament).boards(1) == [(1, 2), (3, 4)]


def test_results_hold_on_request() -> None:
    found = trf_read.read(changed(1, 81, " 2.0"), trust_results=True)
    assert [note.severity for note in found.notes] == [3]


def test_unknown_records_are_kept_and_written_again() -> None:
    found = trf_read.read(HEAD + "XYZ something\n### a remark\n" + ROWS)
    assert [note.severity for note in found.notes] == [2]
    assert "XYZ something\r\n### a remark\r\n" in trf_write.write(found.tournament)


def test_records_of_older_programs() -> None:
    old = "012 Old\nXXR 5\nXXC rank white1\nXXZ 2 4\nXXP 1 3\nXXS W=3 D=1 L=0\n"
    rows = ROWS.replace(" 1.0    1", " 3.0    1").replace(" 0.5 ", " 1.0 ")
    found = trf_read.read(old + rows).tournament
    pairing_input = input_before(found, 2)
    assert (pairing_input.rounds, pairing_input.initial, pairing_input.points.win, pairing_input.points.bye) == (
        5,
        "w",
        6,
        6,
    )
    assert [player.absent for player in pairing_input.players] == ["", "Z", "", "Z"]
    assert pairing_input.banned(2) == {1: {3}, 3: {1}}


def test_virtual_points_of_both_kinds() -> None:
    new = trf_read.read(HEAD + "250  1.0  1.0   1   2    1    2\n" + ROWS).tournament
    old = trf_read.read(HEAD + "XXA    1  1.0  1.0\nXXA    2  1.0  1.0\n" + ROWS).tournament
    for number in (1, 2, 3):
        for round_ in (1, 2, 3):
            assert input_before(new, 2).virtual(number, round_) == input_before(old, 2).virtual(number, round_)


def test_byes_in_old_forms_are_read_and_noted() -> None:
    text = HEAD + ROWS.replace("     4 w =", "  0000 - =").replace("     3 b =", "  0000 - D")
    found = trf_read.read(text)
    assert [note.severity for note in found.notes] == [2, 2]
    assert found.tournament.rounds[0].away == ((3, "H"), (4, "H"))


def test_two_byes_of_the_pairing_are_read_and_noted() -> None:
    rows = ROWS.replace(" 0.5 ", " 1.0 ").replace("     4 w =", "  0000 - U").replace("     3 b =", "  0000 - U")
    assert [note.severity for note in trf_read.read(HEAD + rows).notes] == [3]


def test_a_bye_in_an_even_field_is_noted() -> None:
    rows = ROWS.replace(" 0.5    2     4 w =", " 1.0    2  0000 - U").replace(
        " 0.5    3     3 b =", " 0.0    3  0000 - Z"
    )
    assert trf_read.read(HEAD + rows).notes == ()
    even = rows.replace(" 0.0    3  0000 - Z", " 0.0    3          ") + (
        "001    5      Five                              1600                             0.0    5     6 w 0\n"
        "001    6      Six                               1500                             1.0    6     5 b 1\n"
    )
    assert trf_read.read(HEAD + even).notes == ()
    six = even.replace(" 0.0    3          ", " 1.0    3  0000 - U")
    assert "2 byes" in trf_read.read(HEAD + six).notes[0].say(str)


def test_a_round_without_results_yet_is_published() -> None:
    text = HEAD + ROWS.replace(" w =", " w  ").replace(" b =", " b  ").replace(" 0.5 ", " 0.0 ")
    found = trf_read.read(text).tournament
    assert found.rounds[0].state == "published"
    assert [board.is_open for board in found.rounds[0].boards] == [False, True]
    assert trf_read.read(trf_write.write(found)).tournament == found


def test_without_a_first_side_it_is_taken_from_round_one() -> None:
    found = trf_read.read("142 3\n" + ROWS.replace("2 w 1", "2 b 1").replace("1 b 0", "1 w 0"))
    assert found.tournament.initial == "b"
    assert found.notes[0].severity == 2


@pytest.mark.parametrize(
    "record",
    ["142 0", "142 x", "152 green", "240 Q   2    1", "240 H   2    9", "260   1   3    1    x", "250 1.0", "XXZ 9",
     "162  W 1.0    D 2.0    L 0.0", "### charkoni settings {", "### charkoni round 1 {\"boards\": 3}"],
)  # fmt: skip
def test_records_that_are_refused(record: str) -> None:
    head = HEAD.replace("142 3\n", "") if record.startswith("142") else HEAD
    refused(head + record + "\n" + ROWS)


def test_an_event_of_ours_comes_back_whole(make: Make) -> None:
    director = make(
        0, started=False, half_byes=2, place="Чолпон-Ата", points={"win": 2, "draw": 1, "loss": 0, "bye": 1}
    )
    for name, rating in (("Әбдірахманов Нұрғиса", 1800), ("Çağlayan İbrahim", 2100), ("Long " * 20, 1500), ("Ng", 0)):
        director.enter(Person(name, birth="1999", contact="secret"), rating=rating, club="Клуб", categories=["U20"])
    director.enter(Person("Beş"), rating=1200)
    director.close_list()
    director.draft()
    director.publish()
    director.result(1, "30:18")
    director.result(2, "+", reason="came late")
    director.close_round()
    director.do(RequestBye(entry=4, round=3, code="H"))
    director.do(Prohibit(entries=(1, 2), first=2, last=3), reason="brothers")
    people = {key: replace(person, contact="") for key, person in director.state.people.items()}
    state = replace(director.state, version=0, people=people)
    written = trf_write.write(state)
    assert "secret" not in written
    assert trf_read.read(written).tournament == state
    assert trf_write.write(trf_read.read(written).tournament) == written
    assert json_form.read(json_form.write(director.state)) == state
    assert json_form.read(json_form.write(director.state, private=True)).people == director.state.people


def test_our_lines_give_way_to_what_was_edited_by_hand(make: Make) -> None:
    director = make(4, rounds=2)
    play_round(director, "1")
    written = trf_write.write(replace(director.state, version=0))
    lines = written.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("001    1"))
    lines[place] = lines[place].replace("Player 01", "Renamed  ")
    lines = [line.replace("012 Open", "012 Closed") for line in lines]
    found = trf_read.read("\n".join(lines)).tournament
    assert (found.settings.name, found.name(1)) == ("Closed", "Renamed")


def test_old_reports_and_latin_names(make: Make) -> None:
    director = make(0, started=False)
    for name in ("Щукин Олег", "Қайрат"):
        director.enter(Person(name))
    director.close_list()
    text = trf_write.write(director.state, old=True, in_latin=True)
    assert "Shchukin Oleg" in text and "XXR 1" in text and "charkoni" not in text
    assert text.isascii()


def test_baku_is_written_and_found_again(make: Make) -> None:
    director = make(12, accelerated=True, rounds=5)
    text = trf_write.write(replace(director.state, version=0))
    assert "250  1.0  1.0   1   2    1    6" in text
    found = trf_read.read(text).tournament
    assert found.boosts == () and found.settings.accelerated
    assert input_before(found, 1).boosts == baku(12, 5, 2)


# --- tables and JSON ------------------------------------------------------------------------------------------


def test_entries_from_a_russian_table() -> None:
    text = "ФИО;Рейтинг;Клуб;Год рождения;Категория\nИванов Иван;1900;Москва;2001;U20/Ж\n;;;;\nПетров;;;;\n"
    rows = csv_files.read_entries(csv_files.text_of(text.encode("cp1251")))
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
        ("name,rating\nA,x\n", "line 2, column 1: 'x'"), ("name,rating\nA,1\nB\u202e,2\n", "line 3"),
        ("name,rating\n,1\n", "a name is needed"),
    ],
)  # fmt: skip
def test_tables_that_are_refused(text: str, problem: str) -> None:
    with pytest.raises(BadFile) as error:
        csv_files.read_entries(text)
    assert problem in str(error.value)


def test_a_named_column_or_encoding_that_is_not_there() -> None:
    with pytest.raises(BadFile, match="there is no column 'x'"):
        csv_files.read_entries("name\nA\n", {"rating": "x"})
    with pytest.raises(BadFile, match="no encoding"):
        csv_files.text_of(b"name\nA\n", "klingon")


def test_cells_that_a_spreadsheet_would_compute_are_quoted_and_come_back(make: Make) -> None:
    director = make(0, started=False)
    director.enter(Person("=HYPERLINK(1)"), club="@club")
    text = csv_files.entries(director.state)
    assert "'=HYPERLINK(1)" in text and "'@club" in text
    row = csv_files.read_entries(text)[0]
    assert (row.person.name, row.fields["club"]) == ("=HYPERLINK(1)", "@club")


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "{}", '{"schema": "charkoni-tournament", "version": 2}', "[" * 100_000,
     '{"schema": "charkoni-tournament", "version": 1, "tournament": {"entries": [{"id": 2, "person": "p"}]}}',
     '{"schema": "charkoni-tournament", "version": 1, "tournament": {"phase": 3}}',
     '{"schema": "charkoni-tournament", "version": 1, "tournament": {"unknown": 3}}',
     '{"schema": "charkoni-tournament", "version": 1, "tournament": {"rounds": [{"number": 1, "state": "closed", '
     '"boards": [{"number": 1, "first": 1, "second": 2}]}]}}'],
)  # fmt: skip
def test_json_that_is_refused(text: str) -> None:
    with pytest.raises(BadFile):
        json_form.read(text)


def test_public_json(make: Make) -> None:
    director = make(4, rounds=2)
    play_round(director, "1")
    table = json_form.standings_json(director.state)
    assert [line["place"] for line in table["lines"]] == [1, 1, 3, 3]
    assert json.loads(json.dumps(json_form.round_json(director.state, 1)))["boards"][0]["result"] == "1:0"


def test_every_cut_of_a_file_is_refused_or_read(make: Make) -> None:
    director = make(5)
    play_round(director)
    text = trf_write.write(replace(director.state, version=0))
    for end in range(0, len(text), 37):
        try:
            trf_read.read(text[:end])
        except BadFile as error:
            assert str(error)
