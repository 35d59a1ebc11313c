"""What a room tells its observers, and the subscribers to whom they send."""

from typing import Literal, NamedTuple, Protocol

from charkoni.web.live.board_view import Perspective
from charkoni.web.live.messages.replies import OfferKind
from charkoni.web.store import LogRow

Cause = Literal["start", "undo", "stale"]
"""Why the whole board is sent again."""


class Presence(NamedTuple):
    """The subscribers of a room in one process: their seats, and how many have no seat."""

    seats: frozenset[int] = frozenset()
    watchers: int = 0


class Subscriber(Protocol):
    """A receiver of a room's messages: a board on a socket, or a stream of the API.

    person: "" for nobody.  thinks: whether its page can search for computers now.
    """

    person: str
    perspective: Perspective
    seats: frozenset[int]
    thinks: bool

    def send(self, text: str) -> None:
        """Queue a message, as JSON; never waits."""
        ...

    def end(self, text: str) -> None:
        """Queue the last message, as JSON: the server ends."""
        ...


class RoomObserver:
    """The notifications of a room.  The methods run in the server's loop and never wait; these do nothing."""

    is_busy = False
    """Whether the room must stay in memory for this observer."""

    def committed(self, row: LogRow) -> None:
        """Handle a row that is written and applied."""

    def advanced(self) -> None:
        """Handle that something may be due: after a commit or catch-up, a visit, a change of presence or ownership."""

    def board_reset(self, cause: Cause) -> None:
        """Handle a change of the whole board."""

    def table_changed(self) -> None:
        """Handle a change beside the board: offers, names, presence, the next game, readiness of the engine."""

    def presence_changed(self) -> None:
        """Handle a change of the subscribers in this process."""

    def subscribed(self, subscriber: Subscriber) -> None:
        """Handle a new subscriber."""

    def offer_changed(self, kind: OfferKind) -> None:
        """Handle an offer that was made, changed or dropped."""

    def next_game_known(self) -> None:
        """Handle the creation of the next game of these people."""

    def phrase_said(self, seat: int, phrase: str) -> None:
        """Handle a preset phrase of a seat."""

    def closed(self) -> None:
        """Release timers: the room leaves the memory."""
