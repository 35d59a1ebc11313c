"""Places within a category, by the standings of all."""

from collections.abc import Collection, Sequence

from charkoni.tournament.model.event import Tournament
from charkoni.tournament.standings.ranking import Line


def category_lines(state: Tournament, lines: Sequence[Line], ids: Collection[int]) -> list[tuple[int, int, Line]]:
    """Return the first and last shared place in a category, and the line of each member, the best first.

    ids: of the members.  Expelled members are left out.
    """
    by_number = state.by_number()
    own = [
        line
        for line in lines
        if by_number[line.number].id in ids and line.has_played and not by_number[line.number].expelled
    ]
    places = [line.place for line in own]
    count = len(places)
    return [(places.index(line.place) + 1, count - places[::-1].index(line.place), line) for line in own]
