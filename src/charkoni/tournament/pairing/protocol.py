"""The base of pairing systems: everything that differs between Swiss, round robin and knock-out."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from charkoni.tournament.model.settings import PAIRING_EDITION
from charkoni.tournament.pairing.input import PairingInput


@dataclass(frozen=True, slots=True)
class Bracket:
    """One score bracket as it was paired.

    score: half points with virtual ones, -1 for the bye.  members: numbers of residents and moved-down players.
    pairs: its boards.  floated: numbers of downfloaters.  quality: the counts of each criterion C6 ... C21.
    """

    score: int
    members: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    floated: tuple[int, ...]
    quality: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A paired round.

    boards: in their order, (first, second) by number, (number, 0) for the bye.  rules: for each board the article of
    the colour allocation (E.1 ... E.5, `pab` for the bye).  brackets: from the top.  engine: name and version, empty
    without an engine.  edition: of the pairing rules.  digest: SHA-256 of the engine's input in hexadecimal digits.
    """

    boards: tuple[tuple[int, int], ...]
    rules: tuple[str, ...] = ()
    brackets: tuple[Bracket, ...] = ()
    engine: str = ""
    edition: str = PAIRING_EDITION
    digest: str = ""

    def account(self) -> dict[str, object]:
        """Return engine, edition and digest for the log, nothing for boards without an engine."""
        return {"engine": self.engine, "edition": self.edition, "digest": self.digest} if self.engine else {}


Engine = Callable[[PairingInput], Pairing]
"""A function that pairs the next round of a Swiss; raises NoPairing, EngineFailed, TooLong."""


class Advice(Enum):
    """Advice to the organiser by the number of entries."""

    ROUND_ROBIN = "a round robin is better"
    ACCELERATION = "the first rounds may be accelerated"
    SECTIONS = "sections by rating are better"


class PairingSystem(ABC):
    """A pairing system; `systems.NAMES` lists all.  Without other words, its rounds follow from the number of entries.

    name: in the settings.  title, regulation: English texts for users, the regulation with a placeholder `edition`
    for its date.  trf_type, trf_code: in records 092 and 192 of a report file.

    own_tiebreaks: the tie-breaks of the system; empty if those of the settings apply. cycles: the number of cycles of a
    round robin, else 0.  In a round robin a forfeit is a game, and results of players who left before half of their
    games do not count.  crosstable: its columns are rounds or opponents.  needs_winner: a match continues until it is
    won, and the loser is eliminated.  keeps_withdrawn: withdrawn entries keep the boards of the plan and lose by
    forfeit.  lists_unpaired: a round lists the entries without a board, with codes.  is_checked: boards obey the rules
    P1 ... P7 of the checker, can be made by hand, and can be explained.  takes_late_entries: also after the list is
    closed.  has_round_choice: of the number of rounds.  has_acceleration: Baku points are possible.  of_teams: entries
    are teams, which meet on boards.  is_ladder: entries have places, come at any time, and meet by challenge.
    """

    name: str
    title: str
    regulation: str
    trf_type: str
    trf_code: str
    own_tiebreaks: tuple[str, ...] = ()
    cycles = 0
    crosstable: Literal["rounds", "opponents"] = "rounds"
    needs_winner = False
    keeps_withdrawn = True
    is_checked = False
    takes_late_entries = False
    has_round_choice = False
    has_acceleration = False
    lists_unpaired = True
    of_teams = False
    is_ladder = False

    @abstractmethod
    def rounds(self, count: int, wanted: int = 0) -> int:
        """Return the number of rounds for `count` entries, `wanted` where there is a choice; raise BadSetting."""

    def round_choices(self, count: int) -> tuple[int, int, int]:
        """Return the least, usual and long number of rounds; zeros where there is no choice."""
        return 0, 0, 0

    def is_risky(self, count: int, rounds: int) -> bool:
        """Return whether so many rounds may run out of legal pairings."""
        return False

    def allows_tiebreak(self, name: str) -> bool:
        """Return whether a tie-break is defined in this system."""
        return True

    def advice(self, count: int, *, accelerated: bool) -> Advice | None:
        """Return the advice for `count` entries, or None."""
        return None

    @abstractmethod
    def pair(self, before: PairingInput, previous: Sequence[tuple[int, int]], engine: Engine) -> Pairing:
        """Return the next round; raise NoPairing, EngineFailed, TooLong.

        before: all players before the round.  previous: boards of the last round in their order.
        """
