"""Constants shared by kernels and their callers."""

CHANCE = -1
"""The turn of a position in which a throw is due."""

OVER = -2
"""The turn of a position in which the game is over by the board."""

POINT = 12
"""One point in the units of the `score` kernels: halves, thirds and quarters are whole numbers."""
