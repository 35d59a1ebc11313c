"""What a room knows of the same table in other processes: who is there, what is offered, what is said.

Moves need none of this: they are in the log.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from charkoni.web.live.room import Room

Here = tuple[frozenset[int], int]
"""The seats that somebody looks from, and how many look on without a seat."""

NOBODY: Here = (frozenset(), 0)


class Elsewhere:
    """The same table in other processes."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._there: dict[str, Here] = {}
        self._told = NOBODY

    def online(self) -> set[int]:
        """Return the seats that somebody looks from."""
        return {seat for seats, _ in self._there.values() for seat in seats}

    def watchers(self) -> int:
        """Return how many look on without a seat."""
        return sum(count for _, count in self._there.values())

    # --- telling ------------------------------------------------------------------------------------------------------

    def _tell(self, kind: str, **more: Any) -> None:
        self._room.hub.neighbours.tell(self._room.match.row.id, kind, **more)

    def ask(self) -> None:
        """Ask the others for all they know: this room is new."""
        self._tell("ask")

    def tell_presence(self, anew: bool = False) -> None:
        """Tell who is here; anew: even if that was told before."""
        here = self._room.here()
        if here != (NOBODY if anew else self._told):
            self._tell("presence", seats=sorted(here[0]), watchers=here[1])
        self._told = here

    def tell_offer(self, kind: str) -> None:
        """Tell how an offer stands."""
        offer = self._room.offers.get(kind)
        if offer is None:
            self._tell("offer", offer=kind, seat=-1, waiting=[])
        else:
            self._tell("offer", offer=kind, seat=offer.seat, waiting=sorted(offer.waiting))

    def tell_next(self) -> None:
        """Tell where the next game of these people is."""
        self._tell("next", next=self._room.next_game)

    def tell_words(self, seat: int, phrase: str) -> None:
        """Tell what somebody says."""
        self._tell("chat", seat=seat, phrase=phrase)

    def introduce(self) -> None:
        """Tell a process that has just come everything that is not written."""
        self.tell_presence(anew=True)
        for kind in self._room.offers:
            self.tell_offer(kind)
        if self._room.next_game:
            self.tell_next()

    # --- hearing ------------------------------------------------------------------------------------------------------

    def hear(self, note: dict[str, Any]) -> None:
        """Take in what another process tells."""
        room, kind = self._room, note["kind"]
        if kind == "rows":
            if note["seq"] > room.match.seq:
                room.follow()
        elif kind == "seats":
            room.follow()
        elif kind == "ask":
            self.introduce()
        elif kind == "presence":
            self._set(note["from"], (frozenset(note["seats"]), note["watchers"]))
        elif kind == "offer":
            room.take_offer(note["offer"], note["seat"], note["waiting"])
        elif kind == "next":
            room.next_game = note["next"]
            room.show_table()
        elif kind == "chat":
            room.show_words(note["seat"], note["phrase"])

    def forget(self, process: str) -> None:
        """Take in that a process is gone, and everybody who was there."""
        if process in self._there:
            self._set(process, NOBODY)

    def _set(self, process: str, there: Here) -> None:
        before = self._room.online()
        if there == NOBODY:
            self._there.pop(process, None)
        else:
            self._there[process] = there
        self._room.note_gone(before)
