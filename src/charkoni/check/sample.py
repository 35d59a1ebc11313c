"""The positions that checks look at: met in random games, and made by hand from them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from charkoni.check.mutants import mutants
from charkoni.check.report import Trouble
from charkoni.core.compiler import compiled
from charkoni.core.errors import BadPosition
from charkoni.core.game import Game, Position
from charkoni.core.playout import trail
from charkoni.core.random_numbers import seeded

CAP = 1500 if compiled() else 60
"""How many plies a random game may have."""

KEPT = 12 if compiled() else 5
"""How many positions of one random game are looked at."""

MADE = 200 if compiled() else 16
"""How many positions made by hand are looked at."""

FEW = 1000 if compiled() else 4
"""How many moves of one position are played where each costs a list of all."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A game as all its positions, the start first, and the moves between them."""

    positions: tuple[Position, ...]
    moves: tuple[str, ...]

    @property
    def last(self) -> Position:
        """Where the game ended or was cut off."""
        return self.positions[-1]


@dataclass(frozen=True)
class Sample:
    """Random games of one game, all drawn from one seed."""

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
        game = self.game
        codes, weights = np.zeros(game.widest, np.int64), np.zeros(game.widest, np.int64)
        path = np.zeros(CAP, np.int64)
        plies = trail(game.kernels, game.start().state, seeded(self.seed, stream), path, codes, weights)
        return [int(code) for code in path[:plies]]

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
        """The texts of the positions met in play."""
        return tuple(map(str, self.played))

    @cached_property
    def mutants(self) -> tuple[str, ...]:
        """Position texts with small changes; some still obey the grammar and the line Valid."""
        random = self.random
        return tuple(mutant for text in self.texts for mutant in mutants(text, self.texts, random, 6))

    @cached_property
    def made(self) -> tuple[Position, ...]:
        """Positions that play may never reach: what the reader makes of the mutants, each once."""
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
        """All positions to look at: those met in play, then those made by hand."""
        return self.played + self.made

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """All moves seen anywhere, sorted."""
        return tuple(sorted({move for position in self.positions for move in position.moves}))


def few(moves: Sequence[str]) -> Sequence[str]:
    """Return all moves, or some from all over the list when there are more than FEW."""
    return moves[:: 1 + (len(moves) - 1) // FEW] if moves else moves


Check = Callable[[Sample], Iterator[Trouble]]
PositionCheck = Callable[[Position], Iterator[Trouble]]


def each(positions: Iterable[Position], check: PositionCheck) -> Iterator[Trouble]:
    """Run a check on positions; an exception is trouble, too, and stops only the check of that position."""
    for position in positions:
        try:
            for trouble in check(position):
                yield Trouble(trouble.what, trouble.position or str(position), trouble.move)
        except Exception as error:  # whatever a game raises is what a check has to tell
            yield Trouble(f"raised {error!r}", str(position))
