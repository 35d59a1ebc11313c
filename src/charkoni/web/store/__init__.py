"""The store: games, seats, and the append-only logs of games, in SQLite or PostgreSQL."""

from charkoni.web.store.classroom_tables import ClassroomRow, PupilRow
from charkoni.web.store.database import Conflict, StoreError
from charkoni.web.store.store import Store
from charkoni.web.store.tables import GameRow, LogRow, SeatRow

__all__ = ["ClassroomRow", "Conflict", "GameRow", "LogRow", "PupilRow", "SeatRow", "Store", "StoreError"]
