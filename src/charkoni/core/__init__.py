"""The foundation: kernels, games, positions, records, errors. Knows no game by name."""
