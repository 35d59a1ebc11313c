"""Import of records as finished games that anybody may watch."""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime

import sqlalchemy as sa

from charkoni.core.constants import CHANCE
from charkoni.core.record import LETTERS, Record
from charkoni.web.explorer import positions
from charkoni.web.explorer.indexer import IMPORTED
from charkoni.web.http.sessions import clean_name, new_id
from charkoni.web.store.tables import GameRow, LogRow, SeatRow, games, log, seats

ID_LENGTH = 16  # hexadecimal digits of a hash of the record: a record is imported once, however often it is given

ENDINGS = {"resignation": "resign", "time": "flag", "agreement": "draw"}
"""The rows of a log that end a game off the board, by the reasons of records."""


def import_records(connection: sa.Connection, records: Iterable[Record], now: int) -> tuple[int, int]:
    """Write the finished games among some records, with their positions, in one transaction.

    now: ms since 1970, the date of records without one.  Returns how many games were new, and how many were there, are
    not finished, or were forfeited.
    """
    new = other = 0
    for record in records:
        name = hashlib.sha256(str(record).encode()).hexdigest()[:ID_LENGTH]
        is_known = connection.scalar(sa.select(games.c.id).where(games.c.id == name)) is not None
        is_finished = record.outcome is not None and (record.ending is None or record.ending.reason in ENDINGS)
        if is_known or not is_finished:
            other += 1
            continue
        game, at_table, rows = _rows_of(record, name, now)
        connection.execute(sa.insert(games), asdict(game))
        connection.execute(sa.insert(seats), [asdict(seat) for seat in at_table])
        connection.execute(sa.insert(log), [asdict(row) for row in rows])
        positions.write(connection, positions.plies_of(game, record))
        new += 1
    return new, other


def _rows_of(record: Record, name: str, now: int) -> tuple[GameRow, list[SeatRow], list[LogRow]]:
    """Return a game with its seats and its log."""
    outcome, at, start = record.outcome, _date(record.tags.get("Date", ""), now), record.start
    assert outcome is not None
    game = GameRow(
        id=name,
        name=record.game.name,
        clock="none",
        base=0,
        increment=0,
        invite=new_id(),
        open=0,
        dice_key="",
        created=at,
        changed=at,
        state="over",
        start="" if start == record.game.start() else str(start),
        previous=IMPORTED,
        result=str(outcome),
        reason=outcome.reason,
        ply=len(record),
        listed=1,
    )
    numbers = range(record.game.players)
    people = [clean_name(record.tags.get(LETTERS[seat].upper(), "")) for seat in numbers]
    at_table = [SeatRow(name, seat, "human", people[seat], watch=1) for seat in numbers]
    steps: list[tuple[str, int, str]] = [("start", -1, " ".join(map(str, numbers)))]
    for position, move in zip(record.positions, record.moves, strict=False):
        is_throw = position.turn == CHANCE
        steps.append(("throw" if is_throw else "move", -1 if is_throw else position.turn, move))
    if record.ending:
        steps.append((ENDINGS[record.ending.reason], -1 if record.ending.player is None else record.ending.player, ""))
    return game, at_table, [LogRow(name, seq, kind, seat, text, at=at) for seq, (kind, seat, text) in enumerate(steps)]


def _date(text: str, now: int) -> int:
    """Return a date as in a tag, 2026-11-27 or 2026.11.27, in ms since 1970; `now` for one that is none."""
    try:
        return round(datetime.strptime(text.replace(".", "-"), "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        return now
