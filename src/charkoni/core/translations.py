"""Translations of the interface: gettext catalogues, one per language, with those of installed packages of games."""

import gettext
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).resolve().parent.parent / "locale"
DOMAIN = "charkoni"
LANGUAGES = ("ru", "en", "tr")

_catalogues: list[tuple[Path, str]] = [(LOCALE, DOMAIN)]


class Words:
    """Messages in one language.  Fields in braces are filled from the named values."""

    def __init__(self, language: str) -> None:
        self.language = language

    def _(self, message: str, **values: object) -> str:
        """Return the message in this language."""
        text = _translations(self.language).gettext(message)
        return text.format_map(values) if values else text

    def ngettext(self, one: str, many: str, n: int, **values: object) -> str:
        """Return the form that fits the number `n`; the field {n} holds it."""
        return _translations(self.language).ngettext(one, many, n).format_map({"n": n, **values})

    def percent(self, share: float, digits: int = 0) -> str:
        """Return a share, 0 to 1, as this language writes percent: 45%, 45 %, %45."""
        from babel.numbers import format_percent  # slow to import, and most programs print no percentage

        return format_percent(round(float(share), 2 + digits), locale=self.language, decimal_quantization=False)


def add_catalogues(folder: Path, domain: str) -> None:
    """Add the catalogues of a folder, `<language>/LC_MESSAGES/<domain>.mo`, as fallbacks of those added before."""
    if (folder, domain) not in _catalogues:
        _catalogues.append((folder, domain))
        _translations.cache_clear()


@cache
def _translations(language: str) -> gettext.NullTranslations:
    """Return the catalogues of a language, chained in the order in which they were added."""
    first, *others = (gettext.translation(domain, folder, [language], fallback=True) for folder, domain in _catalogues)
    for other in others:
        first.add_fallback(other)
    return first
