"""The examples in docstrings of the source are executed."""

import doctest
import importlib
import re
import subprocess
import sys
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


@pytest.mark.compiled_only
def test_the_study_uses_public_names_and_true_types_only(tmp_path: Path) -> None:
    program = SOURCE.parents[1] / "examples" / "study.py"
    assert not re.search(r"\._|import _", program.read_text(encoding="utf-8"))
    done = subprocess.run([sys.executable, program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.count("level 6 goes on with") == 3 and not done.stderr
    studied = list(charkoni.read_records(tmp_path / "study.txt"))
    assert [len(record) for record in studied] == [5, 4, 3]
    drawn = studied[2].positions[2].svg(theme="dark", arrows=[("b4", "a5")])
    assert (tmp_path / "game-3.svg").read_text(encoding="utf-8") == drawn != studied[2].positions[2].svg(theme="dark")
    subprocess.run([sys.executable, "-m", "mypy", "--strict", program], cwd=SOURCE.parents[1], check=True)
