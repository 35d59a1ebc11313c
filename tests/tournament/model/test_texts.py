"""Texts in data files: modules name those that there are, and all of them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import charkoni.tournament
from charkoni.core.files.data_files import read_texts

HOME = Path(charkoni.tournament.__file__).parent
NAMED_BY = {"error_at": 3, "note": 2, "_said": 1, "refusal": 2, "bad_field": 2, "Remark": 0}
"""Functions that take the name of a text, and its place among their arguments."""


def names_of(module: Path) -> Iterator[str]:
    """Iterate over the names of texts that a module has as constants."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        wanted: ast.expr | None = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMED_BY:
            wanted = node.args[NAMED_BY[node.func.id]]
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id.endswith("TEXTS"):
            wanted = node.slice
        for part in (wanted.body, wanted.orelse) if isinstance(wanted, ast.IfExp) else (wanted,):
            if isinstance(part, ast.Constant):
                yield str(part.value)


@pytest.mark.parametrize(
    ("data", "modules"),
    [
        ("explain.toml", "explain.py"),
        ("verify.toml", "verify.py"),
        ("formats/trf/messages.toml", "formats/trf/*.py"),
        ("model/errors.toml", "**/*.py"),
    ],
)
def test_every_text_that_is_named_is_there_and_every_text_is_named(data: str, modules: str) -> None:
    texts, sources = read_texts(HOME / data), list(HOME.glob(modules))
    if data == "model/errors.toml":
        with_own = {"explain", "verify", "regulations", "trf"}
        sources = [path for path in sources if not {path.stem, path.parent.name} & with_own]
    assert not {name for module in sources for name in names_of(module)} - texts.keys()
    written = {
        node.value
        for module in sources
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    }
    computed = {name for name in texts if name.startswith(("E.", "C"))} | {
        *("result", "away", "boards", "numbers", "rating", "bans", "rounds", "points", "accelerated", "initial")
    }
    assert not texts.keys() - written - computed
