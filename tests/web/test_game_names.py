"""The server names no game."""

from pathlib import Path

import pytest

import charkoni
from charkoni import web

HERE = Path(web.__file__).parent


@pytest.mark.parametrize("path", sorted(HERE.rglob("*.py")), ids=lambda path: str(path.relative_to(HERE)))
def test_no_module_names_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    allowed: dict[str, set[str]] = {}
    found = {name for name in charkoni.games() if name in text}
    assert found <= allowed.get(path.name, set())
