"""Analyses of games: their pages, and the report in words and as a graph."""
