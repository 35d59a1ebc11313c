"""What a room shows: the messages that everybody who looks on is sent."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, cast

from charkoni.core.constants import CHANCE
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.http import texts
from charkoni.web.http.texts import words_in
from charkoni.web.live import table_state
from charkoni.web.live.board_view import Eye, Face, coach, scene_url, view_of
from charkoni.web.live.live_game import Match
from charkoni.web.live.messages import Table
from charkoni.web.store import LogRow

if TYPE_CHECKING:
    from charkoni.web.live.hub import Hub
    from charkoni.web.live.room import Room


class Viewer(Protocol):
    """Whoever looks at a room: a socket, or a stream of the API."""

    eye: Eye
    seats: frozenset[int]

    def send(self, text: str) -> None:
        """Take a message; never waits."""
        ...


def as_text(message: Any) -> str:
    """Return a message as JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Showing:
    """A board, what stands beside it, and who looks on."""

    hub: "Hub"
    match: Match
    face: Face
    viewers: set[Viewer]

    def _each(self, make: Callable[[Eye, frozenset[int]], Any]) -> None:
        """Send everybody a message; it is made once for all who look alike."""
        made: dict[tuple[Eye, frozenset[int]], str] = {}
        for viewer in list(self.viewers):
            key = (viewer.eye, viewer.seats)
            if key not in made:
                made[key] = as_text(make(*key))
            viewer.send(made[key])

    def show_table(self) -> None:
        """Send everybody what stands beside the board."""
        self._each(lambda eye, seats: self._table_message(eye, seats))

    def _table(self, eye: Eye, seats: frozenset[int]) -> Table:
        return table_state.table(cast("Room", self), eye.lang, seats)  # a room is all that this is ever part of

    def _table_message(self, eye: Eye, seats: frozenset[int]) -> dict[str, Any]:
        table = self._table(eye, seats)
        return {"type": "table", "g": self.match.row.id, "v": self.match.v, "table": table}

    def _show_ply(self, row: LogRow) -> None:
        self._each(lambda eye, seats: self._ply(row, eye, seats))

    def _ply(self, row: LogRow, eye: Eye, seats: frozenset[int]) -> dict[str, Any]:
        delta = self.face.delta(eye)
        if delta is None:
            return self.view(eye, seats, "stale")
        seat = row.seat if row.kind == "move" else -1
        return {"type": "ply", "m": row.text, "seat": seat} | self._board(eye, seats) | delta

    def view(self, eye: Eye, seats: frozenset[int], cause: str = "hello") -> dict[str, Any]:
        """Return the whole board for a way of looking."""
        match = self.match
        return self._board(eye, seats) | {
            "type": "view",
            "cause": cause,
            "game": match.game.name,
            "title": names.game_name(words_in(eye.lang), match.game),
            "lang": eye.lang,
            "bottom": eye.bottom,
            "portrait": eye.portrait,
            "scene": scene_url(view_of(match.game, eye.bottom, eye.portrait)),
            "nodes": self.face.nodes(eye),
            "zones": self.face.zones(eye.lang),
            "log": [(ply.move, made.seat) for ply, made in zip(match.record.plies, match.made, strict=True)],
        }

    def _board(self, eye: Eye, seats: frozenset[int]) -> dict[str, Any]:
        match, words = self.match, words_in(eye.lang)
        table = self._table(eye, seats)
        decides = match.decider is not None and match.decider in seats
        found: dict[str, Any] = {
            "g": match.row.id,
            "v": match.v,
            "ply": len(match.record),
            "say": coach(match.position, (), words) if decides else table["status"]["text"],
            "hud": self.face.hud(eye.lang),
            "table": table,
        }
        last = self.face.last(eye.lang)
        if last:
            found["last"] = last
        if decides and match.turn != CHANCE:
            found |= self.face.for_decider(eye.lang)
        return found

    def note(self, words: Words) -> str:
        """Return what everybody should know: that the computer is not ready yet."""
        engine = self.hub.engine
        waits = any(seat.kind == "computer" for seat in self.match.seats) and engine.is_on
        if not waits or self.match.state != "open" or self.match.game.family.name in engine.ready:
            return ""
        n, of = engine.progress
        return words._(texts.GETTING_READY, n=n, of=of)

    def show_words(self, seat: int, phrase: str) -> None:
        """Show everybody what somebody says."""
        for viewer in list(self.viewers):
            text = words_in(viewer.eye.lang)._(texts.PHRASES[phrase])
            found = {"type": "chat", "g": self.match.row.id, "seat": seat, "phrase": phrase, "text": text}
            viewer.send(as_text(found))
