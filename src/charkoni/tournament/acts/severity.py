"""Severity of an act: how unusual it is, and what its author has to give for it."""

from enum import IntEnum

__all__ = ["Severity", "of_allowed"]


class Severity(IntEnum):
    """The five severities.  From CONFIRM on the author confirms the act once, from REASON on twice.

    REASON: needs a reason, which stands in exported files.  UNOFFICIAL: the event leaves official mode for good, too.
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
