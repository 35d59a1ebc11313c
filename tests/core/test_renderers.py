"""Renderers: found by their names among the entry points."""

from charkoni import game
from charkoni.core.game import renderer


def test_renderers_are_found_by_name() -> None:
    render = renderer("svg")
    position = game("mangala").start()
    assert render is not None and render(position) == position._repr_svg_()
    assert renderer("sculpture") is None
