"""The person of a player's line (001): name, sex, title and birth in the forms of an event, and as columns."""

import re
from collections.abc import Callable, Sequence

from charkoni.tournament.formats.trf.lines import PlayerLine, refused_at
from charkoni.tournament.formats.trf.records import Note, note
from charkoni.tournament.model.categories import FEMALE, sex_of
from charkoni.tournament.model.errors import TournamentError
from charkoni.tournament.model.person_checks import checked_birth, checked_federation_id, checked_sex
from charkoni.tournament.model.person_names import checked_line, folded
from charkoni.tournament.model.players import Person

TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
"""The titles that have columns; others are only in our extension line, since programs reject unknown titles."""
_OLD_TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}
_SEX_COLUMN = {FEMALE: "w", "m": "m"}


def title_of(column: str) -> str:
    """Return the title of columns 11-13; reports of before 2016 have letters."""
    return _OLD_TITLES.get(column.lower(), column.upper() if column.upper() in TITLES else column)


def title_column(title: str) -> str:
    """Return a title for columns 11-13, empty for one that is none of FIDE's."""
    return title.upper() if title.upper() in TITLES else ""


def sex_column(person: Person) -> str:
    """Return column 10: w or m, or empty."""
    return _SEX_COLUMN.get(sex_of(person.sex), "")


def country_column(country: str) -> str:
    """Return a country for columns 54-56, empty for one that is no code of three Latin letters."""
    return country.upper() if re.fullmatch(r"[A-Za-z]{3}", country) else ""


def id_column(person: Person) -> str:
    """Return the ID for columns 58-68, empty for one that is no number of at most 11 digits."""
    return person.federation_id if re.fullmatch(r"[0-9]{1,11}", person.federation_id) else ""


def people_of(rows: Sequence[PlayerLine], notes: list[Note]) -> dict[int, Person]:
    """Return the persons of all lines by pairing number, and add notes; raise BadFile for a name that cannot be shown.

    A sex, title or birth that cannot be read is left out, with a note.
    """
    found: dict[int, Person] = {}
    names: dict[str, int] = {}
    ids: dict[str, int] = {}
    for row in rows:
        try:
            name = checked_line(row.name, TournamentError)
        except TournamentError as error:
            raise refused_at(row.line, 15, row.quoted, error) from None
        federation_id = checked_federation_id(row.federation_id)
        for key, seen, text in ((folded(name), names, "same-name"), (federation_id, ids, "same-id")):
            if key and key in seen:
                notes.append(note(2, row.line, text, number=row.number, other=seen[key], name=name, key=key))
            seen.setdefault(key, row.number)
        if not name:
            notes.append(note(2, row.line, "no-name", number=row.number))
        birth = _readable(row, row.birth, checked_birth, "no-birth", notes)
        sex = _readable(row, row.sex, checked_sex, "no-sex", notes)
        found[row.number] = Person(name or f"#{row.number}", "", birth, sex, "", federation_id)
    return found


def _readable(row: PlayerLine, text: str, check: Callable[[str], str], name: str, notes: list[Note]) -> str:
    """Return a text in the form of an event, or empty and add a note."""
    try:
        return check(text)
    except TournamentError:
        notes.append(note(2, row.line, name, number=row.number, text=text))
        return ""
