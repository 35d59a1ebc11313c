"""Game-tree search for any game: alpha-beta, expectiminimax, rollouts, PUCT and MCTS."""

from charkoni.search.engine import BEST, ENGINES, BadEngine, Engine, Searcher, engine_of, engines_of, full_width, search
from charkoni.search.result import Choice, Limits, SearchResult, Stop

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
    "search",
]
