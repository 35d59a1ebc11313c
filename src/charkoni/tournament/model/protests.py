"""Protests of players, and their decisions."""

from dataclasses import dataclass

from charkoni.core.errors import N_
from charkoni.tournament.model.serialization import STRICT, with_config

UPHELD, REJECTED, WITHDRAWN = "upheld", "rejected", "withdrawn"
OUTCOMES = {UPHELD: N_("upheld"), REJECTED: N_("rejected"), WITHDRAWN: N_("withdrawn")}
"""The outcomes of protests, in words."""


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Protest:
    """A protest.

    number: 1 ... within the event.  round, board: of the table.  entry: the id of the protesting entry.  at: UTC, as in
    `model.times`.  clause: of the rules or regulations.  text: what it is about.  outcome: one of OUTCOMES, empty while
    the protest is open.  decision: in words.  decided_by: an arbiter.  decided_at: UTC.
    """

    number: int
    round: int
    board: int
    entry: int
    at: str
    clause: str = ""
    text: str = ""
    outcome: str = ""
    decision: str = ""
    decided_by: str = ""
    decided_at: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it is not decided."""
        return not self.outcome
