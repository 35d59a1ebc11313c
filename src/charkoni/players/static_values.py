"""Static values of all moves of a position, without search."""

from dataclasses import dataclass

import numpy as np

from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.players.static_value_kernels import AFTER, ANSWERED, END, SPREAD, evaluate_moves


@dataclass(frozen=True, slots=True)
class MoveEstimate:
    """A move and its static value, in points of the player to move.

    spread, end: see `static_value_kernels.evaluate_moves`.
    """

    move: str
    value: float
    spread: float
    end: int


class StaticEvaluator:
    """Static evaluation of the moves of a game, with its work arrays."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._root = game.blank()
        self._arrays: tuple[Array, ...] = (
            np.zeros(game.widest, np.int64),
            np.zeros(game.widest, np.int64),
            np.ones(game.widest, np.int64),
            np.zeros(game.players, np.int64),
            np.zeros(game.players, np.float64),
            np.zeros((game.widest, 4), np.float64),
        )
        self._work = np.concatenate([self._root, self._root])
        self._sides = len(set(game.sides))

    def evaluate(self, position: Position, at_answers: bool = False, answers: bool = True) -> list[MoveEstimate]:
        """Return all moves in the order of their texts, valued after each move or after its best answer.

        answers: whether answers are evaluated at all; without them spread is 0 and no end is IS_ANSWERED_BY_LOSS.
        """
        self._root[:] = position.state
        count = int(evaluate_moves(self.game.kernels, self._root, self._work, self._sides, answers, *self._arrays))
        codes, out = self._arrays[0], self._arrays[-1]
        value = ANSWERED if at_answers else AFTER
        rows = zip(codes[:count].tolist(), out[:count].tolist(), strict=True)
        candidates = [MoveEstimate(self.game.move(code), row[value], row[SPREAD], int(row[END])) for code, row in rows]
        return sorted(candidates, key=lambda one: one.move)
