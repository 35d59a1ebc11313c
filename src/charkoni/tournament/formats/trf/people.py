"""The person of a player's line (001): name, sex, title and birth in the forms of an event, and as columns."""

import re
from collections.abc import Callable, Sequence

from charkoni.core.errors import N_
from charkoni.tournament.formats.trf.lines import PlayerLine, error_at
from charkoni.tournament.formats.trf.records import Note
from charkoni.tournament.model.categories import FEMALE, sex_of
from charkoni.tournament.model.errors import TournamentError
from charkoni.tournament.model.person_checks import checked_birth, checked_federation_id, checked_sex
from charkoni.tournament.model.person_names import checked_line, folded
from charkoni.tournament.model.players import Person

_SAME_NAME = N_("numbers {number} and {other} have the same name, {name}")
_SAME_ID = N_("numbers {number} and {other} have the same ID, {key}; an ID belongs to one person")
_NO_BIRTH = N_("number {number}: the birth {text} cannot be read and is left out")
_NO_SEX = N_("number {number}: the sex {text} cannot be read and is left out")

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
            raise error_at(row.line, 15, row.quoted, error.reason.template, **error.reason.args) from None
        federation_id = checked_federation_id(row.federation_id)
        for key, seen, template in ((folded(name), names, _SAME_NAME), (federation_id, ids, _SAME_ID)):
            if key and key in seen:
                args: dict[str, object] = {"number": row.number, "other": seen[key], "name": name, "key": key}
                notes.append(Note(2, row.line, template, args))
            seen.setdefault(key, row.number)
        if not name:
            notes.append(Note(2, row.line, N_("number {number} has no name"), {"number": row.number}))
        birth = _readable(row, row.birth, checked_birth, _NO_BIRTH, notes)
        sex = _readable(row, row.sex, checked_sex, _NO_SEX, notes)
        found[row.number] = Person(name or f"#{row.number}", "", birth, sex, "", federation_id)
    return found


def _readable(row: PlayerLine, text: str, check: Callable[[str], str], template: str, notes: list[Note]) -> str:
    """Return a text in the form of an event, or empty and add a note."""
    try:
        return check(text)
    except TournamentError:
        notes.append(Note(2, row.line, template, {"number": row.number, "text": text}))
        return ""
