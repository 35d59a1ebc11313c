"""Checks of entered or corrected data: dates of birth, sex, country, ratings, lines of text."""

import datetime
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from charkoni.core.errors import N_
from charkoni.tournament.model.categories import sex_of
from charkoni.tournament.model.countries import country_code
from charkoni.tournament.model.errors import BadEntry, bad_field
from charkoni.tournament.model.person_names import checked_line, checked_name
from charkoni.tournament.model.players import Person

OLDEST = 1900
HIGHEST_RATING = 9999


def checked_person(person: Person, today: datetime.date) -> Person:
    """Return a person with its fields in their usual form; raise BadEntry, BadField.

    The birth is a year or a date (also 31.05.1999), not after today; the sex becomes f or m.
    """
    return replace(
        person,
        name=checked_name(person.name),
        latin=checked_line(person.latin, BadEntry),
        contact=checked_line(person.contact, BadEntry),
        federation_id=checked_federation_id(person.federation_id),
        birth=checked_birth(person.birth, today),
        sex=checked_sex(person.sex),
        members=tuple(checked_name(member) for member in person.members),
    )


def checked_federation_id(text: str) -> str:
    """Return a number in a federation; zeros, which other programs write for none, are an empty text."""
    line = checked_line(text, BadEntry)
    return line if line.strip("0") else ""


def checked_fields(fields: Mapping[str, Any], known_country: str = "") -> dict[str, Any]:
    """Return fields of an entry with the country as its code; raise BadField for it, and for a rating out of range.

    known_country: what the entry has already, in an older form, too.
    """
    rating = fields.get("rating", 0)
    if not 0 <= int(rating) <= HIGHEST_RATING:
        raise bad_field("rating", rating, N_("a rating is 0 to 9999"))
    country = str(fields.get("country", ""))
    if not country or country == known_country:
        return dict(fields)
    return {**fields, "country": country_code(country)}


def checked_birth(text: str, today: datetime.date | None = None) -> str:
    """Return a year or date of birth, `1999`, `1999-05-31`; raise BadField.  today: by default that of this machine."""
    text, today = text.strip(), today or datetime.datetime.now(datetime.UTC).date()
    day = re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", text)
    plain = f"{day[3]}-{day[2]:0>2}-{day[1]:0>2}" if day else text.replace("/", "-")
    if not plain:
        return ""
    if not re.fullmatch(r"\d{4}(-\d{2}-\d{2})?", plain, re.ASCII):
        raise bad_field("birth", text, "birth")
    if plain.endswith("-00-00"):
        plain = plain[:4]  # a date of which reports know the year alone
    try:
        born = datetime.date.fromisoformat(plain if len(plain) > 4 else f"{plain}-01-01")
    except ValueError:
        raise bad_field("birth", text, "birth") from None
    if not born.year >= OLDEST or born > today:
        raise bad_field("birth", text, N_("a year or date of birth is between 1900 and today"))
    return plain


def checked_sex(text: str) -> str:
    """Return f, m or an empty text; raise BadField."""
    text = text.strip()
    found = sex_of(text)
    if text and not found:
        raise bad_field("sex", text, N_("the sex is one letter: f or m"))
    return found
