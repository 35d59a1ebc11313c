"""The games by name.  One folder each; a new game is a new folder and one line here."""

import importlib

from charkoni.core.errors import BadGame, Reason
from charkoni.core.game import Family, Game
from charkoni.core.names import UNKNOWN_GAME, split_name

_NAMES = (
    "banglagor",
    "barbakan",
    "chaupar",
    "focus",
    "gana",
    "mangala",
    "mosty",
)


def games() -> tuple[str, ...]:
    """Return the names of the seven games, without flags."""
    return _NAMES


def family(name: str) -> Family:
    """Return the family of a game by its name without flags; raise BadGame."""
    if name not in _NAMES:
        raise BadGame(name, Reason("UNKNOWN_GAME", "", UNKNOWN_GAME, {"games": ", ".join(_NAMES)}))
    found: Family = importlib.import_module(f"{__name__}.{name}").FAMILY
    return found


def game(name: str) -> Game:
    """Return a game by its name, with flags if wanted: "mangala", "mosty:size=7"; raise BadGame.

    Flags may stand in any order and spell out defaults; the game's own `name` is canonical.
    """
    head, _ = split_name(name)
    return family(head).game(name.partition(":")[2])
