"""Known people: data of persons from earlier events, so that they need not be typed again.

A SQLite file in the folder of the events.  For each person it stores name, Latin name, year of birth (never the day),
sex, club, country, title, federation number, and for each game the rating of the latest event; no contacts, no results.
A person is identified by the name in Latin letters and the year of birth.  Each owner, an arbiter, has separate rows
and cannot change or delete those of others.  A checksum of a forgotten person remains, so that later events of the
owner do not add the person again.
"""

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from charkoni.tournament.model.categories import birth_year
from charkoni.tournament.model.errors import BadFile, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import folded, latin
from charkoni.tournament.model.players import ERASED, Entry, Person

FILE = "people.sqlite"
FEWEST_LETTERS = 3
"""How many letters a search needs."""

MOST_FOUND = 8
_APPLICATION = 0x43484B50
_TABLES = """
CREATE TABLE people (key TEXT PRIMARY KEY, name TEXT NOT NULL, latin TEXT NOT NULL, year INTEGER NOT NULL, sex TEXT
  NOT NULL, club TEXT NOT NULL, country TEXT NOT NULL, title TEXT NOT NULL, federation_id TEXT NOT NULL, ratings TEXT
  NOT NULL);
CREATE TABLE owners (key TEXT NOT NULL, owner TEXT NOT NULL, PRIMARY KEY (key, owner));
CREATE TABLE forgotten (checksum TEXT PRIMARY KEY);
"""
FIELDS = ("name", "latin", "year", "sex", "club", "country", "title", "federation_id")
_DROP_UNOWNED = "DELETE FROM people WHERE key NOT IN (SELECT key FROM owners)"
_COLUMNS = f"{', '.join(FIELDS)}, ratings"


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A known person.

    year: of birth, 0 if unknown.  ratings: the day and value of the latest rating, by game; that of a federation's list
    under an empty name, for every game.
    """

    name: str
    latin: str = ""
    year: int = 0
    sex: str = ""
    club: str = ""
    country: str = ""
    title: str = ""
    federation_id: str = ""
    ratings: Mapping[str, tuple[str, int]] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The key that identifies the person."""
        return f"{folded(latin(self.name))}|{self.year or ''}"

    def rating(self, game: str) -> int:
        """Return the latest rating in a game, 0 without one.  game: its name, with or without flags."""
        return self.ratings.get(_family(game), self.ratings.get("", ("", 0)))[1]


def _family(game: str) -> str:
    return game.partition(":")[0]


class KnownPeople:
    """The known people of a folder of events.  Any number of processes may use the file at once."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    @property
    def exists(self) -> bool:
        """Whether anything was ever remembered in this folder."""
        return self.path.is_file()

    def remember(self, state: Tournament, owner: str = "", day: str = "") -> int:
        """Remember the people of an event, and return how many; raise BadFile, OSError.

        owner: whose `find` may return them.  day: of the ratings, by default the first day of the event.
        """
        day = (state.settings.start or day).replace("/", "-")
        with self._opened() as connection:
            forgotten = {row[0] for row in connection.execute("SELECT checksum FROM forgotten")}
            found = [self._person(state, entry, day) for entry in state.entries]
            kept = [
                person
                for person in found
                if person and not {_checksum(person.key), _checksum(_row(person.key, owner))} & forgotten
            ]
            for person in kept:
                self._keep(connection, person, owner)
        return len(kept)

    @staticmethod
    def _person(state: Tournament, entry: Entry, day: str) -> KnownPerson | None:
        person = state.person(entry.id)
        if person.name == ERASED.name or " / " in person.name:
            return None
        ratings = {_family(state.settings.game): (day, entry.rating)} if entry.rating else {}
        return KnownPerson(
            person.name, person.latin, birth_year(person), person.sex, entry.club, entry.country, entry.title,
            person.federation_id, ratings,
        )  # fmt: skip

    @staticmethod
    def _keep(connection: sqlite3.Connection, new: KnownPerson, owner: str) -> None:
        """Add a person, or new data; an older rating does not replace a later one."""
        key = _row(new.key, owner)
        own = "SELECT key FROM owners WHERE owner = ? AND key IN (?, ?)"  # the second: a row of the first versions
        query = f"SELECT {_COLUMNS} FROM people WHERE key IN ({own}) ORDER BY length(key) DESC"
        if row := connection.execute(query, (owner, key, new.key)).fetchone():
            old = _from_row(row)
            ratings = dict(old.ratings)
            for game, rating in new.ratings.items():
                ratings[game] = max(ratings.get(game, ("", 0)), rating, key=lambda each: each[0])
            known = {name: getattr(new, name) or getattr(old, name) for name in FIELDS}
            new = replace(new, ratings=ratings, **known)
        values = [getattr(new, name) for name in FIELDS]
        connection.execute(
            f"INSERT OR REPLACE INTO people (key, {_COLUMNS}) VALUES (?{', ?' * 9})",
            (key, *values, json.dumps(new.ratings)),
        )
        connection.execute("DELETE FROM owners WHERE owner = ? AND key = ?", (owner, new.key))
        connection.execute("INSERT OR IGNORE INTO owners VALUES (?, ?)", (key, owner))
        connection.execute(_DROP_UNOWNED)

    def find(self, text: str, owner: str | None = None) -> list[KnownPerson]:
        """Return up to MOST_FOUND people by the beginnings of the words of their names, in any script; raise BadFile.

        owner: only people remembered for this owner; None for all.  Fewer than FEWEST_LETTERS letters match no one.
        """
        wanted = folded(latin(text)).split()
        if sum(map(len, wanted)) < FEWEST_LETTERS:
            return []
        people = {person.key: person for person in self.of(owner) if _fits(person, wanted)}
        return [*people.values()][:MOST_FOUND]

    def forget(self, person: KnownPerson | Person, owner: str | None = None) -> bool:
        """Forget a person for good; return whether the person was known.  Raise BadFile.

        owner: the owner who forgets the person; None: all owners.
        """
        if isinstance(person, Person):
            person = KnownPerson(person.name, year=birth_year(person))
        key, rows = person.key, _row(person.key, owner or "")
        with self._opened() as connection:
            connection.execute("INSERT OR IGNORE INTO forgotten VALUES (?)", (_checksum(rows if owner else key),))
            connection.execute(
                "DELETE FROM owners WHERE (? IS NULL OR owner = ?) AND (key IN (?, ?) OR ? IS NULL AND substr(key, 1, "
                "length(?)) = ?)",
                (owner, owner, key, rows, owner, f"{key}|", f"{key}|"),
            )
            return connection.execute(_DROP_UNOWNED).rowcount > 0

    def of(self, owner: str | None) -> list[KnownPerson]:
        """Return the people that an owner has remembered, for None all; raise BadFile."""
        if not self.exists:
            return []
        with self._opened() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM people WHERE ? IS NULL OR EXISTS (SELECT 1 FROM owners WHERE "
                "owners.key = people.key AND owner = ?) ORDER BY key",
                (owner, owner),
            ).fetchall()
        return list(map(_from_row, rows))

    def disown(self, owner: str) -> None:
        """Remove an owner from the file, and the people remembered by no other owner; raise BadFile.

        Unlike forgotten people, they may be added again by a later event.
        """
        if not self.exists:
            return
        with self._opened() as connection:
            connection.execute("DELETE FROM owners WHERE owner = ?", (owner,))
            connection.execute(_DROP_UNOWNED)

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction, and create it when it is missing; raise BadFile."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, isolation_level=None, timeout=30)
        try:
            connection.execute("PRAGMA secure_delete = ON")  # deleted data leave no bytes
            connection.execute("BEGIN IMMEDIATE")
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            if not application and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                for statement in _TABLES.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            elif application != _APPLICATION:
                raise refusal(BadFile, self.path.name, "no-people")
            yield connection
            connection.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and self.path.is_file() and "locked" in str(error):
                raise OSError(str(error)) from error
            raise refusal(BadFile, self.path.name, "no-people") from error
        finally:
            connection.close()


def _from_row(row: tuple[Any, ...]) -> KnownPerson:
    fields = dict(zip((*FIELDS, "ratings"), row, strict=True))
    ratings = {game: (day, value) for game, (day, value) in json.loads(fields.pop("ratings")).items()}
    return KnownPerson(**fields, ratings=ratings)


def _fits(person: KnownPerson, wanted: list[str]) -> bool:
    words = [*folded(latin(person.name)).split(), *folded(person.latin).split()]
    return all(any(word.startswith(part) for word in words) for part in wanted)


def _row(key: str, owner: str) -> str:
    """Return the key of an owner's row about a person."""
    return f"{key}|{owner}" if owner else key


def _checksum(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
