"""The sets of a match: the next one opens when one is over, and the match in words."""

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games.match_format import points_text
from charkoni.web.live.cluster import OwnerObserver
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.live.messages.replies import Counter, Match

_GOES_ON = N_("The match after set {game} of {sets}: {score}. The next set opens automatically.")
_SETS = N_("Sets")
_OVER = N_("The match is over: {score}.")


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


class SetOpener(OwnerObserver):
    """Opens the next set when one is over."""

    def advanced(self) -> None:
        """Open the next set if this one is over."""
        # Once opened, the next set is known to all: nothing more to do.
        if not self._room.next_game and self._room.live.next_match is not None and self.owns_game():
            self._room.spawn(self.attempt(self._open))

    async def _open(self) -> None:
        self._room.set_next_game(await self._room.host.rematch(self._room.live))
