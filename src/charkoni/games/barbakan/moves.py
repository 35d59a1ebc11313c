"""The moves of Barbakan: placings, moves along the lines of a board (`points`), the pass."""

from collections.abc import Mapping

from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.moves.declaration import Kind, Moves, Part
from charkoni.games.barbakan.catalog import CATALOG
from charkoni.games.barbakan.points import BOARDS, PointMap

HAND = "hand-"
PASS = "pass"

_UNREADABLE = CATALOG.reason("UNREADABLE")


def plane_place(board: PointMap, point: int) -> int:
    """Return the place of a point in a plane of five rows: odd and even outer points, m, b, c; a column per sector."""
    sectors = board.sectors
    return point % 2 * sectors + point // 2 if point < 2 * sectors else point


def stage(s: State) -> int:
    """Return 0 while the mover places pawns, 1 when they move (K4)."""
    return int(s.hand[s.turn] == 0)


def _moves(board: PointMap) -> Moves:
    def missing(text: str) -> Reason:
        return CATALOG.reason("NO_POINT", point=text, ring=text[0], last=dict(board.rings)[text[0]])

    def absent(start: str, end: str) -> Reason:
        return CATALOG.reason("NOT_ADJACENT", start=start, end=end)

    point = Part(board.points, pattern="[ombc][0-9]+", missing=missing)
    return Moves(
        Kind("@{end}", {"end": point}, phase=0, also=(f"{HAND}{{me}} {{end}}",), phrase=N_("places on {end}")),
        Kind(
            "{start}-{end}",
            {"start": point, "end": point},
            only=board.moves,
            absent=absent,
            phase=1,
            phrase=N_("{start} goes to {end}"),
        ),
        Kind("-", taps=PASS, phrase=N_("passes")),
        unreadable=_UNREADABLE,
        taps=lambda seat: (*board.points, PASS),
        places=[plane_place(board, number) for number in range(len(board.points))],
        phase=stage,
    )


MOVES: Mapping[str, Moves] = {name: _moves(board) for name, board in BOARDS.items()}


def moves(flags: Flags) -> Moves:
    """Return the moves of a variant."""
    return MOVES[flags["board"]]
