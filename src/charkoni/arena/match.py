"""A match: who plays whom, from which openings, in which seats, and how it stands."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from charkoni.arena.game import TRUNCATED, Line, Task, points_of
from charkoni.arena.luck_adjustment import luck_of
from charkoni.arena.match_file import KIND
from charkoni.arena.openings import NODES, book
from charkoni.arena.statistics import Estimate, Sets, Sprt, Tally, Within, WithoutLuck, estimate
from charkoni.core.game import Game, named
from charkoni.core.record import LETTERS, Record
from charkoni.players.levels import knobs, level_of
from charkoni.search import has_dice

MOST_GAMES = 100_000
FORMAT = 3
"""Of what a match follows from: files of another format cannot be gone on with, for they have other openings."""

_DICE = 0x9E3779B9
_TIME = re.compile(r":([0-9.]+)(s|ms)$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Contest:
    """A match of two players, A and B.

    games: how many at most.  sprt: stop earlier, when this test is decided.  within: or when this is told.
    judge: how many positions are searched to tell whether an opening is even.
    """

    game: str
    a: str
    b: str
    games: int
    seed: int
    sprt: Sprt | None = None
    within: Within | None = None
    judge: int = NODES

    def header(self) -> dict[str, Any]:
        """Return what the games follow from, as JSON; the number of games and the test are no part of it.

        Levels come with their knobs, so that games of a level as it was are not counted with those of what it is now.
        """
        levels = {
            spec: astuple(knobs(named(self.game), level)) for spec in (self.a, self.b) if (level := level_of(spec))
        }
        header = {
            KIND: FORMAT,
            "game": self.game,
            "a": self.a,
            "b": self.b,
            "seed": self.seed,
            "judge": self.judge if self.judge != NODES else None,
        }
        return header | ({"levels": {spec: list(found) for spec, found in levels.items()}} if levels else {})

    @property
    def sets(self) -> int:
        """How many sets are played at most: whole ones, as many as the games need."""
        return -(-self.games // games_per_set(named(self.game)))

    def tasks(self, done: Iterable[int] = ()) -> Iterator[Task]:
        """Yield the games to be played in their order, without those whose numbers are `done`."""
        game, skipped = named(self.game), set(done)
        rotations = seatings(game)
        for number, opening in zip(range(self.sets), book(game, self.seed, self.judge), strict=False):
            for turn, seats in enumerate(rotations):
                task = Task(
                    number=number * len(rotations) + turn,
                    set=number,
                    game=self.game,
                    opening=opening,
                    seats=seats,
                    players={"A": self.a, "B": self.b},
                    dice=self.seed * _DICE + number,
                    seed=(self.seed << 24) + 64 * (number * len(rotations) + turn),
                    budgets_s={"A": seconds_of(self.a), "B": seconds_of(self.b)},
                )
                if task.number not in skipped:
                    yield task


def seconds_of(spec: str) -> float:
    """Return the time per move that a player's name gives him, 0 when it gives none."""
    match = _TIME.search(spec)
    if not match:
        return 0.0
    return float(match[1]) / (1000 if match[2] == "ms" else 1)


def seatings(game: Game) -> list[tuple[str, ...]]:
    """Return who sits where in the games of a set.

    Two sides change seats.  With more, A is alone against B on each side in turn, then B alone against A: over the
    set both have the same seats, and equal players half of the points.
    """
    sides = sorted(set(game.sides))
    alone = [tuple("A" if side == each else "B" for side in game.sides) for each in sides]
    if len(sides) == 2:
        return alone
    swapped = [tuple("B" if who == "A" else "A" for who in seats) for seats in alone]
    return alone + swapped


def games_per_set(game: Game) -> int:
    """Return how many games a set has."""
    sides = len(set(game.sides))
    return 2 if sides == 2 else 2 * sides


class Standing:
    """How a match stands: the sets that are complete, in their order without a gap.

    Only these count, so that the result does not depend on which process was faster.
    """

    def __init__(self, contest: Contest, lines: Iterable[Line] = ()) -> None:
        self.contest = contest
        self.game = named(contest.game)
        self._waiting: dict[int, dict[int, Line]] = {}
        self.lines: list[Line] = []
        self.tally = Tally()
        self._scores: list[float] = []
        self._luck: list[float] = []
        self.games = 0
        self.verdict = 0
        self.is_told = False
        for line in lines:
            self.add(line)

    @cached_property
    def games_per_set(self) -> int:
        """How many games a set has."""
        return games_per_set(self.game)

    @property
    def is_decided(self) -> bool:
        """Whether the match is over: all its sets are played, or what was asked is known."""
        return self.verdict != 0 or self.is_told or len(self.tally) >= self.contest.sets

    def add(self, line: Line) -> None:
        """Take a game in; a decided match takes no more."""
        self.games += 1
        self._waiting.setdefault(line["set"], {})[line["game"]] = line
        while len(self._waiting.get(len(self.tally), {})) == self.games_per_set and not self.is_decided:
            complete = self._waiting.pop(len(self.tally))
            self.lines += [complete[number] for number in sorted(complete)]
            points = sum((Fraction(each["points"]) for each in complete.values()), Fraction(0))
            self.tally.counts[points / self.games_per_set] += 1
            if self.has_luck:
                self._scores.append(float(points / self.games_per_set))
                self._luck.append(sum(map(self._luck_in, complete.values())) / self.games_per_set)
            if self.contest.sprt:
                self.verdict = self.contest.sprt.verdict(self.sets)
            if self.contest.within:
                self.is_told = self.contest.within.is_told(self.sets, self.games_per_set)

    def _luck_in(self, line: Line) -> float:
        """Return the points that A owes to luck; of a game that was kept without it, from its record."""
        luck: list[float] = line["luck"] if "luck" in line else luck_of(Record.parse(line["record"]), line["opening"])
        return points_of("A", line["seats"], self.game.sides, luck)

    @cached_property
    def has_luck(self) -> bool:
        """Whether dice are thrown in the game, so that luck can be taken out of results."""
        return has_dice(self.game)

    @property
    def sets(self) -> Sets:
        """What is known by: the sets, without luck where there are dice."""
        return WithoutLuck(self._scores, self._luck) if self.has_luck else self.tally

    @property
    def estimate(self) -> Estimate:
        """A's lead in Elo, without luck where there are dice."""
        return estimate(self.sets, self.games_per_set)

    @property
    def plain_estimate(self) -> Estimate:
        """A's lead in Elo as the games ended."""
        return estimate(self.tally, self.games_per_set)

    @property
    def points(self) -> Fraction:
        """A's points."""
        return sum((Fraction(line["points"]) for line in self.lines), Fraction(0))

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """How many games A won, shared and lost; where A has several sides: more, as much, less than a fair share."""
        counts = Counter(self._sign(line) for line in self.lines)
        return counts[1], counts[0], counts[-1]

    def _sign(self, line: Line) -> int:
        seats: Sequence[str] = line["seats"]
        sides = self.game.sides
        held = len({side for side, who in zip(sides, seats, strict=True) if who == "A"})
        fair = Fraction(held, len(set(sides)))
        points = Fraction(line["points"])
        return (points > fair) - (points < fair)

    def by_seat(self) -> Mapping[str, tuple[Fraction, int]]:
        """Return A's points and games by the side he had: the letters of its seats."""
        found: dict[str, tuple[Fraction, int]] = {}
        for line in self.lines:
            letters = "".join(LETTERS[seat] for seat, who in enumerate(line["seats"]) if who == "A")
            points, games = found.get(letters, (Fraction(0), 0))
            found[letters] = points + Fraction(line["points"]), games + 1
        return dict(sorted(found.items()))

    def reasons(self) -> Mapping[str, int]:
        """Return how often games ended for which reason."""
        return dict(Counter(line["reason"] for line in self.lines).most_common())

    @property
    def truncated(self) -> int:
        """How many games were cut off; they count as shared."""
        return self.reasons().get(TRUNCATED, 0)

    def clock(self, who: str) -> tuple[float, int, int]:
        """Return an entrant's slowest move in seconds, how many moves were late, and in how many games they were."""
        slowest, late, games = 0.0, 0, 0
        for line in self.lines:
            seats = [seat for seat, name in enumerate(line["seats"]) if name == who]
            slowest = max([slowest, *(line["slowest"][seat] for seat in seats)])
            lates = sum(line["late"][seat] for seat in seats)
            late += lates
            games += lates > 0
        return slowest, late, games

    def summary(self) -> dict[str, Any]:
        """Return all of it as JSON."""
        found = self.plain_estimate
        wins, draws, losses = self.wins_draws_losses
        summary = {
            **self.contest.header(),
            "judge": self.contest.judge,
            "sets": len(self.tally),
            "games": len(self.lines),
            "points": str(self.points),
            "share": round(self.tally.mean, 5),
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "pairs": list(self.tally.pairs) if self.games_per_set == 2 else None,
            "elo": _finite(found.elo),
            "elo_low": _finite(found.low),
            "elo_high": _finite(found.high),
            "by_seat": {seat: [str(points), games] for seat, (points, games) in self.by_seat().items()},
            "reasons": self.reasons(),
            "late": {who: self.clock(who)[1] for who in "AB"},
        }
        if self.has_luck:
            without, sets = self.estimate, self.sets
            summary["without_luck"] = {
                "share": round(sets.mean, 5),
                "elo": _finite(without.elo),
                "elo_low": _finite(without.low),
                "elo_high": _finite(without.high),
            }
        if self.contest.sprt:
            test = self.contest.sprt
            summary |= {"sprt": [test.low, test.high], "llr": test.ratio(self.sets), "verdict": self.verdict}
        return summary


def _finite(elo: float) -> float | None:
    """Return the number rounded, or None for what JSON cannot hold."""
    return round(elo, 1) if abs(elo) < 1e9 else None
