"""The games and variants that tournaments play, those of two sides, and competition profiles: of games, and classic."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from charkoni.core.catalog import CompetitionProfile
from charkoni.core.errors import N_, BadGame
from charkoni.core.game import Game, variants_of
from charkoni.core.registry import family, games, named
from charkoni.games import DEFAULT_GAME, DEFAULT_PROFILE
from charkoni.tournament.model.errors import NotTwoSided, refusal


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
        raise refusal(NotTwoSided, name, "two-sides", game=game.name, sides=sides_of(game))
    return game.name


CLASSIC = CompetitionProfile("classic", N_("other games"), {"first": "balanced", "forfeit_after": 10})


def profiles() -> dict[str, CompetitionProfile]:
    """Return all profiles by name, in the order of the games, the classic one last."""
    of_games = [each for name in games() for each in family(name).catalog.profiles]
    return {each.name: each for each in (*of_games, CLASSIC)}


def profile_named(name: object, game: str) -> CompetitionProfile | None:
    """Return a profile by its name, or None.  game: its name, where it is looked for before all games are loaded."""
    with suppress(BadGame):
        for each in (*family(game.partition(":")[0]).catalog.profiles, CLASSIC):
            if each.name == name:
                return each
    return profiles().get(name) if name and isinstance(name, str) else None


def default_profile(game: str) -> CompetitionProfile:
    """Return the profile that a tournament of a game begins with.  game: its name, with or without flags."""
    return next(iter(family(game.partition(":")[0]).catalog.profiles), CLASSIC)


def departures(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the settings that depart from their profile.  settings: JSON values by name."""
    name, game = settings.get("profile", DEFAULT_PROFILE), settings.get("game", DEFAULT_GAME)
    profile = profile_named(name, game) or CLASSIC
    if not profile.prescribed:
        return ()
    names = [name for name, allowed in profile.prescribed.items() if settings.get(name, allowed[0]) not in allowed]
    points = settings.get("points", {})
    if (points.get("win", 2), points.get("draw", 1), points.get("loss", 0)) != profile.points:
        names.append("points")
    return tuple(names)
