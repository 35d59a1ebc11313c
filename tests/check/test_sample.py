"""The sample of a conformance run: random games, mutants, and checks that go on after an exception."""

from collections.abc import Iterator

from charkoni import OVER, Position
from charkoni.check import toy
from charkoni.check.report import Trouble
from charkoni.check.sample import Sample, each, few

TRIO = Sample(toy("trio"), 2, 5)


def test_a_sample_holds_whole_games_with_their_moves() -> None:
    for walk in TRIO.walks:
        assert walk.positions[0] == toy("trio").start() and walk.last.turn == OVER
        assert [str(at.play(move)) for at, move in zip(walk.positions, walk.moves, strict=False)] == [
            str(position) for position in walk.positions[1:]
        ]


def test_a_sample_depends_on_its_seed_alone() -> None:
    again, other = Sample(toy("trio"), 2, 5), Sample(toy("trio"), 2, 6)
    assert (again.positions, again.mutants) == (TRIO.positions, TRIO.mutants)
    assert (other.positions, other.mutants) != (TRIO.positions, TRIO.mutants)


def test_positions_are_those_of_games_and_valid_mutants_each_once() -> None:
    assert {walk.last for walk in TRIO.walks} <= {*TRIO.played}
    assert len({*TRIO.played}) == len(TRIO.played) and len({*TRIO.made}) == len(TRIO.made)
    assert {str(position) for position in TRIO.made} <= {*TRIO.mutants}


def test_of_many_moves_some_from_the_whole_list_are_left() -> None:
    assert [few("abcdefgh"[:n], 4) for n in (0, 1, 4, 5, 8)] == ["", "a", "abcd", "ace", "aceg"]


def test_a_check_goes_on_after_an_exception() -> None:
    def check(position: Position) -> Iterator[Trouble]:
        yield Trouble("seen", move="1")
        if position == TRIO.played[0]:
            raise ZeroDivisionError

    first, second = TRIO.played[:2]
    assert list(each([first, second], check)) == [
        Trouble("seen", str(first), "1"),
        Trouble("raised ZeroDivisionError()", str(first)),
        Trouble("seen", str(second), "1"),
    ]
