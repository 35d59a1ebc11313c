"""PUCT with limits of time, nodes and depth, and root parallelization.

Each thread has a tree of its own, with noise in its priors; the visits of all are added up (Chaslot, Winands and van
den Herik, 2008).  From one timed search to the next, the subtree below the moves played meanwhile is kept.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from charkoni.core.constants import CHANCE
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.random_numbers import seeded
from charkoni.search.decision.request import WorkArrays, mask_of
from charkoni.search.engine import Engine
from charkoni.search.puct.kernels import (
    LONGEST_GAME,
    NONE,
    ROOT,
    context_dtype,
    is_decided,
    keep_subtree,
    new_tree,
    node_dtype,
    node_value,
    search,
)
from charkoni.search.result import Choice, Limits, SearchResult, Stop
from charkoni.search.time_control import TimeManager, run_together
from charkoni.search.transposition_table import hash_words

NODES = 1 << 20  # 128 MB with two players, taken from the system as the tree grows
LONGEST_LINE = 40  # moves that are shown
PLIES_KEPT = 8  # between two searches of one game: what the others have played meanwhile
FORCED_NODES = 2000  # of a timed search with a single legal move: enough for a value to show
PRIOR_NOISE = 0.5  # makes the trees of helpers differ; chosen, not measured


class Puct(Engine):
    """PUCT in one game; not thread-safe (it starts its own threads)."""

    def __init__(self, game: Game, nodes: int = NODES, clock: Callable[[], float] = time.perf_counter) -> None:
        """Allocate trees of so many nodes; when a tree is full, its search ends."""
        super().__init__(game, clock)
        self._size = max(nodes, 2 * game.widest)
        self._trees = [_Tree(game, self._size)]

    def _compile(self) -> None:
        super()._compile()
        self._trees[0].keep_subtree(ROOT)  # the kernel that the first search did not call

    def _search(
        self, position: Position, limits: Limits, path: Sequence[Position], stop: Stop | None, seed: int
    ) -> SearchResult:
        started = self._clock()
        effective = _forced_limits(position, limits)
        time_manager = TimeManager(effective, stop, self._clock, started)
        self._runner.join()
        while len(self._trees) < effective.threads:
            self._trees.append(_Tree(self.game, self._size))
        trees = self._trees[: effective.threads]
        for number, tree in enumerate(trees):
            tree.set_up(position, path, limits, seeded(seed, number), PRIOR_NOISE if number else 0.0)
        works = [partial(tree.run, limits.depth) for tree in trees]
        is_done = self._runner.run(lambda: run_together(works, time_manager), time_manager.left, time_manager.end)
        return self._result(position, limits, trees, time_manager, is_done)

    def _result(
        self, position: Position, limits: Limits, trees: "list[_Tree]", time_manager: TimeManager, has_lines: bool
    ) -> SearchResult:
        tree = next((one for one in trees if one.is_decided), trees[0])
        nodes, depth = sum(one.nodes for one in trees), max(one.depth for one in trees)
        if position.turn == CHANCE:
            return SearchResult(None, (), tree.points(ROOT), nodes, depth, time_manager.seconds, tree.is_decided)
        rows = _ranked(tree, trees)
        longest = LONGEST_LINE if has_lines else 1  # the leaves of a tree being searched cannot be read
        ranking = tuple(tree.choice(place, visits, longest) for place, visits in rows[: limits.lines or len(rows)])
        values = tree.points(rows[0][0])
        return SearchResult(ranking[0].move, ranking, values, nodes, depth, time_manager.seconds, tree.is_decided)


def _forced_limits(position: Position, limits: Limits) -> Limits:
    """Return the limits, with few nodes for a timed search of a forced move."""
    if limits.seconds is None or position.turn == CHANCE or len(position.moves) > 1:
        return limits
    return replace(limits, nodes=min(limits.nodes or FORCED_NODES, FORCED_NODES), threads=1)


def _ranked(tree: "_Tree", trees: "list[_Tree]") -> list[tuple[int, int]]:
    """Return the root's children with the visits in all trees, best first.

    Moves proved best come first, moves proved no better last; else the most visits decide, then the higher
    value.
    """
    root = tree.nodes_in_use[ROOT]
    player, first, count = int(root["turn"]), int(root["first"]), int(root["count"])
    # Root parallelization: trees are added up by visits, not by values, as a mean of one visit would weigh as much as
    # one of a thousand.
    visits = np.sum([one.visits(first, count) for one in trees], axis=0)
    children = tree.nodes_in_use[first : first + count]
    sure, possible = children["low"][:, player], children["high"][:, player]
    points = np.array([float(node_value(child, player)) for child in children])
    floor = float(sure.max())
    busiest = int(np.argmax(np.where(possible > floor, visits, -1)))
    secure = floor > 0 and (tree.is_decided or float(points[busiest]) <= floor)

    def rank(place: int) -> tuple[bool, bool, int, float]:
        is_best = secure and float(sure[place]) == floor
        is_worse = float(possible[place]) <= float(sure[place]) and float(possible[place]) < float(points[busiest])
        return is_best, not is_worse, int(visits[place]), float(points[place])

    order = sorted(range(count), key=rank, reverse=True)
    return [(first + place, int(visits[place])) for place in order]


class _Tree:
    """The tree of one thread, with the arrays of its search."""

    def __init__(self, game: Game, size: int) -> None:
        self.game = game
        self._arrays = WorkArrays(game, 3)
        self._context = np.zeros(1, context_dtype(game.players, self._arrays.words.shape[1]))
        self._context["mask"] = mask_of(game)
        self._context["side"] = game.sides
        self._context["sides"] = len(set(game.sides))
        self._nodes: Any = np.empty(size, node_dtype(game.players))
        self._root: Position | None = None
        self._moved: Array | None = None

    @property
    def nodes(self) -> int:
        """The number of positions valued."""
        return int(self._context["nodes"][0])

    @property
    def depth(self) -> int:
        """The longest line, in plies."""
        return int(self._context["deepest"][0])

    @property
    def nodes_in_use(self) -> Any:
        """The nodes, the root first."""
        return self._nodes[: int(self._context["used"][0])]

    @property
    def is_decided(self) -> bool:
        """Whether the root's value is proved."""
        return bool(is_decided(self._nodes[ROOT]))

    def visits(self, first: int, count: int) -> Array:
        """Return the visits of the root's children.  Trees of the same root have them in the same places."""
        root = self._nodes[ROOT]
        if int(root["first"]) == NONE:
            return np.zeros(count, np.int64)
        visits: Array = self._nodes["visits"][int(root["first"]) : int(root["first"]) + count]
        return visits

    def set_up(
        self, position: Position, path: Sequence[Position], limits: Limits, rng: object, prior_noise: float
    ) -> None:
        """Set the root position; keep its subtree of the last search, unless the limit is a number of nodes."""
        context, game = self._context[0], self.game
        # A node budget must give the same result whatever was searched before.
        place = None if limits.nodes is not None else self._find_node(position, path)
        self._arrays.states[0] = position.state[0]
        context.nodes = 0
        context.deepest = 0
        context.played = len(path)
        context.cap = game.referee.cap or 0
        context.repeats = game.referee.repetition
        context.prior_noise = prior_noise
        context.rng[:] = rng
        self._hash_path([*path, position] if game.referee.repetition else [position])
        if place is None:
            new_tree(game.kernels, self._context, self._nodes, self._arrays.states)
        else:
            self.keep_subtree(place)
        self._root = position if limits.nodes is None else None
        if int(self._nodes[ROOT]["first"]) == NONE:  # even without time: there must be moves to choose from
            self._search(1)

    def _search(self, count: int) -> bool:
        """Value so many positions more; return whether the root is decided or the tree is full."""
        a = self._arrays
        work = a.words, a.out, a.weights, a.points, a.values
        return bool(search(self.game.kernels, self._context, self._nodes, a.states, *work, count))

    def keep_subtree(self, place: int) -> None:
        """Make a node the root, and drop all nodes that are not below it."""
        if self._moved is None:
            self._moved = np.empty(len(self._nodes), np.int64)
        keep_subtree(self._context, self._nodes, place, self._moved)

    def _find_node(self, position: Position, path: Sequence[Position]) -> int | None:
        """Return the node of a position that followed the last one searched, or None."""
        line = [*path[-PLIES_KEPT:], position]
        if self._root is None or self._root not in line:
            return None
        place, here = ROOT, self._root
        for after in line[len(line) - line[::-1].index(here) :]:
            node = self._nodes[place]
            first, count = int(node["first"]), int(node["count"])
            if first == NONE:
                return None
            for child in range(first, first + count):
                if here.play(self.game.move(int(self._nodes[child]["code"]))) == after:
                    place, here = child, after
                    break
            else:
                return None
        return place if int(self._nodes[place]["first"]) != NONE else None

    def _hash_path(self, path: Sequence[Position]) -> None:
        path = path[-LONGEST_GAME:]
        context = self._context[0]
        for i, position in enumerate(path):
            self._arrays.states[1] = position.state[0]
            context.path[i] = hash_words(self._arrays.words, 1, context.mask, np.uint64(0))[0]
        context.now = len(path) - 1

    def run(self, depth: int | None, time_manager: TimeManager) -> None:
        """Search until a limit is reached, the root is decided or the tree is full."""
        while depth is None or self.depth < depth:
            count = time_manager.node_budget(self.nodes)
            if count <= 0 or self._search(count):
                return

    # --- result -------------------------------------------------------------------------------------------------------

    def points(self, place: int) -> tuple[float, ...]:
        """Return the expected points of each player at a node."""
        node = self._nodes[place]
        return tuple(float(node_value(node, player)) for player in range(self.game.players))

    def choice(self, place: int, visits: int, longest: int) -> Choice:
        """Return the choice of a child of the root, with a line of at most so many moves."""
        player = int(self._nodes[ROOT]["turn"])
        line = self._line(place, longest)
        node = self._nodes[place]
        is_proved = bool(node["low"][player] == node["high"][player])
        return Choice(line[0], self.points(place)[player], visits, line, is_proved)

    def _line(self, place: int, longest: int) -> tuple[str, ...]:
        """Return the moves most visited, from a child of the root on, to the next throw."""
        line = [self.game.move(int(self._nodes[place]["code"]))]
        while len(line) < longest:
            node = self._nodes[place]
            first, count, turn = int(node["first"]), int(node["count"]), int(node["turn"])
            if first == NONE or turn < 0 or int(node["visits"]) < 2:
                break
            children = self._nodes[first : first + count]
            sure = children["low"][:, turn]
            best = int(np.argmax(sure)) if float(sure.max()) == float(node["high"][turn]) else None
            place = first + (int(np.argmax(children["visits"])) if best is None else best)
            line.append(self.game.move(int(self._nodes[place]["code"])))
        return tuple(line)
