"""The kinds of notices, and one message for what waits for a person.

What a notice says, and whether it is still true, knows its source: `notices.games` and others, see `notices.outbox`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.web.store.tables import NoticeRow

LASTS_MS = 3 * 24 * 3_600_000
"""How long news are news."""


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """A kind of notices.

    label: its name on the page of choices.  is_news: whether it is over once the person has seen it, or after
    `LASTS_MS`; others stay until their cause is gone.
    """

    label: str
    is_urgent: bool = False
    is_news: bool = False


SHORT, MOVE, CHALLENGE, ANSWER, ROUND = "short", "move", "challenge", "answer", "round"
KINDS: Mapping[str, NoticeKind] = {
    SHORT: NoticeKind(N_("Time is short"), is_urgent=True),
    MOVE: NoticeKind(N_("Your move")),
    CHALLENGE: NoticeKind(N_("Challenge"), is_urgent=True, is_news=True),
    ANSWER: NoticeKind(N_("Somebody answered"), is_urgent=True, is_news=True),
    ROUND: NoticeKind(N_("Round published"), is_urgent=True, is_news=True),
}
"""The kinds by name, in the order in which one message names them."""


def ends(row: NoticeRow) -> int:
    """Return when a notice goes by itself (ms since 1970), 0 for never."""
    return row.at + LASTS_MS if KINDS[row.kind].is_news else 0


class Said(NamedTuple):
    """What a notice says in a language.  subject: the name of the game or event."""

    title: str
    subject: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A notice that is true.

    say: returns what it says at a time (ms since 1970).  path: of the page that it opens.  mine: the person's seats in
    the game it is about.  is_seen: whether the person looks at the page, where that is no game.
    """

    row: NoticeRow
    path: str
    say: Callable[[Words, int], Said]
    mine: frozenset[int] = frozenset()
    is_seen: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent.  path: of the page that it opens; a later message with the same one takes its place."""

    title: str
    text: str
    path: str
    is_urgent: bool


def message_of(words: Words, waiting: Sequence[Waiting], now: int) -> Message:
    """Return one message for what waits for a person, one thing or several."""
    order = list(KINDS)
    firsts: dict[str, Waiting] = {}  # of the notices of a game the first
    for each in sorted(waiting, key=lambda each: order.index(each.row.kind)):
        firsts.setdefault(each.path, each)
    shown = list(firsts.values())
    said = [each.say(words, now) for each in shown]
    titles = [each.title for each in said]
    text, path = " · ".join(filter(None, said[0][1:])), shown[0].path
    games = sum(not KINDS[each.row.kind].is_news for each in shown)
    if games > 1:
        titles[:games] = [words.ngettext("{n} game waits for you", "{n} games wait for you", games)]
        text, path = ", ".join(dict.fromkeys(each.subject for each in said[:games])), "/next"
    text = " · ".join(filter(None, (text, *titles[1:])))
    return Message(titles[0], text, path, any(KINDS[each.row.kind].is_urgent for each in shown))
