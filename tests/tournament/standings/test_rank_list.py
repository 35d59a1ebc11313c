"""The rank list: places among all and in a category."""

from tests.tournament.conftest import Make, played_event

from charkoni.tournament.standings.rank_list import in_category, ranks_of
from charkoni.tournament.standings.ranking import Standings


def test_members_of_a_category_have_places_of_their_own(make: Make) -> None:
    state = played_event(make).state
    ranks = ranks_of(Standings(state))
    young = in_category(state, ranks, {2, 4, 6})
    places = [("1", 2, "2–3"), ("2", 4, "4–5"), ("3", 6, "6")]
    assert [(rank.place, rank.entry, rank.of_all) for rank in young] == places
