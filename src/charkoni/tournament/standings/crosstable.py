"""The crosstable: in a Swiss a column for each round, in a round robin a column for each opponent."""

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
class Crosstable:
    """A crosstable as text.

    head: numbers of rounds, or places of opponents.  lines: (place, number, name, cells, points).  A cell is opponent,
    side (a first, b second) and result in a table of rounds, 12a1 or 7b½, `bye` without an opponent; or the results of
    all games against an opponent, × against the player himself.
    """

    head: tuple[str, ...]
    lines: tuple[tuple[str, str, str, tuple[str, ...], str], ...]

    def rows(self) -> list[list[str]]:
        """Return headings and lines as rows of cells."""
        rows = [["place", "number", "name", *self.head, "points"]]
        return rows + [[place, number, name, *cells, points] for place, number, name, cells, points in self.lines]


def crosstable_of(tournament: Tournament, known: Standings | None = None) -> Crosstable:
    """Return the crosstable of a tournament, the best first.  known: its standings, where the caller has them."""
    standings = known or Standings(tournament)
    pairing_input, lines = standings.pairing_input, standings.lines
    by_number = tournament.by_number()
    if system_of(tournament.settings).crosstable == "opponents":
        head = tuple(str(place) for place in range(1, len(lines) + 1))
        cells = [_against(pairing_input, lines, line) for line in lines]
    else:
        head = tuple(str(round_) for round_ in range(1, pairing_input.done + 1))
        cells = [tuple(_cell(slot) for slot in pairing_input.player(line.number).slots) for line in lines]
    return Crosstable(
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
    """Return the cell of a round."""
    sign = SIGNS.get(slot.mark, slot.mark)
    return f"{slot.opponent}{_SIDES[slot.side]}{sign}" if slot.opponent else sign


def _against(pairing_input: PairingInput, lines: Sequence[Line], line: Line) -> tuple[str, ...]:
    """Return the cells of a round robin, in the order of places."""
    met: dict[int, str] = {}
    for slot in pairing_input.player(line.number).slots:
        if slot.opponent:
            met[slot.opponent] = met.get(slot.opponent, "") + SIGNS.get(slot.mark, slot.mark)
    return tuple("×" if other.number == line.number else met.get(other.number, "") for other in lines)
