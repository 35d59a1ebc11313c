"""Toy games of the kit: Dash has dice, Trio three players.  Tests of generic code run on both."""

from charkoni.check.toys import dash, trio
from charkoni.core.game import Game, game_of

_FAMILIES = {family.name: family for family in (dash.FAMILY, trio.FAMILY)}


def toys() -> tuple[Game, ...]:
    """Return the toy games."""
    return tuple(game_of(family) for family in _FAMILIES.values())


def toy(name: str) -> Game:
    """Return a toy game by its name, "dash" or "trio"."""
    return game_of(_FAMILIES[name])
