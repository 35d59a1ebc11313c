"""The names of the sides: a colour for each, the one in which the board draws it."""

import pytest

import charkoni
from charkoni.games import names
from charkoni.graphics.scene import BoardView

pytestmark = pytest.mark.once


@pytest.mark.parametrize("name", [*charkoni.games(), "barbakan:players=3", "barbakan:players=4"])
def test_a_side_is_called_as_the_board_colours_it(name: str) -> None:
    game = charkoni.game(name)
    called = tuple(names.side(game, number).colour for number in range(game.players))
    assert BoardView(game).layout.colours == called and len(set(called)) == game.players
