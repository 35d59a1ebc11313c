"""Trio, a toy game for three players.

L1  Seven cells in a line.  a, b and c in turn put their sign on an empty cell; a begins.
L2  Two own signs side by side win, reason `pair`: the winner has 1 point, the others 0.
L3  When the line is full without a pair, all share the point, reason `full`.

A position text is the line and the mover, `a..b..c a`; the mover is `.` when the game is over.  A move text is the
number of the cell, 1 to 7.

Leaf counts by hand: 7, 7 * 6 = 42, 42 * 5 = 210, 210 * 4 = 840.  In 12 * 5 * 4 = 240 of these 840 games a has
a pair (6 neighbourhoods in either order, b and c anywhere else); the other 600 go on in 3 ways: 1800.
"""

from charkoni.core.family import Family

FAMILY = Family(
    name="trio",
    package=__name__,
    outcome_reasons=("pair", "full"),
    sides=lambda flags: (0, 1, 2),
    codes=lambda flags: 7,
)
