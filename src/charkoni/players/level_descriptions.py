"""What the levels of a game do, in words."""

from charkoni.core.registry import family
from charkoni.core.translations import Words


def own_descriptions(words: Words, name: str) -> list[tuple[int, str]]:
    """Return the levels of a game that do something else than those of other games, with what they do."""
    return [(level, words._(text)) for level, text in family(name).catalog.level_descriptions.items()]
