"""The layout of a decision in memory: the request, the progress of a search, and its answer.

A decision is one call, `choose(game, task, search, nodes)`: with a request in `task` it evaluates, searches, chooses.
It returns after `nodes` nodes and goes on when it is called again, until it returns True; a negative number ends
the search with what it has found.  Any program that can write a request and read the answer can ask: the engines here,
and the modules for WebAssembly (`charkoni.core.machine_code.wasm`), which keep these arrays at fixed places.
"""

import functools
from typing import NamedTuple

import numpy as np

from charkoni.core.game_types import Array, record_dtype

LONGEST_LINE = 97  # moves: one more than the deepest stack of a search
LONGEST_PATH = 4096  # positions of the game whose repetition is seen, the latest ones
LONGEST_TEXT = 256  # bytes
NO_SIDE = -1
NO_MOVE = -1  # in place of the code of a move where a throw is due

NEW, SEARCHING, DECIDING, WITHOUT_PRIORS, DONE = range(5)
"""Phases.  WITHOUT_PRIORS: the choice depends on the priors of the moves in `kept`, which the request does not have."""

BY_MOVES, BY_ANSWERS, BY_SEARCH = range(3)
"""How a level values its moves: after each, after the best answer to it, or by a search."""


@functools.cache
def request_dtype(widest: int, players: int, words: int) -> np.dtype[np.void]:
    """Return the dtype of a request.

    widest: the longest list of legal moves.  players: the most of the game.  words: uint64 words of a state.
    """
    return record_dtype(
        ("count", np.int64),  # of legal moves; 0 where a throw is due
        ("positions", np.int64),  # in `path`
        ("played", np.int64),  # plies of the game so far
        ("nodes", np.int64),  # node budget, or 0
        ("lines", np.int64),  # moves with a value of their own, 0 for all
        ("first", np.int64),  # depth of the first iteration
        ("deepest", np.int64),  # depth of the last one
        ("window", np.int64),  # half the width of the first aspiration window
        ("table", np.int64),  # entries of the transposition table to be used
        ("clears", np.int64),  # whether the transposition table is cleared first
        ("forgets", np.int64),  # whether nothing is kept of earlier searches
        ("age", np.int64),  # number of the search, 0..63
        ("proving", np.int64),  # nodes of the search that comes before rollouts, 0: no rollouts follow
        ("share", np.float64),  # of a time limit, used so far: written before each call by who looks at the clock
        # The game and its referee.
        ("player", np.int64),  # who decides, 0 where a throw is due
        ("players", np.int64),
        ("sides", np.int64),
        ("repeats", np.int64),  # whether repetition is a draw
        ("ply_cap", np.int64),  # or 0
        ("draw", np.int64),  # the score of a draw
        ("salt", np.uint64),  # a key for what a value depends on besides the position
        ("mask", np.uint64, (words,)),  # the bits of a state compared for repetition
        ("side", np.int64, (players,)),  # the side of each player, NO_SIDE in the place of players that a variant lacks
        # The level; the parameters are those of `LevelParameters`.
        ("level", np.int64),  # 0: none, the best moves are wanted
        ("looks", np.int64),  # BY_MOVES, BY_ANSWERS or BY_SEARCH
        ("noise", np.float64),
        ("temperature", np.float64),
        ("cap", np.float64),
        ("preference", np.float64),  # points added per point of standard deviation over the answers
        ("has_priors", np.int64),
        ("rng", np.uint64, (2,)),  # the random generator of the choice, or of the search
        ("text_length", np.int64),
        ("text", np.uint8, (LONGEST_TEXT,)),  # hashed before the state: the source of the errors
        ("codes", np.int64, (widest,)),  # the legal moves in the order of their texts
        ("priors", np.float64, (widest,)),  # how often people choose each
    )


@functools.cache
def progress_dtype(widest: int, words: int) -> np.dtype[np.void]:
    """Return the dtype of the progress of a decision.  widest: the longest list of legal moves."""
    return record_dtype(
        ("phase", np.int64),
        ("code", np.int64),  # the choice of a level
        ("value", np.float64),  # its points with the errors of the level
        ("rows", np.int64),  # moves ranked
        ("depth", np.int64),  # last finished
        ("nodes", np.int64),
        ("version", np.int64),  # changes with the ranking
        # Of the iteration.
        ("lines", np.int64),
        ("now", np.int64),  # its depth
        ("place", np.int64),  # lines finished at this depth
        ("is_begun", np.int64),
        ("is_set_up", np.int64),  # whether the kernel is in the middle of a search
        ("window", np.int64, (3,)),  # low, high and half the width of the present aspiration window
        ("order", np.int64, (widest,)),  # the moves in the order of the search
        ("left", np.int64, (widest,)),  # those without a line at this depth
        # Of the choice of a level: candidates by their places in the list of moves.
        ("count", np.int64),
        ("kept", np.int64, (widest,)),
        ("values", np.float64, (widest,)),
        ("estimates", np.float64, (widest, 4)),  # see `evaluate_moves`
        ("message", np.uint64, (LONGEST_TEXT // 8 + words + 1,)),  # hashed for an error
        ("digest", np.uint64, (24,)),
    )


ROW = record_dtype(
    ("code", np.int64),
    ("score", np.float64),  # in the unit of the engine
    ("value", np.float64),  # expected points of the player to move
    ("plies", np.int64),  # to a proved win or loss, or 0
    ("solved", np.int64),
    ("depth", np.int64),
    ("length", np.int64),
    ("line", np.int64, (LONGEST_LINE,)),  # the principal variation, its first move included
)


class Fields:
    """The fields of a record as attributes: the interpreter reads them ten times as fast as those of `np.record`.

    Fields with several values share the record's memory, single ones are copied.
    """

    def __init__(self, records: Array) -> None:
        """Take an array with one record, whose fields are of eight bytes or have several values."""
        arrays, numbers = _kinds(records.dtype)
        for kind, names, places in numbers:
            self.__dict__.update(zip(names, records.view(kind)[places].tolist(), strict=True))
        for name in arrays:
            setattr(self, name, records[name][0])


@functools.cache
def _kinds(dtype: np.dtype[np.void]) -> "tuple[list[str], list[tuple[np.dtype[np.generic], list[str], list[int]]]]":
    """Return the fields of several values, and by dtype those of one, with their places in words of eight bytes."""
    arrays, numbers = [], dict[np.dtype[np.generic], dict[str, int]]()
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        if kind.shape:
            arrays.append(name)
        else:
            numbers.setdefault(kind, {})[name] = offset // 8
    return arrays, [(kind, list(at), list(at.values())) for kind, at in numbers.items()]


class Task(NamedTuple):
    """The arrays of a decision.

    request: [1] of `request_dtype`, read only but for the random generator.  path: uint64[positions, words], read only:
    the bytes of the states, the last one to be decided.  progress: [1] of `progress_dtype`.  rows: ROW[2, lines], the
    best moves, and those of the present iteration.  states: STATE[3], and words: uint64[3, words], the same memory,
    scratch.  answers, weights: int64[WIDEST], points: int64[players], shares: float64[players], scratch.
    """

    request: Array
    path: Array
    progress: Array
    rows: Array
    states: Array
    words: Array
    answers: Array
    weights: Array
    points: Array
    shares: Array

    def interpreted(self) -> "Task":
        """Return the task for kernels that the interpreter runs, with `Fields` as records."""
        request, progress = (np.array([Fields(array)], object) for array in (self.request, self.progress))
        return self._replace(request=request, progress=progress)
