"""`charkoni tournament check, simulate`: events and reports paired again, and random reports."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli import inputs
from charkoni.cli.commands.tournament.event_files import Output, app, print_picture, write_text
from charkoni.cli.errors import file_error_line, print_error
from charkoni.cli.parameters import argument, option
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament import simulate as random_events
from charkoni.tournament import verify as reports
from charkoni.tournament.director import Director
from charkoni.tournament.festival_file import elsewhere
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.formats.trf.lines import TEXTS, decoded
from charkoni.tournament.model.errors import BadFile, PairingFailed, TournamentError, WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.settings import PAIRING_EDITION

_AGREES = N_("{file}: rounds: {rounds}, all as the rules pair them")
_EXPLAINED = N_("{file}: rounds: {rounds}, every difference has its act")
_UNEXPLAINED = N_("{file}: rounds: {rounds}, these differ without an act that explains it: {which}")
_SQLITE = b"SQLite format 3\0"


@app.command(help=N_("Repeat the pairing of every round of events and reports, and explain differences."))
def check(words: Words, files: Annotated[list[Path], argument("FILE", N_("events, or reports (TRF)"))]) -> None:
    """Pair every round again from the data known at the time; exit code 1 for a difference unexplained by acts."""
    agree = [_check(words, path.expanduser()) for path in files]
    if not all(agree):
        raise typer.Exit(1)


def _check(words: Words, path: Path) -> bool:
    """Print the verdicts of one file; return whether every round agrees or is explained, and nobody plays twice."""
    try:
        doubles = [error.reason.message(words._) for error in elsewhere(path)]
        print(*(f"{path}: {double}\n" for double in doubles), sep="", end="")
        tournament = _read(words, path)
        verdicts = list(reports.rounds(tournament))
    except (TournamentError, OSError, PairingFailed) as error:
        print_error(file_error_line(path, error, words))
        if isinstance(error, BadFile):
            print_picture(error)
        return False
    note = reports.edition_note(words, tournament)
    if note:
        print(f"{path}: {note}")
    if not all(verdict.is_plain for verdict in verdicts):
        for verdict in verdicts:
            for line in reports.verdict_lines(words, tournament, verdict):
                print(f"{path}: {line}")
    wrong = [str(verdict.round) for verdict in verdicts if not verdict.is_explained]
    template = _AGREES if all(verdict.is_plain for verdict in verdicts) else _UNEXPLAINED if wrong else _EXPLAINED
    print(words._(template, file=path, rounds=len(verdicts), which=", ".join(wrong)))
    return not wrong and not doubles


def _read(words: Words, path: Path) -> Tournament:
    """Return the tournament of an event or a report; raise OSError, BadFile, WrongPhase."""
    with path.open("rb") as file:
        is_event = file.read(len(_SQLITE)) == _SQLITE
    if is_event:
        with Director.open(path) as director:
            print(words._("{file}: acts: {acts}, the chain is intact", file=path, acts=director.store.verify()))
            tournament = director.reported()
        if not tournament.by_number():
            raise refusal(WrongPhase, path.name, N_("the list is not closed yet: there is no round to check"))
        return tournament
    reading = reader.read(decoded(inputs.content(path)))
    if reading.edition:
        raise refusal(BadFile, path.name, TEXTS["other-edition"], edition=reading.edition, ours=PAIRING_EDITION)
    return reading.tournament


@app.command(help=N_("Make a random tournament as a report: same seed, same file."))
def simulate(
    words: Words,
    seed: Annotated[str, option("TEXT", N_("1 to 64 signs without spaces"))] = "1",
    players: Annotated[int, option("", N_("how many"), min=2, max=9999)] = 35,
    rounds: Annotated[int, option("", N_("else the usual number"), min=0, max=40)] = 0,
    draws: Annotated[int, option("", N_("percent of the games"), min=0, max=100)] = 5,
    output: Output = None,
) -> None:
    """Write a random Swiss as a report."""
    states = [random_events.start(seed, players, rounds)]
    with progress_bar() as progress:
        task = progress.add_task(words._("pairing"), total=states[0].settings.rounds)
        for state in random_events.play(states[0], random_events.Frequencies(draws=draws)):
            states.append(state)
            progress.advance(task)
    write_text(writer.write(states[-1]), output)
