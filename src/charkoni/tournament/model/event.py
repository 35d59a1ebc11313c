"""The state of a tournament: a frozen value, folded from acts (`acts.reducer`).

Entries are referred to by id (1 ...), which never changes; pairing numbers are given when the list is closed and may
change until round 4 is paired.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from charkoni.tournament.model.players import ERASED, Entry, Person
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.model.serialization import STRICT, with_config
from charkoni.tournament.model.settings import USUAL_SETTINGS, Settings

PHASES = ("planned", "registration", "playing", "finished", "archived")
CHIEF, ARBITER, HELPER, CASTER, PLAYER = "chief", "arbiter", "helper", "caster", "player"


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Prohibition:
    """Entries who must not meet in rounds first ... last, by id."""

    first: int
    last: int
    entries: tuple[int, ...]


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Virtual points (half points) of an acceleration, for numbers `low` ... `high` in rounds `first` ... `last`."""

    first: int
    last: int
    low: int
    high: int
    points: int


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Tournament:
    """How a tournament stands after some acts.

    initial: side of number 1 in round 1.  boosts: virtual points of a file that are not Baku's.  kept: lines of other
    programs' files that mean nothing here.  remarks: acts of level 4 and 5 with their reasons, for the exported file.
    """

    settings: Settings = USUAL_SETTINGS
    phase: str = "planned"
    entries: tuple[Entry, ...] = ()
    rounds: tuple[Round, ...] = ()
    prohibitions: tuple[Prohibition, ...] = ()
    initial: str = ""
    boosts: tuple[VirtualPoints, ...] = ()
    official: bool = True
    paused: bool = False
    kept: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    people: Mapping[str, Person] = field(default_factory=dict)
    version: int = 0

    def entry(self, id_: int) -> Entry:
        """Return the entry of an id that exists."""
        return self.entries[id_ - 1]

    def person(self, id_: int) -> Person:
        """Return who an entry is."""
        return self.people.get(self.entries[id_ - 1].person, ERASED)

    def name(self, id_: int) -> str:
        """Return the name of an entry."""
        return self.person(id_).name

    def by_number(self) -> dict[int, Entry]:
        """Return the numbered entries by their pairing numbers."""
        return {entry.number: entry for entry in self.entries if entry.number}

    def numbers(self) -> dict[int, int]:
        """Return the pairing numbers of all entries by their ids, and 0 for nobody."""
        return {entry.id: entry.number for entry in self.entries} | {0: 0}

    @property
    def current(self) -> Round | None:
        """The last round, if there is one."""
        return self.rounds[-1] if self.rounds else None

    @property
    def closed(self) -> int:
        """How many rounds are closed."""
        return sum(1 for round_ in self.rounds if round_.state == "closed")

    def with_entry(self, entry: Entry) -> "Tournament":
        """Return the tournament with the entry of this id replaced."""
        return replace(self, entries=(*self.entries[: entry.id - 1], entry, *self.entries[entry.id :]))

    def with_round(self, round_: Round) -> "Tournament":
        """Return the tournament with the round of this number replaced."""
        return replace(self, rounds=(*self.rounds[: round_.number - 1], round_, *self.rounds[round_.number :]))

    def with_board(self, round_: Round, board: Board) -> "Tournament":
        """Return the tournament with the board of this number replaced in a round."""
        boards = tuple(board if old.number == board.number else old for old in round_.boards)
        return self.with_round(replace(round_, boards=boards))
