"""A match of two players over several games: openings, seat assignment, seeds."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass

from charkoni.arena.game import Task
from charkoni.arena.match_file import KIND
from charkoni.arena.openings import NODES, book
from charkoni.arena.statistics import Sprt, StopInterval
from charkoni.core.game import Game
from charkoni.core.registry import named
from charkoni.players.levels import level_of, parameters
from charkoni.players.opening_book import Opening, opening_book

MOST_GAMES = 100_000
FORMAT = 3
"""Format of match files.  A file of another format has other openings and cannot be resumed."""

_DICE = 0x9E3779B9
_TIME = re.compile(r":([0-9.]+)(s|ms)$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two players, A and B.

    games: the maximum.  sprt: a sequential test that ends the match early.  within: an interval that ends it early.
    judge: node budget of the search that evaluates an opening.  has_book: use each opening of the game's book once
    instead of random openings.
    """

    game: str
    a: str
    b: str
    games: int
    seed: int
    sprt: Sprt | None = None
    within: StopInterval | None = None
    judge: int = NODES
    has_book: bool = False

    def header(self) -> dict[str, object]:
        """Return the first line of the match file: everything that determines the games, except their number and tests.

        Shape: {"charkoni-match": FORMAT, "game", "a", "b": str, "seed": int, "judge": int | None}, and, if a level
        plays, "levels" with the parameters of each level, [nodes, noise, temperature, cap], so that games of earlier
        versions of a level are not counted.  "book": list of [start, moves] where a book is used.
        """
        levels = {
            spec: astuple(parameters(named(self.game), level)) for spec in (self.a, self.b) if (level := level_of(spec))
        }
        header = {
            KIND: FORMAT,
            "game": self.game,
            "a": self.a,
            "b": self.b,
            "seed": self.seed,
            "judge": self.judge if self.judge != NODES else None,
        }
        if self.has_book:
            header["book"] = [[each.start, " ".join(each.moves)] for each in opening_book(named(self.game))]
        return header | ({"levels": {spec: list(values) for spec, values in levels.items()}} if levels else {})

    @property
    def sets(self) -> int:
        """The maximum number of sets: whole sets, enough for all games."""
        return -(-self.games // games_per_set(named(self.game)))

    def tasks(self, done: Iterable[int] = ()) -> Iterator[Task]:
        """Yield the games in their order, except those whose numbers are in `done`."""
        game, skipped = named(self.game), set(done)
        rotations, even = seatings(game), 1 / len(set(game.sides))
        openings: Iterable[Opening] = (
            opening_book(game)
            if self.has_book
            else (Opening("", moves, even, self.judge) for moves in book(game, self.seed, self.judge))
        )
        for number, opening in zip(range(self.sets), openings, strict=False):
            for turn, seats in enumerate(rotations):
                task = Task(
                    number=number * len(rotations) + turn,
                    set=number,
                    game=self.game,
                    start=opening.start,
                    opening=opening.moves,
                    seats=seats,
                    players={"A": self.a, "B": self.b},
                    dice=self.seed * _DICE + number,
                    seed=(self.seed << 24) + 64 * (number * len(rotations) + turn),
                    budgets_s={"A": seconds_of(self.a), "B": seconds_of(self.b)},
                )
                if task.number not in skipped:
                    yield task


def seconds_of(spec: str) -> float:
    """Return the seconds per move in a player's name, 0 when it names no time."""
    match = _TIME.search(spec)
    return float(match[1]) / (1000 if match[2] == "ms" else 1) if match else 0.0


def seatings(game: Game) -> list[tuple[str, ...]]:
    """Return the seat assignments ("A" or "B" per seat) of the games of a set.

    Two sides swap seats.  With more sides, A plays each side in turn against B on all others, then B against A: over
    the set both have the same seats, and equal players score half of the points.
    """
    sides = sorted(set(game.sides))
    alone = [tuple("A" if side == each else "B" for side in game.sides) for each in sides]
    if len(sides) == 2:
        return alone
    swapped = [tuple("B" if who == "A" else "A" for who in seats) for seats in alone]
    return alone + swapped


def games_per_set(game: Game) -> int:
    """Return the number of games in a set."""
    return len(seatings(game))
