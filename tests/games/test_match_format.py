"""Formats of matches: when a match is over, which scores it may end with, and who begins its games."""

import pytest

from charkoni.games.match_format import FORMATS


@pytest.mark.parametrize(
    ("games", "needs_winner", "score", "played", "more"),
    [
        ("1", False, (1, 1), 1, False),
        ("1", True, (1, 1), 1, True),
        ("1", True, (2, 0), 1, False),
        ("2", False, (2, 0), 1, True),
        ("2", False, (2, 2), 2, False),
        ("2", True, (2, 2), 2, True),
        ("2", True, (3, 3), 3, True),
        ("best-of-3", False, (2, 2), 2, True),
        ("best-of-3", False, (4, 0), 2, False),
        ("best-of-3", False, (3, 3), 3, False),
        ("sets-of-5", False, (4, 2), 3, True),
        ("sets-of-5", False, (6, 0), 3, False),
        ("sets-of-5", False, (5, 3), 4, True),
        ("sets-of-5", False, (5, 5), 5, False),
        ("sets-of-5", True, (5, 5), 5, True),
        ("sets-of-5", True, (7, 5), 6, False),
    ],
)
def test_a_match_goes_on_until_it_is_decided(
    games: str, needs_winner: bool, score: tuple[int, int], played: int, more: bool
) -> None:
    assert FORMATS[games].goes_on(*score, played, needs_winner=needs_winner) is more


def test_the_scores_with_which_five_sets_end() -> None:
    halves = range(12)
    ends = {(a, b) for a in halves for b in halves if FORMATS["sets-of-5"].may_end(a, b)}
    won = {(6, 0), (6, 2), (6, 4), (7, 1), (7, 3), (6, 1), (6, 3)}
    assert {(a, b) for a, b in ends if a > b and not (a + b) % 2} == {(6, 0), (6, 2), (6, 4), (7, 1), (7, 3)} <= won
    assert {(b, a) for a, b in ends} == ends and (5, 5) in ends and len(ends) == 11


def test_sets_are_begun_in_turn() -> None:
    match = FORMATS["sets-of-5"]
    assert (match.sets, match.target, match.in_turn) == (5, 3, 5) and FORMATS["best-of-3"].sets == 0
    assert [match.begins_as_first(game) for game in range(1, 6)] == [True, False, True, False, True]
