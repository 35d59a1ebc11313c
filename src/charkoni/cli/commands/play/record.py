"""`charkoni record`: check, show or convert records of games."""

import contextlib
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from charkoni.cli import inputs, records
from charkoni.cli.command_group import typer_app
from charkoni.cli.commands.play import image_files
from charkoni.cli.commands.play.image_files import ImageOptions
from charkoni.cli.errors import bad_word, file_error_line, print_error
from charkoni.cli.output import print_lines
from charkoni.cli.parameters import Bottom, File, Files, Portrait, Theme, Width, option
from charkoni.cli.terminal.board import board, turn_and_moves
from charkoni.cli.terminal.picture import numbered_turns
from charkoni.cli.terminal.screen import COLUMNS, columns
from charkoni.core import record_files
from charkoni.core.errors import N_, BadText
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.games import names

app = typer_app(no_args_is_help=True)


@app.command("check", help=N_("Replay records and say whether they hold."))
def record_check(words: Words, files: Files) -> None:
    """Replay records, print a line for each that holds and an error for each that does not."""
    all_hold = True
    for file in files:
        count = 1
        with contextlib.suppress(BadText, OSError):  # what cannot be read is reported below
            count = 1 if "#" in file.name or str(file) == "-" else len(inputs.games_of(file))
        for place in [Path(f"{file}#{n}") for n in range(1, count + 1)] if count > 1 else [file]:
            try:
                record = inputs.record(place)
            except (BadText, OSError) as error:
                print_error(file_error_line(place, error, words))
                all_hold = False
            else:
                plies = words.ngettext("{n} ply", "{n} plies", len(record))
                print(f"{place}: {record.game.name}, {plies}, {_result(words, record)}")
    if not all_hold:
        raise typer.Exit(1)


@app.command("show", help=N_("Show a record: tags, moves, a position, the outcome."))
def record_show(
    words: Words,
    file: File,
    at: Annotated[int | None, option("PLY", N_("the position after this ply"), min=0)] = None,
    gif: Annotated[Path | None, option("FILE", N_("as a moving picture into a new file; - is standard output"))] = None,
    theme: Theme = None,
    seat: Bottom = None,
    portrait: Portrait = False,
    width: Width = None,
) -> None:
    """Print a record, or write a moving picture of it."""
    if gif:
        image_files.write_record(file, at, gif, ImageOptions(theme, seat, portrait, width))
        return
    print_record(words, file, at)


@app.command("convert", help=N_("Convert a record: text to JSON, JSON to text."))
def record_convert(
    words: Words,
    file: File,
    to: Annotated[str | None, option("text|json", N_("the form; else the other one"))] = None,
    output: Annotated[Path | None, option("FILE", N_("a new file; else standard output"), "--output", "-o")] = None,
) -> None:
    """Print a record in the other form, or in the one that is asked for, or write it to a new file."""
    if to not in (None, "text", "json"):
        raise bad_word(to or "", N_("there is no such form; forms are {forms}"), forms="text, json")
    content = inputs.game_text(file)
    record = inputs.parsed(content, file)
    wants_json = to == "json" if to else not record_files.is_json(content)
    if output is None:
        sys.stdout.write(record.json() if wants_json else str(record))
    else:
        records.write(record, output.expanduser(), wants_json)


def _result(words: Words, record: Record) -> str:
    """Return scores and reason of a finished game, or that it is not over."""
    outcome = record.outcome
    return f"{outcome} ({names.reason_name(words, record.game, outcome.reason)})" if outcome else words._("not over")


def print_record(words: Words, path: Path, at: int | None) -> None:
    """Print a record: its tags, its turns, and the position after `at` plies, by default the last one."""
    record, place = inputs.record_at(path, at)
    position = record.positions[place]
    before = record.positions[at - 1] if at else None
    lines: list[Text | str] = [Text(names.game_name(words, record.game), "bold")]
    lines += [f"{name}: {value}" for name, value in record.tags.items()]
    if record.comment:
        lines.append(record.comment)
    is_annotated = any(ply.mark or ply.comment or ply.variations for ply in record)
    moves = annotated_moves(record) if is_annotated else columns(numbered_turns(record), COLUMNS - 1)
    lines += ["", *moves, "", *board(words, position, before), "", str(position)]
    if at is None and record.outcome:
        lines += [Text(names.result(words, record.game, record.outcome), "bold"), str(record.outcome)]
    else:
        lines += turn_and_moves(words, position)
    print_lines(lines)


def annotated_moves(record: Record) -> list[str]:
    """Return the moves with marks and comments, each variation indented below the move that it replaces."""
    lines: list[str] = []
    last = -1
    numbers = iter(record.move_numbers)
    for depth, _, ply in record.walk():
        number = next(numbers) if depth == 0 else 0
        if depth != last:
            lines.append("  " * depth + (f"{number}." if number else "–"))
        lines[-1] += f" {ply.move}{ply.mark}" + (f" {{{ply.comment}}}" if ply.comment else "")
        last = -1 if ply.comment else depth
    return lines
