"""Reasons why a move of Mosty is illegal."""

from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.mosty.catalog import CATALOG
from charkoni.games.mosty.moves import moves
from charkoni.games.mosty.rules import owner


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why no bridge can be set on the crossing: one is on it."""
    crossing = {"crossing": moves(flags).write(code)}
    if owner(s, code) == s.turn:
        return CATALOG.reason("TAKEN", **crossing)
    return CATALOG.reason("CROSSES_BRIDGE", **crossing)
