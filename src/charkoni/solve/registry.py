"""The registry of solvers: by game, from installed packages (entry points).

A package offers a solver in its metadata, by the name of the game without flags:

    [project.entry-points."charkoni.solvers"]
    mosty = "charkoni.solve.mosty.solver:SOLVER"

A solver is imported on first use.  One of another package that cannot be is logged once, and the game has none.
"""

import logging
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from charkoni.core.registry import NotInstalled
from charkoni.solve.solver import NoSolver, Solver

logger = logging.getLogger(__name__)

SOLVERS_GROUP = "charkoni.solvers"
"""The entry points that name a `Solver`."""


def has_solver(name: str) -> bool:
    """Return whether a solver is installed for a game, by its name without flags; raise NotInstalled."""
    return name in _installed()


@cache
def solver_of(name: str) -> Solver:
    """Return the solver of a game, by its name without flags; one that proves nothing where there is none.

    Raise NotInstalled.
    """
    point = _installed().get(name)
    if point is None:
        return NoSolver()
    try:
        solver: object = point.load()
        if not isinstance(solver, Solver) or solver.game != point.name:
            raise TypeError(f"{point.value} is no solver of {point.name!r}")
        return solver
    except Exception as error:
        # A fault of this package is shown, that of another one must not take the game from the page.
        if _is_included(point):
            raise
        package = point.dist.name if point.dist else point.module
        logger.warning("the solver of %r is left out, its package %s cannot be loaded: %r", name, package, error)
        return NoSolver()


@cache
def _installed() -> dict[str, EntryPoint]:
    """Return the entry points of solvers by the name of the game, of several the first; raise NotInstalled."""
    installed: dict[str, EntryPoint] = {}
    for point in entry_points(group=SOLVERS_GROUP):
        installed.setdefault(point.name, point)
    # The package without its own entry points is not installed but only on the path: nothing would be found.
    if not any(map(_is_included, installed.values())):
        raise NotInstalled(SOLVERS_GROUP)
    return installed


def _is_included(point: EntryPoint) -> bool:
    """Return whether this package offers the solver."""
    return point.module.startswith("charkoni.solve.")
