"""Statistics of matches: Elo with error bars, sequential tests, ratings of many players.

The unit is a *set*: the games from one opening with all seat assignments.  Games of a set are not independent, sets
are.  The score of a set is from 0 to 1; with two sides and two games it is 0, 1/4, 1/2, 3/4 or 1 (the pentanomial
model).  In games with dice scores are adjusted for luck: any number, mostly near those.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

import numpy as np

PENTANOMIAL = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))
LEAST_SETS = 10  # before a test may end a match; chosen, not measured
ERROR = 0.05
_SMALL = 1e-3  # sets of an unseen score: with 0 a likelihood could be 0, and its logarithm infinite
FITTED = 2  # a line: its height and its slope


def expected(elo: float) -> float:
    """Return the expected share of the points for a lead in Elo."""
    # E = 1 / (1 + 10**(-d / 400)), a lead of d = 400 wins ten points for each one lost.
    return 1 / (1 + math.pow(10, -elo / 400))


def elo_of(share: float) -> float:
    """Return the lead in Elo for a share of the points; infinite at 0 and 1."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return -400 * math.log10(1 / share - 1)


def sweep_bound(games: int, error: float = ERROR) -> float:
    """Return the least lead with which all games are won with a probability of at least `error`."""
    # A player with share p wins all n games with probability p**n; p**n >= error gives p.
    return elo_of(error ** (1 / games))


class Tally:
    """Counts of the scores of sets."""

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
        """The share of all points; 1/2 without sets."""
        n = len(self)
        return float(sum(score * times for score, times in self.counts.items()) / n) if n else 0.5

    @property
    def variance(self) -> float:
        """The variance of the score of a set."""
        mean, n = self.mean, len(self)
        return sum(times * (float(score) - mean) ** 2 for score, times in self.counts.items()) / n if n else 0.0

    @property
    def pairs(self) -> tuple[int, ...]:
        """The number of sets that scored 0, 1/4, 1/2, 3/4 and 1."""
        return tuple(self.counts[score] for score in PENTANOMIAL)

    @property
    def scores(self) -> list[float]:
        """The scores of all sets, in no order."""
        return [float(score) for score in self.counts.elements()]

    def ratio(self, s0: float, s1: float) -> float:
        """Return the log likelihood ratio of two means, each at its most likely distribution of scores."""
        if not len(self):
            return 0.0
        weights = {float(score): max(times, _SMALL) for score, times in self.counts.items()}
        for score in PENTANOMIAL:  # unseen scores stay possible
            weights.setdefault(float(score), _SMALL)
        # GSPRT. Of all distributions over the scores x_i with mean s the likeliest, given n_i sets of N, is
        #
        #     p_i = (n_i / N) / (1 + t (x_i - s)),    t such that sum n_i (x_i - s) / (1 + t (x_i - s)) = 0
        #
        # and the log likelihood ratio of s1 against s0 is sum n_i log(p1_i / p0_i).
        t0, t1 = _tilt(weights, s0), _tilt(weights, s1)
        return sum(
            times * math.log((1 + t0 * (score - s0)) / (1 + t1 * (score - s1))) for score, times in weights.items()
        )


class LuckAdjustedScores:
    """The scores of sets adjusted for A's luck, a control variate.

    The coefficient is the regression slope of the scores on the luck: near 1 where luck explains the scores, near 0
    where it does not.  So the variance is hardly ever larger than that of the plain scores.
    """

    def __init__(self, scores: Sequence[float], luck: Sequence[float]) -> None:
        """scores: of the sets, 0 to 1.  luck: A's luck in points, the mean over the games of each set."""
        had, got = np.asarray(luck, np.float64), np.asarray(scores, np.float64)
        # Regression of the scores x on the luck l: b = Cov(l, x) / Var(l), adjusted y = x - b l. The mean of y is the
        # regression line at l = 0; its variance has n - 2 degrees of freedom and grows with the distance of the mean
        # luck:
        #
        #     Var(mean y) = Var(y) / (n - 2) * (1 + mean(l)**2 / Var(l))
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
        """The share of all points; 1/2 without sets."""
        return float(np.mean(self.scores)) if self.scores else 0.5

    @property
    def variance(self) -> float:
        """The variance of the score of a set, n times that of the mean.

        It grows with the mean luck, since the regression line is extrapolated to zero luck.
        """
        freedom = len(self) - self._lost
        return float(np.var(self.scores)) * len(self) / freedom * self._reach if freedom > 0 else 0.0

    def ratio(self, s0: float, s1: float) -> float:
        """Return the log likelihood ratio of two means of normally distributed scores.

        Each mean has its most likely variance: a few similar sets prove less than with a known variance.
        """
        if not self.scores:
            return 0.0
        # With a normal distribution of mean s its likeliest variance is v_s = Var(y) + (mean(y) - s)**2, and the ratio
        # is (n - 1) / 2 * log(v_0 / v_1).
        spread = max(float(np.var(self.scores)), _SMALL)
        v0, v1 = (spread + (self.mean - s) ** 2 / self._reach for s in (s0, s1))
        return (len(self) - 1) / 2 * math.log(v0 / v1)


SetScores = Tally | LuckAdjustedScores


@dataclass(frozen=True, slots=True)
class Estimate:
    """A lead in Elo and its 95 % confidence interval; infinite if the results set no bound."""

    elo: float
    low: float
    high: float


def estimate(tally: SetScores, games_per_set: int = 2) -> Estimate:
    """Return the lead in Elo from the scores of sets.

    The standard error is that of the mean of the sets.  If all sets have the same score, a sweep gives the one-sided
    bound of `sweep_bound`, any other score the widest interval that one different set could give.
    """
    n, mean = len(tally), tally.mean
    if n == 0:
        return Estimate(0.0, -math.inf, math.inf)
    if mean in (0.0, 1.0):
        bound = sweep_bound(n * games_per_set)
        return Estimate(math.inf, bound, math.inf) if mean else Estimate(-math.inf, -math.inf, -bound)
    variance = tally.variance or 0.25 / (n + 1)
    # mean +- z sqrt(Var / n), z = 1.96, then both ends in Elo: the interval is not symmetric there.
    margin = NormalDist().inv_cdf(1 - ERROR / 2) * math.sqrt(variance / n)
    return Estimate(elo_of(mean), elo_of(mean - margin), elo_of(mean + margin))


# --- sequential test --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of a lead of `low` against `high` Elo.

    GSPRT (Van den Bergh, "A Practical Introduction to the GSPRT"; used by Fishtest): the likelihood ratio of the two
    hypotheses, each at its most likely distribution of set scores.  Scores adjusted for luck are taken as normal.
    """

    low: float
    high: float
    error: float = ERROR

    @property
    def bound(self) -> float:
        """The log likelihood ratio at which the test is decided, either way: 2.94 for errors of 5 %."""
        # Wald: accept at log((1 - beta) / alpha), and reject at its negative, for alpha = beta.
        return math.log((1 - self.error) / self.error)

    def ratio(self, tally: SetScores) -> float:
        """Return the log likelihood ratio; positive values favour `high`."""
        return tally.ratio(expected(self.low), expected(self.high))

    def verdict(self, tally: SetScores) -> int:
        """Return 1 if `high` is accepted, -1 if `low` is, 0 while the test is undecided.

        At least LEAST_SETS are played: a few equal sets give no estimate of the variance.
        """
        if len(tally) < LEAST_SETS:
            return 0
        ratio = self.ratio(tally)
        return (ratio >= self.bound) - (ratio <= -self.bound)


@dataclass(frozen=True, slots=True)
class StopInterval:
    """A stopping rule: the 95 % interval of the lead lies between two leads in Elo, or beyond one of them.

    It is applied after every set, so that the interval errs a little more often than one time in twenty.
    """

    low: float
    high: float

    def is_decided(self, tally: SetScores, games_per_set: int = 2) -> bool:
        """Return whether the rule applies; never before LEAST_SETS sets."""
        if len(tally) < LEAST_SETS:
            return False
        interval = estimate(tally, games_per_set)
        inside = self.low <= interval.low and interval.high <= self.high
        return inside or interval.high < self.low or interval.low > self.high


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """Return t such that weights / (1 + t (score - mean)) have this mean: the most likely distribution with it."""
    # Between these all probabilities are positive, and the sum falls with t: bisection; 100 halvings are more than
    # float64 tells apart.
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(100):
        t = (low + high) / 2
        slope = sum(times * (score - mean) / (1 + t * (score - mean)) for score, times in weights.items())
        low, high = (t, high) if slope > 0 else (low, t)
    return (low + high) / 2


# --- ratings of many --------------------------------------------------------------------------------------------------

Results = Mapping[tuple[str, str], Sequence[float]]
"""By pair of players, the scores of the first in their sets."""


def bradley_terry(results: Results, anchor: str, games_per_set: int = 2) -> dict[str, float]:
    """Return the maximum likelihood ratings in Elo; the anchor has 0 (Bradley and Terry, 1952).

    Each pair gets one virtual draw, so that a player without losses has a finite rating.
    """
    names = sorted({name for pair in results for name in pair})
    place = {name: i for i, name in enumerate(names)}
    if anchor not in place:
        raise ValueError(f"{anchor!r} has played no games")
    met = []
    for (first, second), scores in results.items():
        points = min(max(float(sum(scores)), 0.0), float(len(scores)))  # adjusted for luck they can exceed the maximum
        met.append((place[first], place[second], games_per_set * points + 0.5, games_per_set * len(scores) + 1))
    ratings = np.zeros(len(names))
    for _ in range(100):
        step = _newton(ratings, met, place[anchor])
        # A step is bounded: from far away Newton overshoots where the curve is flat.
        ratings += np.clip(step, -1.0, 1.0)
        if float(np.abs(step).max()) < 1e-10:
            break
    return {name: float(ratings[i] - ratings[place[anchor]]) * 400 / math.log(10) for name, i in place.items()}


def _newton(ratings: np.ndarray, met: Sequence[tuple[int, int, float, int]], anchor: int) -> np.ndarray:
    """Return a Newton step towards the most likely ratings; that of the anchor is 0."""
    gradient = np.zeros(len(ratings))
    curvature = np.zeros((len(ratings), len(ratings)))
    for i, j, points, games in met:
        # Log likelihood of ratings r, with w points of i in n games against j and p = 1 / (1 + exp(r_j - r_i)):
        #
        #     w log p + (n - w) log(1 - p),    gradient w - n p,    curvature n p (1 - p)
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
    # A player without a chain of games to the anchor has no rating; the smallest step leaves him at 0.
    return np.asarray(np.linalg.lstsq(curvature, gradient, rcond=None)[0])


def ratings_of(
    results: Results, anchor: str, games_per_set: int = 2, samples: int = 200, seed: int = 1
) -> dict[str, Estimate]:
    """Return ratings with 95 % intervals by a bootstrap over the sets of each pair."""
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
