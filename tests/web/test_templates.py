"""Templates of pages."""

import re
from pathlib import Path

import charkoni


def test_no_template_names_a_game() -> None:
    folder = Path(charkoni.__file__).parent / "web" / "templates"
    for path in folder.rglob("*.html"):
        words = set(re.findall(r"[a-z]+", path.read_text(encoding="utf-8").lower())) - {"focus"}
        assert not words & set(charkoni.games()), path.name
