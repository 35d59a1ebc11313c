"""Mosty solved: who wins any position with one link a turn, every winning move, and the two trees that prove it.

The theory (Lehman 1964, Edmonds 1965) and how it is computed: `charkoni.solve.mosty.forest_kernels`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from charkoni.core.position import Position
from charkoni.core.terms import OVER
from charkoni.solve.mosty.forest_kernels import ALWAYS, MOVER, WORK, judge

__all__ = ["Verdict", "covers", "perfect_move", "solve"]

Trees = tuple[frozenset[str], frozenset[str]]
_NO_TREES: Trees = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Verdict:
    """What perfect play brings.

    winner: 0 or 1.  winning: the moves that win for the player to move, sorted as `Position.moves`; none when he
    loses.  trees: two trees of free crossings without a common one, with which the winner could even wait: a link
    of the other breaks one tree, a link of the winner from the other tree mends it.  Both are empty when the winner
    has yet to make one of the winning moves.
    """

    winner: int
    winning: tuple[str, ...]
    trees: Trees


def covers(position: Position) -> bool:
    """Return whether the theory holds in this game: Mosty with one link a turn."""
    game = position.game
    return game.family.name == "mosty" and game.flags["links"] == "1"


def solve(position: Position) -> Verdict:
    """Return who wins and how; raise ValueError where the theory does not hold."""
    if not covers(position):
        raise ValueError(f"only Mosty with one link a turn is solved by trees, not {position.game.name}")
    outcome = position.outcome
    if outcome is not None:
        return Verdict(int(outcome.scores[1]), (), _NO_TREES)
    me, work = position.turn, np.zeros(1, WORK)[0]
    verdict = judge(position.state[0], me, work)
    if verdict == ALWAYS:
        return Verdict(me, position.moves, _trees(position, work))
    if verdict == MOVER:
        found = zip(position.moves, position.codes, strict=True)
        return Verdict(me, tuple(move for move, code in found if work.found[code]), _NO_TREES)
    judge(position.state[0], 1 - me, work)
    return Verdict(1 - me, (), _trees(position, work))


def _trees(position: Position, work: Any) -> Trees:
    """Return the crossings of both trees after a verdict of ALWAYS."""
    one, other = (
        frozenset(
            move
            for move, code in zip(position.moves, position.codes, strict=True)
            if work.found[code] and work.home[code] == forest
        )
        for forest in range(2)
    )
    return one, other


def perfect_move(position: Position) -> str:
    """Return a move that wins, or where none does, one that leaves the winner the fewest ways to win.

    Among moves of equal worth the one after which the mover's own trees or the other's chances are smallest is
    taken, so that the game goes forward; then the first in order.  Raise ValueError when the game is over.
    """
    verdict = solve(position)
    if position.turn == OVER:
        raise ValueError("the game is over")
    moves = verdict.winning or position.moves
    return min(moves, key=lambda move: _left(position.play(move)))


def _left(position: Position) -> int:
    """Return how much is left to do after a move: links in the winner's trees, or moves that win for the other."""
    verdict = solve(position)
    return len(verdict.winning) or sum(map(len, verdict.trees))
