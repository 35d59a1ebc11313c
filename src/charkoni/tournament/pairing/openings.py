"""Openings from a game's book with which all games of a round begin, drawn by lot."""

from typing import TYPE_CHECKING

from charkoni.core.errors import N_
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.pairing.lots import lot

if TYPE_CHECKING:
    from charkoni.players.opening_book import Opening

_OPENING = N_("Every game of this round starts after these moves: {moves}")


def demand_book(settings: Settings) -> None:
    """Raise BadSetting when openings of a game's book are wanted and it has none."""
    if settings.openings == "book" and not _book(settings):
        raise refusal(BadSetting, settings.game, N_("this game has no book of openings"))


def opening_of(settings: Settings, number: int) -> "Opening | None":
    """Return the opening of a round, the same at all tables; None where games begin as the rules say.

    The lot of each opening, `lots.lot(seed, "opening", moves)`, orders those of the book that begin as the rules say;
    the rounds take them in turn.
    """
    if settings.openings != "book":
        return None
    book = [opening for opening in _book(settings) if not opening.start]
    ordered = sorted(book, key=lambda opening: lot(settings.seed, "opening", " ".join(opening.moves)))
    return ordered[(number - 1) % len(ordered)] if ordered else None


def sentence(words: Words, settings: Settings, number: int) -> str:
    """Return the opening of a round in words, "" if there is none."""
    opening = opening_of(settings, number)
    return words._(_OPENING, moves=" ".join(opening.moves)) if opening else ""


def position_text(settings: Settings, number: int) -> str:
    """Return the position with which games of a round begin, "" for the usual one."""
    opening = opening_of(settings, number)
    return str(opening.record(named(settings.game)).position) if opening else ""


def _book(settings: Settings) -> "tuple[Opening, ...]":
    """Return the openings of the game of an event."""
    from charkoni.players.opening_book import opening_book  # brings the compiler

    return opening_book(named(settings.game))
