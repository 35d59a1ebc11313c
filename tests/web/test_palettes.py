"""The colours of pages: every text stands out from every ground it is written on, in each theme."""

import re
from importlib.resources import files

import pytest
from tests.graphics.test_themes import LEAST_TEXT_CONTRAST, contrast

from charkoni.graphics.themes import THEMES

RULE = re.compile(r":root(?P<themes>[^{}]*)\{(?P<colours>[^{}]*)\}")
COLOUR = re.compile(r"--([a-z-]+): (#[0-9a-f]{3,6});")
GROUNDS = ("paper", "card", "good-tint", "warn-tint", "bad-tint")
TEXTS = {
    "ink": GROUNDS,
    "faint": ("paper", "card", "warn-tint"),
    "accent": ("paper", "card", "warn-tint"),
    "on-accent": ("accent",),
    "good": ("paper", "card", "good-tint"),
    "warn": ("paper", "card", "warn-tint"),
    "bad": ("paper", "card", "bad-tint"),
    "paper": ("ink", "bad"),
}
"""The grounds on which each colour of text is used."""


def palette(theme: str) -> dict[str, str]:
    """Return the colours of a theme as the style sheet sets them, the later ones over the earlier."""
    style = files("charkoni.web").joinpath("client/style.css").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for rule in RULE.finditer(re.sub(r"@media[^{]*\{\s*:root \{[^{}]*\}\s*\}", "", style)):
        if not rule["themes"].strip() or f'[data-theme="{theme}"]' in rule["themes"]:
            found |= dict(COLOUR.findall(rule["colours"]))
    return {name: "#" + "".join(2 * digit for digit in c[1:]) if len(c) == 4 else c for name, c in found.items()}


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read_on_every_ground(theme):
    colours = palette(theme)
    found = {(text, on): contrast(colours[text], colours[on]) for text, grounds in TEXTS.items() for on in grounds}
    assert {pair: round(value, 2) for pair, value in found.items() if value < LEAST_TEXT_CONTRAST} == {}


def test_the_system_s_dark_theme_is_the_chosen_one():
    style = files("charkoni.web").joinpath("client/style.css").read_text(encoding="utf-8")
    by_system = re.search(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{([^{}]*)\}", style)
    by_choice = re.search(r':root\[data-theme="dark"\] \{([^{}]*)\}', style)
    assert by_system and by_choice
    assert by_system[1].split() == by_choice[1].split()
