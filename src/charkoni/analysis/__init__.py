"""Analysis of games: reports, threats, hints, puzzles; and the engine protocol for other programs."""
