"""Commands for developers of games: checks, counts, speed, compilation."""
