"""Mosty solved: who wins any position with one link a turn, every winning move, and the two trees that prove it.

With two links a turn the theory does not hold; boards of sizes 2 and 3 are all gone through.

The theory (Lehman 1964, Edmonds 1965) and how it is computed: `charkoni.solve.mosty.forest_kernels`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from charkoni.core.errors import mark
from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.games.mosty.chains import is_upright
from charkoni.games.mosty.rules import crossings
from charkoni.games.mosty.taps import EDGE, name
from charkoni.solve import Exact, Overlay
from charkoni.solve.mosty.all_boards_kernels import fill, number
from charkoni.solve.mosty.forest_kernels import ALWAYS, MOVER, WORK, judge

__all__ = ["Verdict", "choose", "covers", "explore", "overlays", "probe", "solve"]

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


def knows(game: Game) -> bool:
    """Return whether positions of this game can be known: by the theory, or all gone through."""
    return game.flags["links"] == "1" or game.codes <= _ALL_BOARDS


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


def probe(position: Position) -> Exact | None:
    """Return who wins a position, or None where neither the theory holds nor all boards have been gone through."""
    if covers(position):
        return _won_by(solve(position).winner)
    winner = winner_of_pairs(position)
    return None if winner is None else _won_by(winner)


def winner_of_pairs(position: Position) -> int | None:
    """Return who wins with two links a turn on a board of size 2 or 3, or None in other games."""
    game = position.game
    if game.family.name != "mosty" or game.flags["links"] != "2" or game.codes > _ALL_BOARDS:
        return None
    s = position.state[0]
    return int(_winners(game)[number(s, game.codes), position.turn, int(s.left) - 1])


_ALL_BOARDS = 13
"""Crossings of size 3: 1.6 million boards, gone through in seconds; size 4 has 25 crossings."""


@cache
def _winners(game: Game) -> "np.ndarray[Any, Any]":
    winners = np.zeros((3**game.codes, 2, 2), np.int8)
    fill(game.blank()[0], game.codes, winners)
    return winners


def explore(position: Position) -> dict[str, Exact | None]:
    """Return for every move who wins after it: with one link a turn, one look at the trees tells it for all."""
    if not covers(position):
        return {move: _after(position.play(move)) for move in position.moves}
    winning = solve(position).winning
    me = position.turn
    return {move: _won_by(me if move in winning else 1 - me) for move in position.moves}


def _after(position: Position) -> Exact | None:
    outcome = position.outcome
    return _won_by(int(outcome.scores[1])) if outcome else probe(position)


def _won_by(player: int) -> Exact:
    return Exact((Fraction(1 - player), Fraction(player)))


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


def choose(position: Position, moves: Sequence[str]) -> str:
    """Return, of moves with the same winner, the one after which least is left to do.

    The winner goes for the smallest trees; the loser leaves him as few ways to win as he can.
    """
    return min(moves, key=lambda move: _left(position.play(move))) if covers(position) else moves[0]


def _left(position: Position) -> int:
    """Return the links in the winner's trees, or how many moves win for him."""
    verdict = solve(position)
    return len(verdict.winning) or sum(map(len, verdict.trees))


_WINNING = mark("Each of these bridges wins.")
_FIRST_TREE = mark(
    "The first tree of the winner: when one of its bridges is cut, a bridge of the second tree mends it."
)
_SECOND_TREE = mark(
    "The second tree of the winner: when one of its bridges is cut, a bridge of the first tree mends it."
)


def overlays(position: Position) -> tuple[Overlay, ...]:
    """Return the two trees with which the winner could even wait, or the moves that win."""
    if not covers(position):
        return ()
    verdict = solve(position)
    places = {name(place): place for place in crossings(int(position.game.flags["size"]))}
    drawn = tuple(
        Overlay(label, strokes=tuple(_stroke(zone, places[zone], verdict.winner) for zone in sorted(tree)))
        for label, tree in zip((_FIRST_TREE, _SECOND_TREE), verdict.trees, strict=True)
        if tree
    )
    if drawn or not verdict.winning:
        return drawn
    return (Overlay(_WINNING, zones=verdict.winning),)


def _stroke(zone: str, place: tuple[int, int], side: int) -> tuple[str, str, str]:
    """Return how a bridge of a side would lie on a crossing: y is the way between a's banks, x that between b's."""
    bank = "a" if is_upright(side, place) else "b"
    return zone, f"{EDGE}{bank}0", f"{EDGE}{bank}1"
