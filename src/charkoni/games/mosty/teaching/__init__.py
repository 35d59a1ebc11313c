"""Mosty for newcomers: guide, lessons, the rules in one minute, presentation."""
