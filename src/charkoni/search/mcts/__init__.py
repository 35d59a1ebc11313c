"""Monte Carlo tree search (UCT) for any game."""
