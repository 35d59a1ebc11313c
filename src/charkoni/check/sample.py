"""Sample positions for the checks: from random games, and read from mutants of their texts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import TypeVar

import numpy as np

from charkoni.check import fingerprint
from charkoni.check.mutants import mutants
from charkoni.check.report import Trouble
from charkoni.core.compiler import compiled
from charkoni.core.errors import BadPosition
from charkoni.core.game import Game, Position

CAP = 1500 if compiled() else 60
"""The most plies of a random game."""

KEPT = 12 if compiled() else 5
"""The most positions of one random game in the sample."""

MADE = 200 if compiled() else 16
"""The most positions read from mutants in the sample."""

SHOWN = 36 if compiled() else 12
"""About the most positions whose boards and encodings are checked."""

FEW = 1000 if compiled() else 4
"""The most moves of one position that a check plays."""


Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Walk:
    """A random game: all its positions, the start first, and the moves between them."""

    positions: tuple[Position, ...]
    moves: tuple[str, ...]

    @property
    def last(self) -> Position:
        """The position in which the game ended or was cut off."""
        return self.positions[-1]


@dataclass(frozen=True)
class Sample:
    """Random games of one game, and mutants of their texts, all drawn from one seed."""

    game: Game
    games: int
    seed: int

    @property
    def random(self) -> np.random.Generator:
        """A fresh generator: the same numbers every time."""
        return np.random.default_rng(self.seed)

    @cached_property
    def walks(self) -> tuple[Walk, ...]:
        """Random games from the start."""
        return tuple(self._walk(stream) for stream in range(self.games))

    def _walk(self, stream: int) -> Walk:
        positions = [self.game.start()]
        moves = [self.game.move(code) for code in self.codes(stream)]
        for move in moves:
            positions.append(positions[-1].play(move))
        return Walk(tuple(positions), tuple(moves))

    def codes(self, stream: int) -> list[int]:
        """Return the codes of one random game, cut off where it gets long."""
        codes: list[int] = fingerprint.played(self.game, self.seed, stream, CAP)[0].tolist()
        return codes

    @cached_property
    def played(self) -> tuple[Position, ...]:
        """Some positions of each walk, the first and the last among them, each once."""
        chosen: dict[Position, None] = {}
        for number, walk in enumerate(self.walks):
            random = np.random.default_rng((self.seed, number))
            inner = random.integers(len(walk.positions), size=KEPT - 2)
            for place in sorted({0, len(walk.moves), *map(int, inner)}):
                chosen[walk.positions[place]] = None
        return tuple(chosen)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of `played`."""
        return tuple(map(str, self.played))

    @cached_property
    def mutants(self) -> tuple[str, ...]:
        """Mutants of the position texts; some are still texts of valid positions."""
        random = self.random
        return tuple(mutant for text in self.texts for mutant in mutants(text, self.texts, random, 6))

    @cached_property
    def made(self) -> tuple[Position, ...]:
        """The valid positions among the mutants, each once; play may never reach them."""
        made: dict[Position, None] = {}
        for text in self.mutants:
            if len(made) == MADE:
                break
            try:
                made[self.game.parse(text)] = None
            except BadPosition:
                continue
        return tuple(made)

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions of the sample: those of random games, then those read from mutants."""
        return self.played + self.made

    @property
    def shown(self) -> tuple[Position, ...]:
        """Some of the positions, at equal distances: boards, encodings and texts are looked at in these."""
        return tuple(few(self.positions, SHOWN))

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """All moves of all positions, sorted."""
        return tuple(sorted({move for position in self.positions for move in position.moves}))


def few(things: Sequence[Thing], most: int = FEW) -> Sequence[Thing]:
    """Return all moves or other things, or at most so many at equal distances in the list when there are more."""
    return things[:: 1 + (len(things) - 1) // most] if things else things


Check = Callable[[Sample], Iterator[Trouble]]
PositionCheck = Callable[[Position], Iterator[Trouble]]


def each(positions: Iterable[Position], check: PositionCheck) -> Iterator[Trouble]:
    """Run a check on positions; an exception becomes a finding and ends only the check of that position."""
    for position in positions:
        try:
            for trouble in check(position):
                yield Trouble(trouble.what, trouble.position or str(position), trouble.move)
        except Exception as error:  # any exception that a game raises is a finding
            yield Trouble(f"raised {error!r}", str(position))


def each_of(positions: Callable[[Sample], Iterable[Position]]) -> Callable[[PositionCheck], Check]:
    """Return a decorator: it makes of a check of one position the check of these positions of a sample."""

    def decorated(check: PositionCheck) -> Check:
        @wraps(check)
        def check_each(sample: Sample) -> Iterator[Trouble]:
            return each(positions(sample), check)

        return check_each

    return decorated
