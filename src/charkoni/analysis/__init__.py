"""Analysis: what happened in a game, what could have happened, and an engine for other programs."""
