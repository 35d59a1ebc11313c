"""Static values of all moves of a position, without search."""

from dataclasses import dataclass

import numpy as np

from charkoni.core.game import Game, Position
from charkoni.search.decision.estimates import AFTER, ANSWERED, END, SPREAD, evaluate_moves
from charkoni.search.decision.request import WorkArrays


@dataclass(frozen=True, slots=True)
class MoveEstimate:
    """A move and its static value, in points of the player to move.

    spread, end: see `charkoni.search.decision.estimates`.
    """

    move: str
    value: float
    spread: float
    end: int


class StaticEvaluator:
    """Static evaluation of the moves of a game, with its work arrays."""

    def __init__(self, game: Game) -> None:
        self.game = game
        a = WorkArrays(game, 3)  # with the strides of a `Task`, for which the kernel is compiled
        self._states, self._scratch = a.states, (a.out, a.weights, a.points, a.values)
        self._estimates = np.zeros((game.widest, 4))
        self._sides = len(set(game.sides))

    def evaluate(self, position: Position, at_answers: bool = False, answers: bool = True) -> list[MoveEstimate]:
        """Return all moves in the order of their texts, valued after each move or after its best answer.

        answers: whether answers are evaluated at all; without them spread is 0 and no end is IS_ANSWERED_BY_LOSS.
        """
        self._states[0] = position.state[0]
        codes, out = np.array(position.codes), self._estimates
        evaluate_moves(self.game.kernels, self._states, self._sides, answers, codes, len(codes), *self._scratch, out)
        value = ANSWERED if at_answers else AFTER
        rows = zip(position.moves, out[: len(codes)].tolist(), strict=True)
        return [MoveEstimate(move, row[value], row[SPREAD], int(row[END])) for move, row in rows]
