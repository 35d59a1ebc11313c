"""Moves in words.  The notation is independent of the position (T4), so a pattern per kind of move suffices."""

import re

from charkoni.core.catalog import MovePhrase
from charkoni.core.errors import N_
from charkoni.core.game import Game
from charkoni.core.translations import Words

_CELL = r"[a-z]\d+"
_STEP = rf"(?P<start>{_CELL})-(?P<end>{_CELL})"
_USUAL = (
    MovePhrase(r"-", N_("passes")),
    MovePhrase(rf"@(?P<end>{_CELL})", N_("places on {end}")),
    MovePhrase(_STEP, N_("{start} goes to {end}")),
)
"""The patterns of moves that all games share (T4)."""


def in_words(words: Words, game: Game, move: str) -> str:
    """Return a move in words, or unchanged when no pattern matches it."""
    for kind in (*game.family.catalog.moves, *_USUAL):
        match = re.fullmatch(kind.pattern, move)
        if match:
            values = {name: _value(words, kind, name, value) for name, value in match.groupdict().items()}
            return words._(kind.phrase, **values) if values else words._(kind.phrase)
    return move


def _value(words: Words, kind: MovePhrase, name: str, value: str) -> str:
    """Return the match of a group of a pattern as the phrase shows it."""
    if name in kind.spaced:
        return " ".join(value)
    return words._(kind.words[name][value]) if name in kind.words else value
