"""`charkoni tournament pair, edit, publish, unpublish, result, confirm, close, lot`: the rounds of an event."""

import contextlib
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.tournament.event_files import opened, print_act
from charkoni.cli.commands.tournament.lookups import bad_word, find_entry
from charkoni.cli.commands.tournament.parameters import Allow, Event, Reason, RoundNumber, app
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games.match_format import FORMATS
from charkoni.tournament.acts.base import board_of, round_of
from charkoni.tournament.acts.results import ConfirmReport
from charkoni.tournament.acts.rounds import Draft, DrawLot, Edit, Unpublish, open_round
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import (
    BadPairing,
    Breach,
    EngineFailed,
    NeedsConfirmation,
    NoPairing,
    TooLong,
    refusal,
)
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import Round
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.drafts import Boards, unpaired, with_movers
from charkoni.tournament.pairing.input_from_event import paired_input
from charkoni.tournament.printouts.sheets import pairings_sheet
from charkoni.tournament.printouts.text import text

_TABLES = N_("tables are written with pairing numbers: 1-5 6-2 7")
_NO_NUMBER = N_("there is no number {number}")
_IN_TURN = N_("a table and its result go together")
_TABLE = N_("a table is a number")
_LOT = N_("say --side w or b, or --table with --who or --game")
_SURE = N_("{question} With --sure it is closed")
_DIFFERENCE = N_("the engine would have: {boards}")


@app.command(help=N_("Make the draft of the next round."))
def pair(
    context: typer.Context,
    event: Event,
    by_hand: Annotated[
        str, typer.Option("--by-hand", metavar="TABLES", help=N_("tables by numbers: 1-5 6-2 7 (a lone number: bye)"))
    ] = "",
    allow: Allow = None,
    publish_too: Annotated[bool, typer.Option("--publish", help=N_("publish it at once"))] = False,
    reason: Reason = "",
) -> None:
    """Make a draft, by the engine or by hand, and print it."""
    words = words_of(context)
    with opened(event, words) as director:
        if by_hand:
            _pair_by_hand(words, director, by_hand, tuple(allow or ()), reason)
        else:
            known = len(director.log)
            director.draft()
            for entry in director.log[known:]:  # after a late entry new numbers are given first
                print_act(words, entry)
        if publish_too:
            print_act(words, director.publish(allow=allow or (), reason=reason))
        assert director.state.current is not None
        _print_pairings(words, director.state, director.state.current.number)


def _print_pairings(words: Words, state: Tournament, number: int) -> None:
    """Print the boards of a round, of a draft as well."""
    rounds = tuple(replace(r, state="published") if r.state == "draft" else r for r in state.rounds)
    print(text(pairings_sheet(words, replace(state, rounds=rounds), number)), end="")


def _pair_by_hand(words: Words, director: Director, tables: str, allow: tuple[str, ...], reason: str) -> None:
    """Put up a draft made by hand; print what the engine would have paired differently."""
    state = director.state
    number = len(state.rounds) + (0 if state.current and state.current.state == "draft" else 1)
    pairs = _pairs(state, tables)
    boards, away = with_movers(state, number, pairs), unpaired(state, number, pairs)
    act = Draft(round=number, boards=boards, away=away, by_hand=True, allow=allow)
    print_act(words, director.do(act, reason=reason))
    with contextlib.suppress(NoPairing, EngineFailed, TooLong):
        pairing = director.engine(paired_input(director.state, number, director.state.rounds[number - 1].away))
        number_of = director.state.numbers()
        ours = {(number_of[a], number_of[b]) for a, b in pairs}
        other = [f"{a}-{b}" if b else str(a) for a, b in pairing.boards if (a, b) not in ours]
        print(words._(_DIFFERENCE, boards=" ".join(other) or "–"))


def _pairs(state: Tournament, tables: str) -> list[tuple[int, int]]:
    """Return pairs of entry ids written with pairing numbers, second 0 for a bye; raise BadWord, BadPairing."""
    by_number = state.by_number()
    pairs = []
    for word in tables.replace(",", " ").split():
        match = re.fullmatch(r"(\d+)(?:[-:](\d+))?", word)
        if not match:
            raise bad_word(word, _TABLES)
        numbers = [int(part) for part in match.groups() if part]
        for number in numbers:
            if number not in by_number:
                breach = Breach("P1", (number,), _NO_NUMBER, {"number": number})
                error = refusal(BadPairing, word, _NO_NUMBER, number=number)
                raise BadPairing(error.text, error.reason, breaches=[breach])
        ids = [by_number[number].id for number in numbers]
        pairs.append((ids[0], ids[1] if len(ids) > 1 else 0))
    return pairs


@app.command(help=N_("Change tables by hand: of the draft, or of a round without results there."))
def edit(
    context: typer.Context,
    event: Event,
    tables: Annotated[
        str, typer.Argument(metavar="TABLES", help=N_("new tables: 1-5 6-2 7; tables of others stay as they are"))
    ],
    allow: Allow = None,
    reason: Reason = "",
) -> None:
    """Change boards of the draft, or of the published round."""
    words = words_of(context)
    with opened(event, words) as director:
        round_ = open_round(director.state)
        boards = _edited(director.state, round_, _pairs(director.state, tables))
        away = unpaired(director.state, round_.number, [(first, second) for first, second, _ in boards])
        act = Edit(round=round_.number, boards=boards, away=away, allow=tuple(allow or ()))
        print_act(words, director.do(act, reason=reason))
        _print_pairings(words, director.state, round_.number)


def _edited(state: Tournament, round_: Round, pairs: Sequence[tuple[int, int]]) -> Boards:
    """Return all boards of a round after a change; boards without anybody of the new pairs stay."""
    touched = {id_ for pair_ in pairs for id_ in pair_ if id_}
    wanted = list(pairs)
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


@app.command(help=N_("Publish the draft."))
def publish(
    context: typer.Context,
    event: Event,
    allow: Allow = None,
    reason: Reason = "",
) -> None:
    """Publish the draft."""
    words = words_of(context)
    with opened(event, words) as director:
        print_act(words, director.publish(allow=allow or (), reason=reason))


@app.command(help=N_("Take a published round without results back."))
def unpublish(context: typer.Context, event: Event, reason: Reason = "") -> None:
    """Make the published round a draft again."""
    words = words_of(context)
    with opened(event, words) as director:
        print_act(words, director.do(Unpublish(round=director.running()), reason=reason))


class _ResultCommand(TyperCommand):
    """A command whose words may be `--`, a double forfeit, which usually ends the options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the words that are left; a `--` after a table is a result."""
        is_forfeit = [word == "--" and before.isdigit() for before, word in zip(["", *args], args, strict=False)]
        words = ["−−" if each else word for each, word in zip(is_forfeit, args, strict=True)]
        return super().parse_args(ctx, words)


@app.command(
    cls=_ResultCommand,
    help=N_("Enter results: table and result in turn, or lines of them on standard input."),
)
def result(
    context: typer.Context,
    event: Event,
    results: Annotated[
        list[str] | None, typer.Argument(metavar="TABLE RESULT", help="7 1, 8 30:18, 9 =, 10 + ...")
    ] = None,
    round_: RoundNumber = None,
    source: Annotated[
        str, typer.Option("--source", metavar="arbiter|first|second|slip", help=N_("who says so"))
    ] = "arbiter",
    seen: Annotated[int | None, typer.Option("--seen", metavar="ACT", min=0, help=N_("the last act you saw"))] = None,
    reason: Reason = "",
) -> None:
    """Enter results, seen from the first mover; without any, read `table result` from standard input."""
    words = words_of(context)
    typed = list(results or ()) or sys.stdin.read().split()
    if not typed or len(typed) % 2:
        raise bad_word(" ".join(typed), _IN_TURN)
    for table in typed[::2]:
        if not (table.isascii() and table.isdigit()):
            raise bad_word(table, _TABLE)
    with opened(event, words) as director:
        for table, text in zip(typed[::2], typed[1::2], strict=True):
            board = int(table)
            entry = director.result(board, text, round_=round_, source=source, seen=seen, reason=reason, view="mover")
            print_act(words, entry)


@app.command(help=N_("Let the only report of a table count."))
def confirm(
    context: typer.Context,
    event: Event,
    table: Annotated[int, typer.Argument(metavar="TABLE", min=1, help=N_("the table"))],
    round_: RoundNumber = None,
) -> None:
    """Confirm a lone report."""
    words = words_of(context)
    with opened(event, words) as director:
        act = ConfirmReport(round=round_ or director.running(), board=table)
        print_act(words, director.do(act))


@app.command(help=N_("Close the running round."))
def close(
    context: typer.Context,
    event: Event,
    sure: Annotated[bool, typer.Option("--sure", help=N_("close it although protests are open"))] = False,
) -> None:
    """Close the published round; open protests keep it open unless the author is sure."""
    words = words_of(context)
    with opened(event, words) as director:
        director.confirmations = 2 * sure
        try:
            print_act(words, director.close_round())
        except NeedsConfirmation as error:
            raise bad_word("close", _SURE, question=error.reason.message(words._)) from None


@app.command(help=N_("Draw a lot by hand: the first side (w or b), or who moves first at a table."))
def lot(
    context: typer.Context,
    event: Event,
    side: Annotated[str, typer.Option("--side", metavar="w|b", help=N_("the side of number 1 in round 1"))] = "",
    table: Annotated[int, typer.Option("--table", min=0, help=N_("the table"))] = 0,
    who: Annotated[str, typer.Option("--who", metavar="WHO", help=N_("who moves first there"))] = "",
    game: Annotated[int, typer.Option("--game", min=0, max=99, help=N_("tell who begins this game of a match"))] = 0,
    round_: RoundNumber = None,
) -> None:
    """Record a lot drawn by hand, or print who begins a game of a match."""
    words = words_of(context)
    with opened(event, words) as director:
        state = director.state
        if side:
            print_act(words, director.do(DrawLot(purpose="initial", value=side, source="hand")))
            return
        if not table or not (who or game):
            raise bad_word("lot", _LOT)
        number = round_ or open_round(state).number
        if not who:
            board = board_of(round_of(state, number), table)
            pair_, match = (board.first, board.second), FORMATS[state.settings.games]
            begins = lots.beginner(state.settings.seed, number, board.number, pair_, board.seats[0], game, match)
            print(state.name(begins))
            return
        entry = find_entry(state, who).id
        act = DrawLot(purpose="first", round=number, board=table, entry=entry, source="hand")
        print_act(words, director.do(act))
