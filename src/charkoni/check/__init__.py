"""The conformance kit: what every game must satisfy, and the tools to show it.

>>> from charkoni import game
>>> from charkoni.check import check_game
>>> check_game(game("mangala"), games=1, only=["start", "move-text"]).ok
True
"""

from charkoni.check.kit import CHECKS, check_game
from charkoni.check.perft import divide, leaves
from charkoni.check.report import Finding, Report, Trouble
from charkoni.check.toys import toy, toys
from charkoni.check.variants import all_games, exempt, variants

__all__ = [
    "CHECKS",
    "Finding",
    "Report",
    "Trouble",
    "all_games",
    "check_game",
    "divide",
    "exempt",
    "leaves",
    "toy",
    "toys",
    "variants",
]
