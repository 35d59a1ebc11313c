"""Moves in words, by the phrases of the declared moves; the notation is independent of the position (T4)."""

import re

from charkoni.core.errors import BadMove
from charkoni.core.game import Game
from charkoni.core.translations import Words


def in_words(words: Words, game: Game, move: str) -> str:
    """Return a move in words, or unchanged when it is none or its kind has no phrase."""
    if not game.family.has_moves:
        return _by_pattern(words, game, move)
    try:
        phrase, fields = game.family.moves(game.flags).phrase(game.code(move))
    except BadMove:
        return move
    values = {name: words._(value) for name, value in fields.items()}
    return words._(phrase, **values) if phrase else move


def _by_pattern(words: Words, game: Game, move: str) -> str:
    """Return a move of a game that does not declare its moves by the patterns of its catalog."""
    for kind in game.family.catalog.moves:
        match = re.fullmatch(kind.pattern, move)
        if match:
            return words._(kind.phrase, **match.groupdict())
    return move
