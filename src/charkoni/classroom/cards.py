"""The cards of pupils: a name and the QR code of the own board on each, twenty to a page."""

from collections.abc import Iterable

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.printouts.document import NameCard, Sheet

_SCAN = N_("Point the phone's camera here")


def pupil_cards(words: Words, room: str, pupils: Iterable[tuple[str, str]]) -> Sheet:
    """Return the cards of a room, in the order of their names.

    room: its name, the title of the document.  pupils: (name, URL of the QR code).
    """
    in_order = sorted(pupils, key=lambda pair: sort_key(pair[0], words.language))
    return Sheet(room, (), tuple(NameCard(name, words._(_SCAN), link) for name, link in in_order), words.language)
