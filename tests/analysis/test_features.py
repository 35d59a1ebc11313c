"""What counts in a position, by names."""

import numpy as np
import pytest

from charkoni import game, games
from charkoni.analysis.features import features


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


def test_mangala_adds_up_what_is_counted_in_two_ways() -> None:
    from charkoni.games.mangala import evaluate

    position = game("mangala").parse("0,6,2,6,1,0:10/4,0,3,7,2,0:7 a")
    found = features(position)
    s, amounts = position.state[0], np.zeros((2, len(evaluate.FEATURES)))
    for player in range(2):
        evaluate.features(s, player, amounts[player])
    move = [place for place, name in enumerate(evaluate.FEATURES) if name == evaluate.FEATURES[-1]]
    weights = np.array(evaluate.WEIGHTS)
    weights[move] = 0.0
    assert sum(each.lead for each in found) == pytest.approx(float((amounts[0] - amounts[1]) @ weights))
