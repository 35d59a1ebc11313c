"""Positions of Chaupar for tests."""

import pytest

from charkoni import game
from charkoni.core.errors import BadMove, BadPosition, IllegalMove
from charkoni.graphics.scene import BoardView


def refusal(function, text):
    """Return code, clause and sentence of a refusal."""
    with pytest.raises((BadMove, BadPosition, IllegalMove)) as error:
        function(text)
    reason = error.value.reason
    return reason.code, reason.clause, reason.message()


CHAUPAR = game("chaupar")


def shown(text, chaupar=CHAUPAR, seat=0):
    """Return the symbol and text of the piece in every slot."""
    position = chaupar.parse(text)
    return {(*piece.slot,): (piece.symbol, piece.text) for piece in BoardView(chaupar, seat).pieces(position)}
