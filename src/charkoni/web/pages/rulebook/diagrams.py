"""Diagrams of positions on rule pages: found by drawing every position that a page names."""

import re
from contextlib import suppress

from charkoni.check.examples import Example, examples
from charkoni.core.errors import BadMove, BadPosition, IllegalMove
from charkoni.core.game import Game, Position
from charkoni.core.registry import named

_CODE = re.compile(r"`([^`\n]+)`")


def positions_by_diagram(text: str, name: str) -> dict[str, Position]:
    """Return the positions that a page about a game names, by diagram: starts, examples, and those in its text."""
    found: dict[str, Position] = {}
    for position in _positions(text, name):
        found.setdefault(stripped(position.diagram), position)
    return found


def stripped(diagram: str) -> str:
    """Return a diagram without blanks at the ends of its lines."""
    return "\n".join(line.rstrip() for line in diagram.strip("\n").split("\n"))


def _positions(text: str, name: str) -> list[Position]:
    games = _games(text, name)
    found = [game.start() for game in games]
    for each in examples(text):
        if not isinstance(each, Example):
            continue
        before = each.game.parse(each.position)
        found.append(before)
        with suppress(BadMove, IllegalMove):
            found.append(before.play(each.move))
    for code in _CODE.findall(text):
        for game in games:
            with suppress(BadPosition):
                found.append(game.parse(code))
    return found


def _games(text: str, name: str) -> list[Game]:
    """Return a game and the variants that the page names."""
    found = [named(name)]
    for spec in sorted(set(re.findall(rf"\b{name}:[\w=,]+", text))):
        with suppress(ValueError):
            found.append(named(spec.rstrip(",")))
    return found
