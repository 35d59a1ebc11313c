"""The state of a tournament: a frozen value, folded from acts (`acts.reducer`).

Entries are referred to by id (1 ...), which never changes; pairing numbers are given when the list is closed and may
change until round 4 is paired.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import Field

from charkoni.core.errors import N_
from charkoni.tournament.model.players import ERASED, Entry, Person
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.model.serialization import STRICT, with_config
from charkoni.tournament.model.settings import USUAL_SETTINGS, Settings

PHASES = ("planned", "registration", "playing", "finished", "archived")
SHOWN = 12
"""How many digits of a digest are shown: enough to compare by eye."""

CHIEF, ARBITER, HELPER, CASTER, PLAYER = "chief", "arbiter", "helper", "caster", "player"


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Prohibition:
    """Entries that must not meet in rounds first ... last, by id."""

    first: int
    last: int
    entries: tuple[int, ...]


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Virtual half points of an acceleration, for pairing numbers `low` ... `high` in rounds `first` ... `last`."""

    first: int
    last: int
    low: int
    high: int
    points: int


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


Subject = Literal["result", "away", "boards", "numbers", "rating", "bans", "rounds", "points", "accelerated", "initial"]
SETTINGS: tuple[Subject, ...] = ("rounds", "points", "accelerated")
"""The subjects that are settings of the event."""


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class LateChange:
    """A change by an act that came after the pairing of a round.

    act: its number in the log.  paired: how many rounds were paired before it; their pairings rest on `was`, all later
    ones on `now`.  what: the subject.  reason: of the act.  round, table, entries: where, entries by id.

        result       round, table, entries (first, second); was, now: both marks, `10`, of
                     teams with those of each board, `10/10/==`; empty without a result, `adj`
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


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Tournament:
    """The state of a tournament after some acts.

    phase: one of PHASES.  entries: by id.  rounds: by number, only the last may be a draft.  initial: side of number 1
    in round 1, w or b, empty before the list is closed.  boosts: virtual points of an imported file instead of Baku's.
    official: no rule P2, P5 or P6 was set aside.  paused: the server takes no automatic action.  kept: lines of an
    imported report file that are exported unchanged.  remarks: acts of severity REASON and above, as `NUMBER KIND:
    REASON`.  late_changes: of an imported file; those of the log are added on export, see `acts.late_changes`.
    protests: by number.  challenges: on a ladder, for its next round: entry, opponent and
    time (UTC, as in `model.times`); not exported.  people: by the keys of entries.  version, digest: number and hash
    of the last act; the hash is not exported, and equal states may differ in it.
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
    late_changes: tuple[LateChange, ...] = ()
    protests: tuple[Protest, ...] = ()
    challenges: Annotated[tuple[tuple[int, int, str], ...], Field(exclude=True)] = ()
    people: Mapping[str, Person] = field(default_factory=dict)
    version: int = 0
    digest: Annotated[str, Field(exclude=True)] = field(default="", compare=False)

    def entry(self, id_: int) -> Entry:
        """Return the entry with an existing id."""
        return self.entries[id_ - 1]

    def person(self, id_: int) -> Person:
        """Return the person of an entry, ERASED after erasure."""
        return self.people.get(self.entries[id_ - 1].person, ERASED)

    def name(self, id_: int) -> str:
        """Return the name of an entry."""
        return self.person(id_).name

    def line_up(self, board: Board, team: int, boards: int) -> list[int]:
        """Return the places of the members of a team who sit at the boards of a match, in their order."""
        chosen = board.line_ups[team == board.second]
        return list(chosen or range(1, boards + 1))

    def by_number(self) -> dict[int, Entry]:
        """Return the numbered entries by their pairing numbers."""
        return {entry.number: entry for entry in self.entries if entry.number}

    def numbers(self) -> dict[int, int]:
        """Return the pairing numbers of all entries by their ids, with 0 for the id 0 of a bye."""
        return {entry.id: entry.number for entry in self.entries} | {0: 0}

    def numbered(self, boards: Iterable[Board]) -> list[tuple[int, int]]:
        """Return the pairing numbers of both sides of boards, 0 for the bye."""
        number_of = self.numbers()
        return [(number_of[board.first], number_of[board.second]) for board in boards]

    def renumbered(self, numbers: Mapping[int, int]) -> "Tournament":
        """Return the tournament with other pairing numbers.  numbers: by id, 0 or none for an entry without one.

        Virtual points of an imported file stay with the last player of their group (FIDE C.04.5.1).
        """
        by_number = self.by_number()

        def moved(number: int) -> int:
            return numbers.get(by_number[number].id, 0) or number if number in by_number else number

        boosts = tuple(
            replace(each, low=each.low if each.low == 1 else moved(each.low), high=moved(each.high))
            for each in self.boosts
        )
        entries = tuple(replace(entry, number=numbers.get(entry.id, 0)) for entry in self.entries)
        return replace(self, entries=entries, boosts=boosts)

    @property
    def current(self) -> Round | None:
        """The last round, if there is one."""
        return self.rounds[-1] if self.rounds else None

    @property
    def paired(self) -> tuple[Round, ...]:
        """The rounds that are published or closed: all but a draft."""
        return tuple(round_ for round_ in self.rounds if round_.state != "draft")

    @property
    def is_over(self) -> bool:
        """Whether the event is finished; only then its seed is public, which determines all lots."""
        return self.phase in ("finished", "archived")

    @property
    def closed(self) -> int:
        """The number of closed rounds."""
        return sum(1 for round_ in self.rounds if round_.state == "closed")

    def open_protests(self, round_: int) -> list[Protest]:
        """Return the undecided protests of a round."""
        return [protest for protest in self.protests if protest.round == round_ and protest.is_open]

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
