"""`charkoni tournament ...`: what can be said on the command line; what is done stands in modules of their own."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.words import Words
from charkoni.core.errors import mark

tournaments = typer.Typer(help=mark("Run a tournament: from registration to the prize list."), no_args_is_help=True)

Event = Annotated[Path, typer.Argument(metavar="EVENT", help=mark("the file of the event"))]
Who = Annotated[str, typer.Argument(metavar="WHO", help=mark("a number, #entry or part of a name"))]
Why = Annotated[str, typer.Option("--reason", metavar="TEXT", help=mark("the reason, kept in the log"))]
RoundNumber = Annotated[
    int | None, typer.Option("--round", metavar="N", min=1, max=99, help=mark("the round; else the running one"))
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help=mark("a new file; else standard output"))
]
Rating = Annotated[int | None, typer.Option("--rating", min=0, max=9999, help=mark("the rating"))]
Text = Annotated[str | None, typer.Option(metavar="TEXT")]


def _words(context: typer.Context) -> Words:
    words: Words = context.find_root().obj
    return words


@tournaments.command(help=mark("Begin a new event; settings are given as NAME=VALUE."))
def new(
    context: typer.Context,
    event: Event,
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help=mark("name=Open game=mangala rounds=7 ..."))
    ] = None,
) -> None:
    """Begin an event."""
    from charkoni.cli import tournament

    tournament.new(_words(context), event, settings or [])


@tournaments.command("set", help=mark("Show the settings, or change some."))
def set_(
    context: typer.Context,
    event: Event,
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help=mark("name=Open game=mangala rounds=7 ..."))
    ] = None,
    reason: Why = "",
) -> None:
    """Change settings."""
    from charkoni.cli import tournament

    tournament.change(_words(context), event, settings or [], reason)


@tournaments.command(help=mark("Enter somebody; fields are given as NAME=VALUE."))
def enter(
    context: typer.Context,
    event: Event,
    name: Annotated[str, typer.Argument(metavar="NAME", help=mark("the name; of a fixed pair: A / B"))],
    fields: Annotated[
        list[str] | None,
        typer.Argument(metavar="FIELD=VALUE", help=mark("rating title club region country birth sex categories latin")),
    ] = None,
    twin: Annotated[bool, typer.Option("--twin", help=mark("somebody else of the same name"))] = False,
) -> None:
    """Enter somebody."""
    from charkoni.cli import tournament

    tournament.enter(_words(context), event, name, fields or [], twin)


@tournaments.command(help=mark("Correct what is known of somebody; fields are given as NAME=VALUE."))
def correct(
    context: typer.Context,
    event: Event,
    who: Who,
    fields: Annotated[list[str], typer.Argument(metavar="FIELD=VALUE", help=mark("name=... rating=... club=..."))],
    reason: Why = "",
) -> None:
    """Correct an entry."""
    from charkoni.cli import tournament

    tournament.correct(_words(context), event, who, fields, reason)


@tournaments.command("import", help=mark("Begin an event from a report (TRF), JSON, archive; or add entries from CSV."))
def import_(
    context: typer.Context,
    event: Event,
    source: Annotated[Path, typer.Argument(metavar="FILE", help=mark("the file; - is standard input"))],
    encoding: Annotated[str, typer.Option("--encoding", metavar="NAME", help=mark("utf-8, cp1251, latin-1 ..."))] = "",
    column: Annotated[
        list[str] | None, typer.Option("--column", metavar="FIELD=HEAD", help=mark("which column holds a field"))
    ] = None,
    renumber: Annotated[bool, typer.Option("--renumber", help=mark("close gaps in the numbers"))] = False,
    trust_results: Annotated[
        bool, typer.Option("--trust-results", help=mark("where points and results differ, results hold"))
    ] = False,
    preview: Annotated[bool, typer.Option("--preview", help=mark("only show what would be read"))] = False,
) -> None:
    """Read a file."""
    from charkoni.cli import tournament_files

    options = tournament_files.Reading(encoding, tuple(column or ()), renumber, trust_results, preview)
    tournament_files.read(_words(context), event, source, options)


@tournaments.command(help=mark("Write the event in a form: trf, trf16, json, archive, or CSV of a list."))
def export(
    context: typer.Context,
    event: Event,
    form: Annotated[
        str, typer.Argument(metavar="FORM", help=mark("trf, trf16, json, archive, entries, pairings, standings, cross"))
    ] = "trf",
    output: Output = None,
    round_: RoundNumber = None,
    latin: Annotated[bool, typer.Option("--latin", help=mark("names in Latin letters"))] = False,
    private: Annotated[bool, typer.Option("--private", help=mark("with contacts"))] = False,
) -> None:
    """Write a file."""
    from charkoni.cli import tournament_files

    tournament_files.write(_words(context), event, form, output, round_, latin, private)


@tournaments.command(help=mark("Close the list: numbers are given, lots drawn, the number of rounds fixed."))
def start(
    context: typer.Context,
    event: Event,
    rounds: Annotated[int | None, typer.Option("--rounds", min=1, max=99, help=mark("else the usual number"))] = None,
) -> None:
    """Close the list."""
    from charkoni.cli import tournament

    tournament.start(_words(context), event, rounds or 0)


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

    tournament.bye(_words(context), event, who, round_, code, reason)


@tournaments.command(help=mark("Mark somebody as absent until further notice (--away), or as here."))
def checkin(
    context: typer.Context,
    event: Event,
    who: Who,
    away: Annotated[bool, typer.Option("--away", help=mark("absent until further notice"))] = False,
) -> None:
    """Check in."""
    from charkoni.cli import tournament

    tournament.entry_act(_words(context), event, "checkin", who, {"here": not away})


@tournaments.command(help=mark("Withdraw somebody from the next round on."))
def withdraw(context: typer.Context, event: Event, who: Who, round_: RoundNumber = None, reason: Why = "") -> None:
    """Withdraw."""
    from charkoni.cli import tournament

    data = {"from": round_} if round_ else {}
    tournament.entry_act(_words(context), event, "withdraw", who, data, reason)


@tournaments.command("return", help=mark("Let somebody who withdrew come back."))
def return_(context: typer.Context, event: Event, who: Who) -> None:
    """Come back."""
    from charkoni.cli import tournament

    tournament.entry_act(_words(context), event, "return", who, {})


@tournaments.command(help=mark("Expel somebody."))
def expel(context: typer.Context, event: Event, who: Who, reason: Why = "") -> None:
    """Expel."""
    from charkoni.cli import tournament

    tournament.entry_act(_words(context), event, "expel", who, {}, reason)


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

    tournament.forbid(_words(context), event, who, {"first": first, "last": last, "off": off}, reason)


@tournaments.command(help=mark("Make the draft of the next round."))
def pair(
    context: typer.Context,
    event: Event,
    by_hand: Annotated[
        str, typer.Option("--by-hand", metavar="TABLES", help=mark("tables by numbers: 1-5 6-2 7 (a lone number: bye)"))
    ] = "",
    allow: Annotated[
        list[str] | None, typer.Option("--allow", metavar="P2", help=mark("a rule that may be broken, with a reason"))
    ] = None,
    publish_too: Annotated[bool, typer.Option("--publish", help=mark("publish it at once"))] = False,
    reason: Why = "",
) -> None:
    """Make a draft."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.pair(_words(context), event, by_hand, allow or [], publish_too, reason)


@tournaments.command(help=mark("Change tables by hand: of the draft, or of a round without results there."))
def edit(
    context: typer.Context,
    event: Event,
    tables: Annotated[str, typer.Argument(metavar="TABLES", help=mark("all tables: 1-5 6-2 7"))],
    allow: Annotated[
        list[str] | None, typer.Option("--allow", metavar="P2", help=mark("a rule that may be broken, with a reason"))
    ] = None,
    reason: Why = "",
) -> None:
    """Change tables."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.edit(_words(context), event, tables, allow or [], reason)


@tournaments.command(help=mark("Publish the draft."))
def publish(
    context: typer.Context,
    event: Event,
    allow: Annotated[
        list[str] | None, typer.Option("--allow", metavar="P2", help=mark("a rule that may be broken, with a reason"))
    ] = None,
    reason: Why = "",
) -> None:
    """Publish."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.publish(_words(context), event, allow or [], reason)


@tournaments.command(help=mark("Take a published round without results back."))
def unpublish(context: typer.Context, event: Event, reason: Why = "") -> None:
    """Take back."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.unpublish(_words(context), event, reason)


@tournaments.command(help=mark("Enter results: table and result in turn, or lines of them on standard input."))
def result(
    context: typer.Context,
    event: Event,
    results: Annotated[
        list[str] | None, typer.Argument(metavar="TABLE RESULT", help=mark("7 1, 8 30:18, 9 =, 10 + ..."))
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

    tournament_rounds.result(_words(context), event, results or [], round_, source, seen, reason)


@tournaments.command(help=mark("Let the only report of a table count."))
def confirm(
    context: typer.Context,
    event: Event,
    table: Annotated[int, typer.Argument(metavar="TABLE", min=1, help=mark("the table"))],
    round_: RoundNumber = None,
) -> None:
    """Confirm a report."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.confirm(_words(context), event, table, round_)


@tournaments.command(help=mark("Close the running round."))
def close(context: typer.Context, event: Event) -> None:
    """Close a round."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.close(_words(context), event)


@tournaments.command(help=mark("Finish the tournament."))
def finish(
    context: typer.Context,
    event: Event,
    early: Annotated[bool, typer.Option("--early", help=mark("rounds are left; give the reason"))] = False,
    reason: Why = "",
) -> None:
    """Finish."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.finish(_words(context), event, early, reason)


@tournaments.command(help=mark("Draw a lot by hand: the first side (w or b), or who moves first at a table."))
def lot(
    context: typer.Context,
    event: Event,
    side: Annotated[str, typer.Option("--side", metavar="w|b", help=mark("the side of number 1 in round 1"))] = "",
    table: Annotated[int, typer.Option("--table", min=0, help=mark("the table"))] = 0,
    who: Annotated[str, typer.Option("--who", metavar="WHO", help=mark("who moves first there"))] = "",
    round_: RoundNumber = None,
) -> None:
    """Take a lot down."""
    from charkoni.cli import tournament_rounds

    tournament_rounds.lot(_words(context), event, side, table, who, round_)


@tournaments.command(help=mark("Undo an act, by default the last one."))
def undo(
    context: typer.Context,
    event: Event,
    act: Annotated[int | None, typer.Argument(metavar="ACT", min=1, help=mark("its number in the log"))] = None,
    reason: Why = "",
) -> None:
    """Undo."""
    from charkoni.cli import tournament

    tournament.undo(_words(context), event, act, reason)


@tournaments.command(help=mark("Show how the event stands, or one print-out of it."))
def show(
    context: typer.Context,
    event: Event,
    what: Annotated[
        str | None,
        typer.Argument(metavar="WHAT", help=mark("entries, pairings, names, standings, cross, regulations, ...")),
    ] = None,
    round_: RoundNumber = None,
    as_json: Annotated[bool, typer.Option("--json", help=mark("as JSON"))] = False,
) -> None:
    """Show the event."""
    from charkoni.cli import tournament_show

    tournament_show.show(_words(context), event, what, round_, as_json)


@tournaments.command("print", help=mark("Write a print-out into a new file: .pdf, .html or .txt."))
def print_(
    context: typer.Context,
    event: Event,
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help=mark("entries, pairings, names, slips, standings, cross, cards, tables, regulations, prizes, ..."),
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help=mark("a new file"))],
    round_: RoundNumber = None,
    paper: Annotated[str, typer.Option("--paper", metavar="A4|Letter", help=mark("the size of the paper"))] = "A4",
    address: Annotated[
        str, typer.Option("--address", metavar="URL", help=mark("the pages of the event, for the codes to be scanned"))
    ] = "",
) -> None:
    """Print."""
    from charkoni.cli import tournament_show

    tournament_show.print_out(_words(context), event, what, output, round_, paper, address)


@tournaments.command(help=mark("Explain a table, a pair that does not meet, or a tie-break."))
def why(
    context: typer.Context,
    event: Event,
    table: Annotated[int | None, typer.Option("--table", min=1, help=mark("a table of the round"))] = None,
    pair_of: Annotated[
        list[str] | None, typer.Option("--not", metavar="WHO", help=mark("two who do not meet; give it twice"))
    ] = None,
    who: Annotated[str, typer.Option("--who", metavar="WHO", help=mark("whose tie-break"))] = "",
    tiebreak: Annotated[str, typer.Option("--tiebreak", metavar="NAME", help=mark("BH, SB, DE ..."))] = "",
    round_: RoundNumber = None,
) -> None:
    """Explain."""
    from charkoni.cli import tournament_show

    tournament_show.why(_words(context), event, table, pair_of or [], who, tiebreak, round_)


@tournaments.command(help=mark("Show the log."))
def log(context: typer.Context, event: Event) -> None:
    """Show the log."""
    from charkoni.cli import tournament_show

    tournament_show.log(_words(context), event)


@tournaments.command(help=mark("Recompute the chain of the log and the state."))
def verify(context: typer.Context, event: Event) -> None:
    """Verify the file."""
    from charkoni.cli import tournament_show

    tournament_show.verify(_words(context), event)


@tournaments.command(help=mark("Pair every round of reports anew and list what differs."))
def check(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help=mark("reports (TRF)"))],
) -> None:
    """Check reports."""
    from charkoni.cli import tournament_files

    if not tournament_files.check(_words(context), files):
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

    tournament_files.simulate(_words(context), seed, players, rounds, draws, output)


@tournaments.command(help=mark("Plan a day: the end of every round, and what has to be on the tables."))
def plan(
    context: typer.Context,
    players: Annotated[int, typer.Argument(metavar="PLAYERS", min=2, max=9999, help=mark("how many"))],
    begin: Annotated[str, typer.Option("--begin", metavar="HH:MM", help=mark("when round 1 begins"))] = "10:00",
    rounds: Annotated[int, typer.Option("--rounds", min=0, max=40, help=mark("else the usual number"))] = 0,
    minutes: Annotated[int, typer.Option("--minutes", min=1, max=1440, help=mark("of a round"))] = 30,
) -> None:
    """Plan."""
    from charkoni.cli import tournament_show

    tournament_show.plan(_words(context), players, begin, rounds, minutes)


@tournaments.command(help=mark("New Glicko-2 ratings from this event, as CSV."))
def ratings(context: typer.Context, event: Event) -> None:
    """Rate."""
    from charkoni.cli import tournament_show

    tournament_show.ratings(_words(context), event)


@tournaments.command(help=mark("Keep copies in a second folder after every publish, and put one there now."))
def copies(
    context: typer.Context,
    event: Event,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=mark("another disk, a USB stick"))],
) -> None:
    """Keep copies."""
    from charkoni.cli import tournament

    tournament.copies(_words(context), event, folder)


@tournaments.command(help=mark("Forget who an entry is; its results stay."))
def erase(context: typer.Context, event: Event, who: Who) -> None:
    """Forget somebody."""
    from charkoni.cli import tournament

    tournament.erase(_words(context), event, who)
