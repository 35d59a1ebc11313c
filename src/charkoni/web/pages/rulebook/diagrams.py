"""Diagrams on rule pages: a diagram is recognised by comparison with those of all positions that the page names."""

import re
from contextlib import suppress

from charkoni.check.examples import Example, examples
from charkoni.core.errors import BadMove, BadPosition, IllegalMove
from charkoni.core.game import Game, Position
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games.diagram_labels import translated_diagram

_CODE = re.compile(r"`([^`\n]+)`")


def positions_by_diagram(text: str, name: str, words: Words) -> dict[str, Position]:
    """Return the positions that a rule page names, by diagram in its language: of examples, leaf counts and texts."""
    by_diagram: dict[str, Position] = {}
    for position in _positions(text, name):
        by_diagram.setdefault(stripped(translated_diagram(words, position)), position)
    return by_diagram


def stripped(diagram: str) -> str:
    """Return a diagram without blanks at the ends of its lines."""
    return "\n".join(line.rstrip() for line in diagram.strip("\n").split("\n"))


def _positions(text: str, name: str) -> list[Position]:
    games = _games(text, name)
    positions = [game.start() for game in games]
    for each in examples(text):
        if not isinstance(each, Example):
            positions.append(each.root)
            continue
        before = each.game.parse(each.position)
        positions.append(before)
        with suppress(BadMove, IllegalMove):
            positions.append(before.play(each.move))
    for code in _CODE.findall(text):
        for game in games:
            with suppress(BadPosition):
                positions.append(game.parse(code))
    return positions


def _games(text: str, name: str) -> list[Game]:
    """Return a game and the variants that the page names."""
    games = [named(name)]
    for spec in sorted(set(re.findall(rf"\b{name}:[\w=,]+", text))):
        with suppress(ValueError):
            games.append(named(spec.rstrip(",")))
    return games
