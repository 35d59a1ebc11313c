"""What one rated game changes: Glicko-2 between two players, OpenSkill between teams and among three or four.

Both are on one scale: 1500 is a newcomer's rating, 400 points are odds of 10 to 1, a deviation is a standard deviation.
A newcomer's is 350, and the true strength lies within two deviations of the rating in 95 of 100 cases.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING

from charkoni.core.game import Outcome
from charkoni.tournament.standings.glicko2 import SCALE, Rating, aged, rated

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

PERIOD_MS = 7 * 24 * 3600 * 1000
"""A rating period of Glicko-2, a week: a member of a club plays in it the few games for which the system is made."""

INTERVAL = 1.96
"""The number of deviations on each side of a rating within which the true strength lies in 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """A seat of a rated game.  rating: before the game.  is_fixed: of a computer of fixed level, which keeps it."""

    rating: Rating
    is_fixed: bool = False


def rating_at(known: Rating, last: int, now: int) -> Rating:
    """Return a rating as sure as it is at a time.  last: when its last game ended; both in ms since 1970."""
    # A clock that was set back must not make a rating surer.
    return aged(known, max(0, now - last) / PERIOD_MS)


def after_game(seats: Sequence[RatedSeat], sides: Sequence[int], outcome: Outcome) -> list[Rating]:
    """Return the rating of each seat after a game.  sides: the side of each seat; those of a team have the same.

    A person at several seats of a team stands at each of them, with one result.
    """
    # The time that has passed is in the ratings before the game (`rating_at`): the game itself takes none.
    if len(seats) == 2:
        scores = _scores(outcome, sides)
        new = [
            own.rating if own.is_fixed else rated(own.rating, [(other.rating, scores[sides[seat]])], periods=0.0)
            for seat, (own, other) in enumerate(zip(seats, reversed(seats), strict=True))
        ]
    else:
        new = _openskill(seats, sides, outcome)
    return [own.rating if own.is_fixed else rating for own, rating in zip(seats, new, strict=True)]


def _scores(outcome: Outcome, sides: Sequence[int]) -> Mapping[int, float]:
    """Return 1, 0.5 or 0 for each of two sides."""
    mine, other = outcome.scores
    score = 0.5 if mine == other else float(mine > other)
    return {sides[0]: score, sides[1]: 1 - score}


def _openskill(seats: Sequence[RatedSeat], sides: Sequence[int], outcome: Outcome) -> list[Rating]:
    """Return the ratings by the model of Bradley and Terry with all pairs (Weng and Lin, 2011, algorithm 1)."""
    teams: dict[int, list[int]] = {}
    for seat, side in enumerate(sides):
        teams.setdefault(side, []).append(seat)
    model = _model(len(next(iter(teams.values()))))
    before = [
        [model.rating(seats[seat].rating.rating, seats[seat].rating.deviation) for seat in team]
        for team in teams.values()
    ]
    after = model.rate(before, scores=[float(outcome.scores[team[0]]) for team in teams.values()])
    new = {
        seat: Rating(player.mu, player.sigma, seats[seat].rating.volatility)
        for team, players in zip(teams.values(), after, strict=True)
        for seat, player in zip(team, players, strict=True)
    }
    return [new[seat] for seat in range(len(seats))]


@cache
def _model(team_size: int) -> "BradleyTerryFull":
    # Two teams of n known players: the better one wins with 1 / (1 + exp(-(sum - sum') / (sqrt(2) beta))), so that a
    # team whose mean is 400 points higher has odds of 10 to 1 when sqrt(2) beta = n * 400 / ln 10.
    from openskill.models import BradleyTerryFull  # 40 ms that no other page needs

    newcomer = Rating()
    return BradleyTerryFull(
        mu=newcomer.rating, sigma=newcomer.deviation, beta=team_size * SCALE / sqrt(2), tau=0.0, kappa=1e-4
    )
