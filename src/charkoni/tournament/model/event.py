"""The records of a tournament: frozen values, no input or output.

A tournament is what its acts add up to (`fold.py`).  Entries are known by their number of entry (`id`, 1 ...), which
never changes; pairing numbers are given when the list is closed and may be given anew until round 4 is paired.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.pairing.input import Boost, Points

SYSTEMS = ("swiss", "round-robin", "double-round-robin", "knockout")
PLACES = ("tables", "online", "hybrid")
PHASES = ("planned", "registration", "playing", "finished", "archived")
PROFILES = ("mangala-wng", "classic")
PROFILE_NAMES = (mark("Mangala, competition text of 2016"), mark("other games"))
CHIEF, ARBITER, HELPER, CASTER, PLAYER = "chief", "arbiter", "helper", "caster", "player"
SWISS_TIEBREAKS = ("BH/C1", "BH", "SB", "DE", "WIN")
USUAL_POINTS = Points()
ROBIN_TIEBREAKS = ("DE", "SB", "WIN", "KS")


@dataclass(frozen=True, slots=True)
class Person:
    """Who somebody is; kept beside the log, so that it can be erased.  names: of a pair, joined by ' / '."""

    name: str
    latin: str = ""
    birth: str = ""
    sex: str = ""
    contact: str = ""
    federation_id: str = ""


ERASED = Person("—")


@dataclass(frozen=True, slots=True)
class Settings:
    """All rules of one tournament.  Times in minutes; points in half points; `seed` is hexadecimal.

    boards: where the games are played.  rounds_by: who starts a round, the arbiter, the server after the last game, or
    the server at the times.  interval: seconds between the last result and the next round that the server starts.
    times: when the rounds begin, `2026-11-21 10:00` by the clock of the zone.  zone: `+06:00`.  late_half: who comes
    late to an online event gets half a point for round 1.  delay: seconds by which live boards lag behind.
    prizes: funds, written `300,200,100` or `U20:100,50`.  split: how those with equal points share them, by place or
    equally.
    """

    name: str = ""
    place: str = ""
    start: str = ""
    end: str = ""
    country: str = ""
    arbiter: str = ""
    profile: str = "mangala-wng"
    game: str = "mangala"
    system: str = "swiss"
    rounds: int = 0
    edition: str = "dutch-2026-02-01"
    tiebreak_edition: str = "tiebreak-2026-03-01"
    tiebreaks: tuple[str, ...] = SWISS_TIEBREAKS
    points: Points = USUAL_POINTS
    games: str = "1"
    first: str = "lots"
    number_by: str = "rating"
    accelerated: bool = False
    half_byes: int = 0
    half_bye_last: int = 0
    lone_reports: bool = False
    clock: int = 15
    round_minutes: int = 30
    forfeit_after: int = 15
    boards: str = "tables"
    rounds_by: str = "hand"
    interval: int = 60
    times: tuple[str, ...] = ()
    zone: str = "+00:00"
    late_half: bool = False
    delay: int = 0
    seed: str = ""
    prizes: tuple[str, ...] = ()
    split: str = "place"


USUAL_SETTINGS = Settings()


@dataclass(frozen=True, slots=True)
class Entry:
    """One seat in the field: a person, or two fixed partners.

    person: key of the person beside the log.  number: pairing number, 0 before the list is closed.  asked: byes asked
    for, (round, H or F or Z).  left: from which round on withdrawn, 0 if not.  here: False once absent unannounced.
    """

    id: int
    person: str
    rating: int = 0
    title: str = ""
    club: str = ""
    region: str = ""
    country: str = ""
    categories: tuple[str, ...] = ()
    fee: str = ""
    number: int = 0
    here: bool = True
    left: int = 0
    expelled: bool = False
    asked: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a board: the mark of each side (`1 = 0 + -`, or adjourned), and what it rests on.

    stones: both stores.  games: half points of several games.  source: arbiter, first, second, slip, game or file.
    """

    first: str
    second: str
    stones: tuple[int, int] | None = None
    games: tuple[int, int] | None = None
    source: str = "arbiter"
    reason: str = ""
    adjourned: bool = False

    @property
    def text(self) -> str:
        """The result as it is written: 1:0, ½:½, +:-."""
        if self.adjourned:
            return "adj"
        return f"{_SIGNS.get(self.first, self.first)}:{_SIGNS.get(self.second, self.second)}"

    @property
    def turned(self) -> "Result":
        """The same result, seen from the other side of the board."""
        stones = self.stones and (self.stones[1], self.stones[0])
        games = self.games and (self.games[1], self.games[0])
        return replace(self, first=self.second, second=self.first, stones=stones, games=games)

    def agreed(self, other: "Result") -> "Result | None":
        """Return what two reports say together, None when they differ; counts that only one names are no difference."""
        pairs = ((self.stones, other.stones), (self.games, other.games))
        if (self.first, self.second, self.adjourned) != (other.first, other.second, other.adjourned):
            return None
        if any(one and another and one != another for one, another in pairs):
            return None
        return replace(other, stones=other.stones or self.stones, games=other.games or self.games)


_SIGNS = {"=": "½", "-": "−"}


@dataclass(frozen=True, slots=True)
class Board:
    """A table of a round.  first, second: entries by id, second 0 for the bye.  mover: who really moved first."""

    number: int
    first: int
    second: int
    mover: int = 0
    result: Result | None = None
    reports: tuple[Result, ...] = ()
    disputed: bool = False

    @property
    def seats(self) -> tuple[int, int]:
        """Both entries as people see them: who moves first, then the other; 0 for nobody."""
        return (self.second, self.first) if self.second and self.mover == self.second else (self.first, self.second)

    @property
    def seen(self) -> Result | None:
        """The result from the view of who moves first."""
        return self.result.turned if self.result and self.seats[0] == self.second else self.result

    @property
    def is_bye(self) -> bool:
        """Whether it is the bye of the pairing."""
        return self.second == 0

    @property
    def is_open(self) -> bool:
        """Whether a result is still missing."""
        return not self.is_bye and self.result is None


@dataclass(frozen=True, slots=True)
class Round:
    """A round.  state: draft, published or closed.  away: who was not paired and why, (id, H or F or Z).

    account: what the engine says about itself.  allowed: rules of ours that the arbiter set aside (P2 ...).
    """

    number: int
    state: str
    boards: tuple[Board, ...]
    away: tuple[tuple[int, str], ...] = ()
    by_hand: bool = False
    allowed: tuple[str, ...] = ()
    account: Mapping[str, Any] = field(default_factory=dict)

    def board_of(self, entry: int) -> Board | None:
        """Return the board at which an entry sits, or None."""
        return next((board for board in self.boards if entry in (board.first, board.second)), None)


@dataclass(frozen=True, slots=True)
class Prohibition:
    """Entries who must not meet in rounds first ... last, by id."""

    first: int
    last: int
    entries: tuple[int, ...]


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
    boosts: tuple[Boost, ...] = ()
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

    @property
    def current(self) -> Round | None:
        """The last round, if there is one."""
        return self.rounds[-1] if self.rounds else None

    @property
    def closed(self) -> int:
        """How many rounds are closed."""
        return sum(1 for round_ in self.rounds if round_.state == "closed")


@dataclass(frozen=True, slots=True)
class Act:
    """One line of the log, never changed.

    number: 1 ...  at: UTC, ISO.  key: given by whoever asks, so that a request sent twice acts once.  level: 1 info ...
    5 leaves official mode.  previous: hash of the line before.
    """

    number: int
    at: str
    who: str
    role: str
    kind: str
    data: Mapping[str, Any]
    key: str
    reason: str = ""
    level: int = 1
    previous: str = ""
