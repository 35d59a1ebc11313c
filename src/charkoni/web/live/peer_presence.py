"""Exchange between the rooms of one game in several processes: presence, offers, next game, phrases.

Moves are not exchanged here: they are in the log.  Each note is a dictionary with `kind` and `game`:

    ask                                       a new room asks for all of these
    presence  seats: [int], watchers: int     who follows the room in the sending process
    offer     offer: str, seat, waiting       an offer as it stands; seat -1: dropped
    next      next: str                       the id of the next game
    chat      seat, phrase                    a preset phrase
    rows      seq                             from the store: the log has rows below this number
    seats                                     from the store: somebody has taken a seat
"""

from collections.abc import Callable
from typing import Any

from charkoni.web.live.messages.replies import OfferKind
from charkoni.web.live.room import Presence, Room, RoomObserver


class PeerSync(RoomObserver):
    """An observer that tells other processes of a room, and applies what they tell."""

    def __init__(self, room: Room, publish: Callable[..., None]) -> None:
        """Take `publish(game, kind, **fields)`, which sends a note to all other processes."""
        self._room = room
        self._publish = publish
        self._published = Presence()

    # --- to the peers -------------------------------------------------------------------------------------------------

    def presence_changed(self) -> None:
        """Publish who follows the room here."""
        self._publish_presence(self._published)

    def offer_changed(self, kind: OfferKind) -> None:
        """Publish how an offer stands."""
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
        """Ask the peers for all that is not in the log: this room is new."""
        self._send("ask")

    def publish_state(self) -> None:
        """Publish all that is not in the log, to a process or room that is new."""
        self._publish_presence(Presence())
        for kind in self._room.offers:
            self.offer_changed(kind)
        if self._room.next_game:
            self.next_game_known()

    def _publish_presence(self, known: Presence) -> None:
        """Publish who follows the room here, unless the peers know just that."""
        presence = self._room.local_presence()
        if presence != known:
            self._send("presence", seats=sorted(presence.seats), watchers=presence.watchers)
        self._published = presence

    def _send(self, kind: str, **fields: Any) -> None:
        self._publish(self._room.id, kind, **fields)

    # --- from the peers -----------------------------------------------------------------------------------------------

    def receive(self, note: dict[str, Any]) -> None:
        """Apply a note of another process."""
        room, kind = self._room, note["kind"]
        if kind == "rows":
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
