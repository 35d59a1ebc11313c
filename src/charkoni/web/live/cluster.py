"""The cluster: several processes may serve the same games, on one PostgreSQL database.

Every process may write moves; of two writers of the same row number one fails, and reads the other's row.  The store
notifies all processes of each row, and each room applies the rows it lacks.  State that is not in the log is exchanged
as notes.  Clocks and computers of a game belong to one process, its owner, which holds the game's lock in the database;
when it dies, another process takes the game over.

On SQLite there are no other processes: all games belong to this one.

Each note about a room is a JSON object with `kind`, `game` (the id of the game) and `from` (the name of the sending
process, added by the store):

    ask                                                a new room requests all of these
    presence  seats: [int], watchers: int              the subscribers in the sending process
    offer     offer: str, seat: int, waiting: [int]    the state of an offer; seat -1: dropped
    next      next: str                                the id of the next game
    chat      seat: int, phrase: str                   a preset phrase
    rows      seq: int                                 from the store: the log has rows below this number
    seats                                              from the store: a seat was taken
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from charkoni.web.engine.background import TaskSet
from charkoni.web.http.errors import Refused
from charkoni.web.live.messages.replies import OfferKind
from charkoni.web.live.room import Offer, Room, WriteConflict
from charkoni.web.live.room_observer import Presence, RoomObserver
from charkoni.web.store import Store, StoreError
from charkoni.web.store.pg_channel import HEARTBEAT_S, Channel

logger = logging.getLogger(__name__)

LEADER = "leader"
"""The lock of the leader, the process that runs the rounds of events."""

RETRY_S = 1.0
"""The pause before something is tried again that the store refused to an observer."""

READY_S = 5.0
"""The longest wait for the peers at the start of a process."""

ANSWER_S = 0.1
"""How long the answers to a hello are awaited."""


def _process_lock(name: str) -> str:
    return f"process {name}"


def _game_lock(game: str) -> str:
    return f"game {game}"


# Locks of the database hold for a connection, so that a process that dies loses them without a word:
#
#     process NAME    is alive              held by each process from its start
#     leader          runs rounds, sweeps   held by one, taken over within a heartbeat
#     game ID         clocks, computers     held by the owner of the game
#     WORK            a piece of work       held while it is done
class Cluster:
    """This process among its peers: ownership of games, claims on work, notes."""

    def __init__(self, store: Store, open_game: Callable[[str], Awaitable[object]]) -> None:
        """Take the store, and the function that loads a game without an owner."""
        self._store = store
        self._open_game = open_game
        self.peers: set[str] = set()
        self.is_leader = True
        self.handlers: dict[str, Callable[[dict[str, Any]], object]] = {}
        """By their kinds what handles the notes that are not about a room."""
        self._rooms: dict[str, tuple[Room, PeerSync]] = {}
        self._owned: set[str] = set()
        self._requested: set[str] = set()
        self._refused: set[str] = set()
        self._connections = 0
        self._channel: Channel | None = None
        self._announced = asyncio.Event()
        self._tasks = TaskSet()

    async def open(self) -> None:
        """Open the channel, and find the peers."""
        if not self._store.is_shared:
            return
        self.is_leader = False
        address = self._store.engine.url.render_as_string(hide_password=False)
        self._channel = Channel(address, self._receive, self._connected, self._disconnected)
        with contextlib.suppress(TimeoutError):
            # Without an answer the process serves alone: peers that come later say hello themselves.
            await asyncio.wait_for(self._announced.wait(), READY_S)
        self._tasks.spawn(self._heartbeat())

    async def close(self) -> None:
        """Release all games."""
        self._tasks.cancel()
        await self._tasks.ended()
        if self._channel:
            await self._channel.close()

    # --- rooms --------------------------------------------------------------------------------------------------------

    def attach(self, room: Room) -> None:
        """Add a room that was loaded: its state is shared with the peers."""
        sync = PeerSync(room, self.publish)
        self._rooms[room.id] = (room, sync)
        room.observers.append(sync)

    def synchronize(self, room: Room) -> None:
        """Apply the rows written while a new room was loaded, and request the rest of its state from the peers."""
        if self._store.is_shared:
            room.schedule_catch_up()
            self.publish(room.id, "ask")

    def detach(self, game: str, is_kept: bool = False) -> None:
        """Release a game whose room is evicted.  is_kept: its clocks still belong to this process."""
        self._rooms.pop(game, None)
        self._refused.discard(game)
        if not is_kept:
            self._release(game)

    # --- ownership of games -------------------------------------------------------------------------------------------

    def owns(self, game: str) -> bool:
        """Return whether the clocks and computers of a game belong to this process."""
        return self._channel is None or game in self._owned

    def request_ownership(self, game: str) -> None:
        """Take a game over unless another process owns it, and notify its room."""
        if game not in self._requested and game not in self._refused:
            self._requested.add(game)
            self._tasks.spawn(self._own(game))

    async def _own(self, game: str) -> None:
        connection = self._connections
        try:
            assert self._channel
            is_ours = await self._channel.lock(_game_lock(game))
            if connection != self._connections:
                return  # the connection was lost meanwhile, and the lock with it
            if not is_ours:
                # Not asked for again with each move: only when the owner is seen to be gone.
                self._refused.add(game)
                return
            self._owned.add(game)
            if game in self._rooms:
                self._rooms[game][0].advanced()
            else:
                self._release(game)
        except StoreError:
            return  # ownership is requested again when the connection is back
        finally:
            self._requested.discard(game)

    def _release(self, game: str) -> None:
        if game in self._owned:
            self._owned.discard(game)
            self._tasks.spawn(self.release_claim(_game_lock(game)))

    async def unowned_games(self) -> list[str]:
        """Return the games with running clocks or waiting computers that no process owns; raise StoreError."""
        games = await self._store.ticking()
        if self._channel is None:
            return games
        # Those whose owner is another process, too: it may be gone.
        games += sorted(self._refused - set(games))
        locked = await self._channel.locked([_game_lock(game) for game in games])
        return [game for game in games if _game_lock(game) not in locked]

    # --- claims on work that one process does for all -----------------------------------------------------------------

    async def claim(self, work: str) -> bool:
        """Claim a piece of work, and return whether no process had it; raise StoreError."""
        return self._channel is None or await self._channel.lock(work)

    async def release_claim(self, work: str) -> None:
        """Release a piece of work."""
        with contextlib.suppress(StoreError):
            if self._channel:
                await self._channel.unlock(work)

    async def is_claimed(self, work: str) -> bool:
        """Return whether any process has claimed a piece of work; raise StoreError."""
        return self._channel is not None and work in await self._channel.locked([work])

    async def regularly(
        self, every_s: float, work: Callable[[], Awaitable[object]], failing: str, first_s: float | None = None
    ) -> None:
        """Do some work in intervals for ever, while this process leads.

        failing: what the log says when the store or the disk fails.  first_s: when it is done first.
        """
        await asyncio.sleep(every_s if first_s is None else first_s)
        while True:
            if self.is_leader:
                try:
                    await work()
                except (StoreError, OSError) as error:
                    logger.warning("%s: %s", failing, error)
            await asyncio.sleep(every_s)

    # --- peers --------------------------------------------------------------------------------------------------------

    def _connected(self) -> None:
        self._tasks.spawn(self._announce())

    async def _announce(self) -> None:
        """Send a hello to the peers, and catch up with rows written since the last connection."""
        assert self._channel
        self._connections += 1
        with contextlib.suppress(StoreError):
            await self._channel.lock(_process_lock(self._store.origin))
            self.is_leader = await self._channel.lock(LEADER)
            # After the locks: peers that answer can rely on them.
            await self._store.send_note({"kind": "hello"})
            for room, _ in list(self._rooms.values()):
                room.schedule_catch_up()
                room.advanced()
            await asyncio.sleep(ANSWER_S)
        self._announced.set()

    def _disconnected(self) -> None:
        """Give up everything that another process may have taken over by now."""
        self._connections += 1
        # Without a connection there are no locks: other processes may hold them by now.
        self._owned.clear()
        self._refused.clear()
        self.is_leader = False
        for room, _ in list(self._rooms.values()):
            room.advanced()

    async def _heartbeat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            try:
                await self._check_peers()
            except StoreError:
                continue
            except Exception:
                logger.exception("the other processes cannot be looked after")

    async def _check_peers(self) -> None:
        """Take over the games of dead processes, and the lead if it is free."""
        assert self._channel
        alive = await self._channel.locked([_process_lock(name) for name in self.peers])
        # A copy: the set changes in the loop.
        for name in [name for name in self.peers if _process_lock(name) not in alive]:
            logger.warning("another process of this server is gone")
            self.peers.discard(name)
            for _, sync in list(self._rooms.values()):
                sync.forget(name)
        if not self.is_leader:
            self.is_leader = await self._channel.lock(LEADER)
        for game in await self.unowned_games():
            self._refused.discard(game)
            if game in self._rooms:
                self._rooms[game][0].advanced()
            else:
                await self._open_game(game)

    # --- notes --------------------------------------------------------------------------------------------------------

    def publish(self, game: str, kind: str, **fields: object) -> None:
        """Send a note about a game, event or piece of work to all peers."""
        # Alone a process tells nobody: no notice, no load.
        if self.peers:
            self._tasks.spawn(self._send({"kind": kind, "game": game} | fields))

    async def _send(self, note: dict[str, object]) -> None:
        with contextlib.suppress(StoreError):
            await self._store.send_note(note)

    def _receive(self, text: str) -> None:
        note: dict[str, Any] = json.loads(text)
        # The database sends notices to their sender, too.
        if note["from"] == self._store.origin:
            return
        if note["kind"] in ("hello", "here"):
            self.peers.add(note["from"])
            if note["kind"] == "hello":
                self._tasks.spawn(self._send({"kind": "here"}))
                for _, sync in list(self._rooms.values()):
                    sync.publish_state()
        elif handle := self.handlers.get(note["kind"]):
            handle(note)
        elif note["game"] in self._rooms:
            self._rooms[note["game"]][1].receive(note)


class PeerSync(RoomObserver):
    """An observer that publishes the state of a room to other processes, and applies their notes."""

    def __init__(self, room: Room, publish: Callable[..., None]) -> None:
        """Take `publish(game, kind, **fields)`, which sends a note to all other processes."""
        self._room = room
        self._send = partial(publish, room.id)
        self._published = Presence()

    # --- to the peers -------------------------------------------------------------------------------------------------

    def presence_changed(self) -> None:
        """Publish the presence in this process."""
        self._publish_presence(self._published)

    def offer_changed(self, kind: OfferKind) -> None:
        """Publish the state of an offer."""
        offer = self._room.offers.get(kind, Offer(kind, -1))
        self._send("offer", offer=kind, seat=offer.seat, waiting=sorted(offer.waiting))

    def next_game_known(self) -> None:
        """Publish the next game of these people."""
        self._send("next", next=self._room.next_game)

    def phrase_said(self, seat: int, phrase: str) -> None:
        """Publish a phrase."""
        self._send("chat", seat=seat, phrase=phrase)

    def publish_state(self) -> None:
        """Publish the state that is not in the log, for a new process or room."""
        # To a new peer everything is news, unless nobody is here.
        self._publish_presence(Presence())
        for kind in self._room.offers:
            self.offer_changed(kind)
        if self._room.next_game:
            self.next_game_known()

    def _publish_presence(self, known: Presence) -> None:
        """Publish the presence in this process, unless it is `known` to the peers."""
        presence = self._room.local_presence()
        # A page that is reloaded leaves and comes back within the delay: nothing to tell.
        if presence != known:
            self._send("presence", seats=sorted(presence.seats), watchers=presence.watchers)
        self._published = presence

    # --- from the peers -----------------------------------------------------------------------------------------------

    def receive(self, note: dict[str, Any]) -> None:
        """Apply a note of another process."""
        room, kind = self._room, note["kind"]
        if kind == "rows":
            # Own rows are noticed as well, and rows come in later than their notices.
            if note["seq"] > room.live.seq:
                room.schedule_catch_up()
        elif kind == "seats":
            room.schedule_catch_up()
        elif kind == "ask":
            self.publish_state()
        elif kind == "presence":
            room.set_peer_presence(note["from"], Presence(frozenset(note["seats"]), note["watchers"]))
        elif kind == "offer":
            room.receive_offer(note["offer"], note["seat"], note["waiting"])
        elif kind == "next":
            room.set_next_game(note["next"], origin=self)
        elif kind == "chat":
            room.say(note["seat"], note["phrase"], origin=self)

    def forget(self, process: str) -> None:
        """Drop the presence of a process that is gone."""
        if process in self._room.peers:
            self._room.set_peer_presence(process, Presence())


class OwnerObserver(RoomObserver):
    """An observer that acts for a game, at once or by a timer.  Only the process that owns the game does."""

    def __init__(self, room: Room, cluster: Cluster) -> None:
        self._room = room
        self._cluster = cluster
        self._timer: asyncio.TimerHandle | None = None

    def owns_game(self) -> bool:
        """Return whether this process owns the game, which is requested otherwise."""
        # Two processes that act would both write a row; one of them would be refused.
        is_owner = self._cluster.owns(self._room.id)
        if not is_owner:
            self._cluster.request_ownership(self._room.id)
        return is_owner

    def set_timer(self, seconds: float, step: Callable[[], Awaitable[object]]) -> None:
        """Take a step after some seconds, instead of what the timer was set to before."""
        self.closed()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, lambda: self._room.spawn(self.attempt(step)))

    async def attempt(self, step: Callable[[], Awaitable[object]]) -> None:
        """Take a step in the room's queue, unless one is being taken, and look what is due then; later if it fails."""
        if self.is_busy:
            return
        self.is_busy = True
        try:
            with contextlib.suppress(WriteConflict):
                await self._room.ask(step)
        except (StoreError, Refused) as error:
            logger.warning("what is due in the game %s was not done: %s", self._room.id, error)
            await asyncio.sleep(RETRY_S)
        finally:
            self.is_busy = False
        self.advanced()

    def closed(self) -> None:
        """Cancel the timer."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
