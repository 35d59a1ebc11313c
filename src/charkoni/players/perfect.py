"""Exact values in play: searchers with tablebases, and search results corrected by exact values."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from charkoni import solve
from charkoni.core.errors import N_, Reason, Refusal
from charkoni.core.game import Game, Position
from charkoni.search import BEST, Choice, Searcher, SearchResult

_NOT_SOLVED = N_("{game} has no perfect player: nothing is proved about its positions")


Made = TypeVar("Made")


class ByGame(dict[Game, Made]):
    """Something for each game, a searcher for one, made when it is first wanted."""

    def __init__(self, make: Callable[[Game], Made]) -> None:
        """Take the function that makes it for a game."""
        super().__init__()
        self._make = make

    def __missing__(self, game: Game) -> Made:
        made = self[game] = self._make(game)
        return made


class NotSolved(Refusal):
    """A game without exact values for positions that come up in it."""


def searcher(game: Game, engine: str = BEST) -> Searcher:
    """Return a searcher of a game with its tablebase."""
    return Searcher(game, engine, solve.endings(game))


def require_solved(game: Game) -> None:
    """Raise NotSolved for a game without exact values for positions that come up in it."""
    if not solve.is_solved(game):
        raise NotSolved(game.name, Reason("NOT_SOLVED", "", _NOT_SOLVED, {"game": game.name}))


def with_proof(
    result: SearchResult, position: Position, values: Mapping[str, solve.ExactValue | None] | None = None
) -> SearchResult:
    """Return the result of a search of `position`, corrected by the exact values of the moves.

    values: of the moves, by default those that tablebases and theories give.

    The move found is kept unless another one is proved to be better; after it come the best of all other moves, also of
    those that the search did not rank.
    """
    if result.exact or result.move is None:
        return result
    values = solve.explore(position, by_books=False) if values is None else values
    best = solve.best_moves(position, values)
    if not best:
        return result
    move = result.move if result.move in best else solve.best_of(position, values)
    assert move is not None
    exact, me = values[move], position.turn
    assert exact is not None
    by_move = {choice.move: choice for choice in result.ranking}
    by_move |= {one: Choice(one, 0.0, 0, (one,)) for one, value in values.items() if value and one not in by_move}
    first = by_move.pop(move)
    ranking = [_with_value(choice, values[choice.move], me) for choice in by_move.values()]
    ranking.sort(key=lambda choice: -choice.value)
    rest = ranking[: max(len(result.ranking) - 1, 0)]
    points = tuple(float(each) for each in exact.points)
    return replace(result, move=move, ranking=(_with_value(first, exact, me), *rest), values=points, exact=True)


def _with_value(choice: Choice, value: solve.ExactValue | None, player: int) -> Choice:
    """Return a choice with the exact value, if there is one."""
    return choice if value is None else replace(choice, value=float(value.points[player]), exact=True)
