"""The board of Focus: the discs."""

import pytest

import charkoni
from charkoni.graphics.scene import BoardView

pytestmark = pytest.mark.once


def test_discs_of_towers_can_be_told_apart_by_letters():
    layout = BoardView(charkoni.game("focus")).layout
    assert layout.stacks == {"disc-a": "a", "disc-b": "b"}
    assert set(layout.stacks) <= set(layout.symbols)
