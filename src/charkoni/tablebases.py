"""Endgame tablebases of Mangala, for Python and for compiled code.

>>> from charkoni import game, tablebases
>>> endgames = tablebases.made_endgames(6)
>>> position = game("mangala").parse("0,0,0,1,0,2:20/1,0,0,0,0,0:24 a")
>>> endgames.lead(position)  # the final lead of a in stones with perfect play
-4

Compiled code calls `further(cells, s)` with the cells of a tablebase, uint8, and a state; a call takes less than 2
microseconds.  Verify the layer first by `endgames.tablebase.check(stones)`: compiled code does not.
"""

from charkoni.solve.mangala.layer_kernels import further
from charkoni.solve.mangala.tablebase import (
    Endgames,
    NotInTablebase,
    build_file,
    build_in_memory,
    made_endgames,
    open_endgames,
)
from charkoni.solve.tablebase_files import BadTablebase, NoRoom, tablebase_folder

__all__ = [
    "BadTablebase",
    "Endgames",
    "NoRoom",
    "NotInTablebase",
    "build_file",
    "build_in_memory",
    "further",
    "made_endgames",
    "open_endgames",
    "tablebase_folder",
]
