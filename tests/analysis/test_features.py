"""Evaluation features by names."""

import numpy as np
import pytest

from charkoni import game, games
from charkoni.analysis.features import Feature, features, leading_features
from charkoni.core.translations import Words


@pytest.mark.long_if_compiled
@pytest.mark.parametrize("name", games())
def test_a_name_stands_once_and_the_move_never(name: str) -> None:
    position = game(name).start()
    for _ in range(9):
        if position.moves:
            position = position.play(position.moves[-1])
    found = features(position)
    names = [each.name for each in found]
    assert len(names) == len(set(names))
    assert "the move" not in names


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mangala", "0,6,2,6,1,0:10/4,0,3,7,2,0:7 a"),
        ("mangala:fortress", "0,4,4,4,4,4:0/4,4,4,4,4,4:4 a -/1"),
        ("mangala:fortress", "0,6,2,6,1,0:10/4,0,3,7,2,0:7 a 2/1"),
    ],
)
def test_mangala_sums_features_counted_in_two_ways(name: str, text: str) -> None:
    from charkoni.games.mangala import evaluate

    position = game(name).parse(text)
    found = features(position)
    s, amounts = position.state[0], np.zeros((2, len(evaluate.FEATURES)))
    for player in range(2):
        evaluate.features(s, player, amounts[player])
    move = [place for place, name in enumerate(evaluate.FEATURES) if name == evaluate.FEATURES[-1]]
    weights = np.array(evaluate.WEIGHTS)
    weights[move] = 0.0
    assert sum(each.lead for each in found) == pytest.approx(float((amounts[0] - amounts[1]) @ weights))


def test_fortresses_of_both_count_by_their_holes() -> None:
    found = {
        each.name: each.amounts
        for each in features(game("mangala:fortress").parse("0,6,2,6,1,0:10/4,0,3,7,2,0:7 a 2/1"))
    }
    assert found["a fortress in hole 2"] == (1.0, 0.0)
    assert found["a fortress in hole 1"] == (0.0, 1.0)


def test_zero_features_are_left_out_and_the_most_different_comes_first() -> None:
    found = features(game("mangala").parse("0,6,2,6,1,0:10/4,0,3,7,2,0:7 a"))
    assert all(any(each.amounts) for each in found)
    worths = [abs(each.weight) * (max(each.amounts) - min(each.amounts)) for each in found]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > worths[-1]


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    assert Feature("", (3.0, 1.0, 0.0), 2.0).lead == 5.0


ROWS = (("pawns", 1.0, 3.0, 2.0), ("stones", 1.0, 2.0, 2.001), ("links", -0.5, 2.0, 1.25))


def test_leading_features_name_the_side_ahead() -> None:
    found = leading_features(Words("en"), game("mosty"), ROWS)
    assert [row["name"] for row in found] == ["pawns", "links"]
    assert [row["amounts"] for row in found] == [["3", "2"], ["2", "1.2"]]
    assert [row["for"] for row in found] == ["Speaks for Red", "Speaks for Blue"]


def test_a_feature_shared_by_the_leading_sides_favours_none() -> None:
    three = game("barbakan:board=mini3,players=3")
    [row] = leading_features(Words("en"), three, [("pawns", 1.0, 3.0, 3.0, 1.0)])
    assert row["for"] == ""
    partners = game("chaupar")
    [row] = leading_features(Words("en"), partners, [("pawns", 1.0, 3.0, 1.0, 3.0, 1.0)])
    assert row["for"] != ""
