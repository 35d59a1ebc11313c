"""The reasons why moves of Dash are illegal and positions are invalid."""

from charkoni.check.toys.dash.rules import HOME, PASS, THROWS
from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State

INVALID = (
    Reason("SHARED", "D3", N_("runners of both sides stand on one cell")),
    Reason("TWO_WINNERS", "D5", N_("both sides are home")),
    Reason("MOVER", "D5", N_("the mover is . exactly when one side is home")),
)


def illegal(s: State, code: int, flags: Flags) -> Reason:
    """Return why the code is not legal."""
    if s.die == 0:
        return Reason("THROW_DUE", "D1", N_("a throw of the die is due"))
    if THROWS <= code < PASS:
        return Reason("THROWN", "D1", N_("the die is thrown already"))
    if code == PASS:
        return Reason("CAN_RUN", "D4", N_("a runner can run"))
    cell, value = code // 3, code % 3 + 1
    if value != s.die:
        return Reason("WRONG_VALUE", "D2", N_("the value thrown is {value}"), {"value": int(s.die)})
    if cell not in s.runners[s.mover]:
        return Reason("NO_RUNNER", "D2", N_("there is no runner of yours on cell {cell}"), {"cell": cell})
    return Reason("BEYOND_HOME", "D2", N_("home is only {steps} cells away"), {"steps": HOME - cell})
