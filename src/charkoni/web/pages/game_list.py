"""Lines of game lists: title, players, time control and state of a game."""

from collections.abc import Sequence
from typing import Any

from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.live import table_state
from charkoni.web.live.hub import Hub
from charkoni.web.store import GameRow, SeatRow


async def game_lines(hub: Hub, words: Words, rows: Sequence[GameRow]) -> list[dict[str, Any]]:
    """Return games as lines of a list: see `game_line`."""
    seats = await hub.store.seats_of([row.id for row in rows])
    return [game_line(words, row, seats[row.id]) for row in rows]


def game_line(words: Words, row: GameRow, seats: Sequence[SeatRow]) -> dict[str, Any]:
    """Return a game as a line of a list.

    id; game (its name without flags); title; url (of the table, or of the invitation while seats are free); picture
    (address); ply; state (waiting, open, over or called-off); status (a sentence); clock (see `clock_text`); players
    (side, name); people (the names of those who sit there).
    """
    game = named(row.name)
    taken = [seat for seat in seats if seat.kind != "open"]
    present = dict.fromkeys(table_state.seat_name(words, seat.kind, seat.name, seat.level) for seat in taken)
    return {
        "id": row.id,
        "game": game.family.name,
        "title": names.game_name(words, game),
        "url": f"/g/{row.id}" if row.state != "waiting" else f"/i/{row.invite}",
        "picture": f"/g/{row.id}.svg?v={row.ply}",
        "ply": row.ply,
        "state": row.state,
        "status": status_text(words, row),
        "clock": clock_text(row),
        "players": [
            (names.side_name(words, game, seat.seat), table_state.seat_name(words, seat.kind, seat.name, seat.level))
            for seat in seats
        ],
        "people": " – ".join(present),
    }


def status_text(words: Words, row: GameRow) -> str:
    """Return the status of a game in words: waiting, the number of the move, the result, or called off."""
    if row.state == "waiting":
        return words._("Waiting for players")
    if row.state == "open":
        return words._("Move {n}", n=row.ply + 1)
    if row.state == "over":
        reason = names.reason_name(words, named(row.name), row.reason) if row.reason else ""
        return " · ".join(part for part in (result_text(row.result), reason) if part)
    return words._("Called off")


def result_text(result: str) -> str:
    """Return a result as people write it: "1:0" as "1 : 0", "1/2:1/2" as "½ : ½"."""
    return " : ".join("½" if points == "1/2" else points for points in result.split(":"))


def clock_text(row: GameRow) -> str:
    """Return the time control in minutes, with the increment in seconds: "5+3" or "15"; empty without a clock."""
    if row.clock == "none":
        return ""
    minutes = f"{row.base / 60000:g}"
    return f"{minutes}+{row.increment / 1000:g}" if row.clock == "fischer" else minutes
