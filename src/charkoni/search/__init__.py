"""Game-tree search for any game: alpha-beta, expectiminimax, rollouts, PUCT and MCTS."""

from charkoni.search.engine import Engine
from charkoni.search.result import Choice, Limits, SearchResult, Stop
from charkoni.search.searcher import (
    BEST,
    ENGINES,
    BadEngine,
    Searcher,
    engine_of,
    engines_of,
    full_width,
    full_width_engine,
    search,
)

__all__ = [
    "BEST",
    "ENGINES",
    "BadEngine",
    "Choice",
    "Engine",
    "Limits",
    "SearchResult",
    "Searcher",
    "Stop",
    "engine_of",
    "engines_of",
    "full_width",
    "full_width_engine",
    "search",
]
