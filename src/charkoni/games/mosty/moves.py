"""The moves of Mosty: a code is the number of the crossing (`rules.crossings`)."""

from functools import cache

from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags
from charkoni.core.moves.declaration import Kind, Moves, Part
from charkoni.games.mosty.catalog import CATALOG
from charkoni.games.mosty.rules import crossings

_UNREADABLE = CATALOG.reason("UNREADABLE")


def column_name(x: int) -> str:
    """Return the letter of a column of crossings."""
    return chr(ord("a") + x - 1)


def crossing_name(crossing: tuple[int, int]) -> str:
    """Return the name of a crossing, as in "c3"."""
    x, y = crossing
    return f"{column_name(x)}{y}"


@cache
def _moves(size: int) -> Moves:
    """Return the moves on a board; Blue sees it with x and y exchanged."""
    last = crossing_name((2 * size - 1, 2 * size - 1))
    seen = [[crossing_name(place[::way]) for place in crossings(size)] for way in (1, -1)]

    def missing(text: str) -> Reason:
        """Return why a column and a row are no crossing (S2, S5)."""
        if max(ord(text[0]) - ord("a") + 1, int(text[1:])) >= 2 * size:
            return CATALOG.reason("OUTSIDE", text=text, last=last)
        return CATALOG.reason("NO_CROSSING", text=text)

    crossing = Part(seen[0], pattern="[a-z][1-9][0-9]?", missing=missing)
    width = 2 * size - 1
    return Moves(
        Kind("{end}", {"end": crossing}, phrase=N_("a bridge on {end}")),
        unreadable=_UNREADABLE,
        taps=lambda seat: seen[seat],
        places=[(y - 1) * width + x - 1 for x, y in crossings(size)],
    )


def moves(flags: Flags) -> Moves:
    """Return the moves of a variant."""
    return _moves(int(flags["size"]))
