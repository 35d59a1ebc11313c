"""Pages: home, new games, tables, lessons, puzzles, study, analyses, rules."""
