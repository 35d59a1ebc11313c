"""The base class of acts, and lookups of the entry, round or board that an act names."""

from abc import abstractmethod
from collections.abc import Iterator
from enum import IntEnum
from typing import Annotated, ClassVar

from charkoni.core.errors import N_
from charkoni.core.translations import Name, Words
from charkoni.tournament.acts.declaration import Action, Performer, Request, Written
from charkoni.tournament.acts.fields import ENTRY, ROUND, TABLE, running_round
from charkoni.tournament.model.errors import BadEntry, BadResult, WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board, Round

_ROUND, _SEATED = N_("round {round}"), N_("round {round}, table {table}")


class Severity(IntEnum):
    """The five severities.  From CONFIRM on the author confirms the act once, from REASON on twice.

    REASON: a reason is required, and exported.  UNOFFICIAL: the event also leaves official mode for good.
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


class Act(Action):
    """A command that changes an event: a frozen record.

    In the log an act is its `kind` and its `data`: the given fields as JSON values. label: its name in the log.
    is_always_allowed: also allowed in a finished tournament.  usual: its severity unless the state makes it more
    unusual.  wants_reason: in every state.  path: of what it changes, a template of `touches`.  An act without a
    `command` is created by a composite action or by the program.
    """

    kind: ClassVar[str]
    label: ClassVar[str]
    is_always_allowed: ClassVar[bool] = False
    usual: ClassVar[Severity] = Severity.INFO
    wants_reason: ClassVar[bool] = False
    path: ClassVar[str] = "new {kind}"

    @abstractmethod
    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state after the act; raise a TournamentError.

        fresh: a new act, checked in full.  An act replayed from the log is only checked against the state it needs, so
        that the undo of an act on which it depends is refused.
        """

    @property
    def may_follow_end(self) -> bool:
        """Whether the act is also allowed in a finished tournament."""
        return self.is_always_allowed

    def severity(self, state: Tournament) -> Severity:
        """Return the severity of the act in the state before it."""
        return self.usual

    def needs_reason(self, state: Tournament) -> bool:
        """Return whether the act needs a reason in the state before it."""
        return self.wants_reason or self.severity(state) >= Severity.REASON

    def question(self, state: Tournament) -> tuple[str, dict[str, object]] | None:
        """Return the question to ask before an unusual act, as `refusal` takes it; None for a usual act."""
        return None

    @property
    def touches(self) -> str:
        """The path of what the act changes: `round 3 board 7`, `entry 5`, `settings`; `new KIND` if it only adds.

        Empty for an act that conflicts with none.
        """
        return self.path.format(kind=self.kind, **vars(self))

    def summary(self, state: Tournament) -> Name:
        """Return the act in a word or two, to show two conflicting acts side by side."""
        return Name(self.label, "")

    def about(self, words: Words, state: Tournament) -> str:
        """Return the subject of the act in words, without private data."""
        return ""

    def done(self, words: Words, before: Tournament, after: Tournament) -> str:
        """Return the changes made by the act in words.  before, after: the states around it."""
        return self.about(words, after)

    def perform(self, director: Performer, request: Request) -> Iterator[object]:
        """Carry out the act."""
        yield director.do(self, reason=request.reason, seen=request.seen, key=request.key)

    @property
    def data(self) -> dict[str, object]:
        """The data of the act in the log, as JSON values."""
        return self.model_dump(mode="json", exclude_unset=True, by_alias=True)


class EntryAct(Act):
    """An act on one entry.  entry: its id, 1 ... N."""

    path = "entry {entry}"

    entry: Annotated[int, Written(ENTRY)]

    def about(self, words: Words, state: Tournament) -> str:
        """Return the name."""
        return name_of(state, self.entry)


class RoundAct(Act):
    """An act on one round.  round: its number, 1 ..."""

    path = "round {round}"

    round: Annotated[int, Written(ROUND, missing=running_round)]

    def about(self, words: Words, state: Tournament) -> str:
        """Return the round."""
        return words._(_ROUND, round=self.round)


class BoardAct(RoundAct):
    """An act on one board.  round, board: their numbers, 1 ..."""

    path = "round {round} board {board}"

    board: Annotated[int, Written(TABLE, name="table")]

    def about(self, words: Words, state: Tournament) -> str:
        """Return round and table."""
        return words._(_SEATED, round=self.round, table=self.board)


def name_of(state: Tournament, id_: int) -> str:
    """Return the name of an entry, its id where there is none."""
    return state.name(id_) if 1 <= id_ <= len(state.entries) else str(id_)


def entry_of(state: Tournament, id_: int) -> Entry:
    """Return the entry of an id; raise BadEntry."""
    if not 1 <= id_ <= len(state.entries):
        raise refusal(BadEntry, id_, N_("there is no entry {id}"), id=id_)
    return state.entry(id_)


def round_of(state: Tournament, number: int) -> Round:
    """Return the round of a number; raise WrongPhase."""
    if not 1 <= number <= len(state.rounds):
        raise refusal(WrongPhase, number, N_("there is no round {round}"), round=number)
    return state.rounds[number - 1]


def board_of(round_: Round, number: int) -> Board:
    """Return the board of a number in a round; raise BadResult."""
    board = round_.board(number)
    if board is None:
        raise refusal(BadResult, number, N_("round {round} has no table {board}"), round=round_.number, board=number)
    return board
