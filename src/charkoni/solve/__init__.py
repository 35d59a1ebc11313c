"""What is proved about positions: exact values from tables, theories and searches to the end.

A solver is a package here that bears the name of its game and has

    probe(position) -> Exact | None                    what is proved about a position, or None
    explore(position) -> dict[str, Exact | None]       optional: the same for what each move leads to
    lasting(position) -> Exact | None                  optional: the same without books, see `explore`
    choose(position, moves) -> str                     optional: which of several equally good moves to play
    endings(game) -> uint8[n] | None                   optional: what the game's kernel `known` reads, for searches
    overlays(position) -> tuple[Overlay, ...]          optional: what to draw over a board, a way to win for example
    last(game) -> Position                             optional: a position whose probe makes the table of first use
    knows(game) -> bool                                whether positions that come up in this game can be known

and, where tables are made by command, a module `solver` (`charkoni.solve.tasks`).  The functions of this module ask the
solver of a position's game; those who call them need no game's name.  Positions of any game of two sides without dice
can be proved by `charkoni.solve.proof`.
"""

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game
from charkoni.core.position import Position

__all__ = [
    "Exact",
    "Overlay",
    "best_moves",
    "best_of",
    "command_of",
    "endings",
    "explore",
    "knows",
    "overlays",
    "perfect_move",
    "prepare",
    "probe",
]


@dataclass(frozen=True, slots=True)
class Exact:
    """What happens when nobody errs from here on.

    points: what each player gets, 0 to 1; with dice the expected points.
    lead: by how much player 0 is ahead in the end, in the unit of the game (stones), where it has one.
    plies: the number of plies to the end, where it is known.
    """

    points: tuple[Fraction, ...]
    lead: int | None = None
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something that a proof lets one see on a board.

    label: what it is, a sentence to be translated.  zones: places to mark.  strokes: lines, each (zone, start, end):
    through the middle of the zone, as long as it is, parallel to the way from one zone to another.
    """

    label: str
    zones: tuple[str, ...] = ()
    strokes: tuple[tuple[str, str, str], ...] = ()


def overlays(position: Position) -> tuple[Overlay, ...]:
    """Return what the solver of a game can draw over a position; nothing where it has nothing to show."""
    solver = None if position.outcome else _solver(position.game.family.name)
    found: tuple[Overlay, ...] = solver.overlays(position) if solver and hasattr(solver, "overlays") else ()
    return found


def probe(position: Position, *, by_books: bool = True) -> Exact | None:
    """Return what is proved about a position, or None where nothing is.  by_books: see `explore`."""
    outcome = position.outcome
    if outcome:
        return Exact(outcome.scores, _lead_at_end(position), 0)
    solver = _solver(position.game.family.name)
    if solver is None:
        return None
    ask = solver.probe if by_books or not hasattr(solver, "lasting") else solver.lasting
    found: Exact | None = ask(position)
    return found


def explore(position: Position, *, by_books: bool = True) -> dict[str, Exact | None]:
    """Return for every move of a position what is proved about the position behind it.

    by_books: by books of openings, too.  What a book knows, it does not know any more after an error or two, whereas
    tables and theories know all that follows.  Who compares values along a game asks these alone.
    """
    solver = _solver(position.game.family.name)
    if not by_books and solver and hasattr(solver, "lasting"):
        return {move: probe(position.play(move), by_books=False) for move in position.moves}
    if solver and hasattr(solver, "explore"):
        found: dict[str, Exact | None] = solver.explore(position)
        return found
    return {move: probe(position.play(move)) for move in position.moves}


def perfect_move(position: Position) -> str | None:
    """Return a move after which nothing is lost, or None where no move is proved to be one.

    Among moves with the same result, the larger lead counts, then the shorter way to a win and the longer to a loss.
    """
    return None if position.turn in (CHANCE, OVER) else best_of(position, explore(position))


def best_of(position: Position, values: Mapping[str, Exact | None]) -> str | None:
    """Return a move after which nothing is lost by what is proved behind the moves, or None; see `perfect_move`."""
    best = best_moves(position, values)
    if not best:
        return None
    solver = _solver(position.game.family.name)
    chosen: str = solver.choose(position, best) if hasattr(solver, "choose") else best[0]
    return chosen


def best_moves(position: Position, values: Mapping[str, Exact | None]) -> list[str]:
    """Return all moves after which nothing is lost by what is proved behind the moves; none where that is not known."""
    me = position.turn
    known = {move: value for move, value in values.items() if value is not None}
    if not known:
        return []
    worth = _worth_to(me)
    most = max(map(worth, known.values()))
    best = [move for move, value in known.items() if worth(value) == most]
    return [] if len(known) < len(values) and known[best[0]].points[me] < 1 else best


def knows(game: Game) -> bool:
    """Return whether something is proved about positions that come up in a game."""
    solver = _solver(game.family.name)
    return bool(solver and solver.knows(game))


def prepare(game: Game) -> None:
    """Make, or load, the tables that probing makes on first use, so that no clock runs meanwhile."""
    solver = _solver(game.family.name)
    if solver and solver.knows(game):
        probe(solver.last(game) if hasattr(solver, "last") else game.start())


def endings(game: Game) -> Any:
    """Return the table of endings that searches of a game look up, uint8[n], or None.

    It is the same one on every machine, so that what a search of so many nodes finds is the same, too.
    """
    solver = _solver(game.family.name)
    return solver.endings(game) if solver and hasattr(solver, "endings") else None


def command_of(name: str) -> Any:
    """Return the module that makes and checks tables of a game, by its name without flags, or None."""
    module = f"{__name__}.{name}.solver"
    return importlib.import_module(module) if _solver(name) and importlib.util.find_spec(module) else None


def _worth_to(player: int) -> Callable[[Exact], tuple[Fraction, int, int]]:
    """Return the order in which a player likes values."""

    def worth(value: Exact) -> tuple[Fraction, int, int]:
        points, plies = value.points[player], value.plies or 0
        lead = value.lead or 0
        is_won = points * len(value.points) > 1
        return points, lead if player == 0 else -lead, -plies if is_won else plies

    return worth


def _lead_at_end(position: Position) -> int | None:
    solver = _solver(position.game.family.name)
    lead: int | None = solver.lead_at_end(position) if hasattr(solver, "lead_at_end") else None
    return lead


@cache
def _solver(name: str) -> Any:
    """Return the package that solves a game, or None."""
    package = f"{__name__}.{name}"
    return importlib.import_module(package) if importlib.util.find_spec(package) else None
