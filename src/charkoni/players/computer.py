"""Computer players of any game: random, greedy, MCTS and search."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from charkoni import solve
from charkoni.core.compiler import compiled
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game, Position
from charkoni.core.random_numbers import below, seeded
from charkoni.core.record import Record
from charkoni.players.longest_defence import LongestDefence, suits
from charkoni.players.perfect import ByGame, require_solved, searcher
from charkoni.search import BEST, Choice, Limits, SearchResult
from charkoni.search.mcts.search import Mcts


class Computer(Protocol):
    """A computer player; its move depends only on its seed and the record, not on earlier calls."""

    def prepare(self, game: Game) -> None:
        """Compile the kernels for the game, so that no clock runs meanwhile."""
        ...

    def choose(self, record: Record) -> str:
        """Return a legal move of the record's position; raise ValueError when no player decides in it."""
        ...


class RandomPlayer:
    """Chooses legal moves with equal probability."""

    def __init__(self, seed: int = 0) -> None:
        """Take a seed: with equal seeds, the same record gets the same move."""
        self.seed = seed

    def prepare(self, game: Game) -> None:
        """Compile the kernels for the game."""
        _ = game.start().moves
        below(seeded(0), 1)

    def choose(self, record: Record) -> str:
        """Return a random move among those that the player considers."""
        moves = self._considered(to_be_played(record))
        return moves[int(below(seeded(self.seed, len(record)), len(moves)))]

    def _considered(self, position: Position) -> Sequence[str]:
        return position.moves


TAKES = frozenset({"capture", "overflow", "king"})
"""Kinds of events of captures."""


class GreedyPlayer(RandomPlayer):
    """Plays an immediate win, else any capture, else a random move.

    The reference for the lowest level: a beginner looking one ply ahead.
    """

    def _considered(self, position: Position) -> Sequence[str]:
        """Return the winning moves, else the captures, else all moves."""
        wins = [move for move in position.moves if _wins(position, move)]
        return wins or [move for move in position.moves if _takes(position, move)] or position.moves


def _wins(position: Position, move: str) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.scores[position.turn] == 1


def _takes(position: Position, move: str) -> bool:
    game = position.game
    events = game.family.board.events(position.state[0], move, position.play(move).state[0], game.flags)
    return any(event.kind in TAKES for event in events)


class _SearchingPlayer(ABC):
    """A player whose move is that of a search."""

    @abstractmethod
    def find(self, record: Record) -> SearchResult:
        """Return the result of the search, for hints."""

    def choose(self, record: Record) -> str:
        """Return the best move found within the limits."""
        move = self.find(record).move
        assert move is not None
        return move


class MctsPlayer(_SearchingPlayer):
    """Plays by Monte Carlo tree search with random playouts, within a limit of time or of playouts (nodes)."""

    def __init__(self, limits: Limits, seed: int = 0) -> None:
        """Take limits per move, and a seed, which makes play reproducible for a number of playouts."""
        self.limits = limits
        self.seed = seed
        self._searches = ByGame(Mcts)

    def prepare(self, game: Game) -> None:
        """Compile the search for the game."""
        self._searches[game].prepare()

    def find(self, record: Record) -> SearchResult:
        """Return the result of the search, for hints."""
        position = to_be_played(record)
        return self._searches[record.game].search(position, self.limits, record.positions[:-1], seed=self.seed)


class SearchPlayer(_SearchingPlayer):
    """Plays by a search with the game's evaluation, within limits of time, nodes or depth.

    In positions proved lost or drawn it plays the longest defence (`charkoni.players.longest_defence`).
    """

    def __init__(self, limits: Limits, engine: str = BEST, seed: int = 0) -> None:
        """Take limits per move, the name of an engine (see `charkoni.search`), and a seed for random numbers."""
        self.limits = limits
        self.engine = engine
        self.seed = seed
        self._searches = ByGame(lambda game: LongestDefence(searcher(game, engine)))

    def prepare(self, game: Game) -> None:
        """Compile the search for the game; raise ValueError if the engine does not support it."""
        self._searches[game].prepare()
        if compiled():  # without a compiler the tablebases of first use take too long before a game
            solve.prepare(game)

    def find(self, record: Record) -> SearchResult:
        """Return the result of the search, for hints."""
        to_be_played(record)
        return self._searches[record.game].search(record, self.limits, self.seed)


class PerfectPlayer(SearchPlayer):
    """Plays moves that keep the exact value; in unproved positions, the move of the game's best search."""

    def __init__(self, limits: Limits, seed: int = 0) -> None:
        """Take limits per move for the search, and its seed."""
        super().__init__(limits, BEST, seed)

    def prepare(self, game: Game) -> None:
        """Compile the kernels for the game; raise NotSolved for a game without exact values."""
        require_solved(game)
        solve.perfect_move(game.start())
        super().prepare(game)

    def find(self, record: Record) -> SearchResult:
        """Return the move that keeps the exact value, or the result of the search; raise NotSolved or ValueError.

        A win is played by the solver alone; opening books are used, too.
        """
        require_solved(record.game)
        position = to_be_played(record)
        values = solve.explore(position)
        move = solve.best_of(position, values)
        value = None if move is None else values[move]
        share = Fraction(1, len(set(record.game.sides)))
        if move is None or value is None or (suits(record.game) and value.points[position.turn] <= share):
            return self._searches[record.game].search(record, self.limits, self.seed, values)
        points = tuple(map(float, value.points))
        choice = Choice(move, points[position.turn], 0, (move,), True, value.plies)
        return SearchResult(move, (choice,), points, 0, 0, 0.0, True)


def to_be_played(record: Record) -> Position:
    """Return the record's position; raise ValueError when the record is over or a throw is due."""
    outcome = record.outcome
    if outcome:
        raise ValueError(f"the game is over ({outcome.reason}, {outcome}): there is no move to choose")
    if record.turn == CHANCE:
        raise ValueError("a throw is due: there is no move to choose")
    assert record.turn != OVER
    return record.position
