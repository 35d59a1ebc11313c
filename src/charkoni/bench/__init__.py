"""How fast this machine plays: figures, measured and never guessed."""

from charkoni.bench.figures import measure

__all__ = ["measure"]
