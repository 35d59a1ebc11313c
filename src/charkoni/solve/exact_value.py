"""Exact values of positions, and drawings that show why they hold."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class ExactValue:
    """The result of a position under perfect play.

    points: of each player, 0 to 1; with dice the expected points.
    lead: the final lead of player 0 in the unit of the game (stones), if it has one.
    plies: the number of plies to the end, if known.
    """

    # Fractions: a third of a point or a chance of float64 is held exactly, and equal values compare as equal.
    points: tuple[Fraction, ...]
    lead: int | None = None
    plies: int | None = None

    @classmethod
    def won_by(cls, player: int, lead: int | None = None, plies: int | None = None) -> "ExactValue":
        """Return the value of a position won by one of two players."""
        return cls((Fraction(1 - player), Fraction(player)), lead, plies)


@dataclass(frozen=True, slots=True)
class Overlay:
    """A drawing over a board that shows a proof.

    label: a sentence, to be translated.  zones: the zones to mark.  strokes: lines, each (zone, start, end): through
    the middle of the zone, as long as it is, parallel to the line between the zones start and end.
    """

    label: str
    zones: tuple[str, ...] = ()
    strokes: tuple[tuple[str, str, str], ...] = ()
