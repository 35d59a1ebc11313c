"""The moves of a game, declared once, and the tap tables and kernels derived from them for learning programs."""
