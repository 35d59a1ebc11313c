"""Standings of clubs, regions and countries."""

import pytest
from tests.tournament.conftest import Make, played_event

from charkoni.core.translations import Words
from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.printouts.registry import PrintOptions, sheet
from charkoni.tournament.printouts.text import text
from charkoni.tournament.standings.ranking import standings
from charkoni.tournament.standings.teams import teams


def test_clubs_count_their_best(make: Make) -> None:
    director = played_event(make)
    points = {director.state.name(e.id): line.points for line in standings(director.state)
              for e in [director.state.by_number()[line.number]]}  # fmt: skip
    best = {team.name: team.points for team in teams(director.state, "club", 2)}
    assert best["B"] == sum(sorted((points[f"P{n}"] for n in (1, 3, 5)), reverse=True)[:2])
    assert best["A"] == sum(sorted((points[f"P{n}"] for n in (2, 4, 6)), reverse=True)[:2])
    all_ = teams(director.state, "country")
    assert [(team.place, team.last, team.name, len(team.members)) for team in all_] == [(1, 1, "KGZ", 4)]
    assert teams(director.state, "region") == []
    page = text(sheet(Words("en"), director.state, "clubs", PrintOptions(best=2)))
    assert "the best 2 of each count" in page and "P1, P3" in page
    for wrong in (("planet", 4), ("club", 0)):
        with pytest.raises(BadSetting):
            teams(director.state, *wrong)
