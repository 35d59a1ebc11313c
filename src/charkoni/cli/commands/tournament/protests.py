"""`charkoni tournament protest, decide`: protests of players, and their decisions."""

from typing import Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.tournament.event_files import author, opened, print_act
from charkoni.cli.commands.tournament.lookups import find_entry
from charkoni.cli.commands.tournament.parameters import Event, RoundNumber, Who, app
from charkoni.core.errors import N_
from charkoni.tournament.acts.base import round_of
from charkoni.tournament.acts.protests import DecideProtest, FileProtest

_NUMBER = N_("protest {number}: round {round}, table {table}, {who}")


@app.command(help=N_("Record the protest of a player, before the round is closed."))
def protest(
    context: typer.Context,
    event: Event,
    who: Who,
    text: Annotated[str, typer.Argument(metavar="TEXT", help=N_("what it is about"))],
    clause: Annotated[
        str, typer.Option("--clause", metavar="CLAUSE", help=N_("of the rules or regulations: M8, 4.2"))
    ] = "",
    round_: RoundNumber = None,
) -> None:
    """Record a protest at the table of a player."""
    words = words_of(context)
    with opened(event, words) as director:
        entry = find_entry(director.state, who).id
        number = round_ or max(len(director.state.rounds), 1)
        board = round_of(director.state, number).board_of(entry)
        table = board.number if board else 0
        act = FileProtest(round=number, board=table, entry=entry, at=director.time, clause=clause, text=text)
        print_act(words, director.do(act))
        filed = director.state.protests[-1]
        print(words._(_NUMBER, number=filed.number, round=number, table=table, who=director.state.name(entry)))


@app.command(help=N_("Decide a protest: upheld, rejected or withdrawn, and the decision in a sentence."))
def decide(
    context: typer.Context,
    event: Event,
    number: Annotated[int, typer.Argument(metavar="PROTEST", min=1, help=N_("its number"))],
    outcome: Annotated[str, typer.Argument(metavar="upheld|rejected|withdrawn", help=N_("the outcome"))],
    decision: Annotated[str, typer.Argument(metavar="DECISION", help=N_("the decision in a sentence"))],
) -> None:
    """Decide a protest."""
    words = words_of(context)
    with opened(event, words) as director:
        by = director.state.settings.arbiter or author()
        act = DecideProtest(protest=number, outcome=outcome, decision=decision, by=by, at=director.time)
        print_act(words, director.do(act))
