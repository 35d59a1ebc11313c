"""The ground: kernels, games, positions, records, errors. Knows no game by name."""
