"""Files of many records: those of a match, a collection or a study, one after the other, read lazily."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from charkoni.core.errors import BadRecord
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.core.registry import named

_FIRST_LINE = re.compile(r'\[Game "')
_TAG_LINE = re.compile(r"\[[A-Z]")
_BRACE = re.compile(r"\\.|([{}])")


def read_records(
    source: str | os.PathLike[str] | Iterable[str],
    errors: list[BadRecord] | None = None,
    find: Callable[[str], Game] = named,
) -> Iterator[Record]:
    """Yield the records of a file, or of the lines of an open text file, one at a time.

    source: a path, or lines of text.  A file holds records in text form, each of which begins with its tag Game, or one
    record as JSON.  errors: a list that gets the errors of records that cannot be read, with their lines in the file;
    without one the first error is raised.  find: gives a game by its name.  Raise OSError; UnicodeDecodeError for a
    file that is not UTF-8.

    >>> import charkoni
    >>> lines = ['[Game "mosty:size=2"]', '', 'a1 {an edge} (b2! c1) c3', '[Game "mangala"]', '', '4 6']
    >>> [(record.game.name, len(record)) for record in charkoni.read_records(lines)]
    [('mosty:size=2', 2), ('mangala', 2)]
    """
    if isinstance(source, str | os.PathLike):
        with Path(source).open(encoding="utf-8-sig") as file:
            yield from read_records(file, errors, find)
        return
    for before, text in texts_of_records(source):
        try:
            yield parse(text, find)
        except BadRecord as error:
            placed = BadRecord(error.text, error.reason, error.where, error.line + before, error.column)
            if errors is None:
                raise placed from None
            errors.append(placed)


def is_json(text: str) -> bool:
    """Return whether the text of a record is its JSON form."""
    return text.lstrip().startswith("{")


def parse(text: str, find: Callable[[str], Game] = named) -> Record:
    """Return the record of a text in either form; raise BadRecord."""
    return Record.from_json(text, find) if is_json(text) else Record.parse(text, find)


def texts_of_records(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the text of each record, with the number of the line before it."""
    held: list[str] = []
    before, is_comment = 0, False
    for number, line in enumerate(lines):
        text = line if line.endswith("\n") else f"{line}\n"
        if not is_comment and _FIRST_LINE.match(text) and any(map(str.strip, held)):
            yield before, "".join(held)
            held, before = [], number
        held.append(text)
        if is_comment or not _TAG_LINE.match(text):
            braces = [found[1] for found in _BRACE.finditer(text) if found[1]]
            is_comment = braces[-1] == "{" if braces else is_comment
    yield before, "".join(held)
