"""The examples in docstrings of the source are executed."""

import doctest
import importlib
from pathlib import Path

import pytest

import charkoni

SOURCE = Path(charkoni.__file__).resolve().parent
WITH_EXAMPLES = [path for path in sorted(SOURCE.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]


def dotted(path: Path) -> str:
    """Return the name of a module of the source."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", [dotted(path) for path in WITH_EXAMPLES])
def test_examples_print_what_is_shown(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.attempted and not result.failed
