"""`charkoni tournament ...`: the words of rounds: pairing, results, closing, undoing."""

from typing import Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.tournament_options import Allow, Event, RoundNumber, Why, tournaments
from charkoni.core.errors import mark


@tournaments.command(help=mark("Make the draft of the next round."))
def pair(
    context: typer.Context,
    event: Event,
    by_hand: Annotated[
        str, typer.Option("--by-hand", metavar="TABLES", help=mark("tables by numbers: 1-5 6-2 7 (a lone number: bye)"))
    ] = "",
    allow: Allow = None,
    publish_too: Annotated[bool, typer.Option("--publish", help=mark("publish it at once"))] = False,
    reason: Why = "",
) -> None:
    """Make a draft."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.pair(words_of(context), event, by_hand, allow or [], publish_too, reason)


@tournaments.command(help=mark("Change tables by hand: of the draft, or of a round without results there."))
def edit(
    context: typer.Context,
    event: Event,
    tables: Annotated[
        str, typer.Argument(metavar="TABLES", help=mark("new tables: 1-5 6-2 7; tables of others stay as they are"))
    ],
    allow: Allow = None,
    reason: Why = "",
) -> None:
    """Change tables."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.edit(words_of(context), event, tables, allow or [], reason)


@tournaments.command(help=mark("Publish the draft."))
def publish(
    context: typer.Context,
    event: Event,
    allow: Allow = None,
    reason: Why = "",
) -> None:
    """Publish."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.publish(words_of(context), event, allow or [], reason)


@tournaments.command(help=mark("Take a published round without results back."))
def unpublish(context: typer.Context, event: Event, reason: Why = "") -> None:
    """Take back."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.unpublish(words_of(context), event, reason)


@tournaments.command(help=mark("Enter results: table and result in turn, or lines of them on standard input."))
def result(
    context: typer.Context,
    event: Event,
    results: Annotated[
        list[str] | None, typer.Argument(metavar="TABLE RESULT", help="7 1, 8 30:18, 9 =, 10 + ...")
    ] = None,
    round_: RoundNumber = None,
    source: Annotated[
        str, typer.Option("--source", metavar="arbiter|first|second|slip", help=mark("who says so"))
    ] = "arbiter",
    seen: Annotated[int | None, typer.Option("--seen", metavar="ACT", min=0, help=mark("the last act you saw"))] = None,
    reason: Why = "",
) -> None:
    """Enter results."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.result(words_of(context), event, results or [], round_, source, seen, reason)


@tournaments.command(help=mark("Let the only report of a table count."))
def confirm(
    context: typer.Context,
    event: Event,
    table: Annotated[int, typer.Argument(metavar="TABLE", min=1, help=mark("the table"))],
    round_: RoundNumber = None,
) -> None:
    """Confirm a report."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.confirm(words_of(context), event, table, round_)


@tournaments.command(help=mark("Close the running round."))
def close(context: typer.Context, event: Event) -> None:
    """Close a round."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.close(words_of(context), event)


@tournaments.command(help=mark("Finish the tournament."))
def finish(
    context: typer.Context,
    event: Event,
    early: Annotated[bool, typer.Option("--early", help=mark("rounds are left; give the reason"))] = False,
    archive: Annotated[bool, typer.Option("--archive", help=mark("put a finished event away for good"))] = False,
    reason: Why = "",
) -> None:
    """Finish."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.finish(words_of(context), event, early, archive, reason)


@tournaments.command(help=mark("Draw a lot by hand: the first side (w or b), or who moves first at a table."))
def lot(
    context: typer.Context,
    event: Event,
    side: Annotated[str, typer.Option("--side", metavar="w|b", help=mark("the side of number 1 in round 1"))] = "",
    table: Annotated[int, typer.Option("--table", min=0, help=mark("the table"))] = 0,
    who: Annotated[str, typer.Option("--who", metavar="WHO", help=mark("who moves first there"))] = "",
    game: Annotated[int, typer.Option("--game", min=0, max=99, help=mark("tell who begins this game of a match"))] = 0,
    round_: RoundNumber = None,
) -> None:
    """Take a lot down."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.lot(words_of(context), event, tournament_rounds.Lot(side, table, who, game), round_)


@tournaments.command(help=mark("Undo an act, by default the last one."))
def undo(
    context: typer.Context,
    event: Event,
    act: Annotated[int | None, typer.Argument(metavar="ACT", min=1, help=mark("its number in the log"))] = None,
    reason: Why = "",
) -> None:
    """Undo."""
    from charkoni.cli import tournament

    tournament.undo(words_of(context), event, act, reason)
