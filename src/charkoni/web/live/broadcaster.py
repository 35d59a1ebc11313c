"""The messages `View`, `Ply` and `TableMessage` of a room, and the observer that sends each change to everybody."""

import asyncio
from collections.abc import Callable
from functools import partial

from charkoni.core.constants import CHANCE
from charkoni.games import names
from charkoni.graphics import scene
from charkoni.web.http import texts
from charkoni.web.http.texts import words_in
from charkoni.web.live.board_view import BoardPresenter, Perspective, scene_url, view_of
from charkoni.web.live.match_sets import match_counters
from charkoni.web.live.room import Room, as_text
from charkoni.web.live.room_observer import Cause, RoomObserver, Subscriber
from charkoni.web.live.table_state import table
from charkoni.web.store import LogRow

MARKS_AT_ONCE = 4
"""The number of moves whose icons are computed before the loop yields to other tasks."""


def view(room: Room, perspective: Perspective, seats: frozenset[int], cause: str = "hello") -> dict[str, object]:
    """Return the message `View` for the holder of some seats; cause: why it is sent."""
    live, board = room.live, room.board
    return _board(room, perspective, seats) | {
        "type": "view",
        "cause": cause,
        "game": live.game.name,
        "title": names.game_name(words_in(perspective.lang), live.game),
        "lang": perspective.lang,
        "bottom": perspective.bottom,
        "portrait": perspective.portrait,
        "scene": scene_url(view_of(live.game, perspective.bottom, perspective.portrait)),
        "nodes": board.nodes(perspective),
        "zones": board.zones(perspective.lang),
        # The whole list once, with the board; each ply adds its own.
        "log": [(ply.move, origin.seat) for ply, origin in zip(live.record.plies, live.origins, strict=True)],
    }


def ply(room: Room, row: LogRow, perspective: Perspective, seats: frozenset[int]) -> dict[str, object]:
    """Return the message `Ply` of a move or throw, or a `View` to a new subscriber."""
    delta = room.board.delta(perspective)
    if delta is None:
        # A subscriber that joined between two plies has no board to change.
        return view(room, perspective, seats, "stale")
    seat = row.seat if row.kind == "move" else -1
    return {"type": "ply", "m": row.text, "seat": seat} | _board(room, perspective, seats) | delta


def table_message(room: Room, perspective: Perspective, seats: frozenset[int]) -> dict[str, object]:
    """Return the message `TableMessage`."""
    return {"type": "table", "g": room.id, "v": room.live.v, "table": table(room, perspective.lang, seats)}


def _board(room: Room, perspective: Perspective, seats: frozenset[int]) -> dict[str, object]:
    """Return the message part `Board`, without `zones`."""
    live, board, lang = room.live, room.board, perspective.lang
    state = table(room, lang, seats)
    # Trie, icons and previews are for the seat that decides only: they are most of a message.
    decides = live.decider is not None and live.decider in seats
    message: dict[str, object] = {
        "g": live.row.id,
        "v": live.v,
        "ply": len(live.record),
        "say": scene.prompt(live.position, (), words_in(lang)) if decides else state["status"]["text"],
        "hud": [*match_counters(words_in(lang), room.live), *board.hud(lang)],
        "table": state,
    }
    last = board.last(lang)
    if last:
        message["last"] = last
    if decides and live.turn != CHANCE:
        message |= board.for_decider(lang)
    return message


class Broadcaster(RoomObserver):
    """Sends messages to the subscribers of a room."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def committed(self, row: LogRow) -> None:
        """Send `Ply` after a move or throw, `View` after a start or takeback, `TableMessage` after any other row."""
        if row.kind in ("move", "throw"):
            self._send_all(partial(ply, self._room, row))
            self._schedule_marks()
        elif row.kind in ("start", "undo"):
            self.board_reset("start" if row.kind == "start" else "undo")
        else:
            self.table_changed()

    def board_reset(self, cause: Cause) -> None:
        """Send the message `View`."""
        self._send_all(partial(view, self._room, cause=cause))
        self._schedule_marks()

    def table_changed(self) -> None:
        """Send the message `TableMessage`."""
        self._send_all(partial(table_message, self._room))

    def subscribed(self, subscriber: Subscriber) -> None:
        """Send the message `View` to a new subscriber."""
        subscriber.send(as_text(view(self._room, subscriber.perspective, subscriber.seats)))
        self._schedule_marks()

    def phrase_said(self, seat: int, phrase: str) -> None:
        """Send the message `ChatMessage`, in the language of each subscriber who does not block the speaker."""
        self._room.spawn(self._say(seat, phrase))

    async def _say(self, seat: int, phrase: str) -> None:
        room = self._room
        message = {"type": "chat", "g": room.id, "seat": seat, "phrase": phrase}
        blockers = await room.host.people.complaints.blockers(room.live.seats[seat].owner)
        for subscriber in [each for each in room.subscribers if each.person not in blockers]:
            text = words_in(subscriber.perspective.lang)._(texts.PHRASES[phrase])
            subscriber.send(as_text(message | {"text": text}))

    def _send_all(self, make: Callable[[Perspective, frozenset[int]], object]) -> None:
        """Send a message, made once for all subscribers of equal perspective and seats."""
        made: dict[tuple[Perspective, frozenset[int]], str] = {}
        for subscriber in list(self._room.subscribers):
            key = (subscriber.perspective, subscriber.seats)
            # Most watchers have the same language and side: a message is made once and sent a hundred times.
            if key not in made:
                made[key] = as_text(make(*key))
            subscriber.send(made[key])

    def _schedule_marks(self) -> None:
        """Compute the icons of many moves after the board is sent, and send them to the seat that decides."""
        room = self._room
        board = room.board
        if board.has_marks or not any(room.live.decider in subscriber.seats for subscriber in room.subscribers):
            return
        room.spawn(self._mark(board, room.live.v))

    async def _mark(self, board: BoardPresenter, v: int) -> None:
        room = self._room
        while not board.mark_some(MARKS_AT_ONCE):
            await asyncio.sleep(0)
            # The game went on: nobody waits for these icons.
            if room.board is not board or room.live.v != v:
                return
        text = as_text({"type": "marks", "g": room.id, "v": v, "prefix": [], "marks": board.marks()})
        for subscriber in list(room.subscribers):
            if room.live.decider in subscriber.seats:
                subscriber.send(text)
