"""The computer player of a room: an observer that plays for computers, and answers draw offers for them."""

import asyncio
import logging
import secrets
from functools import partial

from charkoni.core.constants import CHANCE
from charkoni.games.opponents import DRAW_EVALUATOR, player_of
from charkoni.web.engine.worker import EngineError
from charkoni.web.http.errors import Refused
from charkoni.web.http.quotas import User
from charkoni.web.live.cluster import RETRY_S, Cluster, OwnerObserver
from charkoni.web.live.observers import visitor_device
from charkoni.web.live.room import Room
from charkoni.web.store import StoreError

ATTENDED_MS = 60_000
"""Time after a visit, or after a move at a table with people, during which computers play unwatched."""

NOBODY = User("", "games without people")
"""The user charged at tables with computers only."""

TRIES = 3
"""How often the engine may fail before a random move is played."""

logger = logging.getLogger(__name__)


class ComputerPlayer(OwnerObserver):
    """Moves and throws for the computers of a room."""

    def __init__(self, room: Room, cluster: Cluster) -> None:
        super().__init__(room, cluster)
        self._searched: tuple[int, int] | None = None

    def advanced(self) -> None:
        """Begin a search when a computer has to act; request the game when this process does not own it."""
        live = self._room.live
        decider = live.decider
        is_unready = live.turn == CHANCE and not live.dice.is_ready
        has_to_act = decider is not None and live.seats[decider].kind == "computer" and not is_unready
        if decider is None or not (has_to_act and self.owns_game() and is_attended(self._room)):
            self._searched = None
        elif self._searched != (live.v, decider):
            # Noted before the search: observers are told of many changes during one turn.
            self._searched = (live.v, decider)
            self._room.spawn(self._play(live.v, decider))
        self.is_busy = self._searched is not None

    async def _play(self, v: int, seat: int) -> None:
        """Search a move, wait until the last one has been shown, and play."""
        room = self._room
        started = room.host.time.now()
        try:
            move = await visitor_device.choose(room, v, seat) or await _choose(room, v, seat)
            if move is None:  # a watcher may be back
                if self._searched == (v, seat):
                    self._searched = None
                    self.advanced()
                return
            spent_s = (room.host.time.now() - started) / 1000
            # The last move is seen before the next one comes; thinking time counts towards the pause.
            pause_s = room.motion / 1000 + room.host.settings.pace - spent_s
            if pause_s > 0 and room.host.settings.pace:
                await asyncio.sleep(pause_s)
            await room.ask(partial(_commit, room, v, seat, move))
        except (StoreError, Refused) as error:
            logger.warning("the computer could not play: %s", error)
            await asyncio.sleep(RETRY_S)
            self._searched = None
            self.advanced()


def is_attended(room: Room) -> bool:
    """Return whether a computer must play: absence does not stop clocks, otherwise computers rest when unwatched."""
    live, now = room.live, room.host.time.now()
    return (
        bool(room.online() or room.watchers() or live.official)
        or live.clocks.running is not None
        or now - room.visited_at < ATTENDED_MS
        or (bool(live.humans()) and live.last is not None and room.host.uptime.since(live.last.uptime) < ATTENDED_MS)
    )


def payer_of(room: Room) -> User:
    """Return the user charged for the engine's time at a table: a person there, if possible a present one."""
    online = room.online()
    people = [seat for seat in room.live.owners() if seat.owner]
    # False sorts before True: those present first.
    people.sort(key=lambda seat: seat.seat not in online)
    return room.host.addresses.of(people[0].owner) if people else NOBODY


async def _choose(room: Room, v: int, seat: int) -> str | None:
    """Return the move of a computer, "" for a throw; a random move when the engine fails `TRIES` times.

    None: the search was stopped, because the game went on or the computer's move is no longer awaited.
    """
    live = room.live
    if live.turn == CHANCE:
        return ""
    engine, place = room.host.engine, live.seats[seat]
    # A worker may die in a search; another one takes its place.
    for _ in range(TRIES if engine.is_on else 0):
        try:
            choice = await engine.choose(
                payer_of(room),
                *live.line,
                player_of(place.level, "" if seat in live.away else place.name),
                visitor_device.seed_of(room),
                lambda: room.live.v == v and room.live.state == "open" and is_attended(room),
            )
            return choice.move if choice else None
        except EngineError as error:
            logger.warning("a computer failed: %s", error)
    # A weak move rather than a game that stands still.
    return secrets.choice(live.position.moves)


async def _commit(room: Room, v: int, seat: int, move: str) -> None:
    """Play a computer's move, unless the game has gone on since."""
    live = room.live
    # A takeback, a flag, or the player is back: the move found is of no use.
    if live.v != v or live.decider != seat or live.is_human(seat):
        return
    if live.turn == CHANCE:
        await room.write(live.row_for_throw, seat)
    else:
        await room.write(live.row_for_move, seat, move)


def can_answer_draw(room: Room) -> bool:
    """Return whether the computers of a room can answer a draw offer now."""
    engine, live = room.host.engine, room.live
    return engine.is_on and live.turn >= 0 and live.game.family.name in engine.ready


async def accepts_draw(room: Room) -> bool:
    """Return whether all computers accept a draw: none of them expects more than an even share of the points."""
    live, v = room.live, room.live.v
    try:
        choice = await room.host.engine.choose(payer_of(room), *live.line, DRAW_EVALUATOR, 0, lambda: room.live.v == v)
    except EngineError:
        return False
    if choice is None or choice.value is None or room.live.v != v:
        return False
    sides = live.game.sides
    others = (1 - choice.value) / (len(set(sides)) - 1)  # the other sides share the rest
    expected = {
        seat.seat: choice.value if sides[seat.seat] == sides[live.turn] else others
        for seat in live.seats
        if seat.kind == "computer"
    }
    return all(points <= 1 / len(set(sides)) for points in expected.values())
