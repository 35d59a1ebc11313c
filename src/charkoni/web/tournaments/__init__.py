"""Tournaments in the browser: the arbiter's desk, public pages, players' pages, online events."""
