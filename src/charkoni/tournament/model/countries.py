"""Countries as FIDE's codes of three letters, found by names in five languages and by the codes of ISO 3166.

The names and the codes of ISO are those of CLDR, in a table that set-up builds (`countries` of hatch_build.py).
"""

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from charkoni.core.errors import N_
from charkoni.core.files.data_files import read_file
from charkoni.core.translations import EVENT_LANGUAGES, LOCALE
from charkoni.tournament.model.errors import bad_field
from charkoni.tournament.model.person_names import folded

__all__ = ["choices", "country_code"]

_UNKNOWN = N_("there is no country {text!r}; write its code (KAZ) or its name")
_NEAR = N_("there is no country {text!r}; write its code or its name: {names}?")


@dataclass(frozen=True, slots=True)
class _More:
    """What CLDR has not.  codes: of FIDE by those of ISO, where they differ.  names: by the codes of FIDE."""

    codes: Mapping[str, str]
    names: Mapping[str, tuple[str, ...]]


_MORE = read_file(_More, Path(__file__).with_suffix(".toml"))


@cache
def _table() -> dict[str, dict[str, tuple[str, str]]]:
    """Return by language and ISO's code of three letters that of two letters and the name."""
    table: dict[str, dict[str, tuple[str, str]]] = json.loads((LOCALE / "countries.json").read_text(encoding="utf-8"))
    return table


@cache
def _codes() -> Mapping[str, str]:
    """Return FIDE's codes by the codes of ISO of two and three letters, and by themselves."""
    codes: dict[str, str] = {}
    for three, (two, _) in _table()["en"].items():
        codes[three] = codes[two] = _MORE.codes.get(three, three)
    # BRN is Brunei by ISO and Bahrain by FIDE, whose code prevails.
    return codes | {code: code for code in (*_MORE.codes.values(), *_MORE.names)}


@cache
def _names() -> Mapping[str, str]:
    """Return FIDE's codes by folded names in five languages."""
    names: dict[str, str] = {}
    for language in sorted(EVENT_LANGUAGES, key="en".__eq__):  # of two meanings the English one counts
        names |= {folded(name): code for code, name in choices(language).items()}
    return names | {folded(name): code for code, more in _MORE.names.items() for name in more}


@cache
def choices(language: str) -> Mapping[str, str]:
    """Return the names of all countries in a language by FIDE's codes, in the order of the names."""
    codes = _codes()
    named = {codes[two]: name for two, name in _table()[language].values()}
    return dict(sorted(named.items(), key=lambda item: folded(item[1])))


def country_code(text: str) -> str:
    """Return the code of a country that is written as a code or a name; an unknown code of three letters stays.

    Raise BadField, which names countries of nearly this name.
    """
    plain = text.strip()
    found = _codes().get(plain.upper(), "") or _names().get(folded(plain), "")
    if found or not plain:
        return found
    if plain.isascii() and plain.isalpha() and len(plain) == 3:
        return plain.upper()
    near = difflib.get_close_matches(folded(plain), _names(), n=3, cutoff=0.75)
    names = dict.fromkeys(f"{choices('en').get(code, code)} ({code})" for code in (_names()[name] for name in near))
    raise bad_field("country", text, _NEAR if near else _UNKNOWN, text=plain[:40], names=", ".join(names))
