"""The table of a game: its page, its form without script, records of the game, and what can be shared."""
