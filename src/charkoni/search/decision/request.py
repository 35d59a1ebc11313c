"""Requests of a decision, and the arrays that one takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from charkoni.core.catalog import AT_ANSWERS, LevelParameters
from charkoni.core.constants import CHANCE
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.random_numbers import seeded
from charkoni.search.decision.layout import (
    BY_ANSWERS,
    BY_MOVES,
    BY_SEARCH,
    LONGEST_PATH,
    LONGEST_TEXT,
    NO_SIDE,
    ROW,
    Task,
    progress_dtype,
    request_dtype,
)


@dataclass(frozen=True, slots=True)
class Level:
    """What a level of a game is for a decision.

    preference: points added per point of standard deviation over the answers.  priors: whether there are habits, which
    are asked for where they count.
    """

    level: int
    parameters: LevelParameters
    preference: float = 0.0
    has_habits: bool = False


class WorkArrays:
    """The states of a path, and scratch.

    words: uint64[count, n], the bytes of the states.  states: STATE[count], the same memory.  out, weights:
    int64[WIDEST].  points: int64[players].  values: float64[players].
    """

    def __init__(self, game: Game, count: int) -> None:
        # Each state begins at a word of its own, so that its hash is made of whole words.
        width = words_of(game)
        self.words = np.zeros((count, width), np.uint64)
        self.states: Array = np.ndarray((count,), game.dtype, self.words, strides=(8 * width,))
        self.out, self.weights = np.zeros(game.widest, np.int64), np.ones(game.widest, np.int64)
        self.points, self.values = np.zeros(game.players, np.int64), np.zeros(game.players, np.float64)


class Request(NamedTuple):
    """A request as it is in memory: two arrays of a `Task`."""

    request: Array
    path: Array

    def to_bytes(self) -> bytes:
        """Return what a module for WebAssembly is given: the fields before `codes`, the codes, the priors, the path."""
        one = self.request[0]
        moves = (array[: one.count] for array in (one.codes, one.priors))
        head = self.request.tobytes()[: one.dtype.fields["codes"][1]]
        return b"".join((head, *(array.tobytes() for array in (*moves, self.path))))


def words_of(game: Game) -> int:
    """Return the number of words of a state."""
    return -(-game.dtype.itemsize // 8)


def mask_of(game: Game) -> Array:
    """Return the bits of a state compared for repetition (R5), uint64[n]: all but the draw counter."""
    rows = np.full(8 * words_of(game), 255, np.uint8)
    counter = game.referee.counter
    if counter:
        assert game.dtype.fields is not None
        kind, offset = game.dtype.fields[counter][:2]
        rows[offset : offset + kind.itemsize] = 0
    mask: Array = rows.view(np.uint64)
    return mask


def blank_request(game: Game, positions: int) -> Request:
    """Return a request with nothing in it.  positions: how many the path has."""
    width = words_of(game)
    head = np.zeros(1, request_dtype(game.widest, game.family.most_players, width))
    return Request(head, np.zeros((positions, width), np.uint64))


def request_of(position: Position, path: Sequence[Position]) -> Request:
    """Return a request for a position: the facts of the game and its moves, without limits.

    path: the positions before it, from the start of the game.
    """
    game, sides = position.game, position.game.sides
    met = (*path[1 - LONGEST_PATH :], position) if game.referee.repetition else (position,)
    asked = blank_request(game, len(met))
    one, player, count = asked.request[0], max(position.turn, 0), len(set(sides))
    states = np.ndarray(len(met), game.dtype, asked.path, strides=asked.path.strides[:1])
    for place, before in enumerate(met):
        states[place] = before._state[0]
    codes = () if position.turn == CHANCE else position.codes
    # Items of a record are written four times as fast as its attributes.
    one["codes"][: len(codes)], one["priors"] = codes, 1.0
    one["count"], one["positions"], one["played"] = len(codes), len(met), len(path)
    one["player"], one["players"], one["sides"] = player, game.players, count
    one["repeats"], one["ply_cap"] = game.referee.repetition, game.referee.cap or 0
    one["mask"] = mask_of(game)
    one["side"] = NO_SIDE
    one["side"][: game.players] = sides
    return asked


def ask_level(asked: Request, level: Level, name: str, seed: int) -> None:
    """Let a level decide.  name: of the game.  seed: of its errors and of its choice."""
    one, own, text = asked.request[0], level.parameters, f"{seed} {name} ".encode()
    assert len(text) <= LONGEST_TEXT
    one["level"], one["preference"], one["has_priors"] = level.level, level.preference, not level.has_habits
    one["looks"] = BY_SEARCH if own.nodes > 0 else BY_ANSWERS if own.nodes == AT_ANSWERS else BY_MOVES
    one["noise"], one["temperature"], one["cap"] = own.noise, own.temperature, own.cap
    one["rng"] = seeded(seed, int(one["played"]))
    one["text"][: len(text)] = np.frombuffer(text, np.uint8)
    one["text_length"] = len(text)


def task_of(game: Game, asked: Request, lines: int) -> Task:
    """Return the arrays of a decision.  lines: how many it may have to rank."""
    a, progress = WorkArrays(game, 3), np.zeros(1, progress_dtype(game.widest, words_of(game)))
    work = a.states, a.words, a.out, a.weights, a.points, a.values
    return Task(*asked, progress, np.zeros((2, lines), ROW), *work)
