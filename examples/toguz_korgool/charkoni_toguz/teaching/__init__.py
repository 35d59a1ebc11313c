"""Toguz Korgool for newcomers: lessons, the guide of a first game, equipment, the short game of the home page."""
