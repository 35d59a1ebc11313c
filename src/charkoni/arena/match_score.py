"""The score of a match: points, Elo, tests and clocks, over the sets that are complete."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from charkoni.arena.game import TRUNCATED, Line, points_of
from charkoni.arena.luck_adjustment import luck_of
from charkoni.arena.match import Match, games_per_set
from charkoni.arena.statistics import Estimate, LuckAdjustedScores, SetScores, Tally, estimate
from charkoni.core.record import LETTERS, Record
from charkoni.core.registry import named


class MatchScore:
    """The score of a match over the complete sets, in order and without gaps.

    Only these count, so that the score does not depend on the order in which parallel games finish.
    """

    def __init__(self, match: Match, lines: Iterable[Line] = ()) -> None:
        self.match = match
        self.game = named(match.game)
        self._waiting: dict[int, dict[int, Line]] = {}
        self.lines: list[Line] = []
        self.tally = Tally()
        self._scores: list[float] = []
        self._luck: list[float] = []
        self.games = 0
        self.verdict = 0
        self.is_within = False
        for line in lines:
            self.add(line)

    @cached_property
    def games_per_set(self) -> int:
        """The number of games in a set."""
        return games_per_set(self.game)

    @property
    def is_decided(self) -> bool:
        """Whether the match is over: all sets are played, or a test or an interval ended it."""
        return self.verdict != 0 or self.is_within or len(self.tally) >= self.match.sets

    def add(self, line: Line) -> None:
        """Add the line of a game; once a match is decided, no further set counts."""
        self.games += 1
        self._waiting.setdefault(line["set"], {})[line["game"]] = line
        while len(self._waiting.get(len(self.tally), {})) == self.games_per_set and not self.is_decided:
            complete = self._waiting.pop(len(self.tally))
            self.lines += [complete[number] for number in sorted(complete)]
            points = sum((Fraction(each["points"]) for each in complete.values()), Fraction(0))
            self.tally.counts[points / self.games_per_set] += 1
            if self.game.has_dice:
                self._scores.append(float(points / self.games_per_set))
                self._luck.append(sum(map(self._luck_in, complete.values())) / self.games_per_set)
            if self.match.sprt:
                self.verdict = self.match.sprt.verdict(self.sets)
            if self.match.within:
                self.is_within = self.match.within.is_decided(self.sets, self.games_per_set)

    def _luck_in(self, line: Line) -> float:
        """Return the points that A owes to luck; computed from the record where the line has none."""
        luck: list[float] = line["luck"] if "luck" in line else luck_of(Record.parse(line["record"]), line["opening"])
        return points_of("A", line["seats"], self.game.sides, luck)

    @property
    def sets(self) -> SetScores:
        """The scores of the sets, adjusted for luck in games with dice."""
        return LuckAdjustedScores(self._scores, self._luck) if self.game.has_dice else self.tally

    @property
    def estimate(self) -> Estimate:
        """A's lead in Elo, adjusted for luck in games with dice."""
        return estimate(self.sets, self.games_per_set)

    @property
    def plain_estimate(self) -> Estimate:
        """A's lead in Elo by the plain results."""
        return estimate(self.tally, self.games_per_set)

    @property
    def points(self) -> Fraction:
        """A's points."""
        return sum((Fraction(line["points"]) for line in self.lines), Fraction(0))

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """The games that A won, drew and lost; with several sides: above, at and below an equal share."""
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
        """Return A's points and games by side, named by the letters of its seats."""
        sums: dict[str, tuple[Fraction, int]] = {}
        for line in self.lines:
            letters = "".join(LETTERS[seat] for seat, who in enumerate(line["seats"]) if who == "A")
            points, games = sums.get(letters, (Fraction(0), 0))
            sums[letters] = points + Fraction(line["points"]), games + 1
        return dict(sorted(sums.items()))

    def reasons(self) -> Mapping[str, int]:
        """Return the number of games by reason of their end, most frequent first."""
        return dict(Counter(line["reason"] for line in self.lines).most_common())

    @property
    def truncated(self) -> int:
        """The number of games cut off at the ply limit; they count as drawn."""
        return self.reasons().get(TRUNCATED, 0)

    def faults(self, who: str) -> list[str]:
        """Return the errors by which a contestant, "A" or "B", lost games."""
        found = [(line["fault"], line["seats"]) for line in self.lines if "fault" in line]
        return [f"{fault['kind']}: {fault['text']}" for fault, seats in found if seats[fault["seat"]] == who]

    def clock(self, who: str) -> tuple[float, int, int]:
        """Return a contestant's slowest move in seconds, the number of late moves, and of games with late moves.

        who: "A" or "B".
        """
        slowest, late, games = 0.0, 0, 0
        for line in self.lines:
            seats = [seat for seat, name in enumerate(line["seats"]) if name == who]
            slowest = max([slowest, *(line["slowest"][seat] for seat in seats)])
            lates = sum(line["late"][seat] for seat in seats)
            late += lates
            games += lates > 0
        return slowest, late, games

    def summary(self) -> dict[str, object]:
        """Return the score as a JSON object, as `charkoni match --json` prints it (docs/strength.md)."""
        plain = self.plain_estimate
        wins, draws, losses = self.wins_draws_losses
        summary = {
            **self.match.header(),
            "judge": self.match.judge,
            "sets": len(self.tally),
            "games": len(self.lines),
            "points": str(self.points),
            "share": round(self.tally.mean, 5),
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "pairs": list(self.tally.pairs) if self.games_per_set == 2 else None,
            **_interval(plain),
            "by_seat": {seat: [str(points), games] for seat, (points, games) in self.by_seat().items()},
            "reasons": self.reasons(),
            "late": {who: self.clock(who)[1] for who in "AB"},
            "faults": {who: len(self.faults(who)) for who in "AB"},
        }
        if self.game.has_dice:
            summary["without_luck"] = {"share": round(self.sets.mean, 5), **_interval(self.estimate)}
        if self.match.sprt:
            test = self.match.sprt
            summary |= {"sprt": [test.low, test.high], "llr": test.ratio(self.sets), "verdict": self.verdict}
        return summary


def _interval(lead: Estimate) -> dict[str, float | None]:
    """Return a lead and its ends, rounded; None for infinity, which JSON cannot represent."""
    ends = {"elo": lead.elo, "elo_low": lead.low, "elo_high": lead.high}
    return {name: round(elo, 1) if abs(elo) < 1e9 else None for name, elo in ends.items()}
