"""Levels 1 to 10 of any game: players that are weaker in the ways people are.

A level has four parameters: how far it sees (a glance at moves, a glance at answers, or a search of so many nodes), how
wrong its beliefs about positions are, how loosely it chooses among moves it believes to be about as good, and how
much it may give away knowingly.  No parameter is a time: a level is as strong on a slow machine as on a fast one.

A wrong belief belongs to a position, not to a moment: who misjudges a position misjudges it again when he comes back
to it, as people do.  On top stand guards: from level 2 on a win at hand is seen, from level 3 on no move is played
that loses at once, and who has won brings it home.
"""

import hashlib
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

import numpy as np

from charkoni.core.catalog import AT_ANSWERS, AT_MOVES, LevelParameters
from charkoni.core.errors import BadText, Reason, mark
from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.core.random_numbers import next64, seeded
from charkoni.core.record import Record
from charkoni.players.computer import to_be_played
from charkoni.players.levels_kernels import AFTER, ANSWERED, END, IS_ANSWERED_BY_LOSS, SPREAD, WINS, glance
from charkoni.search import Limits, Searcher, full_width

HIGHEST = 10
STYLES = ("balanced", "attacking", "cautious")
STYLE_WEIGHT = 0.5
"""How many points a move gains by a spread of one point among its answers, for who likes to attack."""
WON = 0.98
SEES_WINS = 2
SEES_LOSSES = 3
CONSIDERED = 5
AGAIN = 0.05
"""By how many points less a move is liked that brings about a position for another time: who sees no progress in it
tries something else, as people do.  Without it levels that fear nothing more than a bad move shuffle into draws."""
FULL = 0.25
"""Where the moves seen differ by fewer points than this, errors are smaller in proportion: in a quiet position of a
slow game all moves are worth about the same, and there, too, the better ones are found more often."""

_LEVEL = re.compile(r"level=([0-9]{1,4})(?:,style=([a-z]{1,20}))?", re.ASCII)
_NO_LEVEL = mark("levels are level=1 to level={highest}, with a style if wanted: {example}")
_NO_STYLE = mark("there is no such style; styles are {styles}")
_NORMAL = NormalDist()


class BadLevel(BadText):
    """A text that names no level."""


USUAL: Mapping[int, LevelParameters] = {
    1: LevelParameters(AT_MOVES, 0.30, 0.15, 1.00),
    2: LevelParameters(AT_MOVES, 0.10, 0.05, 0.50),
    3: LevelParameters(AT_ANSWERS, 0.14, 0.06, 0.35),
    4: LevelParameters(AT_ANSWERS, 0.05, 0.03, 0.20),
    5: LevelParameters(400, 0.08, 0.04, 0.15),
    6: LevelParameters(1_500, 0.05, 0.025, 0.10),
    7: LevelParameters(5_000, 0.03, 0.015, 0.06),
    8: LevelParameters(15_000, 0.015, 0.008, 0.03),
    9: LevelParameters(40_000, 0.0, 0.0, 0.0),
    10: LevelParameters(200_000, 0.0, 0.0, 0.0),
}
"""The levels of a game that has no table of its own."""


def parameters(game: Game, level: int) -> LevelParameters:
    """Return the parameters of a level of a game."""
    levels = game.family.catalog.levels
    own = levels.get(game.options) or levels.get("", {})
    return own.get(level, USUAL[level])


def level_of(text: str) -> int | None:
    """Return the level that the name of a player says, or None for another player."""
    match = _LEVEL.fullmatch(text)
    return int(match[1]) if match and 1 <= int(match[1]) <= HIGHEST else None


def level_player(text: str, seed: int = 0) -> "LevelPlayer":
    """Return the player of "level=3" or "level=3,style=attacking"; raise BadLevel."""
    match = _LEVEL.fullmatch(text)
    if not match or not 1 <= int(match[1]) <= HIGHEST:
        values = {"highest": HIGHEST, "example": f"level=3,style={STYLES[1]}"}
        raise BadLevel(text, Reason("BAD_LEVEL", "", _NO_LEVEL, values))
    if match[2] and match[2] not in STYLES:
        raise BadLevel(text, Reason("BAD_STYLE", "", _NO_STYLE, {"styles": ", ".join(STYLES)}))
    return LevelPlayer(int(match[1]), seed, match[2] or STYLES[0])


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a level sees of a move, in points of who decides.  end: see `levels_kernels.glance`."""

    move: str
    value: float
    spread: float
    end: int


class LevelPlayer:
    """A player of a level; with the same seed, the same record gets the same move, on every machine."""

    def __init__(self, level: int, seed: int = 0, style: str = STYLES[0]) -> None:
        """Take a level from 1 to HIGHEST, a seed and a style."""
        if not 1 <= level <= HIGHEST or style not in STYLES:
            raise ValueError(f"no level {level} of style {style!r}")
        self.level = level
        self.seed = seed
        self.style = style
        self._views: dict[Game, _View] = {}
        self._searchers: dict[Game, Searcher] = {}

    def prepare(self, game: Game) -> None:
        """Compile what is needed for the game."""
        record = Record(game)
        while record.position.odds:
            record.play(record.position.moves[0])
        self._view(game).look(record.position)
        if parameters(game, self.level).nodes > 0:
            self._searcher(game).prepare()

    def choose(self, record: Record) -> str:
        """Return the move of this level."""
        return self.find(record).move

    def find(self, record: Record) -> Prospect:
        """Return the move with what the level believes of it, its errors included."""
        position = to_be_played(record)
        own = parameters(record.game, self.level)
        seen = self._seen(record, position, own)
        kept = guarded(seen, self.level)
        best = max(kept, key=lambda one: one.value)
        if best.value >= WON and (own.nodes > 0 or best.end == WINS) and self.level >= SEES_WINS:
            return best
        scale = min((best.value - min(one.value for one in seen)) / FULL, 1.0)
        own = LevelParameters(own.nodes, scale * own.noise, scale * own.looseness, scale * own.cap)
        cap = max(own.cap, AGAIN) if _is_there_again(record, position.play(best.move)) else own.cap
        believed = [self._believed(record, one, own) for one in kept if best.value - one.value <= cap]
        chosen = self._pick(believed, own.looseness, len(record))
        return replace(chosen, value=min(max(chosen.value, 0.0), 1.0))

    def _seen(self, record: Record, position: Position, own: LevelParameters) -> Sequence[Prospect]:
        """Return all moves that the level considers, with their values by its sight."""
        seen = self._view(record.game).look(position, own.nodes == AT_ANSWERS)
        if own.nodes <= 0 or len(seen) == 1:
            return seen
        lines = CONSIDERED if own.noise else 1
        found = self._searcher(record.game).search(record, Limits(nodes=own.nodes, lines=lines), seed=self.seed)
        by_move = {one.move: one for one in seen}
        if lines == 1 and _is_there_again(record, position.play(str(found.move))):
            found = self._searcher(record.game).search(
                record, Limits(nodes=own.nodes, lines=CONSIDERED), seed=self.seed
            )
        return [replace(by_move[choice.move], value=choice.value) for choice in found.ranking]

    def _believed(self, record: Record, one: Prospect, own: LevelParameters) -> Prospect:
        """Return the prospect as the level believes it: with the error that belongs to the position it leads to."""
        liking = {"balanced": 0.0, "attacking": STYLE_WEIGHT, "cautious": -STYLE_WEIGHT}[self.style]
        value, after = one.value + liking * one.spread, record.position.play(one.move)
        if own.noise:
            value += own.noise * _error(after, self.seed)
        if _is_there_again(record, after):
            value -= AGAIN
        return replace(one, value=value)

    def _pick(self, believed: Sequence[Prospect], looseness: float, ply: int) -> Prospect:
        """Return a prospect, the better ones more often."""
        best = max(one.value for one in believed)
        if looseness <= 0:
            return next(one for one in believed if one.value == best)
        weights = [math.exp((one.value - best) / looseness) for one in believed]
        left = int(next64(seeded(self.seed, ply))) / 2**64 * sum(weights)
        for one, weight in zip(believed, weights, strict=True):
            left -= weight
            if left < 0:
                return one
        return believed[-1]

    def _view(self, game: Game) -> "_View":
        if game not in self._views:
            self._views[game] = _View(game)
        return self._views[game]

    def _searcher(self, game: Game) -> Searcher:
        if game not in self._searchers:
            self._searchers[game] = Searcher(game, full_width(game))
        return self._searchers[game]


def guarded(seen: Sequence[Prospect], level: int) -> Sequence[Prospect]:
    """Return the moves that a level does not shut out: a win at hand alone, no move that an answer loses at once."""
    if level >= SEES_WINS:
        wins = [one for one in seen if one.end == WINS]
        if wins:
            return wins
    if level >= SEES_LOSSES:
        safe = [one for one in seen if one.end != IS_ANSWERED_BY_LOSS]
        if safe:
            return safe
    return seen


def _is_there_again(record: Record, after: Position) -> bool:
    """Return whether a position counts as one that the record has held."""
    return record.game.referee.repetition and record.times(after) > 0


def _error(position: Position, seed: int) -> float:
    """Return a normal random number that belongs to a position."""
    content = f"{seed} {position.game.name} ".encode() + position.state.tobytes()
    number = int.from_bytes(hashlib.blake2b(content, digest_size=7).digest(), "big")
    return _NORMAL.inv_cdf((number + 0.5) / 2**56)


class _View:
    """The work arrays of a glance at the moves of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._root = game.blank()
        self._arrays: tuple[Any, ...] = (
            np.zeros(game.widest, np.int64),
            np.zeros(game.widest, np.int64),
            np.ones(game.widest, np.int64),
            np.zeros(game.players, np.int64),
            np.zeros(game.players, np.float64),
            np.zeros((game.widest, 4), np.float64),
        )
        self._work = np.concatenate([self._root, self._root])
        self._sides = len(set(game.sides))

    def look(self, position: Position, at_answers: bool = False) -> list[Prospect]:
        """Return all moves in the order of their texts."""
        self._root[:] = position.state
        count = int(glance(self.game.kernels, self._root, self._work, self._sides, *self._arrays))
        codes, out = self._arrays[0], self._arrays[-1]
        value = ANSWERED if at_answers else AFTER
        rows = zip(codes[:count].tolist(), out[:count].tolist(), strict=True)
        seen = [Prospect(self.game.move(code), row[value], row[SPREAD], int(row[END])) for code, row in rows]
        return sorted(seen, key=lambda one: one.move)
