"""Boards and results as the first mover sees them."""

from charkoni.tournament.model.rounds import Board, Result


def test_seats_show_the_first_mover_on_the_left() -> None:
    result = Result("1", "0", stones=(30, 18), games=(3, 1))
    board = Board(1, 5, 7, 7, result)
    assert board.seats == (7, 5)
    assert board.seen == Result("0", "1", stones=(18, 30), games=(1, 3)) and result.turned.turned == result
    assert Board(1, 5, 7, 5, result).seen == result
    assert Board(1, 5, 0).seats == (5, 0) and Board(1, 5, 7, 7).seen is None
