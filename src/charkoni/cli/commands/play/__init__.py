"""Commands about games: the list, a position, a game in the terminal, records."""
