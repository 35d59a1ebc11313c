"""The kinds of notices: their names, their sentences, and when they are still true."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from charkoni.core.errors import N_
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.live import table_state
from charkoni.web.live.game.clocks import control_of, is_short, time_text
from charkoni.web.store.tables import GameRow, SeatRow


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """A kind of notices.

    label: its name on the page of choices.  title: the sentence, with {who} for the opponents.  is_true: whether it
    holds for a game at a time (ms since 1970) in which it is the person's move.
    """

    label: str
    title: str
    is_true: Callable[[GameRow, int], bool]
    is_urgent: bool = False


def _is_short(game: GameRow, now: int) -> bool:
    return game.due > now and is_short(control_of(game), game.due - now)


MOVE, SHORT = "move", "short"
KINDS: Mapping[str, NoticeKind] = {
    SHORT: NoticeKind(N_("Time is short"), N_("Little time is left against {who}"), _is_short, is_urgent=True),
    MOVE: NoticeKind(N_("Your move"), N_("It is your move against {who}"), lambda game, now: True),
}
"""The kinds by name, the urgent ones first."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A notice that is true: its kind, the game with its seats, those of the person, and since when (ms since 1970)."""

    kind: str
    game: GameRow
    seats: Sequence[SeatRow]
    mine: frozenset[int]
    at: int


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent.  path: of the page that it opens.  tag: a later message with the same one takes its place."""

    title: str
    text: str
    path: str
    tag: str
    is_urgent: bool


def message_of(words: Words, waiting: Sequence[Waiting], now: int) -> Message:
    """Return one message for what waits for a person, one thing or several."""
    order = list(KINDS)
    first = min(waiting, key=lambda each: order.index(each.kind))
    games = {each.game.id for each in waiting}
    is_urgent = KINDS[first.kind].is_urgent
    if len(games) > 1:
        title = words.ngettext("{n} game waits for you", "{n} games wait for you", len(games))
        named_games = dict.fromkeys(_game_name(words, each.game) for each in waiting)
        return Message(title, ", ".join(named_games), "/next", "games", is_urgent)
    game = first.game
    left = words._("{time} left", time=time_text(words, game.due - now)) if game.due else ""
    return Message(
        words._(KINDS[first.kind].title, who=_opponents(words, first)),
        " · ".join(filter(None, (_game_name(words, game), left))),
        f"/g/{game.id}",
        f"game {game.id}",
        is_urgent,
    )


def _game_name(words: Words, game: GameRow) -> str:
    return names.game_name(words, named(game.name))


def _opponents(words: Words, waiting: Waiting) -> str:
    others = (table_state.seat_name(words, seat) for seat in waiting.seats if seat.seat not in waiting.mine)
    return ", ".join(dict.fromkeys(others))
