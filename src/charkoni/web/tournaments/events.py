"""Events of a server: one file each, opened on the first visit, changed by several people at once.

All work on a file runs in threads, one after another for each event.  A pairing is computed by another director on the
same file, so that the event stays usable meanwhile.
"""

import asyncio
import contextlib
import json
import logging
import math
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

from charkoni.core.errors import Refusal
from charkoni.tournament.acts.reducer import undone
from charkoni.tournament.director import Director
from charkoni.tournament.known_people import KnownPeople
from charkoni.tournament.model.errors import BadFile, TournamentError
from charkoni.tournament.model.event import CHIEF, Tournament
from charkoni.tournament.model.league import League, league_of
from charkoni.tournament.pairing.worker import PairingWorker
from charkoni.tournament.rating_list_index import RatingList
from charkoni.tournament.store import Anchor
from charkoni.web.engine.background import AwaitedPages, KeyedLocks, TaskSet
from charkoni.web.http.sessions import is_id, new_id
from charkoni.web.tournaments import ENDING

logger = logging.getLogger(__name__)
T = TypeVar("T")
WATCH_S = 1.0
"""How many seconds pass between two looks at files that other programs may have changed."""

COPY_S = 300.0
"""How many seconds pass between two copies of a file."""

RECENT_S = 30 * 24 * 3600.0
MOST_OPEN = 100

RELEASE_S = 60.0
"""After how many seconds without use a file is closed; the event stays in memory."""

MOST_FILES = 50
"""How many files may be open at a time; the one that was not used for longest is closed."""

FORGET_S = 3600.0
"""Seconds without a request after which an event is removed from memory."""

AWAITED_ACTS = frozenset(["publish", "close", "finish", "challenge"])
"""Acts after which many people load the pages at once, or somebody is told something."""


@dataclass
class PairingJob:
    """A pairing that is being computed, or its end.  since: time of the event loop, in seconds.  by: author."""

    since: float
    by: str
    error: Exception | None = None
    is_done: bool = False


@dataclass
class OpenEvent(AwaitedPages):
    """An open event.

    state, log: those of the file, without what is written just now and may be taken back.
    drafting: the last pairing that was begun.  cache: see `page_cache`.
    last_seen: when a page of an entry's player last asked for updates, in seconds of the event loop.  values: values
    beside the log, see `value`.  on_change: called after acts that many people wait for.  asked: when it was last
    asked for, in seconds of the monotonic clock.  signature: of the file when it was last read, see `_signature`.
    publishing: held while its pages are published.  tables: held while games are compared with tables, or tables get
    other numbers.  withheld: names of authors of acts that no page shows any more.
    """

    id: str
    path: Path
    director: Director
    lock: threading.Lock = field(default_factory=threading.Lock)
    drafting: PairingJob | None = None
    cache: dict[object, Any] = field(default_factory=dict)
    last_seen: dict[int, float] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    on_change: Callable[["OpenEvent"], None] | None = None
    asked: float = field(default_factory=time.monotonic)
    signature: object = None
    publishing: asyncio.Lock = field(default_factory=asyncio.Lock)
    tables: asyncio.Lock = field(default_factory=asyncio.Lock)
    withheld: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.log, self.state = self.director.log, self.director.state

    @property
    def public(self) -> Tournament:
        """The public state, without a draft."""
        state = self.state
        return replace(state, rounds=state.paired)

    @contextlib.contextmanager
    def acting(self, who: str, role: str, sure: int) -> Iterator[Director]:
        """Hold the director for an author, in a thread; what he has written is the event's state and log then."""
        with self.lock:
            self.director.who, self.director.role, self.director.confirmations = who, role, sure
            try:
                yield self.director
            finally:
                self.log, self.state = self.director.log, self.director.state

    async def run(self, work: Callable[[Director], T], who: str = "", role: str = CHIEF, sure: int = 2) -> T:
        """Return what work with the director returns, done in a thread; then notify the pages of changes.

        who, role: the author of acts.  sure: the number of confirmations of an unusual act.
        """
        before, acts = self.state.version, len(self.log)

        def locked() -> T:
            with self.acting(who, role, sure) as director:
                return work(director)

        try:
            return await asyncio.to_thread(locked)
        finally:
            if self.state.version != before:
                self.notify()
                if self.on_change and any(act.kind in AWAITED_ACTS for act in self.log[acts:]):
                    self.on_change(self)

    async def release(self) -> None:
        """Close the file until it is used again, after a last copy of it."""

        def locked() -> None:
            with self.lock:
                self.director.copy()
                self.director.store.release()
                self.signature = _signature(self.path)

        await asyncio.to_thread(locked)

    async def close(self) -> None:
        """Close the file for good, after what is being done with it."""

        def locked() -> None:
            with self.lock:
                self.director.close()

        await asyncio.to_thread(locked)

    @property
    def undone(self) -> frozenset[int]:
        """The numbers of the acts that are undone, computed once for each version."""
        version, known = self.cache.get("undone", (-1, frozenset()))
        numbers: frozenset[int] = known if version == self.state.version else undone(self.log)
        self.cache["undone"] = (self.state.version, numbers)
        return numbers

    @property
    def league(self) -> League | None:
        """The league of which this is a month, or the list; None for any other event."""
        return league_of(self.value("league"))

    # --- values beside the log ----------------------------------------------------------------------------------------

    def value(self, name: str) -> str:
        """Return a value that is stored beside the log, or an empty text."""
        return self.values.get(name, "")

    def mapping(self, name: str) -> dict[str, Any]:
        """Return a mapping that is stored beside the log as JSON."""
        values: dict[str, Any] = json.loads(self.value(name) or "{}")
        return values

    async def set_value(self, name: str, value: str, *, is_shown: bool = True) -> None:
        """Store a value beside the log.  is_shown: pages show it and are notified."""

        def locked() -> None:
            with self.lock:
                with self.director.store.writing():
                    self.director.store.keep_value(name, value)
                self.values[name] = value

        await asyncio.to_thread(locked)
        if is_shown:
            self.notify()

    async def set_item(self, name: str, key: str, value: object) -> None:
        """Set one item of a mapping beside the log, and notify the pages; None removes it."""

        def change(mapping: dict[str, object]) -> None:
            mapping[key] = value
            if value is None:
                del mapping[key]

        await self.update(name, change)

    async def update(self, name: str, change: Callable[[dict[str, Any]], None], *, is_shown: bool = True) -> None:
        """Change a mapping beside the log in place; changes, also of other processes, are made one after another.

        Raises what `change` raises, and then nothing is changed.
        """

        def locked() -> bool:
            with self.lock:
                with self.director.store.writing():
                    mapping = json.loads(self.director.store.value(name) or "{}")
                    change(mapping)
                    before, value = self.value(name) or "{}", json.dumps(mapping, ensure_ascii=False)
                    self.director.store.keep_value(name, value)
                self.values[name] = value
                return value != before

        if await asyncio.to_thread(locked) and is_shown:
            self.notify()

    def read_again(self, director: Director) -> None:
        """Read what other programs have written: acts, and values beside the log."""
        director.refresh()
        self.values = director.store.values()


class Events:
    """All events of a server.  people: off, own or all, see `Settings` of the server."""

    def __init__(self, folder: Path, people: str = "off") -> None:
        self.folder = folder
        self.known_people = None if people == "off" else KnownPeople(folder)
        self.rating_list = RatingList(folder)
        self._shares_people = people == "all"
        self.engine = PairingWorker()
        self.on_change: Callable[[OpenEvent], Awaitable[None]] | None = None
        """Awaited for an event when it is opened, and after acts that many people wait for."""
        self._open: dict[str, OpenEvent] = {}
        self._locks = KeyedLocks()
        self.founding = asyncio.Lock()
        """Held while a festival gets its name."""
        self._tasks = TaskSet()

    def begin(self) -> None:
        """Begin to watch the files for changes by other programs."""
        self._tasks.spawn(self._watch())

    def answer_waiting(self) -> None:
        """Answer all pages that wait for a change: the server is about to end."""
        for event in self._open.values():
            event.answer_waiting()

    async def close(self) -> None:
        """Close all files and the pairing engine."""
        self._tasks.cancel()
        await self._tasks.ended()
        await asyncio.to_thread(self.engine.close)
        for event in self._open.values():
            event.director.close()
        self._open.clear()

    def ids(self) -> list[str]:
        """Return the ids of all events, the last changed first."""
        return list(self.changes())

    def changes(self) -> dict[str, float]:
        """Return when each file was last changed (seconds since 1970), by the ids of the events, the latest first."""
        times = {path.name.removesuffix(ENDING): path.stat().st_mtime for path in self.folder.glob(f"*{ENDING}")}
        return dict(sorted(times.items(), key=itemgetter(1), reverse=True))

    def recent(self) -> list[str]:
        """Return the ids of the events that were changed in the last 30 days, at most as many as stay open."""
        since = time.time() - RECENT_S
        return [id_ for id_, at in islice(self.changes().items(), MOST_OPEN) if at > since]

    def open_ids(self) -> list[str]:
        """Return the ids of the events that are open."""
        return list(self._open)

    async def get(self, id_: str) -> OpenEvent | None:
        """Return an event, opened if necessary; None without such an event."""
        event = await self.peek(id_)
        if event is not None:
            event.asked = time.monotonic()
        return event

    async def readable(self, ids: Iterable[str]) -> list[OpenEvent]:
        """Return the events of some ids; a damaged file is left out, and must not hide the others."""
        found = []
        for id_ in ids:
            with contextlib.suppress(BadFile):
                event = await self.get(id_)
                found += [event] if event else []
        return found

    async def peek(self, id_: str) -> OpenEvent | None:
        """Return an event as `get` does, for work that does not keep it in memory."""
        if id_ in self._open:
            return self._open[id_]
        if not is_id(id_):
            return None
        path = self.folder / f"{id_}{ENDING}"
        async with self._locks[id_]:
            if id_ in self._open or not path.is_file():
                return self._open.get(id_)
            event = self._open[id_] = await asyncio.to_thread(_opened, id_, path)
            event.on_change = self._changed
            self._changed(event)
            await self._release_unused(MOST_FILES)
            return event

    async def _release_unused(self, most: int, since: float = math.inf) -> None:
        """Close files that were not used since a time of the monotonic clock, all but `most`; the oldest first."""
        files = [event for event in self._open.values() if not event.director.store.is_released]
        files.sort(key=lambda event: event.director.store.used)
        for event in files[: max(0, len(files) - most)]:
            is_drafting = event.drafting is not None and not event.drafting.is_done
            if event.director.store.used < since and not is_drafting and self._open.get(event.id) is event:
                try:
                    await event.release()
                except Exception:  # one that is being deleted; who opens another event has nothing to do with it
                    logger.exception("the file of the event %s cannot be closed", event.id)

    def _changed(self, event: OpenEvent) -> None:
        if self.on_change is not None:
            self._tasks.spawn(self._safely(self.on_change(event), event.id))

    async def _safely(self, work: Awaitable[None], id_: str) -> None:
        try:
            await work
        except Exception:
            logger.exception("the tables of the event %s cannot be made", id_)

    def owner_of_people(self, guest: str) -> str | None:
        """Return whose known people a guest works with: his own, or those of all (None)."""
        return None if self._shares_people else guest

    async def create(self, write: Callable[[Path], None], id_: str = "") -> OpenEvent:
        """Create an event whose file is written by a function; raises what that raises, and then no file is left.

        id_: a new id, which the caller has stored, "" for any.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        id_ = id_ or new_event_id()
        path = self.folder / f"{id_}{ENDING}"
        try:
            await asyncio.to_thread(write, path)
            event = await self.get(id_)
        except BaseException as error:
            code = error.reason.code if isinstance(error, Refusal) else type(error).__name__
            logger.warning("an event could not be created: %s", code)  # not the file, with its people
            _remove(path)
            raise
        assert event is not None
        return event

    async def delete(self, id_: str) -> None:
        """Delete an event with its file."""
        async with self._locks[id_]:
            event = self._open.pop(id_, None)
            if event:
                await event.close()
            _remove(self.folder / f"{id_}{ENDING}")

    # --- pairing ------------------------------------------------------------------------------------------------------

    def draft(self, event: OpenEvent, who: str, role: str) -> asyncio.Task[None] | None:
        """Begin to pair the next round; None while a pairing is being computed."""
        if event.drafting and not event.drafting.is_done:
            return None
        event.drafting = PairingJob(asyncio.get_running_loop().time(), who)
        event.notify()
        return self._tasks.spawn(self._drafted(event, event.drafting, who, role))

    async def _drafted(self, event: OpenEvent, job: PairingJob, who: str, role: str) -> None:
        try:
            try:
                await asyncio.to_thread(self._draft, event.path, who, role)
            except (TournamentError, RuntimeError) as error:
                job.error = error
            finally:
                await event.run(Director.refresh)
        finally:  # only now, when the draft is in the state that pages show
            job.is_done = True
            event.notify()

    def _draft(self, path: Path, who: str, role: str) -> None:
        with Director.open(path, who=who, role=role) as director:
            director.engine = self.engine.pair
            director.draft()

    # --- other programs -----------------------------------------------------------------------------------------------

    async def _watch(self) -> None:
        """Read changes of files by the command line or another server, and make copies."""
        tick = 0
        while True:
            await asyncio.sleep(WATCH_S)
            tick += 1
            for event in list(self._open.values()):
                try:
                    if self._open.get(event.id) is event:
                        await self._look(event, tick)
                except Exception:
                    logger.exception("the event %s cannot be read again", event.id)
            await self._release_unused(0, time.monotonic() - RELEASE_S)

    async def _look(self, event: OpenEvent, tick: int) -> None:
        """Read a changed file, copy it periodically, and remove an unused event from memory."""
        signature, settings = _signature(event.path), event.state.settings
        # Without requests its games go on here, or its rounds.
        acts_alone = event.state.phase == "playing" and (settings.boards == "online" or settings.rounds_by != "hand")
        if signature != event.signature:
            event.signature = signature
            await event.run(event.read_again)
        elif not acts_alone and event.director.store.is_released and time.monotonic() - event.asked > FORGET_S:
            self._open.pop(event.id, None)
        if tick % round(COPY_S / WATCH_S) == 0 and not event.director.store.is_released:
            await event.run(Director.copy)


def new_event_id() -> str:
    """Return an id for a new event."""
    return new_id(8)


def _remove(path: Path) -> None:
    """Remove a file, with what SQLite keeps beside it, its write-ahead log and the log's index, and its anchor."""
    for each in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm"), Anchor.path_of(path)):
        each.unlink(missing_ok=True)


def _signature(path: Path) -> object:
    """Return what changes when a file or its write-ahead log is written: the times and sizes of both."""
    signature: list[tuple[int, ...] | None] = []
    for each in (path, path.with_name(f"{path.name}-wal")):
        try:
            status = each.stat()
        except FileNotFoundError:
            signature.append(None)
        else:
            signature.append((status.st_mtime_ns, status.st_size, status.st_ino))
    return signature


def _opened(id_: str, path: Path) -> OpenEvent:
    director = Director.open(path)
    return OpenEvent(id_, path, director, values=director.store.values())
