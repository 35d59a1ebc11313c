"""Search: knows positions and values, and no game by name."""
