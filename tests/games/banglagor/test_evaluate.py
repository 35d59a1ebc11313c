"""The static evaluation of Banglagor."""

import numpy as np
import pytest
from tests.games.banglagor.positions import position_of

from charkoni.games.banglagor.evaluate import value


def estimate(position):
    out = np.zeros(2)
    value(position.state[0], out)
    return out.tolist()


@pytest.mark.parametrize(
    ("columns", "hands", "least", "most"),
    [
        ("Ca1 ch12", "000:000", 0.5, 0.8),
        ("Ca1 Bb1 ch12", "000:000", 0.6, 0.98),
        ("C*a1 ch12", "000:000", 0.02, 0.45),
        ("B*a1 A*b1 ch12", "000:000", 0.02, 0.45),
        ("Ca1", "000:001", 0.2, 0.5),
        ("", "000:000", 0.5, 0.8),
    ],
)
def test_the_estimate_follows_height_and_bound_columns(columns, hands, least, most):
    blue, green = estimate(position_of(columns, "b" if hands != "000:000" else "a", hands=hands))
    assert least <= blue <= most
    assert blue + green == pytest.approx(1)
