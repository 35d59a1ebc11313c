"""The crosstable: in a Swiss a column for each round, in a round robin a column for each opponent."""

from collections.abc import Sequence
from dataclasses import dataclass

from charkoni.core.errors import N_
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import Board
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.pairing.input import Slot
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.standings.ranking import Line, Standings, places_text

BYE = N_("bye")
SIGNS = {"=": "½", "D": "½", "W": "1", "L": "0", "-": "−", "U": BYE, "H": "½", "F": "1", "Z": "0"}


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A crosstable as text.

    head: numbers of closed rounds, or places of opponents.  lines: (place, number, name, cells, points); a shared place
    is 3–5.  A cell is
    opponent, first move (a own, b of the opponent) and result in a table of rounds, 12a1, 7b½ or 7b 3:1, `bye` without
    an opponent; or the first move and the result of all games against an opponent, a1 b½, × against the player himself.
    A result that was corrected after its round was closed ends with *.
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
    rounds = tournament.rounds[: standings.rounds]
    is_of_opponents = system_of(tournament.settings).crosstable == "opponents"
    rows = []
    for line in lines:
        id_ = by_number[line.number].id
        slots = pairing_input.player(line.number).slots
        games = [(slot, _sign(slot, round_.board_of(id_), id_)) for slot, round_ in zip(slots, rounds, strict=False)]
        if is_of_opponents:
            cells = _against(games, lines, line)
        else:
            cells = tuple(f"{slot.opponent}{sign}" if slot.opponent else sign for slot, sign in games)
        place, points = places_text(line.place, line.last), points_text(line.points)
        rows.append((place, str(line.number), tournament.name(id_), cells, points))
    columns = range(1, len(lines) + 1) if is_of_opponents else (round_.number for round_ in rounds)
    return Crosstable(tuple(map(str, columns)), tuple(rows))


def _sign(slot: Slot, board: Board | None, id_: int) -> str:
    """Return the first mover (a: the player) and the result; for a match its score."""
    sign = SIGNS.get(slot.mark, slot.mark)
    if board and board.score_of(id_):
        sign = f" {board.score_of(id_)}"
    if board is None or not slot.opponent:
        return sign.strip()
    letter = "" if not slot.is_played else "a" if (board.mover or board.first) == id_ else "b"
    return f"{letter}{sign}" + ("*" if board.corrected else "")


def _against(games: Sequence[tuple[Slot, str]], lines: Sequence[Line], line: Line) -> tuple[str, ...]:
    """Return the cells of a round robin, in the order of places."""
    met: dict[int, list[str]] = {}
    for slot, sign in games:
        if slot.opponent:
            met.setdefault(slot.opponent, []).append(sign)
    return tuple("×" if other.number == line.number else " ".join(met.get(other.number, [])) for other in lines)
