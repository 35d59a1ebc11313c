"""`charkoni tournament people`: the people of earlier events, kept beside the files of events."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from charkoni.cli.commands.tournament.event_files import opened
from charkoni.cli.commands.tournament.parameters import Folder, app
from charkoni.cli.errors import bad_word
from charkoni.cli.output import print_json
from charkoni.cli.parameters import AsJson, argument, flag, option
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.known_people import FEWEST_LETTERS, KnownPeople, KnownPerson

_REMEMBERED = N_("{event}: people remembered: {count}")
_NOBODY = N_("no person with this name is known in {folder}; a name needs {letters} letters")


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
