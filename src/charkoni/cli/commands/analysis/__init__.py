"""Commands that analyse: records, puzzles, positions for other programs."""
