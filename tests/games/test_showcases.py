"""Showcases: short games that can be played, and emblems that fit their square."""

import re

import pytest

from charkoni.core.registry import games, named
from charkoni.core.teaching.lesson import course_of
from charkoni.core.teaching.showcase import EMBLEM_SIZE, showcase_of
from charkoni.graphics.emblems import emblem_svg


@pytest.mark.parametrize("name", games())
def test_a_short_game_can_be_played_and_is_not_over_before_its_last_move(name: str) -> None:
    game = named(name)
    showcase = showcase_of(game.family)
    assert showcase and course_of(game.family)
    position = game.parse(showcase.position)
    assert str(position) == showcase.position
    for move in showcase.moves.split():
        assert position.outcome is None
        position = position.play(move)
    assert 10 <= len(showcase.moves.split()) <= 40


@pytest.mark.parametrize("name", games())
def test_an_emblem_has_two_colours_in_each_theme(name: str) -> None:
    showcase = showcase_of(named(name).family)
    assert showcase
    ground, figure = showcase.emblem.ground, showcase.emblem.figure
    for theme, paints in (("light", {ground.light, figure.light}), ("dark", {ground.dark, figure.dark})):
        assert set(re.findall(r'fill="(#\w+)"', emblem_svg(showcase.emblem, EMBLEM_SIZE, theme))) == paints
