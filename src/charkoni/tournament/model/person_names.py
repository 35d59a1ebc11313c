"""Names of persons in any script: checks, comparison, sort keys by language, Latin letters."""

import re
import unicodedata

from charkoni.core.errors import mark
from charkoni.tournament.model.errors import BadEntry, TournamentError, refusal

LONGEST = 120
NEAR_FROM = 8
"""From how many letters on a name one letter off is taken for a slip of the pen."""

_EMPTY = mark("a name is needed")
_LONG = mark("at most {most} signs")
_SIGNS = mark("the sign U+{code:04X} is not allowed in a name: it cannot be seen or turns the writing round")

TURKISH = {"I": "ı", "İ": "i"}


def checked_name(text: str) -> str:
    """Return a name with its spaces put in order; raise BadEntry when it is empty, too long or holds unseen signs."""
    name = checked_line(text, BadEntry)
    if not name:
        raise refusal(BadEntry, text, _EMPTY)
    return name


def checked_line(text: str, kind: type[TournamentError], most: int = LONGEST) -> str:
    """Return a line of text in normal form; raise an error of the kind for what cannot be seen, or is too long."""
    for sign in text:
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
            raise refusal(kind, text, _SIGNS, code=ord(sign))
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if len(line) > most:
        raise refusal(kind, line, _LONG, most=most)
    return line


def folded(text: str) -> str:
    """Return a name for comparing: small letters, Turkish dots and accents aside, ё as е, words in order."""
    text = "".join(TURKISH.get(sign, sign) for sign in unicodedata.normalize("NFC", text)).lower().replace("ё", "е")
    text = "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
    return " ".join(sorted(re.findall(r"\w+", text.replace("ı", "i"))))


def is_near(one: str, other: str) -> bool:
    """Return whether two names look like one person: the same in Latin letters, or one letter off in a long name."""
    a, b = folded(latin(one)), folded(latin(other))
    if a == b or min(len(a), len(b)) < NEAR_FROM:
        return a == b
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    rests = {(a[start + 1 :], b[start + 1 :]), (a[start:], b[start + 1 :]), (a[start + 1 :], b[start:])}
    # Numbers tell people of one name apart (Ivanov 1, Ivanov 2), so one digit off is no slip of the pen.
    return any(x == y for x, y in rests) and not any(
        sign.isdigit() for sign in a[start : start + 1] + b[start : start + 1]
    )


_ALPHABETS = {
    "tr": "abcçdefgğhıijklmnoöpqrsştuüvwxyz",
    "ru": "аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя",
    "en": "abcdefghijklmnopqrstuvwxyz",
}


def sort_key(text: str, language: str = "en") -> tuple[tuple[int, int, str], ...]:
    """Return the key by which names stand in the lists of a language; other scripts follow."""
    alphabet = _ALPHABETS.get(language, _ALPHABETS["en"])
    low = "".join(TURKISH.get(sign, sign) for sign in text) if language == "tr" else text
    return tuple(_letter(sign, alphabet, language) for sign in low.lower())


def _letter(sign: str, alphabet: str, language: str) -> tuple[int, int, str]:
    if sign in alphabet:
        return 1, alphabet.index(sign), ""
    other = _ALPHABETS["ru" if language != "ru" else "en"]
    if sign in other:
        return 3, other.index(sign), ""
    base = unicodedata.normalize("NFD", sign)[0]
    if base in alphabet:
        return 1, alphabet.index(base), sign
    return (0, 0, sign) if not sign.isalpha() else (4, 0, sign)


_LATIN = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i", "й": "y",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
    "ә": "a", "ғ": "g", "қ": "q", "ң": "n", "ө": "o", "ұ": "u", "ү": "u", "һ": "h", "і": "i",
}  # fmt: skip


def latin(text: str) -> str:
    """Return a name in Latin letters, for programs that know no others."""
    out = []
    for sign in text:
        low = sign.lower()
        letters = _LATIN.get(low, sign)
        out.append(letters.capitalize() if sign != low and low in _LATIN else letters)
    return "".join(out)
