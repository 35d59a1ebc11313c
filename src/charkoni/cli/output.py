"""Output that several commands print: JSON, lines and tables in colour, and on standard error what is no result."""

import json
import sys
from collections.abc import Iterable, Sequence

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from charkoni.cli.exit_codes import INTERRUPTED
from charkoni.core.errors import N_
from charkoni.core.files.journal import Journal
from charkoni.core.translations import Words

GAMES_KEPT = N_("Stopped; all finished games are saved, and the same command continues.")
_KEPT = N_("Stopped; the progress is saved, and the same command continues.")
_LOST = N_("Stopped; with --out FILE the progress would be saved.")
_DROPPED = N_("The last line of {path} was half written and is dropped.")


def print_json(value: object) -> None:
    """Print a value in one line; 0.0 has no sign, and letters of any script stand as they are."""
    print(json.dumps(without_signed_zeros(value), ensure_ascii=False), flush=True)


def without_signed_zeros(value: object) -> object:
    """Return a value of JSON with 0.0 in place of -0.0, which rounding leaves behind."""
    if isinstance(value, float):
        return value + 0.0
    if isinstance(value, dict):
        return {key: without_signed_zeros(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [without_signed_zeros(each) for each in value]
    return value


def plain_console() -> Console:
    """Return a console that prints texts as they are, in colour only where they have a style."""
    return Console(highlight=False, markup=False, emoji=False)


def print_lines(lines: Iterable[Text | str]) -> None:
    """Print lines without breaking long ones."""
    console = plain_console()
    for line in lines:
        console.print(line, soft_wrap=True)


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]], width: int | None = None) -> None:
    """Print a table, its first column of texts, the others of numbers.  width: of the terminal, by default its own."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left", no_wrap=place > 0)
    for row in rows:
        table.add_row(*row)
    Console(highlight=False, markup=False, width=width).print(table)


def print_note(line: object) -> None:
    """Print a line on standard error."""
    print(line, file=sys.stderr, flush=True)


def print_dropped(words: Words, journal: Journal) -> None:
    """Print on standard error that the last line of a file was half written, if it was."""
    if journal.dropped:
        print_note(words._(_DROPPED, path=journal.path))


def stopped(words: Words, template: str) -> typer.Exit:
    """Print on standard error what Ctrl-C leaves of a command, and return the end of the program."""
    print_note(words._(template))
    return typer.Exit(INTERRUPTED)


def stopped_progress(words: Words, is_kept: bool) -> typer.Exit:
    """Print as `stopped` whether a file keeps the progress."""
    return stopped(words, _KEPT if is_kept else _LOST)
