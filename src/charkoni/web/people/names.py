"""Names of members: which ones look alike, and which would deceive."""

import re
import unicodedata
from functools import cache

from charkoni.core.translations import LANGUAGES
from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import clean_name
from charkoni.web.http.texts import FORMER_MEMBER, GUEST, words_in

_ALIKE = {
    "a": "аαə", "b": "вβ", "c": "с", "d": "ԁ", "e": "еεє", "h": "нһη", "i": "іιı", "j": "ј", "k": "кκ", "l": "ӏ|1",
    "m": "м", "n": "ν", "o": "оο0", "p": "рρ", "q": "ԛ", "s": "ѕ", "t": "тτ", "u": "υ", "v": "ѵ", "w": "ԝω", "x": "хχ",
    "y": "у", "z": "ζ",
}  # fmt: skip
"""By Latin letters the others that look like them, small or capital: Cyrillic, Greek, digits."""

_LATIN = str.maketrans({other: letter for letter, others in _ALIKE.items() for other in others})
_SCRIPT = re.compile("LATIN|CYRILLIC|GREEK")


def key_of(name: str) -> str:
    """Return what names that look alike have in common: no accents, case, spaces or signs, look-alikes as one letter.

    Capital I and small l look alike in most fonts: they are one letter, and so is i.
    """
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    text = "".join(char for char in decomposed if not unicodedata.combining(char)).translate(_LATIN)
    return re.sub(r"[\W_]", "", text).replace("i", "l").replace("rn", "m").replace("vv", "w")


def checked(text: str) -> str:
    """Return a name as it is stored; raise Refused: BAD_NAME.

    A name has letters or digits; in one word they are of one alphabet; the words for people without names are none.
    """
    name = clean_name(text)
    if not (key := key_of(name)) or key in _reserved() or any(map(_is_mixed, re.findall(r"\w+", name))):
        raise Refused("BAD_NAME")
    return name


def _is_mixed(word: str) -> bool:
    """Return whether a word has letters of several alphabets, some of which look alike."""
    return len({found[0] for char in word if (found := _SCRIPT.match(unicodedata.name(char, "")))}) > 1


@cache
def _reserved() -> frozenset[str]:
    return frozenset(key_of(words_in(lang)._(text)) for lang in LANGUAGES for text in (GUEST, FORMER_MEMBER))
