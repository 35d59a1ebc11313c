"""Indications for the arbiters: thinking times, and absences from the window of the game.  They prove nothing."""

from statistics import median

from charkoni.tournament.model.rounds import Board
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.tournaments.events import OpenEvent

SHORTEST_MS = 5000
"""The shortest absence on the own move that is noted."""

LONGEST_S = 3600
"""The longest absence that a client reports at once, in seconds."""


def thinking_times(live: LiveGame) -> list[tuple[int, int, float, float]]:
    """Return the thinking times of the sides that have moved: side, moves, median and maximum in seconds of a move."""
    seconds: dict[int, list[float]] = {0: [], 1: []}
    before = 0
    for row in live.steps:
        if row.kind == "move" and before:
            seconds[live.game.sides[row.seat]].append((row.at - before) / 1000)
        before = row.at
    return [
        (side, len(times), round(median(times), 1), round(max(times), 1)) for side, times in seconds.items() if times
    ]


def time_on_move(live: LiveGame, side: int, since: int, until: int) -> int:
    """Return for how many ms between two times (ms since 1970) it was the turn of a side."""
    total, before = 0, live.row.created
    for row in live.steps:
        if row.kind == "move" and live.game.sides[row.seat] == side:
            total += _overlap(since, until, before, row.at)
        before = row.at
    decider = live.decider
    if decider is not None and live.game.sides[decider] == side:
        total += _overlap(since, until, before, until)
    return total


def _overlap(one: int, end: int, other: int, its_end: int) -> int:
    """Return the length of the overlap of two spans of time."""
    return max(0, min(end, its_end) - max(one, other))


async def note_absence(
    event: OpenEvent, live: LiveGame, place: str, entry: int, side: int, since: int, until: int
) -> None:
    """Note the absence of a player, so far as it was his move.

    place: `round:table`.  since, until: ms since 1970.
    """
    ms = time_on_move(live, side, since, until)
    key, seconds = f"{place}:{entry}", round(ms / 1000)

    def change(noted: dict[str, list[int]]) -> None:
        times, total, longest = noted.get(key, [0, 0, 0])
        noted[key] = [times + 1, total + seconds, max(longest, seconds)]

    if ms >= SHORTEST_MS:
        await event.update("absences", change, is_shown=False)  # pages need no refresh for an indication


def absences(event: OpenEvent, number: int, board: Board) -> list[tuple[str, int, int, int]]:
    """Return how often the players of a table had the window of the game hidden or in the background on their move.

    Name, times, seconds in total, seconds of the longest absence; none for a player without any.
    """
    known: dict[str, list[int]] = event.mapping("absences")
    entries = [(id_, known.get(f"{number}:{board.number}:{id_}")) for id_ in board.seats]
    return [(event.state.name(id_), noted[0], noted[1], noted[2]) for id_, noted in entries if noted]
