"""The named parts of a position of Mangala, for programs that only look.

holes: per side its six holes, the first one first, as numbers of stones.  stores: the stones of each side.  fortresses:
per side the hole, 1 to 5, of the other's row that is its fortress, None without one; only in the fortress variant.

>>> import charkoni
>>> charkoni.game("mangala").start().play("4").parts["holes"]
((4, 4, 4, 1, 5, 5), (4, 4, 4, 4, 4, 4))
"""

from charkoni.core.game_types import Flags, State


def parts(s: State, flags: Flags) -> dict[str, object]:
    """Return the parts of a state by name."""
    holes: list[list[int]] = s.holes.tolist()
    named: dict[str, object] = {"holes": tuple(map(tuple, holes)), "stores": tuple(s.store.tolist())}
    if flags["fortress"] == "on":
        named["fortresses"] = tuple(hole or None for hole in s.fortresses.tolist())
    return named
