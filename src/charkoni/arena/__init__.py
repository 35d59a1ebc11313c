"""The arena: matches between players, measured so that others can believe and repeat them.

>>> from charkoni.arena import Contest, here, play
>>> contest = Contest("mosty:size=3", "mcts:20", "random", games=2, seed=1)
>>> play(contest, here).games
2
"""

from charkoni.arena.contestants import entrant
from charkoni.arena.ladder import Ladder, Rung, rungs
from charkoni.arena.match import Contest, Standing, games_per_set, seatings
from charkoni.arena.match_file import Ledger, read_games
from charkoni.arena.match_play import play
from charkoni.arena.statistics import Estimate, Sprt, Tally, Within, bradley_terry, elo_of, estimate, expected, rated
from charkoni.arena.workers import BadCluster, WorkerDied, here, processes, ray

__all__ = [
    "BadCluster",
    "Contest",
    "Estimate",
    "Ladder",
    "Ledger",
    "Rung",
    "Sprt",
    "Standing",
    "Tally",
    "Within",
    "WorkerDied",
    "bradley_terry",
    "elo_of",
    "entrant",
    "estimate",
    "expected",
    "games_per_set",
    "here",
    "play",
    "processes",
    "rated",
    "ray",
    "read_games",
    "rungs",
    "seatings",
]
