"""The conformance kit: checks that every game must pass, leaf counts, golden playthroughs and fingerprints.

>>> from charkoni import game
>>> from charkoni.check import check_game
>>> check_game(game("mangala"), games=1, only=["start", "move-text"]).ok
True
"""

from typing import TYPE_CHECKING

from charkoni.check.perft import divide, leaves
from charkoni.check.report import Finding, Report, Trouble
from charkoni.check.toys import toy, toys
from charkoni.check.variants import all_games, any_game, exempt, variants
from charkoni.core.lazy_names import lazy_names

if TYPE_CHECKING:
    from charkoni.check.kit import CHECKS, check_game

__all__ = [
    "CHECKS",
    "Finding",
    "Report",
    "Trouble",
    "all_games",
    "any_game",
    "check_game",
    "divide",
    "exempt",
    "leaves",
    "toy",
    "toys",
    "variants",
]


# The modules of the kit are programs, too, and would be imported twice.
__getattr__ = lazy_names(__name__, {"kit": "CHECKS check_game"})
