"""Mosty with one bridge a turn as a Shannon switching game: winner, winning moves, the two trees that prove it.

The theory (Lehman 1964, Edmonds 1965) and its computation: `charkoni.solve.mosty.forest_kernels`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from charkoni.core.game import Position
from charkoni.solve.mosty.forest_kernels import ALWAYS, MOVER, WORK, verdict_of

Trees = tuple[frozenset[str], frozenset[str]]
_NO_TREES: Trees = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class SwitchingVerdict:
    """The result of perfect play.

    winner: 0 or 1.  winning: the moves that win for the player to move, sorted as `Position.moves`; none when he
    loses.  trees: two edge-disjoint trees of free crossings, with which the winner wins even as second player: a bridge
    of the opponent breaks one tree, a bridge of the winner from the other tree repairs it.  Both are empty when the
    winner has yet to make one of the winning moves.
    """

    winner: int
    winning: tuple[str, ...]
    trees: Trees


def is_switching_game(position: Position) -> bool:
    """Return whether the theory applies: Mosty with one bridge a turn."""
    game = position.game
    return game.family.name == "mosty" and game.flags["links"] == "1"


def solve(position: Position) -> SwitchingVerdict:
    """Return the winner and how he wins; raise ValueError where the theory does not apply."""
    if not is_switching_game(position):
        raise ValueError(f"only Mosty with one bridge a turn is solved by trees, not {position.game.name}")
    outcome = position.outcome
    if outcome is not None:
        return SwitchingVerdict(int(outcome.scores[1]), (), _NO_TREES)
    me, work = position.turn, np.zeros(1, WORK)[0]
    verdict = verdict_of(position.state[0], me, work)
    if verdict == ALWAYS:
        return SwitchingVerdict(me, position.moves, _trees(position, work))
    if verdict == MOVER:
        moves = zip(position.moves, position.codes, strict=True)
        return SwitchingVerdict(me, tuple(move for move, code in moves if work.found[code]), _NO_TREES)
    # The mover has lost: the trees are those of the other, which the first call did not look for.
    verdict_of(position.state[0], 1 - me, work)
    return SwitchingVerdict(1 - me, (), _trees(position, work))


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
