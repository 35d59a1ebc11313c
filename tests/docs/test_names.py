"""Files, modules, commands and make targets that the documents name exist."""

import re
import tomllib
from pathlib import Path

import pytest
from tests.docs.names import resolved

from charkoni.cli.commands import Commands
from charkoni.cli.commands import tournament as tournament_commands

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FILE = re.compile(r"(?<![\w./<>-])(?:\.\.?/)*((?:[\w.<>*-]+/)*[\w*-]+\.(?:py|js|c|css|d\.ts|book))\b")
DOTTED = re.compile(r"(?<![\w./-])charkoni(?!\.json\b)(?:\.\w+)+(?!/)")
COMMAND = re.compile(r"(?:^|`|\| |\$ )charkoni( tournament)? ([a-z][a-z-]+)\b(?!=)", re.MULTILINE)
TARGET = re.compile(r"(?:`|^)make ([a-z-]+)(?=`|\s*$|\s+#)", re.MULTILINE)
FOLDERS = ("", "src/charkoni", "src/charkoni/solve/mangala", "tests", "tests/solve")
"""The folders from which documents name files."""

MADE = {"before.py", "mangala-keep.book", "mangala-take.book"}
"""Files that commands write."""

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


def is_file(name: str) -> bool:
    """Return whether a file of a name is there; <game> stands for any name."""
    pattern = re.sub(r"<\w+>", "*", name)
    if "/" in name:
        return any(any((ROOT / folder).glob(pattern)) for folder in FOLDERS)
    return any(any((ROOT / folder).rglob(pattern)) for folder in ("src", "tests", "bench", "docs"))


@pages
def test_files(page: Path) -> None:
    text = page.read_text("utf-8")
    if page.name == "write-a-game.md":  # executed, with the files that it writes
        return
    assert [name for name in sorted(set(FILE.findall(text)) - MADE) if not is_file(name)] == []


@pages
def test_modules_and_functions(page: Path) -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    for name in sorted(set(DOTTED.findall(page.read_text("utf-8"))) - set(groups)):
        resolved(name.removeprefix("charkoni."))


@pages
def test_commands(page: Path) -> None:
    known = set(Commands.table)
    of_tournaments = {
        command.name or getattr(command.callback, "__name__", "")
        for command in tournament_commands.app.registered_commands
    }
    of_tournaments |= {group.name for group in tournament_commands.app.registered_groups}
    for group, name in COMMAND.findall(page.read_text("utf-8")):
        assert name in (of_tournaments if group else known), name


@pages
def test_make_targets(page: Path) -> None:
    rules = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(TARGET.findall(page.read_text("utf-8"))) <= set(rules)
