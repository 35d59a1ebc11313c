"""Severities of acts: how unusual an act is, and whether it needs a confirmation or a reason."""

from enum import IntEnum


class Severity(IntEnum):
    """The five severities.  From CONFIRM on the author confirms the act once, from REASON on twice.

    REASON: a reason is required, and exported.  UNOFFICIAL: the event also leaves official mode for good.
    """

    INFO = 1
    NOTICE = 2
    CONFIRM = 3
    REASON = 4
    UNOFFICIAL = 5


def of_allowed(rules: "tuple[str, ...]", usual: Severity) -> Severity:
    """Return the severity of boards that may break rules of the checker (P1 ... P7); `usual` without any.

    A rematch (P2) and a clash of absolute colour preferences (P5, P6) leave official mode.
    """
    if {"P2", "P5", "P6"} & set(rules):
        return Severity.UNOFFICIAL
    return Severity.REASON if rules else usual
