"""Benchmarks of `charkoni bench`: speed of random games, positions, searches and first use on this machine."""

from charkoni.benchmarks.figures import measure

__all__ = ["measure"]
