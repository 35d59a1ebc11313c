"""Observers of a room that act on it: they hear each change after it is committed; the room knows none of them."""
