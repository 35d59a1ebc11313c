"""Classrooms: rooms of boards for a lesson, their pupils, and what each has to do.  All of it is in the database.

The rooms of this process are kept in memory, too, and every change is written before anybody sees it.
"""

import asyncio
import json
import re
import secrets
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, Executable, delete, insert, select, update

from charkoni.games import DEFAULT_GAME
from charkoni.web.engine.background import AwaitedPages, T
from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import LONGEST_NAME, clean_name, digest, is_id, is_pupil, new_id, new_pupil, now_ms
from charkoni.web.live.hub import Hub
from charkoni.web.people.credentials import CARD
from charkoni.web.people.names import key_of
from charkoni.web.store import ClassroomRow, Conflict, GameRow, PupilRow, SeatRow, StoreError
from charkoni.web.store.classroom_tables import classrooms, pupils
from charkoni.web.store.database import rows_in
from charkoni.web.store.tables import CredentialRow, credentials, games, seats

CONSONANTS, VOWELS = "BCHKMPT", "AE"
"""The letters of room words: they look alike, and can be typed, in Latin and Cyrillic."""

TRIES = 50
"""How many words are tried for a new room."""

MOST_PUPILS = 80
"""How many pupils a room has at most, those who ask to be let in among them."""

MOST_ASKING = MOST_PUPILS // 2
"""How many ask at most from one address before they are let in: one phone does not fill the room."""

_NUMBER = re.compile(r"^[\s=+@'•*–—-]*(№|\d+(?=[.):\s;,]))?[.):\s;,•*-]*")
"""What stands before the name in a line of a list: its number, or the mark of an item."""

AWAY_S = 60.0
"""After how many seconds without a request of his phone a pupil counts as away."""


@dataclass
class OpenClassroom(AwaitedPages):
    """A room in memory.

    pupils: by person, in the order of their places.  is_open: it has not been deleted.  changes: how often something
    may have been written that was not known here; known: how many of these have been read.  seen: when a pupil's phone
    asked last, in seconds of the monotonic clock.  snapshots: by number what the teacher's screens were sent last, see
    `feed`.
    """

    hub: Hub
    row: ClassroomRow
    pupils: dict[str, PupilRow] = field(default_factory=dict)
    is_open: bool = True
    changes: int = 1
    known: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """What is read and written, in the database and then in memory, in one order."""
    acts: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held for an act of the teacher, or the coming of a pupil, which may be several changes."""
    seen: dict[str, float] = field(default_factory=dict)
    snapshots: OrderedDict[int, dict[str, Any]] = field(default_factory=OrderedDict)
    addresses: dict[str, str] = field(default_factory=dict)
    """From where those have asked who were not on the list, by person; of this process."""

    @property
    def here(self) -> list[PupilRow]:
        """The pupils who have come."""
        return [pupil for pupil in self.pupils.values() if pupil.state == "here"]

    @property
    def question(self) -> str:
        """What all are asked, as `questions.question_of` takes it; "" for nothing."""
        asked = self.row.question
        return f"{asked} {self.row.game} {self.row.start}" if asked == "position" else asked

    @property
    def question_key(self) -> str:
        """What tells the question that all are asked from others, without saying what it is; "" for none."""
        return digest(self.question)[:12] if self.question else ""

    def is_away(self, pupil: PupilRow) -> bool:
        """Return whether the phone of a pupil is switched off, asleep, or on other pages."""
        return time.monotonic() - self.seen.get(pupil.person, -AWAY_S) > AWAY_S

    async def refresh(self) -> None:
        """Read the rows again if that is due; raise StoreError.  Who comes while they are read waits."""
        if self.known == self.changes:
            return
        async with self.turn:
            if self.known == self.changes:
                return
            changes = self.changes  # before the read: what is written meanwhile is read again
            found = select(pupils).where(pupils.c.room == self.row.id).order_by(pupils.c.place)
            rows = await self.hub.store.rows(select(classrooms).where(classrooms.c.id == self.row.id), ClassroomRow)
            self.pupils = {row.person: row for row in await self.hub.store.rows(found, PupilRow)}
            self.is_open = bool(rows)
            self.row = rows[0] if rows else self.row
            self.known = changes

    # --- changes: each is written, shown on the pages of the room, and raises StoreError ------------------------------

    async def change(self, **values: object) -> None:
        """Change values of the room."""
        async with self.turn:
            values["used"] = now_ms()
            await self._write(update(classrooms).where(classrooms.c.id == self.row.id).values(values))
            self.row = replace(self.row, **values)  # type: ignore[arg-type]  # those of the columns
        self.notify()

    async def ask_all(self, question: str) -> None:
        """Ask all pupils a question, which nobody has answered yet, and show it on the hall screen."""
        async with self.turn:
            values = {"question": question, "screen": "question", "used": now_ms()}
            mine = update(pupils).where(pupils.c.room == self.row.id).values(answer="")
            await self._write(update(classrooms).where(classrooms.c.id == self.row.id).values(values), mine)
            self.row = replace(self.row, **values)  # type: ignore[arg-type]  # those of the columns
            self.pupils = {person: replace(pupil, answer="") for person, pupil in self.pupils.items()}
        self.notify()

    async def change_pupils(self, people: Iterable[PupilRow], **values: object) -> None:
        """Change values of some pupils, of those who are still there."""
        async with self.turn:
            persons = [pupil.person for pupil in people]
            await self._write(update(pupils).where(pupils.c.person.in_(persons)).values(values))
            for person in self.pupils.keys() & set(persons):
                self.pupils[person] = replace(self.pupils[person], **values)  # type: ignore[arg-type]  # as above
        self.notify()

    async def note(self, person: str, change: Callable[[PupilRow], Mapping[str, object]]) -> bool:
        """Store how far a pupil is, and return whether that is new; of the pages only the teacher's shows it.

        change: called with the present row, returns new values, none for no change.  Nothing else is written: the
        teacher may change the row at the same time, also in another process.
        """
        query = select(pupils).where(pupils.c.person == person)

        def work(connection: Connection) -> PupilRow | None:
            row = next(iter(rows_in(connection, query.with_for_update(), PupilRow)), None)
            values = change(row) if row else {}
            if row is None or not values:
                return None
            connection.execute(update(pupils).where(pupils.c.person == person).values(values))
            self._tell(connection, is_shown=False)
            return replace(row, **values)  # type: ignore[arg-type]  # those of the columns

        async with self.turn:
            row = await self._stored(work)
            if row:
                self.pupils[person] = row
            return row is not None

    async def add(self, people: Sequence[tuple[str, int]], state: str, address: str = "") -> list[PupilRow]:
        """Add pupils (name, level), each with the credential of his card; raise Refused: ROOM_FULL.

        address: of the phone by which one asks.
        """
        asking = Counter(self.addresses.get(pupil.person) for pupil in self.pupils.values() if pupil.state == "asks")
        if address and asking[address] >= MOST_ASKING:
            raise Refused("ROOM_FULL")
        locked = select(classrooms.c.id).where(classrooms.c.id == self.row.id).with_for_update()
        known = select(pupils.c.place).where(pupils.c.room == self.row.id)

        def work(connection: Connection) -> list[PupilRow]:
            # Another process may add pupils, too, who need other places, or may have removed the room.
            if connection.execute(locked).first() is None:
                raise Refused("NOT_NOW")
            places = [0, *connection.execute(known).scalars()]
            if len(places) > MOST_PUPILS + 1 - len(people):
                raise Refused("ROOM_FULL")
            rows = [
                PupilRow(new_pupil(), self.row.id, name, place, level, state)
                for place, (name, level) in enumerate(people, max(places) + 1)
            ]
            keys = [(row, digest(card_key(self.hub, row.person))) for row in rows]
            cards = [asdict(CredentialRow(key, row.person, CARD, row.name, now_ms())) for row, key in keys]
            if rows:
                connection.execute(insert(pupils).values([asdict(row) for row in rows]))
                connection.execute(insert(credentials).values(cards))
            self._tell(connection, is_shown=True)
            return rows

        async with self.turn:
            rows = await self._stored(work)
            self.pupils |= {row.person: row for row in rows}
            self.addresses |= {row.person: address for row in rows if address}
        self.notify()
        return rows

    async def drop(self, people: Iterable[PupilRow]) -> None:
        """Take pupils out of the room, with their cards."""
        async with self.turn:
            persons = [pupil.person for pupil in people]
            await self._write(*_without(persons))
            self.pupils = {person: pupil for person, pupil in self.pupils.items() if person not in persons}
        self.notify()

    async def admit(self, asking: Iterable[PupilRow]) -> None:
        """Let pupils in; one whose name is on the list, and who was not there yet, takes that place."""
        async with self.turn:
            here = dict(self.pupils)
            commands: list[Executable] = []
            for pupil in [here[each.person] for each in asking if each.person in here]:
                alike = (each for each in here.values() if key_of(each.name) == key_of(pupil.name))
                listed = next((each for each in alike if each.state == "listed" and pupil.state == "asks"), pupil)
                if listed != pupil:
                    del here[listed.person]
                    commands += _without([listed.person])
                values = {"state": "here", "place": listed.place, "level": listed.level}
                commands.append(update(pupils).where(pupils.c.person == pupil.person).values(values))
                here[pupil.person] = replace(pupil, **values)  # type: ignore[arg-type]  # those of the columns
            await self._write(*commands)
            self.pupils = dict(sorted(here.items(), key=lambda each: each[1].place))
        self.notify()

    async def delete(self) -> None:
        """Delete the room with the rows of its pupils, also of those who have come just now."""
        late = select(pupils.c.person).where(pupils.c.room == self.row.id)
        async with self.turn:
            cards = delete(credentials).where(credentials.c.person.in_(late))
            mine = delete(pupils).where(pupils.c.room == self.row.id)
            await self._write(cards, mine, delete(classrooms).where(classrooms.c.id == self.row.id))
            self.is_open = False
        self.notify()

    async def _write(self, *commands: Executable) -> None:
        """Execute commands in a transaction, of which other processes hear."""

        def work(connection: Connection) -> None:
            for command in commands:
                connection.execute(command)
            self._tell(connection, is_shown=True)

        await self._stored(work)

    def _tell(self, connection: Connection, is_shown: bool) -> None:
        """Let other processes hear of a transaction.  is_shown: the pages of the room are others now."""
        note = {"kind": "classroom", "room": self.row.id, "is_shown": is_shown}
        self.hub.store.notify(connection, note)

    async def _stored(self, work: Callable[[Connection], T]) -> T:
        """Return the result of a transaction."""
        try:
            return await self.hub.store.write(work)
        except StoreError:
            self.changes += 1  # it is not known what is written
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
        hub.cluster.handlers["classroom"] = lambda note: self._changed(note["room"], note.get("is_shown", True))
        hub.cluster.handlers["phone"] = lambda note: self._seen(note["game"], note["person"])
        hub.on_refusal = self.note_refusal

    def _changed(self, id_: str, is_shown: bool = True) -> None:
        """Let a room be read again that another process has changed.  is_shown: on its pages, which ask again."""
        if room := self._open.get(id_):
            room.changes += 1
            if is_shown:
                room.notify()

    def _seen(self, id_: str, person: str) -> None:
        """Note that the phone of a pupil has asked, perhaps another process."""
        if room := self._open.get(id_):
            room.seen[person] = time.monotonic()

    def note_seen(self, room: OpenClassroom, person: str) -> None:
        """Note that the phone of a pupil has asked this process, and tell the others."""
        self._seen(room.row.id, person)
        self._hub.cluster.publish(room.row.id, "phone", person=person)

    def show_again(self) -> None:
        """Have the pages of all rooms loaded again: the way in is another one now."""
        for room in self._open.values():
            room.notify()

    def answer_waiting(self) -> None:
        """Answer all phones that wait: the server is about to end."""
        self.is_ending = True
        for room in self._open.values():
            room.answer_waiting()

    def hand_over(self, guest: str) -> None:
        """Read the rooms of a guest again, whose data have gone to a person, or to nobody."""
        for id_ in [id_ for id_, room in self._open.items() if room.row.teacher == guest]:
            self._changed(id_)

    async def find(self, id_: str) -> OpenClassroom | None:
        """Return a room, or None; raise StoreError."""
        if not is_id(id_):
            return None
        # From the time on: a page of before a restart shows another version.
        new = OpenClassroom(self._hub, ClassroomRow(id_, "", "", ""), page_version=now_ms())
        room = self._open.setdefault(id_, new)
        await room.refresh()
        if not room.is_open:
            self._open.pop(id_, None)
            room.notify()
        return room if room.is_open else None

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
        def counted(pupil: PupilRow) -> Mapping[str, object]:
            return {"refused": json.dumps(Counter(json.loads(pupil.refused)) + Counter([key]))}

        if found := await self.of_pupil(person):
            await found[0].note(person, counted)


def _without(persons: Sequence[str]) -> list[Executable]:
    """Return the commands that delete pupils and their cards."""
    return [delete(table).where(table.c.person.in_(persons)) for table in (pupils, credentials)]


def card_key(hub: Hub, person: str) -> str:
    """Return the key of a pupil's card: its address is `/c/` and the key."""
    return hub.access.signature("card", person)


def listed_names(text: str) -> list[tuple[str, int]]:
    """Return the names of a pasted list, one a line, with the level (1 to 10) that may follow each, else 0.

    Tabs, semicolons and commas separate cells.  Left out are numbers before names, cells with digits or @ beside others
    (classes, dates, addresses), lines without letters, and a first line of headings.
    """
    found: list[tuple[str, int]] = []
    for line in text.splitlines():
        cells = [cell.strip(" \"'") for cell in re.split("[\t;,]", _NUMBER.sub("", line.strip("\ufeff \t")))]
        filled = [cell for cell in cells if cell]
        *others, last = " ".join(filled).split() or [""]
        level = int(last) if others and last in map(str, range(1, 11)) else 0
        plain = [cell for cell in filled if not re.search("[0-9@]", cell)] if len(filled) > 1 else filled
        words = " ".join(plain).split()
        words = words[:-1] if level and words[-1:] == [last] else words
        if any(map(str.isalpha, "".join(words))) and (found or not is_heading(filled)):
            found.append((clean_name(shortened(words)), level))
    return [(name, level) for name, level in found if name]


def is_heading(cells: Sequence[str]) -> bool:
    """Return whether the first line of a list holds headings instead of a pupil."""
    from charkoni.tournament.formats.csv_files import column_indexes  # a start needs no tournaments
    from charkoni.tournament.model.errors import BadFile

    try:
        return bool(column_indexes(cells, {}))
    except BadFile:
        return False


def shortened(words: Sequence[str]) -> str:
    """Return a name of at most `LONGEST_NAME` characters: patronymics go first, then the end of the longest word."""
    words = list(words)
    while len(" ".join(words)) > LONGEST_NAME and len(words) > 2:
        words.pop()
    if (excess := len(" ".join(words)) - LONGEST_NAME) > 0:
        longest = max(words, key=len)
        words[words.index(longest)] = f"{longest[: len(longest) - excess - 1]}."
    return " ".join(words)
