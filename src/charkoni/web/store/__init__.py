"""The store: games, seats, and the append-only logs of games, in SQLite or PostgreSQL."""

from charkoni.web.store.database import StoreError, Taken
from charkoni.web.store.store import Store
from charkoni.web.store.tables import GameRow, LogRow, SeatRow

__all__ = ["GameRow", "LogRow", "SeatRow", "Store", "StoreError", "Taken"]
