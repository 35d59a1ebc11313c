"""The base of all acts, and the lookup of what they are about."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from charkoni.core.errors import mark
from charkoni.tournament.acts.severity import Severity
from charkoni.tournament.model.errors import BadEntry, BadResult, NotNow, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board, Round

_NO_ENTRY = mark("there is no entry {id}")
_NO_ROUND = mark("there is no round {round}")
_NO_BOARD = mark("round {round} has no table {board}")


class Act(BaseModel, ABC):
    """One thing done to an event.  Its fields are its data in the log; fields that were not given are left out there.

    kind: the name in the log.  is_always_allowed: also when the tournament is finished.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=True)

    kind: ClassVar[str]
    is_always_allowed: ClassVar[bool] = False

    @abstractmethod
    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state after the act; raise a TournamentError.

        fresh: check the act in full.  An act from the log is only checked for whether it still fits, so that an undone
        act on which it rests is noticed.
        """

    def severity(self, state: Tournament) -> Severity:
        """Return how unusual the act is in the state before it."""
        return Severity.INFO

    def needs_reason(self, state: Tournament) -> bool:
        """Return whether the act needs a reason in the state before it."""
        return self.severity(state) >= Severity.REASON

    @property
    def touches(self) -> str:
        """The thing that the act changes, as a path: `round 3 board 7`, `entry 5`, `settings`; or a new thing."""
        return f"new {self.kind}"

    def summary(self, state: Tournament) -> str:
        """Return the act in short, to show two acts of the same thing side by side."""
        data = sorted(self.data.items())
        return f"{self.kind} " + ", ".join(f"{name}={value}" for name, value in data if not isinstance(value, list))

    @property
    def data(self) -> dict[str, Any]:
        """The data of the act in the log, as JSON values."""
        return self.model_dump(mode="json", exclude_unset=True, by_alias=True)


def entry_of(state: Tournament, id_: int) -> Entry:
    """Return the entry of an id; raise BadEntry."""
    if not 1 <= id_ <= len(state.entries):
        raise refusal(BadEntry, id_, _NO_ENTRY, id=id_)
    return state.entry(id_)


def round_of(state: Tournament, number: int) -> Round:
    """Return the round of a number; raise NotNow."""
    if not 1 <= number <= len(state.rounds):
        raise refusal(NotNow, number, _NO_ROUND, round=number)
    return state.rounds[number - 1]


def board_of(round_: Round, number: int) -> Board:
    """Return the board of a number in a round; raise BadResult."""
    found = next((board for board in round_.boards if board.number == number), None)
    if found is None:
        raise refusal(BadResult, number, _NO_BOARD, round=round_.number, board=number)
    return found
