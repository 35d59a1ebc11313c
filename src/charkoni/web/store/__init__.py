"""The store: games, seats, and the append-only logs of games, in SQLite or PostgreSQL."""

from charkoni.web.store.database import Conflict, StoreError
from charkoni.web.store.store import Store
from charkoni.web.store.tables import GameRow, LogRow, SeatRow

__all__ = ["Conflict", "GameRow", "LogRow", "SeatRow", "Store", "StoreError"]
