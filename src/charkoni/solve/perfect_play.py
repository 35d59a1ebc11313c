"""Exact values and perfect moves of any game, by the solver of the game."""

import warnings
from collections.abc import Mapping
from fractions import Fraction
from types import SimpleNamespace

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.solve.exact_value import ExactValue, Overlay
from charkoni.solve.registry import solver_of


def probe(position: Position, *, by_books: bool = True) -> ExactValue | None:
    """Return the exact value of a position, or None if not proved.  by_books: see `explore`."""
    return solver_of(position.game.family.name).value(position, by_books)


def prove(position: Position, nodes: int) -> ExactValue | None:
    """Return the exact value of a position by a search of at most `nodes` nodes, or None; raise NoRoom."""
    proved = solver_of(position.game.family.name).prove(position, nodes)
    return proved.value if proved else None


def explore(position: Position, *, by_books: bool = True, nodes: int = 0) -> dict[str, ExactValue | None]:
    """Return the exact value after each legal move, None if not proved.

    by_books: use opening books, too.  A book covers few positions off the best lines, while tablebases and theories
    cover all successors; to compare values along a game, use those alone. nodes: of a search for each value that no
    solver provides.
    """
    values = solver_of(position.game.family.name).explore(position, by_books)
    if not nodes:
        return values
    return {move: value or prove(position.play(move), nodes) for move, value in values.items()}


def perfect_move(position: Position) -> str | None:
    """Return a move that keeps the exact value, or None if no move is proved to.

    Among moves with the same points, the larger lead counts, then the shorter win and the longer loss.  In a lost
    position, moves that allow an immediate win are avoided if possible.
    """
    return None if position.turn in (CHANCE, OVER) else best_of(position, explore(position))


def best_of(position: Position, values: Mapping[str, ExactValue | None]) -> str | None:
    """Return a move that keeps the value, given the value after each move, or None; see `perfect_move`."""
    best = best_moves(position, values)
    value = values[best[0]] if len(best) > 1 else None
    if value and value.points[position.turn] == 0:
        # All moves lose by the tables; those that lose at once give the opponent nothing to err in.
        best = [move for move in best if not _can_win_at_once(position.play(move))] or best
    return solver_of(position.game.family.name).choose(position, best) if best else None


def _can_win_at_once(position: Position) -> bool:
    """Return whether the player to move can win by his next move."""
    if position.turn in (CHANCE, OVER):
        return False
    outcomes = (position.play(move).outcome for move in position.moves)
    return any(outcome is not None and outcome.scores[position.turn] == 1 for outcome in outcomes)


def best_moves(position: Position, values: Mapping[str, ExactValue | None]) -> list[str]:
    """Return all moves that keep the value, given the value after each move; none if that is not proved."""
    known = {move: value for move, value in values.items() if value is not None}
    if not known:
        return []
    preferences = {move: _preference(value, position.turn) for move, value in known.items()}
    most = max(preferences.values())
    best = [move for move, preference in preferences.items() if preference == most]
    # A move of unknown value may be better, except than a proved win.
    return [] if len(known) < len(values) and known[best[0]].points[position.turn] < 1 else best


def _preference(value: ExactValue, player: int) -> tuple[Fraction, int, int]:
    """Return a key that is larger the more a player prefers a value."""
    points, lead, plies = value.points[player], value.lead or 0, value.plies or 0
    is_won = points * len(value.points) > 1
    # Points first, then stones, then plies: a winner is quick, a loser holds out.
    return points, lead if player == 0 else -lead, -plies if is_won else plies


def is_solved(game: Game) -> bool:
    """Return whether values are proved for positions that arise in a game."""
    return solver_of(game.family.name).is_solved(game)


def prepare(game: Game) -> None:
    """Build or load the tablebases needed on first use, before a clock is running."""
    if is_solved(game):
        probe(solver_of(game.family.name).first_probe(game))


def endings(game: Game) -> Array | None:
    """Return the tablebase used by searches of a game, uint8[n], or None.

    It is the same on every machine, so that searches with a node limit return the same result.
    """
    return solver_of(game.family.name).endings(game)


def overlays(position: Position) -> tuple[Overlay, ...]:
    """Return the solver's drawings over a position, for example a way to win."""
    return () if position.outcome else solver_of(position.game.family.name).overlays(position)


def tablebase_tasks(name: str) -> SimpleNamespace:
    """Return `work` and `tablebases_of` of the solver of a game; deprecated, use the methods of `solver_of(name)`."""
    message = "charkoni.solve.tablebase_tasks goes with version 2; use charkoni.solve.solver_of"
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    solver = solver_of(name)
    return SimpleNamespace(work=solver.tablebase, tablebases_of=solver.tablebases_of)
