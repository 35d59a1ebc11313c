"""Set-up of all tests: hypothesis profiles and the mode in which kernels run."""

import contextlib
import functools
import gc
import math
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from tests.installation import alone
from tests.pace import Stopwatch

from charkoni.core.compiler import bounds_checked, compiled

# A setting left in somebody's shell must not change what a check means; all read where compiled code is kept.
for name in [each for each in os.environ if each.startswith("CHARKONI_") and each != "CHARKONI_CACHE"]:
    del os.environ[name]

# A failure prints a blob that reproduces it; compilation makes first examples slow, so no deadline.
settings.register_profile("ci", derandomize=False, print_blob=True, deadline=None, max_examples=50)
settings.register_profile("long", parent=settings.get_profile("ci"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# A shell that runs the tests in the background lets them ignore Ctrl-C, and so would the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Before anything reads them; an installation without the tools has compiled them.
with contextlib.suppress(ImportError):
    from hatch_build import compile_catalogues

    compile_catalogues(Path(__file__).parents[1])


def current_mode() -> str:
    """Return how kernels run here: plain, compiled, bounds (compiled and bounds-checked) or cuda."""
    if os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0"):
        return "cuda"
    if not compiled():
        return "plain"
    return "bounds" if bounds_checked() else "compiled"


def why_skipped(item: pytest.Item, mode: str, with_long: bool) -> str | None:
    """Return why a test does not run in this mode, or None when it does."""
    if item.get_closest_marker("long") and not with_long:
        return "takes minutes; run with --long"
    if item.get_closest_marker("long_unless_compiled") and mode != "compiled" and not with_long:
        return "takes minutes when kernels run so; run with --long"
    if item.get_closest_marker("long_if_compiled") and mode == "compiled" and not with_long:
        return "takes long to compile; runs in plain Python, compiled with --long"
    if item.get_closest_marker("once") and mode != "compiled":
        return "does not depend on how kernels run"
    if item.get_closest_marker("compiled_only") and mode == "plain":
        return "needs the compiler, which is off"
    if item.get_closest_marker("plain_only") and mode != "plain":
        return "needs the compiler switched off"
    if item.get_closest_marker("cuda") and mode != "cuda" and not has_gpu():
        return "needs a GPU or its simulator"
    return None


@functools.cache
def has_gpu() -> bool:
    """Tell whether a real GPU can run kernels here."""
    from numba import cuda

    return bool(cuda.is_available())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests that take minutes, too")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # in the process to which all workers report
        config.pluginmanager.register(Stopwatch())


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without searching for garbage, and never search what was collected: it stays until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_report_header() -> str:
    return f"kernels: {current_mode()}"


SHARES = {"compiled": 0.2, "plain": 0.04, "bounds": 0.04, "cuda": 0.04}
"""The share of random trials outside the long run, by how kernels run."""


@pytest.fixture
def trials(request: pytest.FixtureRequest, mode: str) -> Callable[[int], int]:
    """How many of a number of random trials are made: all in the long run, which takes these tests, too; else few."""
    share = 1 if request.config.getoption("--long") else SHARES[mode]
    return lambda number: max(1, math.ceil(number * share))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mode, with_long = current_mode(), bool(config.getoption("--long"))
    for item in items:
        if "trials" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.trials)
        reason = why_skipped(item, mode, with_long)
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session", autouse=True)
def own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A data folder for the tests: tablebases that are made on first use never lie in the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))
        yield


@pytest.fixture(scope="session")
def mode() -> str:
    """How kernels run here: plain, compiled, bounds or cuda."""
    return current_mode()


@pytest.fixture(scope="session")
def tools() -> Path:
    """The folder with the checkers for pages and scripts, installed as its package-lock.json says."""
    folder = Path(__file__).resolve().parent / "browser" / "tools"
    if shutil.which("npm") is None:
        pytest.skip("needs Node and npm")
    with alone("npm"):
        if not (folder / "node_modules" / "typescript").is_dir():
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, check=True, capture_output=True)
    return folder
