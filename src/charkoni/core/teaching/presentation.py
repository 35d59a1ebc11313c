"""The presentation of a game: its emblem, its slogan, and a short game that plays by itself on the home page.

`teaching/presentation.toml` of a game's folder holds a `Presentation`: its keys are the fields of the classes below.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from charkoni.core.family import Family
from charkoni.core.files.data_files import read_file

EMBLEM_SIZE = 64
"""Width and height of the square in which emblems are drawn."""


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour in light and in dark themes."""

    light: str
    dark: str


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of an emblem, filled evenly or oddly in one of the two colours.

    paint: "ground" or "figure".  path: SVG path data.  discs: further discs, each with x, y and radius.
    """

    paint: str
    path: str = ""
    discs: tuple[tuple[float, ...], ...] = ()
    opacity: float = 1.0

    @property
    def outline(self) -> str:
        """The path data of discs and path."""
        return (
            "".join(
                f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"
                for x, y, r in self.discs
            )
            + self.path
        )


@dataclass(frozen=True, slots=True)
class Emblem:
    """A small sign in two colours: shapes upon a disc of the ground's colour, later ones above earlier ones."""

    ground: Paint
    figure: Paint
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Presentation:
    """What a game shows of itself.

    slogan: two short sentences that invite.  short: the game in a few words, without a full stop.  position: the
    position text in which the short game starts. moves: its moves and throws, separated by spaces.  upright: whether
    the board is in portrait orientation as on a phone.
    """

    emblem: Emblem
    slogan: str
    short: str
    position: str
    moves: str
    upright: bool = False


def presentation_of(family: Family) -> Presentation | None:
    """Return the presentation of a game, or None when it has none; raise BadDataFile."""
    path = family.folder / "teaching" / "presentation.toml"
    return _presentation(path) if path.is_file() else None


@lru_cache(maxsize=64)
def _presentation(path: Path) -> Presentation:
    return read_file(Presentation, path)
