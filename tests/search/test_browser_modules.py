"""Modules for WebAssembly answer as the kernels do natively, bit for bit: in Node; tests/browser asks Chromium."""

import json
import shutil
from pathlib import Path

import pytest
from tests.search.modules import are_equal, ask_in_node, built_module, questions

from charkoni import game, games
from charkoni.search import full_width
from charkoni.search.browser_modules import cached_modules, digest_of, find_module

pytestmark = pytest.mark.compiled_only


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
@pytest.mark.parametrize("name", games())
def test_searches_levels_and_random_games_are_those_of_the_kernels(name: str) -> None:
    one = game(name)
    asked, expected, digest = questions(name)
    assert are_equal(ask_in_node(built_module(one, full_width(one)), asked), expected, digest)


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
