"""The registry of games: families by name, from installed packages (entry points) and from `register`.

A package offers its game in its metadata, by the name of its `Family`:

    [project.entry-points."charkoni.games"]
    mangala = "charkoni.games.mangala:FAMILY"

Names are known without importing a game of this package; `family` and `named` import its folder on first use.  The
packages of others are imported for the list of games: one that cannot be is logged once and left out.
"""

import logging
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from charkoni.core import translations
from charkoni.core.errors import N_, BadGame, Reason
from charkoni.core.family import UNKNOWN_GAME, Family, split_name
from charkoni.core.game import Game, game_of

logger = logging.getLogger(__name__)

GAMES_GROUP = "charkoni.games"
"""The entry points that name a `Family`."""

_NOT_INSTALLED = (
    'there are no entry points "{group}": the installed metadata of charkoni is missing or older than these '
    "sources; install them again (make, or pip install -e .)"
)
_NOT_LOADED = N_("the package of this game cannot be loaded: {problem}")
_WRONG_NAME = N_("the entry point names a family {family!r}")
_TWICE = N_("several installed packages bring a game of this name: {packages}")

_listed: dict[str, Family] = {}
_unlisted: dict[str, Family] = {}


class NotInstalled(RuntimeError):
    """The installed metadata has no entry points of this package: it is incomplete or older than the sources."""

    def __init__(self, group: str) -> None:
        super().__init__(_NOT_INSTALLED.format(group=group))


def register(family: Family, *, listed: bool = True) -> None:
    """Add a game to this process; raise ValueError when another package has its name.

    listed: whether `games` names it.  Other processes have only the games of installed packages; a pickled `Game`
    imports its package there all the same.
    """
    known = _listed.get(family.name) or _unlisted.get(family.name)
    others = {known.package} if known else {point.module for point in _installed().get(family.name, ())}
    if others - {family.package}:
        raise ValueError(f"a game {family.name!r} is registered already, by {', '.join(sorted(others))}")
    (_listed if listed else _unlisted)[family.name] = family
    _add_translations(family)


def games() -> tuple[str, ...]:
    """Return the names of all games that can be loaded, without flags, in alphabetical order; raise NotInstalled."""
    installed = _installed()
    if not any(map(_is_included, installed.values())):
        raise NotInstalled(GAMES_GROUP)
    return tuple(sorted({*filter(_is_loadable, installed), *_listed}))


def family(name: str) -> Family:
    """Return the family of a game by its name without flags; raise BadGame or NotInstalled."""
    registered = _listed.get(name) or _unlisted.get(name)
    if registered:
        return registered
    if name not in _installed():
        raise BadGame(name, Reason("UNKNOWN_GAME", "", UNKNOWN_GAME, {"games": ", ".join(games())}))
    return _loaded(name)


def named(name: str, **flags: bool | int | str) -> Game:
    """Return a game by its name, optionally with flags: "mangala", "mosty:size=7"; raise BadGame or NotInstalled.

    Flags may appear in any order and include defaults; the `name` of the result is canonical.  They can also be passed
    as keyword arguments: `named("mosty", size=7)`, `named("mangala", fortress=True)`.
    """
    texts = [flag if value is True else f"{flag}={value}" for flag, value in flags.items() if value is not False]
    if texts:
        name = ",".join((name if ":" in name else f"{name}:{texts.pop(0)}", *texts))
    head, _ = split_name(name)
    return game_of(family(head), name.partition(":")[2])


@cache
def _installed() -> dict[str, tuple[EntryPoint, ...]]:
    """Return the entry points of games by name; several of one name come from different packages."""
    installed: dict[str, tuple[EntryPoint, ...]] = {}
    for point in entry_points(group=GAMES_GROUP):
        installed[point.name] = (*installed.get(point.name, ()), point)
    return installed


def _is_included(points: tuple[EntryPoint, ...]) -> bool:
    """Return whether this package alone offers a game."""
    return all(point.module.startswith(f"{GAMES_GROUP}.") for point in points)


@cache
def _is_loadable(name: str) -> bool:
    """Return whether an installed game can be loaded with its catalog; log a warning, once, if not.

    The games of this package are not imported for that.
    """
    points = _installed()[name]
    if _is_included(points):
        return True
    try:
        return bool(_loaded(name).catalog)
    except Exception as error:  # any exception of the other package
        packages = ", ".join(sorted({point.dist.name if point.dist else point.module for point in points}))
        logger.warning("the game %r is left out, its package %s cannot be loaded: %s", name, packages, error)
        return False


@cache
def _loaded(name: str) -> Family:
    """Import the package of an installed game; raise BadGame."""
    points = {point.value: point for point in _installed()[name]}
    if len(points) > 1:
        raise BadGame(name, Reason("AMBIGUOUS_GAME", "", _TWICE, {"packages": ", ".join(sorted(points))}))
    (point,) = points.values()
    try:
        loaded = point.load()
    except Exception as error:  # any exception of the other package
        problem = f"{point.value}: {error!r}"
        raise BadGame(name, Reason("GAME_NOT_LOADED", "", _NOT_LOADED, {"problem": problem})) from error
    if not isinstance(loaded, Family) or loaded.name != name:
        raise BadGame(name, Reason("GAME_NOT_LOADED", "", _WRONG_NAME, {"family": getattr(loaded, "name", None)}))
    _add_translations(loaded)
    return loaded


def _add_translations(family: Family) -> None:
    """Use the message catalogues that the package of a game brings, if any."""
    if family.locale.is_dir():
        translations.add_catalogues(family.locale, family.name)
