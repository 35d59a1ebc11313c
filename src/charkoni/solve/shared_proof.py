"""A proof shared by workers, for games without draws: which player wins a position?

The tree near the position is kept here; its leaves are tasks, each with a node limit.  A leaf that is not proved within
the limit is replaced by its children.  Handed out is the most-proving leaf (proof-number search, Allis 1994) that no
worker has.  Every result is a row of a journal, so that a kill costs only the tasks being worked on.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from charkoni.core.files.journal import Journal
from charkoni.core.game import Position
from charkoni.core.registry import named
from charkoni.core.workers import Runner
from charkoni.solve.registry import solver_of

KIND = "charkoni-shared-proof"
_NEEDED: dict[str, type | tuple[type, ...]] = {"position": str, "winner": (int, type(None)), "nodes": int}
# Proof-number search: p leaves at least must be won to prove a node, d must be lost to refute it.  In a node where
# player 0 moves, and in one where the other does,
#
#     p = min p_i,  d = sum d_i          p = sum p_i,  d = min d_i
#
# and a leaf begins with p = d = 1, a proved one with 0 and infinity.
_INFINITE = 10**12

# Of a leaf that a worker has: too large for the way down to lead there while another leaf will do, small enough that
# sums of thousands stay below infinity.
_AT_WORK = 10**6


@dataclass(frozen=True, slots=True)
class LeafTask:
    """A position to be proved by a worker, within a number of nodes and with a transposition table of its own."""

    game: str
    position: str
    nodes: int
    memory_bytes: int


def prove_leaf(task: LeafTask) -> tuple[str, int | None, int]:
    """Return the position, its winner, None if that was not proved, and the nodes searched."""
    position = named(task.game).parse(task.position)
    solver = solver_of(position.game.family.name)
    known = solver.value(position)
    proved = None if known else solver.prove(position, task.nodes, task.memory_bytes)
    value = proved.value if proved else known
    nodes = proved.nodes if proved else 0 if known else task.nodes
    return task.position, value.points.index(1) if value else None, nodes


@dataclass(eq=False)
class _Node:
    """A position of the tree.  proof, disproof: the proof numbers of "player 0 wins"."""

    position: Position
    proof: int = 1
    disproof: int = 1
    children: list["_Node"] = field(default_factory=list)
    parents: list["_Node"] = field(default_factory=list)

    def set_winner(self, winner: int) -> None:
        self.proof, self.disproof = (0, _INFINITE) if winner == 0 else (_INFINITE, 0)

    def sum_up(self) -> bool:
        """Take the proof numbers from the children; return whether they change."""
        proofs, disproofs = [each.proof for each in self.children], [each.disproof for each in self.children]
        if self.position.turn == 0:
            numbers = min(proofs), min(sum(disproofs), _INFINITE)
        else:
            numbers = min(sum(proofs), _INFINITE), min(disproofs)
        changes = numbers != (self.proof, self.disproof)
        self.proof, self.disproof = numbers
        return changes

    def most_proving(self) -> "_Node":
        """Return the leaf below to work on next."""
        node = self
        while node.children:
            node = min(node.children, key=lambda each: each.proof if node.position.turn == 0 else each.disproof)
        return node


class SharedProof:
    """The proof of a position, its results in a journal at a path.

    nodes, memory_bytes: of each task.  on_result: called with the finished tasks and all nodes after each result.
    total_nodes: searched so far, earlier runs included.
    """

    def __init__(
        self,
        position: Position,
        path: Path,
        nodes: int,
        memory_bytes: int,
        on_result: Callable[[int, int], None] = lambda tasks, nodes: None,
    ) -> None:
        self.total_nodes = 0
        self._task = position.game.name, nodes, memory_bytes
        self._root = _Node(position)
        self._path = path
        self._on_result = on_result
        self._by_text = {str(position): self._root}
        self._results: dict[str, int | None] = {}

    def winner(self, runner: Runner) -> int:
        """Return the winning player; raise BadJournal or OSError."""
        header = {KIND: 1, "game": self._root.position.game.name, "position": str(self._root.position)}
        with Journal(self._path, header, _NEEDED) as journal:
            for row in journal.rows:
                self._results[row["position"]] = row["winner"]
                self.total_nodes += row["nodes"]
            with contextlib.closing(runner(prove_leaf, self._tasks())) as results:
                for text, winner, nodes in results:
                    journal.add({"position": text, "winner": winner, "nodes": nodes})
                    self.total_nodes += nodes
                    self._take(self._by_text[text], winner)
                    self._on_result(len(journal.rows), self.total_nodes)
                    if self._is_decided:
                        break
        return 0 if self._root.proof == 0 else 1

    @property
    def _is_decided(self) -> bool:
        return 0 in (self._root.proof, self._root.disproof)

    def _tasks(self) -> Iterator[LeafTask | None]:
        """Yield the leaves to prove, None while all are at work.  Known results are taken over."""
        game, nodes, memory_bytes = self._task
        while not self._is_decided:
            leaf = self._root.most_proving()
            text = str(leaf.position)
            if text in self._results:
                self._take(leaf, self._results.pop(text))
            # Even the most-proving leaf is at work: so are all that matter now.
            elif leaf.proof == _AT_WORK:
                yield None
            else:
                leaf.proof = leaf.disproof = _AT_WORK
                self._sum_up(leaf.parents)
                yield LeafTask(game, text, nodes, memory_bytes)

    def _take(self, leaf: _Node, winner: int | None) -> None:
        """Take the result of a leaf over; one without a winner gets its children."""
        if winner is not None:
            leaf.set_winner(winner)
            self._sum_up(leaf.parents)
            return
        for move in leaf.position.moves:
            child = leaf.position.play(move)
            # A position reached in two ways is one node with two parents, so that it is proved once. Mosty, which only
            # adds bridges, has no way back: the graph has no cycle.
            node = self._by_text.setdefault(str(child), _Node(child))
            if child.outcome:
                node.set_winner(child.outcome.scores.index(1))
            node.parents.append(leaf)
            leaf.children.append(node)
        self._sum_up([leaf])

    def _sum_up(self, nodes: list[_Node]) -> None:
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            if node.sum_up():
                waiting += node.parents
