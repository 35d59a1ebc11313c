"""The messages `View`, `Ply` and `TableMessage` of a room, for one subscriber."""

import json

from charkoni.core.constants import CHANCE
from charkoni.games import names
from charkoni.graphics import scene
from charkoni.web.http.texts import words_in
from charkoni.web.live.board_view import Perspective, scene_url, view_of
from charkoni.web.live.match_sets import match_counters
from charkoni.web.live.room import Room
from charkoni.web.live.table_state import table
from charkoni.web.store import LogRow


def as_text(message: object) -> str:
    """Return a message as JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


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
