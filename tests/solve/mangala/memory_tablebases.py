"""Tables of endgames in memory, which all tests of a process share."""

from functools import cache

from charkoni.solve.mangala import tablebase
from charkoni.solve.mangala.tablebase import Endgames


@cache
def endgames(stones: int, reading: str = "take") -> Endgames:
    """Return the tablebase of all boards with at most so many stones; nobody changes it."""
    return tablebase.build_in_memory(stones, reading)
