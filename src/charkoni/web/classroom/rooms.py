"""Classrooms: rooms of boards for a lesson, their pupils, and what each has to do.  All of it is in the database.

The rooms of this process are kept in memory, too, and every change is written before anybody sees it.
"""

import json
import secrets
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, Executable, delete, insert, select, update

from charkoni.games import DEFAULT_GAME
from charkoni.web.engine.background import AwaitedPages
from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import clean_name, digest, is_id, is_pupil, new_id, new_pupil, now_ms
from charkoni.web.live.hub import Hub
from charkoni.web.people.credentials import CARD
from charkoni.web.people.names import key_of
from charkoni.web.store import ClassroomRow, Conflict, GameRow, PupilRow, SeatRow, StoreError
from charkoni.web.store.classroom_tables import classrooms, pupils
from charkoni.web.store.tables import CredentialRow, credentials, games, seats

CONSONANTS, VOWELS = "BCHKMPT", "AE"
"""The letters of room words: they look alike, and can be typed, in Latin and Cyrillic."""

TRIES = 50
"""How many words are tried for a new room."""

MOST_PUPILS = 80
"""How many pupils a room has at most, those who ask to be let in among them."""

AWAY_S = 60.0
"""After how many seconds without a request of his phone a pupil counts as away."""


@dataclass
class OpenClassroom(AwaitedPages):
    """A room in memory.

    pupils: by person, in the order of their places.  seen: when a pupil's phone asked last, in seconds of the monotonic
    clock.  snapshots: by number what the teacher's screens were sent last, see `feed`.
    """

    hub: Hub
    row: ClassroomRow
    pupils: dict[str, PupilRow]
    is_open: bool = True
    seen: dict[str, float] = field(default_factory=dict)
    snapshots: OrderedDict[int, dict[str, Any]] = field(default_factory=OrderedDict)

    @property
    def here(self) -> list[PupilRow]:
        """The pupils who have come."""
        return [pupil for pupil in self.pupils.values() if pupil.state == "here"]

    def is_away(self, pupil: PupilRow) -> bool:
        """Return whether the phone of a pupil is switched off, asleep, or on other pages."""
        return time.monotonic() - self.seen.get(pupil.person, -AWAY_S) > AWAY_S

    # --- changes: each is written, shown on the pages of the room, and raises StoreError ------------------------------

    async def change(self, **values: object) -> None:
        """Change values of the room."""
        values["used"] = now_ms()
        await self._write(update(classrooms).where(classrooms.c.id == self.row.id).values(values))
        self.row = replace(self.row, **values)  # type: ignore[arg-type]  # those of the columns
        self.notify()

    async def change_pupils(self, people: Iterable[PupilRow], **values: object) -> None:
        """Change values of some pupils."""
        persons = [pupil.person for pupil in people]
        await self._write(update(pupils).where(pupils.c.person.in_(persons)).values(values))
        for person in persons:
            self.pupils[person] = replace(self.pupils[person], **values)  # type: ignore[arg-type]  # as above
        self.notify()

    async def note(self, pupil: PupilRow) -> None:
        """Store how far a pupil is; of the pages only the teacher's shows it, which asks for it."""
        self.pupils[pupil.person] = pupil  # at once: two notes at a time build on each other
        await self._write(update(pupils).where(pupils.c.person == pupil.person).values(asdict(pupil)))

    async def add(self, people: Sequence[tuple[str, int]], state: str) -> list[PupilRow]:
        """Add pupils (name, level), each with the credential of his card; raise Refused: NOT_NOW if they are many."""
        if len(self.pupils) + len(people) > MOST_PUPILS:
            raise Refused("NOT_NOW")
        first = 1 + max((pupil.place for pupil in self.pupils.values()), default=0)
        rows = [
            PupilRow(new_pupil(), self.row.id, name, place, level, state)
            for place, (name, level) in enumerate(people, first)
        ]
        keys = [(row, digest(card_key(self.hub, row.person))) for row in rows]
        cards = [asdict(CredentialRow(key, row.person, CARD, row.name, now_ms())) for row, key in keys]
        if rows:
            await self._write(insert(pupils).values([asdict(row) for row in rows]), insert(credentials).values(cards))
        self.pupils |= {row.person: row for row in rows}
        self.notify()
        return rows

    async def drop(self, people: Iterable[PupilRow]) -> None:
        """Take pupils out of the room, with their cards."""
        persons = [pupil.person for pupil in people]
        await self._write(*(delete(table).where(table.c.person.in_(persons)) for table in (pupils, credentials)))
        for person in persons:
            self.pupils.pop(person, None)
        self.notify()

    async def admit(self, asking: Iterable[PupilRow]) -> None:
        """Let pupils in; one whose name is on the list, and who was not there yet, takes that place."""
        for pupil in asking:
            alike = (each for each in self.pupils.values() if key_of(each.name) == key_of(pupil.name))
            listed = next((each for each in alike if each.state == "listed" and each != pupil), None)
            if listed:
                await self.drop([listed])
                await self.change_pupils([pupil], place=listed.place, level=listed.level)
            await self.change_pupils([pupil], state="here")
        self.pupils = dict(sorted(self.pupils.items(), key=lambda each: each[1].place))

    async def delete(self) -> None:
        """Delete the room with the rows of its pupils."""
        await self._write(delete(classrooms).where(classrooms.c.id == self.row.id))
        self.is_open = False
        self.notify()

    async def _write(self, *commands: Executable) -> None:
        """Execute commands in a transaction, of which other processes hear."""

        def work(connection: Connection) -> None:
            for command in commands:
                connection.execute(command)
            self.hub.store.notify(connection, {"kind": "classroom", "room": self.row.id})

        try:
            await self.hub.store.write(work)
        except StoreError:
            self.is_open = False  # it is not known what is written: the room is read again
            raise

    async def played(self) -> list[tuple[GameRow, list[SeatRow]]]:
        """Return all games of the pupils with their seats, the latest first; raise StoreError."""
        ids = select(seats.c.game).where(seats.c.owner.in_(self.pupils)).distinct()
        query = select(games).where(games.c.id.in_(ids)).order_by(games.c.changed.desc())
        rows = await self.hub.store.rows(query, GameRow)
        places = await self.hub.store.seats_of([row.id for row in rows])
        return [(row, places[row.id]) for row in rows]


class Classrooms:
    """The classrooms of a server.

    is_lesson: the server was started for a lesson, and shows strangers the entry of its room instead of the home page.
    reached: when a phone reached the entry last, in seconds of the monotonic clock; 0 for never.  is_ending: the server
    is about to end, and phones wait for nothing more.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub, self._store = hub, hub.store
        self._open: dict[str, OpenClassroom] = {}
        self.is_lesson = False
        self.reached = 0.0
        self.is_ending = False
        hub.cluster.handlers["classroom"] = lambda note: self._forget(note["room"])
        hub.on_refusal = self.note_refusal

    def _forget(self, id_: str) -> None:
        """Take a room out of the memory that another process has changed; its pages ask again."""
        if room := self._open.pop(id_, None):
            room.is_open = False
            room.notify()

    def answer_waiting(self) -> None:
        """Answer all phones that wait: the server is about to end."""
        self.is_ending = True
        for room in self._open.values():
            room.answer_waiting()

    def hand_over(self, guest: str) -> None:
        """Read the rooms of a guest again, whose data have gone to a person, or to nobody."""
        for id_ in [id_ for id_, room in self._open.items() if room.row.teacher == guest]:
            self._forget(id_)

    async def find(self, id_: str) -> OpenClassroom | None:
        """Return a room, or None; raise StoreError."""
        if not is_id(id_) or (id_ in self._open and self._open[id_].is_open):
            return self._open.get(id_)
        self._open.pop(id_, None)
        rows = await self._store.rows(select(classrooms).where(classrooms.c.id == id_), ClassroomRow)
        query = select(pupils).where(pupils.c.room == id_).order_by(pupils.c.place)
        known = {row.person: row for row in await self._store.rows(query, PupilRow)}
        if rows:
            # From the time on: a page of before a restart shows another version.
            self._open.setdefault(id_, OpenClassroom(self._hub, rows[0], known, page_version=now_ms()))
        return self._open.get(id_)

    async def of_pupil(self, person: str) -> tuple[OpenClassroom, PupilRow] | None:
        """Return the room of a pupil, with his row; None for anybody else.  Raises StoreError."""
        if not is_pupil(person):
            return None
        id_ = next((id_ for id_, room in self._open.items() if room.is_open and person in room.pupils), "")
        id_ = id_ or await self._store.scalar(select(pupils.c.room).where(pupils.c.person == person)) or ""
        room = await self.find(id_)
        return (room, room.pupils[person]) if room and person in room.pupils else None

    async def by_word(self, word: str) -> OpenClassroom | None:
        """Return the room of a word, however it is typed; raise StoreError."""
        found = await self._store.pairs(select(classrooms.c.word, classrooms.c.id))
        return await self.find(next((id_ for known, id_ in found.items() if key_of(known) == key_of(word)), ""))

    async def latest(self, teacher: str = "", before: int = sys.maxsize) -> list[str]:
        """Return the ids of the rooms of a teacher, or of all, the last used first; raise StoreError.

        before: only those that were not used since then, in ms since 1970.
        """
        query = select(classrooms.c.id).where(classrooms.c.used < before).order_by(classrooms.c.used.desc())
        return await self._store.scalars(query.where(classrooms.c.teacher == teacher) if teacher else query)

    async def create(self, teacher: str) -> str:
        """Create a room, and return its id; raise StoreError, or Refused: NOT_NOW where no word is free."""
        for _ in range(TRIES):
            one, other = secrets.SystemRandom().sample(CONSONANTS, 2)
            word = one + secrets.choice(VOWELS) + other + secrets.choice(VOWELS)
            row = ClassroomRow(new_id(), word, teacher, DEFAULT_GAME, used=now_ms())
            try:
                await self._store.execute(insert(classrooms).values(asdict(row)))
            except Conflict:
                continue
            return row.id
        raise Refused("NOT_NOW")

    def note_refusal(self, person: str, game: str, clause: str) -> None:
        """Count that a clause of the rules has refused a tap or move of a pupil.  game: its name."""
        if is_pupil(person) and clause:
            self._hub.tasks.spawn(self._count_refusal(person, f"{game.partition(':')[0]}/{clause}"))

    async def _count_refusal(self, person: str, key: str) -> None:
        if found := await self.of_pupil(person):
            room, pupil = found
            counts = Counter(json.loads(pupil.refused)) + Counter([key])
            await room.note(replace(pupil, refused=json.dumps(counts)))


def card_key(hub: Hub, person: str) -> str:
    """Return the key of a pupil's card: its address is `/c/` and the key."""
    return hub.access.signature("card", person)


def listed_names(text: str) -> list[tuple[str, int]]:
    """Return the names of a pasted list, one a line, with the level (1 to 10) that may follow each, else 0."""
    found = []
    for line in text.splitlines():
        words = line.replace(";", " ").replace(",", " ").split()
        level = int(words[-1]) if len(words) > 1 and words[-1] in map(str, range(1, 11)) else 0
        if name := clean_name(" ".join(words[:-1] if level else words)):
            found.append((name, level))
    return found
