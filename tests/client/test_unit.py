"""Unit tests of the client's modules, run by Node without a browser."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.test.js"))
OLDEST_NODE = (20, 19)
"""The first that takes files with import statements for modules."""
PATIENCE_S = 120


@pytest.fixture(scope="module")
def node() -> str:
    """The path of Node."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("needs Node")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < OLDEST_NODE:
        pytest.skip(f"needs Node {'.'.join(map(str, OLDEST_NODE))}; this is {version.strip()}")
    return found


def summary(output: str, what: str) -> int:
    """Return a number from the summary of a test run: tests, pass, skipped, todo."""
    found = re.search(rf"^# {what} (\d+)$", output, re.MULTILINE)
    assert found, output
    return int(found[1])


def test_all_modules(node: str) -> None:
    """In one process: its start costs more than the tests."""
    command = [node, "--test-reporter=tap", str(HERE / "all_modules.mjs")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stdout + done.stderr
    assert summary(done.stdout, "suites") == len(FILES), done.stdout
    assert summary(done.stdout, "pass") == summary(done.stdout, "tests") > len(FILES), done.stdout


def test_every_file_tests_a_module_of_its_name() -> None:
    assert FILES
    for path in FILES:
        name = path.name.removesuffix(".test.js")
        text = path.read_text(encoding="utf-8")
        assert re.search(rf'(?:from |import\()"[./]+/src/charkoni/web/client/\w+/{name}\.js"', text), name
