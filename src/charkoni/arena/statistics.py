"""What results of games prove: Elo with error bars, sequential tests, ratings of many players.

Everything counts *sets*: the games from one opening in which everybody sat everywhere.  Games of a set are not
independent, sets are.  The score of a set lies between 0 and 1; with two sides and two games it is 0, 1/4, 1/2, 3/4
or 1 (the pentanomial model).  Where dice decide, sets count without the luck they had: any number, mostly near those.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

import numpy as np

PENTANOMIAL = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))
LEAST_SETS = 10
ERROR = 0.05
_SMALL = 1e-3
FITTED = 2  # a line: its height and its slope


def expected(elo: float) -> float:
    """Return the share of the points that a lead of so many Elo is worth."""
    return 1 / (1 + math.pow(10, -elo / 400))


def elo_of(share: float) -> float:
    """Return the lead in Elo that a share of the points shows; infinite at 0 and 1."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return -400 * math.log10(1 / share - 1)


def sweep_bound(games: int, error: float = ERROR) -> float:
    """Return the lead that is proved when all games were won: a smaller one would do it less often than `error`."""
    return elo_of(error ** (1 / games))


class Tally:
    """The scores of sets, counted."""

    def __init__(self, scores: Iterable[Fraction] = ()) -> None:
        self.counts = Counter(scores)

    @classmethod
    def pentanomial(cls, counts: Sequence[int]) -> "Tally":
        """Return the tally of pairs that scored 0, 1/2, 1, 3/2 and 2 points."""
        tally = cls()
        tally.counts = Counter(dict(zip(PENTANOMIAL, counts, strict=True)))
        return tally

    def __len__(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The share of all points; one half when there are no sets."""
        n = len(self)
        return float(sum(score * times for score, times in self.counts.items()) / n) if n else 0.5

    @property
    def variance(self) -> float:
        """The variance of the score of a set."""
        mean, n = self.mean, len(self)
        return sum(times * (float(score) - mean) ** 2 for score, times in self.counts.items()) / n if n else 0.0

    @property
    def pairs(self) -> tuple[int, ...]:
        """How many sets scored 0, 1/4, 1/2, 3/4 and 1."""
        return tuple(self.counts[score] for score in PENTANOMIAL)

    @property
    def scores(self) -> list[float]:
        """The scores of all sets, in no order."""
        return [float(score) for score in self.counts.elements()]

    def ratio(self, s0: float, s1: float) -> float:
        """Return the logarithm of the likelihood ratio of two means, each at the likeliest distribution of scores."""
        if not len(self):
            return 0.0
        weights = {float(score): max(times, _SMALL) for score, times in self.counts.items()}
        for score in PENTANOMIAL:  # what was never seen stays possible
            weights.setdefault(float(score), _SMALL)
        t0, t1 = _tilt(weights, s0), _tilt(weights, s1)
        return sum(
            times * math.log((1 + t0 * (score - s0)) / (1 + t1 * (score - s1))) for score, times in weights.items()
        )


class LuckAdjustedScores:
    """The scores of sets without the luck that A had in them.

    A regression tells how much of a score goes with luck, and that much is taken away: where luck is known well nearly
    all, where what the players do makes nonsense of it nearly nothing.  So the variance is hardly ever larger than that
    of the scores as they are.
    """

    def __init__(self, scores: Sequence[float], luck: Sequence[float]) -> None:
        """scores: of the sets, 0 to 1.  luck: the points that A owes to luck, the mean over the games of a set."""
        had, got = np.asarray(luck, np.float64), np.asarray(scores, np.float64)
        self._lost, self._reach = 1, 1.0
        slope = 0.0
        if len(got) > FITTED and float(had.std()) > 0:
            self._lost, self._reach = FITTED, 1 + float(had.mean() ** 2 / had.var())
            slope = float(np.cov(had, got)[0, 1] / had.var(ddof=1))
        self.scores: list[float] = (got - slope * had).tolist()

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def mean(self) -> float:
        """The share of all points; one half when there are no sets."""
        return float(np.mean(self.scores)) if self.scores else 0.5

    @property
    def variance(self) -> float:
        """The variance of the score of a set, such that the mean's is the n-th part of it.

        The more luck there was on average, the farther the line had to be drawn to where there is none.
        """
        freedom = len(self) - self._lost
        return float(np.var(self.scores)) * len(self) / freedom * self._reach if freedom > 0 else 0.0

    def ratio(self, s0: float, s1: float) -> float:
        """Return the logarithm of the likelihood ratio of two means, scores being normal.

        Each mean has its likeliest variance: a few sets that came out alike prove less than if the variance were known.
        """
        if not self.scores:
            return 0.0
        spread = max(float(np.var(self.scores)), _SMALL)
        v0, v1 = (spread + (self.mean - s) ** 2 / self._reach for s in (s0, s1))
        return (len(self) - 1) / 2 * math.log(v0 / v1)


SetScores = Tally | LuckAdjustedScores


@dataclass(frozen=True, slots=True)
class Estimate:
    """A lead in Elo and its 95 % interval; infinite where the results set no bound."""

    elo: float
    low: float
    high: float


def estimate(tally: SetScores, games_per_set: int = 2) -> Estimate:
    """Return the lead that sets show.

    The standard error is that of the mean of the sets.  Where it says nothing, for all sets ended alike: a sweep
    gives the one-sided bound of `sweep_bound`, anything else the widest interval that one odd set could make.
    """
    n, mean = len(tally), tally.mean
    if n == 0:
        return Estimate(0.0, -math.inf, math.inf)
    if mean in (0.0, 1.0):
        bound = sweep_bound(n * games_per_set)
        return Estimate(math.inf, bound, math.inf) if mean else Estimate(-math.inf, -math.inf, -bound)
    variance = tally.variance or 0.25 / (n + 1)
    margin = NormalDist().inv_cdf(1 - ERROR / 2) * math.sqrt(variance / n)
    return Estimate(elo_of(mean), elo_of(mean - margin), elo_of(mean + margin))


# --- sequential test --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test that stops when it knows: is the lead at most `low` Elo, or at least `high`?

    GSPRT (Van den Bergh, "A Practical Introduction to the GSPRT"; the test that Fishtest runs): the likelihood ratio
    of the two hypotheses, each at its most likely distribution of set scores.  Without luck scores are taken as normal.
    """

    low: float
    high: float
    error: float = ERROR

    @property
    def bound(self) -> float:
        """The ratio's logarithm at which the test is decided, either way: 2.94 for errors of 5 %."""
        return math.log((1 - self.error) / self.error)

    def ratio(self, tally: SetScores) -> float:
        """Return the logarithm of the likelihood ratio; positive speaks for `high`."""
        return tally.ratio(expected(self.low), expected(self.high))

    def verdict(self, tally: SetScores) -> int:
        """Return 1 when the lead is proved to be nearer to `high`, -1 when nearer to `low`, 0 when nothing is yet.

        A few sets that ended alike say nothing about how sets differ, so that LEAST_SETS are played in any case.
        """
        if len(tally) < LEAST_SETS:
            return 0
        ratio = self.ratio(tally)
        return (ratio >= self.bound) - (ratio <= -self.bound)


@dataclass(frozen=True, slots=True)
class StopInterval:
    """A stop: when the 95 % interval of the lead lies between two leads in Elo, or beyond one of them.

    It looks after every set, and an interval that was waited for errs a little more often than one time in twenty.
    """

    low: float
    high: float

    def is_decided(self, tally: SetScores, games_per_set: int = 2) -> bool:
        """Return whether it is known if the lead lies between the two; a few sets say nothing."""
        if len(tally) < LEAST_SETS:
            return False
        found = estimate(tally, games_per_set)
        inside = self.low <= found.low and found.high <= self.high
        return inside or found.high < self.low or found.low > self.high


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """Return t so that weights / (1 + t (score - mean)) have the wanted mean: the likeliest distribution with it."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(100):
        t = (low + high) / 2
        slope = sum(times * (score - mean) / (1 + t * (score - mean)) for score, times in weights.items())
        low, high = (t, high) if slope > 0 else (low, t)
    return (low + high) / 2


# --- ratings of many --------------------------------------------------------------------------------------------------

Results = Mapping[tuple[str, str], Sequence[float]]
"""Of two players, the scores of the first in their sets."""


def bradley_terry(results: Results, anchor: str, games_per_set: int = 2) -> dict[str, float]:
    """Return the likeliest ratings in Elo, the anchor's being 0 (Bradley and Terry, 1952).

    Each two who met are given one drawn game besides, so that who never lost is not infinitely strong.
    """
    names = sorted({name for pair in results for name in pair})
    place = {name: i for i, name in enumerate(names)}
    if anchor not in place:
        raise ValueError(f"{anchor!r} has played no games")
    met = [
        (place[first], place[second], games_per_set * _possible(scores) + 0.5, games_per_set * len(scores) + 1)
        for (first, second), scores in results.items()
    ]
    ratings = np.zeros(len(names))
    for _ in range(100):
        step = _newton(ratings, met, place[anchor])
        ratings += np.clip(step, -1.0, 1.0)
        if float(np.abs(step).max()) < 1e-10:
            break
    return {name: float(ratings[i] - ratings[place[anchor]]) * 400 / math.log(10) for name, i in place.items()}


def _possible(scores: Sequence[float]) -> float:
    """Return the sum of scores, which without luck can be more than there is."""
    return min(max(float(sum(scores)), 0.0), float(len(scores)))


def _newton(ratings: np.ndarray, met: Sequence[tuple[int, int, float, int]], anchor: int) -> np.ndarray:
    """Return a step towards the likeliest ratings; the anchor stays where it is."""
    gradient = np.zeros(len(ratings))
    curvature = np.zeros((len(ratings), len(ratings)))
    for i, j, points, games in met:
        share = 1 / (1 + math.exp(ratings[j] - ratings[i]))
        gradient[i] += points - games * share
        gradient[j] -= points - games * share
        bend = games * share * (1 - share)
        curvature[[i, j], [i, j]] += bend
        curvature[[i, j], [j, i]] -= bend
    gradient[anchor] = 0
    curvature[anchor, :] = 0
    curvature[:, anchor] = 0
    curvature[anchor, anchor] = 1
    # Whoever has no chain of games to the anchor has no rating; the smallest step leaves him at 0.
    return np.asarray(np.linalg.lstsq(curvature, gradient, rcond=None)[0])


def rated(
    results: Results, anchor: str, games_per_set: int = 2, samples: int = 200, seed: int = 1
) -> dict[str, Estimate]:
    """Return ratings with 95 % intervals: a bootstrap that draws the sets of each two players anew."""
    rng = np.random.default_rng(seed)
    drawn: dict[str, list[float]] = {}
    for _ in range(samples):
        sample = {pair: rng.choice(np.asarray(scores), len(scores)).tolist() for pair, scores in results.items()}
        for name, elo in bradley_terry(sample, anchor, games_per_set).items():
            drawn.setdefault(name, []).append(elo)
    return {
        name: Estimate(elo, *(float(x) for x in np.percentile(drawn[name], [2.5, 97.5])))
        for name, elo in bradley_terry(results, anchor, games_per_set).items()
    }
