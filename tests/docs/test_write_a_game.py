"""docs/write-a-game.md, executed: its commands are run, its changes are made, its outputs compared."""

import re
from pathlib import Path

import pytest
from tests.check.own_environment import Environment
from tests.sampling import few

PAGE = Path(__file__).parents[2] / "docs" / "write-a-game.md"
BLOCK = re.compile(r"^```(console|diff)\n(.*?)^```", re.MULTILINE | re.DOTALL)
VARYING = re.compile(r"\d+ positions|in [\d.]+s")


def same(text: str) -> str:
    """Return a text without times and the numbers of positions."""
    return VARYING.sub("*", text).strip()


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


@pytest.mark.compiled_only
@pytest.mark.parametrize("kernels", few(("plain", "compiled"), ("plain",)))
def test_the_page_is_true(tmp_path, kernels):
    environment, mode = Environment(tmp_path / "environment"), {"NUMBA_DISABLE_JIT": str(int(kernels == "plain"))}
    for kind, block in BLOCK.findall(PAGE.read_text("utf-8")):
        if kind == "diff":
            change(block, tmp_path)
            continue
        for command, shown in commands(block):
            assert same(environment.run(command, tmp_path, **mode).stdout) == same(shown), command
