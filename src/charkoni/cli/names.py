"""What games, players, flags and endings are called: see `charkoni.games.names`."""

from charkoni.games.names import (
    FLAGS,
    GAMES,
    REASONS,
    SIDES,
    Side,
    flag_name,
    game_name,
    reason_name,
    result,
    side,
    side_name,
)

__all__ = [
    "FLAGS",
    "GAMES",
    "REASONS",
    "SIDES",
    "Side",
    "flag_name",
    "game_name",
    "reason_name",
    "result",
    "side",
    "side_name",
]
