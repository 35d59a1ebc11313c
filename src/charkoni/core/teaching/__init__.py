"""What a game teaches, as data: its lessons, and the guide of a first game."""
