"""Drafts: first movers by lot or by the pairing."""

from tests.tournament.conftest import Make

from charkoni.tournament.pairing import lots


def test_the_first_mover_is_drawn_and_the_side_is_the_pairings(make: Make) -> None:
    director = make(8, first="lots")
    director.draft()
    for board in director.state.rounds[0].boards:
        assert board.mover == lots.mover("dice-4-2-6", 1, board.number, board.first, board.second)
    assert any(board.mover == board.second for board in director.state.rounds[0].boards)
    balanced = make(8, first="balanced")
    balanced.draft()
    assert all(board.mover == board.first for board in balanced.state.rounds[0].boards)
