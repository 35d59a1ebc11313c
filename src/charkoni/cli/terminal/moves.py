"""Moves in words.  The notation can be read without the position (T4), so a pattern per kind of move suffices."""

import re

from charkoni.core.errors import mark
from charkoni.core.game import Game
from charkoni.core.translations import Words

_CELL = r"[a-z]\d+"
_STEP = rf"(?P<start>{_CELL})-(?P<end>{_CELL})"
_DIRECTIONS = {"n": mark("north"), "e": mark("east"), "s": mark("south"), "w": mark("west")}

_PASS = (r"-", mark("passes"))
_PLACE = (rf"@(?P<end>{_CELL})", mark("places on {end}"))
_GO = (_STEP, mark("{start} goes to {end}"))

_KINDS: dict[str, tuple[tuple[str, str], ...]] = {
    "mangala": ((r"(?P<hole>\d)", mark("sows from hole {hole}")),),
    "focus": (
        (rf"{_STEP}:1", mark("one checker from {start} to {end}")),
        (rf"{_STEP}:(?P<k>\d)", mark("the top {k} of {start} go to {end}")),
        (rf"@(?P<end>{_CELL})", mark("a checker of the reserve drops on {end}")),
        (r"-", mark("the null move: nothing changes")),
    ),
    "banglagor": (
        (rf"(?P<height>\d)@(?P<end>{_CELL})", mark("a column of height {height} is placed on {end}")),
        (
            rf"(?P<start>{_CELL})-(?P=start)x(?P<target>{_CELL})",
            mark("{start} goes out and back and attacks {target}"),
        ),
        (rf"(?P<start>{_CELL})-(?P=start)", mark("{start} goes out and back")),
        (rf"{_STEP}x(?P<target>{_CELL})", mark("{start} goes to {end} and attacks {target}")),
        (rf"~(?P<end>{_CELL})", mark("the column on {end} is freed")),
        (rf"(?P<start>{_CELL})@(?P<end>{_CELL})", mark("the column is lifted from {start} and set on {end}")),
    ),
    "gana": (
        (rf"(?P<start>{_CELL})(?P<way>[nesw]):k", mark("the king alone goes from {start} {way}")),
        (
            rf"(?P<start>{_CELL})(?P<way>[nesw]):(?P<k>\d)",
            mark("the group of {start} goes {way}, the king {k} away"),
        ),
        (rf"(?P<start>{_CELL})(?P<way>[nesw])", mark("the pawns of {start} go {way}")),
    ),
    "mosty": ((rf"(?P<end>{_CELL})", mark("a bridge on {end}")),),
    "chaupar": (
        (r"\[(?P<faces>\d+)\]", mark("the sticks show {faces}")),
        (r"c:(?P<v>\d)", mark("a piece enters with {v}")),
        (r"(?P<start>\d+\+?):(?P<v>\d)\^", mark("the piece on {start} turns in with {v}")),
        (r"(?P<start>\d+\+?):(?P<v>\d)", mark("the piece on {start} goes {v}")),
        (r"l(?P<start>\d):(?P<v>\d)", mark("the piece in the lane, cell {start}, goes {v}")),
        (r">(?P<v>\d)", mark("the {v} is handed to the partner")),
        (r"-(?P<v>\d)", mark("the {v} stays unused")),
    ),
}


def in_words(words: Words, game: Game, move: str) -> str:
    """Return what a move does, in words; the move itself when nothing is known of it."""
    for pattern, message in (*_KINDS.get(game.family.name, ()), _PASS, _PLACE, _GO):
        match = re.fullmatch(pattern, move)
        if match:
            values = match.groupdict()
            direction = _DIRECTIONS.get(values.get("way", ""))
            if direction:
                values["way"] = words._(direction)
            if "faces" in values:
                values["faces"] = " ".join(values["faces"])
            return words._(message, **values) if values else words._(message)
    return move


def matches(move: str, part: str) -> bool:
    """Return whether the part, a cell or the beginning of a move, stands in the move."""
    rest = move.removeprefix(part)
    if rest != move and not (part[-1:].isdigit() and rest[:1].isdigit()):
        return True
    return re.search(rf"(?<![a-z0-9]){re.escape(part)}(?![0-9])", move) is not None
