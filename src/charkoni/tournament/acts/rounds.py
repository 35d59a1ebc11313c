"""Acts on rounds: drafts, changes by hand, publishing, closing, lots drawn by hand."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games.match_format import FORMATS
from charkoni.tournament.acts import base
from charkoni.tournament.acts.declaration import Command, Written
from charkoni.tournament.acts.fields import ENTRY, NUMBERS
from charkoni.tournament.model.errors import BadEntry, BadPairing, BadResult, WrongPhase, refusal
from charkoni.tournament.model.event import CHIEF, Tournament
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.pairing.checker import demand
from charkoni.tournament.pairing.drafts import Boards, Unpaired
from charkoni.tournament.pairing.input_from_event import input_before
from charkoni.tournament.pairing.systems import system_of

_MOVES_FIRST = N_("round {round}, table {table}: {who} moves first")
_INITIAL = {"w": N_("number 1 moves first in round 1"), "b": N_("number 1 moves second in round 1")}


class Draft(base.RoundAct):
    """Set the draft of the next round, in place of an earlier draft.

    boards: (first, second, first mover) by entry id in the order of board numbers, second and mover 0 for the bye.
    away: entries without a board, (id, H or F or Z).  account: engine, edition and input digest, see `Pairing.account`.
    by_hand: boards made by an arbiter.  allow: rules of the checker (P1 ... P7) that these boards may break.
    """

    kind = "draft"
    label = N_("Draft")

    boards: Boards
    away: Unpaired = ()
    account: Mapping[str, object] = Field(default_factory=dict)
    by_hand: bool = False
    allow: tuple[str, ...] = ()

    @classmethod
    def of(cls, round_: Round) -> "Draft":
        """Return the act for a round that a pairing system made."""
        boards = tuple((board.first, board.second, board.mover) for board in round_.boards)
        return cls(round=round_.number, boards=boards, away=round_.away, account=round_.account)

    def severity(self, state: Tournament) -> base.Severity:
        """Return INFO for boards of the engine, at least CONFIRM for boards made by hand."""
        return base.of_allowed(self.allow, base.Severity.CONFIRM) if self.by_hand else base.Severity.INFO

    def needs_reason(self, state: Tournament) -> bool:
        """Return whether the boards are made by hand."""
        return self.by_hand or super().needs_reason(state)

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the draft; raise WrongPhase for another round or phase, BadPairing."""
        if state.phase != "playing":
            raise refusal(WrongPhase, self.round, N_("the list of entries is not closed yet"))
        behind = state.rounds[:-1] if state.rounds and state.rounds[-1].state == "draft" else state.rounds
        number = len(behind) + 1
        if self.round != number:
            raise refusal(WrongPhase, self.round, N_("the next round to be paired is {round}"), round=number)
        if number > state.settings.rounds:
            raise refusal(WrongPhase, number, N_("all rounds are paired: {rounds}"), rounds=state.settings.rounds)
        if behind and behind[-1].state != "closed":
            raise refusal(WrongPhase, number, N_("round {round} is not closed yet"), round=number - 1)
        if self.by_hand and not system_of(state.settings).is_checked:
            raise refusal(WrongPhase, number, "fixed-plan")
        boards = _numbered(state, self.round, self.boards)
        round_ = Round(number, "draft", boards, self.away, self.by_hand, self.allow, self.account)
        state = replace(state, rounds=(*behind, round_))
        if fresh:
            _demand_legal(state, round_)
        return state


class Edit(base.RoundAct):
    """Change boards by hand: any of a draft, those without a result of a published round.  Fields as in Draft."""

    kind = "edit"
    wants_reason = True
    label = N_("Tables changed by hand")

    boards: Boards
    away: Unpaired = ()
    allow: tuple[str, ...] = ()

    def severity(self, state: Tournament) -> base.Severity:
        """Return at least CONFIRM."""
        return base.of_allowed(self.allow, base.Severity.CONFIRM)

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the changed boards; raise WrongPhase, BadPairing."""
        round_ = base.round_of(state, self.round)
        if round_.state == "closed":
            raise refusal(WrongPhase, round_.number, "not-published", round=round_.number)
        if not system_of(state.settings).is_checked:
            raise refusal(WrongPhase, round_.number, "fixed-plan")
        old = {(board.first, board.second): board for board in round_.boards}
        boards = tuple(
            replace(old[(b.first, b.second)], number=b.number, mover=b.mover) if (b.first, b.second) in old else b
            for b in _numbered(state, self.round, self.boards)
        )
        kept = {(board.first, board.second) for board in boards}
        for pair, board in old.items():
            if pair not in kept and (board.result or board.reports):
                raise refusal(WrongPhase, round_.number, "result-lost", board=board.number, round=round_.number)
        seated, is_running = round_.seated, round_.state == "published"
        round_ = replace(round_, boards=boards, away=self.away, by_hand=True, allowed=self.allow)
        state = state.with_round(round_)
        if fresh:
            _demand_legal(state, round_, [id_ for id_, _ in round_.away if is_running and id_ not in seated])
        return state


class LineUp(base.RoundAct):
    """Set who sits at the boards of a team in a match without a result.

    members: their places in the team, as many as there are boards; the order of the team holds (FIDE).
    """

    kind = "line-up"
    label = N_("Line-up")
    command = Command("line-up", N_("Set who of a team plays in a match; without it the first members do."))

    entry: Annotated[int, Written(ENTRY)]
    members: Annotated[tuple[int, ...], Written(NUMBERS, help=N_("places in the team, in its order: 1 2 4 5"))]

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the line-up; raise BadEntry, WrongPhase."""
        round_, count = base.round_of(state, self.round), FORMATS[state.settings.games].boards
        board = round_.board_of(base.entry_of(state, self.entry).id)
        if board is None or board.is_bye or board.result is not None:
            raise refusal(WrongPhase, self.entry, N_("{who} has no match without a result"), who=state.name(self.entry))
        most = len(state.person(self.entry).members)
        is_in_order = list(self.members) == sorted(set(self.members))
        if fresh and not (len(self.members) == count and is_in_order and self.members[-1] <= most):
            raise refusal(BadEntry, " ".join(map(str, self.members)), "line-up", boards=count, most=most)
        first, second = board.line_ups
        line_ups = (self.members, second) if board.first == self.entry else (first, self.members)
        return state.with_board(round_, replace(board, line_ups=line_ups))

    def about(self, words: Words, state: Tournament) -> str:
        """Return the team and its members."""
        person = state.person(self.entry)
        names = ", ".join(person.member(place)[0] or str(place) for place in self.members)
        return words._(N_("{who}: {changes}"), who=state.name(self.entry), changes=names)


class Publish(base.RoundAct):
    """Publish a draft.  allow: rules of the checker that its boards may break."""

    kind = "publish"
    label = N_("Round published")

    allow: tuple[str, ...] = ()

    def severity(self, state: Tournament) -> base.Severity:
        """Return INFO unless rules may be broken."""
        return base.of_allowed(self.allow, base.Severity.INFO)

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the round published; raise WrongPhase, BadPairing."""
        round_ = base.round_of(state, self.round)
        if round_.state != "draft":
            raise refusal(WrongPhase, round_.number, N_("round {round} is not a draft"), round=round_.number)
        round_ = replace(round_, allowed=tuple(sorted({*round_.allowed, *self.allow})))
        if fresh:
            _demand_legal(state, round_)
        left = tuple(each for each in state.challenges if not round_.seated.intersection(each[:2]))
        return replace(state.with_round(replace(round_, state="published")), challenges=left)


class Unpublish(base.RoundAct):
    """Make a published round without results a draft again."""

    kind = "unpublish"
    label = N_("Round withdrawn")
    usual = base.Severity.REASON
    command = Command("unpublish", N_("Take back a published round without results."), CHIEF)

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the round as a draft; raise WrongPhase."""
        round_ = published_round(state, self.round)
        if any(board.result or board.reports for board in round_.boards):
            raise refusal(WrongPhase, round_.number, N_("round {round} has results already"), round=round_.number)
        return state.with_round(replace(round_, state="draft", clock=None))


class Close(base.RoundAct):
    """Close a round whose results are complete; entries that lost by forfeit are absent from the next round on."""

    kind = "close"
    label = N_("Round closed")
    command = Command(
        "close",
        N_("Close the running round."),
        aliases=("close-round",),
        asks=N_("close it although protests are open"),
    )

    def severity(self, state: Tournament) -> base.Severity:
        """Return CONFIRM while protests of the round are open."""
        return base.Severity.CONFIRM if state.open_protests(self.round) else base.Severity.INFO

    def question(self, state: Tournament) -> tuple[str, dict[str, object]] | None:
        """Return the question that names the open protests."""
        protests = ", ".join(f"{each.number} ({state.name(each.entry)})" for each in state.open_protests(self.round))
        return ("close-protests", {"protests": protests, "round": self.round}) if protests else None

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the round closed; raise WrongPhase."""
        round_ = published_round(state, self.round)
        disputed = [board.number for board in round_.boards if board.disputed]
        if disputed:
            raise refusal(WrongPhase, round_.number, "results-disputed", boards=", ".join(map(str, disputed)))
        missing = [board.number for board in round_.boards if board.is_open]
        if missing:
            raise refusal(WrongPhase, round_.number, "results-missing", boards=", ".join(map(str, missing)))
        state = state.with_round(replace(round_, state="closed"))
        # An unannounced absence lasts until an arbiter confirms that the player is back.
        absent = forfeiters(round_)
        entries = tuple(replace(entry, here=False) if entry.id in absent else entry for entry in state.entries)
        return replace(state, entries=entries)


class DrawLot(base.Act):
    """Record a lot drawn by hand.

    purpose `initial`, before round 1: value is the side of number 1 in round 1, w or b.  purpose `first`: entry (an id)
    is the first mover of a board without a result; round and board are numbers.  source: `hand`.
    """

    kind = "lot"
    label = N_("Lot drawn by hand")
    usual = base.Severity.NOTICE

    purpose: str | None = None
    value: str | None = None
    source: str = "hand"
    round: int | None = None
    board: int | None = None
    entry: int | None = None

    @property
    def touches(self) -> str:
        """The board; `new lot` for the initial side."""
        return super().touches if self.board is None else base.BoardAct.path.format(round=self.round, board=self.board)

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the lot; raise BadEntry, BadResult, WrongPhase."""
        if self.purpose == "initial" and self.value in ("w", "b") and not state.rounds:
            return replace(state, initial=self.value)
        if self.purpose != "first":
            raise refusal(BadEntry, self.purpose, "lot")
        round_ = base.round_of(state, self.round or 0)
        board = base.board_of(round_, self.board or 0)
        if self.entry not in (board.first, board.second) or board.is_bye:
            raise refusal(BadResult, self.entry, N_("entry {entry} does not sit at this table"), entry=self.entry)
        if board.result is not None:
            raise refusal(WrongPhase, board.number, "result-lost", board=board.number, round=round_.number)
        return state.with_board(round_, replace(board, mover=self.entry))

    def about(self, words: Words, state: Tournament) -> str:
        """Return the side that moves first."""
        if self.entry:
            return words._(_MOVES_FIRST, round=self.round, table=self.board, who=base.name_of(state, self.entry))
        return words._(_INITIAL[self.value]) if self.value in _INITIAL else ""


def open_round(state: Tournament) -> Round:
    """Return the draft or the published round; raise WrongPhase."""
    if state.current is None or state.current.state == "closed":
        raise refusal(WrongPhase, "round", N_("there is no draft and no published round"))
    return state.current


def published_round(state: Tournament, number: int) -> Round:
    """Return a round that is published and not closed; raise WrongPhase."""
    round_ = base.round_of(state, number)
    if round_.state != "published":
        raise refusal(WrongPhase, round_.number, "not-published", round=round_.number)
    return round_


def _numbered(state: Tournament, round_: int, boards: Boards) -> tuple[Board, ...]:
    tables = enumerate(boards, state.settings.first_table)
    numbered = tuple(Board(number, first, second, mover) for number, (first, second, mover) in tables)
    if not any(board.second for board in numbered):
        raise refusal(BadPairing, round_, N_("a round needs at least one game"))
    return numbered


def _demand_legal(state: Tournament, round_: Round, late: Collection[int] = ()) -> None:
    """Raise BadPairing unless a Swiss round passes the checker.

    late: entries that were entered after the round was paired and need no board in it.
    """
    if not system_of(state.settings).is_checked:
        return
    pairing_input = input_before(state, round_.number)
    if late:
        free = {state.entry(id_).number for id_ in late}
        players = (replace(p, absent=p.absent or "Z") if p.number in free else p for p in pairing_input.players)
        pairing_input = replace(pairing_input, players=tuple(players))
    demand(pairing_input, state.numbered(round_.boards), {*round_.allowed, "P7"} if round_.by_hand else round_.allowed)


def forfeiters(round_: Round) -> frozenset[int]:
    """Return the ids of the entries that lost by forfeit in a round."""
    seats = ((board, id_) for board in round_.boards for id_ in (board.first, board.second))
    return frozenset(id_ for board, id_ in seats if board.mark_of(id_) == "-")
