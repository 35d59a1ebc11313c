"""Sphinx extension: pages in Russian and Turkish say which language they are in, and the theme speaks it on them.

The rest of the site is English.  Language pages are those of the folders ru and tr, and the games' rules NAME.ru and
NAME.tr.  What the theme does not offer for translation, as the labels of its buttons, is replaced in the pages that
are written.
"""

import re
from collections.abc import Mapping
from pathlib import Path
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
        "Copyright &#169; Charkoni contributors, MIT licence": "© авторы Charkoni, лицензия MIT",
        "Made with": "Сделано на",
        "Contents": "Содержание",
        "Menu": "Меню",
        "Expand": "Развернуть",
        "Light mode": "Светлая тема",
        "Dark mode": "Тёмная тема",
        "Auto light/dark, in light mode": "Тема системы, сейчас светлая",
        "Auto light/dark, in dark mode": "Тема системы, сейчас тёмная",
        "Toggle Light / Dark / Auto color theme": "Светлая тема, тёмная или системы",
        "Toggle site navigation sidebar": "Показать или скрыть страницы",
        "Toggle table of contents sidebar": "Показать или скрыть содержание",
        "Link to this heading": "Ссылка на этот заголовок",
        "Index": "Указатель",
    },
    "tr": {
        "Skip to content": "İçeriğe geç",
        "On this page": "Bu sayfada",
        "Back to top": "Başa dön",
        "Previous": "Önceki",
        "Next": "Sonraki",
        "Home": "Ana sayfa",
        "Search": "Ara",
        "Copyright &#169; Charkoni contributors, MIT licence": "© Charkoni'ye katkıda bulunanlar, MIT lisansı",
        "Made with": "Hazırlandığı araç:",
        "Contents": "İçindekiler",
        "Menu": "Menü",
        "Expand": "Genişlet",
        "Light mode": "Açık tema",
        "Dark mode": "Koyu tema",
        "Auto light/dark, in light mode": "Sistemin teması, şimdi açık",
        "Auto light/dark, in dark mode": "Sistemin teması, şimdi koyu",
        "Toggle Light / Dark / Auto color theme": "Açık, koyu ya da sistemin teması",
        "Toggle site navigation sidebar": "Sayfaları göster ya da gizle",
        "Toggle table of contents sidebar": "İçindekileri göster ya da gizle",
        "Link to this heading": "Bu başlığa bağlantı",
        "Index": "Dizin",
    },
}
"""By language what the theme writes on its pages."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension."""
    app.connect("html-page-context", speak)
    app.connect("build-finished", replace_labels)
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


def replace_labels(app: Sphinx, failure: Exception | None) -> None:
    """Replace the theme's English labels and short texts in the pages of another language."""
    if failure or app.builder.format != "html":
        return
    for page in app.env.found_docs:
        if words := WORDS.get(language_of(page)):
            file = Path(app.outdir) / f"{page}.html"
            file.write_text(relabelled(file.read_text("utf-8"), words), "utf-8")


def relabelled(page: str, words: Mapping[str, str]) -> str:
    """Return a page whose labels, and texts that fill an element's beginning, are translated."""
    known = "|".join(map(re.escape, words))
    label = re.compile(rf'(?P<before>(?:aria-label|title)="|>\s*)(?P<text>{known})(?P<after>"|\s*<)')
    return label.sub(lambda found: found["before"] + words[found["text"]] + found["after"], page)
