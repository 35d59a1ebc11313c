"""Probing endgame tables of Mangala, from Python and from compiled code.

>>> from charkoni import game, tables
>>> endgames = tables.made_endgames(6)
>>> position = game("mangala").parse("0,0,0,1,0,2:20/1,0,0,0,0,0:24 a")
>>> endgames.lead(position)  # stones by which a is ahead in the end when nobody errs
0

Compiled code calls `further(cells, s)` with the cells of a table and a raw state; it takes less than 2 microseconds.
Check the layer first, `endgames.table.check(stones)`: compiled code sees only bytes.
"""

from charkoni.solve.mangala.layer_kernels import further
from charkoni.solve.mangala.tablebase import Endgames, NotInTable, open_endgames
from charkoni.solve.mangala.tablebase_generator import build_file, build_in_memory, made_endgames
from charkoni.solve.tablebase_files import BadTable, NoRoom, tables_folder

__all__ = [
    "BadTable",
    "Endgames",
    "NoRoom",
    "NotInTable",
    "build_file",
    "build_in_memory",
    "further",
    "made_endgames",
    "open_endgames",
    "tables_folder",
]
