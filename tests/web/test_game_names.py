"""Neither the modules nor the templates of the server name a game."""

import re
from pathlib import Path

import pytest

import charkoni
from charkoni import web

HERE = Path(web.__file__).parent
MODULES = sorted(HERE.rglob("*.py"))
TEMPLATES = sorted((HERE / "templates").rglob("*.html"))
WORDS = {"focus"}
"""Names of games that templates use as common words."""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HERE)))
def test_no_module_names_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    assert not [name for name in charkoni.games() if name in text]


def test_no_template_names_a_game() -> None:
    assert TEMPLATES
    for path in TEMPLATES:
        words = set(re.findall(r"[a-z]+", path.read_text(encoding="utf-8").lower())) - WORDS
        assert not words & set(charkoni.games()), path.name
