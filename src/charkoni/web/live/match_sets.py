"""The sets of a match: the next one opens when one is over, and the match in words."""

import contextlib
import logging

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games.match_format import points_text
from charkoni.web.http.errors import Refused
from charkoni.web.live.cluster import Cluster
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.live.messages.replies import Counter, Match
from charkoni.web.live.room import Room, RoomObserver
from charkoni.web.store import StoreError

_GOES_ON = N_("The match after set {game} of {sets}: {score}. The next set opens automatically.")
_SETS = N_("Sets")
_OVER = N_("The match is over: {score}.")

logger = logging.getLogger(__name__)


def match_state(words: Words, live: LiveGame) -> Match:
    """Return the message part `Match` of a game that belongs to a match."""
    assert live.match is not None
    points, sets, game = live.match_points, live.match.format.games, live.match.game
    is_decided = live.outcome is not None and live.next_match is None
    text = N_("Set {game} of {sets} · {score}") if live.outcome is None else _OVER if is_decided else _GOES_ON
    return {
        "sets": sets,
        "target": live.match.format.target,
        "set": game,
        "points": [points_text((half, 0)).partition(":")[0] for half in points],
        "decided": is_decided,
        "text": words._(text, game=game, sets=sets, score=points_text(points).replace(":", "\xa0:\xa0")),
    }


def match_counters(words: Words, live: LiveGame) -> list[Counter]:
    """Return the points in the match beside each seat, none of a single game."""
    if live.match is None:
        return []
    points = [points_text((half, 0)).partition(":")[0] for half in live.match_points]
    return [{"seat": seat, "label": words._(_SETS), "value": points[side]} for seat, side in enumerate(live.game.sides)]


class SetOpener(RoomObserver):
    """Opens the next set when one is over.  Only the process that owns the game does."""

    def __init__(self, room: Room, cluster: Cluster) -> None:
        self._room = room
        self._cluster = cluster
        self._is_opening = False

    @property
    def is_busy(self) -> bool:
        """Whether the next set is being opened."""
        return self._is_opening

    def advanced(self) -> None:
        """Open the next set if this one is over."""
        room = self._room
        # Once opened, the next set is known to all: nothing more to do.
        if self._is_opening or room.next_game or room.live.next_match is None:
            return
        if not self._cluster.owns(room.id):
            self._cluster.request_ownership(room.id)
            return
        self._is_opening = True
        room.spawn(self._open())

    def ownership_changed(self) -> None:
        """Open the next set if it is due."""
        self.advanced()

    def visited(self) -> None:
        """Open the next set that the database refused before."""
        self.advanced()

    async def _open(self) -> None:
        try:
            with contextlib.suppress(StoreError, Refused):  # tried again with the next visit
                self._room.set_next_game(await self._room.host.rematch(self._room.live))
        finally:
            self._is_opening = False
