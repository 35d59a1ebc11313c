"""The solvers by game.  A solver's module is imported on first use and holds the instance `SOLVER`."""

import importlib
from functools import cache

from charkoni.solve.solver import Solver

_PACKAGES = {name: f"charkoni.solve.{name}" for name in ("barbakan", "chaupar", "mangala", "mosty")}


def has_solver(name: str) -> bool:
    """Return whether a game, by its name without flags, has a solver."""
    return name in _PACKAGES


@cache
def solver_of(name: str) -> Solver:
    """Return the solver of a game, by its name without flags; one that proves nothing where there is none."""
    if not has_solver(name):
        return Solver()
    solver: Solver = importlib.import_module(f"{_PACKAGES[name]}.solver").SOLVER
    assert solver.game == name
    return solver
