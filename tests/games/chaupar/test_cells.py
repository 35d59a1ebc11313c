"""The grid of Chaupar: where own steps and lane cells lie."""

import pytest

from charkoni.games.chaupar.cells import edge_spot


@pytest.mark.parametrize(
    ("colour", "step", "cell"),
    [
        (0, 1, (8, 7)),
        (0, 8, (8, 0)),
        (0, 9, (9, 0)),
        (0, 10, (10, 0)),
        (0, 17, (10, 7)),
        (0, 18, (11, 8)),
        (0, 43, (9, 18)),
        (0, 68, (7, 8)),
        (1, 9, (18, 9)),
        (2, 1, (10, 11)),
        (3, 1, (7, 10)),
        (3, 9, (0, 9)),
    ],
)
def test_the_cells_lie_on_the_grid(colour, step, cell):
    assert edge_spot(colour, step) == cell
