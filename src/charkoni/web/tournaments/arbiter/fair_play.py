"""Hints for an arbiter's eyes: how long a player thought, and whether he looked elsewhere.  They prove nothing."""

from dataclasses import dataclass
from statistics import median
from typing import Any

from charkoni.tournament.model.rounds import Board
from charkoni.web.live.live_game import LiveGame
from charkoni.web.tournaments.events import Event

SHORTEST_MS = 5000
"""How long a player must have looked elsewhere on his move for the arbiters to hear of it."""

LONGEST_S = 3600


@dataclass(frozen=True, slots=True)
class Thought:
    """How a side used its time.  moves: how many.  usual, longest: seconds of a move, rounded to tenths."""

    side: int
    moves: int
    usual: float
    longest: float


def thoughts(match: LiveGame) -> list[Thought]:
    """Return how both sides used their time, in the order in which they move; nothing before the first move."""
    found: dict[int, list[float]] = {0: [], 1: []}
    before = 0
    for row in match.steps:
        if row.kind == "move" and before:
            found[match.game.sides[row.seat]].append((row.at - before) / 1000)
        before = row.at
    return [
        Thought(side, len(times), round(median(times), 1), round(max(times), 1))
        for side, times in found.items()
        if times
    ]


@dataclass(frozen=True, slots=True)
class Absence:
    """How often a player had the window of his game out of sight or in the background while he was on the move.

    seconds: all together.  longest: seconds of the longest time.
    """

    times: int
    seconds: int
    longest: int


def on_move_ms(match: LiveGame, side: int, since: int, until: int) -> int:
    """Return how many ms between two times (since 1970) a side was on the move."""
    found, before = 0, match.row.created
    for row in match.steps:
        if row.kind == "move" and match.game.sides[row.seat] == side:
            found += _shared(since, until, before, row.at)
        before = row.at
    decider = match.decider
    if decider is not None and match.game.sides[decider] == side:
        found += _shared(since, until, before, until)
    return found


def _shared(one: int, end: int, other: int, its_end: int) -> int:
    """Return how long two spans of time overlap."""
    return max(0, min(end, its_end) - max(one, other))


async def note_absence(
    event: Event, match: LiveGame, place: str, entry: int, side: int, since: int, until: int
) -> None:
    """Keep that somebody looked elsewhere for a while, so far as it was his move; place: `round:table`."""
    ms = on_move_ms(match, side, since, until)
    if ms >= SHORTEST_MS:
        key, seconds = f"{place}:{entry}", round(ms / 1000)

        def work(found: dict[str, Any]) -> None:
            times, all_, longest = found.get(key, (0, 0, 0))
            found[key] = [times + 1, all_ + seconds, max(longest, seconds)]

        await event.change("absences", work, is_news=False)  # a hint need not wake everybody's pages


def absences(event: Event, number: int, board: Board) -> list[tuple[str, Absence]]:
    """Return the names of those at a table who looked elsewhere in their game, and how they did."""
    known: dict[str, Any] = event.mapping("absences")
    found = [(id_, known.get(f"{number}:{board.number}:{id_}")) for id_ in board.seats]
    return [(event.state.name(id_), Absence(*numbers)) for id_, numbers in found if numbers]
