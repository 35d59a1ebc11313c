"""The cross table: in a Swiss a column for each round, in a round robin a column for each opponent."""

from collections.abc import Sequence
from dataclasses import dataclass

from charkoni.core.errors import mark
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.pairing.input import PairingInput, Slot
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.standings.ranking import Line, Standings

BYE = mark("bye")
SIGNS = {"=": "½", "D": "½", "W": "1", "L": "0", "-": "−", "U": BYE, "H": "½", "F": "1", "Z": "0"}

_SIDES = {"w": "a", "b": "b", "-": ""}


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A cross table as text.  head: columns of rounds or places.  lines: place, number, name, cells, points."""

    head: tuple[str, ...]
    lines: tuple[tuple[str, str, str, tuple[str, ...], str], ...]

    def rows(self) -> list[list[str]]:
        """Return head and lines as rows of cells."""
        rows = [["place", "number", "name", *self.head, "points"]]
        return rows + [[place, number, name, *cells, points] for place, number, name, cells, points in self.lines]


def cross_table(tournament: Tournament, known: Standings | None = None) -> CrossTable:
    """Return the cross table of a tournament, the best first; `known`: its standings, where somebody has them."""
    found = known or Standings(tournament)
    field, lines = found.field, found.lines
    by_number = tournament.by_number()
    if system_of(tournament.settings).crosstable == "opponents":
        head = tuple(str(place) for place in range(1, len(lines) + 1))
        cells = [_against(field, lines, line) for line in lines]
    else:
        head = tuple(str(round_) for round_ in range(1, field.done + 1))
        cells = [tuple(_cell(slot) for slot in field.player(line.number).slots) for line in lines]
    return CrossTable(
        head,
        tuple(
            (
                str(line.place),
                str(line.number),
                tournament.name(by_number[line.number].id),
                row,
                points_text(line.points),
            )
            for line, row in zip(lines, cells, strict=True)
        ),
    )


def _cell(slot: Slot) -> str:
    """Return a round of a Swiss: opponent, side (a is the first), mark: 12a1, 7b½, or the bye."""
    sign = SIGNS.get(slot.mark, slot.mark)
    return f"{slot.opponent}{_SIDES[slot.side]}{sign}" if slot.opponent else sign


def _against(field: PairingInput, lines: Sequence[Line], line: Line) -> tuple[str, ...]:
    """Return the results against everybody, in the order of the table."""
    met: dict[int, str] = {}
    for slot in field.player(line.number).slots:
        if slot.opponent:
            met[slot.opponent] = met.get(slot.opponent, "") + SIGNS.get(slot.mark, slot.mark)
    return tuple("×" if other.number == line.number else met.get(other.number, "") for other in lines)
