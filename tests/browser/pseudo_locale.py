"""A pseudo-language: English with accents, every word 40 % longer.  A layout that it fits also fits other languages."""

import math
import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from charkoni.core.translations import DOMAIN, LOCALE

LONGER = 0.4
ACCENTS = str.maketrans("aceinostuyACEINOSTUY", "åçéïñöšťüýÅÇÉÏÑÖŠŤÜÝ")
KEPT = re.compile(r"(\{[^{}]*\}|<[^>]*>|&\w+;|%\(\w+\)s|\w+://\S+)")
"""Fields, markup and addresses, which are not changed."""


def stretched(text: str) -> str:
    """Return a message in the pseudo-language."""
    parts = KEPT.split(text)
    return "".join(part if place % 2 else re.sub(r"[^\W\d_]+", _longer, part) for place, part in enumerate(parts))


def _longer(word: re.Match[str]) -> str:
    accented = word[0].translate(ACCENTS)
    return accented + ("åñé" * len(accented))[: math.ceil(LONGER * len(accented))]


def make_catalogue(folder: Path) -> None:
    """Write an English catalogue: the messages of another one, stretched."""
    with (LOCALE / "ru" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        messages = read_po(file, locale="ru")
    catalogue = Catalog(locale="en")
    for message in messages:
        if message.id:
            forms = message.id
            catalogue.add(forms, stretched(forms) if isinstance(forms, str) else tuple(map(stretched, forms)))
    target = folder / "en" / "LC_MESSAGES" / f"{DOMAIN}.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, catalogue)
