"""Search: knows positions and values, and no game by name."""

from charkoni.search.alphabeta.search import has_dice
from charkoni.search.engine import BEST, ENGINES, Engine, Thinker, engine_of, engines_of, full_width, think
from charkoni.search.result import Choice, Found, Limits, Stop

__all__ = [
    "BEST",
    "ENGINES",
    "Choice",
    "Engine",
    "Found",
    "Limits",
    "Stop",
    "Thinker",
    "engine_of",
    "engines_of",
    "full_width",
    "has_dice",
    "think",
]
