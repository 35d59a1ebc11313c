"""The zones that are highlighted for a move on a board, and for how long its animation runs."""

from collections.abc import Mapping, Sequence
from typing import Any

from charkoni.core.game import Position
from charkoni.graphics import scene
from charkoni.graphics.scene import BoardView

MOST_MOTION_MS = 1000  # longer motion is cut: a player must not win time by a long sowing
USUAL_MOTION_MS = 150  # of an event of any other kind
# For how many ms the client animates an event, or each step of it (client/board/timeline.js): the pause of clocks and
# computers depends on it.
STEP_MS = {"throw": 500, "move": 90, "sow": 110, "drop": 110}

PATHS = ("move", "sow", "drop")
"""The kinds of events whose animation takes a step for each zone of their path."""


def motion_ms(events: Sequence[Mapping[str, Any]]) -> int:
    """Return for about how many ms the client animates the events of a ply, at most `MOST_MOTION_MS`."""
    total = 0
    for event in events:
        steps = len(event.get("path", ())) or 1
        total += STEP_MS.get(event["kind"], USUAL_MOTION_MS) * (steps if event["kind"] in PATHS else 1)
    # A second at most: longer animations run on while the game does.
    return min(total, MOST_MOTION_MS)


def zones_of_last(before: Position, move: str, after: Position) -> list[str]:
    """Return the zones that are marked as the last move: start and end of each event, without the end of the game."""
    game = after.game
    zones: dict[str, None] = {}
    for event in game.family.board.events(before.state[0], move, after.state[0], game.flags):
        if event.kind == "end":
            continue
        ends = [slot.zone for pair in event.moved[:1] + event.moved[-1:] for slot in pair if slot]
        for zone in (*event.path[:1], *event.path[-1:], event.zone, *ends):
            zones[zone] = None
    # Zones without a spot (a hand, a reserve in a list) cannot be marked.
    spots = BoardView(game).layout.spots
    return [zone for zone in zones if zone in spots]


def path_of(position: Position, move: str) -> list[str]:
    """Return the zones on the path of a move, in order; the last one is its end."""
    effects = scene.events(position, move)
    spots = BoardView(position.game).layout.spots
    path = next((event.path for event in effects if event.path), ())
    ends = [event.zone for event in effects if event.zone]
    return [zone for zone in path or ends[:1] if zone in spots]
