"""The named parts of a position of Chaupar, for programs that only look.

piles: per colour its pieces as words of the notation: "c2" two in the Charkoni, "17" one on the colour's 17th step,
"40x2" a pile, "6+" in the second lap, "l5" in the lane, "h1" Home.  thrower: whose throw it is.  values: of the throw
that are left, ascending.

>>> import charkoni
>>> charkoni.game("chaupar").parse("l7,h3/l6,h3/l7,h3/l5,h3 b b 1").parts["piles"][1]
('l6', 'h3')
"""

from charkoni.core.game_types import Flags, State
from charkoni.games.chaupar.moves import sticks
from charkoni.games.chaupar.text import write_state


def parts(s: State, flags: Flags) -> dict[str, object]:
    """Return the parts of a state by name."""
    colours = write_state(s, flags).split(" ")[0].split("/")
    return {
        "piles": tuple(tuple(words.split(",")) for words in colours),
        "thrower": int(s.thrower),
        "values": tuple(map(int, sticks(s, flags))),
    }
