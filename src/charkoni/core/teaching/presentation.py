"""The presentation of a game: its emblem, its slogan, and a short game that plays by itself on the home page.

`teaching/presentation.py` of a game folder holds a `Presentation`.  Sentences are English, marked for the catalogues.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from charkoni.core.family import Family

EMBLEM_SIZE = 64
"""Width and height of the square in which emblems are drawn."""


class Paint(NamedTuple):
    """A colour in light and in dark themes."""

    light: str
    dark: str


class Shape(NamedTuple):
    """A shape of an emblem: SVG path data, filled evenly or oddly, in one of the two colours."""

    paint: Literal["ground", "figure"]
    path: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Emblem:
    """A small sign in two colours: shapes upon a disc of the ground's colour, later ones above earlier ones."""

    ground: Paint
    figure: Paint
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Presentation:
    """What a game shows of itself.

    slogan: two short sentences that invite.  short: what one does in it, in a few words, without a full stop.
    position: the position text in which the short game begins.  moves: its moves and throws, with spaces between them.
    upright: whether the board stands upright as on a phone, not lying as on a wide screen.
    """

    emblem: Emblem
    slogan: str
    short: str
    position: str
    moves: str
    upright: bool = False


def disc(x: float, y: float, r: float) -> str:
    """Return the path data of a disc."""
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"


def presentation_of(family: Family) -> Presentation | None:
    """Return the presentation of a game, or None when it has none."""
    if not family.has("teaching.presentation"):
        return None
    module: PresentationModule = family.module("teaching.presentation")
    return module.PRESENTATION


class PresentationModule(Protocol):
    """The interface of `teaching/presentation.py` of a game folder."""

    PRESENTATION: Presentation
