"""The encoding of a text file of unknown origin, chosen by what reads plausibly.

Certain: a byte order mark, the zero bytes of UTF-16, valid UTF-8.  Everything else is a guess among the 8-bit encodings
of Windows: a Cyrillic word has no Latin letters; Turkish, western and central European names differ in the letters that
are common in them.
"""

import codecs
import re
from dataclasses import dataclass
from itertools import pairwise

from charkoni.core.errors import N_
from charkoni.tournament.formats.trf.lines import decoded
from charkoni.tournament.model.errors import BadFile, refusal

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_CYRILLIC = "".join(map(chr, (*range(0x410, 0x450), 0x401, 0x451, 0x406, 0x456, 0x407, 0x457, 0x404, 0x454)))

GUESSES = {
    "cp1251": (N_("Cyrillic (Windows-1251)"), _CYRILLIC, ""),
    "cp1254": (N_("Turkish (Windows-1254)"), "ÇĞİÖŞÜçğıöşü", "ÂÎÛâîû"),
    "cp1252": (N_("western European (Windows-1252)"), "ÄÖÜßäöüÉéÈèÊêÀàÁáÍíÓóÚúÑñÇçÃã", "ÕõÅÆØåæøÂâÎîÔôÛûËëÏïŒœÿ"),
    "cp1250": (
        N_("central European (Windows-1250)"),
        "ĄĆĘŁŃÓŚŹŻąćęłńóśźżČĎĚŇŘŠŤŮÝŽčďěňřšťůýžŐŰőűÁÉÍÚáéíúÄÖÜäöüß",
        "ĐđĂăÂâÎîŞşŢţ",
    ),
}
"""The encodings that are guessed: title, letters that are common in its languages, letters that are rarer."""

_WORD = re.compile(r"[^\W\d_]+")
_LOST = re.compile(r"\w*(?:\ufffd|(?<=[^\W\d_])\?(?=[^\W\d_]))\S*")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded text.  encoding: its name in Python.  is_guess: another encoding fits as well, with another text."""

    text: str
    encoding: str
    is_guess: bool = False

    def changed_word(self) -> str:
        """Return the longest word with letters that another encoding decodes differently, to show the guess."""
        words = [word for word in _WORD.findall(self.text) if not word.isascii()]
        return max(words, key=len, default="")


def decode(content: bytes, encoding: str = "") -> Decoded:
    """Return the text of a file, in the given encoding or in the most plausible one.

    Raise BadFile for an unknown encoding, bytes that do not fit it, an empty or too large file, and for a zero byte.
    """
    if encoding:
        try:
            codecs.lookup(encoding)
        except (LookupError, UnicodeError):
            raise refusal(BadFile, encoding, N_("there is no encoding {name}"), name=encoding) from None
        return Decoded(_text(content, encoding), encoding)
    for name in (_certain(content), "utf-8"):
        if name and (text := _fitting(content, name)) is not None:
            return Decoded(text, name)
    if b"\0" in content:
        decoded(content)  # refuses it
    texts = {name: text for name in GUESSES if (text := _fitting(content, name)) is not None}
    if not texts:
        return Decoded(decoded(content, "utf-8"), "utf-8")  # refuses it
    best = max(texts, key=lambda name: _plausibility(texts[name], name))
    return Decoded(texts[best], best, len(set(texts.values())) > 1)


def lost_words(text: str) -> list[str]:
    """Return the words whose letters were lost before the file was saved: ? between letters, or U+FFFD."""
    return list(dict.fromkeys(_LOST.findall(text)))


def _certain(content: bytes) -> str:
    """Return the encoding that a byte order mark or the zero bytes of plain letters show, or an empty text."""
    for mark, name in _MARKS:
        if content.startswith(mark):
            return name
    even, odd = content[:2000:2].count(0), content[1:2000:2].count(0)
    if max(even, odd) > 20 * min(even, odd) and max(even, odd) * 8 > len(content[:2000]):
        return "utf-16-be" if even > odd else "utf-16-le"
    return ""


def _fitting(content: bytes, name: str) -> str | None:
    """Return the text in an encoding, None where a byte does not fit; raise BadFile as `decoded`."""
    try:
        return _text(content, name)
    except BadFile as error:
        if isinstance(error.__context__, UnicodeDecodeError) or b"\0" in content:
            return None
        raise


def _text(content: bytes, name: str) -> str:
    is_wide = codecs.lookup(name).name.startswith("utf-16")
    if not is_wide:
        return decoded(content, name)
    try:
        return decoded(content.decode(name).encode("utf-8"))
    except UnicodeDecodeError as error:
        raise refusal(
            BadFile, content[error.start : error.start + 8], "misfit", place=error.start + 1, name=name
        ) from error


def _plausibility(text: str, name: str) -> float:
    """Return how plausible a text is in an encoding: a mean over its letters that are not ASCII, 0 to 2."""
    _, common, rare = GUESSES[name]
    total = count = 0
    for word in _WORD.findall(text):
        own = [letter for letter in word if not letter.isascii()]
        count += len(own)
        fits = name != "cp1251" or len(own) == len(word)
        if fits and not any(before.islower() and after.isupper() for before, after in pairwise(word)):
            total += sum(2 if letter in common else 1 if letter in rare else 0 for letter in own)
    signs = sum(1 for sign in text if not sign.isascii() and not sign.isalpha())
    return total / (count + signs) if count + signs else 0.0
