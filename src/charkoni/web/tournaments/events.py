"""The events of a server: one file each, opened when somebody comes, worked on by several people at once.

Everything that touches a file runs in a thread, one after the other for an event.  A pairing is computed beside that,
by a desk of its own on the same file, so that the event stays usable meanwhile.
"""

import asyncio
import json
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import TournamentError
from charkoni.tournament.model.event import CHIEF, Tournament
from charkoni.tournament.pairing.worker import Engine
from charkoni.web.http.sessions import new_id

logger = logging.getLogger(__name__)
T = TypeVar("T")
ENDING = ".event"
WATCH_S = 1.0
"""How often files are looked at for what other programs have done to them."""

COPY_S = 300.0
RECENT_S = 30 * 24 * 3600.0
MOST_OPEN = 100
NEW_TABLES = frozenset(["publish", "close", "finish"])
"""Acts after which many look at the pages at once."""


@dataclass
class Work:
    """A pairing that is being computed, or how it ended."""

    since: float
    by: str
    error: Exception | None = None
    is_done: bool = False


@dataclass
class Event:
    """An open event.  shown: counts whatever pages show; pages ask for what comes after."""

    id: str
    path: Path
    director: Director
    lock: threading.Lock = field(default_factory=threading.Lock)
    drafting: Work | None = None
    shown: int = 0
    kept: dict[Any, Any] = field(default_factory=dict)
    seen: dict[int, float] = field(default_factory=dict)
    house: dict[str, str] = field(default_factory=dict)
    on_change: Callable[["Event"], None] | None = None
    _waiting: set[asyncio.Event] = field(default_factory=set)
    _changing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def state(self) -> Tournament:
        """How the event stands."""
        return self.director.state

    @property
    def public(self) -> Tournament:
        """The same without a draft: all that anybody but the arbiters may know."""
        state = self.director.state
        return replace(state, rounds=tuple(round_ for round_ in state.rounds if round_.state != "draft"))

    async def run(self, work: Callable[[Director], T], who: str = "", role: str = CHIEF, sure: int = 2) -> T:
        """Do something with the desk in somebody's name, and tell the pages.  sure: how often he has said so."""

        def locked() -> T:
            with self.lock:
                self.director.who, self.director.role, self.director.sure = who, role, sure
                return work(self.director)

        before, acts = self.state.version, len(self.director.log)
        try:
            return await asyncio.to_thread(locked)
        finally:
            if self.state.version != before:
                self.tell()
                if self.on_change and any(act.kind in NEW_TABLES for act in self.director.log[acts:]):
                    self.on_change(self)

    def tell(self) -> None:
        """Let everybody know that there is something new."""
        self.shown += 1
        for waiting in self._waiting:
            waiting.set()

    async def news(self, after: int, seconds: float) -> int:
        """Return what counter the pages are at, as soon as it is another one or the time is over."""
        if self.shown != after:
            return self.shown
        bell = asyncio.Event()
        self._waiting.add(bell)
        try:
            async with asyncio.timeout(seconds):
                await bell.wait()
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(bell)
        return self.shown

    # --- values beside the log ----------------------------------------------------------------------------------------

    def value(self, name: str) -> str:
        """Return a value kept beside the log."""
        return self.house.get(name, "")

    def mapping(self, name: str) -> dict[str, Any]:
        """Return a mapping kept beside the log."""
        found: dict[str, Any] = json.loads(self.value(name) or "{}")
        return found

    async def keep(self, name: str, value: str, *, is_news: bool = True) -> None:
        """Keep a value beside the log; is_news: pages show it and are to come again."""

        def work() -> None:
            with self.lock, self.director.store.writing():
                self.director.store.keep_value(name, value)

        await asyncio.to_thread(work)
        self.house[name] = value
        if is_news:
            self.tell()

    async def put(self, name: str, key: str, value: Any, *, is_news: bool = True) -> None:
        """Keep one entry of a mapping beside the log; None takes it out."""

        def work(found: dict[str, Any]) -> None:
            if value is None:
                found.pop(key, None)
            else:
                found[key] = value

        await self.change(name, work, is_news=is_news)

    async def change(self, name: str, work: Callable[[dict[str, Any]], None], *, is_news: bool = True) -> None:
        """Change a mapping beside the log; what others change at the same time waits, and is lost by nobody."""
        async with self._changing:
            found = self.mapping(name)
            work(found)
            value = json.dumps(found, ensure_ascii=False)
            if value != self.value(name):
                await self.keep(name, value, is_news=is_news)


class Events:
    """All events of a server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.engine = Engine()
        self.on_change: Callable[[Event], Awaitable[None]] | None = None
        """What is done for an event once it is open, and whenever its tables have changed."""
        self._open: dict[str, Event] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Begin to watch the files."""
        self._spawn(self._watch())

    async def close(self) -> None:
        """Let all files and the pairing engine go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.engine.close)
        for event in self._open.values():
            event.director.close()
        self._open.clear()

    def ids(self) -> list[str]:
        """Return the names of all events, the newest first."""
        if not self.folder.is_dir():
            return []
        files = sorted(self.folder.glob(f"*{ENDING}"), key=lambda path: -path.stat().st_mtime)
        return [path.name.removesuffix(ENDING) for path in files]

    def recent(self) -> list[str]:
        """Return the names of the events that have changed in the last weeks, at most as many as stay open."""
        since = time.time() - RECENT_S
        return [id_ for id_ in self.ids()[:MOST_OPEN] if (self.folder / f"{id_}{ENDING}").stat().st_mtime > since]

    def open_ids(self) -> list[str]:
        """Return the names of the events that are open."""
        return list(self._open)

    async def get(self, id_: str) -> Event | None:
        """Return an event, opened if it is not; None when there is none."""
        if id_ in self._open:
            return self._open[id_]
        if not (id_.isascii() and id_.isalnum()):
            return None
        path = self.folder / f"{id_}{ENDING}"
        async with self._locks.setdefault(id_, asyncio.Lock()):
            if id_ not in self._open:
                if not path.is_file():
                    self._locks.pop(id_, None)
                    return None
                event = self._open[id_] = await asyncio.to_thread(_opened, id_, path)
                event.on_change = self._changed
                self._changed(event)
        return self._open[id_]

    def _changed(self, event: Event) -> None:
        if self.on_change is not None:
            self._spawn(self._safely(self.on_change(event), event.id))

    async def _safely(self, work: Awaitable[None], id_: str) -> None:
        try:
            await work
        except Exception:
            logger.exception("the tables of the event %s cannot be made", id_)

    async def create(self, settings: Mapping[str, Any], who: str) -> Event:
        """Make an event; raise BadSetting, NotTwoSided."""
        return await self.make(lambda path: Director.create(path, settings, who=who).close())

    async def make(self, begin: Callable[[Path], None]) -> Event:
        """Make an event whose file somebody begins; raises what that raises."""
        self.folder.mkdir(parents=True, exist_ok=True)
        id_ = new_id(8)
        await asyncio.to_thread(begin, self.folder / f"{id_}{ENDING}")
        event = await self.get(id_)
        assert event is not None
        return event

    # --- pairing ------------------------------------------------------------------------------------------------------

    def draft(self, event: Event, who: str, role: str, now: float) -> asyncio.Task[None] | None:
        """Begin to pair the next round; None when that is going on already."""
        if event.drafting and not event.drafting.is_done:
            return None
        event.drafting = Work(now, who)
        event.tell()
        return self._spawn(self._drafted(event, event.drafting, who, role))

    async def _drafted(self, event: Event, work: Work, who: str, role: str) -> None:
        def beside() -> LogEntry:
            with Director.open(event.path, who=who, role=role) as director:
                director.engine = self.engine.pair
                return director.draft()

        try:
            await asyncio.to_thread(beside)
        except (TournamentError, RuntimeError) as error:
            work.error = error
        finally:
            work.is_done = True
            await event.run(lambda director: director.refresh())
            event.tell()

    # --- what others do -----------------------------------------------------------------------------------------------

    def _spawn(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _watch(self) -> None:
        """Take in what the command line or another server does to a file, and make copies."""
        beat = 0
        while True:
            await asyncio.sleep(WATCH_S)
            beat += 1
            for event in list(self._open.values()):
                try:
                    await event.run(lambda director: director.refresh())
                    if beat % round(COPY_S / WATCH_S) == 0:
                        await event.run(lambda director: director.copy())
                except Exception:
                    logger.exception("the event %s cannot be read anew", event.id)


def _opened(id_: str, path: Path) -> Event:
    director = Director.open(path)
    return Event(id_, path, director, house=director.store.values())
