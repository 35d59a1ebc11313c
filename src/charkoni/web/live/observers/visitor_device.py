"""The device of a person who plays alone: the page searches for the computers whose level searches.

The page is asked by the message `Think` and answers with `Thought`; its move is checked as anybody's is.  When the page
is late, hidden or gone, the server searches, and the table says so.
"""

import asyncio
from typing import Any
from zlib import crc32

from charkoni.core.errors import BadMove, IllegalMove
from charkoni.web.live.room import Asked, Room, as_text
from charkoni.web.live.room_observer import Subscriber

DEADLINE_S = 2.0
"""How long a page may take for a move."""

Seats = frozenset[int]


def engine_of(room: Room, seats: Seats) -> str:
    """Return the address of the search for the page of someone who plays alone, "" where there is nothing to search."""
    live, engines = room.live, room.host.browser_engines
    levels = {seat.level for seat in live.seats if seat.kind == "computer"}
    if not plays_alone(room, seats) or not any(engines.searches(live.game, level) for level in levels):
        return ""
    return engines.address(live.game)


def plays_alone(room: Room, seats: Seats) -> bool:
    """Return whether the holder of some seats plays alone against computers, and nothing is at stake."""
    return bool(seats) and room.live.humans() <= seats and not room.live.is_strict and not room.live.away


async def choose(room: Room, v: int, seat: int) -> str | None:
    """Return the move of a computer by the book or by a page; None where no page can search, or none does in time."""
    live, place, engines = room.live, room.live.seats[seat], room.host.browser_engines
    board = next((each for each in room.subscribers if each.thinks and plays_alone(room, each.seats)), None)
    if board is None or live.turn < 0 or not engines.searches(live.game, place.level):
        return None
    # The seed is that of the server's own search: the level is the same player wherever it is searched.
    question: Any = engines.of_level(live.record, place.level, place.name, seed_of(room))
    if isinstance(question, str):
        return question
    asked = room.asked = Asked(v, board)
    board.send(as_text({"type": "think", "g": room.id, "v": v} | question))
    done, _ = await asyncio.wait({asked.answer}, timeout=DEADLINE_S)
    if not done:
        # Not asked again before its page says that it can.
        board.thinks = False
        asked.give_up()
    if asked.is_late and room.asked is asked:
        room.table_changed()
    return asked.answer.result() or None


def seed_of(room: Room) -> int:
    """Return the seed of a game's computers: the game plays alike after a restart, another one otherwise."""
    return crc32(room.id.encode())


def set_thinking(room: Room, board: Subscriber, on: bool) -> None:
    """Note whether a page can search now; one that no longer can is not waited for."""
    board.thinks = on
    if not on and room.asked and room.asked.board is board:
        room.asked.give_up()


async def answer(room: Room, seats: Seats, v: int, move: str) -> None:
    """Take the move that a page has found for a computer, "" for none; one that comes late is dropped."""
    asked = room.asked
    if asked is None or asked.v != v or asked.answer.done():
        return
    try:
        if move:
            room.live.position.play(move)
    except (BadMove, IllegalMove):
        asked.answer.set_result("")
        raise
    asked.answer.set_result(move)
