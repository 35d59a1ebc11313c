"""Matches between players: openings, runners, match files, Elo with error bars, ladders, tuning.

>>> from charkoni.arena import Match, play, run_here
>>> match = Match("mosty:size=3", "mcts:20", "random", games=2, seed=1)
>>> play(match, run_here).games
2
"""

from charkoni.arena.contestants import contestant, enter
from charkoni.arena.external_programs import ExternalPlayer, PlayerFault
from charkoni.arena.ladder import Ladder, LadderEntry, rungs
from charkoni.arena.match import Match, games_per_set, seatings
from charkoni.arena.match_file import MatchFile, read_games, read_match
from charkoni.arena.match_runner import play
from charkoni.arena.match_score import MatchScore
from charkoni.arena.statistics import (
    Estimate,
    Sprt,
    StopInterval,
    Tally,
    bradley_terry,
    elo_of,
    estimate,
    expected,
    ratings_of,
)
from charkoni.core.workers import BadCluster, ProcessRunner, RayRunner, WorkerDied, run_here

__all__ = [
    "BadCluster",
    "Estimate",
    "ExternalPlayer",
    "Ladder",
    "LadderEntry",
    "Match",
    "MatchFile",
    "MatchScore",
    "PlayerFault",
    "ProcessRunner",
    "RayRunner",
    "Sprt",
    "StopInterval",
    "Tally",
    "WorkerDied",
    "bradley_terry",
    "contestant",
    "elo_of",
    "enter",
    "estimate",
    "expected",
    "games_per_set",
    "play",
    "ratings_of",
    "read_games",
    "read_match",
    "run_here",
    "rungs",
    "seatings",
]
