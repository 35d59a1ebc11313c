"""Tables made of earlier tables: what a change reaches beyond those who played, and what it does not."""

from dataclasses import replace

import pytest

from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board, Result, Round
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.pairing.input_from_event import changed_numbers
from charkoni.tournament.standings.ranking import Standings, standings


def event(rounds: list[str], tiebreaks: str = "DE") -> Tournament:
    """Return an event of five; rounds: `1-2+ 3-4=  5Z`, tables with the mark of the first side, and who was away."""
    count = 5
    played = []
    for number, text in enumerate(rounds, 1):
        words = text.split()
        games = [word for word in words if "-" in word[:-1]]
        flips = {"1": "0", "0": "1", "=": "=", "+": "-"}
        boards = tuple(
            Board(place, int(word[0]), int(word[2]), int(word[0]), Result(word[3], flips[word[3]]))
            for place, word in enumerate(games, 1)
        )
        away = tuple((int(word[0]), word[1]) for word in words if word not in games)
        played.append(Round(number, "closed", boards, away))
    entries = tuple(Entry(n, f"p{n}", 2000 - n, number=n) for n in range(1, count + 1))
    settings = Settings(rounds=3, tiebreaks=tuple(tiebreaks.split()), profile="classic", first="balanced")
    return Tournament(settings, "playing", entries, tuple(played), initial="w")


def follows(before: Tournament, now: Tournament) -> set[int]:
    """Assert that the table made of the earlier one is the right one; return whose rounds differ."""
    known = Standings(before)
    assert Standings(now, before=known).lines == standings(now) != known.lines
    found = changed_numbers(before, now)
    assert found is not None
    return set(found)


@pytest.mark.parametrize(
    ("before", "now", "tiebreaks", "whose"),
    [
        # A game that turns out to be a forfeit changes no points, but who met whom.
        (["1-2= 3-4= 5U"], ["1-2= 3-4= 5U"], "", set()),
        (["1-21 3-4= 5Z", "2-31 1-40 5Z"], ["1-2+ 3-4= 5Z", "2-31 1-40 5Z"], "DE", {1, 2}),
        # The points of one are a term of all whom he met.
        (["1-21 3-4= 5Z", "1-31 2-4= 5Z"], ["1-21 3-4= 5Z", "1-30 2-4= 5Z"], "BH", {1, 3}),
        (["1-21 3-4= 5Z", "1-31 2-4= 5H"], ["1-21 3-4= 5Z", "1-31 2-4= 5Z"], "BH", {5}),
        # Koya asks for half of the most games of anybody: the draw of 4 and 5 counts when nobody has two games.
        (["1-21 4-5= 3Z", "1-31 2Z 4Z 5Z"], ["1-21 4-5= 3Z", "1Z 3Z 2Z 4Z 5Z"], "KS", {1, 3}),
    ],
)
def test_a_change_reaches_whom_it_concerns(before: list[str], now: list[str], tiebreaks: str, whose: set[int]) -> None:
    if not whose:
        assert changed_numbers(event(before), event(now)) == frozenset()
        return
    assert follows(event(before, tiebreaks), event(now, tiebreaks)) == whose


def test_more_than_results_is_made_anew() -> None:
    before = event(["1-21 3-4= 5U"])
    shorter = replace(before, settings=replace(before.settings, tiebreaks=("WIN",)))
    rated = replace(before, entries=(replace(before.entries[0], rating=1), *before.entries[1:]))
    for now in (event(["1-21 3-4= 5U", "1-31 2-4= 5Z"]), shorter, rated):
        assert changed_numbers(before, now) is None
        assert Standings(now, before=Standings(before)).lines == standings(now)
    absent = replace(before, entries=(replace(before.entries[0], here=False), *before.entries[1:]))
    assert changed_numbers(before, absent) == frozenset()
