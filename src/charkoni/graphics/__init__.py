"""Scenes: a board as data for the browser, as SVG for everything else.  Knows no game by name."""
