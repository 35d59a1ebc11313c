"""Glicko-2 against the example of its paper."""

from charkoni.tournament.standings import glicko2


def test_glicko_2_example_of_the_paper() -> None:
    games = [(glicko2.Rating(1400, 30), 1.0), (glicko2.Rating(1550, 100), 0.0), (glicko2.Rating(1700, 300), 0.0)]
    new = glicko2.rated(glicko2.Rating(1500, 200, 0.06), games)
    assert (round(new.rating, 2), round(new.deviation, 2), round(new.volatility, 5)) == (1464.05, 151.52, 0.06000)


def test_glicko_2_without_games_only_widens() -> None:
    new = glicko2.rated(glicko2.Rating(1500, 200, 0.06), [])
    assert new.rating == 1500 and 200 < new.deviation < 201


def test_players_of_a_list_keep_about_their_ratings_when_they_play_as_expected() -> None:
    """Seven rounds among players of 1900 and newcomers do not draw everybody to 1500."""
    ratings = {number: 1900 if number % 2 else 0 for number in range(8)}
    before = glicko2.starting(ratings)
    for number in before:
        games = [(before[other], 0.5) for other in before if other != number]
        assert abs(glicko2.rated(before[number], games).rating - 1900) < 60
    assert glicko2.starting({1: 0})[1].rating == 1500
