"""Composite actions on rounds: pairing, tables by hand, publishing, lots, results."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games.match_format import FORMATS
from charkoni.tournament.acts.base import board_of, round_of
from charkoni.tournament.acts.declaration import Action, Command, Composite, Request, Written
from charkoni.tournament.acts.entries import AssignNumbers, CheckIn
from charkoni.tournament.acts.event import Import
from charkoni.tournament.acts.fields import ENTRY, FLAG, LINE, NUMBER, RESULTS, ROUND, RULES, TABLE, TABLES
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.acts.reducer import undone
from charkoni.tournament.acts.rounds import Close, Draft, DrawLot, Edit, open_round
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadInput, BadPairing, EngineFailed, NoPairing, TooLong, refusal
from charkoni.tournament.model.event import CHIEF, Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.drafts import unpaired, upper_account, with_movers
from charkoni.tournament.pairing.input_from_event import input_before, paired_input
from charkoni.tournament.pairing.protocol import Advice
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.printouts.sheets import pairings_sheet
from charkoni.tournament.printouts.text import text

_ADVICE = {
    Advice.ROUND_ROBIN: N_(
        "up to six entries a round robin is better: set system=round-robin and close the list again"
    ),
    Advice.ACCELERATION: N_("from a hundred entries on the first rounds may be accelerated: set accelerated=yes"),
    Advice.SECTIONS: N_("more than 1,024 entries are better played in sections by rating"),
}

Pairs = tuple[tuple[int, int], ...]
"""Tables as pairs of entry ids, second 0 for the bye."""


class CloseList(Action):
    """Close the list: assign pairing numbers, draw the initial lot, fix the number of rounds."""

    command = Command(
        "close-list", N_("Close the list: numbers are given, lots drawn, the number of rounds fixed."), CHIEF,
        old_commands=("start",),
    )  # fmt: skip

    rounds: Annotated[int | None, Written(ROUND, help=N_("else the usual number"))] = None

    def perform(self, director: Director, request: Request) -> Iterator[LogEntry]:
        """Close the list."""
        yield director.close_list(self.rounds or 0)

    def warnings(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over advice for the size of the list."""
        settings = director.state.settings
        advice = system_of(settings).advice(len(director.state.entries), accelerated=settings.accelerated)
        if advice is not None:
            yield words._(_ADVICE[advice])


class _TablesAction(Composite):
    """An action that sets tables of the open round.  allow: rules of the checker that they may break (P1 ... P7)."""

    allow: Annotated[tuple[str, ...], Written(RULES)] = ()

    def report(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over the lines of the pairings."""
        yield from pairings_lines(words, director.state)

    def _edit(self, state: Tournament, seats: Sequence[tuple[int, int]], movers: Sequence[int] = ()) -> Edit:
        """Return the act that sets all tables; first movers are those given, else as before, lots for new pairs."""
        number = open_round(state).number
        old = {(board.first, board.second): board.mover for board in state.rounds[number - 1].boards}
        drawn = with_movers(state, number, seats)
        boards = tuple(
            (first, second, given or old.get((first, second), mover))
            for (first, second, mover), given in zip(drawn, movers or [0] * len(drawn), strict=True)
        )
        return Edit(round=number, boards=boards, away=unpaired(state, number, seats), allow=self.allow)


def pairings_lines(words: Words, state: Tournament) -> Iterator[str]:
    """Iterate over the lines of the last round, of a draft as well."""
    rounds = tuple(replace(each, state="published") if each.state == "draft" else each for each in state.rounds)
    yield from text(pairings_sheet(words, replace(state, rounds=rounds), len(rounds))).splitlines()


class Pair(Action):
    """Make the draft of the next round, by the engine or by hand."""

    command = Command("pair", N_("Make the draft of the next round."), CHIEF, old_addresses=("draft",))

    by_hand: Annotated[Pairs, Written(TABLES)] = ()
    allow: Annotated[tuple[str, ...], Written(RULES)] = ()
    publish: Annotated[bool, Written(FLAG, help=N_("publish it at once"))] = False

    def perform(self, director: Director, request: Request) -> Iterator[LogEntry]:
        """Make the draft; after a late entry new numbers are given first."""
        if self.by_hand:
            yield director.do(hand_draft(director.state, self.by_hand, self.allow), reason=request.reason)
        else:
            known = len(director.log)
            director.draft(request.seen)
            yield from director.log[known:]
        if self.publish:
            yield director.publish(allow=self.allow, reason=request.reason)

    def report(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over the pairings, for manual tables after those the engine would have made."""
        if self.by_hand:
            yield from _difference(words, director, self.by_hand)
        yield from pairings_lines(words, director.state)

    def warnings(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over one line after a late entry: whose number is another one now."""
        if sentence := new_numbers(words, director):
            yield sentence


def new_numbers(words: Words, director: Director) -> str:
    """Return a sentence with the entries that got another pairing number for the last round, empty without any."""
    before, order = list[int](), list[int]()
    undone_acts = undone(director.log)
    for entry in director.log:
        act = entry.act
        if isinstance(act, Import):
            order = [each.id for _, each in sorted(act.tournament.by_number().items())]
        elif isinstance(act, Close):
            before = []
        elif isinstance(act, AssignNumbers) and entry.number not in undone_acts:
            before, order = order, list(act.order)
    before += range(len(before) + 1, len(order) + 1 if before else 0)  # late entries, with the last numbers
    names = [
        f"{n} {director.state.name(id_)}"
        for n, (was, id_) in enumerate(zip(before, order, strict=False), 1)
        if was != id_
    ]
    if not names:
        return ""
    return words._("new pairing numbers, whose badges are to be printed again: {names}", names=", ".join(names))


def hand_draft(state: Tournament, pairs: Pairs, allow: tuple[str, ...]) -> Draft:
    """Return the act that drafts a round of these tables, in place of a present draft."""
    number = len(state.rounds) + (0 if state.current and state.current.state == "draft" else 1)
    boards, away = with_movers(state, number, pairs), unpaired(state, number, pairs)
    account = upper_account(state, input_before(state, number))
    return Draft(round=number, boards=boards, away=away, by_hand=True, allow=allow, account=account)


def _difference(words: Words, director: Director, pairs: Pairs) -> Iterator[str]:
    """Iterate over one line: the differences from the engine's pairing, if it has one."""
    number, number_of = len(director.state.rounds), director.state.numbers()
    with contextlib.suppress(NoPairing, EngineFailed, TooLong):
        pairing = director.engine(paired_input(director.state, number, director.state.rounds[number - 1].away))
        ours = {(number_of[a], number_of[b]) for a, b in pairs}
        other = [f"{a}-{b}" if b else str(a) for a, b in pairing.boards if (a, b) not in ours]
        yield words._("the engine would have: {boards}", boards=" ".join(other) or "–")


class EditTables(_TablesAction):
    """Change tables by hand: of the draft, or of a round without results there.

    whole: the tables are all of the round; without it those of others stay as they are.  Without an open round the
    tables are the draft of the next one.
    """

    command = Command(
        "edit-tables", N_("Change tables by hand: of the draft, or of a round without results there."), CHIEF,
        aliases=("edit",), old_addresses=("hand",),
    )  # fmt: skip

    tables: Annotated[Pairs, Written(TABLES, help=N_("new tables: 1-5 6-2 7; tables of others stay as they are"))]
    whole: Annotated[bool, Written(FLAG, help=N_("these are all tables of the round"))] = False

    def acts(self, state: Tournament) -> Iterator[Edit | Draft]:
        """Iterate over the one act."""
        if self.whole and (state.current is None or state.current.state == "closed"):
            yield hand_draft(state, self.tables, self.allow)
            return
        round_ = open_round(state)
        yield self._edit(state, self.tables if self.whole else _merged(round_, self.tables))


def _merged(round_: Round, pairs: Pairs) -> list[tuple[int, int]]:
    """Return all tables of a round after a change; tables without anybody of the new pairs stay."""
    touched = {id_ for pair in pairs for id_ in pair if id_}
    wanted, merged = list(pairs), list[tuple[int, int]]()
    for board in round_.boards:
        if not touched & {board.first, board.second}:
            merged.append((board.first, board.second))
        elif wanted:
            merged.append(wanted.pop(0))
    return merged + wanted


class PairLate(_TablesAction):
    """Pair two entries without a game in the open round; an entry with the bye loses it."""

    command = Command(
        "late-pair",
        N_("Pair two entries that have no table yet, or the bye, in the draft or the published round."),
        CHIEF,
    )

    entry: Annotated[int, Written(ENTRY, help=N_("one of the two"))]
    other: Annotated[int, Written(ENTRY, name="with", help=N_("the other one"), metavar="WITH")]

    def acts(self, state: Tournament) -> Iterator[CheckIn | Edit]:
        """Iterate over the check-ins of absent entries, and the act that pairs them."""
        round_, one, other = open_round(state), self.entry, self.other
        known = {entry.id for entry in free_entries(state)}
        for id_ in (one, other):
            if not 1 <= id_ <= len(state.entries) or one == other:
                raise refusal(BadPairing, id_, N_("name the entries to pair"))
            if id_ not in known:
                raise refusal(BadPairing, id_, N_("{who} has a table already"), who=state.name(id_))
        yield from (CheckIn(entry=id_, here=True) for id_ in (one, other) if not state.entry(id_).here)
        if other in {board.first for board in round_.boards if board.is_bye}:
            one, other = other, one
        kept = [(board.first, board.second) for board in round_.boards if board.first not in (one, other)]
        yield self._edit(state, [*kept, (one, other)])


def free_entries(state: Tournament) -> list[Entry]:
    """Return the entries that could be paired late: those without a game in the open round."""
    round_ = open_round(state)
    seated = {id_ for board in round_.boards if not board.is_bye for id_ in (board.first, board.second)}
    return [e for e in state.entries if e.number and e.id not in seated and not e.expelled and not e.left]


class SwapTables(_TablesAction):
    """Exchange the numbers of two tables."""

    command = Command("swap-tables", N_("Exchange the numbers of two tables."), CHIEF)

    board: Annotated[int, Written(TABLE)]
    other: Annotated[int, Written(TABLE, name="with", help=N_("the other table"), metavar="WITH")]

    def acts(self, state: Tournament) -> Iterator[Edit]:
        """Iterate over the one act."""
        boards = list(open_round(state).boards)
        one, other = _place(boards, self.board), _place(boards, self.other)
        boards[one], boards[other] = boards[other], boards[one]
        yield self._edit(state, [(b.first, b.second) for b in boards], [b.mover for b in boards])


class SwapSides(_TablesAction):
    """Exchange the sides of a table; the first mover stays the same."""

    command = Command(
        "swap-sides", N_("Exchange the sides of a table; the first mover stays the same."), CHIEF,
        old_addresses=("swap",),
    )  # fmt: skip

    board: Annotated[int, Written(TABLE)]

    def acts(self, state: Tournament) -> Iterator[Edit]:
        """Iterate over the one act."""
        boards = list(open_round(state).boards)
        place = _place(boards, self.board)
        board = boards[place]
        if not board.is_bye:
            boards[place] = replace(board, first=board.second, second=board.first)
        yield self._edit(state, [(b.first, b.second) for b in boards], [b.mover for b in boards])


def _place(boards: Sequence[Board], number: int) -> int:
    place = next((place for place, board in enumerate(boards) if board.number == number), None)
    if place is None:
        raise refusal(BadPairing, number, N_("there is no table {board}"), board=number)
    return place


class PublishRound(Action):
    """Publish the draft; withdrawn entries of a round robin lose by forfeit."""

    command = Command("publish", N_("Publish the draft."), CHIEF)

    allow: Annotated[tuple[str, ...], Written(RULES)] = ()

    def perform(self, director: Director, request: Request) -> Iterator[LogEntry]:
        """Publish it."""
        yield director.publish(allow=self.allow, reason=request.reason)


class EnterResults(Action):
    """Enter results of tables, as the first movers see them."""

    command = Command(
        "results", N_("Enter results: table and result in turn, as many as you like."),
        aliases=("result",), old_addresses=("quick",), sees=True,
    )  # fmt: skip

    results: Annotated[tuple[tuple[int, str], ...], Written(RESULTS)]
    round: Annotated[int | None, Written(ROUND)] = None
    source: Annotated[str, Written(LINE, help=N_("the reporting player"), metavar="arbiter|first|second|slip")] = (
        "arbiter"
    )

    def perform(self, director: Director, request: Request) -> Iterator[LogEntry]:
        """Enter them one by one: a result that is refused does not hold up those before it."""
        for place, (board, written) in enumerate(self.results):
            yield director.result(
                board,
                written,
                round_=self.round,
                source=self.source,
                reason=request.reason,
                seen=request.seen,
                key=f"{request.key}-{place}" if request.key and place else request.key,
                view="mover",
            )


class Lot(Action):
    """Record a lot drawn by hand, or set who begins a game of a match."""

    command = Command(
        "lot", N_("Enter a lot drawn by hand: the first side (w or b), or the first mover at a table."), CHIEF
    )

    value: Annotated[str, Written(LINE, "side", N_("the side of number 1 in round 1"), metavar="w|b")] = ""
    board: Annotated[int, Written(NUMBER, "table", N_("the table"))] = 0
    entry: Annotated[int | None, Written(ENTRY, "who", N_("who moves first there"))] = None
    game: Annotated[int, Written(NUMBER, help=N_("name the player who moves first in this game of a match"))] = 0
    round: Annotated[int | None, Written(ROUND)] = None

    def perform(self, director: Director, request: Request) -> Iterator[LogEntry]:
        """Record the lot, if one is given."""
        if self.value:
            yield director.do(DrawLot(purpose="initial", value=self.value), key=request.key)
            return
        if not self.board or not (self.entry or self.game):
            raise refusal(BadInput, "lot", N_("give --side w or b, or --table with --who or --game"))
        if self.entry:
            number = self.round or open_round(director.state).number
            act = DrawLot(purpose="first", round=number, board=self.board, entry=self.entry)
            yield director.do(act, reason=request.reason, key=request.key)

    def report(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over one line: the player who begins the game."""
        if self.value or self.entry:
            return
        state = director.state
        board = board_of(round_of(state, self.round or open_round(state).number), self.board)
        match = FORMATS[state.settings.games]
        sides, seed, number = (board.first, board.second), state.settings.seed, self.round or open_round(state).number
        yield state.name(lots.beginner(seed, number, board.number, sides, board.seats[0], self.game, match))
