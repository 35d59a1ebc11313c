"""Pages outside the tables: home, lessons, puzzles, study, analyses, rules."""
