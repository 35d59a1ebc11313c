"""The rule pages of games: Markdown files by game and language.

A game of this package has its pages in docs/games (in `rule_pages` of the installed package), one of another package in
its own folder `pages`: `NAME.md` in English, `NAME.ru.md` and so on in other languages.
"""

from collections.abc import Iterator
from pathlib import Path

from charkoni.core.family import Family
from charkoni.core.translations import EVENT_LANGUAGES, FALLBACK, LANGUAGES

_PACKAGE = Path(__file__).resolve().parents[2]
_PACKED = _PACKAGE / "rule_pages"
_SOURCES = _PACKAGE.parents[1] / "docs" / "games"


def rule_page_folder(family: Family) -> Path:
    """Return the folder of a game's rule pages, which may be missing."""
    if family.package.partition(".")[0] != _PACKAGE.name:
        return family.locale.with_name("pages")
    return _PACKED if _PACKED.is_dir() else _SOURCES


def rule_page_file(family: Family, lang: str, kind: str = "") -> Path | None:
    """Return the rule page of a game in a language, else in its fallback or in English; None without any.

    kind: "sources" or "printed", a folder of pages that compare the rules with other texts; "summary", of pages with
    the rules alone, in one minute and in full, in languages of events without a whole page.
    """
    folder, name = rule_page_folder(family) / kind, family.name
    endings = (lang, FALLBACK) if lang in EVENT_LANGUAGES and lang not in LANGUAGES else (lang,)
    paths = (*(folder / f"{name}.{ending}.md" for ending in endings), folder / f"{name}.md")
    return next((path for path in paths if path.is_file()), None)


def rule_page_files(family: Family) -> Iterator[tuple[str, Path]]:
    """Yield the languages in which a game has its rule page, English ("en") first, each with the file."""
    folder = rule_page_folder(family)
    if (folder / f"{family.name}.md").is_file():
        yield "en", folder / f"{family.name}.md"
    for path in sorted(folder.glob(f"{family.name}.*.md")):
        yield path.stem.rpartition(".")[2], path
