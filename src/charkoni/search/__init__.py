"""Search: knows positions and values, and no game by name."""

from charkoni.search.alphabeta import has_dice
from charkoni.search.found import Choice, Found, Limits, Stop
from charkoni.search.thinking import BEST, ENGINES, Engine, Thinker, engine_of, engines_of, full_width, think

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
