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

import re
from collections.abc import Mapping

from charkoni.core.catalog import AT_ANSWERS, AT_MOVES, LevelParameters
from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.games.opponents import HIGHEST, STYLES
from charkoni.players.computer import to_be_played
from charkoni.players.opening_book import book_move
from charkoni.players.perfect import ByGame
from charkoni.search import Choice, full_width_engine
from charkoni.search.decision.request import Level, Request
from charkoni.search.engine import Engine, first_decision

STYLE_WEIGHT = 0.5
"""Points that the attacking style adds to a move per point of standard deviation over its answers."""

_LEVEL = re.compile(r"level=([0-9]{1,4})(?:,style=([a-z]{1,20}))?", re.ASCII)
_NO_LEVEL = N_("levels are level=1 to level={highest}, with a style if wanted: {example}")
_NO_STYLE = N_("there is no such style; styles are {styles}")


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

    def __init__(
        self, level: int, seed: int = 0, style: str = STYLES[0], engines: ByGame[Engine] | None = None
    ) -> None:
        """Take a level from 1 to HIGHEST, a seed, a style, and the engines that it shares with others, if any."""
        if not 1 <= level <= HIGHEST or style not in STYLES:
            raise ValueError(f"no level {level} of style {style!r}")
        self.level = level
        self.seed = seed
        self.style = style
        self._engines = ByGame(full_width_engine) if engines is None else engines
        self._strengths = ByGame(self._strength)

    def prepare(self, game: Game) -> None:
        """Compile the kernels for the game."""
        self._engines[game].decide(first_decision(game), (), self._strengths[game], self.seed)

    def choose(self, record: Record) -> str:
        """Return the move of this level."""
        return self.find(record).move

    def opening_move(self, record: Record) -> str | None:
        """Return the move of the book that this level plays; None where there is none, or the level varies its play."""
        varies = parameters(record.game, self.level).noise > 0 or record.game.family.has("habits")
        return None if varies else book_move(record, self.seed)

    def find(self, record: Record) -> Choice:
        """Return the move of this level, its value with the errors; that of a move of the book is an even share."""
        position, game = to_be_played(record), record.game
        if opening := self.opening_move(record):
            return Choice(opening, 1 / len(set(game.sides)), 0, (opening,))
        made = self._engines[game].decide(position, record.positions[:-1], self._strengths[game], self.seed)
        progress = made.progress[0]
        move = game.move(int(progress.code))
        return Choice(move, float(progress.value), int(progress.depth), (move,))

    def request(self, record: Record, *, asks_habits: bool = True) -> Request:
        """Return what this level is asked, for a program that runs the search itself (see `search.module_build`).

        asks_habits: whether the habits of people are looked up; without them a choice that needs them is not made.
        """
        position, game = to_be_played(record), record.game
        path, strength = record.positions[:-1], self._strengths[game]
        return self._engines[game].level_request(position, path, strength, self.seed, asks_habits=asks_habits)

    def _strength(self, game: Game) -> Level:
        preference = {"balanced": 0.0, "attacking": STYLE_WEIGHT, "cautious": -STYLE_WEIGHT}[self.style]
        return Level(self.level, parameters(game, self.level), preference, game.family.has("habits"))
