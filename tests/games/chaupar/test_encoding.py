"""What learning programs see of Chaupar, against the words of its positions."""

import re

import numpy as np
import pytest

import charkoni
from charkoni.check.checks.encoding_checks import observed

COLOUR = 2 * 68 + 7 + 2


def expected(piles: tuple[tuple[str, ...], ...], viewer: int) -> np.ndarray:
    """Return the entries of the pieces, from the piles of a position by its notation."""
    entries = np.zeros((4, COLOUR), np.int8)
    for colour, words in enumerate(piles):
        own = entries[(colour - viewer) % 4]
        for word in words:
            kind, number, lap, height = re.fullmatch(r"([clh]?)(\d*)(\+?)(?:x(\d))?", word).groups()
            if kind == "c":
                own[2 * 68 + 7] = int(number)
            elif kind == "h":
                own[2 * 68 + 8] = int(number)
            elif kind == "l":
                own[2 * 68 + int(number) - 1] = int(height or 1)
            else:
                place = (int(number) - 1 + 17 * (colour - viewer)) % 68
                own[place] = int(height or 1)
                own[68 + place] = lap == "+"
    return entries.ravel()


@pytest.mark.parametrize(
    "text",
    [
        "36+x4/c1,6,23x2/7+x3,30+/23x2,l7x2 a a 2",
        "h4/2x2,29+x2/l6,h3/l7x4 a c 2|16",
        "c3,1/17,18+,68x2/c1,50,52+,l1/9+,l2,l3,h1 a a 1",
    ],
)
def test_the_pieces_are_seen_where_the_notation_says(text: str) -> None:
    position = charkoni.game("chaupar").parse(text)
    for viewer in range(4):
        seen = observed(position, viewer)[: 4 * COLOUR]
        assert seen.tolist() == expected(position.parts["piles"], viewer).tolist()
