"""Players of any game: one plays at random, the others search."""

from typing import Protocol

from charkoni import solve
from charkoni.core.compiler import compiled
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.core.random_numbers import below, seeded
from charkoni.core.record import Record
from charkoni.players.drawn_positions import with_tricks
from charkoni.players.perfect import searcher, with_proof
from charkoni.search import BEST, Limits, Searcher, SearchResult
from charkoni.search.mcts.search import Budget, Mcts, MctsResult


class Computer(Protocol):
    """A player that is a program: what it chooses follows from its seed and the record, not from its past."""

    def prepare(self, game: Game) -> None:
        """Compile what is needed for the game, so that no clock runs meanwhile."""
        ...

    def choose(self, record: Record) -> str:
        """Return a legal move of the record's position; raise ValueError when no player decides in it."""
        ...


class RandomPlayer:
    """Chooses all legal moves alike."""

    def __init__(self, seed: int = 0) -> None:
        """Take a seed: with the same one, the same record gets the same move."""
        self.seed = seed

    def prepare(self, game: Game) -> None:
        """Compile what is needed for the game."""
        _ = game.start().moves
        below(seeded(0), 1)

    def choose(self, record: Record) -> str:
        """Return a random legal move."""
        moves = to_be_played(record).moves
        return moves[int(below(seeded(self.seed, len(record)), len(moves)))]


TAKES = frozenset({"capture", "overflow", "king"})
"""Events of a move that takes something."""


class GreedyPlayer:
    """Wins at once where it can, else takes something, whatever that costs, else plays at random.

    A yardstick for the lowest level: a beginner who sees one ply far.
    """

    def __init__(self, seed: int = 0) -> None:
        """Take a seed: with the same one, the same record gets the same move."""
        self.seed = seed

    def prepare(self, game: Game) -> None:
        """Compile what is needed for the game."""
        RandomPlayer().prepare(game)

    def choose(self, record: Record) -> str:
        """Return a random one of the moves that win, or else that take something, or else of all."""
        position = to_be_played(record)
        moves = [move for move in position.moves if _wins(position, move)]
        moves = moves or [move for move in position.moves if _takes(position, move)] or list(position.moves)
        return moves[int(below(seeded(self.seed, len(record)), len(moves)))]


def _wins(position: Position, move: str) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.scores[position.turn] == 1


def _takes(position: Position, move: str) -> bool:
    game = position.game
    events = game.family.board.events(position.state[0], move, position.play(move).state[0], game.flags)
    return any(event.kind in TAKES for event in events)


class MctsPlayer:
    """Searches by random games (Monte Carlo tree search), within a budget of time or of playouts."""

    def __init__(self, budget: Budget, seed: int = 0) -> None:
        """Take a budget per move, and a seed, which counts when the budget is in playouts."""
        self.budget = budget
        self.seed = seed
        self._searches: dict[Game, Mcts] = {}

    def prepare(self, game: Game) -> None:
        """Compile the search for the game."""
        self._search(game).prepare()

    def choose(self, record: Record) -> str:
        """Return the best move found, within the budget."""
        return self.find(record).move

    def find(self, record: Record) -> MctsResult:
        """Return what the search found, for hints."""
        position = to_be_played(record)
        return self._search(record.game).search(position, self.budget, self.seed, len(record))

    def _search(self, game: Game) -> Mcts:
        if game not in self._searches:
            self._searches[game] = Mcts(game)
        return self._searches[game]


class SearchPlayer:
    """Searches with knowledge of the game, within limits of time, nodes or depth."""

    def __init__(self, limits: Limits, engine: str = BEST, seed: int = 0) -> None:
        """Take limits per move, the name of a search (see `charkoni.search`), and a seed for what is random."""
        self.limits = limits
        self.engine = engine
        self.seed = seed
        self._searchers: dict[Game, Searcher] = {}

    def prepare(self, game: Game) -> None:
        """Compile the search for the game; raise ValueError when it does not suit it."""
        self._searcher(game).prepare()
        if compiled():  # without a compiler they take too long to be made before a game
            solve.prepare(game)

    def choose(self, record: Record) -> str:
        """Return the best move found, within the limits."""
        move = self.find(record).move
        assert move is not None
        return move

    def find(self, record: Record) -> SearchResult:
        """Return what the search found, for hints."""
        position, search = to_be_played(record), self._searcher(record.game)
        found = with_proof(search.search(record, self.limits, seed=self.seed), position)
        return with_tricks(found, record, search, self.limits)

    def _searcher(self, game: Game) -> Searcher:
        if game not in self._searchers:
            self._searchers[game] = searcher(game, self.engine)
        return self._searchers[game]


def to_be_played(record: Record) -> Position:
    """Return the record's position; raise ValueError when the record is over or a throw is due."""
    outcome = record.outcome
    if outcome:
        raise ValueError(f"the game is over ({outcome.reason}, {outcome}): there is no move to choose")
    if record.turn == CHANCE:
        raise ValueError("a throw of the dice is due: there is no move to choose")
    assert record.turn != OVER
    return record.position
