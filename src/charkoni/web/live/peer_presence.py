"""Synchronization of the rooms of one game in several processes: presence, offers, next game, phrases.

Moves are not exchanged here: they are in the log.  Each note is a JSON object with `kind`, `game` (the id of the game)
and `from` (the name of the sending process, added by the store):

    ask                                                a new room requests all of these
    presence  seats: [int], watchers: int              the subscribers in the sending process
    offer     offer: str, seat: int, waiting: [int]    the state of an offer; seat -1: dropped
    next      next: str                                the id of the next game
    chat      seat: int, phrase: str                   a preset phrase
    rows      seq: int                                 from the store: the log has rows below this number
    seats                                              from the store: a seat was taken
"""

from collections.abc import Callable
from typing import Any

from charkoni.web.live.messages.replies import OfferKind
from charkoni.web.live.room import Presence, Room, RoomObserver


class PeerSync(RoomObserver):
    """An observer that publishes the state of a room to other processes, and applies their notes."""

    def __init__(self, room: Room, publish: Callable[..., None]) -> None:
        """Take `publish(game, kind, **fields)`, which sends a note to all other processes."""
        self._room = room
        self._publish = publish
        self._published = Presence()

    # --- to the peers -------------------------------------------------------------------------------------------------

    def presence_changed(self) -> None:
        """Publish the presence in this process."""
        self._publish_presence(self._published)

    def offer_changed(self, kind: OfferKind) -> None:
        """Publish the state of an offer."""
        offer = self._room.offers.get(kind)
        if offer is None:
            self._send("offer", offer=kind, seat=-1, waiting=[])
        else:
            self._send("offer", offer=kind, seat=offer.seat, waiting=sorted(offer.waiting))

    def next_game_known(self) -> None:
        """Publish the next game of these people."""
        self._send("next", next=self._room.next_game)

    def phrase_said(self, seat: int, phrase: str) -> None:
        """Publish a phrase."""
        self._send("chat", seat=seat, phrase=phrase)

    def request_state(self) -> None:
        """Request the state that is not in the log, for a new room."""
        self._send("ask")

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

    def _send(self, kind: str, **fields: object) -> None:
        self._publish(self._room.id, kind, **fields)

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
