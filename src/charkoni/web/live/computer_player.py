"""What the computer does at a table: it moves, and it answers when a draw is offered."""

import asyncio
import logging
import random
from typing import TYPE_CHECKING
from zlib import crc32

from charkoni.core.constants import CHANCE
from charkoni.web.engine.opponents import JUDGE, player_of
from charkoni.web.engine.pool import EngineError
from charkoni.web.live.live_game import Match, NotNow
from charkoni.web.store import StoreError

if TYPE_CHECKING:
    from charkoni.web.live.room import Room

logger = logging.getLogger(__name__)


async def play(room: "Room", v: int, seat: int) -> None:
    """Think, pause, and play."""
    started = room.hub.time.now()
    try:
        move = await _chosen(room, v, seat)
        pause = room.motion / 1000 + room.hub.settings.pace - (room.hub.time.now() - started) / 1000
        if pause > 0 and room.hub.settings.pace:
            await asyncio.sleep(pause)
        await room.ask(lambda: _answer(room, v, seat, move))
    except (StoreError, NotNow) as error:
        logger.warning("the computer could not play: %s", error)
        await asyncio.sleep(1)
        room.think_again()


async def _chosen(room: "Room", v: int, seat: int) -> str:
    """Return the move of a computer; "" for a throw.  When processes fail again and again, any legal move."""
    match = room.match
    if match.turn == CHANCE:
        return ""
    engine, place = room.hub.engine, match.seats[seat]
    moves = [ply.move for ply in match.record.plies]
    for _ in range(3 if engine.is_on else 0):
        try:
            thought = await engine.choose(
                match.row.id,
                match.game.name,
                match.row.start,
                moves,
                player_of(place.level, "" if seat in match.away else place.name),
                crc32(match.row.id.encode()),
                lambda: room.match.v == v and room.match.state == "open",
            )
            return thought.move if thought else ""
        except EngineError:
            logger.exception("a computer failed")
    return random.choice(match.position.moves)


async def _answer(room: "Room", v: int, seat: int, move: str) -> None:
    match = room.match
    if match.v != v or match.decider != seat or match.is_human(seat):
        return
    now, at = room.hub.time.now(), room.hub.time.wall()
    if match.turn == CHANCE:
        await room.commit(match.row_for_throw(seat, "", now, at))
    else:
        await room.commit(match.row_for_move(seat, move, now, at))


def can_judge(room: "Room") -> bool:
    """Return whether the computers at the table could answer an offer now."""
    engine, match = room.hub.engine, room.match
    return engine.is_on and match.turn >= 0 and match.game.family.name in engine.ready


async def agrees(room: "Room") -> bool:
    """Return whether all computers would take a draw: none of them can expect more than an even share."""
    match, v = room.match, room.match.v
    moves = [ply.move for ply in match.record.plies]
    try:
        thought = await room.hub.engine.choose(
            match.row.id, match.game.name, match.row.start, moves, JUDGE, 0, lambda: room.match.v == v
        )
    except EngineError:
        return False
    if thought is None or thought.value is None or room.match.v != v:
        return False
    seats = [seat.seat for seat in match.seats if seat.kind == "computer"]
    return all(_expected(match, seat, thought.value) <= 1 / len(set(match.game.sides)) for seat in seats)


def _expected(match: Match, seat: int, value: float) -> float:
    """Return the points that a seat can expect when whoever decides can expect `value`; the others share the rest."""
    sides = match.game.sides
    return value if sides[seat] == sides[match.turn] else (1 - value) / (len(set(sides)) - 1)
