"""The rank list: rows of the standings as plain values, for pages and print-outs."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.standings.crosstable import Crosstable, crosstable_of
from charkoni.tournament.standings.ranking import Standings, places_text


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the standings.

    place: 3, or 3–5 for a shared one.  values: of the tie-breaks, in order.  of_all: in standings of a category, the
    place among all.
    """

    place: str
    entry: int
    number: int
    name: str
    club: str
    points: str
    values: tuple[str, ...]
    has_played: bool
    of_all: str = ""


def ranks_of(known: Standings) -> list[Rank]:
    """Return the rows of standings."""
    state, by_number, rows = known.tournament, known.tournament.by_number(), list[Rank]()
    for line in known.lines:
        entry, values = by_number[line.number], tuple(map(str, line.values))
        place, points = places_text(line.place, line.last), points_text(line.points)
        rows.append(
            Rank(place, entry.id, line.number, state.name(entry.id), entry.club, points, values, line.has_played)
        )
    return rows


def in_category(state: Tournament, ranks: Sequence[Rank], ids: Collection[int]) -> list[Rank]:
    """Return the rows of the members of a category, with their places in it.  ids: of the members."""
    own = [rank for rank in ranks if rank.entry in ids and rank.has_played and not state.entry(rank.entry).expelled]
    places = [rank.place for rank in own]
    rows = []
    for rank in own:
        first, last = places.index(rank.place) + 1, len(places) - places[::-1].index(rank.place)
        rows.append(replace(rank, place=places_text(first, last), of_all=rank.place))
    return rows


def indexed_crosstable(known: Standings) -> tuple[Crosstable, dict[str, int]]:
    """Return the crosstable that belongs to standings, and the ids of the entries by their numbers in it."""
    ids = {str(number): entry.id for number, entry in known.tournament.by_number().items()}
    return crosstable_of(known.tournament, known), ids
