"""Unpaired entries of a round as rows, with the reasons."""

from dataclasses import dataclass

from charkoni.core.translations import Words
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.pairing.absentees import absentees


@dataclass(frozen=True, slots=True)
class AbsenteeRow:
    """An entry without a board.  reason: in words.  has_left, is_late: see `pairing.absentees.Absentee`."""

    entry: int
    number: int
    name: str
    reason: str
    has_left: bool
    is_late: bool


def absentee_rows(words: Words, state: Tournament, number: int) -> list[AbsenteeRow]:
    """Return the entries without a board in a round, or those that the next round would leave out."""
    return [
        AbsenteeRow(
            each.entry,
            state.entry(each.entry).number,
            state.name(each.entry),
            each.reason(words),
            each.has_left,
            each.is_late,
        )
        for each in absentees(state, number)
    ]
