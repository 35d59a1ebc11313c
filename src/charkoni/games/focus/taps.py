"""The taps that enter a move of Focus, the prompts between them, and taps without effect."""

from charkoni.core.board_types import TapSequence
from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.focus.catalog import CATALOG
from charkoni.games.focus.moves import NAMES
from charkoni.games.focus.rules import EMPTY, HEIGHT, OWN_HEIGHT, PLACES, counts_of_walks

PLACE = dict(zip(NAMES, PLACES, strict=True))
INDEX = {name: cell for cell, name in enumerate(NAMES)}


def height_at(s: State, cell: str) -> int:
    """Return the height of the tower on a cell."""
    return int(HEIGHT[int(s.tower[INDEX[cell]])])


def owner_of(tower: int) -> int | None:
    """Return the side whose checker is on top of a tower, or None for an empty cell (F3)."""
    return None if tower == EMPTY else int(OWN_HEIGHT[1, tower] > 0)


def prompt(s: State, prefix: TapSequence, flags: Flags, words: Words) -> str:
    """Return the sentence that asks for the next tap."""
    if not prefix:
        if s.reserve[s.turn]:
            return words._("Choose a tower of yours, or a checker of your reserve.")
        return words._("Choose a tower of yours.")
    if prefix[0] == "drop":
        return words._("Where do you put the checker? Any cell will do.")
    if len(prefix) == 1:
        n = height_at(s, prefix[0])
        return CATALOG.count(words, "walk-or-number", n)
    if prefix[1].startswith("k-"):
        n = int(prefix[1][2:])
        return CATALOG.count(words, "at-most" if flags["steps"] == "upto" else "exactly", n)
    return words._("How many checkers?")


def attempt(s: State, prefix: TapSequence, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move that a tap without effect seems to mean, why there is none, or None."""
    if not prefix:
        if zone not in PLACE:
            return f"@{NAMES[0]}" if zone == "drop" else None
        owner = owner_of(int(s.tower[INDEX[zone]]))
        if owner is None:
            return CATALOG.reason("EMPTY")
        return CATALOG.reason("OTHERS_TOP") if owner != int(s.turn) else None
    if zone not in PLACE or prefix[0] not in PLACE:
        return None
    start, height = prefix[0], height_at(s, prefix[0])
    if len(prefix) > 1 and prefix[1].startswith("k-"):
        return f"{start}-{zone}:{prefix[1][2:]}"
    if zone == start:
        return f"{start}-{zone}:{min(1 if s.steps else 2, height)}"
    counts = counts_of_walks(INDEX[start], INDEX[zone], height, int(s.steps))
    return f"{start}-{zone}:{counts[0] if counts else height}"
