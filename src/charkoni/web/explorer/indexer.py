"""Takes finished public games into the explorer, in the order of their ends, and records of elsewhere as such games."""

import asyncio
import hashlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from statistics import fmean

import sqlalchemy as sa

from charkoni.core.constants import CHANCE
from charkoni.core.errors import Refusal
from charkoni.core.record import LETTERS, Record
from charkoni.core.registry import named
from charkoni.web.engine.warm import warm
from charkoni.web.explorer import positions
from charkoni.web.http.sessions import clean_name, new_id
from charkoni.web.live.hub import Hub
from charkoni.web.store import Store
from charkoni.web.store.database import rows_in
from charkoni.web.store.store import set_value
from charkoni.web.store.tables import ExploredPly, GameRow, LogRow, SeatRow, games, log, rating_changes, seats

MARK = "explored"
"""The name of the value that holds the last game taken in: when it ended, and its id."""

IMPORTED = "import"
"""What stands for the game before in a game that was imported: it is taken in when it is imported."""

EVERY_S = 60.0
BATCH = 50
PAUSE_S = 0.2
"""The pause between two batches, in which moves are written."""

SETTLED_MS = 60_000
"""How long a game is over when it is taken in: clocks of processes differ, and none may be passed by."""

logger = logging.getLogger(__name__)


async def index_regularly(hub: Hub) -> None:
    """Take in the games that have ended, once a minute."""

    async def index() -> None:
        while await index_next(hub.store, hub.time.wall() - SETTLED_MS):
            await asyncio.sleep(PAUSE_S)

    await hub.cluster.regularly(EVERY_S, index, "finished games could not be taken into the explorer")


async def index_next(store: Store, before: int) -> int:
    """Take in the next games that ended before a time, at most `BATCH`; return how many were looked at."""
    at, _, last = (await store.value(MARK) or "-1 ").partition(" ")

    def read(connection: sa.Connection) -> tuple[list[GameRow], dict[str, list[LogRow]], dict[str, int]]:
        is_next = sa.tuple_(games.c.changed, games.c.id) > sa.tuple_(int(at), last)
        query = sa.select(games).where(games.c.state == "over", games.c.changed < before, is_next)
        query = query.where(games.c.previous != IMPORTED)
        batch = rows_in(connection, query.order_by(games.c.changed, games.c.id).limit(BATCH), GameRow)
        ids = [game.id for game in batch if game.listed]
        steps = sa.select(log).where(log.c.game.in_(ids), log.c.kind.in_(("move", "throw", "undo")))
        rows: dict[str, list[LogRow]] = {name: [] for name in ids}
        for row in rows_in(connection, steps.order_by(log.c.game, log.c.seq), LogRow):
            rows[row.game].append(row)
        return batch, rows, _ratings(connection, ids)

    batch, rows, ratings = await store.read(read)
    if not batch:
        return 0
    for name in {game.name for game in batch if game.listed}:
        await warm(named(name))
    plies = await asyncio.to_thread(_plies, [game for game in batch if game.listed], rows, ratings)
    mark = f"{batch[-1].changed} {batch[-1].id}"

    def write(connection: sa.Connection) -> None:
        # Rows and mark together: after a kill a game is neither left out nor taken in twice.
        positions.write(connection, plies)
        set_value(connection, MARK, mark)

    await store.write(write)
    return len(batch)


def _ratings(connection: sa.Connection, ids: Sequence[str]) -> dict[str, int]:
    """Return the mean rating before each rated game."""
    query = sa.select(rating_changes.c.game, rating_changes.c.was).where(rating_changes.c.game.in_(ids))
    found: dict[str, list[float]] = {}
    for game, was in connection.execute(query):
        found.setdefault(game, []).append(was)
    return {game: round(fmean(values)) for game, values in found.items()}


def _plies(
    batch: Iterable[GameRow], rows: Mapping[str, Sequence[LogRow]], ratings: Mapping[str, int]
) -> list[ExploredPly]:
    plies: list[ExploredPly] = []
    for game in batch:
        try:
            plies += positions.plies_of(game, record_of_rows(game, rows[game.id]), ratings.get(game.id, 0))
        except Refusal as error:  # of rules that have changed since then
            logger.warning("the game %s is not taken into the explorer: %s", game.id, error)
    return plies


def record_of_rows(game: GameRow, rows: Iterable[LogRow]) -> Record:
    """Return the record of a game from the rows of its moves, throws and takebacks."""
    rules = named(game.name)
    record = Record(rules, rules.parse(game.start) if game.start else None)
    for row in rows:
        if row.kind == "undo":
            for _ in range(int(row.text)):
                record.undo()
        else:
            record.play(row.text)
    return record


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
