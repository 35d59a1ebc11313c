"""Competition profiles: those of the games' catalogs, and the classic one for all other games."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from charkoni.core.catalog import CompetitionProfile
from charkoni.core.errors import N_, BadGame
from charkoni.core.registry import family, games
from charkoni.games import DEFAULT_GAME, DEFAULT_PROFILE

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
    return profiles().get(name) if isinstance(name, str) else None


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
