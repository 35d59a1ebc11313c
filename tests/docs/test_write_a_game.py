"""docs/write-a-game.md, executed: its commands are run, its changes are made, its outputs compared."""

import re
from pathlib import Path

import pytest
from tests.check.own_environment import Environment

from charkoni.check.scaffold import write_game

PAGE = Path(__file__).parents[2] / "docs" / "write-a-game.md"
BLOCK = re.compile(r"^```(console|diff)\n(.*?)^```", re.MULTILINE | re.DOTALL)
VARYING = re.compile(r"\d+ positions|in [\d.]+s")
PROGRESS = re.compile(r"^\w+ \d+/\d+( .*)?\n", re.MULTILINE)
"""Lines of progress, which a slow machine prints more of."""


def same(text: str) -> str:
    """Return a text without progress, times and the numbers of positions."""
    return VARYING.sub("*", PROGRESS.sub("", text)).strip()


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a console block with the outputs shown."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def change(block: str, folder: Path) -> None:
    """Make the change of a diff block in the file that its first line names."""
    head, *lines = block.splitlines()
    path = folder / head.removeprefix("# ")
    old = "\n".join(line[1:] for line in lines if not line.startswith("+"))
    new = "\n".join(line[1:] for line in lines if not line.startswith("-"))
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{path.name}: {old}"
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.once
def test_the_page_changes_what_is_written(tmp_path):
    """The files and the lines before each change are those of a new package; tests/check/test_scaffold.py plays it."""
    blocks = BLOCK.findall(PAGE.read_text("utf-8"))
    ((command, shown), *_) = commands(blocks[0][1])
    written = write_game(command.split()[2], tmp_path / command.split()[-1])
    assert sorted(path.relative_to(tmp_path).as_posix() for path in written) == sorted(shown.split())
    for kind, block in blocks:
        if kind == "diff":
            change(block, tmp_path)


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.parametrize("kernels", ["plain", "compiled"])
def test_the_page_is_true(tmp_path, kernels):
    environment, mode = Environment(tmp_path / "environment"), {"NUMBA_DISABLE_JIT": str(int(kernels == "plain"))}
    for kind, block in BLOCK.findall(PAGE.read_text("utf-8")):
        if kind == "diff":
            change(block, tmp_path)
            continue
        for command, shown in commands(block):
            assert same(environment.run(command, tmp_path, **mode).stdout) == same(shown), command
