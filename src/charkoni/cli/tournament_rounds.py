"""`charkoni tournament`: pairing, results, closing."""

import contextlib
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from charkoni.cli.tournament import bad, found, opened, said
from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import board_of, round_of
from charkoni.tournament.acts.event import Finish
from charkoni.tournament.acts.results import ConfirmReport
from charkoni.tournament.acts.rounds import Draft, DrawLot, Edit, Unpublish
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadPairing, Breach, EngineFailed, NoPairing, NotNow, TooLong, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import Round
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.drafts import Boards, unpaired, with_movers
from charkoni.tournament.pairing.input_from_event import paired_input
from charkoni.tournament.printouts.sheets import pairings
from charkoni.tournament.printouts.text import text

_TABLES = mark("tables are written with pairing numbers: 1-5 6-2 7")
_NO_NUMBER = mark("there is no number {number}")
_IN_TURN = mark("a table and its result go together")
_TABLE = mark("a table is a number")
_NO_DRAFT = mark("there is no draft and no published round")
_LOT = mark("say --side w or b, or --table with --who or --game")
_DIFFERENCE = mark("the engine would have: {boards}")


def pair(words: Words, event: Path, by_hand: str, allow: Sequence[str], publish_too: bool, reason: str) -> None:
    """Make a draft, by the engine or by hand, and print it."""
    with opened(event, words) as director:
        if by_hand:
            _by_hand(words, director, by_hand, allow, reason)
        else:
            said(words, director.draft())
        if publish_too:
            said(words, director.publish(allow=allow, reason=reason))
        assert director.state.current is not None
        print(text(pairings(words, shown(director.state), director.state.current.number)), end="")


def shown(state: Tournament) -> Tournament:
    """Return the state with a draft taken as published, for its author's eyes."""
    rounds = tuple(replace(r, state="published") if r.state == "draft" else r for r in state.rounds)
    return replace(state, rounds=rounds)


def _by_hand(words: Words, director: Director, tables: str, allow: Sequence[str], reason: str) -> None:
    """Put up a draft made by hand; what the engine would have done differently is listed."""
    current = director.state.current
    number = len(director.state.rounds) + (0 if current and current.state == "draft" else 1)
    seats = seats_of(director.state, tables)
    act = Draft(
        round=number,
        boards=with_movers(director.state, number, seats),
        away=unpaired(director.state, number, seats),
        by_hand=True,
        allow=tuple(allow),
    )
    said(words, director.do(act, reason=reason))
    with contextlib.suppress(NoPairing, EngineFailed, TooLong):
        engines = director.engine(paired_input(director.state, number, director.state.rounds[number - 1].away))
        number_of = {entry.id: entry.number for entry in director.state.entries} | {0: 0}
        ours = {(number_of[a], number_of[b]) for a, b in seats}
        other = [f"{a}-{b}" if b else str(a) for a, b in engines.boards if (a, b) not in ours]
        print(words._(_DIFFERENCE, boards=" ".join(other) or "–"))


def seats_of(state: Tournament, tables: str) -> list[tuple[int, int]]:
    """Return the entries at tables written with numbers; raise BadWord or BadPairing."""
    by_number = state.by_number()
    seats = []
    for word in tables.replace(",", " ").split():
        match = re.fullmatch(r"(\d+)(?:[-:](\d+))?", word)
        if not match:
            raise bad(word, _TABLES)
        numbers = [int(part) for part in match.groups() if part]
        for number in numbers:
            if number not in by_number:
                breach = Breach("P1", (number,), _NO_NUMBER, {"number": number})
                error = refusal(BadPairing, word, _NO_NUMBER, number=number)
                raise BadPairing(error.text, error.reason, breaches=[breach])
        ids = [by_number[number].id for number in numbers]
        seats.append((ids[0], ids[1] if len(ids) > 1 else 0))
    return seats


def edit(words: Words, event: Path, tables: str, allow: Sequence[str], reason: str) -> None:
    """Change the tables of the draft, or of the running round."""
    with opened(event, words) as director:
        current = _current(director.state)
        seats = seats_of(director.state, tables)
        boards = _edited(director.state, current, seats)
        seats = [(first, second) for first, second, _ in boards]
        act = Edit(
            round=current.number,
            boards=boards,
            away=unpaired(director.state, current.number, seats),
            allow=tuple(allow),
        )
        said(words, director.do(act, reason=reason))
        print(text(pairings(words, shown(director.state), current.number)), end="")


def _edited(state: Tournament, round_: Round, seats: list[tuple[int, int]]) -> Boards:
    """Return all tables of a round after a change; those with nobody of the new ones stay, with their draws."""
    touched = {id_ for pair_ in seats for id_ in pair_ if id_}
    wanted = list(seats)
    merged = []
    for board in round_.boards:
        if not touched & {board.first, board.second}:
            merged.append((board.first, board.second))
        elif wanted:
            merged.append(wanted.pop(0))
    merged += wanted
    old = {(board.first, board.second): board.mover for board in round_.boards}
    return tuple(
        (first, second, old.get((first, second), mover))
        for first, second, mover in with_movers(state, round_.number, merged)
    )


def _current(state: Tournament) -> Round:
    if state.current is None or state.current.state == "closed":
        raise refusal(NotNow, "round", _NO_DRAFT)
    return state.current


def publish(words: Words, event: Path, allow: Sequence[str], reason: str) -> None:
    """Publish the draft."""
    with opened(event, words) as director:
        said(words, director.publish(allow=allow, reason=reason))


def unpublish(words: Words, event: Path, reason: str) -> None:
    """Take the published round back."""
    with opened(event, words) as director:
        said(words, director.do(Unpublish(round=director.running()), reason=reason))


def result(
    words: Words,
    event: Path,
    results: Sequence[str],
    round_: int | None,
    source: str,
    seen: int | None,
    reason: str,
) -> None:
    """Enter results, from the view of who moves first; without any, read lines `table result` from standard input."""
    pairs = list(results) or sys.stdin.read().split()
    if not pairs or len(pairs) % 2:
        raise bad(" ".join(pairs), _IN_TURN)
    for table in pairs[::2]:
        if not (table.isascii() and table.isdigit()):
            raise bad(table, _TABLE)
    with opened(event, words) as director:
        for table, what in zip(pairs[::2], pairs[1::2], strict=True):
            act = director.result(
                int(table), what, round_=round_, source=source, seen=seen, reason=reason, view="mover"
            )
            said(words, act)


def confirm(words: Words, event: Path, table: int, round_: int | None) -> None:
    """Let a report count."""
    with opened(event, words) as director:
        said(words, director.do(ConfirmReport(round=round_ or director.running(), board=table)))


def close(words: Words, event: Path) -> None:
    """Close the running round."""
    with opened(event, words) as director:
        said(words, director.close_round())


def finish(words: Words, event: Path, early: bool, archive: bool, reason: str) -> None:
    """Finish the tournament, or put a finished one away."""
    given = ({"early": True} if early else {}) | ({"archive": True} if archive else {})
    with opened(event, words) as director:
        said(words, director.do(Finish(**given), reason=reason))
        print(f"seed={director.state.settings.seed}")


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot as it was typed: the first side, or who moves first at a table, or the question who begins a game."""

    side: str
    table: int
    who: str
    game: int


def lot(words: Words, event: Path, wish: Lot, round_: int | None) -> None:
    """Take down a lot drawn by hand, or tell who begins a game of a match."""
    with opened(event, words) as director:
        if wish.side:
            said(words, director.do(DrawLot(purpose="initial", value=wish.side, source="hand")))
            return
        if not wish.table or not (wish.who or wish.game):
            raise bad("lot", _LOT)
        number = round_ or _current(director.state).number
        if not wish.who:
            board = board_of(round_of(director.state, number), wish.table)
            pair_, seed = (board.first, board.second), director.state.settings.seed
            print(director.state.name(lots.beginner(seed, number, board.number, pair_, board.seats[0], wish.game)))
            return
        entry = found(director.state, wish.who).id
        act = DrawLot(purpose="first", round=number, board=wish.table, entry=entry, source="hand")
        said(words, director.do(act))
