"""The example of a game of another package, Toguz Korgool: installed, checked, played, and shown on its rule page."""

import shutil
from pathlib import Path

import pytest
from tests.check.own_environment import Environment

EXAMPLE = Path(__file__).parents[2] / "examples" / "toguz_korgool"
LEAVES = {"toguz": "9 73 613 5199 43184 360035", "toguz:nine": "9 73 613 5199 43135 359345"}


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> tuple[Environment, Path]:
    """An environment and a folder with a copy of the game that is installed there."""
    folder = tmp_path_factory.mktemp("outside")
    copy = shutil.copytree(EXAMPLE, folder / "toguz_korgool", ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
    environment = Environment(folder / "environment")
    environment.output(f"pip install -e {copy}", folder)
    return environment, folder


@pytest.mark.compiled_only
def test_its_own_tests_pass(workshop):
    """They run the kit, a game to its end, and the rule page."""
    environment, folder = workshop
    command = "python -m pytest -q -p no:cacheprovider toguz_korgool/tests"
    assert " passed" in environment.output(command, folder, NUMBA_DISABLE_JIT="1")


@pytest.mark.long
@pytest.mark.compiled_only
def test_the_leaf_counts_are_those_of_another_program(workshop):
    environment, folder = workshop
    for name, counts in LEAVES.items():
        for depth, count in enumerate(counts.split(), 1):
            assert environment.output(f"charkoni perft {name} {depth}", folder).strip() == count
