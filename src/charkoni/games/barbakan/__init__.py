"""Barbakan, a race into the inner circle for two to four players: docs/games/barbakan.md."""

import numpy as np

from charkoni.core.constants import POINT
from charkoni.core.errors import N_, Reason
from charkoni.core.family import Family
from charkoni.core.game_types import Flag, Flags, Referee, State
from charkoni.games.barbakan.points import BOARDS

_NO_SUCH_NUMBER = N_("the board {board} is for {numbers} players, not for {players}")
_ONLY_FOR_TWO = N_("the rule that a player without a move loses is for two players, not for {players}")


def _incompatible_flags(flags: Flags) -> Reason | None:
    """Return why the flags do not go together, or None: the board and the number of players (K2), two who lose (K9)."""
    if flags["blocked"] == "loses" and flags["players"] != "2":
        return Reason("BLOCKED", "K9", _ONLY_FOR_TWO, {"players": flags["players"]})
    numbers = BOARDS[flags["board"]].numbers_of_players
    if int(flags["players"]) in numbers:
        return None
    args = {"board": flags["board"], "numbers": ", ".join(map(str, numbers)), "players": flags["players"]}
    return Reason("PLAYERS", "K2", _NO_SUCH_NUMBER, args)


def most_inside(s: State) -> list[int]:
    """Return the points in twelfths at the ply cap: the most own pawns inside win, ties share (K12)."""
    points = np.zeros(int(s.players))
    FAMILY.kernels.capped(s, points)
    return [round(POINT * share) for share in points.tolist()]


FAMILY = Family(
    name="barbakan",
    package=__name__,
    flags=(
        Flag("board", tuple(BOARDS)),
        Flag("players", ("2", "3", "4"), numbers=(2, 3, 4)),
        Flag("blocked", ("passes", "loses")),
    ),
    outcome_reasons=("inside", "blocked", "shut-in"),
    sides=lambda flags: tuple(range(int(flags["players"]))),
    codes=lambda flags: BOARDS[flags["board"]].codes,
    referee=lambda flags: Referee(repetition=True, cap=600, at_cap=most_inside),
    incompatible_flags=_incompatible_flags,
)
