"""Positions of finished games: what was played in them, how these games ended, and the latest of them.

A game that is over and that anybody may watch gives one row for each position of its record.  Rows are counted when
somebody asks; of the first plies, which most games share, the counts are kept.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.web.live.results import winning_sides
from charkoni.web.store.database import Database, rows_in
from charkoni.web.store.tables import ExploredPly, GameRow, MoveCount, explored, games, move_counts

COUNTED_PLIES = 12
"""In how many plies of a game its moves are counted.

Measured with `bench/community.py`: of a million games more than `MOST_SCANNED` share a position only in these.
"""

MOST_SCANNED = 2000
"""The most games of a position that are counted when somebody asks, the latest: 5 ms."""

MOST_LATEST = 8
"""The most games that are shown for a position, the latest."""


def key_of(position: Position) -> int:
    """Return the key of a position: 64 bits of a hash of the game's name and the notation, with its sign."""
    # The notation, not the state in memory: it is the same in all versions of the program.
    digest = blake2b(f"{position.game.name}\n{position}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def plies_of(game: GameRow, record: Record, rating: int = 0) -> list[ExploredPly]:
    """Return the rows of a finished game.  rating: the mean of its rated players, 0 without one."""
    winners = winning_sides(game)
    winner = winners.pop() if len(winners) == 1 else -1
    moves = [*record.moves, ""]
    return [
        ExploredPly(key_of(position), game.changed, game.id, ply, move, winner, rating)
        for ply, (position, move) in enumerate(zip(record.positions, moves, strict=True))
    ]


@dataclass(slots=True)
class MoveRecord:
    """A move of a position in finished games.  wins: by side; -1: nobody won alone.  rating: mean, 0 for unknown."""

    move: str
    wins: Counter[int] = field(default_factory=Counter)
    rating: int = 0

    @property
    def games(self) -> int:
        """In how many games it was played."""
        return self.wins.total()


@dataclass(frozen=True, slots=True)
class PositionRecord:
    """A position in finished games: its moves, the most played first, and the ids of the latest games."""

    moves: Sequence[MoveRecord]
    latest: Sequence[str]


class Explorer:
    """Reads and writes the positions of finished games: nothing else touches `explored` and `move_counts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, position: Position) -> PositionRecord:
        """Return what was played in a position."""
        key = key_of(position)

        def work(connection: sa.Connection) -> PositionRecord:
            at_position = sa.select(explored).where(explored.c.position == key)
            newest = at_position.order_by(explored.c.at.desc(), explored.c.game, explored.c.ply)
            counts = rows_in(connection, sa.select(move_counts).where(move_counts.c.position == key), MoveCount)
            # What is kept is whole in the first plies only; where few games come, all of them are counted.
            are_many = sum(each.games for each in counts) > MOST_SCANNED
            rows = rows_in(connection, newest.limit(2 * MOST_LATEST if are_many else MOST_SCANNED), ExploredPly)
            if not are_many:
                counts = [MoveCount(key, row.move, row.winner, 1, row.rating, int(row.rating > 0)) for row in rows]
            ids = list(dict.fromkeys(row.game for row in rows))[: 2 * MOST_LATEST]
            # Games of the server may be deleted after their time; what they say about a position stays.
            there = {*connection.scalars(sa.select(games.c.id).where(games.c.id.in_(ids), games.c.listed == 1))}
            return PositionRecord(_by_move(counts), [game for game in ids if game in there][:MOST_LATEST])

        return await self._database.read(work)


def _by_move(counts: Sequence[MoveCount]) -> list[MoveRecord]:
    """Return the moves with their results, the most played first."""
    moves: dict[str, MoveRecord] = {}
    ratings, rated = Counter[str](), Counter[str]()
    for each in counts:
        if each.move:  # in a last position nothing was played
            moves.setdefault(each.move, MoveRecord(each.move)).wins[each.winner] += each.games
            ratings[each.move] += each.ratings
            rated[each.move] += each.rated
    for name, move in moves.items():
        move.rating = round(ratings[name] / rated[name]) if rated[name] else 0
    return sorted(moves.values(), key=lambda move: (-move.games, move.move))


def write(connection: sa.Connection, plies: Sequence[ExploredPly]) -> None:
    """Write the rows of games, none of which is written yet."""
    if not plies:
        return
    connection.execute(sa.insert(explored), [asdict(ply) for ply in plies])
    counts: dict[tuple[int, str, int], MoveCount] = {}
    for ply in plies:
        if ply.ply < COUNTED_PLIES and ply.move:
            key = ply.position, ply.move, ply.winner
            known = counts.get(key, MoveCount(*key, 0, 0, 0))
            rated = int(ply.rating > 0)
            counts[key] = MoveCount(*key, known.games + 1, known.ratings + ply.rating, known.rated + rated)
    if counts:
        # In one order, so that two processes never wait for each other.
        connection.execute(_upsert(connection), [asdict(counts[key]) for key in sorted(counts)])


def _upsert(connection: sa.Connection) -> sa.Insert:
    new = (postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert)(move_counts)
    added = {name: move_counts.c[name] + new.excluded[name] for name in ("games", "ratings", "rated")}
    return new.on_conflict_do_update(index_elements=["position", "move", "winner"], set_=added)
