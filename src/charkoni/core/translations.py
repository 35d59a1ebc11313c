"""Translations of the interface: gettext catalogues, one per language, with those of installed packages of games.

A message is a whole sentence with fields in braces, so that every language has its own order of words.  A field that
holds the name of a side, `{side}`, may ask for a grammatical form of it: `{side:genitive}`.  The English message needs
none, a translation takes those of its language:

    "{side} to move"     ru "Ход {side:genitive}"    tr "{side:Genitive} hamlesi"

The forms of a name are listed in the catalogue in a separate message:

    "Red"                ru "Красные"
    "forms of Red"       ru "nominative: красные; genitive: красных; dative: красным; accusative: красных; ..."

They are in lower case, as within a sentence; `{side:Genitive}` capitalizes the first letter.  `{side}` is the name at
the beginning of a sentence, and the fallback for all forms that a language does not list.  In Russian the names of
sides are plural, as in chess, and so are their verbs: "{side} ставят пешку".  A sentence about a thing and its colour
("red pawn") is a separate message for each colour, because the adjective agrees with the thing.
"""

import gettext
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal, TypedDict

LOCALE = Path(__file__).resolve().parent.parent / "locale"
DOMAIN = "charkoni"
LANGUAGES = ("ru", "en", "tr")
"""The languages of everything."""

EVENT_LANGUAGES = {"ru": "Русский", "en": "English", "tr": "Türkçe", "kk": "Қазақша", "ky": "Кыргызча"}
"""The languages of public pages and print-outs of tournaments, with their own names.

The catalogues of those that are not in LANGUAGES hold the texts of these pages and print-outs (babel-events.toml); all
other texts, as the rules of games, are Russian there.
"""
FALLBACK = "ru"
"""The fallback language for messages missing in the catalogue of an event language."""

_catalogues: list[tuple[Path, str]] = [(LOCALE, DOMAIN)]


class Declined(str):
    """A name in one language with its forms; as a field, `{side:genitive}` is a form and `{side}` the name."""

    forms: Mapping[str, str]

    def __new__(cls, name: str, forms: str = "") -> "Declined":
        """Make it from the two messages of the catalogue."""
        declined = super().__new__(cls, name)
        listed = (entry.partition(": ") for entry in forms.split("; "))
        declined.forms = {form: word for form, _, word in listed if word}
        return declined

    def __format__(self, form: str) -> str:
        word = self.forms.get(form.lower())
        if not word:
            return str(self)
        return word if form.islower() else word[0].upper() + word[1:]


@dataclass(frozen=True, slots=True)
class Name:
    """A name as a field of sentences: the messages of the name and of its forms, "" without any."""

    name: str
    forms: str

    def declined(self, translate: Callable[[str], str]) -> Declined:
        """Return the name in the language of `translate`."""
        return Declined(translate(self.name), translate(self.forms) if self.forms else "")

    def __format__(self, form: str) -> str:
        return self.name


def fields_in(values: Mapping[str, object], translate: Callable[[str], str]) -> dict[str, object]:
    """Return the values of a sentence's fields, names in the language of `translate`."""
    return {key: value.declined(translate) if isinstance(value, Name) else value for key, value in values.items()}


class Words:
    """Messages in one language.  Fields in braces are filled from the named values."""

    def __init__(self, language: str) -> None:
        self.language = language

    def _(self, message: str, **values: object) -> str:
        """Return the message in this language."""
        text = _translations(self.language).gettext(message)
        return text.format_map(fields_in(values, self._)) if values else text

    def ngettext(self, one: str, many: str, n: int, **values: object) -> str:
        """Return the form that fits the number `n`; the field {n} holds it."""
        text = _translations(self.language).ngettext(one, many, n)
        return text.format_map({"n": n, **fields_in(values, self._)})

    def percent(self, share: float, digits: int = 0) -> str:
        """Return a share, 0 to 1, as this language writes percent: 45%, 45 %, %45."""
        text = f"{100 * float(share):.{digits}f}"
        return _formats(self.language)["percent"] % self.decimal(_shortest(text))

    def number(self, value: float) -> str:
        """Return a number as this language writes it: 7.5 or 7,5."""
        return self.decimal(_shortest(f"{value:.3f}"))

    def decimal(self, text: str) -> str:
        """Return a number written with a decimal point, all its digits kept, as this language writes it: 2.0 or 2,0."""
        return text.replace(".", _formats(self.language)["decimal"])

    def long_date(self, at: date) -> str:
        """Return a date as this language writes it: November 21, 2026, 21 ноября 2026 г."""
        return self._dated("date", at)

    def day_and_month(self, at: date) -> str:
        """Return a date without its year: November 21, 21 ноября."""
        return self._dated("day", at)

    def _dated(self, template: Literal["date", "day"], at: date) -> str:
        formats = _formats(self.language)
        return formats[template] % {"d": at.day, "MMMM": formats["months"][at.month - 1], "y": at.year}


def add_catalogues(folder: Path, domain: str) -> None:
    """Add the catalogues of a folder, `<language>/LC_MESSAGES/<domain>.mo`, as fallbacks of those added before."""
    if (folder, domain) not in _catalogues:
        _catalogues.append((folder, domain))
        _translations.cache_clear()


def _shortest(text: str) -> str:
    """Return a decimal fraction without zeros at its end, and without the sign of a zero."""
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


class _Formats(TypedDict):
    """How a language writes dates and numbers: see `formats` of hatch_build.py."""

    date: str
    day: str
    months: list[str]
    percent: str
    decimal: str


@cache
def _formats(language: str) -> _Formats:
    """Return the formats of a language; those of English where there are none."""
    every: dict[str, _Formats] = json.loads((LOCALE / "formats.json").read_text(encoding="utf-8"))
    return every.get(language, every["en"])


@cache
def _translations(language: str) -> gettext.NullTranslations:
    """Return the catalogues of a language, chained in the order in which they were added."""
    more = language in EVENT_LANGUAGES and language not in LANGUAGES
    chain = [language, FALLBACK] if more else [language]
    first, *others = (
        gettext.translation(domain, folder, [each], fallback=True) for each in chain for folder, domain in _catalogues
    )
    for other in others:
        first.add_fallback(other)
    return first
