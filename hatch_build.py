"""The build hooks: compiled message catalogues, formats of dates and numbers, searches for browsers, and what package
indexes show.

A `charkoni.mo` beside each `charkoni.po`, and `formats.json` and `countries.json` for all languages.  Every
installation (`make setup`, the wheel) and every test run makes them; `make catalogues` does so after a change.  So the
program itself needs no Babel, whose locales of all the world take 34 MB.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

from babel.core import Locale, get_global
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LOCALE = Path("src", "charkoni", "locale")


class CustomBuildHook(BuildHookInterface):
    """Compiles the catalogues before an archive or an editable installation is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile for the wheel; the source archive holds sources only."""
        if self.target_name == "wheel":
            compile_catalogues(Path(self.root))
            if version == "standard":  # not editable
                build_data["force_include"].update(modules(Path(self.root)))


class CustomMetadataHook(MetadataHookInterface):
    """Makes the long description from the README: an index has none of the files that relative links lead to."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": without_relative_links(text)}


def without_relative_links(text: str) -> str:
    """Return Markdown with the words of relative links in their place, and without relative pictures."""
    text = re.sub(r'<img src="(?!https?:)[^>]*>\n*', "", text)
    return re.sub(r"(?<!!)\[([^\]]*)\]\((?!https?:|mailto:)[^)]*\)", r"\1", text)


def modules(root: Path) -> dict[str, str]:
    """Return where the searches for browsers that `make wasm` has built are to be found in the wheel.

    A wheel built without them plays without them; a server uses none of other sources than its own.
    """
    built = sorted((root / "build" / "charkoni-wasm").glob("*-*.*"))
    return {str(path): f"charkoni/wasm/{path.name}" for path in built if path.suffix in (".wasm", ".json")}


def compile_catalogues(root: Path) -> None:
    """Compile each catalogue that is newer than its compiled file; several processes may do so at once."""
    for source in (root / LOCALE).glob("*/LC_MESSAGES/*.po"):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        language = source.parent.parent.name
        with source.open("rb") as file:
            catalogue = read_po(file, locale=language)
        made = target.with_suffix(f".{os.getpid()}")
        with made.open("wb") as file:
            write_mo(file, catalogue)
        made.replace(target)
    write_tables(root / LOCALE)


def write_tables(folder: Path) -> None:
    """Write what CLDR knows of English and of all languages with a catalogue, unless it is newer than this file."""
    languages = ["en", *sorted(path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/*.po"))]
    for name, table in (("formats.json", formats), ("countries.json", countries)):
        target = folder / name
        if target.exists() and target.stat().st_mtime_ns >= Path(__file__).stat().st_mtime_ns:
            continue
        made = target.with_suffix(f".{os.getpid()}")
        content = json.dumps({language: table(language) for language in languages}, ensure_ascii=False)
        made.write_text(content, encoding="utf-8")
        made.replace(target)


def countries(language: str) -> dict[str, list[str]]:
    """Return the countries of ISO 3166 by their codes of three letters: the code of two letters, and the name."""
    names = Locale(language).territories
    found = {}
    for three, two in get_global("territory_aliases").items():
        is_code = len(three) == 3 and three.isalpha() and len(two) == 1 and len(two[0]) == 2
        if is_code and two[0] in names and two[0] not in ("XA", "XB", "ZZ"):  # made up for tests, unknown
            found[three] = [two[0], re.sub(r" [-\u2014] ", " \u2013 ", names[two[0]])]
    return found


def formats(language: str) -> dict[str, object]:
    """Return how a language writes dates, a percentage and a fraction, by Unicode's CLDR.

    date and day: templates of a date with and without its year, with the fields y, MMMM and d.  months: the names for
    MMMM.  percent: a template of a number.  decimal: the sign between the whole part and the fraction.
    """
    locale = Locale(language)
    return {
        "date": locale.date_formats["long"].format,
        "day": locale.datetime_skeletons["MMMMd"].format,
        "months": list(locale.months["format"]["wide"].values()),
        "percent": locale.percent_formats[None].pattern.replace("%", "%%").replace("#,##0", "%s"),
        "decimal": locale.number_symbols["latn"]["decimal"],
    }


if __name__ == "__main__":
    compile_catalogues(Path(__file__).parent)
