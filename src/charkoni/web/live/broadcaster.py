"""The broadcaster of a room: an observer that sends each change to all subscribers."""

import asyncio
from collections.abc import Callable
from functools import partial

from charkoni.web.http import texts
from charkoni.web.http.texts import words_in
from charkoni.web.live import snapshots
from charkoni.web.live.board_view import BoardPresenter, Perspective
from charkoni.web.live.room import Cause, Room, RoomObserver, Subscriber
from charkoni.web.live.snapshots import as_text
from charkoni.web.store import LogRow

MARKS_AT_ONCE = 4
"""The number of moves whose icons are computed before the loop yields to other tasks."""


class Broadcaster(RoomObserver):
    """Sends messages to the subscribers of a room."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def committed(self, row: LogRow) -> None:
        """Send `Ply` after a move or throw, `View` after a start or takeback, `TableMessage` after any other row."""
        if row.kind in ("move", "throw"):
            self._send_all(partial(snapshots.ply, self._room, row))
            self._schedule_marks()
        elif row.kind == "start":
            self.board_reset("start")
        elif row.kind == "undo":
            self.board_reset("undo")
        else:
            self.table_changed()

    def board_reset(self, cause: Cause) -> None:
        """Send the message `View`."""
        self._send_all(partial(snapshots.view, self._room, cause=cause))
        self._schedule_marks()

    def table_changed(self) -> None:
        """Send the message `TableMessage`."""
        self._send_all(partial(snapshots.table_message, self._room))

    def subscribed(self, subscriber: Subscriber) -> None:
        """Send the message `View` to a new subscriber."""
        subscriber.send(as_text(snapshots.view(self._room, subscriber.perspective, subscriber.seats)))
        self._schedule_marks()

    def phrase_said(self, seat: int, phrase: str) -> None:
        """Send the message `ChatMessage`, in the language of each subscriber."""
        message = {"type": "chat", "g": self._room.id, "seat": seat, "phrase": phrase}
        for subscriber in list(self._room.subscribers):
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
