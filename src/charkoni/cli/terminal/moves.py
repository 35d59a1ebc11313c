"""Moves as people type them."""

import re


def matches(move: str, part: str) -> bool:
    """Return whether a move begins with `part` or holds it as a cell."""
    rest = move.removeprefix(part)
    if rest != move and not (part[-1:].isdigit() and rest[:1].isdigit()):
        return True
    return re.search(rf"(?<![a-z0-9]){re.escape(part)}(?![0-9])", move) is not None
