"""`charkoni record check`, `show` and `convert`."""

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from charkoni.cli import finding, names, storage
from charkoni.cli.board import board
from charkoni.cli.failing import problem_with, tell
from charkoni.cli.looking import said
from charkoni.cli.screen import COLUMNS, columns
from charkoni.cli.words import Words
from charkoni.core.errors import BadText, Reason, mark
from charkoni.core.record import Record

_NO_FORM = mark("there is no such form; forms are {forms}")
_NO_PLY = mark("the record has {plies} plies")
_EXISTS = mark("the file exists already")


class BadOption(BadText):
    """A value that an option does not have."""


def check(words: Words, paths: Sequence[Path]) -> bool:
    """Replay records, print a line for each that holds, tell what is wrong with the others; return if all hold."""
    all_hold = True
    for path in paths:
        try:
            record = finding.record(path)
        except (BadText, OSError) as error:
            tell(problem_with(path, error, words))
            all_hold = False
        else:
            plies = words.ngettext("{n} ply", "{n} plies", len(record))
            print(f"{path}: {record.game.name}, {plies}, {_result(words, record)}")
    return all_hold


def _result(words: Words, record: Record) -> str:
    outcome = record.outcome
    return f"{outcome} ({names.reason_name(words, outcome.reason)})" if outcome else words._("not over")


def show(words: Words, path: Path, at: int | None) -> None:
    """Print a record: its tags, its turns, a position (the last one by default)."""
    record = finding.record(path)
    if at is not None and at > len(record):
        raise BadOption(str(at), Reason("NO_PLY", "", _NO_PLY, {"plies": len(record)}))
    position = record.positions[len(record) if at is None else at]
    before = record.positions[at - 1] if at else None
    console = Console(highlight=False, markup=False, emoji=False)
    lines: list[Text | str] = [Text(names.game_name(words, record.game), "bold")]
    lines += [f"{name}: {value}" for name, value in record.tags.items()]
    if record.comment:
        lines.append(record.comment)
    turns = [f"{number}. {'+'.join(turn)}" for number, turn in enumerate(record.turns, 1)]
    lines += ["", *columns(turns, COLUMNS - 1), "", *board(words, position, before), "", str(position)]
    if at is None and record.outcome:
        lines += [Text(names.result(words, record.game, record.outcome), "bold"), str(record.outcome)]
    else:
        lines += said(words, position)
    for line in lines:
        console.print(line, soft_wrap=True)


def convert(path: Path, to: str | None, output: Path | None) -> None:
    """Print a record in the other form, or in the one that is asked for, or write it to a new file."""
    if to not in (None, "text", "json"):
        raise BadOption(to or "", Reason("NO_FORM", "", _NO_FORM, {"forms": "text, json"}))
    content = finding.text(path)
    record = finding.parsed(content, path)
    wants_json = to == "json" if to else not storage.is_json(content)
    text = record.json() if wants_json else str(record)
    text = text if text.endswith("\n") else text + "\n"
    if output is None:
        sys.stdout.write(text)
        return
    try:
        storage.create(output.expanduser(), text)
    except FileExistsError:
        raise BadOption(str(output), Reason("EXISTS", "", _EXISTS)) from None
