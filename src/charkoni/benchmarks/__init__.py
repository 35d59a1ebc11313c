"""Speed of this machine: random games, positions, searches, first use."""

from charkoni.benchmarks.figures import measure

__all__ = ["measure"]
