"""`charkoni tournament people, rating-list`: people of earlier events, and the rating list of a federation."""

from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Annotated

from charkoni.cli.commands.tournament.event_files import Columns, Encoding, Folder, app, opened
from charkoni.cli.commands.tournament.files import print_guess
from charkoni.cli.errors import bad_word, print_error
from charkoni.cli.output import print_json
from charkoni.cli.parameters import AsJson, argument, flag, option
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.fields import pair
from charkoni.tournament.formats.rating_lists import head_of_list, list_rows
from charkoni.tournament.known_people import FEWEST_LETTERS, KnownPeople, KnownPerson
from charkoni.tournament.rating_list_index import RatingList

_REMEMBERED = N_("{event}: people remembered: {count}")
_NOBODY = N_("no person with this name is known in {folder}; a name needs {letters} letters")
_NO_LIST = N_("there is no rating list in {folder}; --read FILE makes one")
_NOT_LISTED = N_("the rating list has no person with this name or ID; a name needs {letters} letters")
_LEFT_OUT = N_("lines left out: {count}, the first is line {line}: {reason}")


@app.command(help=N_("People of earlier events: remember them, find them, forget one."))
def people(
    words: Words,
    folder: Folder,
    name: Annotated[str, argument("NAME", N_("the beginnings of a name, in any script"))] = "",
    remember: Annotated[list[Path] | None, option("EVENT", N_("remember the people of this event"))] = None,
    forget: Annotated[bool, flag("--forget", N_("forget the person of this name for good"))] = False,
    as_json: AsJson = False,
) -> None:
    """Remember the people of events, print who is known by a name, or forget one."""
    if not folder.expanduser().is_dir():
        raise bad_word(str(folder), N_("this is not a folder"))
    if forget and not name:
        raise bad_word("--forget", N_("name the person to delete"))
    known = KnownPeople(folder.expanduser())
    for event in remember or ():
        with opened(event, words) as director:
            print(words._(_REMEMBERED, event=event, count=known.remember(director.state, day=director.time[:10])))
    if not name:
        return
    found = known.find(name)
    if not found:
        raise bad_word(name, _NOBODY, folder=folder, letters=FEWEST_LETTERS)
    if forget:
        if len(found) > 1:
            raise bad_word(name, N_("several fit: {names}"), names=", ".join(map(person_line, found)))
        known.forget(found[0])
        print(words._("{who}: deleted, and will not be remembered here again", who=person_line(found[0])))
        return
    for person in found:
        print_json(asdict(person)) if as_json else print(person_line(person))


def person_line(person: KnownPerson) -> str:
    """Return the known data of a person as fields of `enter`, the ratings by game."""
    fields = {
        "birth": person.year, "sex": person.sex, "title": person.title, "club": person.club, "country": person.country,
        "federation_id": person.federation_id,
    }  # fmt: skip
    details = [f"{name}={value}" for name, value in fields.items() if value]
    ratings = [f"{game} {value} ({day})".lstrip() for game, (day, value) in sorted(person.ratings.items())]
    return "  ".join([person.name, *details, *ratings])


@app.command("rating-list", help=N_("A federation's rating list for a folder of events: read it, search it."))
def rating_list(
    words: Words,
    folder: Folder,
    name: Annotated[str, argument("NAME", N_("the beginnings of a name, or an ID"))] = "",
    read: Annotated[Path | None, option("FILE", N_("CSV, or FIDE's list of fixed columns"))] = None,
    day: Annotated[str, option("2026-11-01", N_("the day of the list"), "--date")] = "",
    encoding: Encoding = "",
    column: Columns = None,
) -> None:
    """Read a list, say of which day it is, or print who is in it."""
    found = RatingList(folder.expanduser())
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
        raise bad_word(name, _NOT_LISTED, letters=FEWEST_LETTERS)
    for person in people:
        print(person_line(person))


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise bad_word(text, N_("say of which day the list is: --date 2026-11-01")) from None
