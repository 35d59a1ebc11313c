"""Perfect play: a player by exact values, and search results corrected by them."""

from dataclasses import replace

from charkoni import solve
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import Reason, Refusal, mark
from charkoni.core.game import Game, Position
from charkoni.core.record import Record
from charkoni.search import BEST, Choice, Limits, Searcher, SearchResult

_NOT_SOLVED = mark("nobody plays {game} perfectly: nothing is proved about its positions")


class NotSolved(Refusal):
    """A game without exact values for positions that come up in it."""


class PerfectPlayer:
    """Plays moves that keep the exact value; where it is not proved, the move of the best search of the game."""

    def __init__(self, limits: Limits, seed: int = 0) -> None:
        """Take limits per move for the search, and its seed."""
        self.limits = limits
        self.seed = seed
        self._searchers: dict[Game, Searcher] = {}

    def prepare(self, game: Game) -> None:
        """Compile the kernels for the game; raise NotSolved for a game without exact values."""
        require_solved(game)
        solve.perfect_move(game.start())
        self._searcher(game).prepare()

    def choose(self, record: Record) -> str:
        """Return a move that keeps the exact value, or the best one found; raise NotSolved or ValueError."""
        require_solved(record.game)
        if record.outcome or record.turn in (CHANCE, OVER):
            raise ValueError("nobody decides here: there is no move to choose")
        move = solve.perfect_move(record.position)
        if move is None:
            move = self._searcher(record.game).search(record, self.limits, seed=self.seed).move
        assert move is not None
        return move

    def _searcher(self, game: Game) -> Searcher:
        if game not in self._searchers:
            self._searchers[game] = searcher(game)
        return self._searchers[game]


def searcher(game: Game, engine: str = BEST) -> Searcher:
    """Return a searcher of a game with its endgame table."""
    return Searcher(game, engine, solve.endings(game))


def require_solved(game: Game) -> None:
    """Raise NotSolved for a game without exact values for positions that come up in it."""
    if not solve.is_solved(game):
        raise NotSolved(game.name, Reason("NOT_SOLVED", "", _NOT_SOLVED, {"game": game.name}))


def with_proof(result: SearchResult, position: Position) -> SearchResult:
    """Return the result of a search of `position`, corrected by the exact values of the moves.

    The move found is kept unless another one is proved to be better; after it come the best of all other moves, also of
    those that the search did not rank.
    """
    if result.exact or result.move is None:
        return result
    values = solve.explore(position, by_books=False)
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
