"""`charkoni tournament rating-list`: the rating list of a federation, which entering people searches."""

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.tournament.files import print_guess
from charkoni.cli.commands.tournament.parameters import Columns, Encoding, Folder, app
from charkoni.cli.commands.tournament.people import person_line
from charkoni.cli.errors import bad_word, print_error
from charkoni.cli.parameters import argument, option
from charkoni.core.errors import N_
from charkoni.tournament.acts.fields import pair
from charkoni.tournament.formats.rating_lists import head_of_list, list_rows
from charkoni.tournament.known_people import FEWEST_LETTERS
from charkoni.tournament.rating_list_index import RatingList

_NO_LIST = N_("there is no rating list in {folder}; --read FILE makes one")
_NOBODY = N_("the rating list has no person with this name or ID; a name needs {letters} letters")
_LEFT_OUT = N_("lines left out: {count}, the first is line {line}: {reason}")


@app.command("rating-list", help=N_("A federation's rating list for a folder of events: read it, search it."))
def rating_list(
    context: typer.Context,
    folder: Folder,
    name: Annotated[str, argument("NAME", N_("the beginnings of a name, or an ID"))] = "",
    read: Annotated[Path | None, option("FILE", N_("CSV, or FIDE's list of fixed columns"))] = None,
    day: Annotated[str, option("2026-11-01", N_("the day of the list"), "--date")] = "",
    encoding: Encoding = "",
    column: Columns = None,
) -> None:
    """Read a list, say of which day it is, or print who is in it."""
    words, found = words_of(context), RatingList(folder.expanduser())
    if not folder.expanduser().is_dir():
        raise bad_word(str(folder), _NO_LIST, folder=folder)
    if read:
        head = head_of_list(read.expanduser(), encoding, dict(map(pair, column or ())))
        print_guess(words, head.decoded)
        filled = found.replace(list_rows(read.expanduser(), head, _day(day or head.month)), _day(day or head.month))
        if filled.first:
            reason = filled.first.error.reason.message(words._)
            print_error(words._(_LEFT_OUT, count=filled.left_out, line=filled.first.line, reason=reason))
    of, count = found.about()
    if not count:
        raise bad_word(name, _NO_LIST, folder=folder)
    if not name:
        print(words._("rating list of {day}; people: {count}", day=of, count=count))
    people = found.find(name) if name else []
    if name and not people:
        raise bad_word(name, _NOBODY, letters=FEWEST_LETTERS)
    for person in people:
        print(person_line(person))


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise bad_word(text, N_("say of which day the list is: --date 2026-11-01")) from None
