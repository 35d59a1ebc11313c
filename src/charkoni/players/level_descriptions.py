"""Descriptions of the levels of a game."""

from charkoni.core.registry import family
from charkoni.core.translations import Words


def own_descriptions(words: Words, name: str) -> list[tuple[int, str]]:
    """Return the levels of a game with descriptions of their own, and these descriptions."""
    return [(level, words._(text)) for level, text in family(name).catalog.level_descriptions.items()]
