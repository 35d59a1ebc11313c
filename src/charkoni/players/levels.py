"""Levels 1 to 10 of any game: players that are weaker in the ways people are.

A level has four knobs: how far it sees (a glance at moves, a glance at answers, or a search of so many nodes), how
wrong its beliefs about positions are, how loosely it chooses among moves it believes to be about as good, and how
much it may give away knowingly.  No knob is a time: a level is as strong on a slow machine as on a fast one.

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


@dataclass(frozen=True, slots=True)
class Knobs:
    """What makes a level.

    nodes: how many positions it searches; 0: it glances at its moves; -1: also at the answers.  noise: the standard
    deviation of its errors, in points.  looseness: how many points less make a move e times rarer.  cap: the most
    points it gives away by its own sight.  The last three shrink where moves differ little (FULL).
    """

    nodes: int
    noise: float
    looseness: float
    cap: float


AT_MOVES, AT_ANSWERS = 0, -1

USUAL: Mapping[int, Knobs] = {
    1: Knobs(AT_MOVES, 0.30, 0.15, 1.00),
    2: Knobs(AT_MOVES, 0.10, 0.05, 0.50),
    3: Knobs(AT_ANSWERS, 0.14, 0.06, 0.35),
    4: Knobs(AT_ANSWERS, 0.05, 0.03, 0.20),
    5: Knobs(400, 0.08, 0.04, 0.15),
    6: Knobs(1_500, 0.05, 0.025, 0.10),
    7: Knobs(5_000, 0.03, 0.015, 0.06),
    8: Knobs(15_000, 0.015, 0.008, 0.03),
    9: Knobs(40_000, 0.0, 0.0, 0.0),
    10: Knobs(200_000, 0.0, 0.0, 0.0),
}
"""The levels of a game that has no table of its own."""

OWN: Mapping[str, Mapping[int, Knobs]] = {
    "banglagor": {  # what an answer takes says little, and a search of some thousand positions much
        2: Knobs(AT_MOVES, 0.17, 0.085, 0.70),
        3: Knobs(AT_MOVES, 0.10, 0.05, 0.50),
        4: Knobs(AT_ANSWERS, 0.105, 0.052, 0.31),
        5: Knobs(AT_ANSWERS, 0.062, 0.034, 0.22),
        6: Knobs(2_500, 0.045, 0.022, 0.095),
        7: Knobs(4_500, 0.028, 0.014, 0.055),
        8: Knobs(7_000, 0.02, 0.01, 0.04),
        9: Knobs(10_000, 0.012, 0.006, 0.025),
        10: Knobs(12_000, 0.0, 0.0, 0.0),
    },
    "barbakan": {  # random play hardly gets a pawn inside, so that even bad sight wins; answers say little
        1: Knobs(AT_MOVES, 1.00, 0.70, 1.00),
        2: Knobs(AT_MOVES, 0.55, 0.37, 1.00),
        3: Knobs(AT_MOVES, 0.35, 0.21, 0.92),
        4: Knobs(AT_MOVES, 0.23, 0.13, 0.70),
        5: Knobs(AT_MOVES, 0.155, 0.087, 0.49),
        6: Knobs(AT_MOVES, 0.105, 0.053, 0.33),
        7: Knobs(AT_MOVES, 0.065, 0.0325, 0.215),
        8: Knobs(400, 0.15, 0.075, 0.41),
        9: Knobs(1_000, 0.075, 0.038, 0.2),
        10: Knobs(1_000, 0.0, 0.0, 0.0),
    },
    "chaupar": {  # dice decide much: random play wins now and then, and a search gains little on a glance
        1: Knobs(AT_MOVES, 2.00, 1.50, 1.00),
        2: Knobs(AT_MOVES, 0.78, 0.52, 1.00),
        3: Knobs(AT_MOVES, 0.49, 0.27, 1.00),
        4: Knobs(AT_MOVES, 0.315, 0.163, 0.88),
        5: Knobs(AT_MOVES, 0.235, 0.118, 0.72),
        6: Knobs(AT_MOVES, 0.187, 0.094, 0.60),
        7: Knobs(AT_MOVES, 0.131, 0.066, 0.45),
        8: Knobs(AT_ANSWERS, 0.12, 0.06, 0.35),
        9: Knobs(600, 0.10, 0.05, 0.27),
        10: Knobs(40_000, 0.0, 0.0, 0.0),
    },
    "focus": {  # a good glance is worth as much here as a search of some dozen positions
        1: Knobs(AT_MOVES, 0.10, 0.05, 0.35),
        2: Knobs(AT_MOVES, 0.076, 0.038, 0.28),
        3: Knobs(AT_MOVES, 0.055, 0.027, 0.21),
        4: Knobs(AT_ANSWERS, 0.065, 0.032, 0.24),
        5: Knobs(AT_ANSWERS, 0.052, 0.026, 0.2),
        6: Knobs(AT_ANSWERS, 0.0385, 0.0193, 0.155),
        7: Knobs(AT_ANSWERS, 0.0195, 0.0098, 0.095),
        8: Knobs(510, 0.118, 0.059, 0.325),
        9: Knobs(3_600, 0.0245, 0.012, 0.049),
        10: Knobs(20_000, 0.0, 0.0, 0.0),
    },
    "gana": {  # who sees no threat to his king is lost at once, and what the answer takes says little
        1: Knobs(AT_MOVES, 0.24, 0.12, 0.80),
        2: Knobs(AT_MOVES, 0.083, 0.042, 0.30),
        3: Knobs(AT_MOVES, 0.213, 0.1065, 0.70),
        4: Knobs(AT_MOVES, 0.111, 0.055, 0.39),
        5: Knobs(AT_MOVES, 0.055, 0.027, 0.21),
        6: Knobs(60, 0.40, 0.20, 1.00),
        7: Knobs(550, 0.145, 0.072, 0.47),
        8: Knobs(800, 0.044, 0.022, 0.145),
        9: Knobs(900, 0.0, 0.0, 0.0),
        10: Knobs(2_500, 0.0, 0.0, 0.0),
    },
    "mangala": {  # the answer that suits its player best says little here: level 4 has to search
        1: Knobs(AT_MOVES, 0.36, 0.19, 1.00),
        2: Knobs(AT_MOVES, 0.054, 0.027, 0.34),
        3: Knobs(AT_ANSWERS, 0.10, 0.04, 0.25),
        4: Knobs(250, 0.105, 0.053, 0.25),
        5: Knobs(600, 0.065, 0.033, 0.15),
        6: Knobs(1_500, 0.043, 0.022, 0.095),
        7: Knobs(6_000, 0.027, 0.0135, 0.06),
        8: Knobs(16_000, 0.016, 0.008, 0.033),
        9: Knobs(60_000, 0.006, 0.003, 0.0125),
        10: Knobs(600_000, 0.0, 0.0, 0.0),
    },
    "mangala:fortress": {  # a look at own moves alone says less here than without fortresses, one at answers more
        1: Knobs(AT_MOVES, 0.60, 0.36, 1.00),
        2: Knobs(AT_MOVES, 0.028, 0.014, 0.22),
        3: Knobs(AT_ANSWERS, 0.115, 0.047, 0.28),
        4: Knobs(250, 0.075, 0.038, 0.19),
        5: Knobs(600, 0.065, 0.033, 0.15),
        6: Knobs(1_700, 0.038, 0.019, 0.085),
        7: Knobs(6_000, 0.027, 0.0135, 0.06),
        8: Knobs(16_000, 0.0145, 0.0073, 0.03),
        9: Knobs(90_000, 0.0045, 0.0023, 0.0095),
        10: Knobs(350_000, 0.0, 0.0, 0.0),
    },
    "mosty": {  # a glance goes far here, a search of few positions sees less than one at answers, of many nearly all
        1: Knobs(AT_MOVES, 0.56, 0.45, 1.00),
        2: Knobs(AT_MOVES, 0.485, 0.36, 0.93),
        3: Knobs(AT_MOVES, 0.86, 0.70, 1.00),
        4: Knobs(AT_ANSWERS, 0.33, 0.165, 0.66),
        5: Knobs(AT_ANSWERS, 0.187, 0.092, 0.43),
        6: Knobs(AT_ANSWERS, 0.12, 0.06, 0.32),
        7: Knobs(AT_ANSWERS, 0.0725, 0.038, 0.225),
        8: Knobs(AT_ANSWERS, 0.01, 0.007, 0.08),
        9: Knobs(12_000, 0.038, 0.019, 0.08),
        10: Knobs(80_000, 0.0, 0.0, 0.0),
    },
}
"""What differs, by the name of the game with its flags or without, found by `charkoni ladder`."""


def knobs(game: Game, level: int) -> Knobs:
    """Return the knobs of a level."""
    own = OWN.get(game.name) or OWN.get(game.family.name, {})
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
        if knobs(game, self.level).nodes > 0:
            self._searcher(game).prepare()

    def choose(self, record: Record) -> str:
        """Return the move of this level."""
        return self.find(record).move

    def find(self, record: Record) -> Prospect:
        """Return the move with what the level believes of it, its errors included."""
        position = to_be_played(record)
        own = knobs(record.game, self.level)
        seen = self._seen(record, position, own)
        kept = guarded(seen, self.level)
        best = max(kept, key=lambda one: one.value)
        if best.value >= WON and (own.nodes > 0 or best.end == WINS) and self.level >= SEES_WINS:
            return best
        scale = min((best.value - min(one.value for one in seen)) / FULL, 1.0)
        own = Knobs(own.nodes, scale * own.noise, scale * own.looseness, scale * own.cap)
        cap = max(own.cap, AGAIN) if _is_there_again(record, position.play(best.move)) else own.cap
        believed = [self._believed(record, one, own) for one in kept if best.value - one.value <= cap]
        chosen = self._pick(believed, own.looseness, len(record))
        return replace(chosen, value=min(max(chosen.value, 0.0), 1.0))

    def _seen(self, record: Record, position: Position, own: Knobs) -> Sequence[Prospect]:
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

    def _believed(self, record: Record, one: Prospect, own: Knobs) -> Prospect:
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
