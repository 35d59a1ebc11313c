"""Expectiminimax search for games with dice."""
