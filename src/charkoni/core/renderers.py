"""Renderers: functions that make a picture of a position, found by name among the entry points."""

from collections.abc import Callable
from importlib.metadata import entry_points

GROUP = "charkoni.renderers"
"""The entry points that name a function from a position to a picture: "svg"."""


def renderer(name: str) -> Callable[..., str] | None:
    """Return the function that renders a `Position` ("svg": the text of a document), or None when none is installed."""
    for point in entry_points(group=GROUP, name=name):
        render: Callable[..., str] = point.load()
        return render
    return None
