"""Names of persons in any script: checks, comparison, sort keys by language, Latin letters."""

import re
import unicodedata
from functools import lru_cache

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import BadEntry, TournamentError, refusal

LONGEST = 120
MOST_KEYS = 20_000
"""How many keys of names are kept: each name of a list is compared with all before it."""

NEAR_FROM = 8
"""The fewest letters of names that count as near when one letter differs."""


TURKISH = {"I": "ı", "İ": "i"}


def checked_name(text: str) -> str:
    """Return a name as `checked_line` does; raise BadEntry for an empty one, too."""
    name = checked_line(text, BadEntry)
    if not name:
        raise refusal(BadEntry, text, N_("a name is needed"))
    return name


def checked_line(text: str, kind: type[TournamentError], most: int = LONGEST) -> str:
    """Return a line of text in Unicode form NFC with single spaces.

    Raise an error of the kind for control and format characters, line separators, and more than `most` characters.
    """
    for char in text:
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
            raise refusal(kind, text, "invisible", code=ord(char))
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if len(line) > most:
        raise refusal(kind, line, N_("at most {most} signs"), most=most)
    return line


@lru_cache(MOST_KEYS)
def folded(text: str) -> str:
    """Return the key by which names are compared: small letters without accents, ı as i, ё as е, words sorted."""
    if text.isascii():
        return " ".join(sorted(re.findall(r"\w+", text.lower())))
    text = "".join(TURKISH.get(char, char) for char in unicodedata.normalize("NFC", text)).lower().replace("ё", "е")
    text = "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    return " ".join(sorted(re.findall(r"\w+", text.replace("ı", "i"))))


def is_near(one: str, other: str) -> bool:
    """Return whether two names may be one person's: equal in Latin letters, or long and different in one letter."""
    a, b = _latin_key(one), _latin_key(other)
    if a == b or min(len(a), len(b)) < NEAR_FROM or abs(len(a) - len(b)) > 1:
        return a == b
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    rests = {(a[start + 1 :], b[start + 1 :]), (a[start:], b[start + 1 :]), (a[start + 1 :], b[start:])}
    # Numbers distinguish people of one name (Ivanov 1, Ivanov 2), so a different digit is no misspelling.
    return any(x == y for x, y in rests) and not any(
        char.isdigit() for char in a[start : start + 1] + b[start : start + 1]
    )


@lru_cache(MOST_KEYS)
def _latin_key(name: str) -> str:
    return folded(latin(name.replace("ё", "е").replace("Ё", "Е")))  # Пётр is Petr


_ALPHABETS = {
    "tr": "abcçdefgğhıijklmnoöpqrsştuüvwxyz",
    "ru": "аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя",
    "en": "abcdefghijklmnopqrstuvwxyz",
}

_BASES = dict(zip("ıłøđæœßðþ", "ilodaosdt", strict=True))
"""Latin letters that Unicode does not decompose, with the letters after which they are sorted."""


def sort_key(text: str, language: str = "en") -> tuple[tuple[int, int, str], ...]:
    """Return the collation key of a name in a language (tr, ru, kk, ky, en); other scripts follow its alphabet."""
    alphabet = _ALPHABETS.get("ru" if language in ("kk", "ky") else language, _ALPHABETS["en"])
    low = "".join(TURKISH.get(char, char) for char in text) if language == "tr" else text
    plain = low.lower().replace("i\u0307", "i")  # the small form of a dotted capital outside Turkish
    return tuple(_letter(char, alphabet) for char in plain)


def _letter(char: str, alphabet: str) -> tuple[int, int, str]:
    if char in alphabet:
        return 1, alphabet.index(char), ""
    other = _ALPHABETS["en" if alphabet is _ALPHABETS["ru"] else "ru"]
    if char in other:
        return 3, other.index(char), ""
    base = _BASES.get(char, unicodedata.normalize("NFD", char)[0])
    for rank, letters in ((1, alphabet), (3, other)):
        if base in letters:
            return rank, letters.index(base), char
    return (0, 0, char) if not char.isalpha() else (4, 0, char)


_LATIN = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i", "й": "y",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
    "ә": "a", "ғ": "g", "қ": "q", "ң": "n", "ө": "o", "ұ": "u", "ү": "u", "һ": "h", "і": "i",
}  # fmt: skip


def latin(text: str) -> str:
    """Return a name with Cyrillic letters transliterated into Latin ones; other characters stay."""
    if text.isascii():
        return text
    out = []
    for char in text:
        low = char.lower()
        letters = _LATIN.get(low, char)
        out.append(letters.capitalize() if char != low and low in _LATIN else letters)
    return "".join(out)
