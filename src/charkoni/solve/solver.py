"""The interface of a solver: what is proved about the positions of one game."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from charkoni.core.game import Game, Position
from charkoni.solve.exact_value import ExactValue, Overlay


class Solver:
    """Proves nothing: the solver of a game without one, and the base of all others.

    game: the name of the game without flags.
    """

    game = ""

    def is_solved(self, game: Game) -> bool:
        """Return whether values are proved for positions that come up in this variant."""
        return False

    def probe(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the exact value of a position that is not over, or None.  by_books: see `charkoni.solve.explore`."""
        return None

    def value(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the exact value of a position, or None; of one that is over, its result."""
        outcome = position.outcome
        if outcome:
            return ExactValue(outcome.scores, self.lead_at_end(position), 0)
        return self.probe(position, by_books)

    def prove(self, position: Position, nodes: int) -> ExactValue | None:
        """Return the exact value of a position by a search of so many nodes at most, for which `probe` is too slow."""
        return None

    def explore(self, position: Position, by_books: bool = True) -> dict[str, ExactValue | None]:
        """Return the exact value after each legal move, None where it is not proved."""
        return {move: self.value(position.play(move), by_books) for move in position.moves}

    def choose(self, position: Position, moves: Sequence[str]) -> str:
        """Return the move to play among moves of equal value, in the order of `Position.moves`."""
        return moves[0]

    def lead_at_end(self, position: Position) -> int | None:
        """Return the lead of player 0 in a position that is over, None in a game without leads."""
        return None

    def endings(self, game: Game) -> Any:
        """Return the tablebase that the game's kernel `known` reads, uint8[n], or None."""
        return None

    def overlays(self, position: Position) -> tuple[Overlay, ...]:
        """Return drawings over a position that is not over."""
        return ()

    def first_probe(self, game: Game) -> Position:
        """Return a position whose probe builds the tablebases of first use."""
        return game.start()

    def tablebase_tasks(self) -> ModuleType | None:
        """Return the module that builds and checks tablebases (see `charkoni.solve.tasks`), or None."""
        return None
