"""How fast this machine plays: figures, measured and never guessed."""

from charkoni.benchmarks.figures import measure

__all__ = ["measure"]
