"""Presentations: short games that can be played, and emblems that fit their square."""

import re

import pytest

from charkoni.core.registry import games, named
from charkoni.core.teaching.courses import course_of
from charkoni.core.teaching.presentation import EMBLEM_SIZE, presentation_of
from charkoni.graphics.emblems import emblem_svg


@pytest.mark.parametrize("name", games())
def test_a_short_game_can_be_played_and_is_not_over_before_its_last_move(name: str) -> None:
    game = named(name)
    presentation = presentation_of(game.family)
    assert presentation and course_of(game.family)
    position = game.parse(presentation.position)
    assert str(position) == presentation.position
    for move in presentation.moves.split():
        assert position.outcome is None
        position = position.play(move)
    assert 10 <= len(presentation.moves.split()) <= 40


@pytest.mark.parametrize("name", games())
def test_an_emblem_has_two_colours_in_each_theme(name: str) -> None:
    presentation = presentation_of(named(name).family)
    assert presentation
    ground, figure = presentation.emblem.ground, presentation.emblem.figure
    for theme, paints in (("light", {ground.light, figure.light}), ("dark", {ground.dark, figure.dark})):
        assert set(re.findall(r'fill="(#\w+)"', emblem_svg(presentation.emblem, EMBLEM_SIZE, theme))) == paints
