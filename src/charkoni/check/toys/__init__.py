"""Two tiny games of the kit's own: dice, and three players.  Generic code that runs on them forgets neither."""

from charkoni.check.toys import dash, trio
from charkoni.core.game import Game, game_of

_FAMILIES = {family.name: family for family in (dash.FAMILY, trio.FAMILY)}


def toys() -> tuple[Game, ...]:
    """Return the toy games."""
    return tuple(game_of(family) for family in _FAMILIES.values())


def toy(name: str) -> Game:
    """Return a toy game by its name, "dash" or "trio"."""
    return game_of(_FAMILIES[name])
