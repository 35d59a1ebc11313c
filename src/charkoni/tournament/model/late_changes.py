"""Late changes: pairing input changed after the pairing, so that a round can be paired again as it was."""

from dataclasses import dataclass
from typing import Literal

from charkoni.tournament.model.serialization import STRICT, with_config

Subject = Literal["result", "away", "boards", "numbers", "rating", "bans", "rounds", "points", "accelerated", "initial"]
SETTINGS: tuple[Subject, ...] = ("rounds", "points", "accelerated")
"""The subjects that are settings of the event."""


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class LateChange:
    """A change by an act that came after the pairing of a round.

    act: its number in the log.  paired: how many rounds were paired before it; their pairings rest on `was`, all later
    ones on `now`.  what: the subject.  reason: of the act.  round, table, entries: where, entries by id.

        result       round, table, entries (first, second); was, now: both marks, `10`, empty without a result, `adj`
        away         round; was, now: entries without a board, `5:H 9:Z`
        boards       round; was, now: the boards of the round in their order with their marks, `1-4:10 2-5 3-0`; was
                     is empty where an arbiter made them
        numbers      was, now: entries in the order of pairing numbers, `3 1 2`
        rating       entries (one); was, now: `1500`
        bans         was, now: first and last round and entries of each ban, `1-99:3,5 2-4:6,7`
        rounds, points, accelerated     was, now: the setting as text
        initial      was, now: the side of number 1 in round 1, w or b
    """

    act: int
    paired: int
    what: Subject
    was: str
    now: str
    round: int = 0
    table: int = 0
    entries: tuple[int, ...] = ()
    reason: str = ""
