"""Reasons why a move of Mangala is illegal."""

from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.games.mangala.catalog import CATALOG


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the hole cannot be played."""
    owner = 1 - int(s.turn)
    if s.fortresses[owner] == code + 1:
        return CATALOG.reason("FORTRESS", hole=code + 1)
    return CATALOG.reason("EMPTY", hole=code + 1)
