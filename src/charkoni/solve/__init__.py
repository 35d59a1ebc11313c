"""Exact values of positions: tablebases, theories, retrograde analysis and proofs.

The functions work for any game: `solver_of` finds the solver of a position's game.  `charkoni.solve.proof` can prove
positions of any two-sided game without dice.
"""

from charkoni.solve.exact_value import ExactValue, Overlay
from charkoni.solve.perfect_play import (
    best_moves,
    best_of,
    endings,
    explore,
    is_solved,
    overlays,
    perfect_move,
    prepare,
    probe,
    prove,
    tablebase_tasks,
)
from charkoni.solve.registry import has_solver, solver_of
from charkoni.solve.solver import Solver

__all__ = [
    "ExactValue",
    "Overlay",
    "Solver",
    "best_moves",
    "best_of",
    "endings",
    "explore",
    "has_solver",
    "is_solved",
    "overlays",
    "perfect_move",
    "prepare",
    "probe",
    "prove",
    "solver_of",
    "tablebase_tasks",
]
