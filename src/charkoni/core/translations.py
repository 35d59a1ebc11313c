"""The words of the interface in a chosen language (Babel catalogues, one per language)."""

import gettext
from pathlib import Path

from babel.numbers import format_percent

LOCALE = Path(__file__).resolve().parent.parent / "locale"
DOMAIN = "charkoni"
LANGUAGES = ("ru", "en", "tr")


class Words:
    """Messages in one language.  Fields in braces are filled from the named values."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = gettext.translation(DOMAIN, LOCALE, [language], fallback=True)

    def _(self, message: str, **values: object) -> str:
        """Return the message in this language."""
        text = self._catalogue.gettext(message)
        return text.format_map(values) if values else text

    def ngettext(self, one: str, many: str, n: int, **values: object) -> str:
        """Return the form that fits the number `n`; the field {n} holds it."""
        return self._catalogue.ngettext(one, many, n).format_map({"n": n, **values})

    def percent(self, share: float, digits: int = 0) -> str:
        """Return a share, 0 to 1, as this language writes percent: 45%, 45 %, %45."""
        return format_percent(round(float(share), 2 + digits), locale=self.language, decimal_quantization=False)
