"""The index of a federation's rating list: people are found in it by name or ID while they are entered.

A SQLite file beside the files of the events, made once from the federation's file (`formats.rating_lists`).  It is
public data of the federation and belongs to whoever runs the server; events keep what was taken from it, and the date
of the list of each rating.
"""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from charkoni.core.files import atomic_files
from charkoni.tournament.formats.rating_lists import BadLine
from charkoni.tournament.known_people import FEWEST_LETTERS, FIELDS, MOST_FOUND, KnownPerson
from charkoni.tournament.model.errors import BadFile, refusal
from charkoni.tournament.model.person_names import folded, latin

FILE = "rating-list.sqlite"
_APPLICATION = 0x43484B52
_COLUMNS = f"{', '.join(FIELDS)}, rating"
_TABLES = f"""
CREATE TABLE list (day TEXT NOT NULL, people INTEGER NOT NULL);
CREATE TABLE people (id INTEGER PRIMARY KEY, {_COLUMNS});
CREATE TABLE names (key TEXT NOT NULL, person INTEGER NOT NULL, PRIMARY KEY (key, person)) WITHOUT ROWID;
CREATE TEMP TABLE unsorted (key TEXT, person INTEGER);
"""
_LAST = "\U0010ffff"


class Filled(NamedTuple):
    """A list that was read.  people: how many.  left_out: how many lines were not read.  first: the first of them."""

    people: int
    left_out: int
    first: BadLine | None


class RatingList:
    """The rating list of a folder of events.  Any number of processes may search it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def replace(self, rows: Iterable[KnownPerson | BadLine], day: str) -> "Filled":
        """Replace the list; raise OSError, and what `rows` raises.  The old list stays until the new one is whole."""
        draft = self.path.with_name(f".{FILE}{atomic_files.PART}")
        draft.unlink(missing_ok=True)
        try:
            with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as connection:
                connection.executescript(f"PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; {_TABLES} BEGIN")
                filled = _fill(connection, rows)
                connection.execute("INSERT INTO names SELECT DISTINCT key, person FROM unsorted ORDER BY key, person")
                connection.execute("CREATE INDEX ids ON people (federation_id) WHERE federation_id != ''")
                connection.execute("INSERT INTO list VALUES (?, ?)", (day, filled.people))
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                connection.execute("COMMIT")
            draft.replace(self.path)
        finally:
            draft.unlink(missing_ok=True)
        return filled

    def about(self) -> tuple[str, int]:
        """Return the day of the list and how many people it has, ("", 0) without one; raise BadFile."""
        with self._opened() as connection:
            return (connection.execute("SELECT day, people FROM list").fetchone()) if connection else ("", 0)

    def find(self, text: str) -> list[KnownPerson]:
        """Return up to MOST_FOUND people by ID, or by the beginnings of the words of their names; raise BadFile.

        Any script, in alphabetical order; fewer than FEWEST_LETTERS letters find nobody.
        """
        wanted = sorted(folded(latin(text)).split(), key=len)
        with self._opened() as connection:
            if connection is None or sum(map(len, wanted)) < FEWEST_LETTERS:
                return []
            day = connection.execute("SELECT day FROM list").fetchone()[0]
            *others, first = wanted
            if text.strip().isdigit():
                chosen, args = "federation_id = ? AND federation_id != ''", [text.strip()]
            else:
                also = " AND instr(key, ?)" * len(others)
                chosen = (
                    f"id IN (SELECT DISTINCT person FROM names WHERE key >= ? AND key < ?{also} LIMIT {MOST_FOUND})"
                )
                args = [first, first + _LAST, *(f" {other}" for other in others)]
            query = f"SELECT {_COLUMNS} FROM people WHERE {chosen} ORDER BY name, federation_id LIMIT {MOST_FOUND}"
            rows = connection.execute(query, args).fetchall()
        return [
            KnownPerson(**dict(zip(FIELDS, fields, strict=True)), ratings={"": (day, rating)} if rating else {})
            for *fields, rating in rows
        ]

    def day_of(self, federation_id: str, rating: int) -> str:
        """Return the day of the list if an ID has this rating in it, else an empty text; raise BadFile."""
        with self._opened() as connection:
            query = "SELECT day FROM list, people WHERE federation_id = ? AND federation_id != '' AND rating = ?"
            row = connection.execute(query, (federation_id, rating)).fetchone() if connection and rating else None
            return str(row[0]) if row else ""

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection | None]:
        """Open the list to be read, None without one; raise BadFile."""
        if not self.path.is_file():
            yield None
            return
        try:
            with contextlib.closing(
                sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)
            ) as connection:
                if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
                    raise refusal(BadFile, self.path.name, "no-rating-list")
                yield connection
        except sqlite3.DatabaseError as error:
            raise refusal(BadFile, self.path.name, "no-rating-list") from error


def _fill(connection: sqlite3.Connection, rows: Iterable[KnownPerson | BadLine]) -> Filled:
    """Add people, and their names once with every word in front."""
    insert = f"INSERT INTO people VALUES (?, {', '.join('?' * len(FIELDS))}, ?)"
    count, left_out, first = 0, 0, None
    for row in rows:
        if isinstance(row, BadLine):
            left_out, first = left_out + 1, first or row
            continue
        count += 1
        connection.execute(insert, (count, *(getattr(row, name) for name in FIELDS), row.rating("")))
        words = folded(latin(f"{row.name} {row.latin}")).split()
        keys = [(" ".join((word, *words[:n], *words[n + 1 :])), count) for n, word in enumerate(words)]
        connection.executemany("INSERT INTO unsorted VALUES (?, ?)", keys)
    return Filled(count, left_out, first)
