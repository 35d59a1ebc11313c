"""`charkoni tournament ...`: the words of looking: lists, print-outs, explanations, checks."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.tournament_options import Event, Output, RoundNumber, tournaments
from charkoni.core.errors import mark


@tournaments.command(help=mark("Show how the event stands, or one print-out of it."))
def show(
    context: typer.Context,
    event: Event,
    what: Annotated[
        str | None,
        typer.Argument(metavar="WHAT", help="entries, pairings, names, standings, cross, clubs, prizes, ..."),
    ] = None,
    round_: RoundNumber = None,
    best: Annotated[int, typer.Option("--best", min=1, max=99, help=mark("how many of a team count"))] = 4,
    as_json: Annotated[bool, typer.Option("--json", help=mark("as JSON"))] = False,
) -> None:
    """Show the event."""
    from charkoni.cli import tournament_show
    from charkoni.tournament.printouts.catalogue import Wish

    tournament_show.show(words_of(context), event, what, Wish(round_ or 0, "", best), as_json)


@tournaments.command("print", help=mark("Write a print-out into a new file: .pdf, .html or .txt."))
def print_(
    context: typer.Context,
    event: Event,
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="entries, pairings, names, slips, standings, cross, cards, tables, regulations, prizes, ...",
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help=mark("a new file"))],
    round_: RoundNumber = None,
    paper: Annotated[str, typer.Option("--paper", metavar="A4|Letter", help=mark("the size of the paper"))] = "A4",
    best: Annotated[int, typer.Option("--best", min=1, max=99, help=mark("how many of a team count"))] = 4,
    address: Annotated[
        str, typer.Option("--address", metavar="URL", help=mark("the pages of the event, for the codes to be scanned"))
    ] = "",
) -> None:
    """Print."""
    from charkoni.cli import tournament_show
    from charkoni.tournament.printouts.catalogue import Wish

    tournament_show.print_out(words_of(context), event, what, output, paper, Wish(round_ or 0, address, best))


@tournaments.command(help=mark("Explain a table, a pair that does not meet, or a tie-break."))
def why(
    context: typer.Context,
    event: Event,
    table: Annotated[int | None, typer.Option("--table", min=1, help=mark("a table of the round"))] = None,
    pair_of: Annotated[
        list[str] | None, typer.Option("--not", metavar="WHO", help=mark("two who do not meet; give it twice"))
    ] = None,
    who: Annotated[str, typer.Option("--who", metavar="WHO", help=mark("whose tie-break"))] = "",
    tiebreak: Annotated[str, typer.Option("--tiebreak", metavar="NAME", help="BH, SB, DE ...")] = "",
    round_: RoundNumber = None,
) -> None:
    """Explain."""
    from charkoni.cli import tournament_show

    tournament_show.why(words_of(context), event, table, pair_of or [], who, tiebreak, round_)


@tournaments.command(help=mark("Show the log."))
def log(context: typer.Context, event: Event) -> None:
    """Show the log."""
    from charkoni.cli import tournament_show

    tournament_show.log(words_of(context), event)


@tournaments.command(help=mark("Recompute the chain of the log and the state."))
def verify(context: typer.Context, event: Event) -> None:
    """Verify the file."""
    from charkoni.cli import tournament_show

    tournament_show.verify(words_of(context), event)


@tournaments.command(help=mark("Pair every round of reports anew and list what differs."))
def check(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help=mark("reports (TRF)"))],
) -> None:
    """Check reports."""
    from charkoni.cli import tournament_files

    if not tournament_files.check(words_of(context), files):
        raise typer.Exit(1)


@tournaments.command(help=mark("Make a random tournament as a report: same seed, same file."))
def simulate(
    context: typer.Context,
    seed: Annotated[str, typer.Option("--seed", help=mark("any text"))] = "1",
    players: Annotated[int, typer.Option("--players", min=2, max=9999, help=mark("how many"))] = 35,
    rounds: Annotated[int, typer.Option("--rounds", min=0, max=40, help=mark("else the usual number"))] = 0,
    draws: Annotated[int, typer.Option("--draws", min=0, max=100, help=mark("percent of the games"))] = 5,
    output: Output = None,
) -> None:
    """Simulate."""
    from charkoni.cli import tournament_files

    tournament_files.simulate(words_of(context), seed, players, rounds, draws, output)


@tournaments.command(help=mark("Plan a day: the end of every round, and what has to be on the tables."))
def plan(
    context: typer.Context,
    players: Annotated[int, typer.Argument(metavar="PLAYERS", min=2, max=9999, help=mark("how many"))],
    begin: Annotated[str, typer.Option("--begin", metavar="TIME", help=mark("when round 1 begins"))] = "10:00",
    rounds: Annotated[int, typer.Option("--rounds", min=0, max=78, help=mark("else the usual number"))] = 0,
    minutes: Annotated[int, typer.Option("--minutes", min=1, max=1440, help=mark("of a game"))] = 30,
    pause: Annotated[int, typer.Option("--pause", min=0, max=600, help=mark("minutes between rounds"))] = 10,
    sitting: Annotated[int, typer.Option("--sitting", min=0, max=78, help=mark("rounds before a long break"))] = 0,
    rest: Annotated[int, typer.Option("--rest", min=0, max=6000, help=mark("minutes of the long break"))] = 60,
    system: Annotated[str, typer.Option("--system", metavar="NAME", help="swiss, round-robin ...")] = "swiss",
    games: Annotated[str, typer.Option("--games", metavar="1|2|best-of-3", help=mark("games of a round"))] = "1",
    into: Annotated[
        Path | None, typer.Option("--into", metavar="EVENT", help=mark("let its rounds begin at these times"))
    ] = None,
) -> None:
    """Plan."""
    from charkoni.cli import tournament_show
    from charkoni.tournament.model.schedule import Pace

    wish = tournament_show.Day(players, begin, rounds, system, games, Pace(minutes, pause, sitting, rest))
    tournament_show.plan(words_of(context), wish, into)


@tournaments.command(help=mark("New Glicko-2 ratings from this event, as CSV."))
def ratings(context: typer.Context, event: Event) -> None:
    """Rate."""
    from charkoni.cli import tournament_show

    tournament_show.ratings(words_of(context), event)
