"""Levels 1 to 10 of any game: players that err as people do.

A level has four parameters: its search (static values after each move, after each answer, or a node budget), the
standard deviation of its evaluation errors, the temperature of its choice among moves of similar value, and the largest
loss it accepts knowingly.  None is a time: a level is as strong on a slow machine as on a fast one.

An error depends on the position: the same position is always misjudged in the same way.  Levels without search choose
among moves of similar value by human habits (`habits.py` in the game's folder); if all moves are equal, as in the
placing of columns, all levels do.  In other games, levels without errors would always play the same game, so they start
with openings of the book.  Guards override the errors: from level 2 on an immediate win is played, from level 3 on no
move that loses at once, and won positions are won.
"""

import hashlib
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import NormalDist

from charkoni.core.catalog import AT_ANSWERS, AT_MOVES, LevelParameters
from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.family import HabitsModule
from charkoni.core.game import Game, Position
from charkoni.core.random_numbers import next64, seeded
from charkoni.core.record import Record
from charkoni.games.opponents import HIGHEST, STYLES
from charkoni.players.computer import to_be_played
from charkoni.players.opening_book import book_move
from charkoni.players.perfect import ByGame
from charkoni.players.static_value_kernels import GOES_ON, IS_ANSWERED_BY_LOSS, WINS
from charkoni.players.static_values import MoveEstimate, StaticEvaluator
from charkoni.search import Limits, Searcher, full_width
from charkoni.search.engine import first_decision

STYLE_WEIGHT = 0.5
"""Points that the attacking style adds to a move per point of standard deviation over its answers."""
WON_VALUE = 0.98
SEES_WINS = 2
SEES_LOSSES = 3
CONSIDERED = 5
REPETITION_PENALTY = 0.05
"""Points subtracted from a move that repeats a position.  Without it, levels repeat moves into draws."""
FULL_SPREAD = 0.25
"""Where the candidates differ by fewer points than this, errors are scaled down in proportion: in a quiet position of a
slow game all moves have about the same value, and there, too, the better ones are to be found more often."""

_LEVEL = re.compile(r"level=([0-9]{1,4})(?:,style=([a-z]{1,20}))?", re.ASCII)
_NO_LEVEL = N_("levels are level=1 to level={highest}, with a style if wanted: {example}")
_NO_STYLE = N_("there is no such style; styles are {styles}")
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
    """Return the parameters of a level of a game: those listed for the most of its flags."""
    levels, flags = game.family.catalog.levels, set(game.options.split(","))
    listed = [options for options in levels if set(options.split(",")) - {""} <= flags]
    own = levels[max(listed, key=len)] if listed else {}
    return own.get(level, USUAL[level])


def level_of(text: str) -> int | None:
    """Return the level in the name of a player, None for another player."""
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


class LevelPlayer:
    """A player of a level; with the same seed, the same record gets the same move, on every machine."""

    def __init__(self, level: int, seed: int = 0, style: str = STYLES[0]) -> None:
        """Take a level from 1 to HIGHEST, a seed and a style."""
        if not 1 <= level <= HIGHEST or style not in STYLES:
            raise ValueError(f"no level {level} of style {style!r}")
        self.level = level
        self.seed = seed
        self.style = style
        self._evaluators = ByGame(StaticEvaluator)
        self._searchers = ByGame(lambda game: Searcher(game, full_width(game)))

    def prepare(self, game: Game) -> None:
        """Compile the kernels for the game."""
        self._evaluators[game].evaluate(first_decision(game))
        if parameters(game, self.level).nodes > 0:
            self._searchers[game].prepare()

    def choose(self, record: Record) -> str:
        """Return the move of this level; one without errors, in a game without habits, begins with the book."""
        varies = parameters(record.game, self.level).noise > 0 or record.game.family.has("habits")
        return (None if varies else book_move(record, self.seed)) or self.find(record).move

    def find(self, record: Record) -> MoveEstimate:
        """Return the move of this level, its value with the errors."""
        position = to_be_played(record)
        strength = parameters(record.game, self.level)
        candidates = self._candidates(record, position, strength)
        if _is_flat(candidates) and _is_flat(every := self._by_moves(record, position, strength, candidates)):
            return self._pick(every, self._priors(record, every), len(record))
        kept = guarded(candidates, self.level)
        best = max(kept, key=lambda one: one.value)
        if best.value >= WON_VALUE and (strength.nodes > 0 or best.end == WINS) and self.level >= SEES_WINS:
            return best
        scale = min((best.value - min(one.value for one in candidates)) / FULL_SPREAD, 1.0)
        noise, temperature, cap = (scale * each for each in (strength.noise, strength.temperature, strength.cap))
        strength = LevelParameters(strength.nodes, noise, temperature, cap)
        if _is_repetition(record, position.play(best.move)):
            cap = max(cap, REPETITION_PENALTY)
        noisy = [self._with_error(record, one, strength) for one in kept if best.value - one.value <= cap]
        priors = self._priors(record, noisy) if strength.nodes <= 0 else [1.0] * len(noisy)
        chosen = self._sample(noisy, strength.temperature, len(record), priors)
        return replace(chosen, value=min(max(chosen.value, 0.0), 1.0))

    def _candidates(self, record: Record, position: Position, strength: LevelParameters) -> Sequence[MoveEstimate]:
        """Return the moves that the level considers, with their values before errors."""
        candidates = self._evaluators[record.game].evaluate(
            position, strength.nodes == AT_ANSWERS, self._needs_answers(strength)
        )
        if strength.nodes <= 0 or len(candidates) == 1:
            return candidates
        lines = CONSIDERED if strength.noise or _is_flat(candidates) else 1
        result = self._searchers[record.game].search(record, Limits(nodes=strength.nodes, lines=lines), seed=self.seed)
        by_move = {one.move: one for one in candidates}
        if lines == 1 and _is_repetition(record, position.play(str(result.move))):
            result = self._searchers[record.game].search(
                record, Limits(nodes=strength.nodes, lines=CONSIDERED), seed=self.seed
            )
        return [replace(by_move[choice.move], value=choice.value) for choice in result.ranking]

    def _by_moves(
        self, record: Record, position: Position, strength: LevelParameters, candidates: Sequence[MoveEstimate]
    ) -> Sequence[MoveEstimate]:
        """Return all moves, valued after each move."""
        if strength.nodes == AT_MOVES:
            return candidates
        return self._evaluators[record.game].evaluate(position, answers=self._needs_answers(strength))

    def _needs_answers(self, strength: LevelParameters) -> bool:
        """Return whether anything depends on the answers to the moves, which are many."""
        return strength.nodes == AT_ANSWERS or self.level >= SEES_LOSSES or self.style != STYLES[0]

    def _with_error(self, record: Record, one: MoveEstimate, strength: LevelParameters) -> MoveEstimate:
        """Return a move with the style, the error of the position after it, and the penalty of a repetition."""
        preference = {"balanced": 0.0, "attacking": STYLE_WEIGHT, "cautious": -STYLE_WEIGHT}[self.style]
        value, after = one.value + preference * one.spread, record.position.play(one.move)
        if strength.noise:
            value += strength.noise * _error(after, self.seed)
        if _is_repetition(record, after):
            value -= REPETITION_PENALTY
        return replace(one, value=value)

    def _priors(self, record: Record, moves: Sequence[MoveEstimate]) -> list[float]:
        """Return how often people choose each of some moves, relative to the others."""
        game, state = record.game, record.position.state[0]
        if not game.family.has("habits"):
            return [1.0] * len(moves)
        habits: HabitsModule = game.family.module("habits")
        return [habits.human_prior(state, game.code(one.move), game.flags) for one in moves]

    def _sample(
        self, noisy: Sequence[MoveEstimate], temperature: float, ply: int, priors: Sequence[float]
    ) -> MoveEstimate:
        """Return a random move: the better ones (softmax with a temperature) and those that people like more often."""
        best = max(one.value for one in noisy)
        if temperature <= 0:
            return next(one for one in noisy if one.value == best)
        softmax = (math.exp((one.value - best) / temperature) for one in noisy)
        weights = [weight * prior for weight, prior in zip(softmax, priors, strict=True)]
        return self._pick(noisy, weights, ply)

    def _pick(self, moves: Sequence[MoveEstimate], weights: Sequence[float], ply: int) -> MoveEstimate:
        """Return one of some moves by lot, with these weights."""
        left = int(next64(seeded(self.seed, ply))) / 2**64 * sum(weights)
        for one, weight in zip(moves, weights, strict=True):
            left -= weight
            if left < 0:
                return one
        return moves[-1]


def guarded(candidates: Sequence[MoveEstimate], level: int) -> Sequence[MoveEstimate]:
    """Return the moves that the guards of a level allow: immediate wins, no move that an answer refutes at once."""
    if level >= SEES_WINS:
        wins = [one for one in candidates if one.end == WINS]
        if wins:
            return wins
    if level >= SEES_LOSSES:
        safe = [one for one in candidates if one.end != IS_ANSWERED_BY_LOSS]
        if safe:
            return safe
    return candidates


def _is_flat(candidates: Sequence[MoveEstimate]) -> bool:
    """Return whether several moves are all worth the same, and none of them ends the game or lets it be ended."""
    first = candidates[0]
    return len(candidates) > 1 and all(one.value == first.value and one.end == GOES_ON for one in candidates)


def _is_repetition(record: Record, after: Position) -> bool:
    """Return whether the position after a move repeats one of the record, by the referee's rule."""
    return record.game.referee.repetition and record.times(after) > 0


def _error(position: Position, seed: int) -> float:
    """Return a normally distributed number that depends on a position and the seed alone."""
    content = f"{seed} {position.game.name} ".encode() + position.state.tobytes()
    number = int.from_bytes(hashlib.blake2b(content, digest_size=7).digest(), "big")
    return _NORMAL.inv_cdf((number + 0.5) / 2**56)
