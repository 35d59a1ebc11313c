"""The reader of report files: unusual values that are read, and everything that is refused, with its place."""

from dataclasses import replace

import pytest
from tests.tournament.conftest import Make, play_round
from tests.tournament.formats.trf.reports import HEAD, ROWS, changed, refused

from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.formats.trf.lines import decoded
from charkoni.tournament.model.errors import BadFile
from charkoni.tournament.pairing.input_from_event import input_after


def test_a_plain_report() -> None:
    found = reader.read(HEAD + ROWS)
    assert found.notes == ()
    assert [found.tournament.name(id_) for id_ in (1, 2, 3, 4)] == ["One", "Two", "Three", "Four"]
    assert input_after(found.tournament).boards(1) == [(1, 2), (3, 4)]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_mark(ends: str, mark: str) -> None:
    text = mark + (HEAD + ROWS).replace("\n", ends)
    assert reader.read(decoded(text.encode())).tournament == reader.read(HEAD + ROWS).tournament


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
        (changed(1, 99, "Z"), 4, 99, "Z is a bye"),
        (HEAD + ROWS[:70], 4, 53, "ends before the points"),
    ],
)
def test_contradictions_are_refused_with_their_place(text: str, line: int, column: int, problem: str) -> None:
    error = refused(text)
    assert problem in str(error)
    assert (error.line, error.column) == (line, column)
    assert error.picture().splitlines()[1].index("^") == column - 1


CUP = """012 Cup
XXC white1
XXR 5
001    1      Adler                             2000                             1.0    1     3 w 1
001    2      Birke                             1900                             1.0    2     4 b 1
001    3      Cedar                             1800                             0.0    3     1 b 0
001    4      Dahlie                            1700                             0.0    4     2 w 0
001    5      Esche                             1600                             1.0    5  0000 - U
"""


@pytest.mark.parametrize(("letter", "code"), [("H", "H"), ("Z", "Z"), ("F", "F"), ("U", "F"), ("-", "Z"), (" ", "Z")])
@pytest.mark.parametrize("rounds", ["XXR 5\n", ""])
def test_a_column_without_opponents_announces_byes_of_the_round_to_be_paired(
    letter: str, code: str, rounds: str
) -> None:
    text = CUP.replace("XXR 5\n", rounds).replace("4 b 1\n", f"4 b 1  0000 - {letter}\n")
    for written in (" 1.0    2", " 1.5    2") if letter == "H" else (" 1.0    2",):
        found = reader.read(text.replace(" 1.0    2", written))
        assert [round_.state for round_ in found.tournament.rounds] == ["closed"]
        assert found.tournament.entry(2).asked == ((2, code),)
        assert found.tournament.settings.rounds == (5 if rounds else 2)
        assert any("full-point bye" in note.message(str) for note in found.notes) == (letter == "U")


def test_byes_announced_before_the_first_round() -> None:
    head = "012 Cup\nXXR 4\nXXC black1\n"
    rows = [f"001 {n:4}      Name {n}{'':27}2000{'':29} 0.0 {n:4}" for n in range(1, 6)]
    found = reader.read(head + "\n".join([rows[0] + "  0000 - Z", *rows[1:]]) + "\n").tournament
    assert (found.rounds, found.entry(1).asked) == ((), ((1, "Z"),))


def test_a_column_behind_the_last_round_is_no_round() -> None:
    text = CUP.replace("XXR 5", "XXR 1").replace("1 b 0\n", "1 b 0  0000   -\n")
    found = reader.read(text)
    assert (len(found.tournament.rounds), found.tournament.settings.rounds) == (1, 1)
    assert found.tournament.entry(3).asked == ()
    assert any("round 2 is left out" in note.message(str) for note in found.notes)


def test_a_bye_of_the_pairing_given_beforehand_is_refused_where_it_is_worth_other_points() -> None:
    with pytest.raises(BadFile, match="worth other points") as error:
        reader.read(
            CUP.replace("XXR", "BBW 1.0\nBBU 0.5\nXXR")
            .replace(" 1.0    5", " 0.5    5")
            .replace("1 b 0\n", "1 b 0  0000 - U\n")
        )
    assert (error.value.line, error.value.column) == (8, 102)


def test_a_number_of_zeros_in_the_federation_is_none() -> None:
    text = "\n".join(f"{line[:57]}{'0':>11}{line[68:]}" if line.startswith("001") else line for line in CUP.split("\n"))
    found = reader.read(text)
    assert found.tournament.person(1).federation_id == "" and len(found.notes) == len(reader.read(CUP).notes)


def test_gaps_are_closed_on_request() -> None:
    text = changed(4, 5, "   7").replace("     4 w =", "     7 w =")
    found = reader.read(text, renumber=True)
    assert "7 → 4" in found.notes[0].message(str)
    assert input_after(found.tournament).boards(1) == [(1, 2), (3, 4)]


def test_results_hold_on_request() -> None:
    found = reader.read(changed(1, 81, " 2.0"), trust_results=True)
    assert [note.severity for note in found.notes] == [3]


def test_byes_in_old_forms_are_read_and_noted() -> None:
    text = HEAD + ROWS.replace("     4 w =", "  0000 - =").replace("     3 b =", "  0000 - D")
    found = reader.read(text)
    assert [note.severity for note in found.notes] == [2, 2]
    assert found.tournament.rounds[0].away == ((3, "H"), (4, "H"))


def test_two_byes_of_the_pairing_are_read_and_noted() -> None:
    rows = ROWS.replace(" 0.5 ", " 1.0 ").replace("     4 w =", "  0000 - U").replace("     3 b =", "  0000 - U")
    assert [note.severity for note in reader.read(HEAD + rows).notes] == [3]


def test_a_bye_in_an_even_field_is_noted() -> None:
    rows = ROWS.replace(" 0.5    2     4 w =", " 1.0    2  0000 - U").replace(
        " 0.5    3     3 b =", " 0.0    3  0000 - Z"
    )
    assert reader.read(HEAD + rows).notes == ()
    even = rows.replace(" 0.0    3  0000 - Z", " 0.0    3          ") + (
        "001    5      Five                              1600                             0.0    5     6 w 0\n"
        "001    6      Six                               1500                             1.0    6     5 b 1\n"
    )
    assert reader.read(HEAD + even).notes == ()
    six = even.replace(" 0.0    3          ", " 1.0    3  0000 - U")
    assert "2 byes" in reader.read(HEAD + six).notes[0].message(str)


def test_a_round_without_results_yet_is_published() -> None:
    text = HEAD + ROWS.replace(" w =", " w  ").replace(" b =", " b  ").replace(" 0.5 ", " 0.0 ")
    found = reader.read(text).tournament
    assert found.rounds[0].state == "published"
    assert [board.is_open for board in found.rounds[0].boards] == [False, True]
    assert reader.read(writer.write(found)).tournament == found


def test_every_cut_of_a_file_is_refused_or_read(make: Make) -> None:
    director = make(5)
    play_round(director)
    text = writer.write(replace(director.state, version=0))
    for end in range(0, len(text), 37):
        try:
            reader.read(text[:end])
        except BadFile as error:
            assert str(error)


def test_what_cannot_be_read_of_a_person_is_noted() -> None:
    lines = changed(2, 70, "3020").splitlines()
    lines[5] = lines[5][:9] + "q" + lines[5][10:]
    lines[6] = lines[6].replace("Four ", "Three")
    found = reader.read("\n".join(lines))
    assert [str(note.message(str)) for note in found.notes] == [
        "number 2: the birth 3020 cannot be read and is left out",
        "number 3: the sex q cannot be read and is left out",
        "numbers 4 and 3 have the same name, Three",
    ]
    assert found.tournament.people["p2"].birth == "" and found.tournament.people["p3"].sex == ""
    assert "the sign U+202E" in str(refused(changed(1, 15, "\u202e")))


@pytest.mark.parametrize(("column", "birth"), [("2009/05/31", "2009-05-31"), ("2009/00/00", "2009"), ("2009", "2009")])
def test_births_take_the_form_of_an_event(column: str, birth: str) -> None:
    assert reader.read(changed(1, 70, column)).tournament.people["p1"].birth == birth
