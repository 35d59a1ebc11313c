"""The games and variants that the conformance kit checks."""

from charkoni.check.toys import toy, toys
from charkoni.core.game import Game, game_of, variants_of
from charkoni.core.registry import family, games, named


def checked_variants(name: str) -> tuple[Game, ...]:
    """Return the variants of a game that are checked: those that its catalog names, by default all."""
    named_family = family(name)
    chosen = named_family.catalog.checked_variants
    return tuple(game_of(named_family, options) for options in chosen) if chosen else variants_of(named_family)


def variants() -> tuple[str, ...]:
    """Return the names of all games and variants, each game first without flags."""
    return tuple(game.name for name in games() for game in checked_variants(name))


def all_games() -> tuple[Game, ...]:
    """Return all games and variants, and the toy games."""
    return (*map(named, variants()), *toys())


def any_game(name: str) -> Game:
    """Return a game or toy game by its name; raise BadGame."""
    return toy(name) if name in {each.name for each in toys()} else named(name)


def exempt(checked: Game) -> tuple[str, ...]:
    """Return the names of the checks that a game is exempt from."""
    return checked.family.catalog.unchecked
