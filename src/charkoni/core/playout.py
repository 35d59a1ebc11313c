"""Random games: generic kernels that play any game, and the defaults of kernels that a game may omit.

Everywhere `game` is a `Kernels` value, `s` a record of its STATE, `rng` uint64[2] (`charkoni.core.random_numbers`),
and `codes`, `weights` are int64 work arrays of at least `game.WIDEST` places.
"""

import importlib
import importlib.util
import math
from types import ModuleType

import numpy as np

from charkoni.core.compiler import inlined, jit
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.moves import tap_kernels
from charkoni.core.random_numbers import below


@jit
def pick_listed(game, s, rng, codes):
    """Return the code of a random legal move, drawn from the list of all."""
    return codes[below(rng, game.legal(s, codes))]


@jit
def pick_counted(game, s, rng, codes):
    """Return the code of a random legal move, drawn by its number, without a list of all."""
    return game.nth(s, below(rng, game.count(s)))


@jit
def turn(s):
    """Return who decides: a player, CHANCE or OVER; a game keeps it in the field `turn` of its state."""
    return np.int64(s.turn)


@jit
def equal_value(s, out):
    """Value all players alike.  out: float64[players], modified in place: expected points."""
    for player in range(len(out)):
        out[player] = 1.0 / len(out)


@jit
def chance_of(lead):
    """Return the expected points of a lead, 0 to 1: an algebraic sigmoid, close to the logistic function.

    Square roots are rounded alike on every machine, exponentials are not.
    """
    return 0.5 + 0.5 * lead / math.sqrt(lead * lead + 4.0)


@jit
def no_throws(s, codes, weights):
    """Return 0: the game has no dice."""
    return 0


@jit
def no_order(s, code):
    """Return 0: move ordering prefers no move, and none is noisy."""
    return np.int64(0)


@jit
def nothing(s):
    """Return 0: no threat must be answered, and a null move is not allowed."""
    return np.int64(0)


@jit
def not_settled(s, out):
    """Return 0: the result is not known before the end."""
    return np.int64(0)


@jit
def not_known(s, endings, out):
    """Return 0: there is no tablebase."""
    return 0


def default(rules: ModuleType, name: str) -> object:
    """Return the default of a kernel that the game does not define itself; raise AttributeError where there is none.

    turn(s): who decides.  value(s, out): the expected points of each player, float64[players].  capped(s, out): the
    same at the ply cap. baseline_value(s, out): a simpler value for plain tree search (mcts), by default `value`: the
    baseline with which engines are compared.  order(s, code): the score of a move in move ordering, int64, highest
    first.  noisy(s, code): whether quiescence search must try the move.  urgent(s): whether the mover must answer a
    threat.  null_move(s): play the null move in place and return 1 where passing can only harm the mover; else 0.
    settled(s, out): 0, or the number of plies, at least 1, after which the game will be over with these points,
    int64[players] in twelfths. known(s, endings, out): the same for perfect play, from a tablebase, uint8[n], which may
    be empty; the number of plies is then an estimate.  finish(game, s, rng, cap, codes, weights): end the game at
    random, with each result as likely as by `playout`, and return the plies, which may exceed `cap`.  Of a game that is
    over only `turn` and `score` need be right then; of another the whole state.  tally(game, root, work, rng, games,
    cap, points, codes, weights): play many such games and add up their points, as the function `tally`.  TAP_TABLES,
    and the kernels of taps: see `charkoni.core.moves.tap_kernels`.
    """
    if name == "pick":
        return pick_counted if hasattr(rules, "nth") else pick_listed
    package = rules.__name__.rpartition(".")[0]
    if name == "baseline_value":
        has_values = importlib.util.find_spec(f"{package}.evaluate")
        return getattr(importlib.import_module(f"{package}.evaluate") if has_values else None, "value", equal_value)
    if name in _DEFAULTS:
        return _DEFAULTS[name]
    if name == "TAP_TABLES":
        from charkoni.core.moves.tap_tables import default_tables

        return default_tables(importlib.import_module(package).FAMILY)
    if hasattr(tap_kernels, name):
        return getattr(tap_kernels, name)
    raise AttributeError(f"{rules.__name__} has no kernel {name!r}")


@jit
def throw(game, s, rng, codes, weights):
    """Return the code of a random throw, each as likely as its weight.  s: chance decides."""
    n = game.throws(s, codes, weights)
    total = np.int64(0)
    for i in range(n):
        total += weights[i]
    left = below(rng, total)
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return codes[i]
    return codes[n - 1]


@jit
def step(game, s, rng, codes, weights):
    """Play one random step, of a player or of chance, and return its code.  s is not over."""
    if game.turn(s) == CHANCE:
        code = throw(game, s, rng, codes, weights)
    else:
        code = game.pick(game, s, rng, codes)
    game.play(s, code)
    return code


@jit
def playout(game, s, rng, cap, codes, weights):
    """Play random steps until the game is over or `cap` steps are made; return their number."""
    plies = np.int64(0)
    while plies < cap and game.turn(s) != OVER:
        step(game, s, rng, codes, weights)
        plies += 1
    return plies


@jit
def playouts(game, root, work, rng, games, cap, points, codes, weights):
    """Play many random games from one position and return the number of all their plies.

    root: STATE[1], read only.  work: STATE[1], scratch.  points: int64[players + 1], modified in place: the sums of
    the points of each player in twelfths; the last place counts the games that the cap cut off.
    """
    plies = np.int64(0)
    score = np.zeros(len(points) - 1, np.int64)
    for _ in range(games):
        work[0] = root[0]
        plies += playout(game, work[0], rng, cap, codes, weights)
        _add_points(game, work[0], score, points)
    return plies


@inlined
def _add_points(game, s, score, points):
    """Add the points of a game to the sums, or count it as cut off.  score: int64[players], scratch."""
    if game.turn(s) == OVER:
        game.score(s, score)
        for player in range(len(score)):
            points[player] += score[player]
    else:
        points[len(score)] += 1


@jit
def tally(game, root, work, rng, games, cap, points, codes, weights):
    """End many games from one position at random, each by `finish`, and add up the points.

    All arguments are those of `playouts`.
    """
    score = np.zeros(len(points) - 1, np.int64)
    for _ in range(games):
        work[0] = root[0]
        game.finish(game, work[0], rng, cap, codes, weights)
        _add_points(game, work[0], score, points)


@jit
def results(game, root, work, rng, games, cap, points, codes, weights):
    """End many games from one position at random, by the shortest way the game has: `playouts` without the plies.

    All arguments are those of `playouts`.
    """
    game.tally(game, root, work, rng, games, cap, points, codes, weights)


@jit
def trail(game, states, rng, path, codes, weights):
    """Play one random game in place and write its codes; return their number.

    states: STATE[1], modified in place.  path: int64[cap], modified in place.
    """
    plies = np.int64(0)
    while plies < len(path) and game.turn(states[0]) != OVER:
        path[plies] = step(game, states[0], rng, codes, weights)
        plies += 1
    return plies


@jit
def options(game, s, codes, weights):
    """Write the codes of all legal moves, or of all throws with their weights, and return their number."""
    if game.turn(s) == OVER:
        return 0
    if game.turn(s) == CHANCE:
        return game.throws(s, codes, weights)
    return game.legal(s, codes)


_DEFAULTS = {
    "turn": turn,
    "value": equal_value,
    "throws": no_throws,
    "order": no_order,
    "noisy": no_order,
    "urgent": nothing,
    "null_move": nothing,
    "settled": not_settled,
    "known": not_known,
    "capped": equal_value,
    "finish": playout,
    "tally": tally,
}
