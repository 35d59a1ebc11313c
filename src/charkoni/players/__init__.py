"""Computer players: random, greedy, search, levels, perfect play.

>>> import charkoni
>>> from charkoni.players import player
>>> record = charkoni.Record(charkoni.game("mangala"))
>>> player("mcts:1000", seed=1).choose(record)
'1'
"""

from charkoni.players.computer import Computer, GreedyPlayer, MctsPlayer, PerfectPlayer, RandomPlayer, SearchPlayer
from charkoni.players.decision import Decision, decide
from charkoni.players.opening_book import Opening
from charkoni.players.opening_book import opening_book as openings
from charkoni.players.spec import DEFAULT_BUDGET, BadPlayer, is_timed, player, require_suited

__all__ = [
    "DEFAULT_BUDGET",
    "BadPlayer",
    "Computer",
    "Decision",
    "GreedyPlayer",
    "MctsPlayer",
    "Opening",
    "PerfectPlayer",
    "RandomPlayer",
    "SearchPlayer",
    "decide",
    "is_timed",
    "openings",
    "player",
    "require_suited",
]
