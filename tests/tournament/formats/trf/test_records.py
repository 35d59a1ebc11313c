"""Header records of report files, also those of older programs."""

import pytest
from tests.tournament.formats.trf.reports import HEAD, ROWS, refused

from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.pairing.input_from_event import input_before


def test_unknown_records_are_kept_and_written_again() -> None:
    found = reader.read(HEAD + "XYZ something\n### a remark\n" + ROWS)
    assert [note.severity for note in found.notes] == [2]
    assert "XYZ something\r\n### a remark\r\n" in writer.write(found.tournament)


def test_records_of_older_programs() -> None:
    old = "012 Old\nXXR 5\nXXC rank white1\nXXZ 2 4\nXXP 1 3\nXXS W=3 D=1 L=0\n"
    rows = ROWS.replace(" 1.0    1", " 3.0    1").replace(" 0.5 ", " 1.0 ")
    found = reader.read(old + rows).tournament
    pairing_input = input_before(found, 2)
    assert (pairing_input.rounds, pairing_input.initial, pairing_input.points.win, pairing_input.points.bye) == (
        5,
        "w",
        6,
        6,
    )
    assert [player.absent for player in pairing_input.players] == ["", "Z", "", "Z"]
    assert pairing_input.forbidden_opponents(2) == {1: {3}, 3: {1}}


def test_virtual_points_of_both_kinds() -> None:
    new = reader.read(HEAD + "250  1.0  1.0   1   2    1    2\n" + ROWS).tournament
    old = reader.read(HEAD + "XXA    1  1.0  1.0\nXXA    2  1.0  1.0\n" + ROWS).tournament
    for number in (1, 2, 3):
        for round_ in (1, 2, 3):
            assert input_before(new, 2).virtual(number, round_) == input_before(old, 2).virtual(number, round_)


def test_without_a_first_side_it_is_taken_from_round_one() -> None:
    found = reader.read("142 3\n" + ROWS.replace("2 w 1", "2 b 1").replace("1 b 0", "1 w 0"))
    assert found.tournament.initial == "b"
    assert found.notes[0].severity == 2


@pytest.mark.parametrize(
    "record",
    ["XXP 1", "XXP 1 1", "260   1   3    1", "260   3   1    1    2",
     "142 0", "142 x", "152 green", "240 Q   2    1", "240 H   2    9", "260   1   3    1    x", "250 1.0", "XXZ 9",
     "162  W 1.0    D 2.0    L 0.0", "### charkoni settings {", "### charkoni round 1 {\"boards\": 3}"],
)  # fmt: skip
def test_records_that_are_refused(record: str) -> None:
    head = HEAD.replace("142 3\n", "") if record.startswith("142") else HEAD
    refused(head + record + "\n" + ROWS)


@pytest.mark.parametrize(
    ("record", "said", "start"),
    [
        ("042 2026/11/21", "", "2026-11-21"),
        ("042 21.11.2026", "", "2026-11-21"),
        ("042 in autumn", "in autumn is no date", ""),
        ("192 FIDE_DUTCH_BAKU", "", ""),
        ("192 FIDE_DUBOV", "by the rules of FIDE_DUBOV", ""),
        ("222 40/7200:900+30", "the time control 40/7200:900+30", ""),
        ("240 H   1    3", "number 3: the bye H of round 1 is in a record", ""),
        (f"022 {'x' * 130}", "this text is cut to 120 signs", ""),
    ],
)
def test_what_records_say_otherwise_is_noted(record: str, said: str, start: str) -> None:
    found = reader.read(f"{HEAD}{record}\n{ROWS}")
    told = [note.message(str) for note in found.notes]
    assert (said in told[0] and len(told) == 1) if said else not told
    assert found.tournament.settings.start == start
    assert found.edition == ("FIDE_DUBOV" if "DUBOV" in record else "")


def test_fewer_rounds_than_were_played_are_noted() -> None:
    two = ROWS.replace("2 w 1", "2 w 1     3 b 1").replace("4 w =", "4 w =     1 w 0").replace(" 1.0 ", " 2.0 ", 1)
    found = reader.read(HEAD.replace("142 3", "142 1") + two)
    assert [note.message(str) for note in found.notes] == ["rounds written: 1, played: 2"]
    assert found.tournament.settings.rounds == 2
