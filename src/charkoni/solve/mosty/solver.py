"""Exact values of Mosty: by the theory of switching games; with two bridges a turn, of small boards by proof search."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from charkoni.core.errors import N_
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.games.mosty.events import EDGE
from charkoni.games.mosty.moves import crossing_name
from charkoni.games.mosty.rules import crossings, is_upright, owner
from charkoni.solve.exact_value import ExactValue, Overlay
from charkoni.solve.mosty import two_bridges_kernels
from charkoni.solve.mosty.forest_kernels import ALWAYS, MOVER, WORK, verdict_of
from charkoni.solve.solver import MEMORY, ProvedValue, Solver
from charkoni.solve.tablebase_files import require_memory

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
    """Return the winner and how he wins; raise ValueError where the theory does not apply.

    The theory (Lehman 1964, Edmonds 1965) and its computation: `charkoni.solve.mosty.forest_kernels`.
    """
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
    moves = zip(position.moves, position.codes, strict=True)
    homes = {move: work.home[code] for move, code in moves if work.found[code]}
    one, other = (frozenset(move for move, home in homes.items() if home == forest) for forest in range(2))
    return one, other


MOST_CROSSINGS = 13
"""Crossings of size 3, whose proofs take at most some hundred nodes; size 4 has 25 crossings."""

# A probe of size 3 takes at most some hundred nodes (336 in 200 random positions, 138 us with all around it): so many
# more than enough, and a small table, which is cleared for each.
_PROBE_NODES, _PROBE_MEMORY = 1 << 16, 1 << 18

MOST_SEARCHED = two_bridges_kernels.MOST_CROSSINGS
"""Crossings of size 5, whose start is not proved yet; that of size 4 takes some 50 million nodes."""

_ENTRY_BYTES = 16  # two words
_PART = 1 << 20  # nodes

_WINNING = N_("Each of these bridges wins.")
_FIRST_TREE = N_("The first tree of the winner: when one of its bridges is cut, a bridge of the second tree mends it.")
_SECOND_TREE = N_("The second tree of the winner: when one of its bridges is cut, a bridge of the first tree mends it.")


class MostySolver(Solver):
    """Proves the winner of a position."""

    game = "mosty"

    def is_solved(self, game: Game) -> bool:
        """Return whether all positions have a value: by the theory, or by short proofs."""
        return game.flags["links"] == "1" or game.codes <= MOST_CROSSINGS

    def probe(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the winner of a position, or None where neither the theory nor a short proof covers it."""
        if is_switching_game(position):
            return ExactValue.won_by(solve(position).winner)
        proved = self.prove(position, _PROBE_NODES, _PROBE_MEMORY) if self.is_solved(position.game) else None
        return proved.value if proved else None

    def prove(self, position: Position, nodes: int, memory_bytes: int = MEMORY) -> ProvedValue | None:
        """Return the winner with two bridges a turn on a board of up to 41 crossings, or None after so many nodes."""
        game = position.game
        if game.flags["links"] != "2" or game.codes > MOST_SEARCHED or position.turn < 0:
            return super().prove(position, nodes, memory_bytes)
        size = int(game.flags["size"])
        upright, lying, exchanged = two_bridges_kernels.masks(size)
        frames, state = np.zeros(len(exchanged) + 2, two_bridges_kernels.FRAME), np.zeros(3, np.int64)
        two_bridges_kernels.begin(frames, state, *_bridges_of(position, exchanged), int(position.state[0].left))
        entries = 1 << min(nodes, max(memory_bytes // _ENTRY_BYTES, 2)).bit_length() - 1
        require_memory("memory", entries * _ENTRY_BYTES)
        transpositions = np.zeros((max(entries, 2), 2), np.uint64)
        while (used := int(state[two_bridges_kernels.NODES])) < nodes:  # in parts, so that Ctrl-C is handled
            part = min(_PART, nodes - used)
            answer = two_bridges_kernels.search(frames, state, transpositions, size, upright, lying, exchanged, part)
            if answer != two_bridges_kernels.OPEN:
                winner = position.turn if answer == two_bridges_kernels.YES else 1 - position.turn
                return ProvedValue(ExactValue.won_by(winner), int(state[two_bridges_kernels.NODES]))
        return None

    def has_shared_proofs(self, game: Game) -> bool:
        """Return whether there are two bridges a turn: no game of Mosty is drawn."""
        return game.flags["links"] == "2"

    def explore(self, position: Position, by_books: bool = True) -> dict[str, ExactValue | None]:
        """Return the winner after each move; with one bridge a turn, one computation covers all moves."""
        if not is_switching_game(position):
            values = super().explore(position, by_books)
            return {move: value and replace(value, plies=None) for move, value in values.items()}
        winning, me = solve(position).winning, position.turn
        return {move: ExactValue.won_by(me if move in winning else 1 - me) for move in position.moves}

    def choose(self, position: Position, moves: Sequence[str]) -> str:
        """Return, among moves with the same winner, the one that leaves the least to do.

        The winner prefers small trees; the loser leaves him few winning moves.
        """
        return min(moves, key=lambda move: _left(position.play(move))) if is_switching_game(position) else moves[0]

    def overlays(self, position: Position) -> tuple[Overlay, ...]:
        """Return the two trees of the winner, or the moves that win."""
        if not is_switching_game(position):
            return ()
        verdict = solve(position)
        places = {crossing_name(crossing): crossing for crossing in crossings(int(position.game.flags["size"]))}
        trees = tuple(
            Overlay(label, strokes=tuple(_stroke(zone, places[zone], verdict.winner) for zone in sorted(tree)))
            for label, tree in zip((_FIRST_TREE, _SECOND_TREE), verdict.trees, strict=True)
            if tree
        )
        if trees or not verdict.winning:
            return trees
        return (Overlay(_WINNING, zones=verdict.winning),)


def _bridges_of(position: Position, exchanged: Array) -> list[np.uint64]:
    """Return the bridges of the mover and of the other in the mover's coordinates, then both in the other's."""
    s, sides = position.state[0], (position.turn, 1 - position.turn)
    codes = [[code for code in range(len(exchanged)) if owner(s, code) == side] for side in sides]
    straight = [sum(1 << code for code in each) for each in codes]
    across = [sum(1 << int(exchanged[code]) for code in each) for each in codes]
    own, other = (straight, across) if position.turn == 0 else (across, straight)
    return [np.uint64(each) for each in (*own, *other)]


def _left(position: Position) -> int:
    """Return the number of bridges in the winner's trees, or of moves that win for him."""
    verdict = solve(position)
    return len(verdict.winning) or sum(map(len, verdict.trees))


def _stroke(zone: str, place: tuple[int, int], side: int) -> tuple[str, str, str]:
    """Return the stroke of a side's bridge on a crossing: y is the direction between a's shores, x between b's."""
    player = "a" if is_upright(side, place) else "b"
    return zone, f"{EDGE}{player}0", f"{EDGE}{player}1"


SOLVER = MostySolver()
