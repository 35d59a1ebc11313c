"""The order of pairing numbers: by rating, title, name or lot; ties by lot."""

from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.players import Entry
from charkoni.tournament.pairing import lots

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""FIDE titles, highest first; other titles follow, then entries without a title."""


def numbering(state: Tournament) -> tuple[int, ...]:
    """Return the ids of all entries in the order of their pairing numbers."""
    settings = state.settings

    def key(entry: Entry) -> tuple[object, ...]:
        drawn = lots.lot(settings.seed, "rank", entry.id)
        title = entry.title.strip().upper()
        by_title = TITLES.index(title) if title in TITLES else len(TITLES) + (not title)
        if settings.number_by == "lot":
            return (drawn,)
        if settings.number_by == "name":
            return (sort_key(state.name(entry.id)), drawn)
        if settings.number_by == "title":
            return (by_title, -entry.rating, drawn)
        return (-entry.rating, by_title, drawn)

    return tuple(entry.id for entry in sorted(state.entries, key=key))
