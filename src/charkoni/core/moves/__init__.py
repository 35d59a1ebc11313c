"""The moves of a game, declared once, and what follows for programs that learn: taps as tables and kernels."""
