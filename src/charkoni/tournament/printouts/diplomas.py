"""Diplomas for the first places of everybody and of each category, and certificates for all."""

from collections.abc import Sequence

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model.category_members import members
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.printouts.dates import day
from charkoni.tournament.printouts.document import Poster, Sheet
from charkoni.tournament.standings.ranking import Line, category_lines, standings

_DIPLOMA, _CERTIFICATE = N_("Diploma"), N_("Certificate")
_TOOK_PART = N_("took part in the tournament: place {place} of {count}, {points} points")
MOST = 3


def diplomas(words: Words, state: Tournament, most: int = MOST) -> Sheet:
    """Return a page for each of the first places of all, and of each category; equal players share a place."""
    lines = _played(standings(state))
    by_number = state.by_number()
    parts = [
        _page(words, state, by_number[line.number].id, _DIPLOMA, words._("Place {place}", place=line.place))
        for line in lines
        if line.place <= most
    ]
    for category, ids in members(state).items():
        for place, _, line in category_lines(state, lines, ids):
            if place <= most:
                text = words._("Place {place} in the category “{category}”", place=place, category=category)
                parts.append(_page(words, state, by_number[line.number].id, _DIPLOMA, text))
    return Sheet(words._(N_("Diplomas")), (), tuple(parts), words.language, framed=True)


def certificates(words: Words, state: Tournament) -> Sheet:
    """Return a page for every player with a game, with place and points."""
    lines, by_number = _played(standings(state)), state.by_number()
    parts = []
    for line in lines:
        place = str(line.place) if line.place == line.last else f"{line.place}–{line.last}"
        text = words._(_TOOK_PART, place=place, count=len(lines), points=words.decimal(points_text(line.points)))
        parts.append(_page(words, state, by_number[line.number].id, _CERTIFICATE, text))
    return Sheet(words._(N_("Certificates")), (), tuple(parts), words.language, framed=True)


def _played(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if line.has_played]


def _page(words: Words, state: Tournament, entry: int, title: str, text: str) -> Poster:
    settings = state.settings
    where = " · ".join(part for part in (settings.place, day(words, settings.end or settings.start)) if part)
    lines = ((words._(title), 3), (settings.name, 2), (state.name(entry), 3), (text, 2), (where, 1))
    signature = (words._("Chief arbiter"), settings.arbiter)
    return Poster(tuple(line for line in lines if line[0]), signature=signature)
