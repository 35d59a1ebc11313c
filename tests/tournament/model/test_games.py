"""The games and variants that tournaments play."""

import pytest

from charkoni.core.registry import games
from charkoni.tournament.model.errors import NotTwoSided
from charkoni.tournament.model.games import all_two_sided, checked_game


def test_all_games_and_their_variants_of_two_sides_can_be_paired() -> None:
    found = all_two_sided()
    assert set(found) == set(games())
    names = {game.name for variants in found.values() for game in variants}
    assert {"mangala:fortress", "chaupar", "barbakan:board=mini3", "mosty:links=2,size=7"} <= names
    assert all(checked_game(name) == name for name in names)


def test_games_of_more_sides_cannot() -> None:
    assert not any("players" in game.options for game in all_two_sided()["barbakan"])
    with pytest.raises(NotTwoSided):
        checked_game("barbakan:players=3")
