"""The knock-out: its bracket."""

from charkoni.tournament.pairing import knockout


def test_the_bracket() -> None:
    assert knockout.bracket(8) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert knockout.bracket(6) == [(1, 0), (4, 5), (2, 0), (3, 6)]
    winners = {(4, 5): 5, (3, 6): 3}
    assert knockout.next_round(knockout.bracket(6), winners) == [(1, 5), (2, 3)]
    assert knockout.bracket(2) == [(1, 2)]
