"""`charkoni tournament check, simulate`: report files of other programs, and random ones."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.tournament.event_files import print_picture, write_text
from charkoni.cli.commands.tournament.parameters import Output, app
from charkoni.cli.errors import file_error_line, print_error
from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament import simulate as random_events
from charkoni.tournament import verify as reports
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.formats.trf.lines import decoded
from charkoni.tournament.model.errors import BadFile, EngineFailed
from charkoni.tournament.pairing.input_from_event import input_after

_AGREES = mark("{file}: {rounds} rounds, all as the engine pairs them")
_DIFFERS = mark("{file}: round {round}: in the file {extra}, by the engine {missing}")


@app.command(help=mark("Pair every round of reports anew and list what differs."))
def check(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help=mark("reports (TRF)"))],
) -> None:
    """Pair every round of reports anew; exit code 1 when something differs."""
    words = words_of(context)
    agree = [_check(words, path) for path in files]
    if not all(agree):
        raise typer.Exit(1)


def _check(words: Words, path: Path) -> bool:
    """Print the differences of one report; return whether there are none."""
    try:
        players = input_after(reader.read(decoded(path.expanduser().read_bytes())).tournament)
        verdicts = list(reports.rounds(players))
    except (BadFile, OSError, EngineFailed) as error:
        print_error(file_error_line(path, error, words))
        if isinstance(error, BadFile):
            print_picture(error)
        return False
    for verdict in verdicts:
        if not verdict.agrees:
            extra, missing = _boards(verdict.extra), _boards(verdict.missing)
            print(words._(_DIFFERS, file=path, round=verdict.round, extra=extra, missing=missing))
        for breach in verdict.breaches:
            print(f"{path}: {verdict.round}: {breach.message(words._)}")
    agrees = all(verdict.agrees for verdict in verdicts)
    if agrees:
        print(words._(_AGREES, file=path, rounds=len(verdicts)))
    return agrees


def _boards(boards: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{a}-{b}" if b else str(a) for a, b in boards) or "–"


@app.command(help=mark("Make a random tournament as a report: same seed, same file."))
def simulate(
    context: typer.Context,
    seed: Annotated[str, typer.Option("--seed", help=mark("any text"))] = "1",
    players: Annotated[int, typer.Option("--players", min=2, max=9999, help=mark("how many"))] = 35,
    rounds: Annotated[int, typer.Option("--rounds", min=0, max=40, help=mark("else the usual number"))] = 0,
    draws: Annotated[int, typer.Option("--draws", min=0, max=100, help=mark("percent of the games"))] = 5,
    output: Output = None,
) -> None:
    """Write a random Swiss as a report."""
    tournament = random_events.tournament(seed, players, rounds, random_events.Frequencies(draws=draws))
    write_text(writer.write(tournament), output)
