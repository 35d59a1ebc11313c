"""The other processes of this server: several may serve the same games, on one PostgreSQL database.

Every process may write moves; the numbers of the log let only one of two through, and the other one looks again.  What
is written is told to all, and each room reads what it has not seen.  What is not written (who is there, offers, words)
is told as it is.  Clocks that run out and computers belong to the one process that holds the lock of the game; when it
dies, another one takes the game over.

On SQLite there are no others: all games belong to this process.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from charkoni.web.store import StoreError
from charkoni.web.store.pg_channel import BEAT_S, Channel

if TYPE_CHECKING:
    from charkoni.web.live.hub import Hub
    from charkoni.web.live.room import Room

logger = logging.getLogger(__name__)

LEADER = "leader"
"""What the one process holds that does what is to be done once: it looks after the events."""

READY_S = 5.0
"""How long a start waits for the others to be heard."""


def _of_process(name: str) -> str:
    return f"process {name}"


def _of_game(game: str) -> str:
    return f"game {game}"


class Neighbours:
    """What a process knows of the others."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self.others: set[str] = set()
        self.leads = True
        self.on_seen: Callable[[str, int], object] = lambda event, entry: None
        self.on_stopped: Callable[[str], object] = lambda work: None
        self._kept: set[str] = set()
        self._asking: set[str] = set()
        self._refused: set[str] = set()
        self._openings = 0
        self._channel: Channel | None = None
        self._heard = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def name(self) -> str:
        """By what name the others know this process."""
        return self.hub.store.origin

    # --- life ---------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Begin to listen, and find out who else is there."""
        if not self.hub.store.is_shared:
            return
        self.leads = False
        address = self.hub.store.engine.url.render_as_string(hide_password=False)
        self._channel = Channel(address, self._note, self._opened, self._lost)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._heard.wait(), READY_S)
        self._spawn(self._beat())

    async def close(self) -> None:
        """Let all games go."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._channel:
            await self._channel.close()

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _opened(self) -> None:
        self._spawn(self._introduced())

    async def _introduced(self) -> None:
        """Tell the others of this process, and catch up with what has happened while it heard nothing."""
        assert self._channel
        self._openings += 1
        with contextlib.suppress(StoreError):
            await self._channel.lock(_of_process(self.name))
            self.leads = await self._channel.lock(LEADER)
            await self.hub.store.tell({"kind": "hello"})
            for room in list(self.hub.rooms.values()):
                room.follow()
                room.watch()
            await asyncio.sleep(0.1)  # the others answer
        self._heard.set()

    def _lost(self) -> None:
        """Give everything up that another process may have taken over by now."""
        self._openings += 1
        self._kept.clear()
        self._refused.clear()
        self.leads = False
        for room in self.hub.rooms.values():
            room.watch()

    # --- games that belong to this process ----------------------------------------------------------------------------

    def keeps(self, game: str) -> bool:
        """Return whether the clocks and computers of a game are this process's business."""
        return self._channel is None or game in self._kept

    def try_to_keep(self, room: "Room") -> None:
        """Take a game over unless another process has it; its room is told."""
        game = room.match.row.id
        if game not in self._asking and game not in self._refused:
            self._asking.add(game)
            self._spawn(self._keep(room, game))

    async def _keep(self, room: "Room", game: str) -> None:
        opening = self._openings
        try:
            assert self._channel
            is_ours = await self._channel.lock(_of_game(game))
            if opening != self._openings:
                return  # the connection was lost meanwhile, and the lock with it
            if not is_ours:
                self._refused.add(game)
                return
            self._kept.add(game)
            if self.hub.rooms.get(game) is room:
                room.watch()
            else:
                self.release(game)
        except StoreError:
            return  # whoever holds it now will know when the database is back
        finally:
            self._asking.discard(game)

    def release(self, game: str) -> None:
        """Let a game go that nobody needs in memory any more."""
        self._refused.discard(game)
        if game in self._kept:
            self._kept.discard(game)
            self._spawn(self.disclaim(_of_game(game)))

    # --- work that one process does for all ---------------------------------------------------------------------------

    async def claim(self, work: str) -> bool:
        """Take a piece of work over, and return whether no process had it; raise StoreError."""
        return self._channel is None or await self._channel.lock(work)

    async def disclaim(self, work: str) -> None:
        """Let a piece of work go."""
        with contextlib.suppress(StoreError):
            if self._channel:
                await self._channel.unlock(work)

    async def is_claimed(self, work: str) -> bool:
        """Return whether some process has a piece of work; raise StoreError."""
        return self._channel is not None and work in await self._channel.locked([work])

    async def orphans(self) -> list[str]:
        """Return the games that somebody has to watch and nobody does."""
        games = await self.hub.store.ticking()
        if self._channel is None:
            return games
        games += sorted(self._refused - set(games))
        taken = await self._channel.locked([_of_game(game) for game in games])
        return [game for game in games if _of_game(game) not in taken]

    async def _beat(self) -> None:
        """Take over what dead processes leave behind."""
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                await self._look_round()
            except StoreError:
                continue
            except Exception:
                logger.exception("the other processes cannot be looked after")

    async def _look_round(self) -> None:
        assert self._channel
        alive = await self._channel.locked([_of_process(name) for name in self.others])
        for name in [name for name in self.others if _of_process(name) not in alive]:
            logger.warning("another process of this server is gone")
            self.others.discard(name)
            for room in list(self.hub.rooms.values()):
                room.elsewhere.forget(name)
        if not self.leads:
            self.leads = await self._channel.lock(LEADER)
        for game in await self.orphans():
            self._refused.discard(game)
            known = self.hub.rooms.get(game)
            if known is None:
                await self.hub.room(game)
            else:
                known.watch()

    # --- telling ------------------------------------------------------------------------------------------------------

    def tell(self, game: str, kind: str, **more: Any) -> None:
        """Tell the other processes what happens at a table, or to a piece of work, and is not written."""
        if self.others:
            self._spawn(self._tell({"kind": kind, "game": game} | more))

    async def _tell(self, note: dict[str, Any]) -> None:
        with contextlib.suppress(StoreError):
            await self.hub.store.tell(note)

    def _note(self, text: str) -> None:
        note: dict[str, Any] = json.loads(text)
        if note["from"] == self.name:
            return
        if note["kind"] in ("hello", "here"):
            self.others.add(note["from"])
            if note["kind"] == "hello":
                self._spawn(self._tell({"kind": "here"}))
                for room in self.hub.rooms.values():
                    room.elsewhere.introduce()
            return
        if note["kind"] == "seen":
            self.on_seen(note["game"], note["entry"])
            return
        if note["kind"] == "stopped":
            self.on_stopped(note["game"])
            return
        known = self.hub.rooms.get(note["game"])
        if known is not None:
            known.elsewhere.hear(note)
