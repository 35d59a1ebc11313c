"""A pseudo-language: English with accents, every word 40 % longer.  A layout that it fits also fits other languages."""

import math
import re
from pathlib import Path

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
    """Write a catalogue in the place of the English one."""
    with (LOCALE / "en" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        catalogue = read_po(file, locale="en")
    for message in catalogue:
        if message.id:
            forms = message.string
            message.string = stretched(forms) if isinstance(forms, str) else tuple(map(stretched, forms))
    target = folder / "en" / "LC_MESSAGES" / f"{DOMAIN}.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, catalogue)
