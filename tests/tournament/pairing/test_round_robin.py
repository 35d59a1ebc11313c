"""Round robins: the Berger tables, single and double."""

import pytest
from gacrux.berger import bergertables

from charkoni.tournament.pairing import round_robin


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
