"""Moves found by a part of them."""

from charkoni.cli.terminal.play_loop import matches


def test_moves_of_a_cell_are_found_by_the_cell() -> None:
    assert matches("d4-e5:2", "d4")
    assert matches("d4-e5:2", "e5")
    assert not matches("d10-d11", "d1")
    assert matches("e2n:1", "e2")
    assert matches("c:5", "c")
