"""Built modules for the tests: the linker, as root from Debian, and one build per state of the sources."""

import shutil

import pytest
from tests.installation import alone, install_packages

from charkoni.core.game import Game
from charkoni.search.browser_modules import BrowserModule, find_module
from charkoni.search.module_build import build_apart


def built_module(game: Game, search: str) -> BrowserModule:
    """Return a module of the present sources; skip the test where there is no linker or no Node."""
    if not shutil.which("node"):
        pytest.skip("needs Node")
    with alone("lld"):
        if not shutil.which("wasm-ld"):
            install_packages("lld")
    if not shutil.which("wasm-ld"):
        pytest.skip("needs wasm-ld, which could not be installed; on Debian and Ubuntu: apt install lld")
    with alone(f"wasm-{game.family.name}-{search}"):
        build_apart(game, search)
    found = find_module(game, search)
    assert found
    return found
