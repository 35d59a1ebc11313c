"""Modules for WebAssembly answer as the kernels do natively, bit for bit: in Node; tests/browser asks Chromium."""

import gzip
import json
import shutil
from pathlib import Path

import pytest
from tests.search.modules import are_equal, ask_in_node, built_module, questions

from charkoni import game, games
from charkoni.search import engines_of, full_width
from charkoni.search.browser_modules import MCTS, cached_modules, digest_of, find_module

pytestmark = pytest.mark.compiled_only

MOST_BYTES = 60_000
"""Of a compressed module: what a visitor loads."""


ALL = [(name, search) for name in games() for search in (*engines_of(game(name)), MCTS)]


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
@pytest.mark.parametrize(
    ("name", "search"),
    [
        pytest.param(name, search, marks=() if search == full_width(game(name)) else pytest.mark.long)
        for name, search in ALL
    ],
)
def test_searches_levels_and_random_games_are_those_of_the_kernels(name: str, search: str) -> None:
    asked, expected, digest = questions(name, search)
    module = built_module(game(name), search)
    assert are_equal(ask_in_node(module, asked), expected, digest)
    assert len(gzip.compress(module.code.read_bytes(), 9)) <= MOST_BYTES


def test_a_module_of_other_sources_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = game("mosty")
    monkeypatch.setattr("charkoni.search.browser_modules.cached_modules", lambda *_: tmp_path)
    monkeypatch.setattr("charkoni.search.browser_modules.PACKAGED", tmp_path / "packaged")
    assert find_module(one, "ab") is None
    code, manifest = tmp_path / "packaged" / "mosty-ab.wasm", {"size": 4, "digest": digest_of(one, "ab")}
    code.parent.mkdir()
    for content, described, is_found in ((b"code", {}, True), (b"cod", {}, False), (b"code", {"digest": "0"}, False)):
        code.write_bytes(content)
        code.with_suffix(".json").write_text(json.dumps(manifest | described), encoding="utf-8")
        assert (find_module(one, "ab") is not None) == is_found
    code.with_suffix(".json").write_text("[", encoding="utf-8")
    assert find_module(one, "ab") is None


def test_the_cache_keeps_modules_of_several_states_of_the_sources() -> None:
    one = game("mosty")
    assert cached_modules(one, "ab").name == digest_of(one, "ab")
    assert cached_modules(one, "ab").parent.name == "mosty-ab"
