"""`charkoni tournament ...`: the words of an event, its people and its files."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.tournament_options import Event, Output, RoundNumber, Who, Why, tournaments
from charkoni.core.errors import mark
from charkoni.games import DEFAULT_GAME


@tournaments.command(help=mark("Begin a new event; settings are given as NAME=VALUE."))
def new(
    context: typer.Context,
    event: Event,
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help=f"name=Open game={DEFAULT_GAME} rounds=7 ...")
    ] = None,
) -> None:
    """Begin an event."""
    from charkoni.cli import tournament

    tournament.new(words_of(context), event, settings or [])


@tournaments.command("set", help=mark("Show the settings, or change some."))
def set_(
    context: typer.Context,
    event: Event,
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help=f"name=Open game={DEFAULT_GAME} rounds=7 ...")
    ] = None,
    reason: Why = "",
) -> None:
    """Change settings."""
    from charkoni.cli import tournament

    tournament.change(words_of(context), event, settings or [], reason)


@tournaments.command(help=mark("Enter somebody; fields are given as NAME=VALUE."))
def enter(
    context: typer.Context,
    event: Event,
    name: Annotated[str, typer.Argument(metavar="NAME", help=mark("the name; of a fixed pair: A / B"))],
    fields: Annotated[
        list[str] | None,
        typer.Argument(metavar="FIELD=VALUE", help="rating title club region country birth sex categories latin"),
    ] = None,
    twin: Annotated[bool, typer.Option("--twin", help=mark("somebody else of the same name"))] = False,
) -> None:
    """Enter somebody."""
    from charkoni.cli import tournament

    tournament.enter(words_of(context), event, name, fields or [], twin)


@tournaments.command(help=mark("Correct what is known of somebody; fields are given as NAME=VALUE."))
def correct(
    context: typer.Context,
    event: Event,
    who: Who,
    fields: Annotated[list[str], typer.Argument(metavar="FIELD=VALUE", help="name=... rating=... club=...")],
    reason: Why = "",
) -> None:
    """Correct an entry."""
    from charkoni.cli import tournament

    tournament.correct(words_of(context), event, who, fields, reason)


@tournaments.command("import", help=mark("Begin an event from a report (TRF), JSON, archive; or add entries from CSV."))
def import_(
    context: typer.Context,
    event: Event,
    source: Annotated[Path, typer.Argument(metavar="FILE", help=mark("the file; - is standard input"))],
    encoding: Annotated[str, typer.Option("--encoding", metavar="NAME", help="utf-8, cp1251, latin-1 ...")] = "",
    column: Annotated[
        list[str] | None, typer.Option("--column", metavar="FIELD=HEAD", help=mark("which column holds a field"))
    ] = None,
    renumber: Annotated[bool, typer.Option("--renumber", help=mark("close gaps in the numbers"))] = False,
    trust_results: Annotated[
        bool, typer.Option("--trust-results", help=mark("where points and results differ, results hold"))
    ] = False,
    twins: Annotated[bool, typer.Option("--twins", help=mark("people of one name are different people"))] = False,
    preview: Annotated[bool, typer.Option("--preview", help=mark("only show what would be read"))] = False,
) -> None:
    """Read a file."""
    from charkoni.cli import tournament_files

    options = tournament_files.Reading(encoding, tuple(column or ()), renumber, trust_results, twins, preview)
    tournament_files.read(words_of(context), event, source, options)


@tournaments.command(help=mark("Write the event in a form: trf, trf16, json, archive, or CSV of a list."))
def export(
    context: typer.Context,
    event: Event,
    form: Annotated[
        str, typer.Argument(metavar="FORM", help="trf, trf16, json, archive, entries, pairings, standings, cross")
    ] = "trf",
    output: Output = None,
    round_: RoundNumber = None,
    latin: Annotated[bool, typer.Option("--latin", help=mark("names in Latin letters"))] = False,
    private: Annotated[bool, typer.Option("--private", help=mark("with contacts"))] = False,
) -> None:
    """Write a file."""
    from charkoni.cli import tournament_files

    tournament_files.write(words_of(context), event, form, output, round_, latin, private)


@tournaments.command(help=mark("Close the list: numbers are given, lots drawn, the number of rounds fixed."))
def start(
    context: typer.Context,
    event: Event,
    rounds: Annotated[int | None, typer.Option("--rounds", min=1, max=99, help=mark("else the usual number"))] = None,
) -> None:
    """Close the list."""
    from charkoni.cli import tournament

    tournament.start(words_of(context), event, rounds or 0)


@tournaments.command(help=mark("Say that somebody is absent in a round (Z), or gets a bye asked for (H, F)."))
def bye(
    context: typer.Context,
    event: Event,
    who: Who,
    round_: RoundNumber = None,
    code: Annotated[str, typer.Option("--code", metavar="Z|H|F|-", help=mark("which bye; - takes it back"))] = "Z",
    reason: Why = "",
) -> None:
    """Ask for a bye."""
    from charkoni.cli import tournament

    tournament.bye(words_of(context), event, who, round_, code, reason)


@tournaments.command(help=mark("Mark people as here, or as absent until further notice (--away)."))
def checkin(
    context: typer.Context,
    event: Event,
    who: Annotated[list[str] | None, typer.Argument(metavar="WHO", help=mark("numbers, #entries or names"))] = None,
    away: Annotated[bool, typer.Option("--away", help=mark("absent until further notice"))] = False,
    begin: Annotated[bool, typer.Option("--begin", help=mark("begin the check-in: nobody is here yet"))] = False,
) -> None:
    """Check in; without names, tell who is missing."""
    from charkoni.cli import tournament

    tournament.checkin(words_of(context), event, who or [], away, begin)


@tournaments.command(help=mark("Withdraw somebody from the next round on."))
def withdraw(context: typer.Context, event: Event, who: Who, round_: RoundNumber = None, reason: Why = "") -> None:
    """Withdraw."""
    from charkoni.cli import tournament
    from charkoni.tournament.acts.entries import Withdraw

    data = {"from_round": round_} if round_ else {}
    tournament.entry_act(words_of(context), event, Withdraw, who, data, reason)


@tournaments.command("return", help=mark("Let somebody who withdrew come back."))
def return_(context: typer.Context, event: Event, who: Who) -> None:
    """Come back."""
    from charkoni.cli import tournament
    from charkoni.tournament.acts.entries import Return

    tournament.entry_act(words_of(context), event, Return, who, {})


@tournaments.command(help=mark("Expel somebody; an open game is forfeited."))
def expel(
    context: typer.Context,
    event: Event,
    who: Who,
    annul: Annotated[bool, typer.Option("--annul", help=mark("earlier wins and draws become forfeits, too"))] = False,
    reason: Why = "",
) -> None:
    """Expel."""
    from charkoni.cli import tournament
    from charkoni.tournament.acts.entries import Expel

    tournament.entry_act(words_of(context), event, Expel, who, {"annul": True} if annul else {}, reason)


@tournaments.command(help=mark("Forbid some to meet, or lift that with --off."))
def forbid(
    context: typer.Context,
    event: Event,
    who: Annotated[list[str], typer.Argument(metavar="WHO", help=mark("a number, #entry or part of a name"))],
    first: Annotated[int, typer.Option("--first", min=1, max=99, help=mark("from this round on"))] = 1,
    last: Annotated[int, typer.Option("--last", min=1, max=99, help=mark("up to this round"))] = 99,
    off: Annotated[bool, typer.Option("--off", help=mark("they may meet again"))] = False,
    reason: Why = "",
) -> None:
    """Forbid a pair."""
    from charkoni.cli import tournament

    tournament.forbid(words_of(context), event, who, {"first": first, "last": last, "off": off}, reason)


@tournaments.command(help=mark("Begin a final: a knock-out of the best of a finished event, in a new file."))
def final(
    context: typer.Context,
    event: Annotated[Path, typer.Argument(metavar="EVENT", help=mark("the file of the finished event"))],
    new: Annotated[Path, typer.Argument(metavar="NEW", help=mark("the file of the final"))],
    top: Annotated[int, typer.Option("--top", metavar="2|4|8", help=mark("how many"))] = 4,
) -> None:
    """Begin a final."""
    from charkoni.cli import tournament

    tournament.final(words_of(context), event, new, top)


@tournaments.command(help=mark("Keep copies in a second folder after every publish, and put one there now."))
def copies(
    context: typer.Context,
    event: Event,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=mark("another disk, a USB stick"))],
) -> None:
    """Keep copies."""
    from charkoni.cli import tournament

    tournament.copies(words_of(context), event, folder)


@tournaments.command(help=mark("Forget who an entry is; its results stay."))
def erase(context: typer.Context, event: Event, who: Who) -> None:
    """Forget somebody."""
    from charkoni.cli import tournament

    tournament.erase(words_of(context), event, who)
