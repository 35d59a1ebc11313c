"""Protests as rows: of the desk, and of a player's own page."""

from collections.abc import Collection
from dataclasses import dataclass

from charkoni.core.translations import Words
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.protests import OUTCOMES, Protest
from charkoni.tournament.model.times import local_time, time_of


@dataclass(frozen=True, slots=True)
class ProtestRow:
    """A protest.  outcome: in words, empty while it is open.  at: UTC, as in `model.times`.

    filed, decided: hh:mm by the clock of the event.
    """

    number: int
    round: int
    table: int
    entry: int
    name: str
    clause: str
    text: str
    outcome: str
    decision: str
    decided_by: str
    at: str
    filed: str
    decided: str


def protest_rows(words: Words, state: Tournament, entries: Collection[int] | None = None) -> list[ProtestRow]:
    """Return the protests of some entries, by default of all; open ones first, else the newest first."""
    rows = [_row(words, state, each) for each in state.protests if entries is None or each.entry in entries]
    return sorted(rows, key=lambda row: (bool(row.outcome), -row.number))


def _row(words: Words, state: Tournament, protest: Protest) -> ProtestRow:
    zone = state.settings.zone
    return ProtestRow(
        protest.number,
        protest.round,
        protest.board,
        protest.entry,
        state.name(protest.entry),
        protest.clause,
        protest.text,
        words._(OUTCOMES[protest.outcome]) if protest.outcome else "",
        protest.decision,
        protest.decided_by,
        protest.at,
        *(f"{local_time(zone, time_of(at)):%H:%M}" if at else "" for at in (protest.at, protest.decided_at)),
    )
