"""Monte Carlo tree search guided by knowledge (PUCT) for any game."""
