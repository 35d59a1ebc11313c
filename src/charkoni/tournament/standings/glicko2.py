"""Glicko-2 ratings (M. Glickman, "Example of the Glicko-2 system", 2013), one rating period at a time.

Ratings are estimates, not rules, so floats are at home here.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SCALE = 173.7178  # 400 / ln 10: the unit of the paper's inner scale
CONVERGED = 1e-6  # of the logarithm of the variance, as in the paper


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, its deviation and its volatility."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


KNOWN_DEVIATION = 80.0
"""The deviation of a rating from a list; it is known much better than that of a player without one."""


def starting(ratings: Mapping[int, int]) -> dict[int, Rating]:
    """Return the ratings before an event by number.  ratings: from a list, 0 for none.

    A rating from a list counts as established.  Players without a rating start with the mean of the rated ones, so that
    newcomers do not pull all ratings towards 1500.
    """
    known = [rating for rating in ratings.values() if rating]
    usual = sum(known) / len(known) if known else Rating().rating
    return {
        number: Rating(float(rating), KNOWN_DEVIATION) if rating else Rating(usual)
        for number, rating in ratings.items()
    }


def aged(own: Rating, periods: float = 1.0) -> Rating:
    """Return a rating after some periods without games: it is less sure, by at most the deviation of a newcomer."""
    phi = math.hypot(own.deviation / SCALE, own.volatility * math.sqrt(periods))
    return Rating(own.rating, min(SCALE * phi, Rating().deviation), own.volatility)


def rated(own: Rating, games: Sequence[tuple[Rating, float]], tau: float = 0.5, periods: float = 1.0) -> Rating:
    """Return the rating after a period.  games: (opponent before the period, 1, 0.5 or 0).  tau: system constant.

    periods: how much time the games end, in periods; less than 1 where every game is rated by itself.
    """
    phi = own.deviation / SCALE
    if not games:
        return aged(own, periods)
    mu = (own.rating - 1500) / SCALE
    # Steps 2 to 4 and 6 to 8 of the paper, on the inner scale mu = (r - 1500) / SCALE, phi = RD / SCALE:
    #
    #     g(phi) = 1 / sqrt(1 + 3 phi**2 / pi**2)          how much an uncertain opponent counts
    #     E_j = 1 / (1 + exp(-g(phi_j) (mu - mu_j)))       the expected score
    #     1 / v = sum g(phi_j)**2 E_j (1 - E_j)            `information`
    #     delta = v sum g(phi_j) (s_j - E_j)               v times `surprise`
    #     phi' = 1 / sqrt(1 / (phi**2 + sigma'**2) + 1 / v)
    #     mu' = mu + phi'**2 sum g(phi_j) (s_j - E_j)
    information, surprise = 0.0, 0.0
    for other, score in games:
        weight = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-weight * (mu - (other.rating - 1500) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(own.volatility, variance * surprise, phi, variance, tau)
    before = math.hypot(phi, volatility * math.sqrt(periods))
    after = 1 / math.sqrt(1 / before**2 + information)
    return Rating(1500 + SCALE * (mu + after**2 * surprise), SCALE * after, volatility)


def _volatility(sigma: float, delta: float, phi: float, variance: float, tau: float) -> float:
    """Return the new volatility: the root of the paper's f by the Illinois method (step 5)."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - variance - e) / (2 * (phi**2 + variance + e) ** 2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(start - k * tau) < 0:
            k += 1
        high = start - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CONVERGED:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
