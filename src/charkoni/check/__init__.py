"""The conformance kit: checks that every game must pass, leaf counts, golden playthroughs and fingerprints.

>>> from charkoni import game
>>> from charkoni.check import check_game
>>> check_game(game("mangala"), games=1, only=["start", "move-text"]).ok
True
"""

import importlib
from typing import TYPE_CHECKING, Any

from charkoni.check.perft import divide, leaves
from charkoni.check.report import Finding, Report, Trouble
from charkoni.check.toys import toy, toys
from charkoni.check.variants import all_games, any_game, exempt, variants

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


def __getattr__(name: str) -> Any:
    """Import the kit on first access: its modules are programs, too, and would be imported twice."""
    if name in ("CHECKS", "check_game"):
        return getattr(importlib.import_module("charkoni.check.kit"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
