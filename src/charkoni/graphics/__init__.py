"""Boards as scenes for the browser, as SVG documents, and as raster images; independent of any game."""
