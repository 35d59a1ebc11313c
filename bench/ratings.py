"""How well ratings find known strengths: simulated games between people and computers of fixed level.

    python bench/ratings.py [--games 10000] [--people 100] [--seed 5]

Strengths of people follow a normal distribution (mean 1500, deviation 250); five computers have fixed ratings from 700
to 2300.  Results follow the model of Bradley and Terry, with three and more sides that of Plackett and Luce; a team is
as strong as its mean.  Printed for each kind of game: the share of people whose strength lies within the interval of 95
per cent, the mean error, and beside it the mean error of plain Elo (K = 24, pairs of sides) on the same games.
"""

import argparse
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from statistics import fmean

from charkoni.core.game import Outcome
from charkoni.tournament.standings.game_ratings import INTERVAL, RatedSeat, after_game
from charkoni.tournament.standings.glicko2 import Rating

K = 24
FIXED = {f"computer {number}": 700.0 + 400 * number for number in range(5)}
KINDS = (("two players", 1, 2), ("two teams of two", 2, 2), ("three players", 1, 3), ("four players", 1, 4))


@dataclass
class Simulation:
    """The outcome of simulated games.  true, found, elo: by person, without the computers."""

    true: dict[str, float]
    found: dict[str, Rating]
    elo: dict[str, float]
    seconds: float

    def share_inside(self) -> float:
        """Return the share of people whose strength lies within the interval."""
        return fmean(
            abs(self.found[who].rating - self.true[who]) < INTERVAL * self.found[who].deviation for who in self.true
        )

    def error(self) -> float:
        """Return the mean absolute error of the ratings."""
        return fmean(abs(self.found[who].rating - self.true[who]) for who in self.true)

    def elo_error(self) -> float:
        """Return the mean absolute error of plain Elo."""
        return fmean(abs(self.elo[who] - self.true[who]) for who in self.true)


def scores_of(means: Sequence[float], rng: random.Random) -> list[Fraction]:
    """Return the points of each side, by the model of Plackett and Luce: the best of exponential times."""
    times = [rng.expovariate(10 ** (mean / 400)) for mean in means]
    places = sorted(range(len(means)), key=times.__getitem__)
    return [Fraction(len(means) - 1 - places.index(side)) for side in range(len(means))]


def simulate(people: int, games: int, team: int, sides: int, seed: int) -> Simulation:
    """Play games of random people and computers."""
    rng = random.Random(seed)
    true = {f"person {number}": rng.gauss(1500, 250) for number in range(people)}
    strength = true | FIXED
    found = {who: Rating(strength[who], 30) if who in FIXED else Rating() for who in strength}
    elo = {who: FIXED.get(who, 1500.0) for who in strength}
    side_of = [seat % sides for seat in range(team * sides)]
    seconds = 0.0
    for _ in range(games):
        who = rng.sample(sorted(strength), team * sides)
        teams = [[each for each, side in zip(who, side_of, strict=True) if side == own] for own in range(sides)]
        scores = scores_of([fmean(strength[each] for each in members) for members in teams], rng)
        outcome = Outcome(tuple(scores[side] for side in side_of), "")
        began = time.perf_counter()
        after = after_game([RatedSeat(found[each], each in FIXED) for each in who], side_of, outcome)
        seconds += time.perf_counter() - began
        found |= dict(zip(who, after, strict=True))
        change = dict.fromkeys(who, 0.0)
        for one, two in combinations(range(sides), 2):
            gap = fmean(elo[each] for each in teams[two]) - fmean(elo[each] for each in teams[one])
            surprise = float(scores[one] > scores[two]) - 1 / (1 + 10 ** (gap / 400))
            change |= {each: change[each] + K * surprise for each in teams[one]}
            change |= {each: change[each] - K * surprise for each in teams[two]}
        elo |= {each: elo[each] + change[each] for each in who if each not in FIXED}
    return Simulation(true, found, elo, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    print(f"{'':18}{'inside':>8}{'error':>8}{'Elo':>8}{'us a game':>11}")
    for title, team, sides in KINDS:
        result = simulate(options.people, options.games, team, sides, options.seed)
        figures = f"{result.share_inside():8.1%}{result.error():8.0f}{result.elo_error():8.0f}"
        print(f"{title:18}{figures}{result.seconds / options.games * 1e6:11.0f}")


if __name__ == "__main__":
    main()
