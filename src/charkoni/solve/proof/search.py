"""Proofs in any game of two sides without dice: small endings by retrograde analysis, others by proof-number search."""

from dataclasses import dataclass

import numpy as np

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Position
from charkoni.core.game_types import Array
from charkoni.solve.exact_value import ExactValue
from charkoni.solve.proof import graph_kernels as graph
from charkoni.solve.proof import tree_kernels as tree
from charkoni.solve.proof.certificate import Certificate, Entry
from charkoni.solve.tablebase_files import require_memory

# Ply limits of the search for a win, one after the other: without gaps at first, where a refuted limit makes the next
# win the shortest one, then in growing steps.  Without a limit a line that repeats would never end.
LIMITS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 40, 60)

_TRIES = 3  # limits given up for want of nodes before the other side is tried
_EDGES_EACH = 24  # moves a position, on the mean: room for the graph; more make it count as too large
_SHARE_OF_GRAPH = 4  # of the nodes, one in so many may be a position of the graph: those have states and edges
_HASHED = 4  # places of the hash table a position, at least: few collisions


@dataclass(frozen=True)
class Proof:
    """A proof.  is_shortest: its plies are the exact distance.  nodes: searched."""

    certificate: Certificate
    is_shortest: bool
    nodes: int

    @property
    def value(self) -> ExactValue:
        """The value of the position, with the distance where it is exact."""
        plies = abs(self.certificate.plies)
        return ExactValue(self.certificate.points, plies=plies if self.is_shortest and plies else None)


def suits(position: Position) -> bool:
    """Return whether a position can be proved: a player decides, and the game has two sides and no dice."""
    game = position.game
    return (
        position.turn not in (CHANCE, OVER) and len(set(game.sides)) == 2 and not hasattr(game.family.rules, "throws")
    )


def prove(position: Position, nodes: int) -> Proof | None:
    """Return a proof of the value within about so many nodes, or None; raise NoRoom."""
    if not suits(position) or nodes < 2:
        return None
    most = nodes // _SHARE_OF_GRAPH
    # The graph first: where it is small it proves draws, too, and exact distances.
    return (solve_whole(position, most) if most else None) or prove_win(position, nodes)


def solve_whole(position: Position, most: int) -> Proof | None:
    """Return a proof from all reachable positions, or None where they are more than `most`."""
    game = position.game
    require_memory("positions", most * (game.dtype.itemsize + 4 * _EDGES_EACH + 8 * _HASHED + 40))
    states = np.zeros(most + 1, game.dtype)
    states[0] = position.state[0]
    cells = states.view(np.uint8).reshape(most + 1, game.dtype.itemsize)
    places = np.full(1 << (_HASHED * most).bit_length(), graph.EMPTY, np.int32)
    firsts, edges = np.zeros(most + 2, np.int64), np.zeros(most * _EDGES_EACH + game.widest, np.int32)
    side_of = np.zeros(most + 1, np.int8)
    scratch = np.zeros(game.widest, np.int64), np.zeros(game.players, np.int64)
    sides = np.array(game.sides, np.int64)
    count = int(graph.list_positions(game.kernels, sides, states, cells, places, firsts, edges, side_of, *scratch))
    if count == graph.TOO_MANY:
        return None
    values = np.zeros(count, np.int16)
    graph.propagate(count, firsts, edges, side_of, values)
    by_state = {states[number].tobytes(): int(value) for number, value in enumerate(values)}
    return Proof(Certificate(position, _graph_entries(position, by_state)), True, count)


def _graph_entries(root: Position, values: dict[bytes, int]) -> dict[Position, Entry]:
    """Return the part of a graph that proves the value of its root: of a win one move with all answers, else all moves.

    values: by the bytes of each state.
    """
    entries: dict[Position, Entry] = {}
    waiting = [root]
    while waiting:
        position = waiting.pop()
        if position in entries:
            continue
        plies = values[position.state[0].tobytes()]
        moves = position.moves if plies <= 0 else (_winning(position, plies, values),)
        entries[position] = Entry(plies, moves[0] if plies > 0 else "")
        waiting.extend(child for move in moves if not (child := position.play(move)).outcome)
    return entries


def _winning(position: Position, plies: int, values: dict[bytes, int]) -> str:
    """Return a move that wins in so many plies."""
    sides = position.game.sides
    for move in position.moves:
        child = position.play(move)
        if child.outcome:
            if plies == 1 and child.outcome.scores[position.turn] == 1:
                return move
            continue
        value = values[child.state[0].tobytes()] * (1 if sides[child.turn] == sides[position.turn] else -1)
        if value == plies - 1 and value > 0:
            return move
    raise AssertionError(f"no move wins {position} in {plies} plies")


def prove_win(position: Position, nodes: int) -> Proof | None:
    """Return a proof of a win by proof-number search, or None within so many nodes."""
    sides = position.game.sides
    own = sides[position.turn]
    require_memory("nodes", 4 * tree.FIELDS * nodes)
    room = np.zeros((nodes, tree.FIELDS), np.int32)
    for side in (own, next(side for side in sides if side != own)):
        refuted = given_up = 0
        for limit in LIMITS:
            answer, used = search_tree(position, side, limit, room)
            if answer == tree.PROVED:
                entries = _entries(position, room)
                height = abs(entries[position].plies)
                return Proof(Certificate(position, entries), height == refuted + 1, used)
            if answer == tree.REFUTED:
                # Refuted up to here, so a win within one ply more is the shortest.
                refuted = limit
            else:  # a longer win may be easier to prove than the absence of a shorter one
                given_up += 1
            if given_up == _TRIES:
                break
    return None


def search_tree(position: Position, side: int, limit: int, room: Array) -> tuple[int, int]:
    """Search whether a side can force a win within so many plies; return the answer of `tree.search` and the nodes.

    room: int32[nodes, tree.FIELDS], filled with the tree.
    """
    game = position.game
    states = np.zeros(limit + 2, game.dtype)
    states[0] = position.state[0]
    codes, points, used = np.zeros(game.widest, np.int64), np.zeros(game.players, np.int64), np.zeros(1, np.int64)
    sides = np.array(game.sides, np.int64)
    answer = tree.search(game.kernels, sides, side, limit, states, codes, points, room, used)
    return int(answer), int(used[0])


def _entries(root: Position, room: Array) -> dict[Position, Entry]:
    """Return the entries of a proved tree, the root's first; a position that occurs twice keeps the shorter proof."""
    heights: dict[int, int] = {}
    needed: list[tuple[int, Position, int]] = []
    waiting = [(0, root)]
    while waiting:  # parents before their children
        node, position = waiting.pop()
        first, count = int(room[node, tree.FIRST]), int(room[node, tree.CHILDREN])
        if first == tree.LEAF:
            heights[node] = 0
            continue
        kept = range(first, first + count)
        if room[node, tree.KIND] == tree.OR:
            kept = range(best := next(child for child in kept if room[child, tree.PROOF] == 0), best + 1)
        needed.append((node, position, kept.start))
        for child in kept:
            waiting.append((child, position.play(position.game.move(int(room[child, tree.CODE])))))
    entries: dict[Position, Entry] = {}
    # Children before their parents, so that each height is 1 + the largest below.
    for node, position, first in reversed(needed):
        is_own = room[node, tree.KIND] == tree.OR
        below = range(first, first + (1 if is_own else int(room[node, tree.CHILDREN])))
        heights[node] = 1 + max(heights[child] for child in below)
        plies = heights[node]
        # The tree may hold a position twice; with the shorter proof all plies above it still decrease.
        if position not in entries or plies < abs(entries[position].plies):
            move = position.game.move(int(room[first, tree.CODE])) if is_own else ""
            entries[position] = Entry(plies if is_own else -plies, move)
    return {root: entries.pop(root), **entries}
