"""Lines of game lists: title, players, time control and state of a game."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from charkoni.core.errors import N_
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.challenges.challenges import bounds, is_present
from charkoni.web.http.texts import CALLED_OFF
from charkoni.web.live import table_state
from charkoni.web.live.game.clocks import control_of, control_text, is_short, time_text
from charkoni.web.live.results import outcome_for
from charkoni.web.pages.visits import Visit
from charkoni.web.ratings.conditions import time_class
from charkoni.web.ratings.ratings import SURE_DEVIATION
from charkoni.web.store import GameRow, SeatRow
from charkoni.web.store.store import without_programs


async def game_lines(visit: Visit, rows: Sequence[GameRow], is_own: bool = False) -> list[dict[str, Any]]:
    """Return games as lines of a list: see `game_line`.  is_own: games in which it is the visitor's move are marked."""
    ids, store, now = [row.id for row in rows], visit.hub.store, visit.hub.time.wall()
    seats = await store.seats_of(ids)
    held = await store.held_in(ids, visit.person) if is_own and visit.person else {}
    return [game_line(visit.words, row, seats[row.id], held.get(row.id, frozenset()), now) for row in rows]


async def challenge_lines(visit: Visit, rows: Sequence[GameRow]) -> list[dict[str, Any]]:
    """Return waiting games with terms as lines of a list.

    Besides what `game_line` has: online (whether somebody is there for a game at once); rating (of the one who offers
    it, 0 if he has none), sure (whether it is known well); low and high (see `challenges.bounds`).  For those who sit
    at the table url is its address, and people the one whom they challenge, if it is one.
    """
    hub, now, ids = visit.hub, visit.hub.time.wall(), [row.id for row in rows]
    terms, seats = await hub.challenges.of(ids), await hub.store.seats_of(ids)
    held = await hub.store.held_in(ids, visit.person) if visit.person else {}
    makers = {row.id: next((seat.owner for seat in seats[row.id] if seat.owner), "") for row in rows}
    known_as = await hub.people.persons.names_of([each.person for each in terms.values() if each.person])
    ratings = await hub.ratings.among(set(makers.values()), {row.name for row in rows})
    lines = []
    for row in rows:
        line = game_line(visit.words, row, seats[row.id], now=now) | bounds(terms[row.id])
        known = ratings.get((makers[row.id], row.name, time_class(row, seats[row.id])))
        line["online"] = (row.id in hub.rooms and bool(hub.rooms[row.id].online())) or is_present(terms[row.id], now)
        line["rating"], line["sure"] = (round(known.rating), known.deviation <= SURE_DEVIATION) if known else (0, False)
        if held.get(row.id):
            line |= {"url": f"/g/{row.id}", "people": known_as.get(terms[row.id].person, line["people"])}
        lines.append(line)
    return lines


def game_line(
    words: Words, row: GameRow, seats: Sequence[SeatRow], mine: frozenset[int] = frozenset(), now: int = 0
) -> dict[str, object]:
    """Return a game as a line of a list.

    id; game (its name without flags); title; url (of the table, or of the invitation while seats are free); code (of
    the invitation); picture (address); ply; state (waiting, open, over or called-off); status (a sentence); clock (see
    `terms_text`); players (side, name, whether it is the reader); outcome (see `outcome_for`); at (when it last
    changed, ISO 8601 in UTC); people (the names of the seated players); your_move (whether it waits for a holder of
    `mine`); short (whether the time for the move is short).
    """
    game, mine = named(row.name), without_programs(mine, seats)
    present = dict.fromkeys(table_state.seat_name(words, seat) for seat in seats if seat.kind != "open")
    return {
        "id": row.id,
        "game": game.family.name,
        "title": names.game_name(words, game),
        "url": f"/g/{row.id}" if row.state != "waiting" else f"/i/{row.invite}",
        "code": row.invite,
        "picture": f"/g/{row.id}.svg?v={row.ply}",
        "ply": row.ply,
        "state": row.state,
        "status": status_text(words, row, mine, now),
        "your_move": is_move_of(row, mine),
        "short": row.due > 0 and is_short(control_of(row), row.due - now),
        "clock": terms_text(words, row),
        "players": [
            (
                names.side_name(words, game, seat.seat),
                table_state.seat_name(words, seat),
                seat.seat in mine and len(mine) < len(seats),
            )
            for seat in seats
        ],
        "outcome": outcome_for(row, mine),
        "at": datetime.fromtimestamp(row.changed / 1000, UTC).strftime("%Y-%m-%dT%H:%MZ"),
        "people": " – ".join(present),
    }


def terms_text(words: Words, row: GameRow) -> str:
    """Return the time control of a game, and whether it is rated, in words; "" where neither is so."""
    return " · ".join(filter(None, (control_text(words, control_of(row)), words._("rated") if row.rated else "")))


def is_move_of(row: GameRow, mine: frozenset[int]) -> bool:
    """Return whether a game waits for a holder of some seats."""
    return row.state == "open" and row.turn in mine


def urgency(row: GameRow, mine: frozenset[int]) -> tuple[bool, bool, int]:
    """Return the place of a game among those of a holder of some seats, as a key to sort by.

    First those that wait for him, of them those with the least time first; the finished ones at last.
    """
    return row.state not in ("waiting", "open"), not is_move_of(row, mine), row.due or sys.maxsize


def status_text(words: Words, row: GameRow, mine: frozenset[int] = frozenset(), now: int = 0) -> str:
    """Return the status of a game in words: waiting, in play, the result, or why it was called off.

    mine: seats of the reader, for which the status gives the reader's turn, and with days per move the time left
    (`now`: ms since 1970).
    """
    if row.state == "waiting":
        return words._("Waiting for players")
    if row.state == "open":
        number = words._("Your move") if is_move_of(row, mine) else words._("In play")
        left = words._("{time} left", time=time_text(words, row.due - now)) if row.due else ""
        return " · ".join(part for part in (number, left) if part)
    if row.state == "over":
        reason = names.reason_name(words, named(row.name), row.reason) if row.reason else ""
        outcome = outcome_for(row, mine)
        said = words._(OUTCOMES[outcome]) if outcome else result_text(row.result)
        return " · ".join(part for part in (said, reason) if part)
    return words._(CALLED_OFF[row.reason])


OUTCOMES = {"won": N_("You won"), "drawn": N_("A draw"), "lost": N_("You lost")}


def result_text(result: str) -> str:
    """Return a result as people write it: "1:0" as "1 : 0", "1/2:1/2" as "½ : ½"."""
    return " : ".join("½" if points == "1/2" else points for points in result.split(":"))
