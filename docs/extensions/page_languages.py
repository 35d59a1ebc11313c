"""Sphinx extension: pages in Russian and Turkish say which language they are in, and the theme speaks it on them.

The rest of the site is English.  Language pages are those of the folders ru and tr, and the games' rules NAME.ru and
NAME.tr.
"""

import re
from collections.abc import Mapping
from typing import Any

from sphinx.application import Sphinx

WORDS: Mapping[str, Mapping[str, str]] = {
    "ru": {
        "Skip to content": "К содержанию",
        "On this page": "На этой странице",
        "Back to top": "Наверх",
        "Previous": "Назад",
        "Next": "Дальше",
        "Home": "Главная",
        "Search": "Поиск",
    },
    "tr": {
        "Skip to content": "İçeriğe geç",
        "On this page": "Bu sayfada",
        "Back to top": "Başa dön",
        "Previous": "Önceki",
        "Next": "Sonraki",
        "Home": "Ana sayfa",
        "Search": "Ara",
    },
}
"""By language what the theme writes on its pages."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension."""
    app.connect("html-page-context", speak)
    return {"parallel_read_safe": True}


def language_of(page: str) -> str:
    """Return the language of a page by its name."""
    found = re.match(r"(ru|tr)/|.*\.(ru|tr)$", page)
    return found[1] or found[2] if found else "en"


def speak(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _document: object) -> None:
    """Set the language of a page, and the translation of the theme's words."""
    context["language"] = language_of(page)
    words = WORDS.get(context["language"])
    if words:
        context["gettext"] = lambda text: words.get(text.strip(), text)
