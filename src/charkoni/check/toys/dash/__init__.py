"""Dash, a toy game with a die for two players.

D1  The track has the cells 0 to 4.  Each player has two runners on cell 0; cells 1 to 3 are shared, 4 is home.
    a begins.  A turn begins with a throw of the die: 1 comes in three of six cases, 2 in two, 3 in one.
D2  The player runs with one own runner as many cells as thrown, not beyond home.  Then the other player throws.
D3  A runner that comes to cell 1, 2 or 3 sends all runners of the other player there back to cell 0.
D4  A player who cannot run passes.
D5  The first player with both runners home wins, reason `home`.

A position text is the cells of a's runners, ascending, "/", those of b, the player whose turn it is, the value
thrown (`?`: a throw is due): `0,2/1,4 b ?`.  Both are `.` when the game is over.  A move text is the runner's cell
and the value, `0:2`, or the pass `-`; a throw is `[2]`.

Leaf counts by hand: 3 throws and one move each, twice: 3, 3, 9, 9; again 3 throws: 27.  Let a have run v before, b
run u, a throw w.  If u = v, a is back on cell 0 and has one move: 3 * 3 = 9 leaves.  Else the runner on 0 can always
run, the other one if v + w <= 4, which is so for 3, 2, 1 values of w: two values of u, 3 + 3 + 3 + 3 + 2 + 1 = 15
leaves each, 30.  Depth 6: 39.
"""

from charkoni.core.family import Family

FAMILY = Family(
    name="dash",
    package=__name__,
    outcome_reasons=("home",),
    sides=lambda flags: (0, 1),
    codes=lambda flags: 16,
    has_dice=True,
)
