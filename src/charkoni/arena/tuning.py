"""Tuning of evaluation weights: labelled positions of self-play, and the regression that fits the weights to them.

A position is taken at the end of the principal variation of a short search, where it is quiet, and labelled with the
result of the game.  Or a deeper search labels it: then positions are taken a few random plies off the games, since a
search evaluates mostly positions that good play avoids, and labelled with the value of the search.

Games with dice need thousands of games.  There turns may be greedy: the positions in which a throw is due are labelled
with the result of the game.

The weights are those of `evaluate.py` of a game: the expected points are `chance_of(scale * (own features - others'
features) @ weights)`, `scale` being the game's or 1, as in its `value`.

Least squares on points (Texel's tuning method: Osterlund, 2014) by Gauss-Newton steps; standard errors are clustered by
game, since positions of one game are not independent (Liang and Zeger, 1986).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from charkoni.arena.greedy_turn_kernels import play_turns
from charkoni.arena.openings import advance_dice
from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.random_numbers import below, seeded
from charkoni.core.record import Record
from charkoni.core.workers import Runner, in_order, run_here
from charkoni.search import Limits, Searcher, full_width
from charkoni.search.rollouts.search import turn_scratch

KIND = "charkoni-tuning"
NEEDED = {"game": int, "plies": int, "rows": list, "points": list}
# How varied the games are.  All chosen: what a fit from such games was worth was measured in matches only
# (docs/notebook/2026-11-strength.md), not number by number.
RANDOM_PLIES = 6
RANDOM_SHARE = 12  # one move in so many is random, for a variety of positions
LONGEST = 600
JUDGED_SHARE = 8  # one position in so many is labelled by a deeper search
OFF_THE_GAME = 4  # random plies before it, fewer than so many
GREEDY_FIRST = 120  # in greedy games the first decisions, fewer than so many, are random
GREEDY_SHARE = 40  # and later one in so many
GREEDY_BATCH = 200  # games of a task
KEPT_SHARE = 4  # and one position in so many is kept
RIDGE = 1e-6
STEPS = 40

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Tuning:
    """Self-play in one game.

    nodes: node budget of each move; 0: greedy turns (games with dice).  judge: node budget of the search that labels a
    position; 0: the result of the game labels it.
    """

    game: Game
    nodes: int = 400
    seed: int = 1
    judge: int = 0

    @property
    def knowledge(self) -> Any:
        """The game's module `evaluate`."""
        return self.game.family.module("evaluate")

    @property
    def names(self) -> Sequence[str]:
        """The names of the features."""
        return list(self.knowledge.FEATURES)

    @property
    def weights(self) -> Array:
        """The weights in use, float64[features]."""
        return np.array(self.knowledge.WEIGHTS, np.float64)

    def header(self) -> dict[str, object]:
        """Return the first line of the file: all that the games depend on, as JSON."""
        settings = {
            "nodes": self.nodes,
            "seed": self.seed,
            "judge": self.judge or None,
            "weights": self.weights.tolist(),
        }
        return self.rows_header() | settings

    def rows_header(self) -> dict[str, object]:
        """Return the part of the first line that the meaning of rows depends on, as JSON."""
        return {KIND: 1, "game": self.game.name, "features": self.names}

    def games(self, count: int, done: Iterable[int] = (), runner: Runner = run_here) -> Iterator[Row]:
        """Play the games 0 to count - 1, except those done, and yield a line of each, in their order."""
        skipped = set(done)
        left = (number for number in range(count) if number not in skipped)
        yield from in_order(runner, self.play, left)

    def greedy_games(self, count: int, runner: Runner = run_here) -> Iterator[Row]:
        """Play greedy games, the same ones every time, and yield a line of each, in their order."""
        numbers = range(count)
        batches = (numbers[first : first + GREEDY_BATCH] for first in range(0, count, GREEDY_BATCH))
        for batch in in_order(runner, self.greedy_batch, batches):
            yield from batch

    def greedy_batch(self, numbers: range) -> list[Row]:
        """Play some of the greedy games, and return a line of each."""
        game = self.game
        state, kept, work = game.blank(), game.blank().repeat(LONGEST), turn_scratch(game)
        scores = np.zeros(game.players, np.int64)
        start, lines = game.start().state, []
        for number in numbers:
            rng = seeded(self.seed, number)
            state[:] = start
            first = int(below(rng, GREEDY_FIRST))
            throws = int(play_turns(game.kernels, state, work, rng, LONGEST, first, GREEDY_SHARE, kept))
            game.kernels.score(state[0], scores)
            points = scores[[game.sides.index(side) for side in sorted(set(game.sides))]] / POINT
            taken = [throw for throw in range(throws) if not int(below(rng, KEPT_SHARE))]
            by_side = [each for throw in taken for each in self._rows(kept[throw])]
            rows, labels = [row for _, row in by_side], [float(points[side]) for side, _ in by_side]
            lines.append({"game": number, "plies": throws, "rows": rows, "points": labels})
        return lines

    def play(self, number: int, searcher: Searcher | None = None) -> Row:
        """Play a game of self-play, and return its line.  searcher: by default that of this process."""
        searcher = searcher or _searcher(self.game)
        record, rng = Record(self.game), seeded(self.seed, number)
        by_result: list[tuple[int, list[float]]] = []
        judged: list[tuple[float, list[float]]] = []
        while record.turn != OVER and len(record) < LONGEST:
            if record.turn == CHANCE:
                advance_dice(record, (self.seed << 20) + number)
                continue
            moves = record.position.moves
            if len(record) < RANDOM_PLIES or not int(below(rng, RANDOM_SHARE)):
                record.play(moves[int(below(rng, len(moves)))])
                continue
            best = searcher.search(record, Limits(nodes=self.nodes))
            assert best.move is not None
            if self.judge and not int(below(rng, JUDGED_SHARE)):
                judged += self._judged(searcher, record.position, rng)
            if not best.exact and not self.judge:
                by_result += self.rows(_after(record.position, best.ranking[0].line))
            record.play(best.move)
        sides = sorted(set(self.game.sides))
        scores = record.outcome.scores if record.outcome else None
        by_side = [float(scores[self.game.sides.index(side)]) if scores else 1 / len(sides) for side in sides]
        return {
            "game": number,
            "plies": len(record),
            "rows": [[round(value, 4) for value in row] for _, row in [*by_result, *judged]],
            "points": [by_side[side] for side, _ in by_result] + [points for points, _ in judged],
        }

    def _judged(self, searcher: Searcher, position: Position, rng: object) -> list[tuple[float, list[float]]]:
        """Return label and row of each side of a position a few random plies on; none where the result is settled."""
        for _ in range(int(below(rng, OFF_THE_GAME))):
            if position.turn == OVER:
                break
            position = position.play(position.moves[int(below(rng, len(position.moves)))])
        points = np.zeros(self.game.players, np.int64)
        if position.turn in (OVER, CHANCE) or self.game.kernels.settled(position.state[0], points):
            return []
        values = searcher.search(position, Limits(nodes=self.judge)).values
        return [(round(values[self.game.sides.index(side)], 5), row) for side, row in self.rows(position)]

    def rows(self, position: Position) -> list[tuple[int, list[float]]]:
        """Return for each side its number and its lead in each feature over the others, times the scale.

        With two sides only the first one's.  A position that is over has no rows.
        """
        return [] if position.turn == OVER else self._rows(position.state[0])

    def _rows(self, state: object) -> list[tuple[int, list[float]]]:
        sides = self.game.sides
        order = sorted(set(sides))
        total, out, knowledge = np.zeros((len(order), len(self.names))), np.zeros(len(self.names)), self.knowledge
        for player, side in enumerate(sides):
            knowledge.features(state, player, out)
            total[order.index(side)] += out
        scale = float(knowledge.scale(state)) if hasattr(knowledge, "scale") else 1.0
        others = (total.sum(axis=0) - total) / (len(order) - 1)
        rows = [(number, (scale * row).tolist()) for number, row in enumerate(total - others)]
        return rows[:1] if len(order) == 2 else rows


@lru_cache(maxsize=1)
def _searcher(game: Game) -> Searcher:
    """Return the searcher of this process; with a node budget results do not depend on earlier searches."""
    return Searcher(game, full_width(game))


def _after(position: Position, line: Sequence[str]) -> Position:
    """Return the position at the end of a line, or at its first throw."""
    for move in line:
        if position.turn < 0:
            break
        position = position.play(move)
    return position


# --- the regression ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FittedWeight:
    """A fitted weight.  error: its standard error.  gain: the increase of the mean squared error, in thousandths,
    without it, the other weights refitted in one step.
    """

    name: str
    now: float
    fitted: float
    error: float
    gain: float


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted weights.  missed_now, missed: mean squared error of the points with the weights in use, and fitted."""

    games: int
    positions: int
    worths: tuple[FittedWeight, ...]
    missed_now: float
    missed: float

    @property
    def weights(self) -> list[float]:
        """The fitted weights."""
        return [one.fitted for one in self.worths]


def fit(tuning: Tuning, games: Sequence[Row]) -> Fit:
    """Fit the weights to games; raise ValueError when they hold no position."""
    games = [each for each in games if each["rows"]]
    if not games:
        raise ValueError("there are no positions to learn from")
    rows = np.concatenate([np.array(each["rows"], np.float64) for each in games])
    points = np.concatenate([np.array(each["points"], np.float64) for each in games])
    now = tuning.weights
    fitted = solve(rows, points, now)
    missed = error_of(rows, points, fitted)
    jacobian = jacobian_of(rows, fitted)
    inverse = np.linalg.inv(normal_matrix(jacobian))
    firsts = np.cumsum([0, *(len(each["points"]) for each in games[:-1])])
    # Standard errors clustered by game: with H = J'J and g_k the sum of gradients of game k,
    #
    #     Cov(w) = H**-1 (sum g_k g_k') H**-1
    #
    # since the positions of a game share its result, and count for less than as many independent ones.
    scores_of_games = np.add.reduceat(jacobian * (points - expected_points(rows, fitted))[:, None], firsts, axis=0)
    errors = np.sqrt(np.diagonal(inverse @ (scores_of_games.T @ scores_of_games) @ inverse))
    worths = []
    for place, name in enumerate(tuning.names):
        # The others refitted in one step: the best weights with this one 0, if the error were quadratic.
        without = fitted - inverse[place] * (fitted[place] / inverse[place, place])
        gain = 1000 * (error_of(rows, points, without) - missed)
        worths.append(FittedWeight(name, float(now[place]), float(fitted[place]), float(errors[place]), gain))
    return Fit(len(games), len(points), tuple(worths), error_of(rows, points, now), missed)


def expected_points(rows: Array, weights: Array) -> Array:
    """Return the expected points of rows: `charkoni.core.playout.chance_of` for arrays."""
    lead = rows @ weights
    # p = (1 + x / sqrt(x**2 + 4)) / 2 with x the weighted lead: a curve like the logistic one, without exp, whose last
    # digit differs between machines.
    expected: Array = 0.5 + 0.5 * lead / np.sqrt(lead * lead + 4.0)
    return expected


def error_of(rows: Array, points: Array, weights: Array) -> float:
    """Return the mean squared error of the points."""
    return float(np.mean((expected_points(rows, weights) - points) ** 2))


def jacobian_of(rows: Array, weights: Array) -> Array:
    """Return the Jacobian of the expected points, float64[rows, weights]."""
    lead = rows @ weights
    # dp/dx = 2 / (x**2 + 4)**1.5.
    jacobian: Array = rows * (2.0 / (lead * lead + 4.0) ** 1.5)[:, None]
    return jacobian


def normal_matrix(jacobian: Array, damping: float = 0.0) -> Array:
    """Return the matrix of the normal equations, its diagonal damped and regularized."""
    square: Array = jacobian.T @ jacobian
    # Levenberg and Marquardt: (J'J + damping * diag(J'J) + ridge) * step = J'(points - p). Much damping is a short step
    # down the gradient, none that of Gauss and Newton; the ridge keeps features that hardly occur from running away.
    square[np.diag_indices_from(square)] *= 1.0 + damping
    square[np.diag_indices_from(square)] += RIDGE * len(jacobian)
    return square


def solve(rows: Array, points: Array, start: Array) -> Array:
    """Return the weights of least squared error, by damped Gauss-Newton steps (Levenberg-Marquardt) from a start.

    A feature that never differs keeps its weight.
    """
    weights, damping = start.copy(), 1e-3
    missed = error_of(rows, points, weights)
    for _ in range(STEPS):
        jacobian = jacobian_of(rows, weights)
        square = normal_matrix(jacobian, damping)
        change = np.linalg.solve(square, jacobian.T @ (points - expected_points(rows, weights)))
        tried = error_of(rows, points, weights + change)
        if tried < missed:
            done = missed - tried < 1e-9
            weights, missed, damping = weights + change, tried, damping / 4
            if done:
                break
        else:
            damping *= 8
    return weights
