"""Standings and the crosstable as rows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.standings.crosstable import Crosstable, crosstable_of
from charkoni.tournament.standings.ranking import Line, Standings


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


def ranks(known: Standings) -> list[Rank]:
    """Return the rows of standings."""
    state = known.tournament
    by_number = state.by_number()
    return [_rank(state, by_number[line.number].id, line) for line in known.lines]


def _rank(state: Tournament, id_: int, line: Line) -> Rank:
    place = str(line.place) if line.place == line.last else f"{line.place}–{line.last}"
    values = tuple(str(value) for value in line.values)
    name, club = state.name(id_), state.entry(id_).club
    return Rank(place, id_, line.number, name, club, points_text(line.points), values, line.has_played)


def in_category(state: Tournament, ranks: Sequence[Rank], ids: Collection[int]) -> list[Rank]:
    """Return the rows of the members of a category, with their places in it.  ids: of the members."""
    own = [rank for rank in ranks if rank.entry in ids and rank.has_played and not state.entry(rank.entry).expelled]
    places = [rank.place for rank in own]
    rows = []
    for rank in own:
        first, last = places.index(rank.place) + 1, len(places) - places[::-1].index(rank.place)
        rows.append(replace(rank, place=str(first) if first == last else f"{first}–{last}", of_all=rank.place))
    return rows


def crosstable(known: Standings) -> tuple[Crosstable, dict[str, int]]:
    """Return the crosstable that belongs to standings, and the ids of the entries by their numbers in it."""
    ids = {str(number): entry.id for number, entry in known.tournament.by_number().items()}
    return crosstable_of(known.tournament, known), ids
