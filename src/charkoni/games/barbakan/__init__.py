"""Barbakan, a race into the inner circle for two to four: docs/games/barbakan.md."""

from charkoni.core.constants import POINT
from charkoni.core.errors import Reason, mark
from charkoni.core.family import Family
from charkoni.core.game_types import Flag, Flags, Referee, State
from charkoni.games.barbakan.points import BOARDS

_NO_SUCH_NUMBER = mark("the board {board} is for {numbers} players, not for {players}")


def _objection(flags: Flags) -> Reason | None:
    """Return why the board does not exist for so many players, or None (K2)."""
    numbers = BOARDS[flags["board"]].numbers_of_players
    if int(flags["players"]) in numbers:
        return None
    args = {"board": flags["board"], "numbers": ", ".join(map(str, numbers)), "players": flags["players"]}
    return Reason("PLAYERS", "K2", _NO_SUCH_NUMBER, args)


def most_inside(s: State) -> list[int]:
    """Return the points at the ply cap: the most own pawns inside win, ties share (K12)."""
    inside = list(BOARDS.values())[int(s.board)].mask("inside")
    counts = [(int(pawns) & inside).bit_count() for pawns in s.pawns[: int(s.players)]]
    best = max(counts)
    return [POINT // counts.count(best) if count == best else 0 for count in counts]


FAMILY = Family(
    name="barbakan",
    package=__name__,
    flags=(Flag("board", tuple(BOARDS)), Flag("players", ("2", "3", "4"), numbers=(2, 3, 4))),
    outcome_reasons=("inside", "blocked"),
    sides=lambda flags: tuple(range(int(flags["players"]))),
    codes=lambda flags: BOARDS[flags["board"]].codes,
    referee=lambda flags: Referee(repetition=True, cap=600, at_cap=most_inside),
    objection=_objection,
)
