"""The games and variants that tournaments play: those of two sides."""

from functools import cache

from charkoni.core.errors import N_
from charkoni.core.game import Game, variants_of
from charkoni.core.registry import family, games, named
from charkoni.tournament.model.errors import NotTwoSided, refusal

_SIDES = N_("tournaments pair two sides; {game} has {sides}")


@cache
def two_sided(name: str) -> tuple[Game, ...]:
    """Return a game and its variants, by its name without flags, as far as two sides play them."""
    return tuple(game for game in variants_of(family(name)) if sides_of(game) == 2)


def all_two_sided() -> dict[str, tuple[Game, ...]]:
    """Return the games and variants that can be paired, by the names of the games without flags."""
    by_game = {name: two_sided(name) for name in games()}
    return {name: variants for name, variants in by_game.items() if variants}


def sides_of(game: Game) -> int:
    """Return how many sides play a game; partners are one side."""
    return len(set(game.sides))


def checked_game(name: str) -> str:
    """Return the full name of a game that two sides play; raise BadGame or NotTwoSided."""
    game = named(name)
    if sides_of(game) != 2:
        raise refusal(NotTwoSided, name, _SIDES, game=game.name, sides=sides_of(game))
    return game.name
