"""Round robins and knock-outs: tables, brackets, numbers of rounds."""

import pytest
from gacrux.berger import bergertables

from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.pairing import knockout, round_robin
from charkoni.tournament.pairing.input import PairingInput, Player, Slot
from charkoni.tournament.pairing.systems import named
from charkoni.tournament.standings.ranking import ranked


@pytest.mark.parametrize(
    "rows",
    [
        ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
        ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
        ["1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7",
         "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1"],
    ],
)  # fmt: skip
def test_berger_tables_as_published(rows: list[str]) -> None:
    """FIDE C.05, annex 1, tables for 3 or 4, 5 or 6, 7 or 8 players."""
    for round_, row in enumerate(rows, 1):
        assert {f"{a}-{b}" for a, b in round_robin.boards(len(rows) + 1, round_)} == set(row.split())


@pytest.mark.parametrize("count", [4, 8, 14, 30, 60])
def test_berger_tables_equal_the_packages(count: int) -> None:
    found = bergertables(count)["pairing"]
    for round_ in range(1, count):
        assert set(round_robin.boards(count, round_)) == {(b["white"], b["black"]) for b in found[round_].values()}


@pytest.mark.parametrize("count", [2, 3, 5, 6, 9])
def test_everybody_meets_everybody_once_and_twice(count: int) -> None:
    cycle = count - 1 + count % 2
    met = sorted(tuple(sorted(b)) for r in range(1, cycle + 1) for b in round_robin.boards(count, r) if b[1])
    assert met == [(a, b) for a in range(1, count + 1) for b in range(a + 1, count + 1)]
    twice = [b for r in range(1, 2 * cycle + 1) for b in round_robin.double(count, r) if b[1]]
    assert len(set(twice)) == count * (count - 1)


@pytest.mark.parametrize("count", [4, 6, 8])
def test_nobody_has_one_side_three_times_in_a_double_round_robin(count: int) -> None:
    for number in range(1, count + 1):
        sides = ""
        for round_ in range(1, 2 * count - 1):
            sides += next("w" if a == number else "b" for a, b in round_robin.double(count, round_) if number in (a, b))
        assert "www" not in sides and "bbb" not in sides


def test_the_bracket() -> None:
    assert knockout.bracket(8) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert knockout.bracket(6) == [(1, 0), (4, 5), (2, 0), (3, 6)]
    winners = {(4, 5): 5, (3, 6): 3}
    assert knockout.next_round(knockout.bracket(6), winners) == [(1, 5), (2, 3)]
    assert knockout.bracket(2) == [(1, 2)]


def test_rounds_that_cannot_be() -> None:
    assert named("round-robin").rounds(7) == 7
    assert named("double-round-robin").rounds(4) == 6
    assert named("knockout").rounds(9) == 4
    for system, count, wanted in (("swiss", 8, 8), ("swiss", 1, 0), ("knockout", 65, 0)):
        with pytest.raises(BadSetting):
            named(system).rounds(count, wanted)


def test_sonneborn_berger_as_published() -> None:
    """Sensei's Library, "Sonneborn-Berger", a double round robin of four: points 4, 4, 3, 1; scores 11, 9, 6, 4."""
    first, second = ("-111", "0-11", "00-1", "000-"), ("-010", "1-01", "01-1", "100-")
    slots: dict[int, list[Slot]] = {number: [] for number in range(1, 5)}
    for cycle, rows in enumerate((first, second)):
        for round_ in (1, 2, 3):
            for a, b in round_robin.boards(4, round_):
                w, bl = (a, b) if cycle == 0 else (b, a)
                slots[w].append(Slot(bl, "w", rows[w - 1][bl - 1]))
                slots[bl].append(Slot(w, "b", rows[bl - 1][w - 1]))
    pairing_input = PairingInput(tuple(Player(number, tuple(slots[number])) for number in range(1, 5)), 6)
    lines = ranked(pairing_input, ("SB",), is_round_robin=True)
    assert [(line.number, line.points / 2, str(line.values[0])) for line in lines] == [
        (1, 4, "11"), (2, 4, "9"), (3, 3, "6"), (4, 1, "4"),
    ]  # fmt: skip
