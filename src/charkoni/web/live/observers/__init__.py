"""Observers of a room that act on it: they are notified of committed changes; the room imports none of them."""
